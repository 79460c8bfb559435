package outcome

import (
	"strings"

	"github.com/idemlint/idemlint/internal/api"
)

// errorLib evaluates the libraries that wrap and compare errors as the standard
// library does (kinds wrap and match). A wrapper of one error gives nil for nil;
// one that is given no error makes a new one.
func (m *machine) errorLib(name string, in *Instr, a []Value, st *state) (Value, bool) {
	if len(a) == 0 || name == "" {
		return nil, false
	}
	if _, ok := api.LookupName(api.Match, name); ok && len(a) == 2 {
		switch name[strings.LastIndexByte(name, '.')+1:] {
		case "Is":
			return isCall(m, in, a, st)
		case "As":
			return asCall(m, in, a, st)
		}
		return nil, false
	}
	if _, ok := api.LookupName(api.Wrap, name); !ok {
		return nil, false
	}
	if text, ok := a[0].(Text); ok {
		if strings.HasSuffix(name, "f") {
			t, inner := m.format(a, st)
			return Wrapped{inner: inner, text: t}, true
		}
		return Wrapped{text: text}, true
	}
	var inner []Value
	for _, v := range m.flat(a, st) {
		if eq, known := isNil(v); known && eq {
			continue
		}
		if m.errorValue(v) {
			inner = append(inner, v)
		} else if s, ok := v.(*Sym); ok && (s.T == nil || s.T.Key == "error") {
			return nil, false // an error or none
		}
	}
	if len(inner) == 0 {
		return Nil{}, true
	}
	return Wrapped{inner: inner, text: Text{hole}}, true
}

// flat replaces the slice of a variadic call by its elements.
func (m *machine) flat(a []Value, st *state) []Value {
	var out []Value
	for _, v := range a {
		if list, ok := m.elems(v, st); ok && len(list) > 0 {
			out = append(out, list...)
			continue
		}
		out = append(out, v)
	}
	return out
}

func (m *machine) errorValue(v Value) bool {
	switch v := v.(type) {
	case Ans, Wrapped, Sentinel:
		return true
	case Iface:
		return v.T != nil && v.T.Method("Error") != nil
	}
	return false
}
