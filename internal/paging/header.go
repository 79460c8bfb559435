package paging

import (
	"fmt"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/api"
	"github.com/idemlint/idemlint/internal/effect"
	"github.com/idemlint/idemlint/internal/flow"
	"github.com/idemlint/idemlint/internal/origin"
)

// Headerless is a fact: the function asks another machine, gives no more than an
// error and reads no header of the response.
type Headerless struct{}

// AFact marks Headerless as a fact.
func (*Headerless) AFact() {}

func (*Headerless) String() string { return "reads no header" }

// HeaderResults is a fact: these results are made of a header of the response,
// as the link to the next page is.
type HeaderResults struct{ Results []int }

// AFact marks HeaderResults as a fact.
func (*HeaderResults) AFact() {}

func (h *HeaderResults) String() string { return fmt.Sprintf("header in results %v", h.Results) }

func (p *Pages) exportHeaders() {
	for _, fn := range p.pkg.Funcs {
		obj, ok := fn.Object().(*types.Func)
		if !ok || !obj.Exported() {
			continue
		}
		if r := headerResults(fn); len(r) > 0 {
			p.pass.ExportObjectFact(obj, &HeaderResults{r})
		}
		if !otherResults(fn.Signature) && takesAny(fn.Signature) && p.eff.Func(fn).Has(effect.Network) &&
			!bodyReadsHeader(fn, map[*ssa.Function]bool{}) {
			p.pass.ExportObjectFact(obj, &Headerless{})
		}
	}
}

// takesAny tells functions with a parameter that can be filled with anything.
func takesAny(sig *types.Signature) bool {
	for i := range sig.Params().Len() {
		if iface, ok := sig.Params().At(i).Type().Underlying().(*types.Interface); ok && iface.Empty() {
			return true
		}
	}
	return false
}

// otherResults tells helpers that hand out more than an error.
func otherResults(sig *types.Signature) bool {
	res := sig.Results()
	for i := range res.Len() {
		if !effect.IsError(res.At(i).Type()) {
			return true
		}
	}
	return false
}

// bodyReadsHeader looks through a helper and the own functions that it calls.
func bodyReadsHeader(fn *ssa.Function, seen map[*ssa.Function]bool) bool {
	if seen[fn] || len(seen) > 40 {
		return false
	}
	seen[fn] = true
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch in := instr.(type) {
			case *ssa.FieldAddr:
				if api.TypeKey(in.X.Type()) == "net/http.Response" && fieldOf(in) == "Header" {
					return true
				}
			case ssa.CallInstruction:
				if callee, _ := flow.Callee(in.Common()); callee != nil && len(callee.Blocks) > 0 && bodyReadsHeader(callee, seen) {
					return true
				}
			}
		}
	}
	return false
}

// headerResults returns the results of the called own helper that are made of a
// header.
func (p *Pages) headerResults(s *Source) []int {
	fn, obj := flow.Callee(s.Call.Common())
	if fn != nil && len(fn.Blocks) > 0 {
		return headerResults(fn)
	}
	var fact HeaderResults
	if obj != nil && p.own(obj) && p.pass.ImportObjectFact(obj.Origin(), &fact) {
		return fact.Results
	}
	return nil
}

func headerResults(fn *ssa.Function) []int {
	res := fn.Signature.Results()
	if res.Len() < 2 || !bodyReadsHeader(fn, map[*ssa.Function]bool{}) {
		return nil
	}
	var out []int
	for i := range res.Len() {
		if t := res.At(i).Type(); isTokenType(t) && !types.IsInterface(t) || api.TypeKey(t) == "net/url.URL" {
			if fromHeader(fn, i) {
				out = append(out, i)
			}
		}
	}
	return out
}

// fromHeader reports whether result i of fn is made of a header of a response.
func fromHeader(fn *ssa.Function, i int) bool {
	for _, b := range fn.Blocks {
		if len(b.Instrs) == 0 {
			continue
		}
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || i >= len(ret.Results) {
			continue
		}
		if origin.From(ret.Results[i], func(v ssa.Value) bool {
			load, ok := v.(*ssa.UnOp)
			if !ok {
				return false
			}
			fa, ok := load.X.(*ssa.FieldAddr)
			return ok && api.TypeKey(fa.X.Type()) == "net/http.Response" && fieldOf(fa) == "Header"
		}) {
			return true
		}
	}
	return false
}
