// Package testpass holds a pass and its troublesome siblings for tests of the
// engine and of the command. What it finds is of no use to anybody; how it finds
// it uses everything that a real pass uses: facts about objects of other own
// packages and about packages, related places, a fix, both confidences,
// silences, suppressions, generated files and ReadFile.
package testpass

import (
	"go/ast"
	"go/types"
	"os"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/internal/ir"
	"github.com/idemlint/idemlint/internal/report"
)

// Bad reports calls of functions named Bad..., and of functions that call one,
// through any number of own packages.
var Bad = report.AddFlags(&analysis.Analyzer{
	Name: "bad",
	Doc: `bad: reports calls of what is called Bad.

# What goes wrong

Everything that is called Bad goes wrong.

# Rules

  - bad/call is a call of a Bad function.
  - bad/maybe is a call of a Maybe function, which is less sure.
`,
	Run:        runBad,
	ResultType: reflect.TypeFor[*report.Log](),
	FactTypes:  []analysis.Fact{(*callsBad)(nil), (*counted)(nil)},
})

// Panics panics on packages named boom.
var Panics = &analysis.Analyzer{
	Name: "panics",
	Doc:  "panics: panics on packages named boom.",
	Run: func(pass *analysis.Pass) (any, error) {
		if pass.Pkg.Name() == "boom" {
			var m map[string]int
			m["boom"]++
		}
		return nil, nil
	},
}

// Suite is what tests run.
func Suite() []*analysis.Analyzer { return []*analysis.Analyzer{Bad, Panics} }

// callsBad says that a function is Bad or calls one, by which way.
type callsBad struct{ Way []string }

func (*callsBad) AFact()           {}
func (f *callsBad) String() string { return strings.Join(f.Way, " -> ") }

// counted says how many functions of the package are bad.
type counted struct{ N int }

func (*counted) AFact()         {}
func (*counted) String() string { return "counted" }

func runBad(pass *analysis.Pass) (any, error) {
	if !ir.Own(pass) {
		return &report.Log{}, nil
	}
	rep := report.New(pass)
	var decls []*ast.FuncDecl
	n := 0
	for _, f := range pass.Files {
		for _, decl := range f.Decls {
			fd, ok := decl.(*ast.FuncDecl)
			if !ok || fd.Body == nil {
				continue
			}
			decls = append(decls, fd)
			if strings.HasPrefix(fd.Name.Name, "Bad") {
				n++
				pass.ExportObjectFact(pass.TypesInfo.Defs[fd.Name], &callsBad{[]string{fd.Name.Name}})
			}
		}
	}
	for _, fd := range decls {
		calls(pass, rep, pass.TypesInfo.Defs[fd.Name].(*types.Func), fd)
	}
	pass.ExportPackageFact(&counted{n})
	return rep.Done(), nil
}

func calls(pass *analysis.Pass, rep *report.Reporter, fn *types.Func, fd *ast.FuncDecl) {
	ast.Inspect(fd.Body, func(node ast.Node) bool {
		call, ok := node.(*ast.CallExpr)
		if !ok {
			return true
		}
		callee := calleeOf(pass, call)
		if callee == nil {
			return true
		}
		var fact callsBad
		switch {
		case pass.ImportObjectFact(callee, &fact):
			way := append([]string{fn.Name()}, fact.Way...)
			pass.ExportObjectFact(fn, &callsBad{way})
			rep.Report(report.Finding{
				Rule: "bad/call", Pos: call.Pos(), End: call.End(),
				Message: "calls " + strings.Join(way[1:], " -> ") + knownCount(pass, callee),
				Related: []analysis.RelatedInformation{{Pos: fd.Name.Pos(), Message: "in " + fn.Name()}},
				Fixes: []analysis.SuggestedFix{{Message: "call Good", TextEdits: []analysis.TextEdit{{
					Pos: call.Fun.Pos(), End: call.Fun.End(), NewText: []byte("Good"),
				}}}},
			})
		case strings.HasPrefix(callee.Name(), "Maybe"):
			rep.Report(report.Finding{Rule: "bad/maybe", Confidence: report.Medium, Pos: call.Pos(), Message: "calls " + callee.Name()})
		case strings.HasPrefix(callee.Name(), "Good"):
			rep.Silent(call.Pos(), "bad/call", "what is called Good is good")
		}
		return true
	})
}

// knownCount uses the package fact of an imported package, and ReadFile.
func knownCount(pass *analysis.Pass, callee *types.Func) string {
	var c counted
	if callee.Pkg() == pass.Pkg || !pass.ImportPackageFact(callee.Pkg(), &c) || c.N == 0 {
		return ""
	}
	read := pass.ReadFile
	if read == nil {
		read = os.ReadFile
	}
	name := pass.Fset.File(pass.Files[0].Pos()).Name()
	if src, err := read(name); err != nil || len(src) == 0 {
		return " (unreadable)"
	}
	return " (of several)"
}

func calleeOf(pass *analysis.Pass, call *ast.CallExpr) *types.Func {
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		fn, _ := pass.TypesInfo.Uses[fun].(*types.Func)
		return fn
	case *ast.SelectorExpr:
		fn, _ := pass.TypesInfo.Uses[fun.Sel].(*types.Func)
		return fn
	}
	return nil
}
