package paging

import (
	"go/types"
	"reflect"
	"strings"

	"github.com/idemlint/idemlint/internal/api"
	"github.com/idemlint/idemlint/internal/ir"
)

// Kind is how a continuation says that more follows.
type Kind uint8

const (
	// Token says where the next page begins; empty at the end.
	Token Kind = iota
	// Number is the number or offset of the next page.
	Number
	// More is a flag that is true while more follows.
	More
	// Last is a flag that is true at the end.
	Last
	// Method is a method of the answer that fetches or names the next page.
	Method
	// Total is the number of items or pages there are.
	Total
)

// Loc is a place in what a call gives: a result, counted from zero, and the
// fields that lead on, in the form of flow.Use.Path. Results of -1, -2 ... are
// the arguments 0, 1 ... (without the receiver) that the call fills.
type Loc struct {
	Result int
	Path   string
}

// Cont is a continuation.
type Cont struct {
	Loc
	Kind Kind
	Name string // as a reader knows it: the last field of the path
}

// Group is a list together with the continuations that belong to it.
type Group struct {
	Items []Loc
	Conts []Cont
	// Nested says that the list lies in the items of another one.
	Nested bool
	// Type names the answer for messages.
	Type string
}

// shape is what a type holds that is not grouped yet, and its groups.
type shape struct {
	conts  []Cont
	items  []Loc
	groups []Group
	pos    bool // says where the page lies among all
}

// maxTypeDepth bounds the walk into a type: answers are rarely deeper.
const maxTypeDepth = 9

// shaper knows the shapes of types of one package's analysis.
type shaper struct {
	own  *types.Package
	memo map[shapeKey]shape
}

type shapeKey struct {
	t             types.Type
	nested, frame bool
}

func (s *shaper) of(t types.Type, depth int, nested, frame bool) shape {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if named, ok := t.(*types.Named); ok && named.Obj().Pkg() != nil && ir.IsStd(named.Obj().Pkg().Path()) {
		return shape{}
	}
	key := shapeKey{t, nested, frame}
	if sh, ok := s.memo[key]; ok {
		return sh
	}
	s.memo[key] = shape{} // recursive types: the inner one adds nothing
	if depth > maxTypeDepth {
		return shape{}
	}
	var sh shape
	switch u := t.Underlying().(type) {
	case *types.Struct:
		sh = s.structShape(t, u, depth, nested, frame)
	case *types.Interface:
		sh = s.getters(u)
	}
	sh.group(typeLabel(t), nested)
	s.memo[key] = sh
	return sh
}

// group joins lists and continuations that lie side by side.
func (sh *shape) group(label string, nested bool) {
	conts := sh.conts
	if !sh.pos && onlyTotals(conts) {
		return
	}
	if len(conts) == 0 || len(sh.items) == 0 {
		return
	}
	sh.groups = append(sh.groups, Group{Items: sh.items, Conts: conts, Nested: nested, Type: label})
	sh.conts, sh.items, sh.pos = nil, nil, false
}

func onlyTotals(conts []Cont) bool {
	for _, c := range conts {
		if c.Kind != Total {
			return false
		}
	}
	return true
}

func (s *shaper) structShape(t types.Type, st *types.Struct, depth int, nested, frame bool) shape {
	var sh shape
	for i := range st.NumFields() {
		f := st.Field(i)
		if !f.Exported() && f.Pkg() != s.own {
			continue // nobody here can read it
		}
		s.field(&sh, f, tagName(st.Tag(i)), depth, nested, frame)
	}
	if !nested {
		s.methods(&sh, t, st)
	}
	return sh
}

// field adds what one field contributes.
func (s *shaper) field(sh *shape, f *types.Var, tag string, depth int, nested, frame bool) {
	if tag == "-" {
		return
	}
	names := []string{f.Name(), tag}
	if k, ok := contKind(names, f.Type(), nested, frame); ok {
		sh.conts = append(sh.conts, Cont{Loc{0, f.Name()}, k, f.Name()})
		return
	}
	if playsAny(rolePosition, names) && isInt(f.Type()) {
		sh.pos = true
		return
	}
	if elem := listElem(f.Type()); elem != nil {
		if playsAny(roleNoItems, names) || frame && isBasic(elem) { // metadata.messages
			return
		}
		sh.items = append(sh.items, Loc{0, f.Name()})
		sub := s.of(elem, depth+1, true, false)
		for _, g := range sub.groups {
			sh.groups = append(sh.groups, g.within(f.Name()+".[]", true))
		}
		return
	}
	if field := nextLink(f.Type()); field != "" && playsAny(roleWeak, names) && (frame || playsAny(roleToken, names)) {
		sh.conts = append(sh.conts, Cont{Loc{0, f.Name() + "." + field}, Token, f.Name()})
		return
	}
	s.part(sh, f, names, depth, nested)
}

// nextLink returns the field of a small struct that holds the address of the
// next page, as in _links.next.href, or "".
func nextLink(t types.Type) string {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok || st.NumFields() > 3 {
		return ""
	}
	for i := range st.NumFields() {
		if n := normal(st.Field(i).Name()); (n == "href" || n == "url" || n == "uri") && isBasic(st.Field(i).Type()) {
			return st.Field(i).Name()
		}
	}
	return ""
}

// part adds what a struct within the struct contributes.
func (s *shaper) part(sh *shape, f *types.Var, names []string, depth int, nested bool) {
	sub := s.of(f.Type(), depth+1, nested, playsAny(roleFrame, names))
	for _, g := range sub.groups {
		sh.groups = append(sh.groups, g.within(f.Name(), g.Nested))
	}
	isFrame := playsAny(roleFrame, names) || f.Embedded()
	if len(sub.items) == 0 || isFrame {
		for _, c := range sub.conts {
			if c.Kind == Total && !isFrame && !playsAny(roleContainer, names) {
				continue
			}
			c.Path = f.Name() + "." + c.Path
			sh.conts = append(sh.conts, c)
		}
		sh.pos = sh.pos || sub.pos && isFrame
	}
	if f.Embedded() || playsAny(roleContainer, names) {
		for _, l := range sub.items {
			sh.items = append(sh.items, Loc{0, f.Name() + "." + l.Path})
		}
	}
}

// within moves a group behind a field.
func (g Group) within(prefix string, nested bool) Group {
	out := Group{Nested: nested, Type: g.Type}
	for _, l := range g.Items {
		out.Items = append(out.Items, Loc{l.Result, join(prefix, l.Path)})
	}
	for _, c := range g.Conts {
		c.Path = join(prefix, c.Path)
		out.Conts = append(out.Conts, c)
	}
	return out
}

func join(a, b string) string {
	switch {
	case a == "":
		return b
	case b == "":
		return a
	}
	return a + "." + b
}

// contKind says whether a field, result or getter of the given names and type
// is a continuation.
func contKind(names []string, t types.Type, nested, frame bool) (Kind, bool) {
	weak := !nested || frame
	switch {
	case isBool(t):
		switch {
		case playsAny(roleMore, names):
			return More, true
		case playsAny(roleLast, names):
			return Last, true
		}
	case isInt(t):
		switch {
		case playsAny(roleToken, names):
			return Number, true
		case weak && playsAny(roleTotal, names):
			return Total, true
		}
	case isTokenType(t):
		if playsAny(roleToken, names) || weak && playsAny(roleWeak, names) {
			return Token, true
		}
	case playsAny(roleToken, names) && isKeyType(t):
		return Token, true
	}
	return 0, false
}

// methods adds methods that name or fetch the next page.
func (s *shaper) methods(sh *shape, t types.Type, st *types.Struct) {
	named, ok := t.(*types.Named)
	if !ok || len(sh.conts) > 0 && len(sh.items) == 0 {
		return
	}
	set := types.NewMethodSet(types.NewPointer(named))
	for i := range set.Len() {
		m, ok := set.At(i).Obj().(*types.Func)
		if ok && m.Exported() && itemsMethod(m) && len(sh.items) == 0 {
			sh.items = append(sh.items, Loc{0, m.Name() + "()"})
		}
		if !ok || !m.Exported() || !contMethod(m) || hasField(st, strings.TrimPrefix(m.Name(), "Get")) {
			continue
		}
		sh.conts = append(sh.conts, Cont{Loc{0, m.Name() + "()"}, Method, m.Name()})
	}
}

// contMethod tells HasNextPage(), GetNextPage(), NextPage(ctx), IsLastPage().
func contMethod(m *types.Func) bool {
	sig := m.Signature()
	if sig.Params().Len() > 1 || sig.Results().Len() == 0 ||
		sig.Params().Len() == 1 && api.TypeKey(sig.Params().At(0).Type()) != "context.Context" {
		return false
	}
	return contMethodName(m.Name())
}

// itemsMethod tells Values() and the like, of pages that hide their list.
func itemsMethod(m *types.Func) bool {
	sig := m.Signature()
	return sig.Params().Len() == 0 && sig.Results().Len() == 1 && listElem(sig.Results().At(0).Type()) != nil &&
		(m.Name() == "Values" || m.Name() == "Items" || m.Name() == "Elements")
}

func contMethodName(name string) bool {
	name = strings.TrimPrefix(name, "Get")
	return plays(roleToken, name) || plays(roleMore, name) || plays(roleLast, name)
}

func hasField(st *types.Struct, name string) bool {
	for i := range st.NumFields() {
		if st.Field(i).Name() == name {
			return true
		}
	}
	return false
}

// getters reads an interface whose methods hand out fields.
func (s *shaper) getters(iface *types.Interface) shape {
	var sh shape
	for i := range iface.NumMethods() {
		m := iface.Method(i)
		name, ok := strings.CutPrefix(m.Name(), "Get")
		sig := m.Signature()
		if !ok || name == "" || sig.Params().Len() != 0 || sig.Results().Len() != 1 {
			continue
		}
		t := sig.Results().At(0).Type()
		if k, ok := contKind([]string{name}, t, false, false); ok {
			sh.conts = append(sh.conts, Cont{Loc{0, name}, k, m.Name()})
		} else if listElem(t) != nil && !plays(roleNoItems, name) {
			sh.items = append(sh.items, Loc{0, name})
		}
	}
	return sh
}

func playsAny(r role, names []string) bool {
	for _, n := range names {
		if plays(r, n) {
			return true
		}
	}
	return false
}

// tagName returns the name a field has on the wire, "" where it is the field's.
func tagName(tag string) string {
	for _, key := range []string{"json", "graphql", "xml", "yaml"} {
		if v, ok := reflect.StructTag(tag).Lookup(key); ok {
			name, _, _ := strings.Cut(v, ",")
			if key == "graphql" {
				name, _, _ = strings.Cut(name, "(")
			}
			return name
		}
	}
	return ""
}
