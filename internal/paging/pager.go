package paging

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/api"
	"github.com/idemlint/idemlint/internal/flow"
)

// PagersOnce returns the calls that ask a library's pager for one page, outside
// of any loop, where nobody asks it whether more follows.
func (p *Pages) PagersOnce() []*Judged {
	var out []*Judged
	p.calls(func(call *ssa.Call, obj *types.Func) {
		if !p.asksPager(call) || !isPagerMethod(obj) || flow.Innermost(flow.Loops(call.Parent()), call) != nil {
			return
		}
		pager, ok := pagerOf(call).(*ssa.Call)
		if !ok || p.pagerGoesOn(call, pager) {
			return
		}
		sig := call.Call.Signature()
		for i := range sig.Results().Len() {
			sh := p.shapes.of(sig.Results().At(i).Type(), 0, false, false)
			groups := sh.groups
			if len(groups) == 0 && len(sh.items) > 0 {
				groups = []Group{{Items: sh.items}}
			}
			for _, g := range groups {
				if g.Nested {
					continue
				}
				j := &Judged{Source: &Source{Call: call, Callee: obj, maker: pager}, Group: g.at(i)}
				for _, l := range j.Group.Items {
					j.Items = max(j.Items, p.useOf(j, l))
				}
				out = append(out, j)
			}
		}
	})
	return out
}

// calls visits the calls of the package whose function is known.
func (p *Pages) calls(visit func(*ssa.Call, *types.Func)) {
	for _, fn := range p.pkg.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if call, ok := instr.(*ssa.Call); ok {
					if _, obj := flow.Callee(call.Common()); obj != nil {
						visit(call, obj)
					}
				}
			}
		}
	}
}

// pagerOf returns the value that the method is called on.
func pagerOf(call *ssa.Call) ssa.Value {
	v := call.Call.Value
	if !call.Call.IsInvoke() {
		v = call.Call.Args[0]
	}
	if load, ok := v.(*ssa.UnOp); ok {
		return flow.ResolveAddr(load)
	}
	return v
}

// pagerGoesOn reports whether anything but the one call asks the pager, or gets
// hold of it.
func (p *Pages) pagerGoesOn(call, pager *ssa.Call) bool {
	after := flow.Reach(call.Block(), nil)
	for _, u := range p.usesOf(pager) {
		if u.Path != "" || u.Instr == ssa.Instruction(call) {
			continue
		}
		switch u.Kind {
		case flow.Method:
			if u.Instr == nil || after[u.Instr.Block()] || u.Instr.Block() == call.Block() || u.Instr.Parent() != call.Parent() {
				return true
			}
		case flow.Log, flow.Read, flow.NilTest:
		default:
			return true
		}
	}
	return false
}

// CallbackStops returns the calls of a pager that takes a function for each page
// (ListObjectsPages) where that function always says stop: it reads one page.
func (p *Pages) CallbackStops() []*ssa.Call {
	var out []*ssa.Call
	p.calls(func(call *ssa.Call, obj *types.Func) {
		if p.own(obj) || !strings.HasSuffix(strings.TrimSuffix(obj.Name(), "WithContext"), "Pages") {
			return
		}
		for _, a := range call.Call.Args {
			fn := flow.ResolveFunc(a)
			if fn == nil || len(fn.Blocks) == 0 || fn.Signature.Results().Len() != 1 || !isBool(fn.Signature.Results().At(0).Type()) {
				continue
			}
			if alwaysFalse(fn) && len(flow.Loops(fn)) > 0 {
				out = append(out, call)
			}
		}
	})
	return out
}

func alwaysFalse(fn *ssa.Function) bool {
	found := false
	for _, b := range fn.Blocks {
		if len(b.Instrs) == 0 {
			continue
		}
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		c, ok := ret.Results[0].(*ssa.Const)
		if !ok || c.Value == nil || c.Value.String() != "false" {
			return false
		}
		found = true
	}
	return found
}

// Unpaged is a place that switches paging off.
type Unpaged struct {
	At    ssa.Instruction // the list call, or the switch where it is not found
	Field string
}

// Unpaged returns where the program sets a field that the tables name as the
// switch that keeps a library from paging, and does not look whether there was
// more.
func (p *Pages) Unpaged() []Unpaged {
	var out []Unpaged
	for _, fn := range p.pkg.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				st, ok := instr.(*ssa.Store)
				if !ok {
					continue
				}
				fa, ok := st.Addr.(*ssa.FieldAddr)
				if !ok || !isTrue(st.Val) {
					continue
				}
				name := api.TypeKey(fa.X.Type()) + "." + fieldOf(fa)
				if _, ok := api.LookupName(api.Unpaged, name); ok {
					if at := p.unpagedCall(fa); at != nil {
						out = append(out, Unpaged{at, fieldOf(fa)})
					}
				}
			}
		}
	}
	return out
}

// unpagedCall returns the list call that is given the switch, the switch itself
// where there is none, or nil where one item is wanted or more is noticed.
func (p *Pages) unpagedCall(fa *ssa.FieldAddr) ssa.Instruction {
	root := ssa.Value(fa)
	for {
		up, ok := root.(*ssa.FieldAddr)
		if !ok {
			break
		}
		root = flow.ResolveAddr(up.X)
	}
	call := p.takes(fa.Parent(), root)
	if call == nil {
		return fa
	}
	j := &Judged{Source: &Source{Call: call}}
	if j.AsksForOne() {
		return nil
	}
	looped := false
	for _, u := range p.usesOf(call) {
		if u.Kind != flow.Method || u.Callee == nil {
			continue
		}
		switch name := u.Callee.Name(); {
		case name == "Next":
			looped = looped || flow.Innermost(flow.Loops(u.Instr.Parent()), u.Instr) != nil
		case name == "Meta" || contMethodName(name):
			return nil
		}
	}
	if !looped {
		return nil
	}
	return call
}

// takes returns the call that is given the allocation root.
func (p *Pages) takes(fn *ssa.Function, root ssa.Value) *ssa.Call {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			for _, a := range call.Call.Args {
				if (a == root || flow.ResolveAddr(a) == root) && call.Call.Signature().Results().Len() > 0 {
					return call
				}
			}
		}
	}
	return nil
}

func isTrue(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value != nil && c.Value.String() == "true"
}
