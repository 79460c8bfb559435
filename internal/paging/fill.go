package paging

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/api"
	"github.com/idemlint/idemlint/internal/effect"
	"github.com/idemlint/idemlint/internal/flow"
	"github.com/idemlint/idemlint/internal/ir"
	"github.com/idemlint/idemlint/internal/origin"
)

// filledBy returns the variable whose address arg is, where the callee can only
// be meant to fill it: nothing was ever put into it.
func filledBy(arg ssa.Value, param types.Type) ssa.Value {
	generic := false
	if mi, ok := arg.(*ssa.MakeInterface); ok {
		arg, generic = mi.X, true
	}
	if !generic && !types.IsInterface(param) {
		return nil // a parameter of just that type may as well read it
	}
	if load, ok := arg.(*ssa.UnOp); ok {
		if base := flow.ResolveAddr(load); base != ssa.Value(load) {
			arg = base
		}
	}
	mem, ok := arg.(*ssa.Alloc)
	if !ok {
		return nil
	}
	for _, r := range *mem.Referrers() {
		switch r := r.(type) {
		case *ssa.Store:
			if r.Addr == ssa.Value(mem) {
				return nil
			}
		case *ssa.FieldAddr:
			for _, rr := range *r.Referrers() {
				if st, ok := rr.(*ssa.Store); ok && st.Addr == ssa.Value(r) && sameBlockBefore(st, arg) {
					return nil
				}
			}
		}
	}
	return mem
}

// sameBlockBefore tells a composite literal: it is filled where it is made.
func sameBlockBefore(st *ssa.Store, alloc ssa.Value) bool {
	a, ok := alloc.(*ssa.Alloc)
	return ok && st.Block() == a.Block()
}

// fetches reports whether the call fills its argument i with what another
// machine answered, and whether that is only known to the callers.
func (p *Pages) fetches(s *Source, common *ssa.CallCommon, i int) (ok, param bool) {
	obj := s.Callee
	if obj == nil {
		return false, false
	}
	std := obj.Pkg() == nil || ir.IsStd(obj.Pkg().Path())
	if plays(roleDecode, obj.Name()) {
		return p.bytesFromNetwork(common, i)
	}
	if std {
		return false, false
	}
	if plays(roleFill, obj.Name()) {
		return true, false
	}
	eff := p.eff.Call(s.Call)
	return eff.Has(effect.Network) && !serverSide(common), false
}

// serverSide tells calls that read the request of somebody else.
func serverSide(common *ssa.CallCommon) bool {
	for _, a := range common.Args {
		if api.TypeKey(a.Type()) == "net/http.Request" {
			return true
		}
	}
	return false
}

// bytesFromNetwork follows what a decoder reads back to a response.
func (p *Pages) bytesFromNetwork(common *ssa.CallCommon, target int) (ok, param bool) {
	server := false
	visit := func(v ssa.Value) bool {
		switch api.TypeKey(v.Type()) {
		case "net/http.Response":
			ok = true
		case "net/http.Request":
			server = !ok
		}
		switch x := v.(type) {
		case *ssa.Call:
			if p.eff.Call(x).Has(effect.Network) {
				ok = true
			}
			return !ok && !server
		case *ssa.Parameter:
			if isBytes(x.Type()) {
				param = true
			}
		}
		return !ok && !server
	}
	for i, a := range common.Args {
		if i != target {
			origin.Walk(a, visit)
		}
	}
	if common.IsInvoke() {
		origin.Walk(common.Value, visit)
	}
	switch {
	case server:
		return false, false
	case ok:
		return true, false
	}
	return param, param
}

// isBytes tells []byte, string and io.Reader.
func isBytes(t types.Type) bool {
	switch api.TypeKey(t) {
	case "io.Reader", "io.ReadCloser", "encoding/json.RawMessage":
		return true
	}
	if s, ok := t.Underlying().(*types.Slice); ok {
		b, ok := s.Elem().Underlying().(*types.Basic)
		return ok && b.Kind() == types.Byte
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.String
}
