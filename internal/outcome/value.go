package outcome

import (
	"hash/fnv"
	"sort"
	"strconv"
	"strings"
)

// Value is what a register or variable holds during evaluation: one of the
// types below.
type Value interface{}

type (
	// Int, Bool and Float are numbers and truth values that are known.
	Int   int64
	Bool  bool
	Float float64
	// Nil is the nil of any type.
	Nil struct{}
	// zero is the zero value of a type that is not known yet.
	zero struct{}
	// Text is a string: known pieces with the unknown between them. A
	// string that is known has one piece.
	Text struct{ parts string } // the unknown is hole
	// Ptr is the address of a variable or of a part of it.
	Ptr struct {
		obj  int
		path string // one rune per step
	}
	// Iface is a value in an interface.
	Iface struct {
		T *Type
		V Value
	}
	// Fn is a function with what it captured.
	Fn struct {
		key  string
		bind []Value
	}
	// Slice is a window on an array variable.
	Slice struct {
		obj     int
		off, ln int
	}
	// Map refers to a map variable.
	Map struct{ obj int }
	// Iter walks over a map or string.
	Iter struct {
		keys []Value
		vals []Value
		cell int // variable that holds the position
		sym  *Sym
	}
	// Tuple are several results.
	Tuple []Value
	// Sentinel is an error variable of which only the identity matters.
	Sentinel struct{ name string }
	// Wrapped is an error made of others (fmt.Errorf, errors.Join), of
	// text alone (errors.New), or carrying a mark of a library.
	Wrapped struct {
		inner []Value
		text  Text
		mark  string
	}
	// Ans is the error that the operation answers with in this scenario,
	// of a type that nothing has fixed yet.
	Ans struct{ shown bool }
)

// Sym is something unknown. Two with the same ID are the same thing.
type Sym struct {
	ID     uint64
	Taint  bool // derived from the answer of the operation
	NonNil bool
	Neg    bool   // the negation of the condition with this ID
	Resp   bool   // stands for the response that carries the status
	Fn     string // name in the tables of the call that made it
	Args   []Value
	up     *Sym // what it is a part of
	T      *Type
}

// agg is a struct, array or map value: a base and what was written over it.
type agg struct {
	base Value // zero or *Sym
	f    map[rune]Value
}

// mapv is the content of a map variable.
type mapv struct {
	keys []Value
	vals []Value
	open bool // other keys may be there
}

// hole stands for a piece of a text of which nothing is known, not even
// whether it is the same as another. What is known to be the same each time
// stands between two zero bytes.
const hole = "\x00\x00"

func text(s string) Text { return Text{s} }

func (t Text) known() (string, bool) { return t.parts, !strings.Contains(t.parts, "\x00") }

// holeOf is the piece of a text that v is printed as.
func (st *state) holeOf(v Value) string {
	return "\x00" + strconv.FormatUint(st.ident(v, 1), 36) + "\x00"
}

// pieces returns what is known of the text.
func (t Text) pieces() []string {
	var out []string
	for i, p := range strings.Split(t.parts, "\x00") {
		if i%2 == 0 && p != "" {
			out = append(out, p)
		}
	}
	return out
}

func hash(parts ...any) uint64 {
	h := fnv.New64a()
	for _, p := range parts {
		switch p := p.(type) {
		case string:
			h.Write([]byte(p))
		case uint64:
			var b [8]byte
			for i := range b {
				b[i] = byte(p >> (8 * i))
			}
			h.Write(b[:])
		case int:
			h.Write([]byte{byte(p), byte(p >> 8), byte(p >> 16), byte(p >> 24)})
		}
		h.Write([]byte{0xff})
	}
	return h.Sum64()
}

// ident returns a number that equal values share. Variables are followed, so
// that two requests built alike are alike.
func (st *state) ident(v Value, depth int) uint64 {
	if depth > 6 {
		return 1
	}
	switch v := v.(type) {
	case nil:
		return 2
	case Int:
		return hash("i", uint64(v))
	case Bool:
		if v {
			return hash("true")
		}
		return hash("false")
	case Float:
		return hash("f", uint64(v*1e6))
	case Nil, zero:
		return 3
	case Text:
		return hash("t", v.parts)
	case Ptr:
		return hash("p", st.ident(st.load(v), depth+1))
	case Iface:
		return hash("I", v.T.Key, st.ident(v.V, depth+1))
	case Fn:
		h := hash("F", v.key)
		for _, b := range v.bind {
			h = hash(h, st.ident(b, depth+2))
		}
		return h
	case Slice:
		h := hash("S", v.off, v.ln)
		for i := 0; i < v.ln && i < 8; i++ {
			h = hash(h, st.ident(st.load(Ptr{v.obj, step("", v.off+i)}), depth+1))
		}
		return h
	case Map:
		if m, ok := st.obj(v.obj).(*mapv); ok {
			h := hash("M")
			for i, k := range m.keys {
				h ^= hash(st.ident(k, depth+1), st.ident(m.vals[i], depth+1))
			}
			return h
		}
	case *agg:
		var ks []int
		for k := range v.f {
			ks = append(ks, int(k))
		}
		sort.Ints(ks)
		h := hash("A", st.ident(v.base, depth+1))
		for _, k := range ks {
			h = hash(h, k, st.ident(v.f[rune(k)], depth+1))
		}
		return h
	case *Sym:
		h := v.ID
		if v.Neg {
			h = hash(h, "not")
		}
		for _, x := range st.ingr[v.ID] {
			h ^= x
		}
		if obj, ok := st.lazy[v.ID]; ok && depth < 4 {
			h = hash(h, st.ident(st.obj(obj), depth+2))
		}
		return h
	case Sentinel:
		return hash("E", v.name)
	case Wrapped:
		h := hash("W", v.text.parts, v.mark)
		for _, in := range v.inner {
			h = hash(h, st.ident(in, depth+1))
		}
		return h
	case Ans:
		return hash("Ans")
	case Tuple:
		h := hash("T")
		for _, x := range v {
			h = hash(h, st.ident(x, depth+1))
		}
		return h
	}
	return 4
}

func tainted(v Value) bool {
	switch v := v.(type) {
	case *Sym:
		return v.Taint
	case Ans:
		return true
	case Iface:
		return tainted(v.V)
	case Tuple:
		for _, x := range v {
			if tainted(x) {
				return true
			}
		}
	case Wrapped:
		for _, x := range v.inner {
			if tainted(x) {
				return true
			}
		}
	}
	return false
}
