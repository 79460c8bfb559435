package outcome

func (m *machine) builtin(fr *frame, in *Instr, st *state) Value {
	args := make([]Value, len(in.Args))
	t := false
	for i, a := range in.Args {
		args[i] = m.val(fr, a, st)
		t = t || tainted(args[i])
	}
	switch in.S {
	case "len", "cap":
		switch v := args[0].(type) {
		case Slice:
			return Int(v.ln)
		case Text:
			if s, ok := v.known(); ok {
				return Int(len(s))
			}
		case Nil:
			return Int(0)
		case Map:
			if mv, ok := st.obj(v.obj).(*mapv); ok && !mv.open {
				return Int(len(mv.keys))
			}
		}
	case "append":
		return m.appendTo(args, st)
	case "delete":
		if v, ok := args[0].(Map); ok {
			st.heap[v.obj] = &mapv{open: true}
		}
		return nil
	case "min", "max":
		if v, ok := args[0].(Int); ok {
			for _, a := range args[1:] {
				w, ok := a.(Int)
				if !ok {
					return &Sym{ID: hash(in.S, st.ident(args[0], 0), st.ident(a, 0))}
				}
				if in.S == "min" {
					v = min(v, w)
				} else {
					v = max(v, w)
				}
			}
			return v
		}
	case "ssa:wrapnilchk":
		return args[0]
	case "recover":
		return Nil{}
	case "copy", "print", "println", "clear":
		return &Sym{ID: hash(in.S)}
	}
	h := hash("builtin", in.S)
	for _, a := range args {
		h = hash(h, st.ident(a, 0))
	}
	return &Sym{ID: h, Taint: t}
}

func (m *machine) appendTo(args []Value, st *state) Value {
	var elems []Value
	for _, a := range args {
		switch a := a.(type) {
		case Nil, zero:
		case Slice:
			for i := range a.ln {
				if i > 256 {
					return &Sym{ID: hash("append")}
				}
				elems = append(elems, st.load(Ptr{a.obj, step("", a.off+i)}))
			}
		default:
			h := hash("append")
			for _, x := range args {
				h = hash(h, st.ident(x, 0))
			}
			return &Sym{ID: h, NonNil: true}
		}
	}
	return m.sliceOf(elems, st)
}

func (m *machine) sliceOf(elems []Value, st *state) Value {
	a := &agg{base: zero{}, f: map[rune]Value{}}
	for i, e := range elems {
		a.f[rune(i+1)] = e
	}
	return Slice{st.alloc(a), 0, len(elems)}
}

func (m *machine) elems(v Value, st *state) ([]Value, bool) {
	switch v := v.(type) {
	case Nil, zero:
		return nil, true
	case Slice:
		var out []Value
		for i := range v.ln {
			out = append(out, st.load(Ptr{v.obj, step("", v.off+i)}))
		}
		return out, true
	}
	return nil, false
}

func (m *machine) mapSet(mv, k, v Value, st *state) {
	ref, ok := mv.(Map)
	if !ok {
		return
	}
	old, _ := st.obj(ref.obj).(*mapv)
	n := &mapv{}
	if old != nil {
		n.open = old.open
		n.keys, n.vals = append(n.keys, old.keys...), append(n.vals, old.vals...)
	}
	for i, x := range n.keys {
		if eq, known := m.equal(x, k, st); known && eq {
			n.vals[i] = v
			st.heap[ref.obj] = n
			return
		} else if !known {
			n.open = true
		}
	}
	if _, sym := k.(*Sym); sym || len(n.keys) > 300 {
		n.open = true
	} else {
		n.keys, n.vals = append(n.keys, k), append(n.vals, v)
	}
	st.heap[ref.obj] = n
}

func (m *machine) lookup(fr *frame, in *Instr, x, k Value, st *state) Value {
	t := typeAt(fr.f, in.T)
	elem := t
	if in.N == 1 && t != nil && t.Kind == KTuple && len(t.Out) > 0 {
		elem = m.eng.typ(t.Out[0])
	}
	give := func(v Value, ok Value) Value {
		if in.N == 1 {
			return Tuple{v, ok}
		}
		return v
	}
	switch x := x.(type) {
	case Nil, zero:
		return give(m.typed(zero{}, elem), Bool(false))
	case Map:
		mv, ok := st.obj(x.obj).(*mapv)
		if !ok {
			break
		}
		sure := !mv.open
		for i, key := range mv.keys {
			eq, known := m.equal(key, k, st)
			if known && eq {
				return give(m.typed(mv.vals[i], elem), Bool(true))
			}
			sure = sure && known
		}
		if sure {
			return give(m.typed(zero{}, elem), Bool(false))
		}
	case Text:
		if s, ok := x.known(); ok {
			if n, ok := k.(Int); ok && n >= 0 && int(n) < len(s) {
				return give(Int(s[n]), Bool(true))
			}
		}
	}
	h := hash("lookup", st.ident(x, 0), st.ident(k, 0))
	tt := tainted(x) || tainted(k)
	return give(&Sym{ID: h, Taint: tt}, &Sym{ID: hash(h, "ok"), Taint: tt})
}

func (m *machine) iterate(x Value, st *state) Value {
	it := Iter{cell: st.alloc(Int(0))}
	switch x := x.(type) {
	case Nil, zero:
		return it
	case Map:
		if mv, ok := st.obj(x.obj).(*mapv); ok && !mv.open {
			it.keys, it.vals = mv.keys, mv.vals
			return it
		}
	}
	it.sym = &Sym{ID: hash("range", st.ident(x, 0)), Taint: tainted(x)}
	return it
}

func (m *machine) next(x Value, st *state) Value {
	it, ok := x.(Iter)
	if !ok {
		return &Sym{ID: hash("next")}
	}
	n, _ := st.obj(it.cell).(Int)
	st.heap[it.cell] = n + 1
	if it.sym != nil {
		h := hash(it.sym.ID, int(n))
		return Tuple{&Sym{ID: hash(h, "more"), Taint: it.sym.Taint}, &Sym{ID: hash(h, "k"), Taint: it.sym.Taint}, &Sym{ID: hash(h, "v"), Taint: it.sym.Taint}}
	}
	if int(n) < len(it.keys) {
		return Tuple{Bool(true), it.keys[n], it.vals[n]}
	}
	return Tuple{Bool(false), zero{}, zero{}}
}
