package term

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/api"
	"github.com/idemlint/idemlint/internal/flow"
)

// call returns result i of c.
func (e *Eval) call(c *ssa.Call, i int) *Term {
	common := &c.Call
	if b, ok := common.Value.(*ssa.Builtin); ok {
		return e.builtin(c, b)
	}
	fn, obj := flow.Callee(common)
	if t := e.builderText(c, obj); t != nil {
		return t
	}
	typ := resultType(common, i)
	if fn != nil && len(fn.Blocks) > 0 && fn.Pkg == e.pkg.SSA {
		if rs := e.resultsOf(fn); i < len(rs) {
			if fluent(obj, rs[i]) && len(common.Args) > 0 {
				return &Term{Op: Call, Str: api.Name(obj), N: 1, Open: true, Args: e.Args(common), typ: typ}
			}
			return Subst(rs[i], e.Args(common), Shift(c.Parent(), fn))
		}
		return unknown(typ)
	}
	if obj == nil {
		return unknown(typ)
	}
	var res Results
	if e.pass.ImportObjectFact(obj.Origin(), &res) && i < len(res.Terms) && res.Terms[i].Op != Unknown {
		if fluent(obj, res.Terms[i]) {
			return &Term{Op: Call, Str: api.Name(obj), N: 1, Open: true, Args: e.Args(common), typ: typ}
		}
		return Subst(res.Terms[i], e.Args(common), 0)
	}
	name := api.Name(obj)
	args := e.Args(common)
	if name == "embed.FS.ReadFile" && i == 0 {
		if t := e.embeddedFile(common); t != nil {
			return t
		}
	}
	if i == 0 {
		if t := fold(name, args, typ); t != nil {
			return t
		}
	} else {
		name += "#" + string(rune('0'+i%10))
	}
	t := &Term{Op: Call, Str: name, Args: args, typ: typ}
	if obj.Signature().Recv() != nil {
		t.N = 1
	}
	return t
}

// Exec returns call as a term of kind Call, whether or not its function has a
// body.
func (e *Eval) Exec(call ssa.CallInstruction) *Term {
	_, obj := flow.Callee(call.Common())
	if obj == nil {
		return nil
	}
	t := &Term{Op: Call, Str: api.Name(obj), Args: e.Args(call.Common())}
	if obj.Signature().Recv() != nil {
		t.N = 1
	}
	if v := call.Value(); v != nil {
		t.typ, t.val = v.Type(), v
	}
	return t
}

// fluent reports whether a method gives its receiver back. Such calls stay in
// the term: they are the links of a builder that the user's module holds, as
// generated clients do.
func fluent(obj *types.Func, result *Term) bool {
	return obj != nil && obj.Signature().Recv() != nil && obj.Signature().Results().Len() == 1 &&
		result.Op == Param && result.N == 0 && result.Depth == 0 && len(result.Path) == 0
}

func resultType(common *ssa.CallCommon, i int) types.Type {
	if res := common.Signature().Results(); i < res.Len() {
		return res.At(i).Type()
	}
	return nil
}

// Args returns the terms of receiver and arguments.
func (e *Eval) Args(common *ssa.CallCommon) []*Term {
	var out []*Term
	if common.IsInvoke() {
		out = append(out, e.Of(common.Value))
	}
	for _, a := range common.Args {
		out = append(out, e.Of(a))
	}
	return out
}

// Shift returns how the frames of a call lie, for Subst: how much further out
// the callee's enclosing functions are, seen from caller.
func Shift(caller, callee *ssa.Function) int { return level(caller) - level(callee) }

func level(fn *ssa.Function) int {
	n := 0
	for p := fn.Parent(); p != nil; p = p.Parent() {
		n++
	}
	return n
}

func (e *Eval) builtin(c *ssa.Call, b *ssa.Builtin) *Term {
	if b.Name() != "append" || len(c.Call.Args) != 2 {
		return &Term{Op: Call, Str: b.Name(), Args: e.Args(&c.Call)}
	}
	base, more := e.Of(c.Call.Args[0]), e.Of(c.Call.Args[1])
	l := &Term{Op: List, typ: c.Type()}
	for _, part := range []*Term{base, more} {
		switch part.Op {
		case List:
			l.Args = append(l.Args, part.Args...)
			l.Open = l.Open || part.Open
		case Const: // nil, or the bytes of a string
			if isString(c.Call.Args[1].Type()) && part == more {
				return concat(base, more)
			}
		case Alt:
			// append to the slice of an earlier round.
			for _, a := range part.Args {
				if a.Op == List {
					l.Args = append(l.Args, a.Args...)
				}
			}
			l.Open = true
		default:
			l.Open = true
			if part == more {
				l.Args = append(l.Args, Elem(part, -1, nil))
			}
		}
	}
	if len(l.Args) > maxElems {
		l.Args, l.Open = l.Args[:maxElems], true
	}
	return l
}

// resultsOf returns the results of fn in its own frame.
func (e *Eval) resultsOf(fn *ssa.Function) []*Term {
	if rs, ok := e.results[fn]; ok {
		return rs
	}
	e.results[fn] = nil // recursion
	n := fn.Signature.Results().Len()
	all := make([][]*Term, n)
	for _, b := range fn.Blocks {
		if len(b.Instrs) == 0 {
			continue
		}
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || len(ret.Results) != n {
			continue
		}
		for i, v := range ret.Results {
			if t := e.Of(v); !(t.Op == Const && t.Str == "nil") {
				all[i] = append(all[i], t)
			}
		}
	}
	rs := make([]*Term, n)
	for i := range rs {
		rs[i] = alt(all[i], fn.Signature.Results().At(i).Type())
	}
	e.results[fn] = rs
	return rs
}
