package flow

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// onlyStoredTo reports whether the address v is used for nothing but as the
// target of stores.
func onlyStoredTo(v ssa.Value) bool {
	refs := v.Referrers()
	if refs == nil || len(*refs) == 0 {
		return false
	}
	for _, r := range *refs {
		if st, ok := r.(*ssa.Store); !ok || st.Addr != v {
			return false
		}
	}
	return true
}

// store continues where the value was put.
func (f *follower) store(s state, instr *ssa.Store, addr ssa.Value) {
	in := s.in
	for {
		switch a := addr.(type) {
		case *ssa.FieldAddr:
			in = prepend(fieldName(a.X.Type(), a.Field), in)
			if v := fieldVar(a.X.Type(), a.Field); !isLocal(a.X) {
				f.use(Use{Kind: Store, Path: s.path, In: in, Instr: instr, Var: v})
			}
			f.push(a.X, in, s.path)
			addr = a.X
		case *ssa.IndexAddr:
			in = prepend("[]", in)
			f.container(Use{Kind: Store, Path: s.path, Instr: instr}, a.X, in, s.path)
			return
		case *ssa.Global:
			v, _ := a.Object().(*types.Var)
			f.use(Use{Kind: Store, Path: s.path, In: in, Instr: instr, Var: v})
			return
		case *ssa.UnOp: // *p where p was loaded: the holder is what p points at
			f.push(a, in, s.path)
			addr = a.X
			if _, ok := addr.(*ssa.FieldAddr); !ok {
				return
			}
		default:
			f.push(addr, in, s.path)
			if _, isParam := addr.(*ssa.Parameter); isParam && in == s.in {
				f.use(Use{Kind: Store, Path: s.path, In: in, Instr: instr})
			}
			return
		}
	}
}

// container continues with an aggregate that now holds the value, and says
// Store where the aggregate belongs to somebody else.
func (f *follower) container(u Use, c ssa.Value, in, path string) {
	u.In = in
	if v, outlives := Holder(c); outlives {
		u.Var = v
		f.use(u)
	}
	f.pushHolder(c, in, path)
}

// pushHolder continues with the aggregate c, and with the variable or field
// that c was loaded from: whoever loads it again sees the same aggregate.
func (f *follower) pushHolder(c ssa.Value, in, path string) {
	f.push(c, in, path)
	load, ok := c.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return
	}
	f.push(load.X, in, path)
	if fa, ok := load.X.(*ssa.FieldAddr); ok {
		f.pushHolder(fa.X, prepend(fieldName(fa.X.Type(), fa.Field), in), path)
	}
}
