package swallow

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/batch"
	"github.com/idemlint/idemlint/internal/effect"
	"github.com/idemlint/idemlint/internal/fate"
	"github.com/idemlint/idemlint/internal/flow"
	"github.com/idemlint/idemlint/internal/report"
)

// overwritten is the rule for an error that a later success replaces: a
// variable outside of the loop or goroutine that every item assigns, or a named
// result that a deferred function assigns in any case. It reports whether it
// has spoken.
func (c *checker) overwritten(fn *ssa.Function, call ssa.CallInstruction, e errValue) bool {
	if e.val == nil {
		return false
	}
	for _, r := range *e.val.Referrers() {
		st, ok := r.(*ssa.Store)
		if !ok || st.Val != e.val || guarded(st, e.val) {
			continue
		}
		outer := outerVar(st.Addr)
		if outer == nil {
			continue
		}
		switch {
		case c.deferredResult(fn, outer) && !readsFirst(st):
			c.report(call, "deferred", report.High, "the deferred function assigns the error of "+e.name+" to the result "+outer.Comment+
				" in any case: an earlier error is wiped out and "+funcName(outer.Parent())+" returns nil")
			return true
		case c.perItem(fn, outer) && !c.lookedAt(fn, outer):
			c.report(call, "overwritten", report.High, "every item assigns its error of "+e.name+" to the same variable "+outer.Comment+
				": a later success wipes out an earlier failure and "+funcName(outer.Parent())+ends(outer.Parent().Signature.Results()))
			return true
		}
	}
	if phi := c.lastOnly(fn, call, e); phi != nil && !c.tries(fn, call, e) {
		c.report(call, "overwritten", report.High, "the error of "+e.name+" is kept until the next item overwrites it: only the last one counts, "+
			funcName(fn)+ends(fn.Signature.Results())+" where earlier items failed")
		return true
	}
	return false
}

// outerVar returns the variable of an enclosing function that addr is, nil for
// anything else.
func outerVar(addr ssa.Value) *ssa.Alloc {
	fv, ok := addr.(*ssa.FreeVar)
	if !ok {
		return nil
	}
	for range 4 {
		switch x := flow.Binding(fv).(type) {
		case *ssa.Alloc:
			return x
		case *ssa.FreeVar:
			fv = x
		default:
			return nil
		}
	}
	return nil
}

// guarded reports whether the store of the error v runs only where v is not nil:
// then no success overwrites.
func guarded(st *ssa.Store, v ssa.Value) bool {
	return onFailure(st.Block(), v)
}

// onFailure reports whether b runs only where v is not nil.
func onFailure(b *ssa.BasicBlock, v ssa.Value) bool {
	for _, r := range *v.Referrers() {
		op, ok := r.(*ssa.BinOp)
		if !ok || !testsError(op) {
			continue
		}
		for _, e := range fate.FailEdges(op) {
			if len(e.To.Preds) == 1 && e.To.Dominates(b) {
				return true
			}
		}
	}
	return false
}

// readsFirst reports whether the function looks at the variable before it
// assigns it: if err == nil { err = f.Close() }.
func readsFirst(st *ssa.Store) bool {
	for _, r := range *st.Addr.Referrers() {
		if u, ok := r.(*ssa.UnOp); ok && u.Op == token.MUL && u.Block().Dominates(st.Block()) {
			return true
		}
	}
	return false
}

// deferredResult reports whether fn is deferred by the function around it, whose
// named error result v is.
func (c *checker) deferredResult(fn *ssa.Function, v *ssa.Alloc) bool {
	parent := fn.Parent()
	if parent == nil || v.Parent() != parent || !isResult(parent, v) {
		return false
	}
	for _, b := range parent.Blocks {
		for _, instr := range b.Instrs {
			if d, ok := instr.(*ssa.Defer); ok && flow.ResolveFunc(d.Call.Value) == fn {
				return true
			}
		}
	}
	return false
}

func isResult(fn *ssa.Function, v *ssa.Alloc) bool {
	res := fn.Signature.Results()
	for i := range res.Len() {
		if r := res.At(i); r.Name() != "" && r.Name() == v.Comment && r.Pos() == v.Pos() {
			return true
		}
	}
	return false
}

// perItem reports whether fn runs once per item while v stands outside of the
// loop, and v is an error: all items share it.
func (c *checker) perItem(fn *ssa.Function, v *ssa.Alloc) bool {
	if fn.Parent() == nil || rangeFuncBody(fn) || !effect.IsError(deref(v.Type())) {
		return false
	}
	lit := fn
	for lit.Parent() != nil && lit.Parent() != v.Parent() {
		lit = lit.Parent()
	}
	if lit.Parent() == nil {
		return false
	}
	loop := c.batch.Loop(v.Parent(), lit.Pos())
	if loop != nil {
		return v.Pos() < loop.Stmt.Pos()
	}
	return c.batch.Called(lit) == batch.Item && c.batch.Called(v.Parent()) != batch.Item && calledBack(lit)
}

// lookedAt reports whether the variable is read again for each item: in the loop
// that runs the literal fn, or in the literal itself.
func (c *checker) lookedAt(fn *ssa.Function, v *ssa.Alloc) bool {
	lit := fn
	for lit.Parent() != nil && lit.Parent() != v.Parent() {
		lit = lit.Parent()
	}
	loop := c.batch.Loop(v.Parent(), lit.Pos())
	for _, r := range *v.Referrers() {
		if u, ok := r.(*ssa.UnOp); ok && loop != nil && loop.Stmt.Pos() <= u.Pos() && u.Pos() < loop.Stmt.End() {
			return true
		}
	}
	for _, fv := range fn.FreeVars {
		if outerVar(fv) != v {
			continue
		}
		for _, r := range *fv.Referrers() {
			if _, ok := r.(*ssa.UnOp); ok {
				return true
			}
		}
	}
	return false
}

// rangeFuncBody reports whether fn is the body of a range-over-func loop, which
// is no function in the source.
func rangeFuncBody(fn *ssa.Function) bool {
	_, ok := fn.Syntax().(*ast.RangeStmt)
	return ok
}

// calledBack reports whether the literal is handed to a function, not called or
// deferred on the spot.
func calledBack(lit *ssa.Function) bool {
	for _, b := range lit.Parent().Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			for _, a := range call.Common().Args {
				if flow.ResolveFunc(a) == lit {
					return true
				}
			}
		}
	}
	return false
}

// lastOnly returns the loop variable that holds the error of call until the
// next round overwrites it: failing does not leave the loop, and nothing else
// is made of the error.
func (c *checker) lastOnly(fn *ssa.Function, call ssa.CallInstruction, e errValue) *ssa.Phi {
	if c.batch.Loop(fn, call.Pos()) == nil {
		return nil
	}
	loop := flow.Innermost(flow.Loops(fn), call)
	if loop == nil {
		return nil
	}
	var kept *ssa.Phi
	for _, instr := range loop.Head.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			break
		}
		for i, edge := range phi.Edges {
			pred := phi.Block().Preds[i]
			// if first == nil { first = err } keeps the first error.
			if edge == e.val && loop.Blocks[pred] && !onFailure(pred, e.val) && !fate.IsNilAt(phi, pred) {
				kept = phi
			}
		}
	}
	if kept == nil || c.leaves(loop, e.val) || c.leaves(loop, kept) || !c.onlyVia(e.val, kept) {
		return nil
	}
	return kept
}

// leaves reports whether failing leaves the loop, so that no later item can
// overwrite the error.
func (c *checker) leaves(loop *flow.Loop, v ssa.Value) bool {
	for _, r := range *v.Referrers() {
		op, ok := r.(*ssa.BinOp)
		if !ok || !testsError(op) || !loop.Blocks[op.Block()] {
			continue
		}
		for _, e := range fate.FailEdges(op) {
			if !loop.Blocks[e.To] {
				return true
			}
			back := flow.Reach(e.To, func(b *ssa.BasicBlock) bool { return b == loop.Head || !loop.Blocks[b] })
			if e.To != loop.Head && !back[loop.Head] {
				return true
			}
		}
	}
	return false
}

// onlyVia reports whether nothing is made of the error v but what becomes of
// the loop variable: tests and log lines aside.
func (c *checker) onlyVia(v ssa.Value, phi *ssa.Phi) bool {
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.BinOp:
		case *ssa.Phi:
			if r != phi && r.Block() == phi.Block() {
				return false
			}
		case *ssa.Return, *ssa.Send, *ssa.MapUpdate:
			return false
		case ssa.CallInstruction:
			return false
		}
	}
	// The loop variable must be what tells the caller.
	for _, u := range c.fl.Uses(phi) {
		if u.Kind == flow.Return {
			return true
		}
	}
	return false
}
