package createmark

import (
	_ "embed"
	"fmt"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/docs"
	"github.com/idemlint/idemlint/internal/effect"
	"github.com/idemlint/idemlint/internal/flow"
	"github.com/idemlint/idemlint/internal/ir"
	"github.com/idemlint/idemlint/internal/report"
)

//go:embed doc.go
var doc string

// Analyzer reports a long gap between a create call and its completion mark.
var Analyzer = report.AddFlags(&analysis.Analyzer{
	Name:       "createmark",
	Doc:        docs.Text(doc),
	URL:        report.DocURL + "createmark.md",
	Requires:   []*analysis.Analyzer{summaries},
	ResultType: reflect.TypeFor[*report.Log](),
	Run:        run,
})

// summaries says of every function what it creates and marks.
var summaries = &analysis.Analyzer{
	Name:       "idemlintcreates",
	Doc:        "summarise what functions create and mark",
	Requires:   []*analysis.Analyzer{ir.Analyzer, flow.Analyzer, effect.Analyzer},
	FactTypes:  []analysis.Fact{new(Summary)},
	ResultType: reflect.TypeFor[*scanner](),
	Run:        summarise,
}

func summarise(pass *analysis.Pass) (any, error) {
	s := &scanner{
		pass: pass, pkg: pass.ResultOf[ir.Analyzer].(*ir.Package),
		fl:    pass.ResultOf[flow.Analyzer].(*flow.Flow),
		eff:   pass.ResultOf[effect.Analyzer].(*effect.Effects),
		memo:  map[*ssa.Function]*Summary{},
		busy:  map[*ssa.Function]bool{},
		sites: map[ssa.CallInstruction]*site{},
		loops: map[*ssa.Function][]*flow.Loop{},
		impls: map[*types.Func][]*types.Func{},

		reported: map[ssa.CallInstruction]bool{},
	}
	if !s.pkg.Own {
		return s, nil
	}
	for _, fn := range s.pkg.Funcs {
		sum := s.summary(fn)
		if obj, ok := fn.Object().(*types.Func); ok && obj.Exported() && !sum.empty() {
			pass.ExportObjectFact(obj, sum)
		}
	}
	return s, nil
}

func run(pass *analysis.Pass) (any, error) {
	s := pass.ResultOf[summaries].(*scanner)
	if !s.pkg.Own {
		return &report.Log{}, nil
	}
	s.rep = report.New(pass)
	for _, fn := range s.pkg.Funcs {
		// Tests make things to throw away.
		if file := pass.Fset.File(fn.Pos()); file != nil && !strings.HasSuffix(file.Name(), "_test.go") {
			s.check(fn)
		}
	}
	return s.rep.Done(), nil
}

// check reports the creates of fn whose mark comes late.
func (s *scanner) check(fn *ssa.Function) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if _, late := call.(*ssa.Defer); late {
				continue // runs when everything else is through
			}
			st := s.site(call)
			for i := range st.makes {
				if s.checkCreate(fn, st, &st.makes[i]) {
					break // one finding a call, however many implementations
				}
			}
		}
	}
}

// checkCreate is the rule: a create, then work that can fail or wait, then the
// mark, and nothing that makes a repetition harmless. It
// reports whether it found one.
func (s *scanner) checkCreate(fn *ssa.Function, st *site, m *Made) bool {
	if m.open() {
		return false // the caller says whether anything is made
	}
	g := s.gap(fn, st, m)
	rule := "createmark/gap"
	switch {
	case len(g.marks) == 0:
		if !s.runsToNil(fn) || !g.returns {
			return false // a tool without marks does not promise to do things once
		}
		rule = "createmark/ack"
	case g.batch:
		rule = "createmark/batch"
	}
	pos := st.call
	if m.at != nil && (len(m.Tail) > 0 || literalIn(m.at, fn)) {
		pos = m.at
	}
	silent := func(why string) { s.rep.Silent(pos.Pos(), rule, why) }
	steps := g.tailNames()
	if !m.Spread || g.acks() {
		steps = append(m.Tail[:len(m.Tail):len(m.Tail)], steps...)
	}
	switch {
	case len(steps) == 0:
		silent("the mark follows at once: nothing in between can fail or wait")
		return false
	case s.protected(st, m, silent) || s.guarded(fn, st, m, silent):
		return false
	case !g.open && !g.batch && (g.undo || len(g.marks) > 1):
		silent("every way out with an error undoes the create or marks the item")
		return false
	case s.callersProtect(fn, m, 2):
		silent("the callers look it up or claim the item first")
		return false
	}
	if m.FreshKey {
		rule = "createmark/freshkey"
	}
	s.report(rule, pos, m, steps, g)
	return true
}

// acks reports whether the mark is the acknowledgement of a message, which every
// implementation of the handler has to earn.
func (g *gap) acks() bool {
	for _, m := range g.marks {
		if m.mark.Ack {
			return true
		}
	}
	return len(g.marks) == 0
}

func (g *gap) tailNames() []string {
	var out []string
	for _, st := range g.steps {
		out = append(out, st.name)
	}
	return out
}

func (s *scanner) report(rule string, at ssa.CallInstruction, m *Made, steps []string, g *gap) {
	mark, related := "the nil that acknowledges", []analysis.RelatedInformation(nil)
	if len(g.marks) > 0 {
		mk := g.marks[0]
		for _, x := range g.marks[1:] {
			if x.mark.Strength > mk.mark.Strength {
				mk = x
			}
		}
		mark = "the mark " + mk.mark.Name
		related = []analysis.RelatedInformation{{Pos: mk.call.Pos(), Message: "the mark " + mk.mark.Name}}
		if g.late != nil {
			mark = "the deferred mark " + mk.mark.Name
		}
	}
	msg := fmt.Sprintf("%s between the create %s and %s: what fails or dies there is created again by the next run", lie(steps), m.Name, mark)
	switch rule {
	case "createmark/batch":
		msg = fmt.Sprintf("%s comes once after the loop around the create %s; %s before it: when one stops the run, everything created so far is created again", mark, m.Name, lie(steps))
	case "createmark/freshkey":
		msg += "; the idempotency key is made anew for each call and protects nothing"
	}
	if s.reported[at] {
		return
	}
	s.reported[at] = true
	s.rep.Report(report.Finding{
		Rule: rule, Confidence: report.High,
		Pos: at.Pos(), End: at.Pos(),
		Message: msg, Related: related,
	})
}

// lie counts and names the steps: "3 calls that can fail, among them
// waitForAddress, lie".
func lie(steps []string) string {
	var names []string
	for _, n := range steps {
		if !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	switch len(steps) {
	case 1:
		return names[0] + ", which can fail or wait, lies"
	default:
		shown := names[:min(2, len(names))]
		return fmt.Sprintf("%d steps that can fail or wait, among them %s, lie", len(steps), strings.Join(shown, " and "))
	}
}

// callersProtect reports whether every caller of fn in this package looks the
// thing up or stores a claim before it calls.
func (s *scanner) callersProtect(fn *ssa.Function, m *Made, depth int) bool {
	if depth == 0 {
		return false
	}
	var calls []ssa.CallInstruction
	if fn.Parent() != nil {
		calls = s.literalCalls(fn)
	} else {
		calls, _ = s.fl.Callers(fn)
	}
	if len(calls) == 0 {
		return false
	}
	for _, c := range calls {
		st := s.site(c)
		if s.lookedUp(c.Parent(), c, m) || s.claimed(c.Parent(), st) || s.callersProtect(c.Parent(), m, depth-1) {
			continue
		}
		return false
	}
	return true
}

// literalCalls returns the calls that are given the function literal fn, or
// that call it.
func (s *scanner) literalCalls(fn *ssa.Function) []ssa.CallInstruction {
	var out []ssa.CallInstruction
	for _, b := range fn.Parent().Blocks {
		for _, instr := range b.Instrs {
			c, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if flow.ResolveFunc(c.Common().Value) == fn {
				out = append(out, c)
				continue
			}
			for _, a := range c.Common().Args {
				if flow.ResolveFunc(a) == fn {
					out = append(out, c)
				}
			}
		}
	}
	return out
}
