package createmark

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/api"
	"github.com/idemlint/idemlint/internal/effect"
	"github.com/idemlint/idemlint/internal/flow"
	"github.com/idemlint/idemlint/internal/ir"
	"github.com/idemlint/idemlint/internal/ledger"
	"github.com/idemlint/idemlint/internal/report"
)

// scanner answers for one package.
type scanner struct {
	pass  *analysis.Pass
	pkg   *ir.Package
	fl    *flow.Flow
	eff   *effect.Effects
	rep   *report.Reporter
	memo  map[*ssa.Function]*Summary
	busy  map[*ssa.Function]bool
	sites map[ssa.CallInstruction]*site
	loops map[*ssa.Function][]*flow.Loop
	impls map[*types.Func][]*types.Func

	reported map[ssa.CallInstruction]bool
}

// site is one call as this rule sees it.
type site struct {
	call  ssa.CallInstruction
	fn    *ssa.Function // with body, where written in this package
	obj   *types.Func
	name  string // for messages: Droplets.Create
	set   effect.Set
	makes []Made
	mark  Mark
	undo  bool
	look  bool
	acked []int
}

func (s *scanner) own(obj *types.Func) bool {
	if obj == nil || obj.Pkg() == nil {
		return false
	}
	if obj.Pkg() == s.pass.Pkg {
		return true
	}
	if ir.IsStd(obj.Pkg().Path()) || api.KnowsPackage(obj.Pkg().Path()) {
		return false
	}
	if m := s.pass.Module; m != nil && m.Path != "" {
		return obj.Pkg().Path() == m.Path || strings.HasPrefix(obj.Pkg().Path(), m.Path+"/")
	}
	root, _, _ := strings.Cut(obj.Pkg().Path(), "/")
	return !strings.Contains(root, ".")
}

// loopsOf returns the loops of fn, computed once.
func (s *scanner) loopsOf(fn *ssa.Function) []*flow.Loop {
	l, ok := s.loops[fn]
	if !ok {
		l = flow.Loops(fn)
		s.loops[fn] = l
	}
	return l
}

// site classifies a call, once.
func (s *scanner) site(call ssa.CallInstruction) *site {
	if st, ok := s.sites[call]; ok {
		return st
	}
	st := &site{call: call}
	s.sites[call] = st
	if _, ok := call.Common().Value.(*ssa.Builtin); ok {
		return st
	}
	st.fn, st.obj = flow.Callee(call.Common())
	st.set = s.eff.Call(call)
	st.name = displayCall(st)
	s.classify(st)
	s.callbacks(st)
	return st
}

func (s *scanner) classify(st *site) {
	if st.obj == nil && st.fn == nil {
		if !s.listCall(st) {
			s.fieldFunc(st)
		}
		return
	}
	if req := exchange(st.call); req != nil && (st.fn == nil || len(st.fn.Blocks) == 0) {
		s.httpCall(st, req)
		return
	}
	if st.fn != nil && len(st.fn.Blocks) > 0 || s.own(st.obj) {
		s.ownCall(st)
		return
	}
	s.libraryMark(st)
	if st.mark.Strength != StrongMark && !s.databaseCall(st) && !s.tableCreate(st) {
		s.structuralCreate(st)
	}
	if len(st.makes) > 0 {
		st.mark = Mark{} // a file under a random name is made, not kept
	}
	st.undo = st.undo || st.mark.Strength == NoMark && ledger.Undoes(st.obj.Name()) && len(st.call.Common().Args) > 0
	st.look = st.look || ledger.LooksUp(st.obj.Name()) && st.set.Has(effect.Outside)
}

// ownCall takes over what the summary of an own function says.
func (s *scanner) ownCall(st *site) {
	if st.call.Common().IsInvoke() {
		s.interfaceCall(st)
		return
	}
	if sum := s.callee(st.call); sum != nil {
		s.apply(st, sum)
	}
	s.namedRole(st)
}

// apply adds a summary to the site.
func (s *scanner) apply(st *site, sum *Summary) {
	for _, m := range sum.Makes {
		if m, ok := s.instantiate(st, m); ok {
			st.makes = append(st.makes, m)
		}
	}
	if sum.Mark.Strength > st.mark.Strength || sum.Mark.Claim {
		st.mark = sum.Mark
	}
	st.undo = st.undo || sum.Undoes
	st.look = st.look || sum.Looks
	st.acked = append(st.acked, sum.Acked...)
}

// interfaceCall adds up the implementations in view of an own interface method;
// where there are none, the name decides between what the signature allows.
func (s *scanner) interfaceCall(st *site) {
	impls := s.implementations(st.call.Common())
	for _, m := range impls {
		if sum := s.summaryOf(m); sum != nil {
			s.apply(st, sum)
		}
	}
	for i := range st.makes {
		st.makes[i].Spread = st.makes[i].Spread || len(impls) > 1
	}
	if len(impls) == 0 {
		s.structuralCreate(st)
		if len(st.makes) == 0 {
			st.undo = ledger.Undoes(st.obj.Name())
			st.look = ledger.LooksUp(st.obj.Name())
		}
	}
	if len(st.makes) == 0 {
		s.namedRole(st)
	}
}

// callee returns the summary of the function that call runs.
func (s *scanner) callee(call ssa.CallInstruction) *Summary {
	fn, obj := flow.Callee(call.Common())
	if fn != nil && len(fn.Blocks) > 0 {
		return s.summary(fn)
	}
	return s.imported(obj)
}

func (s *scanner) imported(obj *types.Func) *Summary {
	if obj == nil {
		return nil
	}
	var sum Summary
	if s.pass.ImportObjectFact(obj.Origin(), &sum) {
		return &sum
	}
	return nil
}

func (s *scanner) summaryOf(m *types.Func) *Summary {
	if m.Pkg() == s.pass.Pkg {
		if fn := s.pkg.SSA.Prog.FuncValue(m); fn != nil && len(fn.Blocks) > 0 {
			return s.summary(fn)
		}
	}
	return s.imported(m)
}

// implementations returns the methods, in this package and the own packages it
// imports, that a call through an own interface can run.
func (s *scanner) implementations(common *ssa.CallCommon) []*types.Func {
	m := common.Method
	if impls, ok := s.impls[m]; ok {
		return impls
	}
	var out []*types.Func
	iface, ok := common.Value.Type().Underlying().(*types.Interface)
	if ok && s.own(m) {
		out = implementersIn(s.pass.Pkg, iface, m.Name(), out)
		for _, p := range s.pass.Pkg.Imports() {
			if probe := types.NewFunc(0, p, "", types.NewSignatureType(nil, nil, nil, nil, nil, false)); s.own(probe) {
				out = implementersIn(p, iface, m.Name(), out)
			}
		}
	}
	s.impls[m] = out
	return out
}

func implementersIn(pkg *types.Package, iface *types.Interface, name string, out []*types.Func) []*types.Func {
	scope := pkg.Scope()
	for _, n := range scope.Names() {
		tn, ok := scope.Lookup(n).(*types.TypeName)
		if !ok || tn.IsAlias() || types.IsInterface(tn.Type()) {
			continue
		}
		if named, ok := tn.Type().(*types.Named); !ok || named.TypeParams().Len() > 0 {
			continue
		}
		ptr := types.NewPointer(tn.Type())
		if !types.Implements(ptr, iface) {
			continue
		}
		obj, _, _ := types.LookupFieldOrMethod(ptr, true, pkg, name)
		if f, ok := obj.(*types.Func); ok {
			out = append(out, f)
		}
	}
	return out
}

// callbacks adds what function literals do that are handed to a call: a group,
// a transaction or a retry runs them there and then.
func (s *scanner) callbacks(st *site) {
	if _, ok := st.call.(*ssa.Defer); ok {
		return
	}
	sum := s.callee(st.call)
	for i, a := range arguments(st.call) {
		fn := flow.ResolveFunc(a)
		if fn == nil || len(fn.Blocks) == 0 || fn == st.fn {
			continue
		}
		if _, ok := a.Type().Underlying().(*types.Signature); !ok {
			continue
		}
		if sum != nil && contains(sum.Acked, i+1) {
			continue // the literal's own nil is its mark
		}
		s.apply(st, s.summary(fn))
	}
}

func contains(ns []int, n int) bool {
	for _, x := range ns {
		if x == n {
			return true
		}
	}
	return false
}

// fieldFunc handles the call of a function value that cannot be resolved: the
// field's name says what it does where its signature allows.
func (s *scanner) fieldFunc(st *site) {
	load, ok := st.call.Common().Value.(*ssa.UnOp)
	if !ok {
		return
	}
	fa, ok := load.X.(*ssa.FieldAddr)
	if !ok {
		return
	}
	name, sig := fieldName(fa), st.call.Common().Signature()
	if !takesContext(sig) || !hasError(sig) {
		return
	}
	st.name = name
	switch {
	case ledger.Acts(name):
		st.makes = append(st.makes, Made{Name: name, at: st.call})
	case ledger.Closes(name) || ledger.Stores(name) && sig.Results().Len() == 1:
		st.mark = Mark{Strength: WeakMark, Name: name}
	case ledger.Undoes(name):
		st.undo = true
	}
}

// arguments returns the arguments as the callee numbers its parameters: the
// receiver of a method first.
func arguments(call ssa.CallInstruction) []ssa.Value {
	common := call.Common()
	if common.IsInvoke() {
		return append([]ssa.Value{common.Value}, common.Args...)
	}
	if mk, ok := common.Value.(*ssa.MakeClosure); ok {
		if fn, ok := mk.Fn.(*ssa.Function); ok && strings.HasSuffix(fn.Name(), "$bound") {
			return append([]ssa.Value{mk.Bindings[0]}, common.Args...)
		}
	}
	return common.Args
}

// plainArgs returns the arguments without the receiver.
func plainArgs(call ssa.CallInstruction) []ssa.Value {
	common := call.Common()
	args := common.Args
	if !common.IsInvoke() && common.Signature().Recv() != nil && len(args) > 0 {
		args = args[1:]
	}
	return args
}

// dataArgs returns the arguments that can hold data: no contexts, and what a
// variadic parameter was given.
func dataArgs(call ssa.CallInstruction) []ssa.Value {
	var out []ssa.Value
	for _, a := range plainArgs(call) {
		if !effect.IsContext(a.Type()) {
			out = append(out, a)
		}
	}
	return out
}
