package paging

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/flow"
	"github.com/idemlint/idemlint/internal/ir"
)

// maxVary bounds the walk of varies.
const maxVary = 200

// varies reports whether v can be another value each time round the loop. What
// cannot be known varies.
func (p *Pages) varies(v ssa.Value, loop *flow.Loop, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return false
	}
	seen[v] = true
	if len(seen) > maxVary {
		return true
	}
	switch x := v.(type) {
	case *ssa.Const, *ssa.Function, *ssa.Builtin:
		return false
	case *ssa.Parameter:
		return false
	case *ssa.FreeVar, *ssa.Global:
		return true
	case *ssa.Phi:
		if x.Block() == loop.Head {
			// carried round: it varies where a value from inside does
			return p.phiVaries(x, loop, seen)
		}
	case *ssa.Alloc:
		return p.memoryVaries(x, loop, seen)
	case *ssa.UnOp:
		if x.Op == token.MUL {
			return p.loadVaries(x, loop, seen)
		}
		if x.Op == token.ARROW {
			return true
		}
	case *ssa.Call:
		if loop.Contains(x) && !pureCall(x) {
			return true
		}
	case *ssa.Next, *ssa.Select, *ssa.Range:
		return true
	}
	in, ok := v.(ssa.Instruction)
	if !ok {
		return false
	}
	if !loop.Contains(in) {
		if _, isAlloc := v.(*ssa.Alloc); !isAlloc && isBasic(v.Type()) {
			return false
		}
	}
	for _, op := range in.Operands(nil) {
		if *op != nil && p.varies(*op, loop, seen) {
			return true
		}
	}
	return false
}

func (p *Pages) phiVaries(x *ssa.Phi, loop *flow.Loop, seen map[ssa.Value]bool) bool {
	for i, e := range x.Edges {
		if loop.Blocks[x.Block().Preds[i]] && e != ssa.Value(x) {
			if _, ok := e.(*ssa.Const); !ok {
				return true
			}
		}
	}
	return false
}

// memoryVaries looks at what is stored in an allocation.
func (p *Pages) memoryVaries(a ssa.Value, loop *flow.Loop, seen map[ssa.Value]bool) bool {
	for _, r := range *a.Referrers() {
		switch r := r.(type) {
		case *ssa.Store:
			if r.Addr == a && (loop.Contains(r) && !isConst(r.Val) || p.varies(r.Val, loop, seen)) {
				return true
			}
		case *ssa.FieldAddr, *ssa.IndexAddr:
			if p.memoryVaries(r.(ssa.Value), loop, seen) {
				return true
			}
		case *ssa.MakeClosure:
			return true
		case *ssa.Call:
			if loop.Contains(r) && !pureCall(r) {
				return true
			}
		}
	}
	return false
}

func isConst(v ssa.Value) bool { _, ok := v.(*ssa.Const); return ok }

func (p *Pages) loadVaries(x *ssa.UnOp, loop *flow.Loop, seen map[ssa.Value]bool) bool {
	switch a := x.X.(type) {
	case *ssa.Alloc:
		return p.memoryVaries(a, loop, seen)
	case *ssa.FieldAddr:
		if base, ok := flow.ResolveAddr(a.X).(*ssa.Alloc); ok {
			return p.memoryVaries(base, loop, seen)
		}
		// A field of a receiver or parameter: does the loop store to it?
		for b := range loop.Blocks {
			for _, in := range b.Instrs {
				if st, ok := in.(*ssa.Store); ok {
					if fa, ok := st.Addr.(*ssa.FieldAddr); ok && fa.Field == a.Field && types.Identical(fa.X.Type(), a.X.Type()) {
						return true
					}
				}
			}
		}
		return plays(roleAsk, fieldOf(a)) || p.varies(a.X, loop, seen)
	}
	return true
}

// pureCall tells calls whose result is made of their arguments alone:
// formatting, conversions, pointers to values.
func pureCall(c *ssa.Call) bool {
	if b, ok := c.Call.Value.(*ssa.Builtin); ok {
		return b.Name() != "append"
	}
	_, obj := flow.Callee(c.Common())
	if obj == nil || obj.Pkg() == nil {
		return false
	}
	if ir.IsStd(obj.Pkg().Path()) {
		switch obj.Pkg().Path() {
		case "fmt", "strings", "strconv", "net/url", "path", "context":
			return true
		}
		return false
	}
	return !c.Call.IsInvoke() && len(c.Call.Args) == 1 && obj.Signature().Recv() == nil
}
