package swallow

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/api"
	"github.com/idemlint/idemlint/internal/effect"
	"github.com/idemlint/idemlint/internal/flow"
	"github.com/idemlint/idemlint/internal/ir"
)

// builds reports whether leaving something out is a choice that only a
// convention could call wrong: a pure function parses or checks, in a function
// that itself only builds a value and has no error to give; or it looks for the
// thing that is then to be removed, and there is none.
func (c *checker) builds(fn *ssa.Function, call ssa.CallInstruction, changes bool) bool {
	if changes || c.eff.Call(call).Has(effect.Outside|effect.Write) {
		return false
	}
	if c.findsToRemove(call) {
		return true
	}
	res := fn.Signature.Results()
	if fn.Parent() != nil || res.Len() == 0 || effect.IsError(res.At(res.Len()-1).Type()) {
		return false
	}
	return !c.eff.Func(fn).Has(effect.Outside | effect.Write | effect.Unknown)
}

// findsToRemove reports whether call looks something up whose removal follows:
// not to find it is as good as having removed it.
func (c *checker) findsToRemove(call ssa.CallInstruction) bool {
	_, obj := flow.Callee(call.Common())
	if obj == nil || effect.VerbOf(obj.Name()) != effect.VerbRead || effectOnly(call) {
		return false
	}
	for b := range flow.Reach(call.Block(), func(b *ssa.BasicBlock) bool { return !call.Block().Dominates(b) }) {
		for _, instr := range b.Instrs {
			next, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			if _, o := flow.Callee(next.Common()); o != nil && removes(o) {
				return true
			}
		}
	}
	return false
}

func removes(obj *types.Func) bool {
	words := effect.Words(obj.Name())
	return len(words) > 0 && (words[0] == "delete" || words[0] == "remove" || words[0] == "destroy")
}

// isStatus reports whether call writes the status of a Kubernetes object, which
// the next reconcile writes again.
func isStatus(call ssa.CallInstruction) bool {
	recv := receiver(call)
	if recv == nil {
		return false
	}
	_, ok := api.LookupName(api.Reconciled, api.TypeKey(recv.Type()))
	return ok
}

// takesMany reports whether a call is given a list, itself or in a field of its
// request.
func (c *checker) takesMany(call ssa.CallInstruction) bool {
	params := call.Common().Signature().Params()
	for i := range params.Len() {
		t := params.At(i).Type()
		if _, ok := t.Underlying().(*types.Slice); ok && !(call.Common().Signature().Variadic() && i == params.Len()-1) {
			return true
		}
		st := structUnder(t)
		if st == nil {
			continue
		}
		for j := range st.NumFields() {
			switch st.Field(j).Type().Underlying().(type) {
			case *types.Slice, *types.Map:
				return true
			}
		}
	}
	return false
}

// enveloped reports whether t is the envelope that an API puts around every
// answer, {success, errors, messages}: its client gives a Go error where success
// is false.
func enveloped(t types.Type) bool {
	st := structUnder(t)
	if st == nil {
		return false
	}
	has := map[string]bool{}
	for i := range st.NumFields() {
		has[st.Field(i).Name()] = true
	}
	return has["Success"] && has["Errors"] && has["Messages"]
}

// isOutcome reports whether t is a type of results that a library gives for many
// commands at once, whatever interface they were sent through.
func isOutcome(t types.Type) bool {
	_, ok := api.LookupName(api.Future, api.TypeKey(t))
	return ok
}

// boxed returns what an interface value was made of.
func boxed(v ssa.Value) ssa.Value {
	switch x := v.(type) {
	case *ssa.MakeInterface:
		return x.X
	case *ssa.ChangeInterface:
		return x.X
	}
	return v
}

// holdsError reports whether what the channel x delivers is a record of a
// library that has its error in a field, and x is the answer to a call that
// changes something.
func (c *checker) holdsError(t types.Type, x ast.Expr) bool {
	st := structUnder(t)
	call, ok := ast.Unparen(x).(*ast.CallExpr)
	if st == nil || !ok {
		return false
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	fn, ok := c.pass.TypesInfo.Uses[sel.Sel].(*types.Func)
	if !ok || fn.Pkg() == nil || fn.Pkg() == c.pass.Pkg || ir.IsStd(fn.Pkg().Path()) || !changesByName(fn) {
		return false
	}
	for i := range st.NumFields() {
		if f := st.Field(i); effect.IsError(f.Type()) && f.Exported() {
			return true
		}
	}
	return false
}

// paramIn returns the parameter that v is, or that the variable v holds because
// a literal captures it.
func paramIn(v ssa.Value) *ssa.Parameter {
	if p, ok := v.(*ssa.Parameter); ok {
		return p
	}
	alloc, ok := v.(*ssa.Alloc)
	if !ok {
		return nil
	}
	var held *ssa.Parameter
	for _, r := range *alloc.Referrers() {
		if st, ok := r.(*ssa.Store); ok && st.Addr == v {
			p, ok := st.Val.(*ssa.Parameter)
			if !ok || held != nil {
				return nil
			}
			held = p
		}
	}
	return held
}

// acksItself reports whether call acknowledges an item, or is an own helper that
// does so as one of its steps: an item that it fails for is delivered again.
func (c *checker) acksItself(call ssa.CallInstruction) bool {
	callee, obj := flow.Callee(call.Common())
	if _, ok := api.Lookup(api.Ack, obj); ok && obj != nil {
		return true
	}
	if callee == nil {
		return false
	}
	for _, b := range callee.Blocks {
		for _, instr := range b.Instrs {
			step, ok := instr.(*ssa.Call) // a deferred one runs on failure too
			if !ok || b.Index == 0 {
				continue
			}
			if _, o := flow.Callee(step.Common()); o != nil {
				if _, ok := api.Lookup(api.Ack, o); ok {
					return true
				}
			}
		}
	}
	return false
}
