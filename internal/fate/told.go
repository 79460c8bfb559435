package fate

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/flow"
)

func (f *Fates) told(v ssa.Value) bool {
	for _, u := range f.fl.Uses(v) {
		switch u.Kind {
		case flow.Return, flow.Store, flow.Send, flow.Alert, flow.Pass, flow.Panic, flow.Escape:
			return true
		case flow.Compare, flow.NilTest:
			if isErrors(v.Type()) {
				if f.decides(u) {
					return true
				}
			} else if !IsError(v.Type()) {
				return true
			}
		case flow.Log:
			// A list of errors that is only printed is a longer log line.
			if !IsError(v.Type()) && !isErrors(v.Type()) {
				return true
			}
		}
	}
	return false
}

func isErrors(t types.Type) bool {
	list, ok := t.Underlying().(*types.Slice)
	return ok && IsError(list.Elem())
}

func (f *Fates) decides(u flow.Use) bool {
	op, ok := u.Instr.(*ssa.BinOp)
	if !ok {
		return true
	}
	for _, e := range FailEdges(op) {
		if f.region(e, &Fate{}) != "" {
			return true
		}
	}
	return false
}

func (f *Fates) returns(ret *ssa.Return, set map[*ssa.BasicBlock]bool) string {
	for i, r := range ret.Results {
		if IsError(r.Type()) {
			if !IsNilAt(r, ret.Block()) {
				return "another error is returned"
			}
			continue
		}
		if st, ok := r.Type().Underlying().(*types.Struct); ok && st.NumFields() > 0 && filled(r) {
			return "returned as another answer" // Result{Requeue: true}
		}
		if i == len(ret.Results)-1 || !IsError(ret.Results[len(ret.Results)-1].Type()) || isBool(r.Type()) {
			if f.otherReturn(ret, i, set) {
				return "returned as another answer"
			}
		}
	}
	return ""
}

func filled(v ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return false
	}
	alloc, ok := load.X.(*ssa.Alloc)
	if !ok || alloc.Comment != "complit" {
		return false
	}
	for _, r := range *alloc.Referrers() {
		if fa, ok := r.(*ssa.FieldAddr); ok && len(*fa.Referrers()) > 0 {
			return true
		}
	}
	return false
}

func (f *Fates) otherReturn(ret *ssa.Return, i int, set map[*ssa.BasicBlock]bool) bool {
	for _, b := range ret.Parent().Blocks {
		other, ok := lastReturn(b)
		if !ok || set[b] || other == ret {
			continue
		}
		v := other.Results[i]
		if c, ok := ret.Results[i].(*ssa.Const); ok {
			if oc, ok := v.(*ssa.Const); ok && sameConst(c, oc) {
				continue
			}
			return true
		}
		if v != ret.Results[i] {
			return true
		}
	}
	return false
}

func lastReturn(b *ssa.BasicBlock) (*ssa.Return, bool) {
	if len(b.Instrs) == 0 {
		return nil, false
	}
	ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
	return ret, ok
}

func isBool(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

func IsNilAt(v ssa.Value, b *ssa.BasicBlock) bool {
	switch x := v.(type) {
	case *ssa.Const:
		return x.IsNil()
	case *ssa.Phi:
		for _, e := range x.Edges {
			if c, ok := e.(*ssa.Const); !ok || !c.IsNil() {
				return testedNil(v, b)
			}
		}
		return true
	}
	return testedNil(v, b)
}

func testedNil(v ssa.Value, b *ssa.BasicBlock) bool {
	if v.Referrers() == nil {
		return false
	}
	for _, r := range *v.Referrers() {
		op, ok := r.(*ssa.BinOp)
		if !ok || (op.Op != token.NEQ && op.Op != token.EQL) || !nilConst(op.X) && !nilConst(op.Y) {
			continue
		}
		for _, rr := range *op.Referrers() {
			i, ok := rr.(*ssa.If)
			if !ok {
				continue
			}
			nilSide := i.Block().Succs[0]
			if op.Op == token.NEQ {
				nilSide = i.Block().Succs[1]
			}
			if len(nilSide.Preds) == 1 && nilSide.Dominates(b) {
				return true
			}
		}
	}
	return false
}

func nilConst(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.IsNil()
}

func nameOf(phi *ssa.Phi) string {
	if phi.Comment != "" {
		return phi.Comment
	}
	return "a variable"
}
