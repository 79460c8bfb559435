package swallow

import (
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/api"
	"github.com/idemlint/idemlint/internal/batch"
	"github.com/idemlint/idemlint/internal/effect"
	"github.com/idemlint/idemlint/internal/fate"
	"github.com/idemlint/idemlint/internal/flow"
	"github.com/idemlint/idemlint/internal/ledger"
)

// leftBehind says why an item whose error is only logged is not lost: what
// takes it off its queue, spool or to-do list runs on success alone, so that it
// comes again.
func (c *checker) leftBehind(fn *ssa.Function, call ssa.CallInstruction, f fate.Fate) string {
	if c.acksItself(call) {
		return "it takes the item off its queue itself: where it fails the item comes again"
	}
	acks := c.acks(fn)
	if len(acks) == 0 || len(f.Fail) == 0 {
		return ""
	}
	stop := func(*ssa.BasicBlock) bool { return false }
	if l := flow.Innermost(flow.Loops(fn), call); l != nil {
		stop = func(b *ssa.BasicBlock) bool { return b == l.Head }
	}
	after := flow.Reach(call.Block(), stop)
	failed := map[*ssa.BasicBlock]bool{}
	for _, e := range f.Fail {
		failed[e.To] = true
		for b := range flow.Reach(e.To, stop) {
			failed[b] = true
		}
	}
	for _, ack := range acks {
		if b := ack.Block(); after[b] && !failed[b] {
			return "on failure the item stays where it is: " + c.nameOf(ack) + " runs on success alone"
		}
	}
	return ""
}

// acks returns the calls in fn that take an item off its queue.
func (c *checker) acks(fn *ssa.Function) []ssa.CallInstruction {
	if a, ok := c.ackMemo[fn]; ok {
		return a
	}
	var out []ssa.CallInstruction
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(ssa.CallInstruction); ok && c.isAck(call, 0) {
				out = append(out, call)
			}
		}
	}
	c.ackMemo[fn] = out
	return out
}

// isAck reports whether a call tells a queue, a spool or a ledger that an item
// is done with: a table says so, it is called a mark, it removes or moves a
// file, or it is an own helper that does such a thing.
func (c *checker) isAck(call ssa.CallInstruction, depth int) bool {
	callee, obj := flow.Callee(call.Common())
	if obj == nil {
		return false
	}
	if _, ok := api.Lookup(api.Ack, obj); ok {
		return true
	}
	if words := effect.Words(obj.Name()); len(words) > 0 && ackWords[words[0]] {
		return true
	}
	if changing := c.eff.Call(call); changing.Has(effect.Write|effect.Unknown) && ledger.MarkWord(obj.Name()) {
		return true
	}
	if fileMoves[api.Name(obj)] {
		return true
	}
	if callee == nil || depth > 2 {
		return false
	}
	for _, b := range callee.Blocks {
		for _, instr := range b.Instrs {
			if inner, ok := instr.(ssa.CallInstruction); ok {
				if _, o := flow.Callee(inner.Common()); o != nil {
					if _, ok := api.Lookup(api.Ack, o); ok {
						return true
					}
				}
			}
		}
	}
	return false
}

// ackWords are how queues call it.
var ackWords = map[string]bool{"ack": true, "acknowledge": true, "nack": true, "xack": true}

// fileMoves take a file out of a spool directory.
var fileMoves = map[string]bool{"os.Remove": true, "os.Rename": true}

func (c *checker) nameOf(call ssa.CallInstruction) string {
	_, obj := flow.Callee(call.Common())
	return c.callName(call, obj)
}

// recovered is the rule for a recover() that eats the failure of an item.
func (c *checker) recovered(fn *ssa.Function, call ssa.CallInstruction) {
	b, ok := call.Common().Value.(*ssa.Builtin)
	if !ok || b.Name() != "recover" || c.batch.Called(fn) == batch.None {
		return
	}
	value, ok := call.(*ssa.Call)
	if !ok {
		return
	}
	f := fate.Fate{}
	if len(*value.Referrers()) > 0 {
		f = c.fates.Of(value)
	}
	if f.Reaches {
		c.silent(call, "recover", "the panic is "+f.How)
		return
	}
	how := "drops it"
	if f.Logged {
		how = "only logs it"
	}
	out := outermost(fn)
	if fn.Parent() != nil {
		out = fn.Parent()
	}
	c.report(call, "recover", 0, "recover takes the panic of an item and "+how+": "+funcName(out)+ends(out.Signature.Results()))
}
