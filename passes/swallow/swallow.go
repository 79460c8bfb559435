package swallow

import (
	_ "embed"
	"go/ast"
	"go/token"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/batch"
	"github.com/idemlint/idemlint/internal/docs"
	"github.com/idemlint/idemlint/internal/effect"
	"github.com/idemlint/idemlint/internal/fate"
	"github.com/idemlint/idemlint/internal/flow"
	"github.com/idemlint/idemlint/internal/ir"
	"github.com/idemlint/idemlint/internal/report"
)

//go:embed doc.go
var doc string

// Analyzer reports errors discarded instead of collected.
var Analyzer = report.AddFlags(&analysis.Analyzer{
	Name:       "swallow",
	Doc:        docs.Text(doc),
	URL:        report.DocURL + "swallow.md",
	Requires:   []*analysis.Analyzer{ir.Analyzer, flow.Analyzer, effect.Analyzer, fate.Analyzer, batch.Analyzer},
	ResultType: reflect.TypeFor[*report.Log](),
	Run:        run,
})

// checker looks at one package.
type checker struct {
	pass  *analysis.Pass
	pkg   *ir.Package
	fl    *flow.Flow
	eff   *effect.Effects
	fates *fate.Fates
	batch *batch.Batch
	rep   *report.Reporter
	// calls finds the syntax of a call by its opening parenthesis, which is
	// the position SSA gives it.
	calls map[token.Pos]*ast.CallExpr
	// told are the calls that a rule has spoken of.
	told    map[ssa.Instruction]bool
	ackMemo map[*ssa.Function][]ssa.CallInstruction
	inside  map[*ssa.Function]bool // changesInside
}

func run(pass *analysis.Pass) (any, error) {
	pkg := pass.ResultOf[ir.Analyzer].(*ir.Package)
	if !pkg.Own {
		return &report.Log{}, nil
	}
	c := &checker{
		pass:  pass,
		pkg:   pkg,
		fl:    pass.ResultOf[flow.Analyzer].(*flow.Flow),
		eff:   pass.ResultOf[effect.Analyzer].(*effect.Effects),
		fates: pass.ResultOf[fate.Analyzer].(*fate.Fates),
		batch: pass.ResultOf[batch.Analyzer].(*batch.Batch),
		rep:   report.New(pass),
		told:  map[ssa.Instruction]bool{},

		ackMemo: map[*ssa.Function][]ssa.CallInstruction{},
		inside:  map[*ssa.Function]bool{},
	}
	if c.testSupport() {
		return c.rep.Done(), nil
	}
	c.indexCalls()
	for _, fn := range pkg.Funcs {
		// Outside of batches and jobs errors are errcheck's work.
		if c.inTest(fn.Pos()) || c.rep.Generated(fn.Pos()) || c.batch.Func(fn) == batch.None {
			continue
		}
		c.function(fn)
	}
	return c.rep.Done(), nil
}

// testSupport reports whether a package serves tests (it imports testing outside
// of test files): what fails there is seen by who runs them.
func (c *checker) testSupport() bool {
	for _, f := range c.pass.Files {
		if c.inTest(f.FileStart) {
			continue
		}
		for _, imp := range f.Imports {
			if imp.Path.Value == `"testing"` {
				return true
			}
		}
	}
	return false
}

// function applies the rules to one function, the more special ones first.
func (c *checker) function(fn *ssa.Function) {
	c.loops(fn)
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(ssa.CallInstruction); ok && !c.told[instr] {
				c.call(fn, call)
			}
		}
	}
}

// call applies the rules that stand at a call.
func (c *checker) call(fn *ssa.Function, call ssa.CallInstruction) {
	c.recovered(fn, call)
	c.callbacks(fn, call)
	if c.status(fn, call) || c.writer(fn, call) || c.group(fn, call) || c.partial(fn, call) || c.carried(fn, call) {
		return
	}
	c.plain(fn, call)
}

func (c *checker) inTest(pos token.Pos) bool {
	return strings.HasSuffix(c.pass.Fset.File(pos).Name(), "_test.go")
}

func (c *checker) indexCalls() {
	c.calls = map[token.Pos]*ast.CallExpr{}
	for _, f := range c.pass.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				c.calls[call.Lparen] = call
			}
			return true
		})
	}
}

// place returns where to report a call: the call, or in a chain over several
// lines the line of its own method.
func (c *checker) place(instr ssa.Instruction) (pos, end token.Pos) {
	pos = instr.Pos()
	call, ok := c.calls[pos]
	if !ok {
		return pos, token.NoPos
	}
	file := c.pass.Fset.File(pos)
	if file.Line(call.Pos()) == file.Line(call.Lparen) {
		return call.Pos(), call.End()
	}
	if sel, ok := call.Fun.(*ast.SelectorExpr); ok {
		return sel.Sel.Pos(), call.End()
	}
	return call.Lparen, call.End()
}

// report reports a finding that stands at instr.
func (c *checker) report(instr ssa.Instruction, rule string, conf report.Confidence, message string) {
	if c.told[instr] {
		return
	}
	c.told[instr] = true
	pos, end := c.place(instr)
	c.rep.Report(report.Finding{Rule: "swallow/" + rule, Confidence: conf, Pos: pos, End: end, Message: message})
}

// silent records why instr is left alone.
func (c *checker) silent(instr ssa.Instruction, rule, reason string) {
	c.rep.Silent(instr.Pos(), "swallow/"+rule, reason)
}

func (c *checker) syntaxOf(call ssa.CallInstruction) *ast.CallExpr {
	if s, ok := c.calls[call.Pos()]; ok {
		return s
	}
	return c.calls[call.Common().Pos()]
}

func unparen(e ast.Expr) (*ast.SelectorExpr, bool) {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	return sel, ok
}
