package paging

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/api"
	"github.com/idemlint/idemlint/internal/effect"
	"github.com/idemlint/idemlint/internal/flow"
	"github.com/idemlint/idemlint/internal/origin"
)

// minPageSize tells "all of them, as many as fit" from "the last ten".
const minPageSize = 20

// Sized is a call that asks an HTTP API for so many items, decodes the list and
// throws away the headers, the only place that can say that there are more.
type Sized struct {
	*Judged
	Size int
}

// Sized returns the calls of the package that ask for a page of a given size and
// decode a list that has no continuation, where nothing reads the response's
// headers.
func (p *Pages) Sized() []Sized {
	var out []Sized
	for _, fn := range p.pkg.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				call, ok := instr.(*ssa.Call)
				if !ok {
					continue
				}
				if s, ok := p.sized(call); ok {
					out = append(out, s)
				}
			}
		}
	}
	return out
}

func (p *Pages) sized(call *ssa.Call) (Sized, bool) {
	common := call.Common()
	fn, obj := flow.Callee(common)
	if obj == nil || common.Signature() == nil {
		return Sized{}, false
	}
	src := &Source{Call: call, Callee: obj, Decoded: true}
	g, ok := p.plainList(src, common)
	if !ok {
		return Sized{}, false
	}
	j := &Judged{Source: src, Group: g}
	size := 0
	for _, n := range j.addressLimits() {
		size = max(size, n)
	}
	if size < minPageSize || p.readsHeader(call, fn, obj) || j.orderedAddress() {
		return Sized{}, false
	}
	for _, l := range g.Items {
		j.Items = max(j.Items, p.useOf(j, l))
	}
	if j.Items != Whole || p.fullNoticed(j) || p.Steps(j) || p.Keyset(j) {
		return Sized{}, false
	}
	return Sized{j, size}, true
}

// plainList returns the list without a continuation that the call fills.
func (p *Pages) plainList(src *Source, common *ssa.CallCommon) (Group, bool) {
	sig, first := common.Signature(), 0
	if !common.IsInvoke() && sig.Recv() != nil {
		first = 1
	}
	for i := first; i < len(common.Args) && i-first < sig.Params().Len(); i++ {
		mem := filledBy(common.Args[i], sig.Params().At(i-first).Type())
		if mem == nil {
			continue
		}
		if ok, param := p.fetches(src, common, i); !ok || param {
			continue
		}
		elem := mem.Type().Underlying().(*types.Pointer).Elem()
		var items []Loc
		if listElem(elem) != nil {
			items = []Loc{{-1 - i, ""}}
		} else if sh := p.shapes.of(elem, 0, false, false); len(sh.groups) == 0 && len(sh.conts) == 0 && len(sh.items) == 1 {
			items = []Loc{{-1 - i, sh.items[0].Path}}
		}
		if len(items) > 0 {
			src.filled = map[int]ssa.Value{i: mem}
			return Group{Items: items}, true
		}
	}
	return Group{}, false
}

// readsHeader reports whether the headers of the response can be read: here, or
// in the helper that makes the request. What is not known counts as reading.
func (p *Pages) readsHeader(call *ssa.Call, fn *ssa.Function, obj *types.Func) bool {
	if plays(roleDecode, obj.Name()) {
		return p.responseHeaderRead(call)
	}
	if otherResults(call.Call.Signature()) {
		return true
	}
	if fn == nil || len(fn.Blocks) == 0 {
		return !p.own(obj) || !p.pass.ImportObjectFact(obj.Origin(), &Headerless{})
	}
	return bodyReadsHeader(fn, map[*ssa.Function]bool{})
}

// Headerless is a fact: the function asks another machine, gives no more than an
// error and reads no header of the response.
type Headerless struct{}

// AFact marks Headerless as a fact.
func (*Headerless) AFact() {}

func (*Headerless) String() string { return "reads no header" }

func (p *Pages) exportHeaderless() {
	for _, fn := range p.pkg.Funcs {
		obj, ok := fn.Object().(*types.Func)
		if ok && obj.Exported() && !otherResults(fn.Signature) && takesAny(fn.Signature) && p.eff.Func(fn).Has(effect.Network) &&
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

// responseHeaderRead looks at the response that a decoder reads.
func (p *Pages) responseHeaderRead(call *ssa.Call) bool {
	seen, read := false, false
	for _, a := range call.Call.Args {
		origin.Walk(a, func(v ssa.Value) bool {
			if api.TypeKey(v.Type()) == "net/http.Response" {
				if _, ok := v.Type().Underlying().(*types.Pointer); ok {
					seen = true
					read = read || p.headerUsed(v)
				}
			}
			if c, ok := v.(*ssa.Call); ok {
				if callee, obj := flow.Callee(c.Common()); p.own(obj) && p.eff.Call(c).Has(effect.Network) {
					seen = true
					read = read || callee == nil || len(callee.Blocks) == 0 || bodyReadsHeader(callee, map[*ssa.Function]bool{})
				}
			}
			return true
		})
	}
	return !seen || read
}

func (p *Pages) headerUsed(resp ssa.Value) bool {
	for _, u := range p.usesOf(resp) {
		if _, ok := under(u.Path, "Header"); ok {
			return true
		}
		if u.Path == "" && u.Kind&(flow.Return|flow.Pass|flow.Store|flow.Send|flow.Escape) != 0 && !(u.Kind == flow.Return && returnsError(u)) {
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

// fullNoticed reports whether the length of the list is compared with anything
// but nothing: a full page is noticed.
func (p *Pages) fullNoticed(j *Judged) bool {
	for _, l := range j.Group.Items {
		for _, u := range p.usesOf(j.Root(l.Result)) {
			if rest, ok := under(u.Path, l.Path); ok && rest == "len()" && u.Kind == flow.Compare {
				if cmp, ok := u.Instr.(*ssa.BinOp); ok && j.directLen(cmp) && !rangeLen(cmp) {
					return true
				}
			}
		}
	}
	return false
}

// rangeLen tells the comparison of a range loop.
func rangeLen(cmp *ssa.BinOp) bool {
	return cmp.Block() != nil && (strings.HasPrefix(cmp.Block().Comment, "rangeindex") || strings.HasPrefix(cmp.Block().Comment, "rangeint"))
}

// orderedAddress tells addresses that ask for the first few of an order.
func (j *Judged) orderedAddress() bool {
	for _, t := range j.texts() {
		if strings.Contains(t, "sort=") || strings.Contains(t, "order=") || strings.Contains(t, "orderBy=") || strings.Contains(t, "direction=") {
			return true
		}
	}
	return false
}
