package batch

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/idemlint/idemlint/internal/api"
)

// Loop is a loop over items.
type Loop struct {
	Stmt ast.Stmt // *ast.ForStmt or *ast.RangeStmt
	// Over is the source text of what it goes over, "" where that has no
	// short name.
	Over string
	// Endless marks loops without an end of their own: a consumer of a
	// queue or a connection. Failing to get the next item there is no lost
	// item.
	Endless bool
}

// findLoops returns the loops over items in the body of one function, without
// those of literals inside it.
func findLoops(info *types.Info, syntax ast.Node) []Loop {
	var body *ast.BlockStmt
	switch s := syntax.(type) {
	case *ast.FuncDecl:
		body = s.Body
	case *ast.FuncLit:
		body = s.Body
	case *ast.RangeStmt: // the synthetic body of a range-over-func loop
		body = s.Body
	}
	if body == nil {
		return nil
	}
	var loops []Loop
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.RangeStmt:
			if overItems(info, n) {
				loops = append(loops, Loop{Stmt: n, Over: short(n.X)})
			}
		case *ast.ForStmt:
			if l, ok := forItems(info, n); ok {
				loops = append(loops, l)
			}
		}
		return true
	})
	return loops
}

// overItems reports whether a range statement goes over items: not over the
// characters of a string, nor over a number whose index picks nothing.
func overItems(info *types.Info, r *ast.RangeStmt) bool {
	t := info.TypeOf(r.X)
	if t == nil {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsInteger != 0 && picks(info, r.Key, r.Body)
	case *types.Chan:
		return !isTick(u.Elem())
	}
	return true
}

// isTick reports whether a channel element carries no item: a time or a signal.
func isTick(t types.Type) bool {
	if s, ok := t.Underlying().(*types.Struct); ok && s.NumFields() == 0 {
		return true
	}
	if b, ok := t.Underlying().(*types.Basic); ok && b.Kind() == types.Bool {
		return true
	}
	switch api.TypeKey(t) {
	case "time.Time", "os.Signal":
		return true
	}
	_, request := api.LookupName(api.Request, api.TypeKey(t))
	return request
}

// forItems recognises the for statements that go over items.
func forItems(info *types.Info, f *ast.ForStmt) (Loop, bool) {
	if f.Cond == nil {
		if receives(info, f.Body) {
			return Loop{Stmt: f, Endless: f.Init == nil && f.Post == nil}, true
		}
		return Loop{}, false
	}
	if call := nextCall(f.Cond); call != nil {
		return Loop{Stmt: f, Over: short(recvOf(call))}, true
	}
	// for err == nil, for ok, for token != "": the loop fetches its next item or
	// page in its head.
	if fetches(f.Init) || fetches(f.Post) {
		return Loop{Stmt: f}, true
	}
	switch cond := ast.Unparen(f.Cond).(type) {
	case *ast.BinaryExpr:
		if id, ok := ast.Unparen(cond.X).(*ast.Ident); ok && f.Post != nil {
			if isInteger(info, id) && picks(info, id, f.Body) {
				return Loop{Stmt: f, Over: short(cond.Y)}, true
			}
		}
		if lenOf(cond.X) { // for len(queue) > 0
			return Loop{Stmt: f}, true
		}
		if cond.Op == token.NEQ && !isInteger(info, cond.X) && receives(info, f.Body) {
			return Loop{Stmt: f}, true
		}
	}
	return Loop{}, false
}

// nextCall returns the call x.Next() (or Scan, HasMorePages ...) that is the
// condition of a loop: a method that returns a bool and belongs to the thing
// that is gone over.
func nextCall(cond ast.Expr) *ast.CallExpr {
	switch c := ast.Unparen(cond).(type) {
	case *ast.CallExpr:
		if sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr); ok && sel.Sel != nil {
			return c
		}
	case *ast.BinaryExpr:
		if c.Op == token.LAND {
			if call := nextCall(c.X); call != nil {
				return call
			}
			return nextCall(c.Y)
		}
	}
	return nil
}

func recvOf(call *ast.CallExpr) ast.Expr {
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		return sel.X
	}
	return nil
}

func isInteger(info *types.Info, e ast.Expr) bool {
	t := info.TypeOf(e)
	if t == nil {
		return false
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

// picks reports whether the index variable chooses an item: it indexes or
// slices something in the body. A counter of attempts does not.
func picks(info *types.Info, index ast.Expr, body ast.Node) bool {
	id, ok := index.(*ast.Ident)
	if !ok || id.Name == "_" {
		return false
	}
	obj := info.ObjectOf(id)
	if obj == nil {
		return false
	}
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IndexExpr:
			found = found || mentions(info, n.Index, obj)
		case *ast.SliceExpr:
			found = found || (n.Low != nil && mentions(info, n.Low, obj))
		}
		return !found
	})
	return found
}

func mentions(info *types.Info, n ast.Node, obj types.Object) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && info.ObjectOf(id) == obj {
			found = true
		}
		return !found
	})
	return found
}

func lenOf(e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return false
	}
	id, ok := call.Fun.(*ast.Ident)
	return ok && id.Name == "len"
}

// fetches reports whether a statement of a loop head takes values from a call.
func fetches(s ast.Stmt) bool {
	as, ok := s.(*ast.AssignStmt)
	if !ok || len(as.Rhs) != 1 || len(as.Lhs) < 2 {
		return false
	}
	_, ok = ast.Unparen(as.Rhs[0]).(*ast.CallExpr)
	return ok
}

// receives reports whether the body of a loop without an item in its head gets
// its items itself: from a channel, or from a call that returns a value and an
// error (or a bool) each time.
func receives(info *types.Info, body *ast.BlockStmt) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.RangeStmt, *ast.ForStmt:
			return false
		case *ast.AssignStmt:
			if len(n.Rhs) == 1 {
				found = found || yields(info, n.Rhs[0], len(n.Lhs))
			}
		case *ast.CallExpr:
			// Decode(&v): the item comes through the argument.
			found = found || decodes(info, n)
		}
		return !found
	})
	return found
}

func yields(info *types.Info, e ast.Expr, n int) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		if e.Op != token.ARROW {
			return false
		}
		ch, ok := info.TypeOf(e.X).Underlying().(*types.Chan)
		return ok && !isTick(ch.Elem())
	case *ast.CallExpr:
		if n < 2 {
			return false
		}
		switch fun := ast.Unparen(e.Fun).(type) {
		case *ast.SelectorExpr:
			return info.Selections[fun] != nil
		case *ast.Ident: // fetchPage(token), or a function value
			_, builtin := info.Uses[fun].(*types.Builtin)
			return !builtin && info.Types[e.Fun].IsValue()
		}
	}
	return false
}

// decodes reports whether call is r.Decode(&v), r.Scan(&v): a method with a
// pointer to fill and an error as its only result.
func decodes(info *types.Info, call *ast.CallExpr) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || info.Selections[sel] == nil || len(call.Args) == 0 {
		return false
	}
	last, ok := ast.Unparen(call.Args[len(call.Args)-1]).(*ast.UnaryExpr)
	return ok && last.Op == token.AND && types.Identical(info.TypeOf(call), types.Universe.Lookup("error").Type())
}

// short returns the source of a name or selector chain, "" for anything longer.
func short(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		if x := short(e.X); x != "" {
			return x + "." + e.Sel.Name
		}
		return e.Sel.Name
	case *ast.ParenExpr:
		return short(e.X)
	case *ast.StarExpr:
		return short(e.X)
	case *ast.CallExpr:
		return short(e.Fun)
	case *ast.UnaryExpr:
		return short(e.X)
	}
	return ""
}
