package term

import "go/types"

// Subst puts args, which are receiver and arguments of a call, in the place of
// the parameters of t. shift says how the frames of callee and caller lie: a
// parameter of a function around the callee (Depth 1 and more) moves out by
// shift steps; 0 is right for a closure called by its own kind, -1 for a
// closure called by the function that holds it. What then lies inside the
// callee alone is unknown.
func Subst(t *Term, args []*Term, shift int) *Term {
	s := substitution{args: args, shift: shift, memo: map[*Term]*Term{}}
	return s.term(t)
}

type substitution struct {
	args  []*Term
	shift int
	memo  map[*Term]*Term
	n     int
}

func (s *substitution) term(t *Term) *Term {
	if t == nil {
		return &Term{} // a fact holds no nil
	}
	if r, ok := s.memo[t]; ok {
		return r
	}
	if s.n++; s.n > maxNodes {
		return unknown(t.typ)
	}
	r := s.build(t)
	s.memo[t] = r
	return r
}

func (s *substitution) build(t *Term) *Term {
	switch t.Op {
	case Param:
		return s.param(t)
	case Unknown, Const:
		return t
	case Field:
		if a := s.term(t.Args[0]); a.Op != Param && a.Op != Unknown {
			return a
		}
	}
	args := make([]*Term, len(t.Args))
	changed := false
	for i, a := range t.Args {
		if t.Op == Field && i > 0 {
			args[i] = a // values stored elsewhere have frames of their own
			continue
		}
		args[i] = s.term(a)
		changed = changed || args[i] != a
	}
	if !changed {
		return t
	}
	switch t.Op {
	case Alt:
		if t.Str == AnyElement {
			return anyOf(args, t.typ)
		}
		return alt(args, t.typ)
	case Concat:
		return concat(args...)
	case Call:
		if r := fold(t.Str, args, t.typ); r != nil {
			return r
		}
	}
	c := *t
	c.Args = args
	return &c
}

func (s *substitution) param(t *Term) *Term {
	if t.Depth > 0 {
		d := t.Depth + s.shift
		if d < 0 {
			return unknown(t.typ)
		}
		return &Term{Op: Param, N: t.N, Depth: d, Path: t.Path, typ: t.typ}
	}
	if t.N >= len(s.args) || s.args[t.N] == nil {
		return unknown(t.typ)
	}
	r := s.args[t.N]
	for _, p := range t.Path {
		if p == "[]" {
			r = Elem(r, -1, nil)
		} else {
			r = Select(r, p, nil)
		}
	}
	if r.typ == nil && t.typ != nil && !IsGeneric(t.typ) {
		c := *r
		c.typ = t.typ
		return &c
	}
	return r
}

// IsGeneric reports whether t is known to the callers only: a type parameter, or an
// interface, behind pointers and slices.
func IsGeneric(t types.Type) bool {
	for range 8 {
		switch u := types.Unalias(t).(type) {
		case *types.TypeParam:
			return true
		case *types.Pointer:
			t = u.Elem()
		case *types.Slice:
			t = u.Elem()
		default:
			return types.IsInterface(t)
		}
	}
	return false
}
