package createmark

import (
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/effect"
	"github.com/idemlint/idemlint/internal/flow"
)

// listCall handles the call of an element of a list of functions that is
// written in place: steps := []step{a, b, mark}; for _, do := range steps. The
// functions before the one that marks are what comes before the mark.
func (s *scanner) listCall(st *site) bool {
	load, ok := st.call.Common().Value.(*ssa.UnOp)
	if !ok {
		return false
	}
	ia, ok := load.X.(*ssa.IndexAddr)
	if !ok {
		return false
	}
	var before []string
	for _, e := range elements(ia.X) {
		fn := flow.ResolveFunc(e)
		if fn == nil || len(fn.Blocks) == 0 {
			return true // unknown: anything may come next
		}
		sum := s.summary(fn)
		if mark := sum.Mark; mark.Strength > st.mark.Strength {
			mark.Head = append(before[:len(before):len(before)], mark.Head...)
			st.mark = mark
		}
		if set := s.eff.Func(fn); set.Has(effect.Network|effect.Process|effect.Wait) && !set.Has(effect.Database) {
			before = append(before, fn.Name())
		}
		st.undo, st.look = st.undo || sum.Undoes, st.look || sum.Looks
	}
	return true
}
