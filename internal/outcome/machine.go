package outcome

import (
	"go/token"
	"math/bits"
	"strings"
)

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

// simple evaluates an instruction that neither calls nor branches.
func (m *machine) simple(fr *frame, in *Instr, st *state) Value {
	arg := func(i int) Value { return m.val(fr, in.Args[i], st) }
	switch in.Op {
	case OpAlloc:
		o := st.alloc(zero{})
		m.objType[o] = typeAt(fr.f, in.T)
		return Ptr{obj: o}
	case OpLoad:
		if p, ok := st.cell(arg(0)); ok {
			t := typeAt(fr.f, in.T)
			v := m.typed(st.load(p), t)
			if s, ok := v.(*Sym); ok && s.Fn == "global" && t != nil && t.Key == "error" {
				k, _ := s.Args[0].(Text)
				return Sentinel{canonVar(k.parts)}
			}
			return v
		}
	case OpStore:
		if m.reach != nil && m.reach(fr, in, []Value{arg(0), arg(1)}, st) {
			return nil // the rest of the path is not needed
		}
		if p, ok := st.cell(arg(0)); ok {
			st.store(p, arg(1))
		}
		return nil
	case OpFieldA:
		if p, ok := st.cell(arg(0)); ok {
			return Ptr{p.obj, step(p.path, int(in.N))}
		}
	case OpField:
		return m.typed(st.get(arg(0), rune(in.N+1)), typeAt(fr.f, in.T))
	case OpIndexA, OpIndex:
		return m.index(fr, in, arg(0), arg(1), st)
	case OpLookup:
		return m.lookup(fr, in, arg(0), arg(1), st)
	case OpBin:
		return m.binop(token.Token(in.N), arg(0), arg(1), typeAt(fr.f, in.T), st)
	case OpUn:
		return m.unop(token.Token(in.N), arg(0), typeAt(fr.f, in.T), st)
	case OpBuiltin:
		return m.builtin(fr, in, st)
	case OpFunc:
		fn := Fn{key: in.S}
		for i := range in.Args {
			fn.bind = append(fn.bind, arg(i))
		}
		return fn
	case OpIface:
		v := arg(0)
		switch v := v.(type) {
		case Iface, Ans, Wrapped, Sentinel:
			return v
		}
		return Iface{typeAt(fr.f, in.T), v}
	case OpAssert:
		return m.assert(arg(0), typeAt(fr.f, in.T), in.N == 1, st)
	case OpExtract:
		return m.extract(arg(0), int(in.N))
	case OpMap:
		return Map{st.alloc(&mapv{})}
	case OpMapSet:
		m.mapSet(arg(0), arg(1), arg(2), st)
		return nil
	case OpSlice:
		return m.slice(in, arg(0), arg(1), arg(2), st)
	case OpMakeSlice:
		if n, ok := arg(0).(Int); ok && n >= 0 && n < 64 {
			return Slice{st.alloc(&agg{base: zero{}, f: map[rune]Value{}}), 0, int(n)}
		}
	case OpConvert:
		return m.convert(arg(0), typeAt(fr.f, in.T))
	case OpRange:
		return m.iterate(arg(0), st)
	case OpNext:
		return m.next(arg(0), st)
	case OpSend:
		st.send(arg(0), arg(1))
		return nil
	case OpGo:
		m.spawn(fr, in, st)
		return nil
	case OpRecv:
		st.occ++
		s := &Sym{ID: hash("recv", fr.f.Key, int(in.Dst), st.occ)}
		st.received(s, arg(0))
		if in.N == 1 {
			return Tuple{s, &Sym{ID: hash(s.ID, "ok")}}
		}
		return s
	}
	// Opaque, and the same each time for the same operands.
	h, t := hash("op", int(in.Op), int(in.N)), false
	for i := range in.Args {
		h = hash(h, st.ident(arg(i), 0))
		t = t || tainted(arg(i))
	}
	return &Sym{ID: h, Taint: t}
}

// typed gives an unwritten variable the zero of its type.
func (m *machine) typed(v Value, t *Type) Value {
	if t == nil {
		return v
	}
	switch v := v.(type) {
	case zero:
		switch t.Kind {
		case KInt, KUint:
			return Int(0)
		case KString:
			return text("")
		case KBool:
			return Bool(false)
		case KFloat:
			return Float(0)
		case KPtr, KIface, KSlice, KMap, KFunc, KChan:
			return Nil{}
		}
	case *Sym:
		if v.T == nil {
			n := *v
			n.T = t
			return &n
		}
	}
	return v
}

func (m *machine) extract(v Value, i int) Value {
	switch v := v.(type) {
	case Tuple:
		if i < len(v) {
			return v[i]
		}
	case *Sym:
		return &Sym{ID: hash(v.ID, "#", i), Taint: v.Taint, Resp: v.Resp, Fn: v.Fn, Args: v.Args}
	}
	return &Sym{ID: hash("extract", i)}
}

func (m *machine) index(fr *frame, in *Instr, x, idx Value, st *state) Value {
	n, known := idx.(Int)
	if known && n >= 0 && n < 512 {
		switch x := x.(type) {
		case Slice:
			if int(n) < x.ln {
				p := Ptr{x.obj, step("", x.off+int(n))}
				if in.Op == OpIndexA {
					return p
				}
				return m.typed(st.load(p), typeAt(fr.f, in.T))
			}
		case Ptr:
			return Ptr{x.obj, step(x.path, int(n))}
		case *agg:
			return m.typed(st.get(x, rune(n+1)), typeAt(fr.f, in.T))
		}
	}
	if t, ok := x.(Text); ok && known {
		if s, whole := t.known(); whole && n >= 0 && int(n) < len(s) {
			return Int(s[n])
		}
	}
	s := &Sym{ID: hash("idx", st.ident(x, 0), st.ident(idx, 0)), Taint: tainted(x) || tainted(idx), NonNil: in.Op == OpIndexA}
	if xs, ok := x.(*Sym); ok {
		s.up, s.Resp = xs, xs.Resp
	}
	return s
}

func (m *machine) slice(in *Instr, x, lo, hi Value, st *state) Value {
	l, h := 0, -1
	if n, ok := lo.(Int); ok {
		l = int(n)
	} else if _, none := lo.(Nil); !none {
		return &Sym{ID: hash("slice", st.ident(x, 0), st.ident(lo, 0), st.ident(hi, 0)), Taint: tainted(x)}
	}
	if n, ok := hi.(Int); ok {
		h = int(n)
	} else if _, none := hi.(Nil); !none {
		return &Sym{ID: hash("slice", st.ident(x, 0), st.ident(lo, 0), st.ident(hi, 0)), Taint: tainted(x)}
	}
	switch x := x.(type) {
	case Ptr:
		if x.path == "" && in.N > 0 {
			if h < 0 {
				h = int(in.N)
			}
			return Slice{x.obj, l, h - l}
		}
	case Slice:
		if h < 0 {
			h = x.ln
		}
		if l <= h {
			return Slice{x.obj, x.off + l, h - l}
		}
	case Text:
		if s, whole := x.known(); whole {
			if h < 0 {
				h = len(s)
			}
			if l <= h && h <= len(s) && l >= 0 {
				return text(s[l:h])
			}
		} else if i := strings.Index(x.parts, "\x00"); h >= 0 && h <= i && l <= h {
			return text(x.parts[l:h])
		}
	case Nil:
		return x
	}
	return &Sym{ID: hash("slice", st.ident(x, 0), l, h), Taint: tainted(x)}
}

func (m *machine) convert(v Value, t *Type) Value {
	if t == nil {
		return v
	}
	switch v := v.(type) {
	case Int:
		if t.Kind == KString {
			return text(string(rune(v)))
		}
		if t.Kind == KFloat {
			return Float(v)
		}
		return wrapInt(v, t)
	case Float:
		if t.Kind == KInt || t.Kind == KUint {
			return Int(v)
		}
	case zero:
		return m.typed(v, t)
	}
	return v
}

// wrapInt brings a number into the range of its type.
func wrapInt(v Int, t *Type) Int {
	switch {
	case t == nil || t.Bits == 0 || t.Bits == 64:
		return v
	case t.Kind == KUint:
		return v & (1<<t.Bits - 1)
	case t.Kind == KInt:
		sh := uint(64 - t.Bits)
		return v << sh >> sh
	}
	return v
}

func (m *machine) unop(op token.Token, x Value, t *Type, st *state) Value {
	switch op {
	case token.NOT:
		switch x := x.(type) {
		case Bool:
			return !x
		case *Sym:
			n := *x
			n.Neg = !n.Neg
			return &n
		}
	case token.SUB:
		if n, ok := x.(Int); ok {
			return wrapInt(-n, t)
		}
	case token.XOR:
		if n, ok := x.(Int); ok {
			return wrapInt(^n, t)
		}
	}
	return &Sym{ID: hash("un", int(op), st.ident(x, 0)), Taint: tainted(x)}
}

func (m *machine) binop(op token.Token, x, y Value, t *Type, st *state) Value {
	a, okA := x.(Int)
	b, okB := y.(Int)
	if okA && okB {
		return intOp(op, a, b, t)
	}
	switch op {
	case token.EQL, token.NEQ:
		if eq, known := m.equal(x, y, st); known {
			return Bool(eq == (op == token.EQL))
		}
		ix, iy := st.ident(x, 0), st.ident(y, 0)
		if ix == iy && !tainted(x) {
			return Bool(op == token.EQL)
		}
		if ix > iy {
			ix, iy = iy, ix
		}
		return &Sym{ID: hash("eq", ix, iy), Taint: tainted(x) || tainted(y), Neg: op == token.NEQ}
	case token.ADD:
		if a, ok := x.(Text); ok {
			if b, ok := y.(Text); ok {
				return Text{a.parts + b.parts}
			}
			return Text{a.parts + st.holeOf(y)}
		}
		if b, ok := y.(Text); ok {
			return Text{st.holeOf(x) + b.parts}
		}
	case token.LSS, token.GTR, token.LEQ, token.GEQ:
		if a, ok := x.(Text); ok {
			if b, ok := y.(Text); ok {
				s, k1 := a.known()
				u, k2 := b.known()
				if k1 && k2 {
					return Bool(cmpHolds(op, strings.Compare(s, u)))
				}
			}
		}
	}
	if fa, ok := x.(Float); ok {
		if fb, ok := y.(Float); ok {
			return floatOp(op, fa, fb)
		}
	}
	return &Sym{ID: hash("bin", int(op), st.ident(x, 0), st.ident(y, 0)), Taint: tainted(x) || tainted(y)}
}

func cmpHolds(op token.Token, c int) bool {
	switch op {
	case token.LSS:
		return c < 0
	case token.GTR:
		return c > 0
	case token.LEQ:
		return c <= 0
	}
	return c >= 0
}

func floatOp(op token.Token, a, b Float) Value {
	switch op {
	case token.ADD:
		return a + b
	case token.SUB:
		return a - b
	case token.MUL:
		return a * b
	case token.QUO:
		if b != 0 {
			return a / b
		}
	case token.LSS:
		return Bool(a < b)
	case token.GTR:
		return Bool(a > b)
	case token.LEQ:
		return Bool(a <= b)
	case token.GEQ:
		return Bool(a >= b)
	}
	return &Sym{ID: hash("float", int(op))}
}

func intOp(op token.Token, a, b Int, t *Type) Value {
	unsigned := t != nil && t.Kind == KUint
	switch op {
	case token.EQL:
		return Bool(a == b)
	case token.NEQ:
		return Bool(a != b)
	case token.LSS, token.GTR, token.LEQ, token.GEQ:
		c := 0
		switch {
		case a == b:
		case unsigned && uint64(a) < uint64(b), !unsigned && a < b:
			c = -1
		default:
			c = 1
		}
		return Bool(cmpHolds(op, c))
	case token.ADD:
		return wrapInt(a+b, t)
	case token.SUB:
		return wrapInt(a-b, t)
	case token.MUL:
		if hi, _ := bits.Mul64(uint64(abs(a)), uint64(abs(b))); hi == 0 {
			return wrapInt(a*b, t)
		}
	case token.QUO:
		if b != 0 {
			return wrapInt(a/b, t)
		}
	case token.REM:
		if b != 0 {
			return wrapInt(a%b, t)
		}
	case token.AND:
		return a & b
	case token.OR:
		return wrapInt(a|b, t)
	case token.XOR:
		return wrapInt(a^b, t)
	case token.AND_NOT:
		return a &^ b
	case token.SHL:
		if b >= 0 && b < 64 {
			return wrapInt(a<<uint(b), t)
		}
		return Int(0)
	case token.SHR:
		if b >= 0 && b < 64 {
			if unsigned {
				return Int(uint64(a) >> uint(b))
			}
			return a >> uint(b)
		}
		return Int(0)
	}
	return &Sym{ID: hash("int", int(op), uint64(a), uint64(b))}
}

func abs(a Int) Int {
	if a < 0 {
		return -a
	}
	return a
}
