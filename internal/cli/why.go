package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/internal/driver"
	"github.com/idemlint/idemlint/internal/render"
	"github.com/idemlint/idemlint/internal/report"
)

// why prints what each pass made of one line.
func (c *command) why(ctx context.Context, args []string) int {
	file, line, err := c.parsePlace(args)
	if err != nil {
		return c.usage(err)
	}
	w := &explanation{file: file, line: line}
	res, err := c.analyze(ctx, driver.Config{
		Patterns:  []string{filepath.Dir(file)},
		Tests:     strings.HasSuffix(file, "_test.go"),
		Analyzers: c.selected(),
		Visit:     w.visit,
	})
	if err != nil {
		c.complain("%v", err)
		return StatusFailed
	}
	place := fmt.Sprintf("%s:%d", render.RelPath(c.Dir, file), line)
	if !w.found {
		c.status(&render.Report{Result: &driver.Result{Errors: res.Errors}, Base: c.Dir})
		c.complain("%s belongs to no package that was analysed (do build constraints or -tags leave it out?)", place)
		return StatusFailed
	}
	w.print(c, place)
	return StatusClean
}

// parsePlace reads FILE:LINE or FILE:LINE:COLUMN.
func (c *command) parsePlace(args []string) (file string, line int, err error) {
	if len(args) != 1 {
		return "", 0, errors.New("why takes one FILE:LINE")
	}
	parts := strings.Split(args[0], ":")
	for i := 1; i < len(parts); i++ {
		if line, err = strconv.Atoi(parts[i]); err == nil && line > 0 {
			file = strings.Join(parts[:i], ":")
			break
		}
	}
	if file == "" {
		return "", 0, fmt.Errorf("why: %q is not FILE:LINE", args[0])
	}
	if !filepath.IsAbs(file) {
		// As the linter prints it: relative to where the user stands.
		// With -C also relative to that directory.
		if abs := filepath.Join(c.Dir, file); exists(abs) {
			file = abs
		} else {
			file = filepath.Join(c.workDir(), file)
		}
	}
	if !exists(file) {
		return "", 0, fmt.Errorf("why: no file %s", parts[0])
	}
	return file, line, nil
}

// explanation collects the lines to print.
type explanation struct {
	file  string
	line  int
	found bool // the file was analysed
	looks []look
}

// look is what a pass made of the line.
type look struct {
	pass, rule, verdict, text string
	pos                       token.Position
}

func (w *explanation) visit(u *driver.Unit) {
	for _, f := range u.Files {
		if u.Fset.Position(f.Package).Filename != w.file {
			continue
		}
		w.found = true
		from, to := statement(u.Fset, f, w.line)
		for a, res := range u.Results {
			if log, ok := res.(*report.Log); ok {
				w.read(u.Fset, a, log, from, to)
			}
		}
	}
}

func (w *explanation) read(fset *token.FileSet, a *analysis.Analyzer, log *report.Log, from, to int) {
	here := func(pos token.Pos) (token.Position, bool) {
		p := fset.Position(pos)
		return p, p.Filename == w.file && from <= p.Line && p.Line <= to
	}
	for _, f := range log.Found {
		if p, ok := here(f.Pos); ok {
			w.looks = append(w.looks, look{a.Name, f.Rule, "reports", f.Message, p})
			continue
		}
		for _, r := range f.Related {
			if p, ok := here(r.Pos); ok {
				w.looks = append(w.looks, look{a.Name, f.Rule, "reports elsewhere and points here", f.Message, p})
				break
			}
		}
	}
	for _, s := range log.Silent {
		if p, ok := here(s.Pos); ok {
			w.looks = append(w.looks, look{a.Name, s.Rule, "is silent", s.Reason, p})
		}
	}
}

func (w *explanation) print(c *command, place string) {
	slices.SortFunc(w.looks, func(a, b look) int {
		return cmp.Or(strings.Compare(a.pass, b.pass), cmp.Compare(a.pos.Line, b.pos.Line),
			cmp.Compare(a.pos.Column, b.pos.Column), strings.Compare(a.rule, b.rule), strings.Compare(a.text, b.text))
	})
	w.looks = slices.Compact(w.looks)
	st := render.Style(c.color(c.Stdout))
	fmt.Fprintln(c.Stdout, st.Bold(render.Printable(place)))
	var idle []string
	for _, a := range c.selected() {
		looked := false
		for _, l := range w.looks {
			if l.pass == a.Name {
				looked = true
				fmt.Fprintf(c.Stdout, "  %s %s: %s\n", st.Yellow(l.rule), l.verdict, render.Printable(l.text))
			}
		}
		if !looked {
			idle = append(idle, a.Name)
		}
	}
	if len(idle) > 0 {
		fmt.Fprintf(c.Stdout, "  %s: nothing here is of the kind %s for\n",
			strings.Join(idle, ", "), map[bool]string{true: "it looks", false: "they look"}[len(idle) == 1])
	}
}

// statement returns the lines of the smallest statement or declaration at line.
// Of a loop or a branch that is the head only: what stands inside has a
// statement of its own.
func statement(fset *token.FileSet, f *ast.File, line int) (from, to int) {
	from, to = line, line
	size := -1
	ast.Inspect(f, func(n ast.Node) bool {
		if n == nil {
			return false
		}
		a, b := fset.Position(n.Pos()).Line, fset.Position(n.End()).Line
		if line < a || line > b {
			return false
		}
		switch n := n.(type) {
		case *ast.BlockStmt, *ast.FuncDecl, *ast.CaseClause, *ast.CommClause, *ast.LabeledStmt:
			return true
		case *ast.ForStmt:
			b = fset.Position(n.Body.Lbrace).Line
		case *ast.RangeStmt:
			b = fset.Position(n.Body.Lbrace).Line
		case *ast.IfStmt:
			b = fset.Position(n.Body.Lbrace).Line
		case *ast.SwitchStmt:
			b = fset.Position(n.Body.Lbrace).Line
		case *ast.TypeSwitchStmt:
			b = fset.Position(n.Body.Lbrace).Line
		case *ast.SelectStmt:
			b = fset.Position(n.Body.Lbrace).Line
		case ast.Stmt, ast.Spec:
		default:
			return true
		}
		if line <= b && (size < 0 || b-a <= size) {
			from, to, size = a, b, b-a
		}
		return true
	})
	return from, to
}
