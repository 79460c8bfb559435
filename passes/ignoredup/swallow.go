package ignoredup

import (
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/dbwrite"
	"github.com/idemlint/idemlint/internal/dupkey"
	"github.com/idemlint/idemlint/internal/effect"
	"github.com/idemlint/idemlint/internal/flow"
)

// swallowed reports whether the error that a duplicate gives is tested for and
// then dropped, here or in a function of this package that it is returned to.
func (c *checker) swallowed(site *dbwrite.Site) bool {
	if err := site.ErrorValue(); err != nil {
		return c.drops(err, 0)
	}
	// gorm: db.Create(&row).Error
	call, ok := site.Call.(*ssa.Call)
	if !ok {
		return false
	}
	for _, u := range c.fl.Uses(call) {
		if ld, ok := u.Instr.(*ssa.FieldAddr); ok && u.Kind == flow.Read && strings.HasSuffix(u.Path, "Error") {
			for _, r := range *ld.Referrers() {
				if v, ok := r.(*ssa.UnOp); ok && v.Op == token.MUL && c.drops(v, 0) {
					return true
				}
			}
		}
	}
	return false
}

const maxUp = 2

// drops reports whether a duplicate-key error in err ends as success.
func (c *checker) drops(err ssa.Value, depth int) bool {
	for _, t := range c.dup.Of(err) {
		if c.forgets(t) {
			return true
		}
	}
	if c.dup.Forgiven(err) {
		return true
	}
	if depth >= maxUp {
		return false
	}
	fn := err.Parent()
	for _, u := range c.fl.Uses(err) {
		if u.Kind != flow.Return || u.Via != nil {
			continue
		}
		// What the function returns may stand for the error: a sentinel of
		// its own.
		calls, _ := c.fl.Callers(fn)
		for _, call := range calls {
			if v := resultOf(call, u.Result); v != nil && c.drops(v, depth+1) {
				return true
			}
		}
		return false
	}
	return false
}

// resultOf returns the value of result i of call.
func resultOf(call ssa.CallInstruction, i int) ssa.Value {
	v := call.Value()
	if v == nil {
		return nil
	}
	if call.Common().Signature().Results().Len() == 1 {
		return v
	}
	for _, r := range *v.Referrers() {
		if ex, ok := r.(*ssa.Extract); ok && ex.Index == i {
			return ex
		}
	}
	return nil
}

// forgets reports whether the branch for a duplicate does nothing about it: it
// joins the way of success, or returns what success returns, without another
// look at the store and without telling the caller.
func (c *checker) forgets(t dupkey.Test) bool {
	var own []*ssa.BasicBlock // blocks that only the branch reaches
	if len(t.Then.Preds) == 1 {
		for _, b := range t.Then.Parent().Blocks {
			if t.Then.Dominates(b) {
				own = append(own, b)
			}
		}
	} else if failing(t.Then) {
		return false
	}
	for _, b := range own {
		for _, instr := range b.Instrs {
			if c.acts(instr) {
				return false
			}
		}
	}
	return true
}

// failing reports whether a shared block returns an error that may be set, as
// in "if dup { err = ErrTaken }; return err".
func failing(b *ssa.BasicBlock) bool {
	for _, instr := range b.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			continue
		}
		if !effect.IsError(phi.Type()) {
			continue
		}
		for _, e := range phi.Edges {
			if k, isConst := e.(*ssa.Const); !isConst || !k.IsNil() {
				return true
			}
		}
	}
	return false
}

// acts reports whether an instruction does something about the duplicate.
func (c *checker) acts(instr ssa.Instruction) bool {
	switch in := instr.(type) {
	case *ssa.Return:
		for _, r := range in.Results {
			if k, ok := r.(*ssa.Const); !ok || !effect.IsError(k.Type()) || !k.IsNil() {
				return true
			}
		}
	case *ssa.Panic, *ssa.Send, *ssa.Go:
		return true
	case ssa.CallInstruction:
		set := c.eff.Call(in)
		return set.Has(effect.Network) || set.Has(effect.Database) || set.Has(effect.Disk) || set.Has(effect.Exit)
	}
	return false
}
