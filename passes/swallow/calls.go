package swallow

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/api"
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

// plain applies the rules for errors that are ignored, logged or dropped.
func (c *checker) plain(fn *ssa.Function, call ssa.CallInstruction) {
	e, ok := c.errorOf(call)
	if !ok || isContext(e.obj) || makesError(e.obj) || strings.HasPrefix(fn.Name(), "init#") {
		return
	}
	if e.val == nil {
		c.ignored(fn, call, e)
		return
	}
	if !c.masked(fn, call, e) && !c.overwritten(fn, call, e) {
		c.lost(fn, call, e)
	}
}

// isContext reports whether a call only asks whether a context has ended.
func isContext(obj *types.Func) bool {
	return obj != nil && obj.Pkg() != nil && obj.Pkg().Path() == "context"
}

// makesError reports whether a call makes or joins errors: no work is done by it
// that could fail.
func makesError(obj *types.Func) bool {
	_, ok := api.Lookup(api.Wrap, obj)
	return ok
}

// asks reports whether obj only tells of an error that happened before.
func asks(obj *types.Func) bool {
	return obj != nil && (obj.Name() == "Err" || obj.Name() == "Error") && obj.Signature().Params().Len() == 0
}

// asksOf returns the call whose result call asks for its error, as in
// rdb.Set(...).Err(): that is the one that failed.
func (c *checker) asksOf(call ssa.CallInstruction, e errValue) (ssa.CallInstruction, errValue) {
	recv := receiver(call)
	for {
		fa, embedded := recv.(*ssa.FieldAddr) // Err is promoted
		if !embedded {
			break
		}
		recv = fa.X
	}
	inner, ok := recv.(*ssa.Call)
	if !ok || !asks(e.obj) {
		return call, e
	}
	_, obj := flow.Callee(inner.Common())
	if obj == nil || !changesByName(obj) {
		return call, e
	}
	return inner, errValue{val: e.val, obj: obj, name: obj.Name()}
}

// ignored is the rule for a call whose error nobody takes.
func (c *checker) ignored(fn *ssa.Function, call ssa.CallInstruction, e errValue) {
	asked, inner := c.asksOf(call, e)
	if asked != call {
		e = inner
		if c.queued(asked) {
			return
		}
	} else if !c.changes(call, e.obj) {
		return // nothing was to be changed: no record is lost by it
	}
	if _, ok := call.(*ssa.Defer); ok && !isCommit(e.obj) {
		c.silent(call, "ignored", "a deferred clean-up")
		return
	}
	if why := c.harmless(fn, asked, e); why != "" {
		c.silent(call, "ignored", why)
		return
	}
	conf := report.High
	if value, ok := call.(*ssa.Call); ok && used(value) && call.Common().Signature().Results().Len() > 1 {
		conf = report.Medium // its other results may tell
	}
	c.report(call, "ignored", conf, "the error of "+e.name+" is ignored: "+c.instead(fn, call))
}

// isCommit reports whether obj makes a transaction durable: deferred or not, all
// is lost where it fails.
func isCommit(obj *types.Func) bool { return obj != nil && obj.Name() == "Commit" }

// lost is the rule for a call whose error is looked at but reaches nobody.
func (c *checker) lost(fn *ssa.Function, call ssa.CallInstruction, e errValue) {
	changes := c.changes(call, e.obj)
	if c.batch.At(fn, call.Pos()) < batch.Item && !changes {
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
	if why := c.repeated(fn, call, e, f); why != "" {
		c.silent(call, "logonly", why)
		return
	}
	conf := report.High
	if !changes && !(c.skips(call, f) && c.loses(call, f)) || c.builds(fn, call, changes) || isStatus(call) {
		conf = report.Medium // the item goes on without, or with a default
	}
	switch {
	case f.Logged:
		c.report(call, "logonly", conf, "the error of "+e.name+" is only logged: "+c.instead(fn, call))
	case f.Tested && (changes || c.endsWell(fn, call, f)):
		c.report(call, "dropped", report.High, "the error of "+e.name+" is tested and dropped: "+c.instead(fn, call))
	case f.Tested:
		// The answer is taken where there is one (a probe, a look into a
		// cache): failing is one of the answers.
		c.report(call, "dropped", report.Medium, "the error of "+e.name+" is tested and dropped: "+c.instead(fn, call))
	case !changes:
	case f.Matched:
		c.report(call, "dropped", report.High, "the error of "+e.name+" is compared with one that is expected, all others are dropped: "+c.instead(fn, call))
	default:
		c.report(call, "ignored", report.High, "the error of "+e.name+" is assigned and never looked at: "+c.instead(fn, call))
	}
}

// skips reports whether failing leaves out the rest of what is done for the
// item: from the failing branch nothing is run that runs on success too, before
// the next item or the return.
func (c *checker) skips(call ssa.CallInstruction, f fate.Fate) bool {
	loop := flow.Innermost(flow.Loops(call.Parent()), call)
	stop := func(b *ssa.BasicBlock) bool { return loop != nil && (b == loop.Head || !loop.Blocks[b]) }
	for _, e := range f.Fail {
		region := fate.Region(e)
		if len(region) == 0 {
			return true // if err == nil { ... }: success has a branch of its own
		}
		for b := range flow.Reach(e.To, stop) {
			if !region[b] && !stop(b) && works(b) {
				return false
			}
		}
	}
	return len(f.Fail) > 0
}

// loses reports whether success alone goes on to do something with the item:
// what fails here is then missing there.
func (c *checker) loses(call ssa.CallInstruction, f fate.Fate) bool {
	loop := flow.Innermost(flow.Loops(call.Parent()), call)
	stop := func(b *ssa.BasicBlock) bool { return loop != nil && (b == loop.Head || !loop.Blocks[b]) }
	for _, e := range f.Fail {
		failed := flow.Reach(e.To, stop)
		failed[e.To] = true
		for _, s := range e.From.Succs {
			if s == e.To {
				continue
			}
			succeeded := flow.Reach(s, stop)
			succeeded[s] = true
			for b := range succeeded {
				if !failed[b] && !stop(b) && works(b) {
					return true
				}
			}
		}
	}
	return false
}

// works reports whether a block does something.
func works(b *ssa.BasicBlock) bool {
	for _, instr := range b.Instrs {
		if call, ok := instr.(*ssa.Call); ok {
			if _, obj := flow.Callee(call.Common()); api.IsLog(obj) {
				continue
			}
		}
		switch instr.(type) {
		case *ssa.Call, *ssa.Send, *ssa.MapUpdate, *ssa.Store, *ssa.Go:
			return true
		}
	}
	return false
}

// endsWell reports whether failing ends the function, or the loop, as if all
// were done: it returns a nil error, or leaves the loop that takes any error
// for the end.
func (c *checker) endsWell(fn *ssa.Function, call ssa.CallInstruction, f fate.Fate) bool {
	loop := flow.Innermost(flow.Loops(fn), call)
	for _, e := range f.Fail {
		region := fate.Region(e)
		if loop != nil && !loop.Blocks[e.To] && c.batch.Loop(fn, call.Pos()) != nil && goesOn(e.To) {
			return true
		}
		for b := range region {
			if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && nilError(ret) {
				return loop != nil || c.batch.Called(fn) == batch.Item
			}
		}
	}
	return false
}

// goesOn reports whether the code behind the loop takes what was read for the
// whole: it does something with it, or answers. A reader of a connection that
// just ends does neither.
func goesOn(b *ssa.BasicBlock) bool {
	if works(b) {
		return true
	}
	if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
		return len(ret.Results) > 0 && (len(ret.Results) > 1 || nilError(ret))
	}
	return true
}

// nilError reports whether a return gives a nil error, and nothing else that
// would tell.
func nilError(ret *ssa.Return) bool {
	n := len(ret.Results)
	if n == 0 || !effect.IsError(ret.Results[n-1].Type()) || !fate.IsNilAt(ret.Results[n-1], ret.Block()) {
		return false
	}
	for _, r := range ret.Results[:n-1] {
		if k, ok := r.(*ssa.Const); ok && k.IsNil() {
			return false // nil, nil: the caller sees that there is nothing
		}
	}
	return true
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
	if syntax := c.syntaxOf(call); syntax != nil {
		if s := types.ExprString(syntax.Fun); len(s) < 60 {
			return s
		}
	}
	return "the function"
}

// repeated says why an error that is only logged loses nothing: the same thing
// is tried again, or was one of several ways.
func (c *checker) repeated(fn *ssa.Function, call ssa.CallInstruction, e errValue, f fate.Fate) string {
	loop := c.batch.Loop(fn, call.Pos())
	if loop != nil && loop.Endless && c.gets(call) && staysIn(flow.Innermost(flow.Loops(fn), call), f) {
		return "an endless loop asks for its next item again"
	}
	if c.tries(fn, call, e) {
		return "the loop tries one way after the other until one works"
	}
	if inner := flow.Innermost(flow.Loops(fn), call); inner != nil && loop == nil && staysIn(inner, f) {
		return "the loop does the same thing again"
	}
	return c.leftBehind(fn, call, f)
}

// staysIn reports whether failing goes on with the loop.
func staysIn(loop *flow.Loop, f fate.Fate) bool {
	if loop == nil {
		return false
	}
	for _, e := range f.Fail {
		if e.To != loop.Head && !flow.Reach(e.To, func(b *ssa.BasicBlock) bool { return b == loop.Head || !loop.Blocks[b] })[loop.Head] {
			return false
		}
	}
	return true
}

// gets reports whether call is what fetches the item of its loop: it gives a
// value beside the error.
func (c *checker) gets(call ssa.CallInstruction) bool {
	return call.Common().Signature().Results().Len() > 1
}

// tries reports whether success of the call leaves its loop: a retry, or a list
// of alternatives.
func (c *checker) tries(fn *ssa.Function, call ssa.CallInstruction, e errValue) bool {
	loop := flow.Innermost(flow.Loops(fn), call)
	if loop == nil {
		return false
	}
	for _, r := range *e.val.Referrers() {
		op, ok := r.(*ssa.BinOp)
		if !ok || !testsError(op) {
			continue
		}
		for _, fail := range fate.FailEdges(op) {
			for _, s := range fail.From.Succs {
				if s == fail.To {
					continue
				}
				stop := func(b *ssa.BasicBlock) bool { return b == loop.Head || !loop.Blocks[b] }
				if s != loop.Head && !flow.Reach(s, stop)[loop.Head] && loop.Blocks[fail.To] {
					return true
				}
			}
		}
	}
	return false
}
