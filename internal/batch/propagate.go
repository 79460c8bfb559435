package batch

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/api"
	"github.com/idemlint/idemlint/internal/flow"
	"github.com/idemlint/idemlint/internal/ir"
)

// propagation carries levels from loops and entries to what they call. A helper
// is part of a batch where every caller that the package shows is: one that is
// also called from elsewhere has to serve both.
type propagation struct {
	b     *Batch
	pkg   *ir.Package
	impls map[*types.Func][]*ssa.Function
	own   map[*ssa.Function]Level  // as an entry, whoever else calls it
	sites map[*ssa.Function][]site // where it is called or made
}

// site is one place that runs a function: at least at level, or at the level of
// the function around it.
type site struct {
	fn    *ssa.Function
	level Level
}

func (p *propagation) run() {
	for _, fn := range p.pkg.Funcs {
		if p.entry(fn) {
			p.enter(fn, Entry)
		}
		if handlesOne(fn) {
			p.enter(fn, Item)
		}
		p.collect(fn)
	}
	p.settle()
}

func (p *propagation) enter(fn *ssa.Function, l Level) {
	p.b.entry[fn] = true
	p.own[fn] = max(p.own[fn], l)
}

// settle starts with everything that is called at all as part of a batch and
// takes out what is not, until nothing changes.
func (p *propagation) settle() {
	for _, fn := range p.pkg.Funcs {
		p.b.level[fn] = p.own[fn]
		if len(p.sites[fn]) > 0 {
			p.b.level[fn] = Item
		}
	}
	for changed := true; changed; {
		changed = false
		for _, fn := range p.pkg.Funcs {
			l := p.of(fn)
			if l < p.b.level[fn] {
				p.b.level[fn] = l
				changed = true
			}
		}
	}
}

// of returns the lowest level at which fn is run, or what it has as an entry.
func (p *propagation) of(fn *ssa.Function) Level {
	sites := p.sites[fn]
	if len(sites) == 0 || servesRequest(fn) {
		return p.own[fn]
	}
	low := Item
	for _, s := range sites {
		low = min(low, max(s.level, p.b.level[s.fn]))
	}
	return max(low, p.own[fn])
}

func (p *propagation) collect(fn *ssa.Function) {
	for _, blk := range fn.Blocks {
		for _, instr := range blk.Instrs {
			switch in := instr.(type) {
			case *ssa.MakeClosure:
				p.literal(fn, in.Fn.(*ssa.Function))
			case ssa.CallInstruction:
				p.call(fn, in)
			}
		}
	}
	// Literals that capture nothing are plain functions: no MakeClosure.
	for _, anon := range fn.AnonFuncs {
		if len(anon.FreeVars) == 0 {
			p.literal(fn, anon)
		}
	}
}

func (p *propagation) add(fn, in *ssa.Function, l Level) {
	if fn != nil && len(fn.Blocks) > 0 && fn != in {
		p.sites[fn] = append(p.sites[fn], site{in, l})
	}
}

// literal gives a function literal the level of the place where it stands.
func (p *propagation) literal(fn, lit *ssa.Function) {
	if servesRequest(lit) {
		return
	}
	pos := lit.Pos()
	if body := rangeBody(lit); body != nil {
		pos = body.Pos()
	}
	l := None
	if p.b.Loop(fn, pos) != nil {
		l = Item
	}
	p.add(lit, fn, l)
}

func (p *propagation) call(fn *ssa.Function, call ssa.CallInstruction) {
	l := None
	if p.b.Loop(fn, call.Pos()) != nil {
		l = Item
	}
	common := call.Common()
	callee, obj := flow.Callee(common)
	if callee != nil && callee.Parent() == nil {
		p.add(callee, fn, l)
	}
	if common.IsInvoke() {
		for _, impl := range p.impls[obj] {
			p.add(impl, fn, l)
		}
	}
	for i, arg := range common.Args {
		f := flow.ResolveFunc(arg)
		if f == nil || len(f.Blocks) == 0 || servesRequest(f) {
			continue
		}
		switch {
		case runsEach(obj, callee, f), p.callsInLoop(callee, i):
			p.own[f] = Item
			p.b.walks[fn] = true
		case runsJob(obj):
			p.enter(f, Entry)
		case f.Parent() == nil:
			p.add(f, fn, l)
		}
	}
}

// runsEach reports whether the function obj calls its argument f once for each
// of many items: it is known to, or its name says so and f takes an item.
func runsEach(obj *types.Func, callee, f *ssa.Function) bool {
	if obj == nil || f.Signature.Params().Len() == 0 {
		return false
	}
	if _, ok := api.Lookup(api.Each, obj); ok {
		return true
	}
	if callee != nil && len(callee.Blocks) > 0 {
		return false // its body says whether it does
	}
	if obj.Pkg() != nil && ir.IsStd(obj.Pkg().Path()) {
		return false
	}
	return hasWord(obj.Name(), eachWords)
}

// callsInLoop reports whether the own function fn calls its parameter i in a loop
// over items.
func (p *propagation) callsInLoop(fn *ssa.Function, i int) bool {
	if fn == nil || i >= len(fn.Params) {
		return false
	}
	for _, r := range *fn.Params[i].Referrers() {
		if call, ok := r.(ssa.CallInstruction); ok && call.Common().Value == ssa.Value(fn.Params[i]) && p.b.Loop(fn, call.Pos()) != nil {
			return true
		}
	}
	return false
}

func runsJob(obj *types.Func) bool {
	_, ok := api.Lookup(api.Job, obj)
	return ok
}

// eachWords are the names of functions that call their argument once for each
// item. They choose between roles only: the argument must be a function that
// takes something.
var eachWords = []string{"walk", "each", "iterate", "visit", "pages", "subscribe", "consume", "handle", "receive", "process"}

func hasWord(name string, words []string) bool {
	name = strings.ToLower(name)
	for _, w := range words {
		if strings.Contains(name, w) {
			return true
		}
	}
	return false
}
