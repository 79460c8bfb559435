package outcome

import (
	"strconv"
	"strings"

	"github.com/idemlint/idemlint/internal/api"
)

type intrinsic func(m *machine, in *Instr, args []Value, st *state) (Value, bool)

// newIntrinsics returns the library functions that evaluation knows exactly,
// under their names in the tables.
func newIntrinsics() map[string]intrinsic {
	return map[string]intrinsic{
		"errors.New": func(m *machine, in *Instr, a []Value, st *state) (Value, bool) {
			return Wrapped{text: asText(a[0])}, true
		},
		"errors.Is":     isCall,
		"errors.As":     asCall,
		"errors.Unwrap": unwrapCall,
		"errors.Join":   joinCall,
		"fmt.Errorf":    errorf,
		"fmt.Sprintf": func(m *machine, in *Instr, a []Value, st *state) (Value, bool) {
			t, _ := m.format(a, st)
			return t, true
		},
		"fmt.Sprint": sprint, "fmt.Sprintln": sprint,

		"strings.Contains":  textTest(strings.Contains),
		"strings.HasPrefix": textTest(strings.HasPrefix),
		"strings.HasSuffix": textTest(strings.HasSuffix),
		"strings.EqualFold": textTest(strings.EqualFold),
		"strings.ToLower":   textMap(strings.ToLower),
		"strings.ToUpper":   textMap(strings.ToUpper),
		"strings.TrimSpace": textMap(func(s string) string { return s }),
		"strconv.Itoa":      itoa,
		"strconv.FormatInt": itoa,
		"net/http.StatusText": func(m *machine, in *Instr, a []Value, st *state) (Value, bool) {
			if n, ok := a[0].(Int); ok {
				return text(httpText(int(n))), true
			}
			return nil, false
		},
		"slices.Contains":     sliceHas,
		"slices.Index":        sliceIndex,
		"slices.BinarySearch": sliceSearch,
		"slices.ContainsFunc": sliceFunc,

		"os.IsNotExist":   varTest("io/fs.ErrNotExist"),
		"os.IsPermission": varTest("io/fs.ErrPermission"),
		"os.IsExist":      varTest("io/fs.ErrExist"),
	}
}

// decide evaluates a function that the tables say to judge errors or to mark
// them.
func (m *machine) decide(name string, in *Instr, a []Value, st *state) (Value, bool) {
	if e, ok := api.LookupName(api.RetryMark, name); ok && e.Args["means"] != "" && len(a) > 0 {
		if eq, known := isNil(a[0]); known && eq {
			return Nil{}, true
		}
		return Wrapped{inner: []Value{a[0]}, text: Text{hole}, mark: name}, true
	}
	if v, ok := m.errorLib(name, in, a, st); ok {
		return v, true
	}
	e, ok := api.LookupName(api.Decide, name)
	if !ok || len(a) == 0 {
		return nil, false
	}
	switch e.Args["as"] {
	case "grpccode":
		return grpcCode(m, in, a, st)
	case "grpcfrom":
		return grpcFrom(m, in, a, st)
	case "grpcstatus":
		return grpcConvert(m, in, a, st)
	case "grpcstatuscode":
		return grpcStatusCode(m, in, a, st)
	case "grpcmake":
		return grpcError(m, in, a, st)
	case "unmarked":
		stop, _ := m.marks(a[0], st, 0)
		return Bool(!stop), true
	}
	return m.predicate(e, a[0], st)
}

// predicate is a library's test of an error for certain statuses.
func (m *machine) predicate(e api.Entry, err Value, st *state) (Value, bool) {
	list, ok := e.Args["status"]
	if !ok {
		return nil, false
	}
	switch x := err.(type) {
	case Nil:
		return Bool(false), true
	case Ans:
		m.look.Preds[e.Name] = true
		if m.scn.Kind == HTTP {
			return Bool(strings.Contains(","+list+",", ","+strconv.Itoa(m.scn.Code)+",")), true
		}
		if m.scn.Kind == Plain {
			return &Sym{ID: hash("pred", e.Name), Taint: true}, true
		}
		return Bool(false), true
	case Wrapped, Iface:
		for _, in := range m.unwrap(x, st) {
			if v, ok := m.predicate(e, in, st); ok {
				return v, ok
			}
		}
		return Bool(false), true
	case Sentinel:
		return Bool(false), true
	}
	return nil, false
}

// marks reports whether err carries a mark of a library: one that ends a retry,
// one that asks for it.
func (m *machine) marks(err Value, st *state, depth int) (stop, again bool) {
	if depth > 8 {
		return false, false
	}
	name := ""
	switch e := err.(type) {
	case Wrapped:
		name = e.mark
	case Sentinel:
		name = tableKey(e.name)
	}
	if e, ok := api.LookupName(api.RetryMark, name); ok && name != "" {
		stop, again = e.Args["means"] == "stop", e.Args["means"] == "go"
	}
	for _, in := range m.unwrap(err, st) {
		s, g := m.marks(in, st, depth+1)
		stop, again = stop || s, again || g
	}
	return stop, again
}

func asText(v Value) Text {
	switch v := v.(type) {
	case Text:
		return v
	case Int:
		return text(strconv.FormatInt(int64(v), 10))
	case Iface:
		return asText(v.V)
	case Wrapped:
		return v.text
	}
	return Text{hole}
}

func isCall(m *machine, in *Instr, a []Value, st *state) (Value, bool) {
	return m.errorsIs(a[0], a[1], st, 0)
}

func asCall(m *machine, in *Instr, a []Value, st *state) (Value, bool) {
	target, ok := a[1].(Iface)
	if !ok || target.T == nil {
		return nil, false
	}
	p, ok := st.cell(target.V)
	if !ok {
		return nil, false
	}
	return m.errorsAs(a[0], p, m.eng.typ(target.T.Elem), st, 0)
}

func unwrapCall(m *machine, in *Instr, a []Value, st *state) (Value, bool) {
	list := m.unwrap(a[0], st)
	if len(list) == 1 {
		return list[0], true
	}
	return Nil{}, len(list) == 0 && !tainted(a[0])
}

func joinCall(m *machine, in *Instr, a []Value, st *state) (Value, bool) {
	list, ok := m.elems(a[0], st)
	if !ok {
		return nil, false
	}
	var inner []Value
	for _, e := range list {
		if eq, known := isNil(e); known && eq {
			continue
		}
		inner = append(inner, e)
	}
	if len(inner) == 0 {
		return Nil{}, true
	}
	return Wrapped{inner: inner, text: Text{hole}}, true
}

// errorf is fmt.Errorf: what %w takes is kept, all else becomes text.
func errorf(m *machine, in *Instr, a []Value, st *state) (Value, bool) {
	t, inner := m.format(a, st)
	return Wrapped{inner: inner, text: t}, true
}

func sprint(m *machine, in *Instr, a []Value, st *state) (Value, bool) {
	list, ok := m.elems(a[0], st)
	if !ok {
		return Text{hole}, true
	}
	s := ""
	for _, e := range list {
		s += m.show(e, 'v', st)
	}
	return Text{s}, true
}

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

func (m *machine) find(list []Value, x Value, st *state) (int, bool) {
	sure := true
	for i, e := range list {
		eq, known := m.equal(e, x, st)
		if known && eq {
			return i, true
		}
		sure = sure && known
	}
	return -1, sure
}

func sliceHas(m *machine, in *Instr, a []Value, st *state) (Value, bool) {
	list, ok := m.elems(a[0], st)
	if !ok {
		return nil, false
	}
	i, known := m.find(list, a[1], st)
	return Bool(i >= 0), known
}

func sliceIndex(m *machine, in *Instr, a []Value, st *state) (Value, bool) {
	list, ok := m.elems(a[0], st)
	if !ok {
		return nil, false
	}
	i, known := m.find(list, a[1], st)
	return Int(i), known
}

func sliceSearch(m *machine, in *Instr, a []Value, st *state) (Value, bool) {
	list, ok := m.elems(a[0], st)
	if !ok {
		return nil, false
	}
	i, known := m.find(list, a[1], st)
	return Tuple{Int(max(i, 0)), Bool(i >= 0)}, known
}

func sliceFunc(m *machine, in *Instr, a []Value, st *state) (Value, bool) {
	list, ok := m.elems(a[0], st)
	fn, isFn := a[1].(Fn)
	if !ok || !isFn || len(list) > 64 {
		return nil, false
	}
	code := m.eng.Code(fn.key)
	if code == nil {
		return nil, false
	}
	unknown := false
	for _, e := range list {
		res := m.call(code, []Value{e}, fn.bind, st.fork())
		if len(res) != 1 {
			return nil, false
		}
		b, known := res[0].ret.(Bool)
		if known && bool(b) {
			return b, true
		}
		unknown = unknown || !known
	}
	return Bool(false), !unknown
}

func varTest(name string) intrinsic {
	return func(m *machine, in *Instr, a []Value, st *state) (Value, bool) {
		return m.errorsIs(a[0], Sentinel{name}, st, 0)
	}
}

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
