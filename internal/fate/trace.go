package fate

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/api"
	"github.com/idemlint/idemlint/internal/effect"
	"github.com/idemlint/idemlint/internal/flow"
	"github.com/idemlint/idemlint/internal/ir"
)

// findTraces finds the own functions whose call leaves a trace: they store into
// what outlives them, send, write outside, alert, or call one that does. It adds
// up until nothing changes; traces only grow.
func (f *Fates) findTraces() {
	for changed := true; changed; {
		changed = false
		for _, fn := range f.pkg.Funcs {
			if !f.trace[fn] && f.leavesTrace(fn) {
				f.trace[fn] = true
				changed = true
			}
		}
	}
}

func (f *Fates) leavesTrace(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch in := instr.(type) {
			case *ssa.Send, *ssa.Panic:
				return true
			case *ssa.Store:
				_, captured := in.Addr.(*ssa.FreeVar)
				if _, outlives := flow.Holder(in.Addr); outlives || captured {
					return true
				}
			case *ssa.MapUpdate:
				if _, outlives := flow.Holder(in.Map); outlives {
					return true
				}
			case ssa.CallInstruction:
				if f.callTraces(in) {
					return true
				}
			}
		}
	}
	return false
}

func (f *Fates) callTraces(call ssa.CallInstruction) bool {
	common := call.Common()
	if _, ok := common.Value.(*ssa.Builtin); ok {
		return false
	}
	fn, obj := flow.Callee(common)
	if fn != nil && len(fn.Blocks) > 0 {
		return f.trace[fn]
	}
	if obj == nil {
		return !isTidying(common.Value.Type(), "")
	}
	if c, ok := call.(*ssa.Call); ok && flow.NoReturn(c) {
		return true
	}
	if api.IsLog(obj) {
		return false
	}
	return f.foreignTraces(call, obj)
}

func (f *Fates) foreignTraces(call ssa.CallInstruction, obj *types.Func) bool {
	var fact Fact
	if f.pass.ImportObjectFact(obj.Origin(), &fact) {
		return fact.Trace
	}
	if obj.Pkg() == nil || f.ownPackage(obj) && !call.Common().IsInvoke() || isTidying(nil, obj.Name()) {
		return false
	}
	eff := f.eff.Call(call)
	if eff.Has(effect.Write | effect.Alert | effect.Exit) {
		return true
	}
	if ir.IsStd(obj.Pkg().Path()) {
		return stdCounters[obj.Pkg().Path()] && obj.Name() != "Load"
	}
	if _, ok := api.Lookup(api.Pure, obj); ok {
		return false
	}
	// A library call for its effect alone: a counter, a tracker.
	c, ok := call.(*ssa.Call)
	return ok && !used(c)
}
