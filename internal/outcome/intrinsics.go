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
