package swallow

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/batch"
	"github.com/idemlint/idemlint/internal/effect"
	"github.com/idemlint/idemlint/internal/fate"
	"github.com/idemlint/idemlint/internal/flow"
	"github.com/idemlint/idemlint/internal/report"
)

// errValue is the error that a call gives.
type errValue struct {
	val  ssa.Value // nil: nobody takes it
	obj  *types.Func
	name string // of the call, for messages
}

// errorOf returns the error result of call, if it has one.
func (c *checker) errorOf(call ssa.CallInstruction) (errValue, bool) {
	common := call.Common()
	if _, ok := common.Value.(*ssa.Builtin); ok {
		return errValue{}, false
	}
	res := common.Signature().Results()
	n := res.Len()
	if n == 0 || !effect.IsError(res.At(n-1).Type()) {
		return errValue{}, false
	}
	_, obj := flow.Callee(common)
	e := errValue{obj: obj, name: c.callName(call, obj)}
	value, ok := call.(*ssa.Call)
	if !ok {
		return e, true // go and defer drop results
	}
	if n == 1 {
		if len(*value.Referrers()) > 0 {
			e.val = value
		}
		return e, true
	}
	for _, r := range *value.Referrers() {
		x, ok := r.(*ssa.Extract)
		if !ok { // return f(): handed on as a whole
			return errValue{}, false
		}
		if x.Index == n-1 && len(*x.Referrers()) > 0 {
			e.val = x
		}
	}
	return e, true
}

// ignored is the rule for a call whose error nobody takes.
func (c *checker) ignored(fn *ssa.Function, call ssa.CallInstruction, e errValue) {
	if !c.changes(call, e.obj) {
		return // nothing was to be changed: no record is lost by it
	}
	if _, ok := call.(*ssa.Defer); ok {
		c.silent(call, "ignored", "a deferred clean-up")
		return
	}
	if why := c.harmless(fn, call, e); why != "" {
		c.silent(call, "ignored", why)
		return
	}
	c.report(call, "ignored", report.High, "the error of "+e.name+" is ignored: "+c.instead(fn, call))
}

// lost is the rule for a call whose error is looked at but reaches nobody.
func (c *checker) lost(fn *ssa.Function, call ssa.CallInstruction, e errValue) {
	level := c.batch.At(fn, call.Pos())
	if level < batch.Item && !c.changes(call, e.obj) {
		return // outside of the loop only lost changes lose a record
	}
	f := c.fates.Of(e.val)
	if f.Reaches {
		c.silent(call, "logonly", "the error is "+f.How)
		return
	}
	if why := c.harmless(fn, call, e); why != "" {
		c.silent(call, "logonly", why)
		return
	}
	if why := c.repeated(fn, call, f); why != "" {
		c.silent(call, "logonly", why)
		return
	}
	switch {
	case f.Logged:
		c.report(call, "logonly", report.High, "the error of "+e.name+" is only logged: "+c.instead(fn, call))
	case f.Tested:
		c.report(call, "dropped", report.High, "the error of "+e.name+" is tested and dropped: "+c.instead(fn, call))
	case f.Matched:
		c.report(call, "dropped", report.High, "the error of "+e.name+" is compared with one that is expected, all others are dropped: "+c.instead(fn, call))
	default:
		if c.changes(call, e.obj) {
			c.report(call, "ignored", report.High, "the error of "+e.name+" is assigned and never looked at: "+c.instead(fn, call))
		}
	}
}

// instead says what happens after the error is lost.
func (c *checker) instead(fn *ssa.Function, call ssa.CallInstruction) string {
	name := funcName(fn)
	loop := c.batch.Loop(fn, call.Pos())
	res := fn.Signature.Results()
	switch {
	case loop != nil && loop.Over != "":
		return "the loop over " + loop.Over + " goes on and " + name + ends(res)
	case loop != nil:
		return "the loop goes on and " + name + ends(res)
	}
	return name + ends(res)
}

func ends(res *types.Tuple) string {
	if n := res.Len(); n > 0 && effect.IsError(res.At(n-1).Type()) {
		return " returns nil as if all were done"
	}
	return " tells nobody"
}

// funcName names a function in messages.
func funcName(fn *ssa.Function) string {
	for fn.Parent() != nil {
		if fn.Signature.Results().Len() > 0 {
			return "the function literal in " + funcName(fn.Parent())
		}
		fn = fn.Parent()
	}
	return fn.Name()
}

// callName names a call in messages: the function, or the variable that holds
// it.
func (c *checker) callName(call ssa.CallInstruction, obj *types.Func) string {
	if obj != nil {
		return obj.Name()
	}
	if syntax, ok := c.calls[call.Pos()]; ok {
		if s := types.ExprString(syntax.Fun); len(s) < 60 {
			return s
		}
	}
	return "the function"
}

// repeated says why an error that is only logged loses nothing: the same thing
// is tried again.
func (c *checker) repeated(fn *ssa.Function, call ssa.CallInstruction, f fate.Fate) string {
	loop := c.batch.Loop(fn, call.Pos())
	if loop != nil && loop.Endless && c.gets(call) {
		return "an endless loop asks for its next item again"
	}
	return c.leftBehind(fn, call, f)
}

// gets reports whether call is what fetches the item of its loop: it gives a
// value beside the error.
func (c *checker) gets(call ssa.CallInstruction) bool {
	return call.Common().Signature().Results().Len() > 1
}
