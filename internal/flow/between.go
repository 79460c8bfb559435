package flow

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/api"
)

// Succs returns the successors of b, none where b holds a call that does not
// return.
func Succs(b *ssa.BasicBlock) []*ssa.BasicBlock {
	for _, instr := range b.Instrs {
		if call, ok := instr.(*ssa.Call); ok && NoReturn(call) {
			return nil
		}
	}
	return b.Succs
}

// preds returns the predecessors of b that get as far as their end.
func preds(b *ssa.BasicBlock) []*ssa.BasicBlock {
	var out []*ssa.BasicBlock
	for _, p := range b.Preds {
		if len(Succs(p)) > 0 {
			out = append(out, p)
		}
	}
	return out
}

// NoReturn reports whether call ends the process or the goroutine.
func NoReturn(call *ssa.Call) bool {
	_, obj := Callee(call.Common())
	if obj == nil {
		return false
	}
	_, ok := api.Lookup(api.Exit, obj)
	return ok
}

// Reach returns the blocks that can run after b has ended, without passing
// through a block for which stop is true; stop may be nil. b itself is in the
// set where a loop leads back to it.
func Reach(b *ssa.BasicBlock, stop func(*ssa.BasicBlock) bool) map[*ssa.BasicBlock]bool {
	seen := map[*ssa.BasicBlock]bool{}
	todo := slices.Clone(Succs(b))
	for len(todo) > 0 {
		x := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[x] {
			continue
		}
		seen[x] = true
		if stop == nil || !stop(x) {
			todo = append(todo, Succs(x)...)
		}
	}
	return seen
}

// Between returns the instructions of a function that can run after from and
// before the next run of to, in source block order. It is empty where to cannot
// follow from. Both must stand in the same function.
func Between(from, to ssa.Instruction) []ssa.Instruction {
	fb, tb := from.Block(), to.Block()
	fi, ti := slices.Index(fb.Instrs, from), slices.Index(tb.Instrs, to)
	if fb == tb && fi < ti {
		return fb.Instrs[fi+1 : ti]
	}
	fwd := Reach(fb, func(b *ssa.BasicBlock) bool { return b == tb })
	if !fwd[tb] {
		return nil
	}
	back := coReach(tb, fb)
	var out []ssa.Instruction
	for _, b := range from.Parent().Blocks {
		switch {
		case b == fb && b == tb: // round a loop
			out = append(out, b.Instrs[:ti]...)
			out = append(out, b.Instrs[fi+1:]...)
		case b == fb:
			out = append(out, b.Instrs[fi+1:]...)
		case b == tb:
			out = append(out, b.Instrs[:ti]...)
		case fwd[b] && back[b]:
			out = append(out, b.Instrs...)
		}
	}
	return out
}

// coReach returns the blocks from which tb can be reached without passing fb.
func coReach(tb, fb *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	seen := map[*ssa.BasicBlock]bool{}
	todo := preds(tb)
	for len(todo) > 0 {
		x := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[x] || x == fb {
			continue
		}
		seen[x] = true
		todo = append(todo, preds(x)...)
	}
	return seen
}

// Exits returns the returns and panics that can end the function after from
// without to having run.
func Exits(from, to ssa.Instruction) []ssa.Instruction {
	fb, tb := from.Block(), to.Block()
	fi, ti := slices.Index(fb.Instrs, from), slices.Index(tb.Instrs, to)
	if fb == tb && fi < ti {
		return nil
	}
	var out []ssa.Instruction
	collect := func(b *ssa.BasicBlock) {
		if len(b.Instrs) == 0 {
			return
		}
		switch last := b.Instrs[len(b.Instrs)-1].(type) {
		case *ssa.Return, *ssa.Panic:
			out = append(out, last)
		}
	}
	if len(fb.Succs) == 0 {
		collect(fb)
	}
	for b := range Reach(fb, func(b *ssa.BasicBlock) bool { return b == tb }) {
		if b != tb {
			collect(b)
		}
	}
	slices.SortFunc(out, func(a, b ssa.Instruction) int { return a.Block().Index - b.Block().Index })
	return out
}

// Loop is a natural loop.
type Loop struct {
	Head   *ssa.BasicBlock
	Blocks map[*ssa.BasicBlock]bool
}

// Loops returns the natural loops of fn, outer ones before the ones they hold.
// Loops that share a head (several continue statements) are one.
func Loops(fn *ssa.Function) []*Loop {
	byHead := map[*ssa.BasicBlock]*Loop{}
	var out []*Loop
	for _, b := range fn.Blocks {
		for _, head := range Succs(b) {
			if !head.Dominates(b) {
				continue
			}
			l := byHead[head]
			if l == nil {
				l = &Loop{Head: head, Blocks: map[*ssa.BasicBlock]bool{head: true}}
				byHead[head] = l
				out = append(out, l)
			}
			for x := range coReach(b, head) {
				l.Blocks[x] = true
			}
			l.Blocks[b] = true
		}
	}
	slices.SortStableFunc(out, func(a, b *Loop) int { return len(b.Blocks) - len(a.Blocks) })
	return out
}

// Contains reports whether instr runs inside the loop.
func (l *Loop) Contains(instr ssa.Instruction) bool { return l.Blocks[instr.Block()] }

// Innermost returns the smallest of the loops that contains instr, or nil.
func Innermost(loops []*Loop, instr ssa.Instruction) *Loop {
	var best *Loop
	for _, l := range loops {
		if l.Contains(instr) {
			best = l
		}
	}
	return best
}
