package outcome

import "strings"

// equal compares two values; known is false where that cannot be said.
func (m *machine) equal(x, y Value, st *state) (eq, known bool) {
	if a, ok := x.(Ans); ok {
		return m.ansEqual(a, y)
	}
	if a, ok := y.(Ans); ok {
		return m.ansEqual(a, x)
	}
	if _, ok := x.(Nil); ok {
		return isNil(y)
	}
	if _, ok := y.(Nil); ok {
		return isNil(x)
	}
	switch x := x.(type) {
	case Int:
		if y, ok := y.(Int); ok {
			return x == y, true
		}
	case Bool:
		if y, ok := y.(Bool); ok {
			return x == y, true
		}
	case Text:
		if y, ok := y.(Text); ok {
			a, k1 := x.known()
			b, k2 := y.known()
			if k1 && k2 {
				return a == b, true
			}
		}
		return false, false
	case Ptr:
		if y, ok := y.(Ptr); ok {
			return x == y, true
		}
	case Iface:
		switch y := y.(type) {
		case Iface:
			if x.T != nil && y.T != nil && x.T.Key != y.T.Key {
				return false, true
			}
			return m.equal(x.V, y.V, st)
		case Sentinel, Wrapped:
			return false, true
		}
	case Sentinel:
		switch y := y.(type) {
		case Sentinel:
			return x.name == y.name, true
		case Iface, Wrapped:
			return false, true
		}
	case Wrapped:
		switch y.(type) {
		case Iface, Sentinel:
			return false, true
		}
	}
	if s, ok := y.(*Sym); ok {
		m.lookWord(x, s)
	}
	if s, ok := x.(*Sym); ok {
		m.lookWord(y, s)
	}
	return false, false
}

// lookWord records that the unknown word of the answer was compared with w.
func (m *machine) lookWord(w Value, s *Sym) {
	if t, ok := w.(Text); ok && s.Taint && m.look != nil {
		if k, whole := t.known(); whole && k != "" {
			m.look.Words[k] = true
		}
	}
}

func isNil(v Value) (eq, known bool) {
	switch v := v.(type) {
	case Nil:
		return true, true
	case Ptr, Iface, Fn, Slice, Map, Wrapped, Sentinel, Ans, *agg:
		return false, true
	case *Sym:
		if v.NonNil {
			return false, true
		}
	}
	return false, false
}

func (m *machine) ansEqual(a Ans, y Value) (eq, known bool) {
	switch y := y.(type) {
	case Nil, Wrapped, Iface:
		return false, true
	case Ans:
		return true, true
	case Sentinel:
		return m.ansIs(a, y.name)
	}
	return false, false
}

// ansIs says whether the answer is the error variable called name.
func (m *machine) ansIs(a Ans, name string) (eq, known bool) {
	name = canonVar(name)
	m.look.Vars[name] = true
	if m.scn.Kind == Var {
		return name == m.scn.Name, true
	}
	return false, a.shown || neutralVars[name] || m.scn.Kind == Net || m.scn.Kind == Plain || wellKnown(name)
}

// wellKnown are variables of the standard library: an API's own status errors
// are none of them.
func wellKnown(name string) bool {
	pkg, _, _ := strings.Cut(name, ".")
	return !strings.Contains(pkg, "/") || strings.HasPrefix(name, "database/sql.") || strings.HasPrefix(name, "io/fs.") || strings.HasPrefix(name, "net/http.")
}

func canonVar(name string) string {
	switch name {
	case "os.ErrNotExist", "internal/oserror.ErrNotExist":
		return "io/fs.ErrNotExist"
	case "os.ErrPermission":
		return "io/fs.ErrPermission"
	case "os.ErrExist":
		return "io/fs.ErrExist"
	}
	return name
}

// errorsIs is errors.Is.
func (m *machine) errorsIs(err, target Value, st *state, depth int) (Value, bool) {
	if depth > 8 {
		return nil, false
	}
	switch e := err.(type) {
	case Nil:
		eq, known := isNil(target)
		return Bool(eq), known
	case Ans:
		if t, ok := target.(Sentinel); ok {
			if eq, known := m.ansIs(e, t.name); known {
				return Bool(eq), true
			}
		}
		return &Sym{ID: hash("is", st.ident(target, 0)), Taint: true}, true
	case Sentinel, Iface, Wrapped:
		if eq, known := m.equal(err, target, st); known && eq {
			return Bool(true), true
		}
		if w, ok := e.(Wrapped); ok && w.mark != "" {
			if t, ok := target.(Sentinel); ok && t.name == w.mark {
				return Bool(true), true
			}
		}
		unknown := false
		for _, in := range m.unwrap(err, st) {
			v, ok := m.errorsIs(in, target, st, depth+1)
			if b, isB := v.(Bool); ok && isB {
				if b {
					return b, true
				}
				continue
			}
			unknown = true
		}
		if !unknown {
			return Bool(false), true
		}
		return &Sym{ID: hash("is", st.ident(err, 0), st.ident(target, 0)), Taint: tainted(err)}, true
	}
	if t, ok := target.(Sentinel); ok && m.look != nil && tainted(err) {
		m.look.Vars[canonVar(t.name)] = true
	}
	return nil, false
}

// unwrap returns the errors inside err.
func (m *machine) unwrap(err Value, st *state) []Value {
	switch e := err.(type) {
	case Wrapped:
		return e.inner
	case Iface:
		if e.T == nil {
			return nil
		}
		meth := e.T.Method("Unwrap")
		if meth == nil {
			return nil
		}
		code := m.eng.Code(meth.Fn)
		if code == nil {
			return nil
		}
		res := m.call(code, []Value{e.V}, nil, st.fork())
		if len(res) != 1 {
			return nil
		}
		if list, ok := m.elems(res[0].ret, res[0].st); ok && len(list) > 0 {
			return list
		}
		if _, isN := res[0].ret.(Nil); isN {
			return nil
		}
		return []Value{res[0].ret}
	}
	return nil
}

// errorsAs is errors.As: ptr is where the match goes, t its type.
func (m *machine) errorsAs(err Value, ptr Ptr, t *Type, st *state, depth int) (Value, bool) {
	if depth > 8 || t == nil {
		return nil, false
	}
	switch e := err.(type) {
	case Nil:
		return Bool(false), true
	case Ans:
		v, ok := m.ansAs(e, t, st)
		if b, isB := ok.(Bool); isB && bool(b) {
			st.store(ptr, v)
		} else if !isB {
			st.store(ptr, &Sym{ID: hash("as", t.Key), Taint: true, NonNil: true})
		}
		return ok, true
	case Sentinel:
		return Bool(false), true
	case Iface:
		if e.T != nil && (e.T.Key == t.Key || t.Kind == KIface && implements(e.T, t)) {
			v := Value(e)
			if t.Kind != KIface {
				v = e.V
			}
			st.store(ptr, v)
			return Bool(true), true
		}
	case Wrapped:
		if e.mark != "" && strings.HasPrefix(strings.TrimLeft(t.Key, "*"), e.mark) {
			return Bool(true), true
		}
	default:
		return nil, false
	}
	unknown := false
	for _, in := range m.unwrap(err, st) {
		v, ok := m.errorsAs(in, ptr, t, st, depth+1)
		if b, isB := v.(Bool); ok && isB {
			if b {
				return b, true
			}
			continue
		}
		unknown = true
	}
	if !unknown {
		return Bool(false), true
	}
	return &Sym{ID: hash("as", st.ident(err, 0), t.Key), Taint: tainted(err)}, true
}
