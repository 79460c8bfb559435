package batch

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/api"
	"github.com/idemlint/idemlint/internal/flow"
	"github.com/idemlint/idemlint/internal/ir"
)

// propagation carries levels from loops and entries to what they call.
type propagation struct {
	b     *Batch
	pkg   *ir.Package
	impls map[*types.Func][]*ssa.Function
	queue []*ssa.Function
}

func (p *propagation) run() {
	for _, fn := range p.pkg.Funcs {
		if p.entry(fn) {
			p.b.entry[fn] = true
			p.raise(fn, Entry)
		}
		if handlesOne(fn) {
			p.b.entry[fn] = true
			p.raise(fn, Item)
		}
		p.queue = append(p.queue, fn)
	}
	for len(p.queue) > 0 {
		fn := p.queue[0]
		p.queue = p.queue[1:]
		p.visit(fn)
	}
}

// raise lifts fn to level l and looks at what it calls again.
func (p *propagation) raise(fn *ssa.Function, l Level) {
	if fn != nil && p.b.level[fn] < l {
		p.b.level[fn] = l
		p.queue = append(p.queue, fn)
	}
}

func (p *propagation) visit(fn *ssa.Function) {
	for _, blk := range fn.Blocks {
		for _, instr := range blk.Instrs {
			switch in := instr.(type) {
			case *ssa.MakeClosure:
				p.literal(fn, in.Fn.(*ssa.Function), in)
			case ssa.CallInstruction:
				p.call(fn, in)
			}
		}
	}
	// Literals that capture nothing are plain functions: no MakeClosure.
	for _, anon := range fn.AnonFuncs {
		if len(anon.FreeVars) == 0 {
			p.literal(fn, anon, nil)
		}
	}
}

// here is the level at which code in fn at instr runs others.
func (p *propagation) here(fn *ssa.Function, instr ssa.Instruction) Level {
	if p.b.Loop(fn, instr.Pos()) != nil {
		return Item
	}
	return p.b.level[fn]
}

// literal gives a function literal the level of the place where it stands.
func (p *propagation) literal(fn, lit *ssa.Function, _ *ssa.MakeClosure) {
	if servesRequest(lit) {
		return
	}
	pos := lit.Pos()
	if body := rangeBody(lit); body != nil {
		pos = body.Pos()
	}
	l := p.b.level[fn]
	if p.b.Loop(fn, pos) != nil {
		l = Item
	}
	p.raise(lit, l)
}

func (p *propagation) call(fn *ssa.Function, call ssa.CallInstruction) {
	l := p.here(fn, call)
	common := call.Common()
	callee, obj := flow.Callee(common)
	if callee != nil {
		p.raise(callee, l)
	}
	if common.IsInvoke() {
		for _, impl := range p.impls[obj] {
			p.raise(impl, l)
		}
	}
	for _, arg := range common.Args {
		f := flow.ResolveFunc(arg)
		if f == nil || len(f.Blocks) == 0 || servesRequest(f) {
			continue
		}
		switch {
		case runsEach(obj, callee, f):
			p.raise(f, Item)
		case runsJob(obj):
			p.b.entry[f] = true
			p.raise(f, Entry)
		default:
			p.raise(f, l)
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
