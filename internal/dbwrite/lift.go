package dbwrite

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/flow"
	"github.com/idemlint/idemlint/internal/term"
)

// callSites returns the writes that call makes, its callee's included.
func (db *DB) callSites(call ssa.CallInstruction, fn *ssa.Function, depth int) []*Site {
	common := call.Common()
	if _, ok := common.Value.(*ssa.Builtin); ok {
		return nil
	}
	callee, obj := flow.Callee(common)
	if callee != nil && len(callee.Blocks) > 0 && callee.Pkg == db.pkg.SSA {
		return db.fromHelper(call, fn, callee, depth)
	}
	if obj == nil {
		return nil
	}
	if common.IsInvoke() {
		if m := db.implementation(common); m != nil {
			if f := db.pkg.SSA.Prog.FuncValue(m); f != nil && len(f.Blocks) > 0 && f.Pkg == db.pkg.SSA {
				return db.fromHelper(call, fn, f, depth)
			}
			obj = m
		}
	}
	var lifted Lifted
	if db.pass.ImportObjectFact(obj.Origin(), &lifted) {
		var out []*Site
		for _, c := range lifted.Calls {
			t := term.Subst(c, db.ev.Args(common), 0)
			out = append(out, &Site{Call: call, Term: t, Writes: Interpret(t), Via: 1,
				FromGenerated: lifted.Generated, Results: lifted.Results})
		}
		return out
	}
	t := db.ev.Exec(call)
	if t == nil {
		return nil
	}
	if req := db.postgrest(t, fn); req != nil {
		t = req
		call = sender(call, fn)
	}
	if ws := Interpret(t); len(ws) > 0 {
		return []*Site{{Call: call, Term: t, Writes: ws}}
	}
	return nil
}

// fromHelper returns the writes of callee, a function of this package, that are
// decided by call.
func (db *DB) fromHelper(call ssa.CallInstruction, fn, callee *ssa.Function, depth int) []*Site {
	if depth > 20 {
		return nil
	}
	var out []*Site
	for _, inner := range db.sites(callee, depth+1).lifted {
		t := term.Subst(inner.Term, db.ev.Args(call.Common()), term.Shift(fn, callee))
		out = append(out, &Site{Call: call, Term: t, Writes: Interpret(t), Via: inner.Via + 1,
			FromGenerated: inner.FromGenerated || db.Generated(inner.Call.Pos()), Results: inner.Results})
	}
	return out
}

// implementation returns the method that a call through an interface runs,
// where one type alone implements the interface, in the package that declares
// it or in this one: a generated Querier, a store behind its interface.
func (db *DB) implementation(common *ssa.CallCommon) *types.Func {
	iface, ok := common.Value.Type().Underlying().(*types.Interface)
	if !ok || iface.NumMethods() == 0 || common.Method.Pkg() == nil {
		return nil
	}
	if m, ok := db.impls[common.Method]; ok {
		return m
	}
	db.impls[common.Method] = nil
	var found *types.Func
	seen := map[*types.Package]bool{}
	for _, pkg := range []*types.Package{common.Method.Pkg(), db.pass.Pkg} {
		if seen[pkg] || !pkg.Complete() && pkg != db.pass.Pkg {
			continue
		}
		seen[pkg] = true
		for _, name := range pkg.Scope().Names() {
			tn, ok := pkg.Scope().Lookup(name).(*types.TypeName)
			if !ok || tn.IsAlias() || types.IsInterface(tn.Type()) {
				continue
			}
			if n, ok := tn.Type().(*types.Named); ok && n.TypeParams().Len() > 0 {
				continue
			}
			ptr := types.NewPointer(tn.Type())
			if !types.Implements(ptr, iface) {
				continue
			}
			m, _, _ := types.LookupFieldOrMethod(ptr, true, common.Method.Pkg(), common.Method.Name())
			if f, ok := m.(*types.Func); ok {
				if found != nil && found != f {
					return nil // several: not known which
				}
				found = f
			}
		}
	}
	db.impls[common.Method] = found
	return found
}
