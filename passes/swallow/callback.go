package swallow

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/api"
	"github.com/idemlint/idemlint/internal/batch"
	"github.com/idemlint/idemlint/internal/effect"
	"github.com/idemlint/idemlint/internal/flow"
	"github.com/idemlint/idemlint/internal/ir"
	"github.com/idemlint/idemlint/internal/report"
)

// callbacks is the rule for function literals that a library tells of an error:
// the outcome of an asynchronous send, the directory that a walk could not
// read. Where the literal drops the error, nobody else has it.
func (c *checker) callbacks(fn *ssa.Function, call ssa.CallInstruction) {
	callee, obj := flow.Callee(call.Common())
	if obj == nil || obj.Pkg() == nil || callee != nil && len(callee.Blocks) > 0 {
		return
	}
	_, each := api.Lookup(api.Each, obj)
	sends := !ir.IsStd(obj.Pkg().Path()) && changesByName(obj) && c.batch.At(fn, call.Pos()) == batch.Item
	if !each && !sends {
		return
	}
	for _, arg := range call.Common().Args {
		lit := flow.ResolveFunc(arg)
		if lit == nil || len(lit.Blocks) == 0 || lit.Parent() == nil {
			continue
		}
		for _, p := range lit.Params {
			if effect.IsError(p.Type()) {
				c.callback(fn, call, obj, lit, p)
			}
		}
	}
}

func (c *checker) callback(fn *ssa.Function, call ssa.CallInstruction, obj *types.Func, lit *ssa.Function, p *ssa.Parameter) {
	f := c.fates.Of(p)
	if f.Reaches {
		c.rep.Silent(lit.Pos(), "swallow/callback", "the error is "+f.How)
		return
	}
	pos, how := lit.Pos(), "dropped"
	if f.Logged {
		how = "only logged"
	}
	for _, r := range *p.Referrers() {
		if op, ok := r.(*ssa.BinOp); ok && testsError(op) {
			pos = op.Pos()
		}
	}
	c.rep.Report(report.Finding{
		Rule: "swallow/callback", Pos: pos,
		Message: "the error that " + obj.Name() + " tells its callback is " + how + ": " + funcName(outermost(fn)) + ends(outermost(fn).Signature.Results()),
	})
}
