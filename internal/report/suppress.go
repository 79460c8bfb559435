package report

import (
	"go/ast"
	"go/token"
	"regexp"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Three spellings are honoured, so that code which already speaks to another
// linter need not learn a new one:
//
//	//idemlint:ignore RULE[,RULE] reason
//	//nolint:NAME[,NAME] // reason
//	//lint:ignore RULE[,RULE] reason
//
// RULE is a pass (swallow), a rule (swallow/logonly) or, with nolint, also
// idemlint and all. A comment at the end of a line speaks of the statement
// that begins or ends there, one on a line of its own of the statement that
// follows; a statement over several lines is covered whole.
var (
	ignoreRE = regexp.MustCompile(`^//\s?(?:idemlint:ignore|lint:ignore)\s+(\S+)\s*(.*)$`)
	nolintRE = regexp.MustCompile(`^//\s?nolint:([\w/,\- ]+?)\s*(?://\s*(.*))?$`)
)

// suppressionRule is the rule, after the name of the pass, that speaks of
// suppressions which have no reason or no use.
const suppressionRule = "/suppression"

type suppression struct {
	pos      token.Pos
	file     *token.File
	rules    []string
	from, to int // lines covered
	own      bool
	trailing bool // stands behind code on its line
	reason   string
	used     bool
}

type suppressions struct {
	pass *analysis.Pass
	list []*suppression
}

func readSuppressions(pass *analysis.Pass) *suppressions {
	s := &suppressions{pass: pass}
	for _, f := range pass.Files {
		var found []*suppression
		for _, group := range f.Comments {
			for _, c := range group.List {
				if sup := s.parse(c); sup != nil {
					found = append(found, sup)
				}
			}
		}
		if len(found) > 0 {
			s.widen(f, found)
			s.list = append(s.list, found...)
		}
	}
	return s
}

// parse returns nil for a comment that does not speak to this pass.
func (s *suppressions) parse(c *ast.Comment) *suppression {
	sup := &suppression{pos: c.Pos(), file: s.pass.Fset.File(c.Pos())}
	if m := ignoreRE.FindStringSubmatch(c.Text); m != nil {
		sup.rules, sup.reason = strings.Split(m[1], ","), strings.TrimSpace(m[2])
		sup.own = strings.Contains(c.Text, "idemlint:ignore")
	} else if m := nolintRE.FindStringSubmatch(c.Text); m != nil {
		sup.rules, sup.reason = strings.FieldsFunc(m[1], func(r rune) bool { return r == ',' || r == ' ' }), m[2]
	} else {
		return nil
	}
	for _, rule := range sup.rules {
		if s.speaksOf(rule) {
			line := sup.file.Line(c.Pos())
			sup.from, sup.to = line, line
			return sup
		}
	}
	return nil
}

func (s *suppressions) speaksOf(rule string) bool {
	name := s.pass.Analyzer.Name
	return rule == name || strings.HasPrefix(rule, name+"/") || rule == "idemlint" || rule == "all"
}

// widen lets each suppression cover the whole of a statement, declaration or
// composite literal element that begins or ends on its lines.
func (s *suppressions) widen(f *ast.File, found []*suppression) {
	spans := map[*suppression][]span{}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n.(type) {
		case ast.Stmt, ast.Spec, *ast.CallExpr, *ast.KeyValueExpr:
		default:
			return true
		}
		if _, block := n.(*ast.BlockStmt); block {
			return true
		}
		from, to := s.lines(n)
		for _, sup := range found {
			line := sup.file.Line(sup.pos)
			behind := (from == line || to == line) && n.Pos() < sup.pos
			sup.trailing = sup.trailing || behind
			if behind || from == line+1 {
				// A loop or an if is covered up to its body only: a
				// comment must not hide what stands inside.
				last := to
				if head := headEnd(n); head.IsValid() {
					last = s.pass.Fset.File(head).Line(head)
				}
				spans[sup] = append(spans[sup], span{from, last, behind})
			}
		}
		return true
	})
	for sup, list := range spans {
		for _, sp := range list {
			if sp.behind == sup.trailing {
				sup.from, sup.to = min(sup.from, sp.from), max(sup.to, sp.to)
			}
		}
	}
}

// span is the lines of a statement next to a suppression.
type span struct {
	from, to int
	behind   bool
}

func (s *suppressions) lines(n ast.Node) (from, to int) {
	file := s.pass.Fset.File(n.Pos())
	return file.Line(n.Pos()), file.Line(n.End())
}

// headEnd returns where the head of a compound statement ends.
func headEnd(n ast.Node) token.Pos {
	switch n := n.(type) {
	case *ast.ForStmt:
		return n.Body.Lbrace
	case *ast.RangeStmt:
		return n.Body.Lbrace
	case *ast.IfStmt:
		return n.Body.Lbrace
	case *ast.SwitchStmt:
		return n.Body.Lbrace
	case *ast.TypeSwitchStmt:
		return n.Body.Lbrace
	case *ast.SelectStmt:
		return n.Body.Lbrace
	}
	return token.NoPos
}

func (s *suppressions) covers(f Finding) bool {
	if strings.HasSuffix(f.Rule, suppressionRule) {
		return false // what is said of a comment is not hidden by it
	}
	file := s.pass.Fset.File(f.Pos)
	line := file.Line(f.Pos)
	hit := false
	for _, sup := range s.list {
		if sup.file != file || line < sup.from || line > sup.to || !sup.names(f.Rule) {
			continue
		}
		sup.used = true
		// A suppression of our own spelling needs a reason; without one it
		// is reported and hides nothing.
		hit = hit || !sup.own || sup.reason != ""
	}
	return hit
}

func (sup *suppression) names(rule string) bool {
	pass, _, _ := strings.Cut(rule, "/")
	for _, r := range sup.rules {
		if r == rule || r == pass || r == "idemlint" || r == "all" {
			return true
		}
	}
	return false
}

// reportUnused speaks of our own spelling only: the others belong to tools
// that judge them themselves.
func (s *suppressions) reportUnused(r *Reporter) {
	name := s.pass.Analyzer.Name
	for _, sup := range s.list {
		if !sup.own || !sup.onlyOf(name) {
			continue
		}
		switch {
		case sup.reason == "":
			r.Report(Finding{Rule: name + suppressionRule, Pos: sup.pos,
				Message: "idemlint:ignore " + strings.Join(sup.rules, ",") + " gives no reason"})
		case !sup.used:
			r.Report(Finding{Rule: name + suppressionRule, Pos: sup.pos,
				Message: "idemlint:ignore " + strings.Join(sup.rules, ",") + " hides nothing: remove it"})
		}
	}
}

// onlyOf reports whether every rule of the suppression belongs to pass name, so
// that one pass alone can say that it is unused.
func (sup *suppression) onlyOf(name string) bool {
	for _, r := range sup.rules {
		if pass, _, _ := strings.Cut(r, "/"); pass != name {
			return false
		}
	}
	return true
}
