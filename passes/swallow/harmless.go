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
	"github.com/idemlint/idemlint/internal/ir"
)

// changes reports whether a call is there to change something outside, so that
// its failure loses something.
func (c *checker) changes(call ssa.CallInstruction, obj *types.Func) bool {
	eff := c.eff.Call(call)
	if !eff.Has(effect.Fail) || asks(obj) {
		return false // never fails, or only tells
	}
	if eff.Has(effect.Write) {
		// An own function that is named after reading and gives a value is
		// called for the value, whatever else it writes on the way.
		return obj == nil || effectOnly(call) || effect.VerbOf(obj.Name()) != effect.VerbRead
	}
	if fn, _ := flow.Callee(call.Common()); fn != nil && len(fn.Blocks) > 0 {
		return (effectOnly(call) || effect.VerbOf(fn.Name()) != effect.VerbRead) && c.changesInside(fn, 0)
	}
	switch {
	case obj == nil:
		return effectOnly(call) // a function value, called for its effect
	case obj.Pkg() == nil || ir.IsStd(obj.Pkg().Path()):
		return false
	case effectOnly(call) && eff.Has(effect.Unknown|effect.Outside):
		// It gives nothing but an error: it is called for what it does.
		return effect.VerbOf(obj.Name()) != effect.VerbRead
	}
	return effect.VerbOf(obj.Name()) == effect.VerbWrite
}

// changesInside reports whether an own function calls something that changes,
// through a function value or an interface that effect says nothing of.
func (c *checker) changesInside(fn *ssa.Function, depth int) bool {
	if known, ok := c.inside[fn]; ok {
		return known
	}
	c.inside[fn] = false // recursion
	if depth > 4 || !c.eff.Func(fn).Has(effect.Unknown|effect.Outside) {
		return false
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			_, obj := flow.Callee(call.Common())
			if isCleanup(obj) || !c.eff.Call(call).Has(effect.Fail) {
				continue
			}
			if c.changes(call, obj) {
				c.inside[fn] = true
				return true
			}
		}
	}
	return false
}

// effectOnly reports whether a call gives nothing but an error.
func effectOnly(call ssa.CallInstruction) bool {
	return call.Common().Signature().Results().Len() == 1
}

// harmless says why losing the error of call loses no record, or "".
func (c *checker) harmless(fn *ssa.Function, call ssa.CallInstruction, e errValue) string {
	switch {
	case isCleanup(e.obj):
		return "clean-up, done as well as it can be"
	case fills(call, e.obj):
		return "fills a cache: the entry expires and is made again"
	case c.afterFailure(call):
		return "tidies up after another failure"
	case failsAnyway(call):
		return "the function reports a failure whatever becomes of this call"
	case c.fates.Records(call):
		return e.name + " records its failures itself"
	case reportsError(call):
		return "it reports another error"
	case toConsole(call):
		return "it writes to memory, the console or the answer to a client"
	}
	if c.batch.At(fn, call.Pos()) == batch.Item && c.batch.Loop(fn, call.Pos()) != nil {
		return ""
	}
	_, deferred := call.(*ssa.Defer)
	switch {
	case e.obj != nil && tells(e.obj.Name()):
		return "only tells of the work that is done"
	case !deferred && c.batch.At(fn, call.Pos()) == batch.Holder && !c.afterLoop(fn, call):
		return "outside of the loop and before it"
	}
	return ""
}

// failsAnyway reports whether every way from call leads to a return of an error.
func failsAnyway(call ssa.CallInstruction) bool {
	blocks := flow.Reach(call.Block(), nil)
	blocks[call.Block()] = true
	failing := false
	for b := range blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		n := len(ret.Results)
		if n == 0 || !effect.IsError(ret.Results[n-1].Type()) || !certainError(ret.Results[n-1]) {
			return false
		}
		failing = true
	}
	return failing
}

// certainError reports whether v is made on the spot: fmt.Errorf, errors.New, a
// package variable such as ErrClosed.
func certainError(v ssa.Value) bool {
	switch x := v.(type) {
	case *ssa.MakeInterface:
		return true
	case *ssa.UnOp:
		_, ok := x.X.(*ssa.Global)
		return ok
	case *ssa.Call:
		_, obj := flow.Callee(x.Common())
		if obj == nil || obj.Pkg() == nil {
			return false
		}
		return obj.Pkg().Path() == "fmt" || obj.Pkg().Path() == "errors" && obj.Name() == "New"
	}
	return false
}

// reportsError reports whether an error is among the arguments of call: it is
// told of a failure, and what it answers is not about an item.
func reportsError(call ssa.CallInstruction) bool {
	sig := call.Common().Signature()
	for i := range sig.Params().Len() {
		if effect.IsError(sig.Params().At(i).Type()) {
			return true
		}
	}
	return false
}

// toConsole reports whether call writes into something that it is given, or
// called on, which is memory, the console or the answer to a client.
func toConsole(call ssa.CallInstruction) bool {
	common := call.Common()
	if common.IsInvoke() && inMemory(rootOf(common.Value), 0) {
		return true
	}
	for _, a := range common.Args {
		// An io.Writer that came from elsewhere is finished, and asked, by
		// whoever made it.
		_, known := a.(*ssa.MakeInterface)
		if !known && api.TypeKey(a.Type()) == "io.Writer" || method(a.Type(), "Write") && inMemory(rootOf(a), 0) {
			return true
		}
	}
	return false
}

// tells reports whether a name speaks of telling people or monitors about the
// work, outside of a loop whose work that is.
func tells(name string) bool {
	for _, w := range effect.Words(name) {
		switch w {
		case "notify", "notif", "notification", "notifications", "metrics", "telemetry", "event", "events", "audit", "heartbeat":
			return true
		}
	}
	return false
}

// afterLoop reports whether call stands behind a loop over items in fn: what it
// does concerns all of them.
func (c *checker) afterLoop(fn *ssa.Function, call ssa.CallInstruction) bool {
	for _, l := range c.batch.Loops(fn) {
		if l.Stmt.End() <= call.Pos() {
			return true
		}
	}
	return false
}

// cleanups are the first words of what is done to leave no rubbish behind.
var cleanups = map[string]bool{
	"close": true, "rollback": true, "remove": true, "unlock": true, "release": true, "cancel": true,
	"stop": true, "shutdown": true, "abort": true, "disconnect": true, "unsubscribe": true, "logout": true,
	"cleanup": true, "teardown": true, "terminate": true, "kill": true, "signal": true, "ping": true, "free": true,
	"serve": true, "listen": true,
}

func isCleanup(obj *types.Func) bool {
	if obj == nil {
		return false
	}
	words := effect.Words(obj.Name())
	return len(words) > 0 && cleanups[words[0]]
}

// fills reports whether call puts something into a cache: a key, a value and
// how long it lives.
func fills(call ssa.CallInstruction, obj *types.Func) bool {
	if obj == nil {
		return false
	}
	sig := obj.Signature()
	for i := range sig.Params().Len() {
		if api.TypeKey(sig.Params().At(i).Type()) == "time.Duration" && sig.Params().Len() >= 3 {
			return true
		}
	}
	name := receiverName(call) + obj.Name()
	if obj.Pkg() != nil {
		name += obj.Pkg().Name()
	}
	return strings.Contains(strings.ToLower(name), "cache")
}

// receiverName names the thing a method is called on: its field and type.
func receiverName(call ssa.CallInstruction) string {
	common := call.Common()
	recv := common.Value
	if !common.IsInvoke() {
		if len(common.Args) == 0 || common.Signature().Recv() == nil {
			return ""
		}
		recv = common.Args[0]
	}
	name := api.TypeKey(recv.Type())
	name = name[strings.LastIndexByte(name, '.')+1:]
	if u, ok := recv.(*ssa.UnOp); ok {
		if fa, ok := u.X.(*ssa.FieldAddr); ok {
			if v := fieldOf(fa); v != nil {
				name += " " + v.Name()
			}
		}
	}
	return name
}

func fieldOf(fa *ssa.FieldAddr) *types.Var {
	t := fa.X.Type().Underlying()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem().Underlying()
	}
	if st, ok := t.(*types.Struct); ok {
		return st.Field(fa.Field)
	}
	return nil
}

// afterFailure reports whether call runs only where another error is not nil:
// it undoes or tidies up, and the other error is the one that counts.
func (c *checker) afterFailure(call ssa.CallInstruction) bool {
	block := call.Block()
	for b := block; b != nil; b = b.Idom() {
		idom := b.Idom()
		if idom == nil {
			return false
		}
		i, ok := idom.Instrs[len(idom.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		op, ok := i.Cond.(*ssa.BinOp)
		if !ok || !testsError(op) {
			continue
		}
		for _, e := range fate.FailEdges(op) {
			if e.From == idom && e.To == b && len(b.Preds) == 1 {
				return true
			}
		}
	}
	return false
}

func testsError(op *ssa.BinOp) bool {
	for _, v := range []ssa.Value{op.X, op.Y} {
		if k, ok := v.(*ssa.Const); ok && k.IsNil() && effect.IsError(v.Type()) {
			return true
		}
	}
	return false
}
