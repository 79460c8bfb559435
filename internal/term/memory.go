package term

import (
	"go/constant"
	"go/types"
	"sort"

	"golang.org/x/tools/go/ssa"
)

func constText(c *ssa.Const) string {
	if c.Value == nil {
		return "nil"
	}
	if c.Value.Kind() == constant.String {
		return constant.StringVal(c.Value)
	}
	return c.Value.ExactString()
}

// alloc returns the content of a local variable or literal.
func (e *Eval) alloc(v *ssa.Alloc) *Term {
	switch elemType(v.Type()).Underlying().(type) {
	case *types.Struct:
		return e.record(v)
	case *types.Array:
		return e.array(v, false)
	}
	stores, open := e.stores(v)
	var all []*Term
	for _, st := range stores {
		t := e.inner(st)
		if n := len(all); n > 0 && contains(t, all[n-1]) && t.Op != Const {
			all[n-1] = t // s += x
		} else {
			all = append(all, t)
		}
		e.memo[v] = alt(all, elemType(v.Type()))
	}
	if _, basic := elemType(v.Type()).Underlying().(*types.Basic); basic && open && len(all) > 0 {
		all = append(all, unknown(elemType(v.Type())))
	}
	if len(all) == 0 && !open {
		return zero(elemType(v.Type()))
	}
	return alt(all, elemType(v.Type()))
}

// A store and how many function literals lie between it and the variable.
type store struct {
	*ssa.Store
	depth int
}

// inner evaluates what st stores in the frame of the function that owns the
// variable.
func (e *Eval) inner(st store) *Term {
	t := e.Of(st.Val)
	if st.depth == 0 {
		return t
	}
	return Subst(t, nil, -st.depth)
}

// stores returns the stores to the variable, literals inside included, in the
// order of the source; open says that its address went elsewhere.
func (e *Eval) stores(v ssa.Value) (out []store, open bool) {
	var visit func(v ssa.Value, depth int)
	visit = func(v ssa.Value, depth int) {
		if v.Referrers() == nil {
			return
		}
		for _, r := range *v.Referrers() {
			switch r := r.(type) {
			case *ssa.Store:
				if r.Addr == v {
					out = append(out, store{r, depth})
				} else {
					open = true
				}
			case *ssa.MakeClosure:
				for i, b := range r.Bindings {
					if b == v && depth < 4 {
						visit(r.Fn.(*ssa.Function).FreeVars[i], depth+1)
					}
				}
			case ssa.CallInstruction:
				open = true
			case *ssa.MakeInterface:
				open = true
			}
		}
	}
	visit(v, 0)
	sort.SliceStable(out, func(i, j int) bool { return out[i].Pos() < out[j].Pos() })
	return out, open
}

// record returns the struct that variable v holds.
func (e *Eval) record(v *ssa.Alloc) *Term {
	st := elemType(v.Type()).Underlying().(*types.Struct)
	r := &Term{Op: Record, typ: elemType(v.Type())}
	stores, open := e.stores(v)
	var whole []*Term
	for _, s := range stores {
		if t := e.inner(s); t.Op != Record || len(t.Names) > 0 || t.Open {
			whole = append(whole, t)
		}
	}
	fields := map[string][]*Term{}
	e.fieldStores(v, st, 0, func(name string, t *Term) { fields[name] = append(fields[name], t) })
	if len(whole) > 0 && len(fields) == 0 {
		return alt(whole, r.typ)
	}
	for i := range st.NumFields() {
		f := st.Field(i)
		vals := fields[f.Name()]
		for _, w := range whole {
			vals = append([]*Term{Select(w, f.Name(), f.Type())}, vals...)
		}
		if len(vals) > 0 {
			r.Names = append(r.Names, f.Name())
			r.Args = append(r.Args, alt(vals, f.Type()))
		}
	}
	r.Open = open && len(fields) == 0 || len(whole) > 0
	return r
}

// fieldStores calls add for each store into a field of v.
func (e *Eval) fieldStores(v ssa.Value, st *types.Struct, depth int, add func(string, *Term)) {
	if v.Referrers() == nil {
		return
	}
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.FieldAddr:
			f := st.Field(r.Field)
			for _, rr := range *r.Referrers() {
				if s, ok := rr.(*ssa.Store); ok && s.Addr == r {
					add(f.Name(), e.inner(store{s, depth}))
				}
			}
			if nested, ok := f.Type().Underlying().(*types.Struct); ok {
				sub := &Term{Op: Record, typ: f.Type()}
				e.fieldStores(r, nested, depth, func(n string, t *Term) {
					sub.Names, sub.Args = append(sub.Names, n), append(sub.Args, t)
				})
				if len(sub.Names) > 0 {
					add(f.Name(), sub)
				}
			}
		case *ssa.MakeClosure:
			for i, b := range r.Bindings {
				if b == v && depth < 4 {
					e.fieldStores(r.Fn.(*ssa.Function).FreeVars[i], st, depth+1, add)
				}
			}
		}
	}
}

// maxElems bounds the elements of a list.
const maxElems = 64

// array returns the elements of an array variable, or of a made slice.
func (e *Eval) array(v ssa.Value, open bool) *Term {
	l := &Term{Op: List, Open: open}
	if v.Referrers() == nil {
		return l
	}
	elems := map[int]*Term{}
	maxIdx := -1
	for _, r := range *v.Referrers() {
		ia, ok := r.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		i := constIndex(ia.Index)
		if i < 0 || open {
			l.Open = true
			i = maxIdx + 1
		}
		t := e.elemAt(ia)
		if t == nil || i >= maxElems {
			continue
		}
		elems[i] = t
		maxIdx = max(maxIdx, i)
	}
	for i := 0; i <= maxIdx; i++ {
		if elems[i] == nil {
			elems[i] = unknown(nil)
		}
		l.Args = append(l.Args, elems[i])
	}
	if len(l.Args) == 0 {
		for _, r := range *v.Referrers() {
			if st, ok := r.(*ssa.Store); ok && st.Addr == v { // a copy: the variable of a loop
				return e.Of(st.Val)
			}
		}
	}
	return l
}

// elemAt returns what is stored into one element.
func (e *Eval) elemAt(ia *ssa.IndexAddr) *Term {
	for _, r := range *ia.Referrers() {
		if st, ok := r.(*ssa.Store); ok && st.Addr == ia {
			return e.Of(st.Val)
		}
	}
	if _, ok := elemType(ia.Type()).Underlying().(*types.Array); ok {
		if row := e.array(ia, false); len(row.Args) > 0 {
			return row
		}
	}
	st, ok := elemType(ia.Type()).Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	rec := &Term{Op: Record, typ: elemType(ia.Type())}
	e.fieldStores(ia, st, 0, func(name string, t *Term) {
		rec.Names, rec.Args = append(rec.Names, name), append(rec.Args, t)
	})
	if len(rec.Names) == 0 {
		return nil
	}
	return rec
}

// makeMap returns the entries with constant keys.
func (e *Eval) makeMap(v *ssa.MakeMap) *Term {
	r := &Term{Op: Record}
	for _, ref := range *v.Referrers() {
		up, ok := ref.(*ssa.MapUpdate)
		if !ok || up.Map != v {
			continue
		}
		key, ok := e.Of(up.Key).Text()
		if !ok || len(r.Names) > maxElems {
			r.Open = true
			continue
		}
		r.Names = append(r.Names, key)
		r.Args = append(r.Args, e.Of(up.Value))
	}
	return r
}

// storeIndex finds the stores into fields and package variables.
type storeIndex struct {
	fields  map[*types.Var][]*ssa.Store
	escapes map[*types.Var][]*ssa.FieldAddr // address taken other than to load or store
	globals map[*ssa.Global][]ssa.Instruction
}

func (e *Eval) indexed() *storeIndex {
	if e.index != nil {
		return e.index
	}
	ix := &storeIndex{
		fields:  map[*types.Var][]*ssa.Store{},
		escapes: map[*types.Var][]*ssa.FieldAddr{},
		globals: map[*ssa.Global][]ssa.Instruction{},
	}
	e.index = ix
	fns := e.pkg.Funcs
	if init := e.pkg.SSA.Func("init"); init != nil {
		fns = append(fns[:len(fns):len(fns)], init)
	}
	for _, fn := range fns {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				ix.add(instr)
			}
		}
	}
	return ix
}

func (ix *storeIndex) add(instr ssa.Instruction) {
	switch in := instr.(type) {
	case *ssa.FieldAddr:
		st, ok := elemType(in.X.Type()).Underlying().(*types.Struct)
		if !ok {
			return
		}
		f := st.Field(in.Field)
		for _, r := range *in.Referrers() {
			switch r := r.(type) {
			case *ssa.Store:
				if r.Addr == in {
					ix.fields[f] = append(ix.fields[f], r)
				} else {
					ix.escapes[f] = append(ix.escapes[f], in)
				}
			case ssa.CallInstruction, *ssa.MakeInterface:
				ix.escapes[f] = append(ix.escapes[f], in)
			}
		}
	case *ssa.Store:
		if g, ok := in.Addr.(*ssa.Global); ok {
			ix.globals[g] = append(ix.globals[g], in)
		}
	case *ssa.MapUpdate:
		if ld, ok := in.Map.(*ssa.UnOp); ok {
			if g, ok := ld.X.(*ssa.Global); ok {
				ix.globals[g] = append(ix.globals[g], in)
			}
		}
	}
}

// maxFieldValues bounds the values of a field that are worth telling apart.
const maxFieldValues = 8

// fieldValues returns the distinct informative values that this package stores
// into field f, or nil where some cannot be known.
func (e *Eval) fieldValues(f *types.Var) []*Term {
	ix := e.indexed()
	stores := ix.fields[f]
	var out []*Term
	for _, st := range stores {
		t := e.freed(e.Of(st.Val), st.Parent(), 0)
		if !informative(t) {
			return nil
		}
		out = append(out, t)
		if len(out) > maxFieldValues {
			return nil
		}
	}
	if len(stores) == 0 {
		for _, addr := range ix.escapes[f] {
			if t := e.sibling(addr); t != nil {
				out = append(out, t)
			}
		}
	}
	return dedupe(out)
}

func dedupe(ts []*Term) []*Term {
	seen := map[string]bool{}
	var out []*Term
	for _, t := range ts {
		if s := t.String(); !seen[s] {
			seen[s] = true
			out = append(out, t)
		}
	}
	return out
}

// Freed takes t out of the frame of fn: a parameter becomes what the callers in
// this package pass, where all are known, otherwise unknown but for its type.
func (e *Eval) Freed(t *Term, fn *ssa.Function) *Term { return e.freed(t, fn, 0) }

// freed takes t out of its frame: a parameter becomes what the callers in this
// package pass, where all are known, otherwise unknown.
func (e *Eval) freed(t *Term, fn *ssa.Function, depth int) *Term {
	if t.Resolved() {
		return t
	}
	args := make([]*Term, len(fn.Params))
	if calls, complete := e.fl.Callers(fn); complete && len(calls) <= maxFieldValues && depth < 3 {
		for i := range args {
			var vals []*Term
			for _, c := range calls {
				if a := c.Common().Args; i < len(a) {
					vals = append(vals, e.freed(e.Of(a[i]), c.Parent(), depth+1))
				}
			}
			args[i] = alt(vals, fn.Params[i].Type())
		}
	}
	return Subst(t, args, -100)
}

// informative reports whether t tells more than its type.
func informative(t *Term) bool {
	return t.Any(func(x *Term) bool {
		return x.Op == Const && x.Str != "" && x.Str != "nil" && x.Str != "0" || x.Op == Param || x.Op == Call && x.Str != "[]"
	})
}

// sibling returns the text that stands beside the address of a field in a table
// of statements: {&s.insert, insertSQL}. It is wrapped as what a Prepare gives.
func (e *Eval) sibling(addr *ssa.FieldAddr) *Term {
	for _, r := range *addr.Referrers() {
		switch r := r.(type) {
		case *ssa.Store:
			slot, ok := r.Addr.(*ssa.FieldAddr)
			if !ok || r.Val != addr {
				continue
			}
			st := elemType(slot.X.Type()).Underlying().(*types.Struct)
			var text *Term
			e.fieldStores(slot.X, st, 0, func(_ string, t *Term) {
				if t.typ != nil && isString(t.typ) {
					text = t
				}
			})
			if text != nil {
				return &Term{Op: Call, Str: PreparedName, Args: []*Term{text}}
			}
		case ssa.CallInstruction: // prepare(&s.insert, insertSQL)
			for _, a := range r.Common().Args {
				if t := e.Of(a); t.typ != nil && isString(t.typ) && t.Op != Param {
					return &Term{Op: Call, Str: PreparedName, Args: []*Term{e.freed(t, r.Parent(), 0)}}
				}
			}
		}
	}
	return nil
}

// PreparedName is the name of a call that prepares its one argument in a way
// that was recognised by structure.
const PreparedName = "prepare"
