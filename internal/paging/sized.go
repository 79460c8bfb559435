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
	for _, c := range g.Conts { // a total that is looked at
		j.Cont = max(j.Cont, p.fateOf(j, c))
	}
	if j.Cont != Unread || j.Items != Whole || p.fullNoticed(j) || p.Steps(j) || p.Keyset(j) {
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
		sh := p.shapes.of(elem, 0, false, false)
		if !onlyTotals(sh.conts) {
			continue
		}
		if lists := listsOf(elem, sh); len(lists) > 0 {
			src.filled = map[int]ssa.Value{i: mem}
			return Group{Items: lists, Conts: sh.conts}.at(-1 - i), true
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
	if otherResults(call.Call.Signature()) && !p.onlyUnreadResponse(call) {
		return true
	}
	if fn == nil || len(fn.Blocks) == 0 {
		return !p.own(obj) || !p.pass.ImportObjectFact(obj.Origin(), &Headerless{})
	}
	return bodyReadsHeader(fn, map[*ssa.Function]bool{})
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

// onlyUnreadResponse reports whether the helper gives its response besides an
// error, and nobody reads the headers of it.
func (p *Pages) onlyUnreadResponse(call *ssa.Call) bool {
	res := call.Call.Signature().Results()
	src := &Source{Call: call}
	for i := range res.Len() {
		if effect.IsError(res.At(i).Type()) {
			continue
		}
		if api.TypeKey(res.At(i).Type()) != "net/http.Response" {
			return false
		}
		if root := src.Root(i); root != nil && p.headerUsed(root) {
			return false
		}
	}
	return true
}

func (p *Pages) headerUsed(resp ssa.Value) bool {
	for _, u := range p.usesOf(resp) {
		if u.Instr != nil && onErrorPath(u.Instr) {
			continue // the headers of a refusal
		}
		if _, ok := under(u.Path, "Header"); ok {
			return true
		}
		if u.Path == "" && u.Kind&(flow.Return|flow.Pass|flow.Store|flow.Send|flow.Escape) != 0 && !(u.Kind == flow.Return && returnsError(u)) {
			return true
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

// onErrorPath tells instructions after which the function returns an error.
func onErrorPath(instr ssa.Instruction) bool {
	ret := straightReturn(instr.Block())
	if ret == nil || len(ret.Results) == 0 {
		return false
	}
	last := ret.Results[len(ret.Results)-1]
	return effect.IsError(last.Type()) && !isNil(last)
}
