package createmark

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/api"
	"github.com/idemlint/idemlint/internal/flow"
)

// deferredBefore returns the mark that was deferred before the create: it runs
// when the function is through with everything else.
func (w *walk) deferredBefore() *site {
	for _, b := range w.fn.Blocks {
		if !b.Dominates(w.c.call.Block()) {
			continue
		}
		for _, instr := range b.Instrs {
			if instr == ssa.Instruction(w.c.call) {
				break
			}
			d, ok := instr.(*ssa.Defer)
			if !ok {
				continue
			}
			if st := w.s.site(d); !st.undo && w.marks(st) {
				return st
			}
		}
	}
	return nil
}

// txOf returns the transaction that call is a statement of, or is given.
func txOf(call ssa.CallInstruction) ssa.Value {
	for _, a := range arguments(call) {
		if strings.HasSuffix(api.TypeKey(a.Type()), "Tx") {
			return a
		}
	}
	return nil
}

// commits reports whether call commits a transaction.
func commits(call ssa.CallInstruction) bool {
	_, obj := flow.Callee(call.Common())
	return obj != nil && obj.Name() == "Commit" && txOf(call) != nil
}
