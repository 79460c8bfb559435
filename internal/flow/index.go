package flow

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// index holds what is asked of a package as a whole.
type index struct {
	fieldReads map[*types.Var][]ssa.Instruction
	callers    map[*ssa.Function][]ssa.CallInstruction
	mentions   map[*ssa.Function]int // other than as callee
}

func (fl *Flow) indexed() *index {
	if fl.index != nil {
		return fl.index
	}
	ix := &index{
		fieldReads: map[*types.Var][]ssa.Instruction{},
		callers:    map[*ssa.Function][]ssa.CallInstruction{},
		mentions:   map[*ssa.Function]int{},
	}
	fl.index = ix
	for _, fn := range fl.pkg.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				ix.add(instr)
			}
		}
	}
	return ix
}

func (ix *index) add(instr ssa.Instruction) {
	switch in := instr.(type) {
	case *ssa.Field:
		v := fieldVar(in.X.Type(), in.Field)
		ix.fieldReads[v] = append(ix.fieldReads[v], in)
	case *ssa.FieldAddr:
		if v := fieldVar(in.X.Type(), in.Field); v != nil && !onlyStoredTo(in) {
			ix.fieldReads[v] = append(ix.fieldReads[v], in)
		}
	case ssa.CallInstruction:
		if fn, _ := Callee(in.Common()); fn != nil {
			ix.callers[fn] = append(ix.callers[fn], in)
		}
		for _, a := range in.Common().Args {
			if f := ResolveFunc(a); f != nil {
				ix.mentions[f]++
			}
		}
	case *ssa.Store:
		if f := ResolveFunc(in.Val); f != nil {
			ix.mentions[f]++
		}
	case *ssa.MakeInterface:
		if f := ResolveFunc(in.X); f != nil {
			ix.mentions[f]++
		}
	}
}

// FieldReads returns where this package reads the field v, through any value of
// its type.
func (fl *Flow) FieldReads(v *types.Var) []ssa.Instruction { return fl.indexed().fieldReads[v] }

// Callers returns the calls of fn in this package. complete says that there can
// be no others: fn is not exported, is no method, and is nowhere used as a
// value.
func (fl *Flow) Callers(fn *ssa.Function) (calls []ssa.CallInstruction, complete bool) {
	ix := fl.indexed()
	calls = ix.callers[fn]
	obj, _ := fn.Object().(*types.Func)
	complete = ix.mentions[fn] == 0 && (obj == nil || !obj.Exported())
	return calls, complete && len(calls) > 0
}
