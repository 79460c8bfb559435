package outcome

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// sourceLoop returns the position of the for statement, or of the label of a
// goto, that l was made of.
func sourceLoop(fn *ssa.Function, l *Loop) token.Pos {
	body := fn.Syntax()
	if body == nil {
		return token.NoPos
	}
	// The statement is the smallest that holds all positions of the loop.
	lo, hi := token.Pos(0), token.Pos(0)
	for b := range l.Blocks {
		if int(b) >= len(fn.Blocks) {
			return token.NoPos
		}
		for _, in := range fn.Blocks[b].Instrs {
			if _, phi := in.(*ssa.Phi); phi {
				continue
			}
			if p := in.Pos(); p.IsValid() {
				if lo == 0 || p < lo {
					lo = p
				}
				hi = max(hi, p)
			}
		}
	}
	if lo == 0 {
		return token.NoPos
	}
	best, size := token.NoPos, token.Pos(1<<40)
	var label token.Pos
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return n == body
		case *ast.ForStmt, *ast.RangeStmt:
			if n.Pos() <= lo && hi <= n.End() && n.End()-n.Pos() < size {
				best, size = n.Pos(), n.End()-n.Pos()
			}
		case *ast.LabeledStmt:
			switch n.Stmt.(type) {
			case *ast.ForStmt, *ast.RangeStmt:
			default:
				if n.Pos() <= lo && n.Pos() > label && gotoAfter(body, n, hi) {
					label = n.Pos()
				}
			}
		}
		return true
	})
	if label.IsValid() && (best == token.NoPos || label > best) {
		return label
	}
	return best
}

// gotoAfter reports whether some goto leads to label.
func gotoAfter(body ast.Node, label *ast.LabeledStmt, hi token.Pos) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		if g, ok := n.(*ast.BranchStmt); ok && g.Tok == token.GOTO && g.Label != nil && g.Label.Name == label.Label.Name {
			found = found || g.Pos() > label.Pos()
		}
		return true
	})
	return found
}
