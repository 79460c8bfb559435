package paging

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/flow"
)

// Embedded is a list that an object of a library holds, with a continuation of
// its own, of which the first page is used as if it were everything.
type Embedded struct {
	At   ssa.Instruction // where the list is taken
	List string
	Cont string
}

// Embedded returns the lists inside objects whose own continuation is ignored.
func (p *Pages) Embedded() []Embedded {
	judged := p.judgedReads()
	var out []Embedded
	for _, fn := range p.pkg.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				fa, ok := instr.(*ssa.FieldAddr)
				if !ok || judged[fa] {
					continue
				}
				if e, ok := p.embedded(fa); ok {
					out = append(out, e)
				}
			}
		}
	}
	return out
}

// judgedReads are the places that read a list that was judged with its call.
func (p *Pages) judgedReads() map[ssa.Instruction]bool {
	out := map[ssa.Instruction]bool{}
	for _, j := range p.Judged {
		for _, l := range j.Group.Items {
			for _, u := range p.usesOf(j.Root(l.Result)) {
				if u.Kind == flow.Read && u.Path == l.Path {
					out[u.Instr] = true
				}
			}
		}
	}
	return out
}

func (p *Pages) embedded(fa *ssa.FieldAddr) (Embedded, bool) {
	list, cont, ok := p.ownConts(fa)
	if !ok {
		return Embedded{}, false
	}
	holder, field := holderOf(fa.X)
	if holder == nil || field.Embedded() || p.ownPackage(field.Pkg()) {
		return Embedded{}, false
	}
	root := rootOf(holder)
	if !p.plainObject(root) {
		return Embedded{}, false
	}
	use := Unused
	for _, u := range p.fl.Uses(fa) {
		if u.Path == "" {
			use = max(use, p.wholeUse(u))
		} else if cmp, ok := u.Instr.(*ssa.BinOp); ok && u.Path == "len()" && rangeLen(cmp) {
			use = Whole
		}
	}
	if use != Whole || p.contRead(root, field.Name(), cont) {
		return Embedded{}, false
	}
	return Embedded{fa, field.Name() + "." + list, cont}, true
}

// ownConts reports whether fa reads the list of a struct that holds list and
// continuation side by side, and nothing weaker than a name of its own for it.
func (p *Pages) ownConts(fa *ssa.FieldAddr) (list, cont string, ok bool) {
	ptr, isPtr := fa.X.Type().Underlying().(*types.Pointer)
	if !isPtr {
		return "", "", false
	}
	named, isNamed := types.Unalias(ptr.Elem()).(*types.Named)
	if !isNamed || named.Obj().Pkg() == p.pass.Pkg {
		return "", "", false
	}
	list = fieldOf(fa)
	for _, g := range p.shapes.of(named, 1, true, false).groups {
		for _, l := range g.Items {
			if l.Path == list && !onlyTotals(g.Conts) {
				return list, g.Main().Path, true
			}
		}
	}
	return "", "", false
}

// holderOf returns the struct whose field the address or pointer x is.
func holderOf(x ssa.Value) (ssa.Value, *types.Var) {
	if load, ok := x.(*ssa.UnOp); ok && load.Op == token.MUL {
		x = load.X
	}
	fa, ok := x.(*ssa.FieldAddr)
	if !ok {
		return nil, nil
	}
	st, ok := fa.X.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct)
	if !ok {
		return nil, nil
	}
	return fa.X, st.Field(fa.Field)
}

// rootOf goes up to the object that the program got.
func rootOf(v ssa.Value) ssa.Value {
	for range 20 {
		switch x := v.(type) {
		case *ssa.FieldAddr:
			v = x.X
		case *ssa.UnOp:
			if _, ok := x.X.(*ssa.FieldAddr); ok {
				v = x.X
				continue
			}
			if base := flow.ResolveAddr(x); base != ssa.Value(x) {
				v = base
				continue
			}
			return v
		default:
			return v
		}
	}
	return v
}

// plainObject tells objects that were asked for by themselves, or lie in a list
// that was: what a pager or a callback for pages gives is a page itself.
func (p *Pages) plainObject(root ssa.Value) bool {
	if x, ok := root.(*ssa.Extract); ok {
		root = x.Tuple
	}
	switch x := root.(type) {
	case *ssa.Call:
		_, obj := flow.Callee(x.Common())
		return obj != nil && !p.asksPager(x) && !isPager(x.Type())
	case *ssa.Parameter:
		return x.Parent().Parent() == nil // not of a callback
	case *ssa.UnOp, *ssa.IndexAddr, *ssa.Alloc:
		return true
	}
	return false
}

// contRead reports whether the continuation beside the list can be read by
// anybody who has the object.
func (p *Pages) contRead(root ssa.Value, field, cont string) bool {
	if load, ok := root.(*ssa.UnOp); ok {
		root = load.X
	}
	for _, u := range p.usesOf(root) {
		switch {
		case endsWith(u.Path, field+"."+cont) && u.Kind&(flow.Read|flow.Log|flow.Elem) == 0:
			return true
		case endsWith(u.Path, field) && u.Kind&(flow.Pass|flow.Return|flow.Store|flow.Send|flow.Escape) != 0:
			return true
		case u.Path == "" && u.Kind&(flow.Pass|flow.Store|flow.Send|flow.Escape) != 0 && u.Instr != nil:
			if call, ok := u.Instr.(*ssa.Call); ok && u.Kind == flow.Pass && call.Parent() == u.Instr.Parent() && fills(call, root) {
				continue // json.Unmarshal(raw, &object)
			}
			return true
		}
	}
	return false
}

// fills tells calls that the variable is given to be filled.
func fills(call *ssa.Call, root ssa.Value) bool {
	_, obj := flow.Callee(call.Common())
	_, alloc := root.(*ssa.Alloc)
	return alloc && obj != nil && (plays(roleDecode, obj.Name()) || plays(roleFill, obj.Name()))
}

func endsWith(path, suffix string) bool {
	return path == suffix || len(path) > len(suffix) && path[len(path)-len(suffix)-1] == '.' && path[len(path)-len(suffix):] == suffix
}
