package paging

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/api"
	"github.com/idemlint/idemlint/internal/effect"
	"github.com/idemlint/idemlint/internal/flow"
)

// ownType reports whether the page's type is declared in the user's code.
func (j *Judged) ownType() bool {
	if j.Decoded {
		return true
	}
	return j.Handed && j.Callee != nil && j.resultDeclaredIn(j.Callee.Pkg())
}

func (j *Judged) resultDeclaredIn(pkg *types.Package) bool {
	for _, c := range j.Group.Conts {
		root := j.Root(c.Result)
		if root == nil {
			continue
		}
		t := types.Unalias(root.Type())
		if p, ok := t.(*types.Pointer); ok {
			t = types.Unalias(p.Elem())
		}
		if named, ok := t.(*types.Named); ok && named.Obj().Pkg() == pkg {
			return true
		}
	}
	return false
}

// Endless reports whether the loop around the call goes on as long as the answer
// says that more follows, with a request that never changes.
func (p *Pages) Endless(j *Judged) bool {
	if j.Group.Nested {
		return false
	}
	loop := flow.Innermost(flow.Loops(j.Call.Parent()), j.Call)
	if loop == nil {
		return p.endlessElsewhere(j)
	}
	if j.Callee == nil && onlyContext(j.Call.Call.Signature()) {
		return false // a function value that holds its request itself
	}
	decided := false
	for _, c := range j.Group.Conts {
		decided = decided || c.Kind != Total && p.decides(j, c, loop)
	}
	if !decided || p.shrinks(j, loop) {
		return false
	}
	return p.sameRequest(j, loop) || p.thrownAway(j)
}

// thrownAway reports whether all that is done with the tokens, but for looking
// at them, is to set them on a copy of the query that nobody keeps:
// u.Query().Set("cursor", next).
func (p *Pages) thrownAway(j *Judged) bool {
	found := false
	for _, c := range j.Group.Conts {
		for _, u := range p.usesOf(j.Root(c.Result)) {
			if _, ok := under(u.Path, c.Path); !ok {
				if _, ok := under(c.Path, u.Path); ok && u.Kind&(flow.Pass|flow.Return|flow.Store|flow.Send|flow.Escape|flow.Method) != 0 {
					return false
				}
				continue
			}
			switch {
			case u.Kind&(flow.Log|flow.Read|flow.Elem|flow.NilTest|flow.Compare) != 0:
			case onCopy(u.Instr):
				found = true
			default:
				return false
			}
		}
	}
	return found
}

// onCopy tells calls that set a value in the query of an address, which is a new
// map each time, and let go of it.
func onCopy(instr ssa.Instruction) bool {
	call, ok := instr.(*ssa.Call)
	if !ok || len(call.Call.Args) == 0 {
		return false
	}
	query, ok := call.Call.Args[0].(*ssa.Call)
	if !ok || len(*query.Referrers()) != 1 {
		return false
	}
	_, obj := flow.Callee(query.Common())
	return obj != nil && api.Name(obj) == "net/url.URL.Query"
}

// endlessElsewhere looks at a call in a function literal that a helper calls in
// a loop: walk(&paging, func() { return list(filter) }).
func (p *Pages) endlessElsewhere(j *Judged) bool {
	fn := j.Call.Parent()
	if j.Cont != HandedOn || fn.Parent() == nil || !onlyContext(fn.Signature) {
		return false
	}
	return p.calledInLoop(fn) && p.sameRequest(j, nil)
}

func onlyContext(sig *types.Signature) bool {
	for i := range sig.Params().Len() {
		if !effect.IsContext(sig.Params().At(i).Type()) {
			return false
		}
	}
	return true
}

// calledInLoop reports whether the literal fn is given to an own helper that
// calls it in a loop which asks its results whether to go on.
func (p *Pages) calledInLoop(fn *ssa.Function) bool {
	if fn.Referrers() == nil {
		return false
	}
	for _, r := range *fn.Referrers() {
		mk, ok := r.(*ssa.MakeClosure)
		if !ok {
			continue
		}
		for _, rr := range *mk.Referrers() {
			if call, ok := rr.(*ssa.Call); ok && p.loopsOver(call, mk) {
				return true
			}
		}
	}
	return false
}

func (p *Pages) loopsOver(call *ssa.Call, mk *ssa.MakeClosure) bool {
	helper, _ := flow.Callee(call.Common())
	if helper == nil || len(helper.Blocks) == 0 || helper.Pkg != p.pkg.SSA {
		return false
	}
	for i, a := range call.Call.Args {
		if a != ssa.Value(mk) || i >= len(helper.Params) {
			continue
		}
		for _, r := range *helper.Params[i].Referrers() {
			inner, ok := r.(*ssa.Call)
			if ok && inner.Call.Value == ssa.Value(helper.Params[i]) && flow.Innermost(flow.Loops(helper), inner) != nil {
				return true
			}
		}
	}
	return false
}

// sameRequest reports whether the call asks for the same page each time round
// the loop. loop is nil where the loop is in another function: then nothing may
// set the page at all.
func (p *Pages) sameRequest(j *Judged, loop *flow.Loop) bool {
	req := j.request()
	if req.Shared || !j.canBeRead(req) {
		return false
	}
	for _, s := range req.Settings {
		if direct := loop != nil && s.At == ssa.Instruction(j.Call) && isBasic(s.Val.Type()); !s.Ask() && !s.address() && !direct {
			continue
		}
		if loop == nil {
			if !fixed(s.Val) {
				return false
			}
			continue
		}
		if s.Fresh != nil && loop.Contains(s.Fresh) && loop.Contains(s.At) && !before(s, j.Call) {
			continue // set on a request that is thrown away
		}
		if p.varies(s.Val, loop, map[ssa.Value]bool{}) {
			return false
		}
	}
	return true
}

// address tells settings that can hold a page although their name does not say
// so: texts and maps.
func (s Setting) address() bool {
	if isBasic(s.Val.Type()) {
		return basic(s.Val.Type()).Info()&types.IsString != 0 && plays(roleAddress, s.Name)
	}
	return true
}

// before reports whether the setting can reach the call before its request is
// made anew.
func before(s Setting, call *ssa.Call) bool {
	for _, in := range flow.Between(s.Fresh, call) {
		if in == s.At {
			return true
		}
	}
	return false
}

// canBeRead reports whether all of the request is made where it can be seen.
func (j *Judged) canBeRead(req Request) bool {
	if !req.Opaque {
		return true
	}
	// A request that came in as a parameter is changed through the
	// parameter or not at all.
	args := j.Call.Call.Args
	if !j.Call.Call.IsInvoke() && j.Call.Call.Signature().Recv() != nil {
		if _, ok := args[0].(*ssa.Call); ok {
			return false
		}
		args = args[1:]
	}
	for _, a := range args {
		if isBasic(a.Type()) || effect.IsContext(a.Type()) {
			continue
		}
		prm, ok := a.(*ssa.Parameter)
		if !ok {
			if _, isConst := a.(*ssa.Const); isConst {
				continue
			}
			if !madeHere(a) {
				return false
			}
			continue
		}
		if !neverChanged(prm, j.Call) {
			return false
		}
	}
	return !optionOpaque(req)
}

// madeHere tells requests that are variables of the function, given by address
// or by value.
func madeHere(a ssa.Value) bool {
	if mi, ok := a.(*ssa.MakeInterface); ok {
		a = mi.X
	}
	if load, ok := a.(*ssa.UnOp); ok && load.Op == token.MUL {
		if _, ok := flow.ResolveAddr(load.X).(*ssa.Alloc); ok {
			return true
		}
	}
	_, ok := flow.ResolveAddr(a).(*ssa.Alloc)
	return ok
}

// optionOpaque is set apart for requests with parts from calls: a part that a
// function made can be anything.
func optionOpaque(req Request) bool {
	for _, s := range req.Settings {
		if _, ok := s.Val.(*ssa.Call); ok && !isBasic(s.Val.Type()) {
			if b := basic(s.Val.Type()); b == nil {
				return true
			}
		}
	}
	return false
}

// neverChanged reports whether nothing in the function stores through prm or
// hands it to anybody but the call.
func neverChanged(prm *ssa.Parameter, call *ssa.Call) bool {
	for _, r := range *prm.Referrers() {
		switch r := r.(type) {
		case *ssa.FieldAddr:
			for _, rr := range *r.Referrers() {
				if _, load := rr.(*ssa.UnOp); !load {
					return false
				}
			}
		case *ssa.UnOp, *ssa.BinOp, *ssa.DebugRef, *ssa.Field:
		default:
			if r != ssa.Instruction(call) {
				return false
			}
		}
	}
	return true
}

// fixed tells values that nothing can change: constants and texts of them.
func fixed(v ssa.Value) bool {
	switch x := Unwrap(v).(type) {
	case *ssa.Const:
		return true
	case *ssa.Parameter, *ssa.FreeVar, *ssa.Phi, *ssa.Call, *ssa.Alloc, *ssa.UnOp:
		return !isInt(x.Type()) && !isAskText(v)
	}
	return true
}

func isAskText(v ssa.Value) bool { return isBasic(v.Type()) }
