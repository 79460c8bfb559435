// Package effect answers "what does calling this do?": whether it goes outside
// the process, waits, can fail, changes something outside, only logs.
//
// A function of the user's own is the sum of the calls in its body, through
// helpers by fixpoint and across packages by facts. A library function is what
// the tables say of it; where they say nothing, structure speaks: whoever takes
// a context and can fail waits for somebody else. A method called through an
// interface is the sum of the implementations that the package sees, or what
// its signature says.
//
// What it cannot see are function values known only at run time: they are
// Unknown, which a pass may take for either.
package effect

import (
	"go/types"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/api"
	"github.com/idemlint/idemlint/internal/flow"
	"github.com/idemlint/idemlint/internal/ir"
)

// Set is a set of effects.
type Set uint32

const (
	// Network, Database, Disk and Process say where a call goes.
	Network Set = 1 << iota
	Database
	Disk
	Process
	// Wait: blocks until time passes or somebody else does something.
	Wait
	// Fail: has an error result that is not always nil.
	Fail
	// Write: changes something outside that another run can see.
	Write
	// Log: writes a log line.
	Log
	// Alert: tells a pager, a metric or an error tracker.
	Alert
	// Exit: ends the process.
	Exit
	// Presumed: some of the effects rest on a signature, not on code or a
	// table.
	Presumed
	// Unknown: calls a function that is known only at run time.
	Unknown

	// Outside is every way out of the process.
	Outside = Network | Database | Disk | Process
)

var setNames = []string{"network", "database", "disk", "process", "wait", "fail", "write", "log", "alert", "exit", "presumed", "unknown"}

func (s Set) String() string {
	var names []string
	for i, n := range setNames {
		if s&(1<<i) != 0 {
			names = append(names, n)
		}
	}
	return strings.Join(names, ",")
}

// Has reports whether any effect of t is in s.
func (s Set) Has(t Set) bool { return s&t != 0 }

// Fact is the effect of an own function, for importing packages.
type Fact struct{ Set Set }

// AFact marks Fact as a fact.
func (*Fact) AFact() {}

func (f *Fact) String() string { return "effect " + f.Set.String() }

// Analyzer computes the effects of the package and returns an *Effects.
var Analyzer = &analysis.Analyzer{
	Name:       "idemlinteffect",
	Doc:        "summarise what calling a function does",
	Requires:   []*analysis.Analyzer{ir.Analyzer},
	FactTypes:  []analysis.Fact{new(Fact)},
	ResultType: reflect.TypeFor[*Effects](),
	Run:        run,
}

// Effects answers for one package.
type Effects struct {
	pass  *analysis.Pass
	pkg   *ir.Package
	memo  map[*ssa.Function]Set
	impls map[*types.Func][]*ssa.Function
}

func run(pass *analysis.Pass) (any, error) {
	pkg := pass.ResultOf[ir.Analyzer].(*ir.Package)
	e := &Effects{
		pass: pass, pkg: pkg,
		memo:  map[*ssa.Function]Set{},
		impls: map[*types.Func][]*ssa.Function{},
	}
	if !pkg.Own {
		return e, nil
	}
	e.fixpoint()
	for fn, set := range e.memo {
		if obj, ok := fn.Object().(*types.Func); ok && obj.Exported() && set != 0 {
			pass.ExportObjectFact(obj, &Fact{set})
		}
	}
	return e, nil
}

// fixpoint adds up until nothing changes. Effects only grow, and there are a
// dozen, so it ends after a few rounds.
func (e *Effects) fixpoint() {
	for changed := true; changed; {
		changed = false
		for _, fn := range e.pkg.Funcs {
			if set := e.body(fn); set != e.memo[fn] {
				e.memo[fn] = set
				changed = true
			}
		}
	}
}

// body sums up the calls in fn and in the literals that it makes.
func (e *Effects) body(fn *ssa.Function) Set {
	set := e.memo[fn]
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(ssa.CallInstruction); ok {
				set |= e.Call(call) &^ Fail
			}
			if op, ok := instr.(*ssa.UnOp); ok && isReceive(op) {
				set |= Wait
			}
			if sel, ok := instr.(*ssa.Select); ok && sel.Blocking {
				set |= Wait
			}
		}
	}
	for _, anon := range fn.AnonFuncs {
		set |= e.memo[anon] &^ Fail
	}
	if canFail(fn) {
		set |= Fail
	}
	return set
}

// Func returns the effects of an own function with a body in this package.
func (e *Effects) Func(fn *ssa.Function) Set { return e.memo[fn] }

// Call returns the effects of a call. A call started with go counts like any
// other, without Wait.
func (e *Effects) Call(call ssa.CallInstruction) Set {
	common := call.Common()
	if _, ok := common.Value.(*ssa.Builtin); ok {
		return 0
	}
	fn, obj := flow.Callee(common)
	set := e.callee(fn, obj, common)
	if _, isGo := call.(*ssa.Go); isGo {
		set &^= Wait
	}
	return set
}

func (e *Effects) callee(fn *ssa.Function, obj *types.Func, common *ssa.CallCommon) Set {
	switch {
	case fn != nil && len(fn.Blocks) > 0 && fn.Pkg == e.pkg.SSA:
		return e.memo[fn]
	case obj == nil:
		return Unknown | signature(common.Signature())&Fail
	}
	var fact Fact
	if e.pass.ImportObjectFact(obj.Origin(), &fact) {
		return fact.Set
	}
	if set, ok := FromTable(obj); ok {
		return set
	}
	if common.IsInvoke() {
		if impls := e.implementations(common); len(impls) > 0 {
			var set Set
			for _, m := range impls {
				set |= e.memo[m]
			}
			return set
		}
		return presume(obj, true)
	}
	return presume(obj, false)
}

// implementations returns the methods of this package's types that a call
// through an own interface can run.
func (e *Effects) implementations(common *ssa.CallCommon) []*ssa.Function {
	m := common.Method
	if m.Pkg() != e.pass.Pkg {
		return nil
	}
	if impls, ok := e.impls[m]; ok {
		return impls
	}
	var impls []*ssa.Function
	if iface, ok := common.Value.Type().Underlying().(*types.Interface); ok {
		impls = Implementations(e.pkg, iface, m.Name())
	}
	e.impls[m] = impls
	return impls
}

// Implementations returns the methods called name of the package's own types
// that implement iface.
func Implementations(pkg *ir.Package, iface *types.Interface, name string) []*ssa.Function {
	var out []*ssa.Function
	scope := pkg.SSA.Pkg.Scope()
	for _, n := range scope.Names() {
		tn, ok := scope.Lookup(n).(*types.TypeName)
		if !ok || types.IsInterface(tn.Type()) {
			continue
		}
		named, ok := tn.Type().(*types.Named)
		if !ok || named.TypeParams().Len() > 0 {
			continue
		}
		ptr := types.NewPointer(named)
		if !types.Implements(ptr, iface) {
			continue
		}
		obj, _, _ := types.LookupFieldOrMethod(ptr, true, pkg.SSA.Pkg, name)
		if m, ok := obj.(*types.Func); ok {
			if fn := pkg.SSA.Prog.FuncValue(m); fn != nil && len(fn.Blocks) > 0 {
				out = append(out, fn)
			}
		}
	}
	return out
}

var vias = map[string]Set{"network": Network, "database": Database, "disk": Disk, "process": Process}

// FromTable returns what the tables say of a library function.
func FromTable(obj *types.Func) (Set, bool) {
	fail := signature(obj.Signature()) & Fail
	if _, ok := api.Lookup(api.Pure, obj); ok {
		return fail, true
	}
	if _, ok := api.Lookup(api.Exit, obj); ok {
		return Exit, true
	}
	if api.IsLog(obj) {
		return Log, true
	}
	if _, ok := api.Lookup(api.Alert, obj); ok {
		return Alert, true
	}
	if _, ok := api.Lookup(api.Wait, obj); ok {
		return Wait | fail, true
	}
	if entry, ok := api.Lookup(api.Outside, obj); ok {
		set := vias[entry.Args["via"]] | fail
		if VerbOf(obj.Name()) == VerbWrite {
			set |= Write
		}
		return set, true
	}
	return 0, false
}
