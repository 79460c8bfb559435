// Package flow answers questions about the values and the control flow of the
// user's functions, on SSA: what becomes of this value, what lies between two
// instructions, which loop is this, which function does this call run.
//
// What it can see: a value is followed forward through phis, conversions,
// interfaces, tuples, local variables, captured variables, fields and elements
// of aggregates that the function holds, calls that wrap it, and the user's own
// helpers, which are summarised once per function and handed to importing
// packages as facts.
//
// What it cannot see: the order of stores and loads (a value stored into a
// variable is taken to reach every load of it), aliases made outside the
// function, and callees known only at run time. Where it loses the trail it
// says so with a use of kind Escape, Pass or Store, so that a pass can stay
// silent; it never claims that a value is dropped without having seen every
// use.
package flow

import (
	"go/types"
	"reflect"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/ir"
)

// Analyzer computes the summaries of the package and returns a *Flow.
var Analyzer = &analysis.Analyzer{
	Name:       "idemlintflow",
	Doc:        "summarise what functions do with their parameters",
	Requires:   []*analysis.Analyzer{ir.Analyzer},
	FactTypes:  []analysis.Fact{new(Summary)},
	ResultType: reflect.TypeFor[*Flow](),
	Run:        run,
}

// Flow answers questions about one package. It is safe for use by several
// passes in turn, not at once.
type Flow struct {
	pass  *analysis.Pass
	pkg   *ir.Package
	memo  map[*ssa.Function]*Summary
	index *index
}

func run(pass *analysis.Pass) (any, error) {
	pkg := pass.ResultOf[ir.Analyzer].(*ir.Package)
	fl := &Flow{pass: pass, pkg: pkg, memo: map[*ssa.Function]*Summary{}}
	if !pkg.Own {
		return fl, nil
	}
	for _, fn := range pkg.Funcs {
		obj, ok := fn.Object().(*types.Func)
		if !ok || !obj.Exported() {
			continue // no importer can name it
		}
		if s := fl.summary(fn); !s.empty() {
			pass.ExportObjectFact(obj, s)
		}
	}
	return fl, nil
}

// summaryOf returns what is known of the parameters of the function that call
// runs: from its body, or from a fact of its package. It is nil where nothing
// is known.
func (fl *Flow) summaryOf(fn *ssa.Function, obj *types.Func) *Summary {
	if fn != nil && len(fn.Blocks) > 0 {
		return fl.summary(fn)
	}
	if obj != nil {
		var s Summary
		if fl.pass.ImportObjectFact(obj.Origin(), &s) {
			return &s
		}
	}
	return nil
}
