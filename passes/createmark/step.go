package createmark

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/api"
	"github.com/idemlint/idemlint/internal/effect"
	"github.com/idemlint/idemlint/internal/flow"
	"github.com/idemlint/idemlint/internal/origin"
)

// stepAt reports whether instr can fail or wait in a way that keeps the mark
// from being set.
func (w *walk) stepAt(instr ssa.Instruction) (step, bool) {
	switch in := instr.(type) {
	case *ssa.Select:
		if in.Blocking {
			return step{instr, "a wait", effect.Wait}, true
		}
	case *ssa.UnOp:
		if in.Op == token.ARROW {
			return step{instr, "a wait", effect.Wait}, true
		}
	case *ssa.Call:
		return w.callStep(in)
	case *ssa.If:
		return w.earlyReturn(in)
	}
	return step{}, false
}

func (w *walk) callStep(call *ssa.Call) (step, bool) {
	st := w.s.site(call)
	if st.obj == nil && st.fn == nil && st.set&^effect.Unknown == 0 {
		return step{}, false
	}
	out := step{call, st.name, st.set}
	switch set := st.set; {
	case set.Has(effect.Exit):
		return step{}, false
	case set.Has(effect.Outside):
		return out, w.outsideStep(st)
	case set.Has(effect.Wait):
		return out, true
	case set.Has(effect.Fail):
		return out, w.failStep(st)
	}
	return step{}, false
}

// outsideStep: the call goes outside and can fail or takes its time.
func (w *walk) outsideStep(st *site) bool {
	if st.obj == nil {
		return true
	}
	name := st.obj.Name()
	switch name {
	case "Close", "Flush", "Begin", "BeginTx", "BeginTxx", "Beginx", "Prepare", "PrepareContext", "Rollback", "Commit", "Err":
		return false // part of the create before or of the mark that follows
	}
	if w.s.databaseCall(st) {
		// Builders of a query do nothing yet.
		sig := st.obj.Signature()
		return hasError(sig) || takesContext(sig) || effect.VerbOf(name) != effect.VerbUnknown
	}
	if !st.set.Has(effect.Outside &^ effect.Disk) {
		return st.set.Has(effect.Wait) || errorUsed(st.call)
	}
	return st.set.Has(effect.Fail|effect.Wait) || takesContext(st.call.Common().Signature())
}

// failStep: the call stays inside the process, but its error ends the work
// before the mark. What reads and checks the create's own answer belongs to the
// create, and what puts the mark into bytes to the mark.
func (w *walk) failStep(st *site) bool {
	if st.obj == nil || !errorUsed(st.call) {
		return false
	}
	name := st.obj.Name()
	for _, p := range []string{"Marshal", "Encode", "New", "Write", "Fprint", "Close", "Flush", "Read", "Copy", "Err", "Sprint", "Error", "Join", "Wrap", "With"} {
		if strings.HasPrefix(name, p) {
			return false
		}
	}
	if _, ok := api.Lookup(api.Wrap, st.obj); ok {
		return false
	}
	if st.set.Has(effect.Unknown) {
		return true
	}
	for _, a := range arguments(st.call) {
		if origin.From(a, w.isC) {
			return false
		}
	}
	return w.endsWork(st.call)
}

// endsWork reports whether the error of call, tested, leads to a return.
func (w *walk) endsWork(call ssa.CallInstruction) bool {
	v, ok := call.(*ssa.Call)
	if !ok {
		return false
	}
	for _, e := range errorsOf(v) {
		for _, r := range *e.Referrers() {
			bin, ok := r.(*ssa.BinOp)
			if !ok || !isNil(bin.X) && !isNil(bin.Y) {
				continue
			}
			for _, rr := range *bin.Referrers() {
				ifi, ok := rr.(*ssa.If)
				if !ok {
					continue
				}
				succ := ifi.Block().Succs[0]
				if bin.Op == token.EQL {
					succ = ifi.Block().Succs[1]
				}
				if returnsSoon(succ) {
					return true
				}
			}
		}
	}
	return false
}

// errorsOf returns the error results of a call.
func errorsOf(c *ssa.Call) []ssa.Value {
	if effect.IsError(c.Type()) {
		return []ssa.Value{c}
	}
	var out []ssa.Value
	for _, r := range *c.Referrers() {
		if ex, ok := r.(*ssa.Extract); ok && effect.IsError(ex.Type()) {
			out = append(out, ex)
		}
	}
	return out
}

func errorUsed(call ssa.CallInstruction) bool {
	c, ok := call.(*ssa.Call)
	if !ok {
		return false
	}
	for _, e := range errorsOf(c) {
		if len(*e.Referrers()) > 0 {
			return true
		}
	}
	return false
}

// returnsSoon reports whether b and what follows it straight ends in a return.
func returnsSoon(b *ssa.BasicBlock) bool {
	for range 6 {
		if len(b.Instrs) == 0 {
			return false
		}
		if _, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			return true
		}
		if len(b.Succs) != 1 {
			return false
		}
		b = b.Succs[0]
	}
	return false
}

// earlyReturn reports whether a condition that has nothing to do with the
// create's answer ends the work with an error of its own making.
func (w *walk) earlyReturn(ifi *ssa.If) (step, bool) {
	if origin.From(ifi.Cond, w.isC) || testsError(ifi.Cond) {
		return step{}, false
	}
	for _, succ := range ifi.Block().Succs {
		if returnsError(succ) {
			return step{ifi, "an early return", effect.Fail}, true
		}
	}
	return step{}, false
}

func testsError(cond ssa.Value) bool {
	bin, ok := cond.(*ssa.BinOp)
	return ok && (effect.IsError(bin.X.Type()) || effect.IsError(bin.Y.Type()))
}

// returnsError reports whether b makes an error and returns it.
func returnsError(b *ssa.BasicBlock) bool {
	ret, ok := lastInstr(b).(*ssa.Return)
	if !ok || len(ret.Results) == 0 {
		return false
	}
	last := ret.Results[len(ret.Results)-1]
	if !effect.IsError(last.Type()) || isNil(last) {
		return false
	}
	switch x := last.(type) {
	case *ssa.Call:
		obj := staticObj(x)
		if obj == nil || x.Block() != b {
			return false
		}
		_, makes := api.Lookup(api.Wrap, obj)
		return makes
	case *ssa.UnOp:
		_, global := x.X.(*ssa.Global)
		return global
	case *ssa.MakeInterface:
		return x.Block() == b
	}
	return false
}

func lastInstr(b *ssa.BasicBlock) ssa.Instruction {
	if len(b.Instrs) == 0 {
		return nil
	}
	return b.Instrs[len(b.Instrs)-1]
}

// roots returns what the create's arguments are made of, to tell whether a
// write is about the same item. The receiver and what hangs on it is left out:
// everything in a method is made of it.
func (s *scanner) roots(fn *ssa.Function, c *site) map[ssa.Value]bool {
	out := map[ssa.Value]bool{}
	args := dataArgs(c.call)
	for _, a := range arguments(c.call) {
		if mk, ok := a.(*ssa.MakeClosure); ok {
			args = append(args, mk.Bindings...)
		}
	}
	for _, a := range args {
		origin.Walk(a, func(v ssa.Value) bool {
			if isRoot(v) {
				out[v] = true
			}
			return true
		})
	}
	return out
}

func isRoot(v ssa.Value) bool {
	switch x := v.(type) {
	case *ssa.Parameter:
		return x.Parent().Signature.Recv() == nil || paramIndex(x) != 1
	case *ssa.Next, *ssa.IndexAddr, *ssa.Lookup:
		return true
	case *ssa.UnOp:
		return x.Op == token.ARROW
	case *ssa.Extract:
		return true
	case *ssa.Alloc:
		_, isStruct := x.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct)
		return isStruct
	case *ssa.Call:
		return len(dataArgs(x)) > 0
	}
	return false
}

// related reports whether v is about the item that the create is about.
func (w *walk) related(v ssa.Value) bool {
	return origin.From(v, func(x ssa.Value) bool { return w.roots[x] })
}

// marks reports whether st says that the item of this create is done.
func (w *walk) marks(st *site) bool {
	if st.mark.Strength == NoMark || st == w.c {
		return false
	}
	if t := w.s.targetOf(st); t != nil && origin.From(t, w.isC) {
		return false // work on the thing that was made
	}
	if w.sameService(st) {
		return false
	}
	if st.mark.Ack {
		return true
	}
	args := dataArgs(st.call)
	if len(args) == 0 {
		args = arguments(st.call)
	}
	if mk, ok := st.call.Common().Value.(*ssa.MakeClosure); ok {
		args = append(args[:len(args):len(args)], mk.Bindings...)
	}
	data := false
	for _, a := range args {
		if effect.IsContext(a.Type()) || isConst(a) {
			continue
		}
		if origin.From(a, w.isC) || w.related(a) || w.fills(a) {
			return true
		}
		data = data || !isFunc(a)
	}
	return st.mark.Strength == StrongMark && (!data || st.mark.Row)
}

// fills reports whether something of this item is put into what the pointer or
// map v leads to: state.Done[id] = true; save(state).
func (w *walk) fills(v ssa.Value) bool {
	switch v.Type().Underlying().(type) {
	case *types.Pointer, *types.Map:
	default:
		return false
	}
	v = flow.ResolveAddr(v)
	of := func(x ssa.Value) bool { return origin.From(x, w.isC) || w.related(x) }
	for _, b := range w.fn.Blocks {
		for _, instr := range b.Instrs {
			switch in := instr.(type) {
			case *ssa.Store:
				if in.Addr != v && holds(in.Addr, v) && of(in.Val) {
					return true
				}
			case *ssa.MapUpdate:
				if holds(in.Map, v) && (of(in.Key) || of(in.Value)) {
					return true
				}
			}
		}
	}
	return false
}

// holds reports whether the address or map a is reached through v.
func holds(a, v ssa.Value) bool {
	for range 12 {
		if a = flow.ResolveAddr(a); a == v {
			return true
		}
		switch x := a.(type) {
		case *ssa.FieldAddr:
			a = x.X
		case *ssa.IndexAddr:
			a = x.X
		case *ssa.UnOp:
			a = x.X
		default:
			return false
		}
	}
	return false
}

func isFunc(v ssa.Value) bool {
	_, ok := v.Type().Underlying().(*types.Signature)
	return ok
}

// sameService: a method of the very service that created the thing works on
// the thing; it is no ledger. What a name alone makes a mark must be elsewhere.
func (w *walk) sameService(st *site) bool {
	if st.mark.Row || st.obj == nil || w.c.obj == nil {
		return false
	}
	a, b := typeOf(st.obj), typeOf(w.c.obj)
	if a == "" || a != b || st.obj.Pkg() != w.c.obj.Pkg() {
		return false
	}
	// Methods of the type that this function belongs to are its helpers.
	recv := w.fn.Signature.Recv()
	if recv == nil && w.fn.Parent() != nil {
		recv = w.fn.Parent().Signature.Recv()
	}
	return recv == nil || api.TypeKey(recv.Type()) != api.TypeKey(st.obj.Signature().Recv().Type())
}

// inTx reports whether the call runs on a transaction.
func inTx(call ssa.CallInstruction) bool {
	args := arguments(call)
	return len(args) > 0 && strings.HasSuffix(api.TypeKey(args[0].Type()), "Tx")
}

func sameReceiver(a ssa.Instruction, b ssa.CallInstruction) bool {
	ca, ok := a.(ssa.CallInstruction)
	if !ok {
		return false
	}
	x, y := arguments(ca), arguments(b)
	return len(x) > 0 && len(y) > 0 && flow.ResolveAddr(x[0]) == flow.ResolveAddr(y[0])
}
