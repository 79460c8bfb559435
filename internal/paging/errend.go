package paging

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/effect"
	"github.com/idemlint/idemlint/internal/flow"
)

// ErrorEnds returns the calls for a page, or for the next item of a pager, whose
// error ends the loop around as the last page does: it is tested, at most
// logged, and what was read so far goes on as if it were everything.
func (p *Pages) ErrorEnds() []*ssa.Call {
	pages := map[*ssa.Call]bool{}
	for _, j := range p.Judged {
		pages[j.Call] = true
	}
	var out []*ssa.Call
	for _, fn := range p.pkg.Funcs {
		loops := flow.Loops(fn)
		if len(loops) == 0 {
			continue
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				call, ok := instr.(*ssa.Call)
				if !ok || !pages[call] && !p.asksPager(call) {
					continue
				}
				if loop := flow.Innermost(loops, call); loop != nil && p.errorEnds(call, loop) {
					out = append(out, call)
				}
			}
		}
	}
	return out
}

// asksPager tells Next and NextPage of a library's pager or iterator.
func (p *Pages) asksPager(call *ssa.Call) bool {
	_, obj := flow.Callee(call.Common())
	if obj == nil || obj.Signature().Recv() == nil || p.own(obj) || obj.Name() != "Next" && obj.Name() != "NextPage" {
		return false
	}
	return isPagerMethod(obj) || hasMethod(obj.Signature().Recv().Type(), "PageInfo")
}

func hasMethod(t types.Type, name string) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
	_, ok := obj.(*types.Func)
	return ok
}

func (p *Pages) errorEnds(call *ssa.Call, loop *flow.Loop) bool {
	err := errorOf(call)
	if err == nil {
		return false
	}
	ends := false
	for _, u := range p.fl.Uses(err) {
		switch u.Kind {
		case flow.Log:
		case flow.NilTest:
			if u.Via != nil {
				return false
			}
			for _, ifi := range deciders(u.Instr) {
				ends = ends || endsWell(ifi, loop) || endsStream(ifi, loop)
			}
		default:
			return false
		}
	}
	return ends
}

// errorOf returns the error that the call gives, or nil.
func errorOf(call *ssa.Call) ssa.Value {
	res := call.Call.Signature().Results()
	n := res.Len()
	if n == 0 || !effect.IsError(res.At(n-1).Type()) {
		return nil
	}
	if n == 1 {
		return call
	}
	for _, r := range *call.Referrers() {
		if x, ok := r.(*ssa.Extract); ok && x.Index == n-1 {
			return x
		}
	}
	return nil
}

// endsWell reports whether the branch leaves the loop for a return that claims
// success with what was read.
func endsWell(ifi *ssa.If, loop *flow.Loop) bool {
	if !loop.Contains(ifi) {
		return false
	}
	for _, s := range ifi.Block().Succs {
		if loop.Blocks[s] {
			continue
		}
		if ret := straightReturn(s); ret != nil && claimsSuccess(ret) {
			return true
		}
	}
	return false
}

// endsStream reports whether the branch ends the body of an iterator: whoever
// ranges over it cannot tell this end from that of the last page.
func endsStream(ifi *ssa.If, loop *flow.Loop) bool {
	fn := ifi.Parent()
	if !loop.Contains(ifi) || !yields(fn) {
		return false
	}
	for _, s := range ifi.Block().Succs {
		if !loop.Blocks[s] && straightReturn(s) != nil && !callsYield(fn, s) {
			return true
		}
	}
	return false
}

// yields tells bodies of iterators: func(yield func(T) bool).
func yields(fn *ssa.Function) bool {
	sig := fn.Signature
	if sig.Results().Len() != 0 || sig.Params().Len() != 1 {
		return false
	}
	y, ok := sig.Params().At(0).Type().Underlying().(*types.Signature)
	return ok && y.Params().Len() > 0 && y.Results().Len() == 1 && isBool(y.Results().At(0).Type())
}

// callsYield reports whether the way from b to the return gives a last item,
// which may tell of the error.
func callsYield(fn *ssa.Function, b *ssa.BasicBlock) bool {
	for range 12 {
		for _, instr := range b.Instrs {
			if call, ok := instr.(*ssa.Call); ok && flow.ResolveAddr(call.Call.Value) == ssa.Value(fn.Params[0]) {
				return true
			}
		}
		if len(b.Succs) != 1 {
			return false
		}
		b = b.Succs[0]
	}
	return false
}

// straightReturn returns the return that b leads to without a decision.
func straightReturn(b *ssa.BasicBlock) *ssa.Return {
	for range 12 {
		if len(b.Instrs) == 0 {
			return nil
		}
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			return ret
		}
		if len(b.Succs) != 1 {
			return nil
		}
		b = b.Succs[0]
	}
	return nil
}

// claimsSuccess tells returns with a result that was computed and no error.
func claimsSuccess(ret *ssa.Return) bool {
	n := len(ret.Results)
	if n == 0 {
		return false
	}
	last := ret.Results[n-1]
	if effect.IsError(last.Type()) {
		if c, ok := last.(*ssa.Const); !ok || !c.IsNil() {
			return false
		}
		if n == 1 {
			return true
		}
	}
	for _, r := range ret.Results {
		if _, ok := r.(*ssa.Const); !ok && !isBool(r.Type()) {
			return true
		}
	}
	return false
}
