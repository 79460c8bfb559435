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

// ansAs says whether the answer is a t, and which.
func (m *machine) ansAs(a Ans, t *Type, st *state) (val, ok Value) {
	m.look.Types[t.Key] = t
	base := t
	if t.Kind == KPtr {
		base = m.eng.typ(t.Elem)
	}
	unknown := &Sym{ID: hash("ansas", t.Key), Taint: true}
	if st.asType != "" && st.asType != t.Key && t.Kind != KIface {
		return nil, Bool(false)
	}
	switch m.scn.Kind {
	case HTTP, SMTP, GRPC, Word:
		if v := m.typedAnswer(t, base, st); v != nil {
			st.asType = t.Key
			return v, Bool(true)
		}
	case Net:
		if t.Key == "net.Error" || t.Key == "*net/url.Error" || t.Key == "*net.OpError" || t.Key == "*net.DNSError" {
			return &Sym{ID: hash("neterr"), NonNil: true, Fn: "neterr"}, Bool(true)
		}
		return nil, Bool(false)
	case Var:
		return nil, Bool(false)
	}
	if a.shown || foreignTransient(t.Key) {
		return nil, Bool(false)
	}
	return nil, unknown
}

// foreignTransient are types that say something of the transport, never of a
// refusal by the other side.
func foreignTransient(key string) bool {
	switch strings.TrimLeft(key, "*") {
	case "net.Error", "net/url.Error", "net.OpError", "net.DNSError", "os.SyscallError", "syscall.Errno",
		"encoding/json.SyntaxError", "encoding/json.UnmarshalTypeError", "io/fs.PathError":
		return true
	}
	return strings.HasPrefix(key, "crypto/")
}

// typedAnswer builds the answer as a value of type t where t carries what the
// scenario gives.
func (m *machine) typedAnswer(t, base *Type, st *state) Value {
	if t.Kind == KIface {
		for _, meth := range t.Methods {
			if m.scn.Kind == Word && wordMethod(meth.Name) && strings.HasSuffix(meth.Sig, "(string)") {
				return &Sym{ID: hash("ansiface"), Taint: true, NonNil: true, Resp: true}
			}
			if m.scn.Kind != Word && statusMethod(meth.Name) && intResult(meth.Sig) {
				return &Sym{ID: hash("ansiface"), Taint: true, NonNil: true, Resp: true}
			}
		}
		return nil
	}
	if base == nil || base.Kind != KStruct {
		return nil
	}
	obj := &agg{base: &Sym{ID: hash("ans", t.Key), Taint: true}, f: map[rune]Value{}}
	hit := false
	if m.scn.Kind == Word {
		if i := wordOf(base, m.eng.typ); i >= 0 {
			obj.f[rune(i+1)], hit = text(m.scn.Name), true
		}
	} else {
		if i := statusOf(base, m.eng.typ); i >= 0 {
			obj.f[rune(i+1)], hit = Int(m.scn.Code), true
		}
		for i, f := range base.Fields {
			if strings.TrimLeft(f.T, "*") == "net/http.Response" && m.scn.Kind == HTTP {
				obj.f[rune(i+1)], hit = m.response(m.eng.typ(f.T), m.scn.Code, st), true
			}
		}
	}
	if !hit {
		for _, meth := range t.Methods {
			if m.scn.Kind != Word && statusMethod(meth.Name) && intResult(meth.Sig) && m.eng.Code(meth.Fn) == nil ||
				m.scn.Kind == Word && wordMethod(meth.Name) {
				return &Sym{ID: hash("anstyped", t.Key), Taint: true, NonNil: true, Resp: true}
			}
		}
		return nil
	}
	if t.Kind == KPtr {
		o := st.alloc(obj)
		m.resps[o] = true
		return Ptr{obj: o}
	}
	return obj
}

func wordMethod(name string) bool {
	switch name {
	case "ErrorCode", "Code", "GetCode", "Reason":
		return true
	}
	return false
}

func intResult(sig string) bool {
	i := strings.LastIndexByte(sig, '(')
	return strings.HasPrefix(sig[i:], "(int") || strings.HasPrefix(sig[i:], "(uint")
}

// ansMethod is a method called on the answer while its type is open.
func (m *machine) ansMethod(name string, st *state) (Value, bool) {
	switch name {
	case "Error":
		return m.ansText(), true
	case "Timeout", "Temporary":
		return Bool(m.scn.Kind == Net), true
	case "Unwrap":
		return Nil{}, true
	}
	return nil, false
}

// ansText is what the text of the answer is known to hold.
func (m *machine) ansText() Text {
	switch m.scn.Kind {
	case HTTP:
		return Text{hole + text(statusText(m.scn.Code)).parts + hole}
	case GRPC:
		return Text{hole + "rpc error: code = " + grpcNames[m.scn.Code] + " desc = " + hole}
	case Net:
		return Text{hole + "connection reset by peer: i/o timeout" + hole}
	case Word:
		return Text{hole + m.scn.Name + hole}
	case Var:
		if m.scn.Name == "database/sql.ErrNoRows" {
			return text("sql: no rows in result set")
		}
	}
	return Text{hole}
}

// assert is a type assertion.
func (m *machine) assert(x Value, t *Type, commaOk bool, st *state) Value {
	give := func(v, ok Value) Value {
		if commaOk {
			return Tuple{v, ok}
		}
		return v
	}
	if t == nil {
		return give(&Sym{ID: hash("assert")}, &Sym{ID: hash("assertok")})
	}
	switch x := x.(type) {
	case Iface:
		if x.T == nil {
			break
		}
		if t.Kind == KIface {
			if ok := implements(x.T, t); ok || x.T.Kind != KIface {
				return give(x, Bool(ok))
			}
			break
		}
		if x.T.Key == t.Key {
			return give(x.V, Bool(true))
		}
		return give(m.typed(zero{}, t), Bool(false))
	case Nil:
		return give(m.typed(zero{}, t), Bool(false))
	case Ans:
		v, ok := m.ansAs(x, t, st)
		if v == nil {
			v = &Sym{ID: hash("as", t.Key), Taint: true, NonNil: true}
		}
		return give(v, ok)
	case Sentinel, Wrapped:
		if t.Kind != KIface {
			return give(m.typed(zero{}, t), Bool(false))
		}
		if t.Key == "error" {
			return give(x, Bool(true))
		}
		if meth := t.Method("Unwrap"); meth != nil && len(t.Methods) == 1 {
			if w, ok := x.(Wrapped); ok {
				return give(x, Bool(len(w.inner) > 0))
			}
		}
		return give(Nil{}, Bool(false))
	}
	h := hash("assert", st.ident(x, 0), t.Key)
	return give(&Sym{ID: h, Taint: tainted(x), NonNil: true}, &Sym{ID: hash(h, "ok"), Taint: tainted(x)})
}
