package outcome

import (
	"fmt"
	"strings"

	"github.com/idemlint/idemlint/internal/api"
	"github.com/idemlint/idemlint/internal/effect"
)

// Kinds of outward calls by what they can answer with.
const (
	kindHTTP   = "http"   // a response with a status
	kindGRPC   = "grpc"   // an error with a gRPC code
	kindRow    = "row"    // sql.ErrNoRows
	kindDisk   = "disk"   // fs.ErrNotExist, fs.ErrPermission
	kindSMTP   = "smtp"   // a *textproto.Error
	kindOpaque = "opaque" // an error of which only the program can say more
)

// isLeaf reports whether the call is one of those that the operation stands
// on: it leaves the process, or is a function handed in that may.
func (m *machine) isLeaf(in *Instr, name string, sig *Type, eff effect.Set) bool {
	if sig == nil {
		return false
	}
	switch {
	case eff.Has(effect.Log) || eff.Has(effect.Alert):
		return false
	case eff.Has(effect.Network | effect.Database | effect.Process | effect.Disk):
	case in.Op == OpDyn || in.Op == OpInvoke && eff.Has(effect.Unknown):
	default:
		if _, ok := api.LookupName(api.Answer, name); !ok {
			return false
		}
	}
	for i, key := range sig.Out {
		if key == "error" && i == len(sig.Out)-1 {
			return true
		}
		if t := m.eng.typ(key); t != nil && m.eng.respLike(t) {
			return true
		}
	}
	return false
}

// leafKind says what the call can answer with.
func (m *machine) leafKind(name string, in *Instr, sig *Type) string {
	if e, ok := api.LookupName(api.Answer, name); ok && e.Args["with"] != "" {
		return e.Args["with"]
	}
	// A parameter can give it away: generated gRPC clients take call options.
	for _, key := range sig.In {
		if e, ok := api.LookupName(api.Answer, tableKey(strings.TrimLeft(key, "[]*"))); ok {
			return e.Args["with"]
		}
	}
	for _, key := range sig.Out {
		if t := m.eng.typ(key); t != nil && m.eng.respLike(t) {
			return kindHTTP
		}
	}
	if effect.Set(in.E).Has(effect.Disk) && !effect.Set(in.E).Has(effect.Presumed) {
		return kindDisk
	}
	return kindOpaque
}

// leaf records an outward call of the operation and what it was given.
func (m *machine) leaf(in *Instr, name string, args []Value, st *state) {
	if probes(name, args) {
		m.look.Probe++
	} else {
		m.look.NoProbe++
	}
	h := hash("leaf", in.S, name)
	base := h
	for _, a := range args {
		h, base = hash(h, st.ident(a, 0)), hash(base, st.baseID(a))
	}
	for len(st.leaves) <= st.iter {
		st.leaves, st.items = append(st.leaves, nil), append(st.items, nil)
	}
	st.leaves[st.iter] = append(append([]uint64(nil), st.leaves[st.iter]...), h)
	st.items[st.iter] = append(append([]uint64(nil), st.items[st.iter]...), base)
}

// probes reports whether the call only asks whether something is there: HEAD
// has no body, Stat and Exists no content.
func probes(name string, args []Value) bool {
	switch name[strings.LastIndexByte(name, '.')+1:] {
	case "Head", "HeadObject", "HeadBucket", "Stat", "StatObject", "Lstat", "Exists", "BucketExists":
		return true
	}
	for _, a := range args {
		s, ok := a.(*Sym)
		if !ok {
			continue
		}
		for _, made := range s.Args {
			if t, ok := made.(Text); ok && t.parts == "HEAD" && strings.HasPrefix(s.Fn, "net/http.NewRequest") {
				return true
			}
		}
	}
	return false
}

// answer is what the outward call gives in a scenario other than OK; ok is
// false where it cannot answer so, and succeeds.
func (m *machine) answer(in *Instr, name string, args []Value, sig *Type, st *state) (Value, bool) {
	kind := m.leafKind(name, in, sig)
	m.look.Kinds[kind]++
	m.look.Ops[m.opName(in, name)] = true
	eff := effect.Set(in.E)
	if !eff.Has(effect.Presumed|effect.Unknown) && in.Op != OpDyn {
		m.look.Certain = true
	}
	m.look.Real = m.look.Real || in.Op != OpDyn && eff.Has(effect.Outside)
	shown := false
	switch m.scn.Kind {
	case HTTP:
		shown = kind == kindHTTP
		if kind == kindDisk || kind == kindRow || kind == kindSMTP || kind == kindGRPC {
			return nil, false
		}
	case GRPC:
		shown = kind == kindGRPC
		if !shown && kind != kindOpaque {
			return nil, false
		}
	case SMTP:
		shown = kind == kindSMTP
		if !shown {
			return nil, false
		}
	case Var:
		shown = kind == kindRow && m.scn.Name == "database/sql.ErrNoRows" ||
			kind == kindDisk && strings.HasPrefix(m.scn.Name, "io/fs.")
		if !shown && kind != kindOpaque {
			return nil, false
		}
	case Word:
		if kind != kindOpaque && kind != kindHTTP {
			return nil, false
		}
	case Net, Plain:
		shown = m.scn.Kind == Net
	}
	out := make(Tuple, len(sig.Out))
	resp, fails := false, len(sig.Out) > 0 && sig.Out[len(sig.Out)-1] == "error"
	for i, key := range sig.Out {
		t := m.eng.typ(key)
		out[i] = &Sym{ID: hash("failed", in.S, i), Taint: m.scn.Kind != Net && m.scn.Kind != Plain, T: t, Fn: name}
		if t == nil {
			continue
		}
		switch {
		case m.eng.respLike(t) && m.scn.Kind == HTTP:
			out[i], resp = m.response(t, m.scn.Code, st), true
			m.look.Raw = m.look.Raw || m.rawAnswer(name, t)
		case t.Kind == KPtr || t.Kind == KIface || t.Kind == KSlice || t.Kind == KMap:
			out[i] = Nil{}
		default:
			out[i] = m.typed(zero{}, t)
		}
		if fails && i == len(out)-1 {
			out[i] = Ans{shown: shown}
			if resp && m.rawAnswer(name, m.eng.typ(sig.Out[0])) {
				out[i] = Nil{}
			}
		}
	}
	if len(out) == 1 {
		return out[0], true
	}
	return out, true
}

// rawAnswer reports whether a status is no error to the callee: net/http hands
// out the response, and so do the clients that imitate it.
func (m *machine) rawAnswer(name string, t *Type) bool {
	if e, ok := api.LookupName(api.Answer, name); ok && e.Args["with"] == kindHTTP {
		return !e.Has("error")
	}
	return strings.TrimLeft(t.Key, "*") == "net/http.Response"
}

func (m *machine) opName(in *Instr, name string) string {
	if name == "" {
		return "the function"
	}
	rest := name[strings.LastIndexByte(name, '/')+1:]
	if _, after, ok := strings.Cut(rest, "."); ok {
		return after
	}
	return rest
}

func statusText(code int) string { return fmt.Sprintf("%d %s", code, httpText(code)) }

// response builds a response of type t with the given status.
func (m *machine) response(t *Type, code int, st *state) Value {
	base := t
	if t.Kind == KPtr {
		base = m.eng.typ(t.Elem)
	}
	if base == nil || base.Kind != KStruct {
		return &Sym{ID: hash("resp", t.Key, code), NonNil: true, Resp: true, Taint: true, T: t}
	}
	obj := &agg{base: &Sym{ID: hash("resp", t.Key, code), Taint: true, Resp: true}, f: map[rune]Value{}}
	for i, f := range base.Fields {
		ft := m.eng.typ(f.T)
		switch {
		case ft == nil:
		case strings.EqualFold(f.Name, "StatusCode") && (ft.Kind == KInt || ft.Kind == KUint):
			obj.f[rune(i+1)] = Int(code)
		case f.Name == "Status" && ft.Kind == KString && base.Key == "net/http.Response":
			obj.f[rune(i+1)] = text(statusText(code))
		case strings.TrimLeft(f.T, "*") == "net/http.Response" && base.Key != "net/http.Response":
			obj.f[rune(i+1)] = m.response(ft, code, st)
		case base.Key == "net/http.Response" && f.Name == "Body":
			obj.f[rune(i+1)] = &Sym{ID: hash("body", code), NonNil: true, Taint: true}
		}
	}
	if t.Kind == KPtr {
		o := st.alloc(obj)
		m.resps[o] = true
		return Ptr{obj: o}
	}
	return obj
}

// statusCall answers a method that asks a response or the answer for its
// status.
func (m *machine) statusCall(name string, recv Value, st *state) (Value, bool) {
	switch r := recv.(type) {
	case *Sym:
		if !r.Resp {
			return nil, false
		}
	case Ptr:
		if !m.resps[r.obj] || r.path != "" {
			return nil, false
		}
	default:
		return nil, false
	}
	code := m.scn.Code
	if m.scn.Kind == OK {
		code = 200
	}
	m.look.Code = true
	switch {
	case m.scn.Kind == Word && wordMethod(name):
		return text(m.scn.Name), true
	case name == "IsError":
		return Bool(code > 399), true
	case name == "IsSuccess":
		return Bool(code > 199 && code < 300), true
	case name == "Status" && m.scn.Kind == HTTP && recvIs(recv, "resty"):
		return text(statusText(code)), true
	case statusMethod(name) && m.scn.Kind != Word:
		return Int(code), true
	case name == "Error":
		return m.ansText(), true
	}
	return nil, false
}

func recvIs(v Value, word string) bool {
	s, ok := v.(*Sym)
	return ok && s.T != nil && strings.Contains(s.T.Key, word)
}
