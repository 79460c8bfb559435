package createmark

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/api"
	"github.com/idemlint/idemlint/internal/ledger"
	"github.com/idemlint/idemlint/internal/origin"
)

// keyUse is how a request is protected by an idempotency key.
type keyUse struct {
	params []int // parameters that are the key
	safe   bool  // the key belongs to the record
	fresh  bool  // the key is made anew for each call
}

// add takes in the value v of a key that the call at is given.
func (k *keyUse) add(s *scanner, v ssa.Value, at ssa.CallInstruction) {
	switch ps := params(v); {
	case s.fresh(v) && s.keptFirst(v, at):
		k.safe = true // the next run finds the key that this one has used
	case s.fresh(v):
		k.fresh = true
	case len(ps) > 0 && isParam(v):
		k.params = append(k.params, ps...)
	case isConst(v):
	default:
		k.safe = true
	}
}

func isParam(v ssa.Value) bool {
	_, ok := v.(*ssa.Parameter)
	return ok
}

// headerKey looks for an idempotency header of the request.
func (s *scanner) headerKey(r request) keyUse {
	var k keyUse
	if r.make == nil {
		return k
	}
	for _, b := range r.make.Parent().Blocks {
		for _, instr := range b.Instrs {
			c, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			obj := staticObj(c)
			if obj == nil || !(api.Name(obj) == "net/http.Header.Set" || api.Name(obj) == "net/http.Header.Add") {
				continue
			}
			args := arguments(c)
			if len(args) == 3 && ledger.IdempotencyKey(strings.Trim(text(args[1]), hole)) {
				k.add(s, args[2], r.make)
			}
		}
	}
	return k
}

// keptFirst reports whether the random value v is stored in a database or ledger
// before the call at runs with it.
func (s *scanner) keptFirst(v ssa.Value, at ssa.CallInstruction) bool {
	made := map[ssa.Value]bool{}
	origin.Walk(v, func(x ssa.Value) bool {
		if c, ok := x.(*ssa.Call); ok && s.fresh(c) {
			made[c] = true
			return false
		}
		return true
	})
	for _, b := range at.Parent().Blocks {
		for _, instr := range b.Instrs {
			c, ok := instr.(*ssa.Call)
			if !ok || made[c] || ssa.CallInstruction(c) == at || follows(c, at) || !before(c, at) {
				continue
			}
			if s.site(c).mark.Strength == NoMark {
				continue
			}
			for _, a := range dataArgs(c) {
				if origin.From(a, func(x ssa.Value) bool { return made[x] }) {
					return true
				}
			}
		}
	}
	return false
}

// follows reports whether c is reached only after at.
func follows(c, at ssa.Instruction) bool {
	if c.Block() == at.Block() {
		return slices.Index(c.Block().Instrs, c) > slices.Index(at.Block().Instrs, at)
	}
	return at.Block().Dominates(c.Block())
}
