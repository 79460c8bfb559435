package createmark

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/api"
	"github.com/idemlint/idemlint/internal/effect"
	"github.com/idemlint/idemlint/internal/flow"
	"github.com/idemlint/idemlint/internal/ledger"
	"github.com/idemlint/idemlint/internal/origin"
)

func (s *scanner) lookedUp(fn *ssa.Function, at ssa.Instruction, m *Made) bool {
	for _, b := range fn.Blocks {
		ifi := origin.If(b)
		if ifi == nil || !decides(b, at) {
			continue
		}
		if s.asksFor(ifi.Cond, at, m) {
			return true
		}
	}
	return false
}

func decides(b *ssa.BasicBlock, at ssa.Instruction) bool {
	target := at.Block()
	if len(b.Succs) != 2 || b == target && !b.Dominates(target) {
		return false
	}
	to := func(x *ssa.BasicBlock) bool {
		if x == target {
			return true
		}
		return flow.Reach(x, func(y *ssa.BasicBlock) bool { return y == target || y == b })[target]
	}
	return to(b.Succs[0]) != to(b.Succs[1])
}

func (s *scanner) asksFor(cond ssa.Value, at ssa.Instruction, m *Made) bool {
	if bin, ok := cond.(*ssa.BinOp); ok && effect.IsError(bin.X.Type()) && (isNil(bin.X) || isNil(bin.Y)) {
		return s.notFoundLookup(bin, at, m)
	}
	found := false
	origin.Walk(cond, func(v ssa.Value) bool {
		c, ok := v.(*ssa.Call)
		if !ok || found {
			return !found
		}
		if ssa.Instruction(c) == at {
			return false
		}
		found = s.looksFor(c, at, m)
		return !found
	})
	return found
}

func (s *scanner) notFoundLookup(bin *ssa.BinOp, at ssa.Instruction, m *Made) bool {
	e := bin.X
	if isNil(e) {
		e = bin.Y
	}
	ifi, ok := firstReferrer[*ssa.If](bin)
	if !ok {
		return false
	}
	// The create must stand on the side on which the look-up failed.
	failed := ifi.Block().Succs[0]
	if bin.Op == token.EQL {
		failed = ifi.Block().Succs[1]
	}
	if failed != at.Block() && !failed.Dominates(at.Block()) {
		return false
	}
	found := false
	origin.Walk(e, func(v ssa.Value) bool {
		if c, ok := v.(*ssa.Call); ok && ssa.Instruction(c) != at {
			found = found || s.looksFor(c, at, m)
			return false
		}
		return true
	})
	return found
}

func firstReferrer[T ssa.Instruction](v ssa.Value) (T, bool) {
	for _, r := range *v.Referrers() {
		if t, ok := r.(T); ok {
			return t, true
		}
	}
	var zero T
	return zero, false
}

func (s *scanner) looksFor(c *ssa.Call, at ssa.Instruction, m *Made) bool {
	st := s.site(c)
	if !st.look || st.set.Has(effect.Database) && !st.set.Has(effect.Network) {
		return false
	}
	if m.Type != "" && st.obj != nil {
		for _, t := range resultTypes(st.obj.Signature()) {
			if t == m.Type {
				return true
			}
		}
	}
	call, ok := at.(ssa.CallInstruction)
	if !ok || st.obj == nil {
		return false
	}
	other := s.site(call)
	if other.obj == nil {
		return false
	}
	// The same helper asked with GET before it is asked with POST.
	if other.obj == st.obj {
		return true
	}
	return sameNoun(st.obj.Name(), other.obj.Name()) && samePackage(st.obj, other.obj)
}

func samePackage(a, b *types.Func) bool { return a.Pkg() == b.Pkg() }

func resultTypes(sig *types.Signature) []string {
	var out []string
	var add func(t types.Type, depth int)
	add = func(t types.Type, depth int) {
		switch u := types.Unalias(t).(type) {
		case *types.Pointer:
			add(u.Elem(), depth)
			return
		case *types.Slice:
			add(u.Elem(), depth)
			return
		case *types.Map:
			add(u.Elem(), depth)
			return
		case *types.Named:
			if k := api.TypeKey(u); k != "error" {
				out = append(out, k)
			}
			if st, ok := u.Underlying().(*types.Struct); ok && depth > 0 {
				for i := range st.NumFields() {
					if _, isSlice := st.Field(i).Type().Underlying().(*types.Slice); isSlice {
						add(st.Field(i).Type(), depth-1)
					}
				}
			}
		}
	}
	for i := range sig.Results().Len() {
		add(sig.Results().At(i).Type(), 1)
	}
	return out
}

func sameNoun(look, create string) bool {
	nouns := map[string]bool{}
	for _, w := range ledger.Words(create)[1:] {
		nouns[strings.TrimSuffix(w, "s")] = true
	}
	for _, w := range ledger.Words(look) {
		if nouns[strings.TrimSuffix(w, "s")] {
			return true
		}
	}
	return false
}
