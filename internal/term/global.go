package term

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// global returns the content of a package variable that is set once.
func (e *Eval) global(g *ssa.Global) *Term {
	obj, _ := g.Object().(*types.Var)
	if obj == nil {
		return nil
	}
	if g.Pkg != e.pkg.SSA {
		var c Content
		if e.pass.ImportObjectFact(obj, &c) {
			return c.Term
		}
		return &Term{Op: Unknown, Str: obj.Pkg().Path() + "." + obj.Name()}
	}
	if t, ok := e.embedded(obj); ok {
		return t
	}
	ix := e.indexed()
	var out []*Term
	for _, in := range ix.globals[g] {
		st, ok := in.(*ssa.Store)
		if !ok || st.Parent().Name() != "init" && st.Parent().Synthetic == "" {
			return &Term{Op: Unknown, Str: obj.Name()}
		}
		out = append(out, e.Of(st.Val))
	}
	switch st := elemType(g.Type()).Underlying().(type) {
	case *types.Struct:
		rec := &Term{Op: Record, typ: obj.Type()}
		e.globalFields(g, st, rec)
		if len(rec.Names) > 0 {
			return rec
		}
	case *types.Array:
		if t := e.globalElems(g); t != nil {
			return t
		}
	}
	if len(out) == 0 {
		return &Term{Op: Unknown, Str: obj.Name(), typ: obj.Type()}
	}
	return alt(out, obj.Type())
}

// globalFields reads what init stores into the fields of a struct variable. A
// global has no referrers: its uses are found in init.
func (e *Eval) globalFields(g *ssa.Global, st *types.Struct, rec *Term) {
	init := e.pkg.SSA.Func("init")
	if init == nil {
		return
	}
	for _, b := range init.Blocks {
		for _, in := range b.Instrs {
			s, ok := in.(*ssa.Store)
			if !ok {
				continue
			}
			if fa, ok := s.Addr.(*ssa.FieldAddr); ok && fa.X == g {
				rec.Names = append(rec.Names, st.Field(fa.Field).Name())
				rec.Args = append(rec.Args, e.Of(s.Val))
			}
		}
	}
}

func (e *Eval) globalElems(g *ssa.Global) *Term {
	init := e.pkg.SSA.Func("init")
	if init == nil {
		return nil
	}
	l := &Term{Op: List}
	for _, b := range init.Blocks {
		for _, in := range b.Instrs {
			if ia, ok := in.(*ssa.IndexAddr); ok && ia.X == g {
				if t := e.elemAt(ia); t != nil && len(l.Args) < maxElems {
					l.Args = append(l.Args, t)
				}
			}
		}
	}
	if len(l.Args) == 0 {
		return nil
	}
	return l
}
