package flow

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Holder returns the field or package variable through which an aggregate is
// reached, and whether the aggregate outlives the call or can be seen by
// others: it came in as a parameter, from a call, or hangs on such a thing.
func Holder(v ssa.Value) (holder *types.Var, outlives bool) {
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
