// Package fate answers: does this error reach somebody?
//
// Somebody is whoever can act on it: a caller (returned, joined, kept in what is
// returned), the item's own record, a channel that is read, a pager or metric,
// an exit status. A log line is not somebody.
//
// An error reaches somebody in two ways. Its value may go there: package flow
// follows it. Or only the fact that there was one goes there: where the error is
// not nil, the code counts, sets a flag, returns something else than it would
// have, refuses the message, calls a helper that does such a thing. For that the
// branch taken on failure is searched for what leaves a trace.
//
// What it cannot see counts as reaching somebody: a function value known only at
// run time, a library function of which nothing is known.
package fate

import (
	"go/types"
	"reflect"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/api"
	"github.com/idemlint/idemlint/internal/effect"
	"github.com/idemlint/idemlint/internal/flow"
	"github.com/idemlint/idemlint/internal/ir"
)

// Analyzer returns a *Fates.
var Analyzer = &analysis.Analyzer{
	Name:       "idemlintfate",
	Doc:        "find out whether errors reach somebody",
	Requires:   []*analysis.Analyzer{ir.Analyzer, flow.Analyzer, effect.Analyzer},
	FactTypes:  []analysis.Fact{new(Fact), new(Own)},
	ResultType: reflect.TypeFor[*Fates](),
	Run:        run,
}

// Fact says what an own function does for those who call it.
type Fact struct {
	// Keeps has bit i set where parameter i (the receiver first), an error,
	// reaches somebody.
	Keeps uint64
	// Trace: calling it leaves a trace: it stores, sends, writes outside.
	Trace bool
	// Records has bit i set where parameter i, an error, is put somewhere
	// by the function itself, not only handed back.
	Records uint64
	// Self: it gives the errors that it returns to a function that records
	// them.
	Self bool
}

// AFact marks Fact as a fact.
func (*Fact) AFact() {}

func (f *Fact) String() string {
	s := "fate"
	if f.Keeps != 0 {
		s += " keeps"
	}
	if f.Trace {
		s += " trace"
	}
	return s
}

// Own marks a package as the user's own: what has no Fact there leaves no trace.
type Own struct{}

// AFact marks Own as a fact.
func (*Own) AFact() {}

func (*Own) String() string { return "own" }

// Fates answers for one package.
type Fates struct {
	pass  *analysis.Pass
	pkg   *ir.Package
	fl    *flow.Flow
	eff   *effect.Effects
	trace map[*ssa.Function]bool
	keeps map[*ssa.Parameter]bool

	recorded map[*ssa.Parameter]bool // records
	selves   map[*ssa.Function]bool  // self
}

func run(pass *analysis.Pass) (any, error) {
	f := &Fates{
		pass:  pass,
		pkg:   pass.ResultOf[ir.Analyzer].(*ir.Package),
		fl:    pass.ResultOf[flow.Analyzer].(*flow.Flow),
		eff:   pass.ResultOf[effect.Analyzer].(*effect.Effects),
		trace: map[*ssa.Function]bool{},
		keeps: map[*ssa.Parameter]bool{},

		recorded: map[*ssa.Parameter]bool{},
		selves:   map[*ssa.Function]bool{},
	}
	if !f.pkg.Own {
		return f, nil
	}
	pass.ExportPackageFact(new(Own))
	f.findTraces()
	for _, fn := range f.pkg.Funcs {
		obj, ok := fn.Object().(*types.Func)
		if !ok || !obj.Exported() {
			continue
		}
		fact := Fact{Trace: f.trace[fn], Self: f.self(fn)}
		for i, p := range fn.Params {
			if i >= 64 || !IsError(p.Type()) {
				continue
			}
			if f.keepsParam(p) {
				fact.Keeps |= 1 << i
			}
			if f.records(p) {
				fact.Records |= 1 << i
			}
		}
		if fact != (Fact{}) {
			pass.ExportObjectFact(obj, &fact)
		}
	}
	return f, nil
}

// Fate is what becomes of one error.
type Fate struct {
	// Reaches says that somebody learns of it, How in a few words how.
	Reaches bool
	How     string
	// Logged says that it, or that there was one, is written to a log.
	Logged bool
	// Tested says that somebody looks at whether it is nil, Matched that it
	// is compared with something that is expected.
	Tested, Matched bool
	// Fail are the ways into the branches that run where it is not nil.
	Fail []Edge
}

// Edge is a step from one block to the next.
type Edge struct{ From, To *ssa.BasicBlock }

// Of returns what becomes of the error v.
func (f *Fates) Of(v ssa.Value) Fate {
	fate := Fate{}
	for _, u := range f.fl.Uses(v) {
		f.use(&fate, u)
		if fate.Reaches {
			return fate
		}
	}
	for _, e := range fate.Fail {
		if how := f.region(e, &fate); how != "" {
			fate.Reaches, fate.How = true, how
			return fate
		}
	}
	return fate
}

func (f *Fates) use(fate *Fate, u flow.Use) {
	reach := func(how string) { fate.Reaches, fate.How = true, how }
	switch u.Kind {
	case flow.NilTest:
		fate.Tested = true
		if u.Path != "" {
			return // a field or the length of a list it lies in
		}
		f.branches(fate, u)
	case flow.Compare:
		fate.Matched = true
	case flow.Log:
		if call, ok := u.Instr.(ssa.CallInstruction); ok && u.Via == nil && writesElsewhere(call) {
			reach("written to " + "what is handed on")
			return
		}
		fate.Logged = true
	case flow.Alert:
		reach("reported to " + calleeName(u))
	case flow.Return:
		reach("returned")
	case flow.Store:
		reach("stored")
	case flow.Send:
		// A channel of the function's own is read here or nowhere: what
		// becomes of the received value follows as further uses.
		if !localChan(u.Instr) {
			reach("sent on a channel")
		}
	case flow.Panic:
		reach("the value of a panic")
	case flow.Escape:
		reach("followed no further")
	case flow.Pass:
		f.passed(fate, u)
	case flow.Method, flow.Read, flow.Elem:
	}
}

// localChan reports whether instr sends on a channel that the function, or the
// one around it, made.
func localChan(instr ssa.Instruction) bool {
	send, ok := instr.(*ssa.Send)
	if !ok {
		return false
	}
	made := false
	switch root := flow.ResolveAddr(send.Chan).(type) {
	case *ssa.MakeChan:
		return true
	case *ssa.Alloc:
		for _, r := range *root.Referrers() {
			if st, ok := r.(*ssa.Store); ok && st.Addr == root {
				if _, ok := st.Val.(*ssa.MakeChan); !ok {
					return false
				}
				made = true
			}
		}
	}
	return made
}

// passed judges an error that is handed to a function of which flow knows
// nothing more. A function that answers something, and whose answer is used,
// only looks at the error (status.Code, a predicate) or makes another of it,
// which flow follows. One that answers nothing takes it.
func (f *Fates) passed(fate *Fate, u flow.Use) {
	if u.Via != nil {
		fate.Reaches, fate.How = true, "handed on by "+u.Via.Name()
		return
	}
	call, ok := u.Instr.(*ssa.Call)
	if ok && intoError(call) {
		fate.Reaches, fate.How = true, "collected by "+calleeName(u)
		return
	}
	if ok && call.Common().Signature().Results().Len() > 0 && u.Callee != nil && used(call) {
		fate.Matched = true
		return
	}
	fate.Reaches, fate.How = true, "handed to "+calleeName(u)
}

// intoError reports whether call is given the address of an error variable
// beside the error: it puts the one into the other, as multierr.AppendInto does.
func intoError(call *ssa.Call) bool {
	for _, a := range call.Common().Args {
		if p, ok := a.Type().Underlying().(*types.Pointer); ok && IsError(p.Elem()) {
			return true
		}
	}
	return false
}

// branches notes the branch that runs where the error tested by u is not nil.
func (f *Fates) branches(fate *Fate, u flow.Use) {
	if u.Via != nil {
		f.helper(fate, u)
		return
	}
	op, ok := u.Instr.(*ssa.BinOp)
	if !ok {
		return
	}
	fate.Fail = append(fate.Fail, FailEdges(op)...)
}

// helper judges an error that an own helper tests for nil: what the helper does
// on failure, or what its caller makes of its answer.
func (f *Fates) helper(fate *Fate, u flow.Use) {
	call, ok := u.Instr.(ssa.CallInstruction)
	if !ok {
		return
	}
	if c, ok := call.(*ssa.Call); ok && used(c) {
		fate.Reaches, fate.How = true, "judged by "+u.Via.Name()
		return
	}
	fn, obj := flow.Callee(call.Common())
	if fn != nil && len(fn.Blocks) > 0 {
		for i, a := range call.Common().Args {
			if i < len(fn.Params) && IsError(a.Type()) && f.keepsParam(fn.Params[i]) {
				fate.Reaches, fate.How = true, "recorded by "+u.Via.Name()
			}
		}
		return
	}
	var fact Fact
	if obj != nil && f.pass.ImportObjectFact(obj.Origin(), &fact) {
		if fact.Keeps != 0 {
			fate.Reaches, fate.How = true, "recorded by "+obj.Name()
		}
		return
	}
	fate.Reaches, fate.How = true, "judged by "+u.Via.Name()
}

// keepsParam reports whether the error parameter p of an own function reaches
// somebody.
func (f *Fates) keepsParam(p *ssa.Parameter) bool {
	if k, ok := f.keeps[p]; ok {
		return k
	}
	f.keeps[p] = false // recursion: what it does is on the list already
	k := f.Of(p).Reaches
	f.keeps[p] = k
	return k
}

// used reports whether any result of call is looked at.
func used(call *ssa.Call) bool {
	refs := call.Referrers()
	if refs == nil {
		return false
	}
	for _, r := range *refs {
		if x, ok := r.(*ssa.Extract); ok {
			if len(*x.Referrers()) > 0 {
				return true
			}
			continue
		}
		if _, ok := r.(*ssa.DebugRef); !ok {
			return true
		}
	}
	return false
}

func calleeName(u flow.Use) string {
	if u.Callee != nil {
		return u.Callee.Name()
	}
	return "a function value"
}

// IsError reports whether t is the predeclared type error.
func IsError(t types.Type) bool { return effect.IsError(t) }

// writesElsewhere reports whether a printing call writes to something other
// than the console: fmt.Fprintf(w, ...) to a response or a report.
func writesElsewhere(call ssa.CallInstruction) bool {
	_, obj := flow.Callee(call.Common())
	if obj == nil || len(call.Common().Args) == 0 {
		return false
	}
	sig := obj.Signature()
	if sig.Recv() != nil || sig.Params().Len() == 0 || api.TypeKey(sig.Params().At(0).Type()) != "io.Writer" {
		return false
	}
	return !isConsole(call.Common().Args[0])
}

// isConsole reports whether w is os.Stdout or os.Stderr.
func isConsole(w ssa.Value) bool {
	for range 4 {
		switch x := w.(type) {
		case *ssa.MakeInterface:
			w = x.X
		case *ssa.ChangeInterface:
			w = x.X
		case *ssa.UnOp:
			w = x.X
		case *ssa.Global:
			return x.Pkg != nil && x.Pkg.Pkg.Path() == "os"
		default:
			return false
		}
	}
	return false
}
