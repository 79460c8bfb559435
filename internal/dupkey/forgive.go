package dupkey

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/flow"
)

// Forgives is a fact: the function takes an error and gives nil in its place
// where it means a duplicate key.
type Forgives struct{}

// AFact marks Forgives as a fact.
func (*Forgives) AFact()         {}
func (*Forgives) String() string { return "forgives a duplicate key" }

// Forgiven reports whether err goes through a function that gives nil for a
// duplicate key, as in "return ignoreDuplicate(err)".
func (t *Tests) Forgiven(err ssa.Value) bool {
	for _, u := range t.fl.Uses(err) {
		if call, ok := u.Instr.(*ssa.Call); ok && t.forgiver(call, err) {
			return true
		}
	}
	if refs := err.Referrers(); refs != nil {
		for _, r := range *refs {
			if call, ok := r.(*ssa.Call); ok && t.forgiver(call, err) {
				return true
			}
		}
	}
	return false
}

func (t *Tests) forgiver(call *ssa.Call, err ssa.Value) bool {
	given := false
	for _, a := range call.Call.Args {
		given = given || a == err
	}
	if !given {
		return false
	}
	fn, obj := flow.Callee(&call.Call)
	if fn != nil && len(fn.Blocks) > 0 {
		return t.forgives(fn)
	}
	return obj != nil && t.pass.ImportObjectFact(obj.Origin(), &Forgives{})
}

// forgives reports whether fn, whose only result is an error, returns nil where
// the error that it is given means a duplicate.
func (t *Tests) forgives(fn *ssa.Function) bool {
	if f, ok := t.forgiving[fn]; ok {
		return f
	}
	t.forgiving[fn] = false
	if res := fn.Signature.Results(); res.Len() != 1 || !isError(res.At(0).Type()) {
		return false
	}
	for _, p := range fn.Params {
		if !isError(p.Type()) {
			continue
		}
		for _, test := range t.Of(p) {
			if len(test.Then.Preds) == 1 && returnsNil(test.Then) {
				t.forgiving[fn] = true
				return true
			}
		}
		if t.Forgiven(p) { // it hands on to another one
			t.forgiving[fn] = true
			return true
		}
	}
	return false
}

func isError(t types.Type) bool { return types.Identical(t, types.Universe.Lookup("error").Type()) }

// returnsNil reports whether b does nothing but return nil.
func returnsNil(b *ssa.BasicBlock) bool {
	for _, instr := range b.Instrs {
		switch in := instr.(type) {
		case *ssa.Return:
			k, ok := in.Results[0].(*ssa.Const)
			return ok && k.IsNil()
		case *ssa.DebugRef:
		default:
			return false
		}
	}
	return false
}

// always reports whether every caller of p's function, all of them known, gives
// the code of a duplicate for p.
func (t *Tests) always(p *ssa.Parameter) bool {
	b, ok := p.Type().Underlying().(*types.Basic)
	if !ok || b.Info()&(types.IsString|types.IsInteger) == 0 {
		return false
	}
	calls, all := t.fl.Callers(p.Parent())
	if !all || len(calls) == 0 {
		return false
	}
	for _, call := range calls {
		for i, param := range p.Parent().Params {
			if param != p {
				continue
			}
			args := call.Common().Args
			if i >= len(args) {
				return false
			}
			if k, ok := args[i].(*ssa.Const); !ok || !IsCode(k) {
				return false
			}
		}
	}
	return true
}
