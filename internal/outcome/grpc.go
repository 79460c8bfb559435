package outcome

import (
	"strconv"
	"strings"
)

// grpcCodeOf is status.Code of an error.
func (m *machine) grpcCodeOf(v Value, st *state, depth int) (Value, bool) {
	if depth > 6 {
		return nil, false
	}
	switch e := v.(type) {
	case Nil:
		return Int(0), true
	case Ans:
		m.look.Code, m.look.GRPC = true, true
		if m.scn.Kind == GRPC {
			return Int(m.scn.Code), true
		}
		if m.scn.Kind == Plain {
			return &Sym{ID: hash("grpccode"), Taint: true}, true
		}
		return Int(2), true
	case Wrapped:
		if strings.HasPrefix(e.mark, "grpc:") {
			n, _ := strconv.Atoi(e.mark[len("grpc:"):])
			return Int(n), true
		}
		for _, in := range e.inner {
			if c, ok := m.grpcCodeOf(in, st, depth+1); ok && c != Value(Int(2)) {
				return c, true
			}
		}
		return Int(2), true
	case Sentinel:
		return Int(2), true
	case Iface:
		for _, in := range m.unwrap(v, st) {
			if c, ok := m.grpcCodeOf(in, st, depth+1); ok {
				return c, true
			}
		}
		if e.T != nil && e.T.Method("GRPCStatus") == nil {
			return Int(2), true
		}
	}
	return nil, false
}

func grpcCode(m *machine, in *Instr, a []Value, st *state) (Value, bool) {
	return m.grpcCodeOf(a[0], st, 0)
}

func grpcFrom(m *machine, in *Instr, a []Value, st *state) (Value, bool) {
	c, ok := m.grpcCodeOf(a[0], st, 0)
	if !ok {
		return nil, false
	}
	isStatus := Value(Bool(true))
	if ans, is := a[0].(Ans); is && m.scn.Kind != GRPC {
		_ = ans
		isStatus = Bool(false)
	}
	return Tuple{&Sym{ID: hash("status", st.ident(c, 0)), NonNil: true, Fn: "grpc-status", Args: []Value{c}}, isStatus}, true
}

func grpcConvert(m *machine, in *Instr, a []Value, st *state) (Value, bool) {
	c, ok := m.grpcCodeOf(a[0], st, 0)
	if !ok {
		return nil, false
	}
	return &Sym{ID: hash("status", st.ident(c, 0)), NonNil: true, Fn: "grpc-status", Args: []Value{c}}, true
}

func grpcStatusCode(m *machine, in *Instr, a []Value, st *state) (Value, bool) {
	if s, ok := a[0].(*Sym); ok && s.Fn == "grpc-status" {
		return s.Args[0], true
	}
	return nil, false
}

func grpcError(m *machine, in *Instr, a []Value, st *state) (Value, bool) {
	if n, ok := a[0].(Int); ok {
		if n == 0 {
			return Nil{}, true
		}
		return Wrapped{text: Text{hole}, mark: "grpc:" + strconv.Itoa(int(n))}, true
	}
	return nil, false
}
