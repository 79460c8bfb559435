package outcome

// Limits of one evaluation. What runs out of them is unknown, and what is
// unknown is silent.
const (
	maxSteps   = 6000
	maxDepth   = 14
	maxResults = 24
	maxVisits  = 70 // of a block in one frame, while conditions are known
	maxForks   = 3  // at one branch of one frame, while they are not
)

// machine evaluates code in one scenario.
type machine struct {
	eng   *Engine
	scn   Scenario
	steps int
	over  bool // a limit was reached
	objs  int
	look  *Looks // what the program asked of the answer

	resps   map[int]bool // variables that hold the response
	init    bool
	objType map[int]*Type
	target  *Loop // the loop that is watched
	rec     *Func // or the function whose recursion is watched
	op      *Instr
	opFn    *Func
	tries   int // back edges after which a path is cut: it goes on
	events  []Event
	reach   func(fr *frame, in *Instr, args []Value, st *state) bool // a place that is waited for
}

// Event is the end of one path through the watched loop.
type Event struct {
	GoesOn bool
	Iter   int
	Exit   [2]int32 // the edge that left
	tdec   map[uint64]bool
	Leaves [][]uint64
	items  [][]uint64
	given  []uint64
	Calls  []string
	CtxEnd bool
	AsType string
	// Requeued: the item was put back where it came from.
	Requeued bool
	broker   bool
}

type frame struct {
	f      *Func
	regs   []Value
	visits []int8
	forks  map[int32]int
	top    bool // a frame of the watched loop
	in     bool // inside the watched loop
}

func (fr *frame) fork() *frame {
	n := *fr
	n.regs = append([]Value(nil), fr.regs...)
	n.visits = append([]int8(nil), fr.visits...)
	n.forks = make(map[int32]int, len(fr.forks))
	for k, v := range fr.forks {
		n.forks[k] = v
	}
	return &n
}

// result is one way in which a call can end.
type result struct {
	st  *state
	ret Value // a Tuple where there are several
}

func (m *machine) newState() *state {
	return &state{m: m, heap: map[int]Value{}, base: m.eng.base, lazy: map[uint64]int{}, assume: map[uint64]bool{},
		tdec: map[uint64]bool{}, ingr: map[uint64][]uint64{}, recvd: map[uint64]uint64{}}
}

// call evaluates f with args and returns the ways in which it can end.
func (m *machine) call(f *Func, args, bind []Value, st *state) []result {
	if st.depth >= maxDepth {
		m.over = true
		return nil
	}
	for _, k := range st.stack {
		if k == f.Key && (m.rec == nil || m.rec != f) {
			// Recursion that is not watched: opaque.
			return []result{{st, m.unknown(f, args, st)}}
		}
	}
	fr := &frame{f: f, regs: make([]Value, f.Regs), visits: make([]int8, len(f.Blocks)), forks: map[int32]int{}}
	copy(fr.regs, args)
	copy(fr.regs[min(f.Params, f.Regs):], bind)
	fr.top = m.target != nil && m.target.Func == f || m.rec == f
	st.depth++
	st.stack = append(st.stack, f.Key)
	res := m.block(fr, 0, -1, st)
	for _, r := range res {
		r.st.depth--
		r.st.stack = r.st.stack[:len(r.st.stack)-1]
	}
	if len(res) > maxResults {
		m.over = true
		res = res[:maxResults]
	}
	return res
}

func (m *machine) unknown(f *Func, args []Value, st *state) Value {
	h := hash("rec", f.Key)
	t := false
	for _, a := range args {
		h = hash(h, st.ident(a, 0))
		t = t || tainted(a)
	}
	return &Sym{ID: h, Taint: t}
}

// block enters block b from prev.
func (m *machine) block(fr *frame, b, prev int32, st *state) []result {
	blk := &fr.f.Blocks[b]
	if fr.top && m.target != nil && !m.edge(fr, prev, b, st) {
		return nil
	}
	if fr.visits[b] >= maxVisits {
		m.over = true
		return nil
	}
	fr.visits[b]++
	// Phis read their operands together.
	i := 0
	var phis []Value
	for ; i < len(blk.Instrs) && blk.Instrs[i].Op == OpPhi; i++ {
		v := Value(&Sym{ID: hash("phi", fr.f.Key, int(b), i)})
		for e, p := range blk.Preds {
			if p == prev && e < len(blk.Instrs[i].Args) {
				v = m.val(fr, blk.Instrs[i].Args[e], st)
				break
			}
		}
		phis = append(phis, v)
	}
	for k, v := range phis {
		fr.regs[blk.Instrs[k].Dst] = v
	}
	return m.exec(fr, b, i, st)
}

// edge watches the target loop; false where the path ends here.
func (m *machine) edge(fr *frame, from, to int32, st *state) bool {
	l := m.target
	inFrom, inTo := from >= 0 && l.Blocks[from], l.Blocks[to]
	switch {
	case to == l.Head && inFrom:
		st.iter++
		if st.iter >= m.tries {
			m.event(st, true, from, to)
			return false
		}
	case inFrom && !inTo:
		m.event(st, false, from, to)
		return false
	}
	fr.in = inTo
	return true
}

func (m *machine) event(st *state, on bool, from, to int32) {
	m.events = append(m.events, Event{GoesOn: on, Iter: st.iter, Exit: [2]int32{from, to}, tdec: st.tdec,
		Leaves: st.leaves, items: st.items, given: st.given, Calls: st.calls, CtxEnd: st.ctxEnd, AsType: st.asType, Requeued: st.requeued, broker: st.broker})
}

func (m *machine) exec(fr *frame, b int32, i int, st *state) []result {
	blk := &fr.f.Blocks[b]
	for ; i < len(blk.Instrs); i++ {
		if m.steps++; m.steps > maxSteps {
			m.over = true
			return nil
		}
		in := &blk.Instrs[i]
		switch in.Op {
		case OpIf:
			return m.branch(fr, b, in, st)
		case OpJump:
			return m.block(fr, blk.Succs[0], b, st)
		case OpReturn:
			return []result{{st, m.returned(fr, in, st)}}
		case OpPanic:
			return nil
		case OpCall, OpInvoke, OpDyn:
			res := m.callInstr(fr, in, st)
			if len(res) == 1 {
				st = res[0].st
				fr.regs[in.Dst] = res[0].ret
				continue
			}
			var out []result
			for k, r := range res {
				f2 := fr
				if k < len(res)-1 {
					f2 = fr.fork()
				}
				f2.regs[in.Dst] = r.ret
				out = append(out, m.exec(f2, b, i+1, r.st)...)
				if len(out) > maxResults {
					m.over = true
					break
				}
			}
			return out
		case OpSelect:
			return m.selectInstr(fr, b, i, st)
		default:
			if in.Op == OpIface && m.reach != nil && m.reach(fr, in, []Value{m.val(fr, in.Args[0], st)}, st) {
				return nil
			}
			if v := m.simple(fr, in, st); in.Dst >= 0 {
				fr.regs[in.Dst] = v
			}
			if in.Op == OpRecv && m.never(fr, in, st) {
				return nil
			}
		}
	}
	return nil
}

// never reports a receive that does not end: from the channel of a context
// that is taken to be alive.
func (m *machine) never(fr *frame, in *Instr, st *state) bool {
	return isDone(m.val(fr, in.Args[0], st))
}

func isDone(v Value) bool {
	s, ok := v.(*Sym)
	return ok && s.Fn == "context.Context.Done"
}

func (m *machine) returned(fr *frame, in *Instr, st *state) Value {
	switch len(in.Args) {
	case 0:
		return Tuple{}
	case 1:
		return m.val(fr, in.Args[0], st)
	}
	t := make(Tuple, len(in.Args))
	for i, a := range in.Args {
		t[i] = m.val(fr, a, st)
	}
	return t
}

// branch follows a condition, both ways where it is unknown.
func (m *machine) branch(fr *frame, b int32, in *Instr, st *state) []result {
	succ := fr.f.Blocks[b].Succs
	if len(succ) < 2 || len(in.Args) == 0 {
		m.over = true // no code of this version
		return nil
	}
	cond := m.val(fr, in.Args[0], st)
	if v, ok := cond.(Bool); ok {
		if v {
			return m.block(fr, succ[0], b, st)
		}
		return m.block(fr, succ[1], b, st)
	}
	s, ok := cond.(*Sym)
	if !ok {
		s = &Sym{ID: hash("cond", st.ident(cond, 0)), Taint: tainted(cond)}
	}
	if v, ok := st.assume[s.ID]; ok {
		if v != s.Neg {
			return m.block(fr, succ[0], b, st)
		}
		return m.block(fr, succ[1], b, st)
	}
	fr.forks[b]++
	if fr.forks[b] > maxForks && !(fr.top && fr.in) {
		if out := m.leaving(fr.f, b); out >= 0 {
			return m.block(fr, succ[out], b, st)
		}
		if fr.forks[b] > 2*maxForks {
			return nil
		}
	}
	f2, st2 := fr.fork(), st.fork()
	st.assume[s.ID], st2.assume[s.ID] = !s.Neg, s.Neg
	if s.Taint {
		st.tdec[s.ID], st2.tdec[s.ID] = !s.Neg, s.Neg
	}
	out := m.block(fr, succ[0], b, st)
	if len(out) > maxResults {
		m.over = true
		return out
	}
	return append(out, m.block(f2, succ[1], b, st2)...)
}

// leaving returns which successor of b leaves the innermost loop around it, or -1.
func (m *machine) leaving(f *Func, b int32) int {
	best, size := -1, 1<<30
	for _, l := range f.Loops() {
		if !l.Blocks[b] || len(l.Blocks) >= size {
			continue
		}
		for i, s := range f.Blocks[b].Succs {
			if !l.Blocks[s] {
				best, size = i, len(l.Blocks)
			}
		}
	}
	return best
}

func (m *machine) selectInstr(fr *frame, b int32, i int, st *state) []result {
	in := &fr.f.Blocks[b].Instrs[i]
	var ready []int
	for k, a := range in.Args[:len(in.S)] {
		if isDone(m.val(fr, a, st)) {
			st.ctxEnd = true
			continue
		}
		ready = append(ready, k)
	}
	if in.N == 0 {
		ready = append(ready, -1)
	}
	var out []result
	for n, k := range ready {
		f2, s2 := fr, st
		if n < len(ready)-1 {
			f2, s2 = fr.fork(), st.fork()
		}
		s2.occ++
		t := Tuple{Int(k), Bool(true)}
		sent := len(in.S)
		for j := range in.S {
			ch := m.val(fr, in.Args[j], s2)
			if in.S[j] == 'r' {
				v := &Sym{ID: hash("select", fr.f.Key, int(b), i, j, s2.occ)}
				s2.received(v, ch)
				t = append(t, v)
				continue
			}
			if j == k {
				s2.send(ch, m.val(fr, in.Args[sent], s2))
			}
			sent++
		}
		f2.regs[in.Dst] = t
		out = append(out, m.exec(f2, b, i+1, s2)...)
	}
	return out
}

func (m *machine) val(fr *frame, op int32, st *state) Value {
	if op >= 0 {
		if v := fr.regs[op]; v != nil {
			return v
		}
		return &Sym{ID: hash("reg", fr.f.Key, int(op))}
	}
	c := fr.f.Consts[^op]
	switch c.K {
	case 'i':
		return Int(c.I)
	case 's':
		return text(c.S)
	case 'b':
		return Bool(c.I == 1)
	case 'f':
		return Float(c.F)
	case 'n':
		return Nil{}
	case 'z':
		return zero{}
	case 'F':
		return Fn{key: c.S}
	case 'G':
		return m.eng.globalAddr(c.S, st)
	}
	return &Sym{ID: hash("const", c.S)}
}

func typeAt(f *Func, i int32) *Type {
	if i < 0 || int(i) >= len(f.types) {
		return nil
	}
	return f.types[i]
}
