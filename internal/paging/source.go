package paging

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/effect"
	"github.com/idemlint/idemlint/internal/flow"
	"github.com/idemlint/idemlint/internal/ir"
)

// Source is a call that gives one page.
type Source struct {
	Call *ssa.Call
	// Callee is what is called, nil for a function value known only at run
	// time.
	Callee *types.Func
	Groups []Group
	// Handed says that the callee is the user's own and hands the
	// continuation of another call on.
	Handed bool
	// Decoded says that the call fills a variable of the program's.
	Decoded bool
	// FromParam says that the bytes that are decoded came in as a
	// parameter: whether they are a page of somebody's list, the callers
	// know.
	FromParam bool

	filled map[int]ssa.Value
	maker  *ssa.Call // of the pager or command that is asked: it was given the request
}

// Name is what a reader calls the source.
func (s *Source) Name() string {
	if s.Callee != nil {
		return s.Callee.Name()
	}
	return "the call"
}

// Root returns the value that a location of the source starts from, nil where
// the program does not take it.
func (s *Source) Root(result int) ssa.Value {
	if result < 0 {
		return s.filled[-1-result]
	}
	if _, tuple := s.Call.Type().(*types.Tuple); !tuple {
		return s.Call
	}
	for _, r := range *s.Call.Referrers() {
		if x, ok := r.(*ssa.Extract); ok && x.Index == result {
			return x
		}
	}
	return nil
}

// sources returns the calls of fn that give a page.
func (p *Pages) sources(fn *ssa.Function) []*Source {
	var out []*Source
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			if _, builtin := call.Call.Value.(*ssa.Builtin); builtin {
				continue
			}
			if s := p.source(call); s != nil && len(s.Groups) > 0 {
				out = append(out, s)
			}
		}
	}
	return out
}

func (p *Pages) source(call *ssa.Call) *Source {
	common := call.Common()
	fn, obj := flow.Callee(common)
	s := &Source{Call: call, Callee: obj}
	switch {
	case fn != nil && len(fn.Blocks) > 0 && fn.Pkg == p.pkg.SSA:
		if c := p.carry[fn]; c != nil {
			s.Groups, s.Handed = c.Groups, true
			return s
		}
		p.instantiated(s, fn.Signature, p.eff.Func(fn))
	case !common.IsInvoke() && p.own(obj):
		var c Carry
		if p.pass.ImportObjectFact(obj.Origin(), &c) {
			s.Groups, s.Handed = c.Groups, true
			return s
		}
		p.instantiated(s, obj.Origin().Signature(), p.eff.Call(call))
	default:
		p.foreign(s, common)
	}
	if len(s.Groups) == 0 {
		p.fills(s, common)
	}
	return s
}

// foreign takes the shape of what a library function, an interface method or a
// function value returns for a page.
func (p *Pages) foreign(s *Source, common *ssa.CallCommon) {
	sig := common.Signature()
	if obj := s.Callee; obj != nil {
		if obj.Pkg() == nil || ir.IsStd(obj.Pkg().Path()) {
			return
		}
		if isPagerMethod(obj) || !goesOutside(sig, obj) {
			return
		}
	}
	way := WayToAsk(common)
	if sig.Params().Len() == 0 {
		s.maker = madeBy(common)
	}
	if s.Callee == nil && sig.Params().Len() == 0 {
		way = ByRequest // the function value holds its request
	}
	s.Groups = p.shapes.results(sig)
	switch way {
	case NoWay: // unless the page itself is asked for the next one
		s.Groups = slices.DeleteFunc(s.Groups, func(g Group) bool {
			return !slices.ContainsFunc(g.Conts, func(c Cont) bool { return c.Kind == Method })
		})
	case ByOption: // GetProject(id, options...) (*Project, *Response, error) is no list
		s.Groups = slices.DeleteFunc(s.Groups, acrossStructs)
	}
	if len(s.Groups) == 0 {
		p.throughLiteral(s, common)
	}
	if len(s.Groups) == 0 && common.IsInvoke() {
		p.implemented(s, common)
	}
}

// throughLiteral handles library helpers that return what a function literal
// returns, as a generic retry does: the literal hands its page to them.
func (p *Pages) throughLiteral(s *Source, common *ssa.CallCommon) {
	for _, a := range common.Args {
		fn := flow.ResolveFunc(a)
		if fn == nil || p.carry[fn] == nil {
			continue
		}
		res, got := fn.Signature.Results(), common.Signature().Results()
		if res.Len() != got.Len() {
			continue
		}
		same := true
		for i := range res.Len() {
			same = same && types.Identical(res.At(i).Type(), got.At(i).Type())
		}
		if same {
			s.Groups, s.Handed = p.carry[fn].Groups, true
			return
		}
	}
}

// acrossStructs tells groups whose list lies in a struct that is not the one
// with the continuation.
func acrossStructs(g Group) bool {
	for _, l := range g.Items {
		for _, c := range g.Conts {
			if l.Result != c.Result && l.Path != "" {
				return true
			}
		}
	}
	return false
}

// implemented looks at this package's implementations of an interface whose
// signature says nothing.
func (p *Pages) implemented(s *Source, common *ssa.CallCommon) {
	iface, ok := common.Value.Type().Underlying().(*types.Interface)
	if !ok || s.Callee == nil || s.Callee.Pkg() != p.pass.Pkg {
		return
	}
	for _, m := range effect.Implementations(p.pkg, iface, s.Callee.Name()) {
		if c := p.carry[m]; c != nil {
			s.Groups, s.Handed = c.Groups, true
			return
		}
	}
}

// goesOutside tells calls that can ask somebody else: they take a context or can
// fail.
func goesOutside(sig *types.Signature, obj *types.Func) bool {
	for i := range sig.Params().Len() {
		if effect.IsContext(sig.Params().At(i).Type()) {
			return true
		}
	}
	n := sig.Results().Len()
	return n > 0 && effect.IsError(sig.Results().At(n-1).Type())
}

// isPagerMethod tells methods of things that page by themselves: their receiver
// says whether more follows.
func isPagerMethod(obj *types.Func) bool {
	recv := obj.Signature().Recv()
	if recv == nil {
		return false
	}
	return isPager(recv.Type())
}

func isPager(t types.Type) bool {
	if _, ok := t.Underlying().(*types.Pointer); !ok && !types.IsInterface(t) {
		t = types.NewPointer(t)
	}
	set := types.NewMethodSet(t)
	next, more := false, false
	for i := range set.Len() {
		m, ok := set.At(i).Obj().(*types.Func)
		if !ok || !m.Exported() {
			continue
		}
		switch name := m.Name(); {
		case plays(roleMore, name) || plays(roleLast, name):
			more = true
		case name == "Next" || name == "NextPage":
			next = true
		}
	}
	return next && more
}

// instantiated handles own generic helpers, as get[T any](url) (T, error): what
// they return has a shape only at the call.
func (p *Pages) instantiated(s *Source, generic *types.Signature, eff effect.Set) {
	if !eff.Has(effect.Network) && !eff.Has(effect.Unknown) {
		return
	}
	for i := range generic.Results().Len() {
		t := generic.Results().At(i).Type()
		if ptr, ok := t.(*types.Pointer); ok {
			t = ptr.Elem()
		}
		if _, ok := t.(*types.TypeParam); !ok {
			continue
		}
		sh := p.shapes.of(s.Call.Common().Signature().Results().At(i).Type(), 0, false, false)
		for _, g := range sh.groups {
			s.Groups = append(s.Groups, g.at(i))
		}
		s.Decoded = true
	}
}

// fills looks for variables that the call fills with a page.
func (p *Pages) fills(s *Source, common *ssa.CallCommon) {
	sig := common.Signature()
	args := common.Args
	first := 0
	if !common.IsInvoke() && sig.Recv() != nil {
		first = 1
	}
	for i := first; i < len(args); i++ {
		if i-first >= sig.Params().Len() || sig.Variadic() && i-first == sig.Params().Len()-1 {
			break
		}
		mem := filledBy(args[i], sig.Params().At(i-first).Type())
		if mem == nil {
			continue
		}
		ok, param := p.fetches(s, common, i)
		if !ok {
			continue
		}
		elem := mem.Type().Underlying().(*types.Pointer).Elem()
		sh := p.shapes.of(elem, 0, false, false)
		for _, g := range sh.groups {
			s.Groups = append(s.Groups, g.at(-1-i))
		}
		if len(s.Groups) == 0 {
			s.Groups = p.besideHeader(s, listsOf(elem, sh), i)
		}
		if len(s.Groups) > 0 {
			if s.filled == nil {
				s.filled = map[int]ssa.Value{}
			}
			s.filled[i], s.Decoded, s.FromParam = mem, true, param
		}
	}
}

// listsOf returns the lists in a type without a continuation.
func listsOf(t types.Type, sh shape) []Loc {
	if listElem(t) != nil {
		return []Loc{{}}
	}
	if len(sh.groups) > 0 || len(sh.items) != 1 {
		return nil
	}
	return sh.items
}

// besideHeader groups a list that argument i is filled with and a result that
// the own helper takes from a header of the response.
func (p *Pages) besideHeader(s *Source, lists []Loc, i int) []Group {
	if len(lists) == 0 {
		return nil
	}
	var conts []Cont
	for _, r := range p.headerResults(s) {
		conts = append(conts, Cont{Loc{r, ""}, Token, "the link to the next page"})
	}
	if len(conts) == 0 {
		return nil
	}
	return []Group{{Items: Group{Items: lists}.at(-1 - i).Items, Conts: conts}}
}
