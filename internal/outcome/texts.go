package outcome

import (
	"strconv"
	"strings"
)

// format renders a format string and its operands; what %w takes is returned
// beside.
func (m *machine) format(a []Value, st *state) (Text, []Value) {
	f, known := asText(a[0]).known()
	var ops []Value
	if len(a) > 1 {
		ops, _ = m.elems(a[1], st)
	}
	if !known {
		var inner []Value
		for _, o := range ops {
			if tainted(o) {
				inner = append(inner, o)
			}
		}
		return Text{hole}, inner
	}
	var b strings.Builder
	var inner []Value
	n := 0
	for i := 0; i < len(f); i++ {
		if f[i] != '%' || i+1 >= len(f) {
			b.WriteByte(f[i])
			continue
		}
		for i++; i < len(f) && strings.IndexByte("+-# 0123456789.[]*", f[i]) >= 0; i++ {
		}
		if i >= len(f) {
			break
		}
		if f[i] == '%' {
			b.WriteByte('%')
			continue
		}
		if n >= len(ops) {
			b.WriteString(hole)
			continue
		}
		if f[i] == 'w' {
			if eq, known := isNil(ops[n]); !known || !eq {
				inner = append(inner, ops[n])
			}
		}
		b.WriteString(m.show(ops[n], f[i], st))
		n++
	}
	return Text{b.String()}, inner
}

func (m *machine) show(v Value, verb byte, st *state) string {
	switch v := v.(type) {
	case Text:
		return v.parts
	case Int:
		if verb == 'd' || verb == 'v' || verb == 's' {
			return strconv.FormatInt(int64(v), 10)
		}
	case Iface:
		if v.T != nil && (v.T.Method("String") != nil || v.T.Method("Error") != nil) {
			return st.holeOf(v)
		}
		return m.show(v.V, verb, st)
	case Wrapped:
		return v.text.parts
	case Ans:
		return m.ansText().parts
	}
	return st.holeOf(v)
}

// textTest evaluates a test of a text for a needle. What is unknown of the text
// (names, bodies) is taken not to hold it; a text of which nothing is known
// cannot be judged.
func textTest(f func(s, sub string) bool) intrinsic {
	return func(m *machine, in *Instr, a []Value, st *state) (Value, bool) {
		x, ok1 := a[0].(Text)
		y, ok2 := a[1].(Text)
		if !ok2 {
			return nil, false
		}
		needle, whole := y.known()
		if !ok1 {
			if tainted(a[0]) {
				m.look.Text = true
				m.lookNumber(needle)
			}
			return nil, false
		}
		if s, known := x.known(); known && whole {
			return Bool(f(s, needle)), true
		}
		m.look.Text = true
		m.lookNumber(needle)
		known := x.pieces()
		if len(known) == 0 || !whole {
			return &Sym{ID: hash("contains", x.parts, y.parts), Taint: true}, true
		}
		return Bool(f(edges(x, known), needle)), true
	}
}

// edges joins what is known of a text so that its unknown ends match nothing.
func edges(x Text, known []string) string {
	s := strings.Join(known, "\x01")
	if strings.HasPrefix(x.parts, "\x00") {
		s = "\x01" + s
	}
	if strings.HasSuffix(x.parts, "\x00") {
		s += "\x01"
	}
	return s
}

// lookNumber records a status that the program searches texts for.
func (m *machine) lookNumber(needle string) {
	if m.look != nil && needle != "" {
		m.look.Nums[needle] = true
	}
}

func textMap(f func(string) string) intrinsic {
	return func(m *machine, in *Instr, a []Value, st *state) (Value, bool) {
		if t, ok := a[0].(Text); ok {
			parts := strings.Split(t.parts, "\x00")
			for i := 0; i < len(parts); i += 2 {
				parts[i] = f(parts[i])
			}
			return Text{strings.Join(parts, "\x00")}, true
		}
		return nil, false
	}
}

func itoa(m *machine, in *Instr, a []Value, st *state) (Value, bool) {
	if n, ok := a[0].(Int); ok {
		return text(strconv.FormatInt(int64(n), 10)), true
	}
	return nil, false
}
