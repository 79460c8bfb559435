// Package term says what a value is made of, as a small expression: which
// constants, concatenations, literals, parameters and calls. A pass asks it for
// the text of an SQL statement, the fields of a row, the options of a call or
// the links of a builder chain, whatever helpers they came through.
//
// What it can see: constants, concatenation, Sprintf, Join, Repeat, Trim and
// Replace, strings.Builder and bytes.Buffer, embedded files, literals of
// structs, maps and slices, local and captured variables, package variables and
// fields that are set once, and the results of the user's own functions: in
// this package from their bodies, in others as facts. A parameter stays a
// parameter; Subst puts the argument of a caller in its place.
//
// What it cannot see: the order of stores to variables whose address is taken
// (later ones are taken to win or to be alternatives), how often a loop runs
// (once), and what happens behind pointers that come from outside. What is not
// known is a term of kind Unknown; it never guesses.
package term

import (
	"fmt"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Op is the kind of a term.
type Op uint8

const (
	// Unknown is a value of which nothing is known but its type.
	Unknown Op = iota
	// Const is a constant; Str is its text, without quotes for strings.
	Const
	// Concat is the concatenation of Args.
	Concat
	// Alt is one of Args. Str is AnyElement where they are the elements of one
	// list, and not values that a branch chose between.
	Alt
	// Param is parameter N of the function, or of a function around it
	// (Depth steps outwards); Path are the fields read from it.
	Param
	// Field is a field that is read through a pointer: Args[0] is the value
	// as structure gives it, the others are all values that this package
	// stores into the field.
	Field
	// Record is a literal of a struct or a map: Names and Args. Open says
	// that there may be other fields.
	Record
	// List is a slice or array. Open says that there may be more elements.
	List
	// Call is the result of a function without a known body; Str is its
	// name as in package api, Args are receiver and arguments. A tuple's
	// further results have Str "name#1". N is 1 where Args begins with a
	// receiver. Operators have their sign as name. Open marks a method of the
	// user's own that gives its receiver back.
	Call
)

// Term is what is known of a value. Terms are shared and must not be changed.
type Term struct {
	Op    Op
	Str   string
	N     int
	Depth int
	Open  bool
	Path  []string
	Names []string
	Args  []*Term

	typ types.Type
	val ssa.Value
}

// Type returns the type of the value, or nil where the term came from another
// package. Conversions to interfaces, strings and defined types do not hide
// the type that was converted.
func (t *Term) Type() types.Type { return t.typ }

// Arg returns argument i of a call, receiver not counted, or nil.
func (t *Term) Arg(i int) *Term {
	if i += t.N; t.Op == Call && i >= 0 && i < len(t.Args) {
		return t.Args[i]
	}
	return nil
}

// Recv returns the receiver of a call, or nil.
func (t *Term) Recv() *Term {
	if t.Op == Call && t.N == 1 && len(t.Args) > 0 {
		return t.Args[0]
	}
	return nil
}

// Value returns the SSA value that the term stands for, or nil.
func (t *Term) Value() ssa.Value { return t.val }

func (t *Term) String() string { return t.show(0) }

func (t *Term) show(depth int) string {
	if t == nil {
		return "nil"
	}
	if depth > 6 {
		return "…"
	}
	var parts []string
	for i, a := range t.Args {
		s := a.show(depth + 1)
		if i < len(t.Names) {
			s = t.Names[i] + ":" + s
		}
		parts = append(parts, s)
	}
	more := ""
	if t.Open {
		more = ",…"
	}
	list := strings.Join(parts, ", ") + more
	switch t.Op {
	case Const:
		return strconv.Quote(t.Str)
	case Concat:
		return strings.Join(parts, "+")
	case Alt:
		return strings.Join(parts, "|")
	case Param:
		s := fmt.Sprintf("p%d", t.N)
		if t.Depth > 0 {
			s += "^" + strconv.Itoa(t.Depth)
		}
		for _, p := range t.Path {
			s += "." + p
		}
		return s
	case Field:
		return "field(" + list + ")"
	case Record:
		return "{" + list + "}"
	case List:
		return "[" + list + "]"
	case Call:
		return t.Str + "(" + list + ")"
	}
	return "?"
}

// Walk calls visit for t and everything inside it; where visit returns false it
// does not go inside.
func (t *Term) Walk(visit func(*Term) bool) {
	n := 0
	t.walk(visit, &n)
}

func (t *Term) walk(visit func(*Term) bool, n *int) {
	if *n++; t == nil || *n > 4*maxNodes || !visit(t) {
		return
	}
	for _, a := range t.Args {
		a.walk(visit, n)
	}
}

// Any reports whether is returns true for t or anything inside it.
func (t *Term) Any(is func(*Term) bool) bool {
	found := false
	t.Walk(func(x *Term) bool {
		found = found || is(x)
		return !found
	})
	return found
}

// maxNodes bounds the size of a term.
const maxNodes = 400

func (t *Term) size() int {
	n := 0
	t.Walk(func(*Term) bool { n++; return n < 2*maxNodes })
	return n
}

func unknown(typ types.Type) *Term { return &Term{typ: typ} }

func alt(terms []*Term, typ types.Type) *Term {
	if len(terms) == 1 && terms[0] != nil {
		return terms[0]
	}
	var out []*Term
	for _, t := range terms {
		if t == nil {
			continue
		}
		if t.Op == Alt {
			out = append(out, t.Args...)
		} else {
			out = append(out, t)
		}
	}
	out = distinct(out)
	switch {
	case len(out) == 0:
		return unknown(typ)
	case len(out) == 1:
		return out[0]
	case len(out) > maxAlts:
		out = append(out[:maxAlts:maxAlts], unknown(typ))
	}
	return &Term{Op: Alt, Args: out, typ: typ}
}

const maxAlts = 12

func distinct(terms []*Term) []*Term {
	seen := map[string]bool{}
	var out []*Term
next:
	for _, t := range terms {
		for _, o := range out {
			if o == t {
				continue next
			}
		}
		if t.Op == Const {
			if seen[t.Str] {
				continue
			}
			seen[t.Str] = true
		}
		out = append(out, t)
	}
	return out
}

func concat(terms ...*Term) *Term {
	var out []*Term
	var typ types.Type
	for _, t := range terms {
		if typ == nil {
			typ = t.typ
		}
		if t.Op == Concat {
			out = append(out, t.Args...)
		} else {
			out = append(out, t)
		}
	}
	// Join constants.
	var joined []*Term
	for _, t := range out {
		if n := len(joined); t.Op == Const && n > 0 && joined[n-1].Op == Const {
			joined[n-1] = &Term{Op: Const, Str: joined[n-1].Str + t.Str, typ: t.typ}
			continue
		}
		joined = append(joined, t)
	}
	if len(joined) == 1 {
		return joined[0]
	}
	return &Term{Op: Concat, Args: joined, typ: typ}
}

// Select returns field name of t.
func Select(t *Term, name string, typ types.Type) *Term {
	switch t.Op {
	case Record:
		for i, n := range t.Names {
			if n == name {
				return t.Args[i]
			}
		}
		if t.Open {
			return unknown(typ)
		}
		return zero(typ)
	case Alt:
		var out []*Term
		for _, a := range t.Args {
			out = append(out, Select(a, name, typ))
		}
		if t.Str == AnyElement {
			return anyOf(out, typ)
		}
		return alt(out, typ)
	case Param:
		if len(t.Path) < 4 {
			return &Term{Op: Param, N: t.N, Depth: t.Depth, Path: append(t.Path[:len(t.Path):len(t.Path)], name), typ: typ}
		}
	case Field:
		if len(t.Args) == 2 {
			return Select(t.Args[1], name, typ)
		}
		return Select(t.Args[0], name, typ)
	case Call:
		if t.Open {
			return Select(t.Args[0], name, typ) // a fluent method
		}
		return &Term{Op: Call, Str: "." + name, Args: []*Term{t}, typ: typ}
	}
	return unknown(typ)
}

func zero(typ types.Type) *Term {
	if typ != nil {
		if b, ok := typ.Underlying().(*types.Basic); ok {
			switch {
			case b.Info()&types.IsString != 0:
				return &Term{Op: Const, typ: typ}
			case b.Info()&types.IsNumeric != 0:
				return &Term{Op: Const, Str: "0", typ: typ}
			case b.Info()&types.IsBoolean != 0:
				return &Term{Op: Const, Str: "false", typ: typ}
			}
		}
	}
	return &Term{Op: Const, Str: "nil", typ: typ}
}

// AnyElement marks an Alt that stands for any element of a list.
const AnyElement = "element"

// anyOf is alt for the elements of a list.
func anyOf(terms []*Term, typ types.Type) *Term {
	t := alt(terms, typ)
	if t.Op == Alt {
		c := *t
		c.Str = AnyElement
		return &c
	}
	return t
}

// Elem returns an element of t: the one at index, or any where index is
// negative or not known to be there.
func Elem(t *Term, index int, typ types.Type) *Term {
	switch t.Op {
	case List:
		if index >= 0 && index < len(t.Args) && !t.Open {
			return t.Args[index]
		}
		return anyOf(t.Args, typ)
	case Record:
		return anyOf(t.Args, typ)
	case Alt:
		var out []*Term
		for _, a := range t.Args {
			out = append(out, Elem(a, index, typ))
		}
		if t.Str == AnyElement { // a part of a row of a literal list
			return anyOf(out, typ)
		}
		return alt(out, typ)
	case Param:
		if len(t.Path) < 4 {
			return &Term{Op: Param, N: t.N, Depth: t.Depth, Path: append(t.Path[:len(t.Path):len(t.Path)], "[]"), typ: typ}
		}
	case Field:
		if len(t.Args) == 2 {
			return Elem(t.Args[1], index, typ)
		}
		return Elem(t.Args[0], index, typ)
	case Call:
		return &Term{Op: Call, Str: "[]", Args: []*Term{t}, typ: typ}
	}
	return unknown(typ)
}

// Resolved reports whether t depends on no parameter.
func (t *Term) Resolved() bool {
	return !t.Any(func(x *Term) bool { return x.Op == Param })
}

// WithType returns t with type typ.
func (t *Term) WithType(typ types.Type) *Term {
	c := *t
	c.typ = typ
	return &c
}
