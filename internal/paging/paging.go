// Package paging answers "does this call give one page of a longer list, and
// what becomes of the way to the next one?".
//
// A page is known by its shape: a list beside a continuation (a token, a flag
// that more follows, the number of the next page, a link, a total with a
// position), in one struct, in its parts, or in several results. The names that
// a continuation can have stand in words.txt; the type must fit as well. So
// libraries that nobody wrote a table for are understood, and so are structs
// that the program decodes itself.
//
// What it can see: pages that library functions, interface methods and function
// values return; structs that a call fills (json, GraphQL and gRPC clients, own
// helpers); own functions that hand a page or its continuation on, across
// packages by facts. What it cannot see: continuations that are only in the text
// of an answer that nobody decodes.
package paging

import (
	"go/types"
	"reflect"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/effect"
	"github.com/idemlint/idemlint/internal/flow"
	"github.com/idemlint/idemlint/internal/ir"
)

// Analyzer finds the pages that a package reads and returns *Pages.
var Analyzer = &analysis.Analyzer{
	Name:       "idemlintpaging",
	Doc:        "find calls that give one page of a list, and functions that hand the continuation on",
	Requires:   []*analysis.Analyzer{ir.Analyzer, flow.Analyzer, effect.Analyzer},
	FactTypes:  []analysis.Fact{new(Carry), new(Own), new(Headerless), new(HeaderResults)},
	ResultType: reflect.TypeFor[*Pages](),
	Run:        run,
}

// Own marks a package that was analysed, so that its functions without a Carry
// are known to hand on nothing.
type Own struct{}

// AFact marks Own as a fact.
func (*Own) AFact() {}

func (*Own) String() string { return "paging own" }

// Pages answers for one package.
type Pages struct {
	// Judged are the lists with a continuation that the package gets hold
	// of, with what becomes of them, in the order of their calls.
	Judged []*Judged

	pass   *analysis.Pass
	pkg    *ir.Package
	fl     *flow.Flow
	eff    *effect.Effects
	shapes *shaper
	carry  map[*ssa.Function]*Carry
	uses   map[ssa.Value][]flow.Use
}

// maxRounds bounds the fixpoint over functions that hand a continuation on:
// chains of helpers are short.
const maxRounds = 6

func run(pass *analysis.Pass) (any, error) {
	p := &Pages{
		pass:   pass,
		pkg:    pass.ResultOf[ir.Analyzer].(*ir.Package),
		fl:     pass.ResultOf[flow.Analyzer].(*flow.Flow),
		eff:    pass.ResultOf[effect.Analyzer].(*effect.Effects),
		shapes: &shaper{own: pass.Pkg, memo: map[shapeKey]shape{}},
		carry:  map[*ssa.Function]*Carry{},
		uses:   map[ssa.Value][]flow.Use{},
	}
	if !p.pkg.Own {
		return p, nil
	}
	pass.ExportPackageFact(&Own{})
	for range maxRounds {
		if !p.round() {
			break
		}
	}
	for fn, c := range p.carry {
		if obj, ok := fn.Object().(*types.Func); ok && obj.Exported() {
			pass.ExportObjectFact(obj, c)
		}
	}
	p.exportHeaders()
	return p, nil
}

// round judges every page anew with what is known of helpers so far, and says
// whether more became known of them.
func (p *Pages) round() bool {
	p.Judged = nil
	next := map[*ssa.Function]*Carry{}
	for _, fn := range p.pkg.Funcs {
		for _, src := range p.sources(fn) {
			for _, g := range src.Groups {
				j := p.judge(src, g)
				p.Judged = append(p.Judged, j)
				if c := j.carried(); c != nil {
					if next[fn] == nil {
						next[fn] = &Carry{}
					}
					next[fn].add(*c)
				}
			}
		}
	}
	same := reflect.DeepEqual(next, p.carry)
	p.carry = next
	return !same
}

// Flow is the engine that follows values, for callers that ask more.
func (p *Pages) Flow() *flow.Flow { return p.fl }

// own reports whether obj is written in a package of the user's that has been
// analysed.
func (p *Pages) own(obj *types.Func) bool {
	return obj != nil && p.ownPackage(obj.Pkg())
}

func (p *Pages) ownPackage(pkg *types.Package) bool {
	return pkg != nil && (pkg == p.pass.Pkg || p.pass.ImportPackageFact(pkg, &Own{}))
}
