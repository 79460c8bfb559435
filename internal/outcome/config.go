package outcome

import (
	"math"
	"strings"

	"github.com/idemlint/idemlint/internal/api"
)

// config is what the arguments of a library's retry say about its bounds.
type config struct {
	tries    int // 0: not said
	until    bool
	ctx      bool // a context that may end it
	forever  bool
	conds    []Value
	policy   bool // a policy that repeats is among them
	replaces bool // a condition takes the place of the library's own marks
}

// read gathers the options in v: results of option functions, chains of
// constructors, fields that were set on what they returned.
func (c *config) read(m *machine, v Value, st *state, depth int) {
	if depth > 6 {
		return
	}
	switch v := v.(type) {
	case *Sym:
		if e, ok := api.LookupName(api.RetryOpt, v.Fn); ok && v.Fn != "" {
			c.apply(e, v.Args, st)
		}
		for _, a := range v.Args {
			c.read(m, a, st, depth+1)
		}
		if obj, ok := st.lazy[v.ID]; ok && v.T != nil && v.T.Kind == KPtr {
			c.fields(m, m.eng.typ(v.T.Elem), st.obj(obj), st)
		}
		c.context(v)
	case Iface:
		c.read(m, v.V, st, depth+1)
	case Slice:
		if list, ok := m.elems(v, st); ok {
			for _, e := range list {
				c.read(m, e, st, depth+1)
			}
		}
	case Ptr:
		if t := m.objType[v.obj]; t != nil && v.path == "" {
			c.fields(m, t, st.obj(v.obj), st)
		}
	case Tuple:
		for _, x := range v {
			c.read(m, x, st, depth+1)
		}
	}
}

// fields reads the fields of a struct of type t that were set.
func (c *config) fields(m *machine, t *Type, v Value, st *state) {
	a, ok := v.(*agg)
	if !ok || t == nil {
		return
	}
	for i, f := range t.Fields {
		if x, set := a.f[rune(i+1)]; set {
			if e, ok := api.LookupName(api.RetryOpt, tableKey(t.Key)+"."+f.Name); ok {
				c.apply(e, []Value{x}, st)
			}
		}
	}
}

func (c *config) apply(e api.Entry, args []Value, st *state) {
	i := e.Int("arg", 0)
	var v Value
	if i < len(args) {
		v = args[i]
	}
	n, known := v.(Int)
	if known && n == 0 && e.Args["zero"] == "forever" || known && n < 0 && e.Has("negative") {
		c.forever, c.until, c.tries = true, false, 0
		return
	}
	switch e.Args["sets"] {
	case "tries":
		c.forever = false
		if known && n > 0 && n < 1<<31 {
			c.tries = int(n) + e.Int("add", 0)
		} else {
			c.until = true // some number
		}
	case "until":
		if _, unset := v.(zero); !unset {
			c.until, c.forever = true, false
		}
	case "forever":
		c.forever = !c.until && c.tries == 0
	case "cond":
		if v != nil {
			c.conds = append(c.conds, v)
			c.replaces = c.replaces || e.Args["replaces"] == "mark"
		}
	case "open":
		c.conds = append(c.conds, nil) // nothing is known of it
	case "policy":
		c.policy = true
	case "context":
		c.context(v)
	}
}

// context takes a context that can end as a bound.
func (c *config) context(v Value) {
	for range 8 {
		s, ok := v.(*Sym)
		if !ok {
			return
		}
		switch s.Fn {
		case "context.Background", "context.TODO", "context.WithoutCancel":
			return
		case "context.WithTimeout", "context.WithDeadline", "context.WithTimeoutCause":
			c.until = true
			return
		case "context.WithCancel", "context.WithValue", "context.WithCancelCause":
			v = s.Args[0]
			continue
		}
		if s.T != nil && s.T.Key == "context.Context" {
			c.ctx = true
		}
		return
	}
}

// capOf returns the number in v where it means "without end": more than any
// sane number of tries.
func capOf(v Value) (int, bool) {
	n, ok := v.(Int)
	if !ok {
		return 0, false
	}
	return int(min(int64(n), math.MaxInt32)), n > maxCap
}

// maxCap is the number of tries above which a cap is none.
const maxCap = 1000

// fieldName returns the name in the tables of the field that an OpFieldA
// addresses.
func fieldName(t *Type, n int32) string {
	if t == nil || int(n) >= len(t.Fields) {
		return ""
	}
	return tableKey(t.Key) + "." + t.Fields[n].Name
}

// tableKey turns the key of a type, variable or field into its name in the
// tables: without the /vN of the import path.
func tableKey(key string) string {
	i := strings.LastIndexByte(key, '/') + 1
	j := strings.IndexByte(key[i:], '.')
	if j < 0 {
		return key
	}
	return api.PackageKey(key[:i+j]) + key[i+j:]
}
