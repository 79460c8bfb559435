package swallow

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/effect"
	"github.com/idemlint/idemlint/internal/flow"
	"github.com/idemlint/idemlint/internal/report"
)

func (c *checker) group(fn *ssa.Function, call ssa.CallInstruction) bool {
	_, obj := flow.Callee(call.Common())
	recv := receiver(call)
	if obj == nil || recv == nil || obj.Name() != "Wait" || !runsFuncs(recv.Type()) {
		return false
	}
	e, ok := c.errorOf(call)
	if !ok {
		return false
	}
	how := " is dropped"
	if e.val != nil {
		f := c.fates.Of(e.val)
		if f.Reaches {
			c.silent(call, "group", "the error is "+f.How)
			return true
		}
		how = " is only logged"
		if !f.Logged {
			how = " is dropped"
		}
	}
	if c.neverFail(rootOf(recv)) {
		c.silent(call, "group", "its functions never return an error")
		return true
	}
	c.report(call, "group", report.High, "the error of "+c.recvName(call)+".Wait, which tells what its functions could not do,"+how+": "+
		funcName(fn)+ends(fn.Signature.Results()))
	return true
}

func runsFuncs(t types.Type) bool {
	for _, name := range []string{"Go", "Submit", "TryGo"} {
		obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
		m, ok := obj.(*types.Func)
		if !ok || m.Signature().Params().Len() == 0 {
			continue
		}
		if sig, ok := m.Signature().Params().At(0).Type().Underlying().(*types.Signature); ok && givesError(sig) {
			return true
		}
	}
	return false
}

func (c *checker) neverFail(g ssa.Value) bool {
	given := 0
	for _, call := range c.methodsOn(g) {
		for _, a := range call.Common().Args {
			if _, ok := a.Type().Underlying().(*types.Signature); !ok {
				continue
			}
			f := flow.ResolveFunc(a)
			if f == nil || len(f.Blocks) == 0 || c.eff.Func(f).Has(effect.Fail) {
				return false
			}
			given++
		}
	}
	return given > 0
}
