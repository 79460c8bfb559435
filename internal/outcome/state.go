package outcome

// state is the memory of one path.
type state struct {
	m      *machine
	heap   map[int]Value
	base   map[int]Value // what the initialisers left; shared, never written
	lazy   map[uint64]int
	assume map[uint64]bool
	tdec   map[uint64]bool // decisions about what the answer leaves open
	ingr   map[uint64][]uint64
	iter   int
	inOp   int
	occ    int
	leaves [][]uint64 // per try: what the operation's outward calls were given
	items  [][]uint64 // the same, without what was done to it
	given  []uint64   // per try: what the repeated call itself was given
	calls  []string   // own and outward calls beside the operation, in order
	asType string     // the type that the answer turned out to have
	ctxEnd bool       // the context was asked whether it is over
	depth  int
	stack  []string

	recvd    map[uint64]uint64 // what was received, and from which channel
	broker   bool              // by a call, not over a channel of the program
	requeued bool              // something was put back where it came from
}

func (st *state) fork() *state {
	n := *st
	n.heap = make(map[int]Value, len(st.heap)+8)
	for k, v := range st.heap {
		n.heap[k] = v
	}
	n.lazy = make(map[uint64]int, len(st.lazy))
	for k, v := range st.lazy {
		n.lazy[k] = v
	}
	n.assume = make(map[uint64]bool, len(st.assume)+2)
	for k, v := range st.assume {
		n.assume[k] = v
	}
	n.tdec = make(map[uint64]bool, len(st.tdec)+2)
	for k, v := range st.tdec {
		n.tdec[k] = v
	}
	n.ingr = make(map[uint64][]uint64, len(st.ingr))
	for k, v := range st.ingr {
		n.ingr[k] = v[:len(v):len(v)]
	}
	n.leaves = append([][]uint64(nil), st.leaves...)
	n.items = append([][]uint64(nil), st.items...)
	n.given = st.given[:len(st.given):len(st.given)]
	n.recvd = make(map[uint64]uint64, len(st.recvd))
	for k, v := range st.recvd {
		n.recvd[k] = v
	}
	n.calls = st.calls[:len(st.calls):len(st.calls)]
	n.stack = st.stack[:len(st.stack):len(st.stack)]
	return &n
}

func (st *state) alloc(v Value) int {
	st.m.objs++
	st.heap[st.m.objs] = v
	return st.m.objs
}

func step(path string, i int) string { return path + string(rune(i+1)) }

// cell returns the variable that pointer v leads to.
func (st *state) cell(v Value) (Ptr, bool) {
	switch v := v.(type) {
	case Ptr:
		return v, true
	case *Sym:
		obj, ok := st.lazy[v.ID]
		if !ok {
			obj = st.alloc(st.part(v, "*"))
			st.lazy[v.ID] = obj
		}
		return Ptr{obj: obj}, true
	}
	return Ptr{}, false
}

func (st *state) part(v *Sym, what string) *Sym {
	return &Sym{ID: hash(v.ID, what), Taint: v.Taint, Resp: v.Resp, up: v}
}

func (st *state) obj(o int) Value {
	if v, ok := st.heap[o]; ok {
		return v
	}
	return st.base[o]
}

func (st *state) load(p Ptr) Value {
	v := st.obj(p.obj)
	for _, i := range p.path {
		v = st.get(v, i)
	}
	return v
}

func (st *state) get(v Value, i rune) Value {
	switch v := v.(type) {
	case *agg:
		if x, ok := v.f[i]; ok {
			return x
		}
		return st.get(v.base, i)
	case *Sym:
		return st.part(v, "."+string(i))
	case zero, nil:
		return zero{}
	}
	return &Sym{ID: hash("get", st.ident(v, 0), int(i)), Taint: tainted(v)}
}

func (st *state) store(p Ptr, v Value) {
	st.heap[p.obj] = put(st.obj(p.obj), []rune(p.path), v, st)
}

func put(old Value, path []rune, v Value, st *state) Value {
	if len(path) == 0 {
		return v
	}
	n := &agg{base: zero{}, f: map[rune]Value{}}
	switch old := old.(type) {
	case *agg:
		n.base = old.base
		for k, x := range old.f {
			n.f[k] = x
		}
	case *Sym:
		n.base = old
	}
	n.f[path[0]] = put(st.get(old, path[0]), path[1:], v, st)
	return n
}

func (st *state) addIngredient(s *Sym, h uint64) {
	for ; s != nil; s = s.up {
		for _, x := range st.ingr[s.ID] {
			if x == h {
				return
			}
		}
		st.ingr[s.ID] = append(st.ingr[s.ID], h)
	}
}
