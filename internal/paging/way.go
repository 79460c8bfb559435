package paging

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/effect"
	"github.com/idemlint/idemlint/internal/flow"
	"github.com/idemlint/idemlint/internal/ir"
)

// Way is how a call can be asked for a page other than the first.
type Way uint8

const (
	// NoWay: not at all.
	NoWay Way = iota
	// ByOption: by a functional option, of which the same package may have
	// some for other functions.
	ByOption
	// ByRequest: a field, parameter or method of the request says which.
	ByRequest
)

// WayToAsk reports how the signature leaves a way to ask for further pages.
func WayToAsk(common *ssa.CallCommon) Way {
	sig := common.Signature()
	if recv := sig.Recv(); recv != nil && !common.IsInvoke() && asksByMethod(recv.Type()) {
		return ByRequest
	}
	for i := range sig.Params().Len() {
		p := sig.Params().At(i)
		if effect.IsContext(p.Type()) {
			continue
		}
		if sig.Variadic() && i == sig.Params().Len()-1 {
			if asksByOption(p.Type()) {
				return ByOption
			}
			continue
		}
		if asks(p.Name(), p.Type(), 0) {
			return ByRequest
		}
	}
	if made := madeBy(common); made != nil && sig.Params().Len() == 0 {
		return WayToAsk(made.Common())
	}
	return NoWay
}

// madeBy returns the call that made what the method is called on, where a method
// of a client put the request into it: client.Scan(ctx, cursor, ...).Result().
func madeBy(common *ssa.CallCommon) *ssa.Call {
	if common.Signature().Recv() == nil && !common.IsInvoke() {
		return nil
	}
	recv := common.Value
	if !common.IsInvoke() {
		recv = common.Args[0]
	}
	call, ok := flow.ResolveAddr(recv).(*ssa.Call)
	if !ok || call.Call.Signature().Params().Len() == 0 || call.Call.Signature().Results().Len() != 1 {
		return nil
	}
	return call
}

func asks(name string, t types.Type, depth int) bool {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if isBasic(t) {
		return plays(roleAsk, name) || basic(t).Info()&types.IsString != 0 && plays(roleLink, name)
	}
	switch u := t.Underlying().(type) {
	case *types.Interface:
		return plays(roleAddress, name) // (projectID any) asks for nothing
	case *types.Map:
		return plays(roleAsk, name) || depth == 0
	case *types.Struct:
		if named, ok := t.(*types.Named); ok && named.Obj().Pkg() != nil && ir.IsStd(named.Obj().Pkg().Path()) {
			return named.Obj().Name() == "Request" || named.Obj().Name() == "URL"
		}
		if depth > 3 {
			return false
		}
		for i := range u.NumFields() {
			f := u.Field(i)
			if plays(roleAsk, f.Name()) && (isBasic(f.Type()) || isKeyType(f.Type()) || isTokenType(f.Type())) {
				return true
			}
			if _, ok := types.Unalias(f.Type()).Underlying().(*types.Interface); ok {
				continue
			}
			if _, ok := f.Type().Underlying().(*types.Map); !ok && !isBasic(f.Type()) && asks(f.Name(), f.Type(), depth+1) {
				return true
			}
		}
	}
	return false
}

// asksByMethod tells builders: a request with a method PageToken(string).
func asksByMethod(t types.Type) bool {
	set := types.NewMethodSet(t)
	for i := range set.Len() {
		m, ok := set.At(i).Obj().(*types.Func)
		if !ok || !m.Exported() || m.Signature().Params().Len() != 1 || m.Signature().Results().Len() != 1 {
			continue
		}
		if plays(roleAsk, m.Name()) && types.Identical(m.Signature().Results().At(0).Type(), t) {
			return true
		}
	}
	return false
}

// asksByOption tells functional options of a package that has one for pages.
func asksByOption(t types.Type) bool {
	s, ok := t.(*types.Slice)
	if !ok {
		return false
	}
	named, ok := types.Unalias(s.Elem()).(*types.Named)
	if !ok {
		return types.IsInterface(s.Elem())
	}
	if named.Obj().Pkg() == nil {
		return false
	}
	scope := named.Obj().Pkg().Scope()
	for _, n := range scope.Names() {
		fn, ok := scope.Lookup(n).(*types.Func)
		if !ok || !plays(roleAsk, strings.TrimPrefix(n, "With")) {
			continue
		}
		if res := fn.Signature().Results(); res.Len() == 1 && types.AssignableTo(res.At(0).Type(), named) {
			return true
		}
	}
	for _, n := range scope.Names() { // client.Limit, client.Continue of controller-runtime
		if tn, ok := scope.Lookup(n).(*types.TypeName); ok && types.IsInterface(named) && plays(roleAsk, n) &&
			types.Implements(tn.Type(), named.Underlying().(*types.Interface)) {
			return true
		}
	}
	return false
}
