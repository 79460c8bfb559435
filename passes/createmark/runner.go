package createmark

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/api"
	"github.com/idemlint/idemlint/internal/effect"
	"github.com/idemlint/idemlint/internal/flow"
)

// runsToNil reports whether fn is run by a library or an own loop that takes a
// nil error for "done" and acknowledges.
func (s *scanner) runsToNil(fn *ssa.Function) bool {
	sig := fn.Signature
	if !hasError(sig) {
		return false
	}
	for i := range sig.Params().Len() {
		if _, ok := api.LookupName(api.Runner, api.TypeKey(sig.Params().At(i).Type())); ok {
			return true
		}
	}
	if fn.Parent() == nil {
		return false
	}
	for _, c := range s.literalCalls(fn) {
		sum := s.callee(c)
		if sum == nil {
			continue
		}
		for i, a := range arguments(c) {
			if flow.ResolveFunc(a) == fn && contains(sum.Acked, i+1) {
				return true
			}
		}
	}
	return false
}

// ackedParams returns the function parameters of fn that are called before an
// acknowledgement which their error can prevent.
func (s *scanner) ackedParams(fn *ssa.Function) []int {
	var out []int
	for i, p := range fn.Params {
		sig, ok := p.Type().Underlying().(*types.Signature)
		if !ok || !hasError(sig) || p.Referrers() == nil {
			continue
		}
		for _, call := range callsOf(p) {
			if s.ackFollows(call) {
				out = append(out, i+1)
				break
			}
		}
	}
	return out
}

// callsOf returns the calls of the function value v, also in literals that
// capture it.
func callsOf(v ssa.Value) []ssa.CallInstruction {
	var out []ssa.CallInstruction
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case ssa.CallInstruction:
			if r.Common().Value == v {
				out = append(out, r)
			}
		case *ssa.Store:
			if al, ok := r.Addr.(*ssa.Alloc); ok {
				for _, l := range *al.Referrers() {
					if u, ok := l.(*ssa.UnOp); ok {
						out = append(out, callsOf(u)...)
					}
				}
			}
		}
	}
	return out
}

// ackFollows reports whether an acknowledgement can follow the call.
func (s *scanner) ackFollows(call ssa.CallInstruction) bool {
	reach := flow.Reach(call.Block(), nil)
	reach[call.Block()] = true
	for b := range reach {
		for _, instr := range b.Instrs {
			c, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			st := s.site(c)
			if st.obj == nil || st.mark.Strength != StrongMark {
				continue
			}
			if _, ok := lookup(api.Ack, st.obj); ok || acks(st) || effect.VerbOf(st.obj.Name()) == effect.VerbWrite {
				return true
			}
		}
	}
	return false
}
