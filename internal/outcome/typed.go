package outcome

import (
	"strings"
)

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
