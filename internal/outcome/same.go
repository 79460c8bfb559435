package outcome

// A loop is a retry only where a failed round is followed by one that does the
// same thing. Two measures decide that, and both must hold: what the outward
// calls of the operation were given (leaves), and what the repeated call itself
// was given. The second does not look into the callee, so that an element of a
// slice, a page or a row tells two rounds apart also where the callee hides it
// from the first behind a text or an identifier of its own making.

// givenTo identifies the arguments of the repeated call. Numbers are left out:
// the count of the try is often handed on, and a page or an offset shows in the
// outward calls.
func (m *machine) givenTo(args []Value, st *state) uint64 {
	h := hash("given", len(args))
	for i, a := range args {
		switch a := a.(type) {
		case Int, Float, Bool:
			continue
		case *Sym:
			if a.T != nil && (a.T.Kind == KInt || a.T.Kind == KUint || a.T.Kind == KFloat) {
				continue
			}
		}
		h = hash(h, i, st.source(a, 0))
	}
	return h
}

// source identifies a value by where it came from: like ident, but blind to what
// was done since to the things that the value refers to.
func (st *state) source(v Value, depth int) uint64 {
	if depth > 8 {
		return 1
	}
	switch v := v.(type) {
	case *Sym:
		return v.ID
	case Iface:
		return st.source(v.V, depth)
	case Ptr:
		return hash("p", st.source(st.load(v), depth+1))
	case Fn:
		h := hash("F", v.key)
		for _, b := range v.bind {
			h = hash(h, st.source(b, depth+1))
		}
		return h
	case Slice:
		h := hash("S", v.off, v.ln)
		for i := 0; i < v.ln && i < 8; i++ {
			h = hash(h, st.source(st.load(Ptr{v.obj, step("", v.off+i)}), depth+1))
		}
		return h
	}
	return st.ident(v, 0)
}

// sameGiven reports whether the first two tries were given the same.
func sameGiven(given []uint64) bool {
	return len(given) < 2 || given[0] == given[1]
}
