// Package batch answers: is this place in code that goes over many items, or in
// the entry of a job that runs unattended?
//
// What it sees: loops over slices, maps, channels, iterators, rows, scanners,
// pagers and queues; functions and literals called from such loops, or handed
// to something that calls them once per item (a walk, a consumer, a group or
// pool started in a loop); and job entries: main of a program that ends by
// itself, cron functions, handlers of queue messages, reconcilers. Helpers
// called from these alone are followed through the package, by static calls and
// by interfaces whose implementations stand in the same package.
//
// What it cannot see: a loop in another package that calls an exported helper
// of this one. Such a helper counts only by what it does itself.
package batch

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/ir"
)

// Analyzer computes a *Batch. Its result is never nil.
var Analyzer = &analysis.Analyzer{
	Name:       "idemlintbatch",
	Doc:        "find code that goes over many items and the entries of jobs",
	Requires:   []*analysis.Analyzer{ir.Analyzer},
	ResultType: reflect.TypeFor[*Batch](),
	Run:        run,
}

// Level says how a place belongs to a batch. Higher is nearer to one item.
type Level int

const (
	// None is ordinary code: a request handler, a library, a command.
	None Level = iota
	// Entry is run once by a job: its entry or a helper of it.
	Entry
	// Holder is code in a function that goes over items, outside of the loop
	// itself: what it prepares or finishes concerns all of them.
	Holder
	// Item is run once for each item.
	Item
)

// Batch is the answer for one package.
type Batch struct {
	info  *types.Info
	level map[*ssa.Function]Level // as called from outside
	loops map[*ssa.Function][]Loop
	entry map[*ssa.Function]bool
	walks map[*ssa.Function]bool // hands a function to a walk
}

// Entry reports whether fn itself is the entry of a job.
func (b *Batch) Entry(fn *ssa.Function) bool { return b.entry[fn] }

// At returns the level of the place pos in fn.
func (b *Batch) At(fn *ssa.Function, pos token.Pos) Level {
	if b.Loop(fn, pos) != nil {
		return Item
	}
	return b.Func(fn)
}

// Func returns the level of the body of fn as a whole.
func (b *Batch) Func(fn *ssa.Function) Level {
	l := b.level[fn]
	if l < Holder && (len(b.loops[fn]) > 0 || b.walks[fn]) {
		l = Holder
	}
	return l
}

// Called returns the level at which fn is called: what it would have if it
// held no loop itself.
func (b *Batch) Called(fn *ssa.Function) Level { return b.level[fn] }

// Loop returns the innermost loop over items in fn whose body or head holds
// pos, or nil.
func (b *Batch) Loop(fn *ssa.Function, pos token.Pos) *Loop {
	var in *Loop
	for i, l := range b.loops[fn] {
		if l.Stmt.Pos() <= pos && pos < l.Stmt.End() && (in == nil || l.Stmt.Pos() > in.Stmt.Pos()) {
			// The operand of a range statement is evaluated once.
			if r, ok := l.Stmt.(*ast.RangeStmt); ok && pos < r.Body.Pos() {
				continue
			}
			in = &b.loops[fn][i]
		}
	}
	return in
}

// Loops returns the loops over items in fn, outer before inner.
func (b *Batch) Loops(fn *ssa.Function) []Loop { return b.loops[fn] }

func run(pass *analysis.Pass) (any, error) {
	pkg := pass.ResultOf[ir.Analyzer].(*ir.Package)
	b := &Batch{
		info:  pass.TypesInfo,
		level: map[*ssa.Function]Level{},
		loops: map[*ssa.Function][]Loop{},
		entry: map[*ssa.Function]bool{},
		walks: map[*ssa.Function]bool{},
	}
	if !pkg.Own {
		return b, nil
	}
	for _, fn := range pkg.Funcs {
		b.loops[fn] = findLoops(pass.TypesInfo, fn.Syntax())
	}
	p := &propagation{
		b: b, pkg: pkg, impls: implementations(pass.Pkg, pkg),
		own: map[*ssa.Function]Level{}, sites: map[*ssa.Function][]site{},
	}
	p.run()
	return b, nil
}
