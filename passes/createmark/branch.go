package createmark

import (
	"go/constant"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/effect"
	"github.com/idemlint/idemlint/internal/flow"
	"github.com/idemlint/idemlint/internal/origin"
)

func (w *walk) boolSide(cond ssa.Value) (side int, ok bool) {
	if w.m.When == "" {
		return 0, false
	}
	if w.m.When == "false" {
		side = 1
	}
	for {
		switch x := cond.(type) {
		case *ssa.UnOp:
			if x.Op != token.NOT {
				return 0, false
			}
			cond, side = x.X, 1-side
			continue
		case *ssa.Extract:
			cond = x.Tuple
			continue
		case *ssa.Call:
			return side, ssa.CallInstruction(x) == w.c.call
		}
		return 0, false
	}
}

func constBool(ret *ssa.Return) string {
	for _, r := range ret.Results {
		if c, ok := r.(*ssa.Const); ok && c.Value != nil && c.Value.Kind() == constant.Bool {
			return c.Value.String()
		}
	}
	return ""
}

func (w *walk) failed(ret *ssa.Return) bool {
	if len(ret.Results) == 0 {
		return false
	}
	e := ret.Results[len(ret.Results)-1]
	if !effect.IsError(e.Type()) || isNil(e) || origin.From(e, w.isC) {
		return false
	}
	for b := ret.Block(); b != nil; b = b.Idom() {
		if b.Dominates(w.c.call.Block()) && nonNilOn(b, e, w.c.call.Block()) {
			return true
		}
	}
	return false
}

func nonNilOn(b *ssa.BasicBlock, e ssa.Value, target *ssa.BasicBlock) bool {
	ifi := origin.If(b)
	if ifi == nil {
		return false
	}
	bin, ok := ifi.Cond.(*ssa.BinOp)
	if !ok || bin.X != e && bin.Y != e || !isNil(bin.X) && !isNil(bin.Y) {
		return false
	}
	side := b.Succs[0]
	if bin.Op == token.EQL {
		side = b.Succs[1]
	}
	return side == target || side.Dominates(target)
}

func (w *walk) next(b *ssa.BasicBlock) []*ssa.BasicBlock {
	succs := flow.Succs(b)
	ifi := origin.If(b)
	if ifi == nil || len(succs) != 2 {
		return succs
	}
	if side, ok := w.boolSide(ifi.Cond); ok {
		return succs[side : side+1]
	}
	bin, ok := ifi.Cond.(*ssa.BinOp)
	if !ok || bin.Op != token.EQL && bin.Op != token.NEQ {
		return w.answer(b, ifi, succs)
	}
	e := bin.X
	if isNil(bin.X) {
		e = bin.Y
	} else if !isNil(bin.Y) {
		return w.answer(b, ifi, succs)
	}
	if !effect.IsError(e.Type()) || !w.errorOf(e) {
		return w.answer(b, ifi, succs)
	}
	if bin.Op == token.NEQ {
		return succs[1:]
	}
	return succs[:1]
}

func (w *walk) answer(_ *ssa.BasicBlock, ifi *ssa.If, succs []*ssa.BasicBlock) []*ssa.BasicBlock {
	if len(w.loops) == 0 || !w.direct(ifi.Cond) {
		return succs
	}
	l := w.loops[len(w.loops)-1]
	leaves := func(b *ssa.BasicBlock) bool {
		if !l.Blocks[b] {
			return true
		}
		r := flow.Reach(b, func(x *ssa.BasicBlock) bool { return x == l.Head || !l.Blocks[x] })
		return b != l.Head && !r[l.Head]
	}
	a, c := leaves(succs[0]), leaves(succs[1])
	switch {
	case a && !c && !endsInError(succs[0]):
		return succs[:1]
	case c && !a && !endsInError(succs[1]):
		return succs[1:]
	}
	return succs
}

func endsInError(b *ssa.BasicBlock) bool {
	for range 6 {
		if ret, ok := lastInstr(b).(*ssa.Return); ok {
			n := len(ret.Results)
			return n > 0 && effect.IsError(ret.Results[n-1].Type()) && !isNil(ret.Results[n-1])
		}
		if len(b.Succs) != 1 {
			return false
		}
		b = b.Succs[0]
	}
	return false
}

func isNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.IsNil()
}

func (w *walk) errorOf(e ssa.Value) bool {
	if load, ok := e.(*ssa.UnOp); ok && load.Op == token.MUL {
		if v := lastStore(load); v != nil {
			e = v
		}
	}
	return w.direct(e)
}

func (w *walk) direct(v ssa.Value) bool {
	found := false
	origin.Walk(v, func(v ssa.Value) bool {
		if w.isC(v) {
			found = true
			return false
		}
		if c, ok := v.(*ssa.Call); ok {
			return len(dataArgs(c)) == 0 // ProduceSync(..).FirstErr()
		}
		return !found
	})
	return found
}

func lastStore(load *ssa.UnOp) ssa.Value {
	b := load.Block()
	i := slices.Index(b.Instrs, ssa.Instruction(load))
	for range 8 {
		for j := i - 1; j >= 0; j-- {
			if st, ok := b.Instrs[j].(*ssa.Store); ok && st.Addr == load.X {
				return st.Val
			}
		}
		if len(b.Preds) != 1 {
			return nil
		}
		b = b.Preds[0]
		i = len(b.Instrs)
	}
	return nil
}
