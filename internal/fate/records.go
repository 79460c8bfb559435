package fate

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/flow"
)

// Records reports whether an own function that call runs records its failures
// itself: it gives the errors that it returns to a counter or a report. Its
// caller may then drop them.
func (f *Fates) Records(call ssa.CallInstruction) bool {
	fn, obj := flow.Callee(call.Common())
	if fn != nil && len(fn.Blocks) > 0 {
		return f.self(fn)
	}
	var fact Fact
	return obj != nil && f.pass.ImportObjectFact(obj.Origin(), &fact) && fact.Self
}

// self reports whether fn hands an error that it goes on to return to an own
// function that records it.
func (f *Fates) self(fn *ssa.Function) bool {
	if s, ok := f.selves[fn]; ok {
		return s
	}
	f.selves[fn] = false // recursion
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if IsError(resultOf(call)) && f.Records(call) {
				f.selves[fn] = true
				return true
			}
			for i, a := range call.Common().Args {
				if IsError(a.Type()) && f.recordsArg(call, i) {
					f.selves[fn] = true
					return true
				}
			}
		}
	}
	return false
}

// resultOf returns the type of the only result of call, the invalid type where it
// has none or several.
func resultOf(call ssa.CallInstruction) types.Type {
	res := call.Common().Signature().Results()
	if res.Len() != 1 {
		return types.Typ[types.Invalid]
	}
	return res.At(0).Type()
}

// recordsArg reports whether the called function records its argument i.
func (f *Fates) recordsArg(call ssa.CallInstruction, i int) bool {
	fn, obj := flow.Callee(call.Common())
	if fn != nil && len(fn.Blocks) > 0 {
		return i < len(fn.Params) && f.records(fn.Params[i])
	}
	if call.Common().IsInvoke() {
		i++
	}
	var fact Fact
	return obj != nil && i < 64 && f.pass.ImportObjectFact(obj.Origin(), &fact) && fact.Records&(1<<i) != 0
}

// records reports whether the error parameter p is stored, sent or reported by
// its function: more than being handed back.
func (f *Fates) records(p *ssa.Parameter) bool {
	if r, ok := f.recorded[p]; ok {
		return r
	}
	f.recorded[p] = false // recursion
	for _, u := range f.fl.Uses(p) {
		if u.Kind&(flow.Store|flow.Send|flow.Alert) != 0 {
			f.recorded[p] = true
			return true
		}
	}
	return false
}
