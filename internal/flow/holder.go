package flow

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Holder returns the field or package variable through which an aggregate is
// reached, and whether the aggregate outlives the call or can be seen by
// others: it came in as a parameter, from a call, or hangs on such a thing.
func Holder(v ssa.Value) (holder *types.Var, outlives bool) { return holderOf(v, 0) }

// maxHolders bounds the chain of variables from an aggregate to its origin.
const maxHolders = 8

func holderOf(v ssa.Value, depth int) (holder *types.Var, outlives bool) {
	for range 32 {
		switch x := v.(type) {
		case *ssa.FieldAddr:
			if holder == nil {
				holder = fieldVar(x.X.Type(), x.Field)
			}
			v = x.X
		case *ssa.Field:
			if holder == nil {
				holder = fieldVar(x.X.Type(), x.Field)
			}
			v = x.X
		case *ssa.IndexAddr:
			v = x.X
		case *ssa.Index:
			v = x.X
		case *ssa.Lookup:
			v = x.X
		case *ssa.Slice:
			v = x.X
		case *ssa.UnOp:
			if x.Op != token.MUL {
				return holder, true
			}
			if holdsParameter(x) {
				return holder, true
			}
			v = x.X
		case *ssa.Global:
			if holder == nil {
				holder, _ = x.Object().(*types.Var)
			}
			return holder, true
		case *ssa.FreeVar:
			outer := Binding(x)
			if outer == nil {
				return holder, true
			}
			v = outer
		case *ssa.Alloc, *ssa.MakeMap, *ssa.MakeSlice, *ssa.Const, *ssa.MakeChan:
			return holder, false
		default: // parameter, call result, phi, receive ...
			return holder, true
		}
	}
	return holder, true
}

// holdsParameter reports whether load reads a variable that holds a pointer or a
// map which came in as a parameter: a parameter that a literal captures lives in
// a variable, but what it points at is the caller's.
func holdsParameter(load *ssa.UnOp) bool {
	switch load.Type().Underlying().(type) {
	case *types.Pointer, *types.Map, *types.Slice:
	default:
		return false
	}
	addr := load.X
	if fv, ok := addr.(*ssa.FreeVar); ok {
		addr = Binding(fv)
	}
	alloc, ok := addr.(*ssa.Alloc)
	if !ok {
		return false
	}
	for _, r := range *alloc.Referrers() {
		if st, ok := r.(*ssa.Store); ok && st.Addr == alloc {
			if _, ok := st.Val.(*ssa.Parameter); ok {
				return true
			}
		}
	}
	return false
}

// variable returns the local variable that addr is the address of, also from
// inside a closure, or nil.
func variable(addr ssa.Value) *ssa.Alloc {
	if fv, ok := addr.(*ssa.FreeVar); ok {
		addr = Binding(fv)
	}
	a, _ := addr.(*ssa.Alloc)
	return a
}

func isReference(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Map, *types.Slice, *types.Chan, *types.Interface:
		return true
	}
	return false
}

// pointedAt is Holder for what the reference in a local variable points at. It
// outlives the call where any of the values stored there does.
func pointedAt(local *ssa.Alloc, depth int) (holder *types.Var, outlives bool) {
	for _, r := range *local.Referrers() {
		st, ok := r.(*ssa.Store)
		if !ok || st.Addr != local {
			continue
		}
		if call, ok := st.Val.(*ssa.Call); ok {
			// s = append(s, x): the variable itself is what counts.
			if b, ok := call.Call.Value.(*ssa.Builtin); ok && b.Name() == "append" {
				continue
			}
		}
		if h, out := holderOf(st.Val, depth); out {
			return h, true
		}
	}
	return nil, false
}

// isLocal reports whether v is an aggregate of the function's own making.
func isLocal(v ssa.Value) bool {
	_, outlives := Holder(v)
	return !outlives
}

// ResolveAddr maps an address to the variable that is meant: captured variables
// to the variable of the function around, pointers kept in a variable that is
// assigned once to what was assigned.
func ResolveAddr(v ssa.Value) ssa.Value {
	for range 16 {
		switch x := v.(type) {
		case *ssa.FreeVar:
			outer := Binding(x)
			if outer == nil {
				return v
			}
			v = outer
		case *ssa.UnOp:
			if x.Op != token.MUL {
				return v
			}
			only := onlyStore(x.X)
			if only == nil {
				return v
			}
			v = only
		case *ssa.ChangeType:
			v = x.X
		default:
			return v
		}
	}
	return v
}
