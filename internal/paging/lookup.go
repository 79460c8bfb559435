package paging

import (
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/api"
	"github.com/idemlint/idemlint/internal/flow"
	"github.com/idemlint/idemlint/internal/origin"
)

// Lookup reports whether the items are searched for what the request was
// already narrowed down to: a name that one item can have.
func (p *Pages) Lookup(j *Judged) bool {
	asked := map[any]bool{}
	for _, s := range j.request().Settings {
		if s.Ask() || s.Limit() {
			continue
		}
		origin.Walk(s.Val, func(v ssa.Value) bool {
			if k := valueKey(v); k != nil {
				asked[k] = true
			}
			return true
		})
	}
	if len(asked) == 0 {
		return false
	}
	for _, l := range j.Group.Items {
		for _, u := range p.usesOf(j.Root(l.Result)) {
			rest, ok := under(u.Path, l.Path)
			if !ok || !strings.HasPrefix(rest, "[]") || u.Via != nil {
				continue
			}
			for _, other := range compared(u) {
				if k := valueKey(Unwrap(other)); k != nil && asked[k] {
					return true
				}
			}
		}
	}
	return false
}

// compared returns what the use compares with.
func compared(u flow.Use) []ssa.Value {
	switch in := u.Instr.(type) {
	case *ssa.BinOp:
		if in.Op == token.EQL || in.Op == token.NEQ {
			return []ssa.Value{in.X, in.Y}
		}
	case *ssa.Call:
		if u.Callee != nil && (strings.Contains(u.Callee.Name(), "Equal") || u.Callee.Name() == "HasPrefix" || u.Callee.Name() == "HasSuffix") {
			return in.Call.Args
		}
	}
	return nil
}

type fieldKey struct {
	base  any
	field int
}

// valueKey gives values that are the same thing the same key: parameters, and
// fields of them that are loaded again.
func valueKey(v ssa.Value) any {
	switch x := v.(type) {
	case *ssa.Parameter, *ssa.FreeVar, *ssa.Alloc:
		return x
	case *ssa.UnOp:
		if x.Op == token.MUL {
			return valueKey(x.X)
		}
	case *ssa.FieldAddr:
		if b := valueKey(x.X); b != nil {
			return fieldKey{b, x.Field}
		}
	case *ssa.Field:
		if b := valueKey(x.X); b != nil {
			return fieldKey{b, x.Field}
		}
	case *ssa.Phi, *ssa.Extract, *ssa.Call, *ssa.Lookup:
		return x
	case *ssa.Const:
		if s, ok := ConstString(x); ok && len(s) > 2 {
			return s
		}
	}
	return nil
}

// OptIn reports whether the list is only cut where the request sets a limit, and
// this one does not. In Kubernetes a list without a limit is whole.
func (j *Judged) OptIn() bool {
	if entry, ok := api.Lookup(api.WholeList, j.Callee); ok {
		for _, s := range j.request().Settings {
			for unless := range strings.SplitSeq(entry.Args["unless"], ",") {
				if n, ok := ConstInt(s.Val); s.Name == unless && (!ok || n > 0) {
					return false
				}
			}
		}
		return true
	}
	for _, c := range j.Group.Conts {
		if normal(c.Name) != "continue" {
			return false
		}
	}
	for _, s := range j.request().Settings {
		if s.Limit() {
			if n, ok := ConstInt(s.Val); !ok || n > 0 {
				return false
			}
		}
	}
	return true
}

// WholeUnlessLimited reports whether the library cuts its lists by nothing but
// the limit of the request, so that an empty answer is the end.
func (j *Judged) WholeUnlessLimited() bool {
	_, ok := api.Lookup(api.WholeList, j.Callee)
	return ok
}
