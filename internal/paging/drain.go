package paging

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/effect"
	"github.com/idemlint/idemlint/internal/flow"
)

// Drained reports whether the list is asked for again and again while what it
// gave is taken off it: delete and list again, or a filter that shrinks by the
// work done. Also where the function only fetches and its callers do that.
func (p *Pages) Drained(j *Judged) bool {
	if loop := flow.Innermost(flow.Loops(j.Call.Parent()), j.Call); loop != nil && p.shrinks(j, loop) {
		return true
	}
	if len(j.listAt) == 0 {
		return false
	}
	calls, _ := p.fl.Callers(j.Call.Parent())
	for _, c := range calls {
		call, ok := c.(*ssa.Call)
		if !ok {
			return false
		}
		loop := flow.Innermost(flow.Loops(call.Parent()), call)
		if loop == nil {
			return false
		}
		fetched := &Judged{Source: &Source{Call: call}, Group: Group{Items: j.listAt}}
		if !p.shrinks(fetched, loop) {
			return false
		}
	}
	return len(calls) > 0
}

// shrinks reports whether, inside the loop, items of the page go into a call
// that takes them off the list, while the page is what ends the loop.
func (p *Pages) shrinks(j *Judged, loop *flow.Loop) bool {
	ends, taken := false, false
	for _, l := range j.Group.Items {
		for _, u := range p.usesOf(j.Root(l.Result)) {
			rest, ok := under(u.Path, l.Path)
			if !ok || u.Instr == nil {
				continue
			}
			if strings.HasPrefix(rest, "len()") && u.Kind&(flow.NilTest|flow.Compare) != 0 {
				ends = ends || p.leaves(u.Instr, loop)
			}
			if call, ok := u.Instr.(ssa.CallInstruction); ok && loop.Contains(u.Instr) && u.Instr != ssa.Instruction(j.Call) && u.Via == nil {
				taken = taken || p.takesOff(call, j)
			}
		}
	}
	if !ends { // or a flag of the answer ends it
		for _, c := range j.Group.Conts {
			for _, u := range p.usesOf(j.Root(c.Result)) {
				if _, ok := under(u.Path, c.Path); ok && u.Kind&(flow.NilTest|flow.Compare) != 0 {
					ends = ends || p.leaves(u.Instr, loop)
				}
			}
		}
	}
	return taken && ends
}

// takesOff reports whether a call given items changes them where they are kept.
func (p *Pages) takesOff(call ssa.CallInstruction, j *Judged) bool {
	_, obj := flow.Callee(call.Common())
	if obj == nil || p.own(obj) && !p.eff.Call(call).Has(effect.Outside|effect.Unknown) {
		return false
	}
	for _, w := range effect.Words(obj.Name()) {
		if plays(roleShrink, w) {
			return true
		}
	}
	return false
}

// leaves reports whether a comparison decides on leaving the loop.
func (p *Pages) leaves(instr ssa.Instruction, loop *flow.Loop) bool {
	for _, ifi := range deciders(instr) {
		if !loop.Contains(ifi) {
			continue
		}
		for _, s := range ifi.Block().Succs {
			if !loop.Blocks[s] {
				return true
			}
		}
	}
	return false
}

// deciders returns the branches that a comparison decides, through && and ||
// and variables.
func deciders(instr ssa.Instruction) []*ssa.If {
	var out []*ssa.If
	seen := map[ssa.Instruction]bool{}
	var follow func(in ssa.Instruction, depth int)
	follow = func(in ssa.Instruction, depth int) {
		if seen[in] || depth > 6 {
			return
		}
		seen[in] = true
		if ifi, ok := in.(*ssa.If); ok {
			out = append(out, ifi)
			return
		}
		v, ok := in.(ssa.Value)
		if !ok || v.Referrers() == nil {
			return
		}
		switch in.(type) {
		case *ssa.BinOp, *ssa.Phi, *ssa.UnOp:
			for _, r := range *v.Referrers() {
				follow(r, depth+1)
			}
		}
	}
	follow(instr, 0)
	return out
}
