package createmark

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/effect"
	"github.com/idemlint/idemlint/internal/flow"
	"github.com/idemlint/idemlint/internal/origin"
)

// gap is what lies behind a create on the ways on which it went well.
type gap struct {
	marks []*site
	steps []step
	// open says that a way out after a step passes neither a mark nor an undo.
	open bool
	// undo says that the thing is taken away again somewhere.
	undo bool
	// batch says that the next item comes before the mark.
	batch bool
	// returns says that a return is reached without a mark.
	returns bool
	// when is the constant boolean that every return reached hands back.
	when string
	// failing says that every return that is reached hands back an error that
	// was there already: the create tells of a failure.
	failing bool
	late    *site // the mark, where it is deferred
}

// step is work that can fail or wait.
type step struct {
	instr ssa.Instruction
	name  string
	set   effect.Set
}

func (g *gap) tail() []string {
	if g.undo && !g.open {
		return nil // the helper leaves nothing behind when it fails
	}
	var out []string
	for _, st := range g.steps {
		out = append(out, st.name)
	}
	return out
}

// walk is one walk forward from a create.
type walk struct {
	s     *scanner
	fn    *ssa.Function
	c     *site
	m     *Made
	isC   func(ssa.Value) bool
	roots map[ssa.Value]bool
	loops []*flow.Loop // around the create, outer ones first
	g     *gap
	seen  map[walkKey]bool
	again map[*flow.Loop]bool // loops whose next round is reached
	// uncommitted are the steps between the mark's statement and its commit.
	uncommitted map[ssa.Instruction]bool
}

type walkKey struct {
	b            *ssa.BasicBlock
	step, undone bool
	tx           bool // the mark is written, but not committed
}

// gap walks from the create at c to the marks that can follow it.
func (s *scanner) gap(fn *ssa.Function, c *site, m *Made) *gap {
	w := &walk{s: s, fn: fn, c: c, m: m, g: &gap{}, seen: map[walkKey]bool{}, again: map[*flow.Loop]bool{}, uncommitted: map[ssa.Instruction]bool{}}
	w.isC = func(v ssa.Value) bool {
		in, ok := v.(ssa.Instruction)
		return ok && (in == ssa.Instruction(c.call) || m.at != nil && in == ssa.Instruction(m.at))
	}
	w.roots = s.roots(fn, c)
	for _, l := range s.loopsOf(fn) {
		if l.Contains(c.call) {
			w.loops = append(w.loops, l)
		}
	}
	w.g.late = w.deferredBefore()
	b := c.call.Block()
	w.block(b, slices.Index(b.Instrs, ssa.Instruction(c.call))+1, walkKey{b: b, step: len(m.Tail) > 0})
	for i := len(w.loops) - 1; i >= 0 && len(w.g.marks) == 0; i-- {
		if !w.again[w.loops[i]] {
			break
		}
		w.nextItem(w.loops[i])
	}
	w.keepSteps()
	return w.g
}

// nextItem goes on behind a loop whose next round comes before any mark.
func (w *walk) nextItem(l *flow.Loop) {
	w.g.batch = true
	w.addStep(w.c.call, w.c.name, effect.Network|effect.Fail)
	for _, b := range w.fn.Blocks {
		if !l.Blocks[b] {
			continue
		}
		for _, instr := range b.Instrs {
			if st, ok := w.stepAt(instr); ok {
				w.addStep(st.instr, st.name, st.set)
			}
		}
		for _, succ := range flow.Succs(b) {
			if !l.Blocks[succ] {
				w.block(succ, 0, walkKey{b: succ, step: true})
			}
		}
	}
}

func (w *walk) addStep(instr ssa.Instruction, name string, set effect.Set) {
	for _, st := range w.g.steps {
		if st.instr == instr {
			return
		}
	}
	w.g.steps = append(w.g.steps, step{instr, name, set})
}

func (w *walk) block(b *ssa.BasicBlock, from int, k walkKey) {
	if from == 0 {
		if w.seen[k] {
			return
		}
		w.seen[k] = true
	}
	for _, instr := range b.Instrs[from:] {
		if instr == ssa.Instruction(w.c.call) {
			return
		}
		if w.instr(instr, &k) {
			return
		}
	}
	for _, succ := range w.next(b) {
		if l := w.backEdge(b, succ); l != nil {
			w.again[l] = true
			continue
		}
		w.block(succ, 0, walkKey{succ, k.step, k.undone, k.tx})
	}
}

// backEdge returns the loop around the create whose next round begins with the
// edge from b to succ.
func (w *walk) backEdge(b, succ *ssa.BasicBlock) *flow.Loop {
	for _, l := range w.loops {
		if l.Head == succ && l.Blocks[b] {
			return l
		}
	}
	return nil
}

// instr takes in one instruction; it reports whether the way ends here.
func (w *walk) instr(instr ssa.Instruction, k *walkKey) bool {
	switch in := instr.(type) {
	case *ssa.Defer:
		st := w.s.site(in)
		switch {
		case st.undo:
			w.g.undo, k.undone = true, true
		case w.marks(st):
			w.g.late = st
		}
		return false
	case *ssa.RunDefers:
		if w.g.late != nil && !k.tx {
			w.mark(w.g.late)
		}
		return false
	case *ssa.Return:
		fails := w.failed(in)
		if when := constBool(in); w.g.returns && when != w.g.when {
			w.g.when = ""
		} else {
			w.g.when = when
		}
		w.g.failing = fails && (w.g.failing || !w.g.returns)
		w.g.returns = true
		w.g.open = w.g.open || k.step && !k.undone && w.g.late == nil
		return true
	case *ssa.Panic:
		return true
	case ssa.CallInstruction:
		st := w.s.site(in)
		if k.tx && commits(in) {
			return true
		}
		if w.marks(st) {
			w.mark(st)
			if txOf(in) != nil {
				k.tx = true // done only with the commit
				return false
			}
			for _, h := range st.mark.Head {
				w.addStep(in, h, effect.Network|effect.Fail)
			}
			return true
		}
		if st.undo && w.undoes(st) {
			w.g.undo, k.undone = true, true
			return false
		}
	}
	if st, ok := w.stepAt(instr); ok {
		if k.tx && (!st.set.Has(effect.Network|effect.Process|effect.Wait) || st.set.Has(effect.Database)) {
			return false // the transaction's own statements
		}
		w.addStep(instr, st.name, st.set)
		k.step = true
		if k.tx {
			w.uncommitted[instr] = true
		}
	}
	return false
}

// boolSide returns the side of a condition that is taken where the callee made
// something, if its boolean result tells.
// constBool returns the constant boolean among the results of ret.
// failed reports whether ret hands back an error that has nothing to do with the
// create and is surely one.
// nonNilOn reports whether the condition of b's dominator lets target be reached
// only where e is not nil.
func (w *walk) mark(st *site) {
	if !slices.Contains(w.g.marks, st) {
		w.g.marks = append(w.g.marks, st)
	}
}

// next returns the successors that are taken when the create went well.
// answer keeps a loop that asks again until the answer is good from being
// taken for a loop over items: where the answer itself decides whether to leave
// the loop, going on means that nothing was made.
// endsInError reports whether b and what follows it straight returns an error.
// errorOf reports whether e is the create's own error, not one of a later call
// that was given what the create handed out.
// direct reports whether v is made of the create's answer without another call
// that was given it.
// lastStore returns the value that a load surely reads: the last one stored
// before it on the only way there.
// undoes reports whether st takes away what the create made: it is given the
// thing, or works on the same service.
func (w *walk) undoes(st *site) bool {
	for _, a := range dataArgs(st.call) {
		if origin.From(a, w.isC) || w.related(a) {
			return true
		}
	}
	return st.fn != nil && len(st.fn.Blocks) > 0
}

// keepSteps drops what is no part of the gap: steps after which no mark can
// come, and the other statements of the mark's own transaction.
func (w *walk) keepSteps() {
	if len(w.g.marks) == 0 {
		return
	}
	var kept []step
	for _, st := range w.g.steps {
		ok := w.uncommitted[st.instr] || w.g.batch || len(st.name) > 0 && w.g.late != nil
		for _, m := range w.g.marks {
			ok = ok || st.instr == ssa.Instruction(m.call) || before(st.instr, m.call)
			if st.set.Has(effect.Database) && inTx(m.call) && sameReceiver(st.instr, m.call) {
				ok = false
				break
			}
		}
		if ok {
			kept = append(kept, st)
		}
	}
	w.g.steps = kept
}

func before(a, b ssa.Instruction) bool {
	if a.Block() == b.Block() {
		return slices.Index(a.Block().Instrs, a) < slices.Index(b.Block().Instrs, b) || flow.Reach(a.Block(), nil)[b.Block()]
	}
	return flow.Reach(a.Block(), nil)[b.Block()]
}
