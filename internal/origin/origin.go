// Package origin answers "what is this value made of?": it follows a value
// backwards, from a use to the parameters, constants and calls it comes from.
//
// What it can see: operands of every kind, phis (with the conditions that chose
// between constants), local variables, fields and elements of local aggregates,
// maps and slices filled in place, captured variables, and calls, which are made
// of their arguments. A variable whose address is given to a call is made of
// that call too: json.Unmarshal(raw, &out), client.get(ctx, path, &out).
//
// What it cannot see: the order of stores and loads (every store counts for
// every load) and what happens behind a pointer that came from outside.
package origin

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/effect"
	"github.com/idemlint/idemlint/internal/flow"
)

// limit bounds one walk. Values made of more than this are not worth it.
const limit = 1200

// Walk calls visit for v and for every value that it is made of, each once, in
// no particular order. Where visit returns false the walk does not go behind
// that value.
func Walk(v ssa.Value, visit func(ssa.Value) bool) {
	w := walker{seen: map[ssa.Value]bool{}, visit: visit}
	w.push(v)
	w.run()
}

// From reports whether v is made of a value for which is returns true.
func From(v ssa.Value, is func(ssa.Value) bool) bool {
	found := false
	Walk(v, func(x ssa.Value) bool {
		found = found || is(x)
		return !found
	})
	return found
}

type walker struct {
	seen  map[ssa.Value]bool
	held  map[ssa.Value]bool // pointers whose content was taken in
	todo  []ssa.Value
	visit func(ssa.Value) bool
}

func (w *walker) run() {
	for n := 0; len(w.todo) > 0 && n < limit; n++ {
		v := w.todo[len(w.todo)-1]
		w.todo = w.todo[:len(w.todo)-1]
		if w.visit(v) {
			w.expand(v)
		}
	}
}

func (w *walker) push(vs ...ssa.Value) {
	for _, v := range vs {
		// A context says nothing about the thing; it leads everywhere.
		if v == nil || w.seen[v] || effect.IsContext(v.Type()) {
			continue
		}
		w.seen[v] = true
		w.todo = append(w.todo, v)
	}
}

func (w *walker) expand(v ssa.Value) {
	switch x := v.(type) {
	case *ssa.Phi:
		w.phi(x)
	case *ssa.UnOp:
		if x.Op == token.MUL {
			w.load(x.X)
		} else {
			w.push(x.X)
		}
	case *ssa.Call:
		w.call(x)
	case *ssa.Alloc, *ssa.MakeMap, *ssa.MakeSlice, *ssa.MakeChan:
		w.content(v)
	case *ssa.FreeVar:
		w.push(flow.Binding(x))
	case *ssa.MakeClosure:
		w.push(x.Bindings...)
		w.results(x)
	case *ssa.FieldAddr:
		w.load(x)
	case ssa.Instruction:
		for _, op := range x.Operands(nil) {
			if *op != nil {
				w.push(*op)
			}
		}
	}
}

// results adds what the closure hands out: a value made by a function literal
// is made of what the literal computes.
func (w *walker) results(mk *ssa.MakeClosure) {
	fn, ok := mk.Fn.(*ssa.Function)
	if !ok {
		return
	}
	for _, b := range fn.Blocks {
		if len(b.Instrs) == 0 {
			continue
		}
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			for _, r := range ret.Results {
				if !effect.IsError(r.Type()) {
					w.push(r)
				}
			}
		}
	}
}

func (w *walker) call(c *ssa.Call) {
	common := c.Common()
	if common.IsInvoke() {
		w.push(common.Value)
	} else if _, ok := common.Value.(*ssa.MakeClosure); ok {
		w.push(common.Value)
	}
	w.push(common.Args...)
}

// phi adds the edges, and for constant edges the conditions that led there:
// found := false; for ... { if x { found = true } } is made of x.
func (w *walker) phi(p *ssa.Phi) {
	for i, e := range p.Edges {
		w.push(e)
		if _, ok := e.(*ssa.Const); !ok {
			continue
		}
		top := p.Block().Idom()
		for b, n := p.Block().Preds[i], 0; b != nil && n < 16; b, n = b.Idom(), n+1 {
			if ifi := If(b); ifi != nil {
				w.push(ifi.Cond)
			}
			if b == top {
				break
			}
		}
	}
}

// If returns the condition that ends b, or nil.
func If(b *ssa.BasicBlock) *ssa.If {
	if len(b.Instrs) == 0 {
		return nil
	}
	ifi, _ := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	return ifi
}

// load adds what the memory at addr can hold.
func (w *walker) load(addr ssa.Value) {
	switch a := addr.(type) {
	case *ssa.FieldAddr:
		base := flow.ResolveAddr(a.X)
		if _, local := base.(*ssa.Alloc); !local {
			w.push(a.X)
		}
		w.fieldStores(base, a.Field)
	case *ssa.IndexAddr:
		w.push(a.X, a.Index)
		w.content(a.X)
	case *ssa.FreeVar:
		w.push(a) // the variable, then what it holds
		w.content(flow.ResolveAddr(a))
	default:
		w.push(addr)
		w.content(addr)
	}
}

// fieldStores adds what is stored in field i of the struct at base: by name, as
// a whole, or by a call that was given the address.
func (w *walker) fieldStores(base ssa.Value, i int) {
	refs := base.Referrers()
	if refs == nil {
		return
	}
	for _, r := range *refs {
		switch r := r.(type) {
		case *ssa.FieldAddr:
			if r.Field == i {
				w.stores(r)
			}
		case *ssa.Store:
			if r.Addr == base {
				w.push(r.Val)
			}
		default:
			w.holder(base, r)
		}
	}
}

func (w *walker) stores(addr ssa.Value) {
	for _, r := range *addr.Referrers() {
		switch r := r.(type) {
		case *ssa.Store:
			if r.Addr == addr {
				w.push(r.Val)
			}
		case *ssa.FieldAddr:
			w.stores(r)
		case *ssa.IndexAddr:
			w.stores(r)
		case *ssa.UnOp:
			w.behind(r)
		default:
			w.holder(addr, r)
		}
	}
}

// content adds everything stored in the aggregate v.
func (w *walker) content(v ssa.Value) {
	if v == nil || v.Referrers() == nil || w.held[v] {
		return
	}
	if w.held == nil {
		w.held = map[ssa.Value]bool{}
	}
	w.held[v] = true
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.Store:
			if r.Addr == v {
				w.push(r.Val)
			}
		case *ssa.FieldAddr, *ssa.IndexAddr:
			w.stores(r.(ssa.Value))
		case *ssa.MapUpdate:
			if r.Map == v {
				w.push(r.Key, r.Value)
			}
		case *ssa.Send:
			if r.Chan == v {
				w.push(r.X)
			}
		case *ssa.UnOp:
			w.behind(r)
		default:
			w.holder(v, r)
		}
	}
}

// behind adds what is put into the slice or map that a variable holds, through
// a load of the variable: list[i] = x in a function literal.
func (w *walker) behind(load *ssa.UnOp) {
	switch load.Type().Underlying().(type) {
	case *types.Slice, *types.Map:
		w.content(load)
	}
}

// holder adds calls that can write through v, and follows v into closures,
// conversions and slices of it.
func (w *walker) holder(v ssa.Value, r ssa.Instruction) {
	switch r := r.(type) {
	case *ssa.Call:
		if _, ok := v.(*ssa.Alloc); ok {
			w.push(r)
		} else if _, ok := v.(*ssa.FieldAddr); ok {
			w.push(r)
		} else if _, ok := v.(*ssa.MakeInterface); ok {
			w.push(r)
		} else if _, ok := v.(*ssa.Slice); ok {
			w.push(r)
		}
	case *ssa.MakeInterface:
		w.uses(r)
	case *ssa.Slice:
		w.uses(r)
	case *ssa.MakeClosure:
		fn, ok := r.Fn.(*ssa.Function)
		if !ok {
			return
		}
		for i, b := range r.Bindings {
			if b == v && i < len(fn.FreeVars) {
				w.content(fn.FreeVars[i])
			}
		}
	}
}

func (w *walker) uses(v ssa.Value) {
	if w.held[v] || v.Referrers() == nil {
		return
	}
	if w.held == nil {
		w.held = map[ssa.Value]bool{}
	}
	w.held[v] = true
	for _, r := range *v.Referrers() {
		switch r.(type) {
		case *ssa.Call, *ssa.MakeInterface, *ssa.Slice:
			w.holder(v, r)
		}
	}
}
