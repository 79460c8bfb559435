package fate

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/api"
	"github.com/idemlint/idemlint/internal/effect"
	"github.com/idemlint/idemlint/internal/flow"
	"github.com/idemlint/idemlint/internal/ir"
)

// FailEdges returns the ways into the branches that run where the error that op
// compares with nil is not nil.
func FailEdges(op *ssa.BinOp) []Edge {
	var out []Edge
	for _, r := range *op.Referrers() {
		i, ok := r.(*ssa.If)
		if !ok {
			continue
		}
		switch b := i.Block(); op.Op {
		case token.NEQ, token.GTR: // err != nil, len(errs) > 0
			out = append(out, Edge{b, b.Succs[0]})
		case token.EQL:
			out = append(out, Edge{b, b.Succs[1]})
		}
	}
	return out
}

// Region returns the blocks that run only on failure, those that the target of
// e dominates. It is empty where the branch has no code of its own (the target
// is where it meets success again).
func Region(e Edge) map[*ssa.BasicBlock]bool {
	set := map[*ssa.BasicBlock]bool{}
	if len(e.To.Preds) > 1 && !allTests(e.To.Preds) {
		return set
	}
	todo := []*ssa.BasicBlock{e.To}
	for len(todo) > 0 {
		b := todo[0]
		todo = todo[1:]
		set[b] = true
		todo = append(todo, b.Dominees()...)
	}
	return set
}

// allTests reports whether all blocks end in a condition: if err != nil || n == 0
// leads to one branch from several tests.
func allTests(preds []*ssa.BasicBlock) bool {
	for _, p := range preds {
		if _, ok := p.Instrs[len(p.Instrs)-1].(*ssa.If); !ok {
			return false
		}
	}
	return true
}

// Traces reports whether what runs only after the step e leaves a trace.
func (f *Fates) Traces(e Edge) bool { return f.region(e, &Fate{}) != "" }

// region searches what runs only on failure for something that leaves a trace,
// and says what it is.
func (f *Fates) region(e Edge, fate *Fate) string {
	set := Region(e)
	if len(set) == 0 {
		return f.edges(e.To, func(b *ssa.BasicBlock) bool { return b == e.From }, set)
	}
	for _, b := range e.To.Parent().Blocks {
		if !set[b] {
			continue
		}
		for _, instr := range b.Instrs {
			if how := f.carries(instr, set, fate); how != "" {
				return how
			}
		}
		for _, s := range b.Succs {
			if !set[s] {
				if how := f.edges(s, func(p *ssa.BasicBlock) bool { return set[p] }, set); how != "" {
					return how
				}
			}
		}
	}
	return ""
}

// edges looks at the values that a join takes from failure: a flag, a counter or
// another answer than on success.
func (f *Fates) edges(join *ssa.BasicBlock, failing func(*ssa.BasicBlock) bool, set map[*ssa.BasicBlock]bool) string {
	for _, instr := range join.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			break
		}
		for i, e := range phi.Edges {
			if failing(join.Preds[i]) && differs(phi, e, i, set, failing) && f.told(phi) {
				return "noted in " + nameOf(phi)
			}
		}
	}
	return ""
}

// differs reports whether the value that the join takes on failure was made
// there: computed in the branch, or a constant that success does not give.
func differs(phi *ssa.Phi, e ssa.Value, at int, set map[*ssa.BasicBlock]bool, failing func(*ssa.BasicBlock) bool) bool {
	if instr, ok := e.(ssa.Instruction); ok {
		return set[instr.Block()]
	}
	c, ok := e.(*ssa.Const)
	if !ok {
		return false
	}
	for i, other := range phi.Edges {
		if i == at || failing(phi.Block().Preds[i]) {
			continue
		}
		if oc, ok := other.(*ssa.Const); !ok || !sameConst(c, oc) {
			return true
		}
	}
	return false
}

func sameConst(a, b *ssa.Const) bool {
	if a.Value == nil || b.Value == nil {
		return a.Value == nil && b.Value == nil
	}
	return a.Value.ExactString() == b.Value.ExactString()
}

// told reports whether somebody learns of the value: it is returned, stored,
// sent, given to something, or decides what is. A number that ends in a log
// line as a summary of the run is told too: somebody chose to count.
// decides reports whether the branch taken where there are errors leaves a trace.
// carries says what trace an instruction of the failure branch leaves, if any.
func (f *Fates) carries(instr ssa.Instruction, set map[*ssa.BasicBlock]bool, fate *Fate) string {
	switch in := instr.(type) {
	case *ssa.Return:
		return f.returns(in, set)
	case *ssa.Panic:
		return "panics"
	case *ssa.Send:
		if IsError(in.X.Type()) && localChan(in) {
			return "" // the error is followed to where it is received
		}
		return "sends on a channel"
	case *ssa.MapUpdate:
		return "noted in a map"
	case *ssa.Store:
		return f.stores(in, set)
	case ssa.CallInstruction:
		return f.calls(in, fate)
	}
	return ""
}

// stores judges a store on failure: into something that others see, or into a
// variable that is read elsewhere.
func (f *Fates) stores(in *ssa.Store, set map[*ssa.BasicBlock]bool) string {
	if h, outlives := flow.Holder(in.Addr); outlives {
		if h != nil {
			return "noted in " + h.Name()
		}
		return "noted in a variable"
	}
	alloc, ok := in.Addr.(*ssa.Alloc)
	if !ok {
		if fv, captured := in.Addr.(*ssa.FreeVar); captured && !nilConst(in.Val) {
			return "noted in " + fv.Name()
		}
		if fa, isField := in.Addr.(*ssa.FieldAddr); isField {
			return f.storesField(fa, set)
		}
		return "" // an element of a list of arguments
	}
	if c, ok := in.Val.(*ssa.Const); ok && c.IsNil() {
		return ""
	}
	for _, r := range *alloc.Referrers() {
		switch r := r.(type) {
		case *ssa.UnOp:
			if !set[r.Block()] && !IsError(r.Type()) {
				return "noted in " + alloc.Comment
			}
		case *ssa.MakeClosure:
			if !IsError(in.Val.Type()) {
				return "noted in " + alloc.Comment
			}
		}
	}
	return ""
}

// storesField judges a store into a field of a struct of the function's own.
func (f *Fates) storesField(fa *ssa.FieldAddr, set map[*ssa.BasicBlock]bool) string {
	if fv, captured := fa.X.(*ssa.FreeVar); captured {
		return "noted in " + fv.Name()
	}
	base, ok := fa.X.(*ssa.Alloc)
	if !ok {
		return ""
	}
	if set[base.Block()] && !base.Heap {
		return ""
	}
	for _, r := range *base.Referrers() {
		if i, ok := r.(ssa.Instruction); ok && !set[i.Block()] {
			return "noted in " + base.Comment
		}
	}
	return ""
}

// returns judges a return on failure: does its caller see another answer than
// after success?
// filled reports whether v is a struct literal of this place with a field set.
// otherReturn reports whether result i of ret differs from what the function
// returns elsewhere.
// IsNilAt reports whether the error v is certainly nil in block b: the constant,
// or a value that was tested on the way there.
// testedNil reports whether b runs only where v was found nil.
// calls judges a call on failure.
func (f *Fates) calls(call ssa.CallInstruction, fate *Fate) string {
	common := call.Common()
	if _, ok := common.Value.(*ssa.Builtin); ok {
		return ""
	}
	fn, obj := flow.Callee(common)
	own := fn != nil && len(fn.Blocks) > 0
	switch {
	case own && f.trace[fn] && !(obj != nil && api.IsLog(obj) && !f.eff.Func(fn).Has(effect.Alert)):
		return "recorded by " + fn.Name()
	case own:
		if f.eff.Func(fn).Has(effect.Log) {
			fate.Logged = true
		}
		return ""
	case obj == nil:
		if isTidying(common.Value.Type(), "") {
			return ""
		}
		return "handed to a function value"
	}
	if c, ok := call.(*ssa.Call); ok && flow.NoReturn(c) {
		return "ends the program"
	}
	if api.IsLog(obj) {
		if writesElsewhere(call) {
			return "written to what is handed on"
		}
		fate.Logged = true
		return ""
	}
	return f.foreign(call, obj)
}

// foreign judges a call of a library function or interface method on failure.
func (f *Fates) foreign(call ssa.CallInstruction, obj *types.Func) string {
	var fact Fact
	if f.pass.ImportObjectFact(obj.Origin(), &fact) {
		if fact.Trace {
			return "recorded by " + obj.Name()
		}
		return ""
	}
	if f.ownPackage(obj) && !call.Common().IsInvoke() {
		return "" // analysed before and found to leave no trace
	}
	if answers(call) {
		return "answered to the client"
	}
	if obj.Pkg() == nil || isTidying(nil, obj.Name()) {
		return ""
	}
	if _, ok := api.Lookup(api.Pure, obj); ok {
		return ""
	}
	if _, ok := api.Lookup(api.Wait, obj); ok {
		return ""
	}
	if ir.IsStd(obj.Pkg().Path()) {
		if f.eff.Call(call).Has(effect.Write|effect.Alert|effect.Exit) || stdCounters[obj.Pkg().Path()] && obj.Name() != "Load" {
			return "recorded by " + obj.Name()
		}
		return ""
	}
	if c, ok := call.(*ssa.Call); ok && used(c) && !f.eff.Call(call).Has(effect.Write) {
		return "" // asks for something
	}
	return "handed to " + obj.Name()
}

// answers reports whether call is given, or called on, the answer to a client:
// whatever has the methods of net/http.ResponseWriter.
func answers(call ssa.CallInstruction) bool {
	common := call.Common()
	vals := common.Args
	if common.IsInvoke() {
		vals = append([]ssa.Value{common.Value}, vals...)
	}
	for _, v := range vals {
		header, _, _ := types.LookupFieldOrMethod(v.Type(), true, nil, "WriteHeader")
		if _, ok := header.(*types.Func); ok {
			return true
		}
		if _, ok := api.LookupName(api.Request, api.TypeKey(v.Type())); ok && !isRequest(v) {
			return true
		}
	}
	return false
}

// isRequest reports whether v is only what the client sent.
func isRequest(v ssa.Value) bool { return api.TypeKey(v.Type()) == "net/http.Request" }

// stdCounters are the standard packages whose calls count.
var stdCounters = map[string]bool{"sync/atomic": true, "expvar": true}

// ownPackage reports whether obj is the user's own, in a package analysed
// before this one.
func (f *Fates) ownPackage(obj *types.Func) bool {
	return obj.Pkg() == f.pass.Pkg || obj.Pkg() != nil && f.pass.ImportPackageFact(obj.Pkg(), new(Own))
}

// tidy are the first words of what is called to clean up, which tells nobody.
var tidy = map[string]bool{
	"close": true, "unlock": true, "runlock": true, "done": true, "cancel": true, "rollback": true,
	"stop": true, "reset": true, "sleep": true, "release": true, "free": true, "discard": true,
	"abort": true, "wait": true, "lock": true, "rlock": true, "remove": true, "drain": true, "flush": true,
	"sync": true, "end": true,
}

func isTidying(t types.Type, name string) bool {
	if t != nil {
		return api.TypeKey(t) == "context.CancelFunc" || isNiladic(t)
	}
	words := effect.Words(name)
	return len(words) > 0 && tidy[words[0]]
}

// isNiladic reports whether t is a function that takes and answers nothing:
// a cancel or clean-up that somebody handed out.
func isNiladic(t types.Type) bool {
	sig, ok := t.Underlying().(*types.Signature)
	return ok && sig.Params().Len() == 0 && sig.Results().Len() == 0
}
