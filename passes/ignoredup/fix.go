package ignoredup

import (
	"go/ast"
	goconst "go/constant"
	"go/token"
	"regexp"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/internal/dbwrite"
)

var doNothing = regexp.MustCompile(`(?i)\bDO\s+NOTHING\b`)

// fixes offers DO UPDATE in place of DO NOTHING where that is safe: the text of
// the statement is one literal that is used in one place, it names the conflict
// target, and each column set is carried by the statement. Columns that it does
// not carry keep their values.
func (c *checker) fixes(_ *dbwrite.Site, w *dbwrite.Write, ev evidence) []analysis.SuggestedFix {
	if w.Family != dbwrite.SQL || w.Text == "" || !w.HasTarget || len(doNothing.FindAllString(w.Text, -1)) != 1 {
		return nil
	}
	lit := c.literal(w.Text)
	if lit == nil {
		return nil
	}
	at := doNothing.FindStringIndex(lit.Value)
	if at == nil {
		return nil
	}
	var sets []string
	for _, r := range ev.results {
		sets = append(sets, r.name+" = EXCLUDED."+r.name)
	}
	return []analysis.SuggestedFix{{
		Message: "set " + ev.names() + " from the new row on conflict",
		TextEdits: []analysis.TextEdit{{
			Pos:     lit.Pos() + token.Pos(at[0]),
			End:     lit.Pos() + token.Pos(at[1]),
			NewText: []byte("DO UPDATE SET " + strings.Join(sets, ", ")),
		}},
	}}
}

// literal returns the one literal of the package whose text is text, provided
// that it stands in a call or is a constant that is used once.
func (c *checker) literal(text string) *ast.BasicLit {
	var found *ast.BasicLit
	n := 0
	for _, f := range c.pass.Files {
		if ast.IsGenerated(f) {
			continue
		}
		ast.Inspect(f, func(node ast.Node) bool {
			switch node := node.(type) {
			case *ast.BasicLit:
				if tv, ok := c.pass.TypesInfo.Types[node]; ok && tv.Value != nil && tv.Value.Kind() == goconst.String &&
					goconst.StringVal(tv.Value) == text {
					found = node
					n++
				}
			case *ast.ValueSpec:
				if len(node.Names) != len(node.Values) {
					return true
				}
				for i, v := range node.Values {
					if tv, ok := c.pass.TypesInfo.Types[v]; ok && tv.Value != nil && tv.Value.Kind() == goconst.String &&
						goconst.StringVal(tv.Value) == text && c.uses(node.Names[i]) != 1 {
						n++ // shared with other calls
					}
				}
			}
			return true
		})
	}
	if n != 1 {
		return nil
	}
	return found
}

func (c *checker) uses(name *ast.Ident) int {
	obj := c.pass.TypesInfo.Defs[name]
	n := 0
	for _, used := range c.pass.TypesInfo.Uses {
		if used == obj {
			n++
		}
	}
	return n
}
