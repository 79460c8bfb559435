package paging

import (
	"go/token"
	"go/types"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/api"
	"github.com/idemlint/idemlint/internal/effect"
	"github.com/idemlint/idemlint/internal/flow"
	"github.com/idemlint/idemlint/internal/origin"
)

// Request reads what the source is given, once.
func (j *Judged) request() Request {
	if j.maker != nil {
		return RequestOf(j.maker)
	}
	return RequestOf(j.Call)
}

// AsksForOne reports whether the request asks for a single item.
func (j *Judged) AsksForOne() bool {
	for _, s := range j.request().Settings {
		if !s.Limit() {
			continue
		}
		if n, ok := ConstInt(s.Val); ok && n == 1 {
			return true
		}
		if str, ok := ConstString(s.Val); ok && str == "1" {
			return true
		}
	}
	for _, n := range j.addressLimits() {
		if n == 1 {
			return true
		}
	}
	return false
}

var addressLimit = regexp.MustCompile(`[?&"]\$?(?:limit|per_page|perPage|page_size|pageSize|max_results|maxResults|max_keys|max-keys|top|first|size|count|n)=(\d+)`)

var formatLimit = regexp.MustCompile(`[?&](?:limit|per_page|perPage|page_size|pageSize|max_results|maxResults)=%[dv]`)

// addressLimits returns the page sizes in the texts that the request is made of.
func (j *Judged) addressLimits() []int {
	var out []int
	for _, text := range j.texts() {
		for _, m := range addressLimit.FindAllStringSubmatch(text, -1) {
			if n, err := strconv.Atoi(m[1]); err == nil {
				out = append(out, n)
			}
		}
		if formatLimit.MatchString(text) {
			out = append(out, j.formatted()...)
		}
	}
	return out
}

// formatted returns the numbers that are put into a format by a call.
func (j *Judged) formatted() []int {
	var out []int
	j.walkArgs(func(v ssa.Value) bool {
		if mi, ok := v.(*ssa.MakeInterface); ok {
			if n, ok := ConstInt(mi.X); ok {
				out = append(out, int(n))
			}
		}
		return true
	})
	return out
}

// texts returns the constant strings that the arguments are made of.
func (j *Judged) texts() []string {
	var out []string
	j.walkArgs(func(v ssa.Value) bool {
		if c, ok := v.(*ssa.Const); ok {
			if s, ok := ConstString(c); ok && s != "" {
				out = append(out, s)
			}
		}
		return true
	})
	return out
}

// walkArgs walks what the arguments are made of, without what the call fills.
func (j *Judged) walkArgs(visit func(ssa.Value) bool) {
	common := j.Call.Common()
	for i, a := range common.Args {
		if _, filled := j.filled[i]; filled {
			continue
		}
		if i == 0 && !common.IsInvoke() && common.Signature().Recv() != nil {
			if _, ok := a.(*ssa.Call); !ok { // a client, not a builder
				continue
			}
		}
		origin.Walk(a, visit)
	}
}

// CappedByCaller reports whether the size of the page is a number that the
// caller gives, by a parameter that is no page size: it asked for that many.
func (j *Judged) CappedByCaller() bool {
	for _, s := range j.request().Settings {
		if !s.Limit() {
			continue
		}
		found := false
		origin.Walk(s.Val, func(v ssa.Value) bool {
			if prm, ok := v.(*ssa.Parameter); ok && isInt(prm.Type()) && prm.Parent() == j.Call.Parent() && !pageSizeName(prm.Name()) {
				found = true
			}
			return !found
		})
		if found {
			return true
		}
	}
	return false
}

func pageSizeName(name string) bool {
	for _, w := range effect.Words(name) {
		if w == "page" || w == "size" || w == "per" || w == "batch" || w == "chunk" {
			return true
		}
	}
	return false
}

// Selected reports whether the request names the very items it wants: a list of
// ids or names bounds the answer.
func (j *Judged) Selected() bool {
	for _, s := range j.request().Settings {
		n := normal(s.Name)
		if listElem(s.Val.Type()) == nil {
			continue
		}
		for _, suffix := range []string{"id", "name", "ids", "names", "arns", "keys", "identifiers", "numbers", "emails"} {
			if strings.HasSuffix(n, suffix) && n != "tagkeys" && n != "attributenames" && n != "expressionattributenames" {
				return !isNil(s.Val)
			}
		}
	}
	return false
}

func isNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.IsNil()
}

// Newest reports whether the request asks for the first few of an order: the
// last ten events are what is wanted.
func (j *Judged) Newest() bool {
	ordered, small := false, false
	for _, s := range j.request().Settings {
		n := normal(s.Name)
		switch {
		case s.Limit():
			if v, ok := ConstInt(s.Val); ok && v > 0 && v < 50 {
				small = true
			}
		case strings.Contains(n, "sort") || strings.Contains(n, "order") || n == "direction" || n == "scanindexforward":
			ordered = true
		}
	}
	return ordered && small
}

// Keyset reports whether an item of the page goes into the next request: the
// loop goes on behind the last item.
func (p *Pages) Keyset(j *Judged) bool {
	fn := j.Call.Parent()
	for _, l := range j.Group.Items {
		for _, u := range p.usesOf(j.Root(l.Result)) {
			rest, ok := under(u.Path, l.Path)
			if !ok || !strings.HasPrefix(rest, "[]") && !strings.HasPrefix(rest, "len()") || u.Kind != flow.Pass && u.Via == nil {
				continue
			}
			if u.Instr == ssa.Instruction(j.Call) {
				return true
			}
			if call, ok := u.Instr.(*ssa.Call); ok {
				if callee, _ := flow.Callee(call.Common()); callee == fn {
					return true // recursion
				}
			}
		}
	}
	return false
}

// Steps reports whether the request says a page that the loop around counts up,
// or that comes from outside: page++, offset += n, ?page= of a client.
func (p *Pages) Steps(j *Judged) bool {
	loop := flow.Innermost(flow.Loops(j.Call.Parent()), j.Call)
	for _, s := range j.request().Settings {
		if !s.Ask() || s.Limit() {
			continue
		}
		if madeElsewhere(s.Val) {
			return true
		}
		if !isInt(s.Val.Type()) && !numeric(s.Val) {
			continue
		}
		if _, ok := ConstInt(s.Val); ok && !(loop != nil && s.Fresh != nil && loop.Contains(s.At) && !loop.Contains(s.Fresh)) {
			continue
		}
		return true
	}
	return j.numberedByCaller() || loop != nil && j.countsAddress(loop)
}

// madeElsewhere tells paging options that come whole from a caller or a helper.
func madeElsewhere(v ssa.Value) bool {
	st, ok := deref(v.Type()).Underlying().(*types.Struct)
	if !ok || !numbersPages(st) {
		return false
	}
	switch x := v.(type) {
	case *ssa.Parameter, *ssa.Call, *ssa.FreeVar:
		return true
	case *ssa.UnOp:
		_, made := rootOf(x).(*ssa.Alloc)
		return !made
	}
	return false
}

func deref(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// numbersPages tells options with a page or offset in numbers, which a caller
// can count up without the answer.
func numbersPages(st *types.Struct) bool {
	for i := range st.NumFields() {
		f := st.Field(i)
		if plays(roleAsk, f.Name()) && isInt(f.Type()) {
			return true
		}
		if inner, ok := f.Type().Underlying().(*types.Struct); ok && f.Embedded() && numbersPages(inner) {
			return true
		}
	}
	return false
}

// numberedByCaller reports whether the request came in whole and numbers its
// pages.
func (j *Judged) numberedByCaller() bool {
	for _, a := range j.Call.Call.Args {
		if prm, ok := a.(*ssa.Parameter); ok && prm != j.receiver() {
			if st, ok := deref(prm.Type()).Underlying().(*types.Struct); ok && numbersPages(st) {
				return true
			}
		}
	}
	return false
}

func (j *Judged) receiver() ssa.Value {
	common := j.Call.Common()
	if common.IsInvoke() || common.Signature().Recv() == nil {
		return nil
	}
	return common.Args[0]
}

// numeric tells numbers written as text: strconv.Itoa(page).
func numeric(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	for _, a := range call.Call.Args {
		if b, ok := a.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsInteger != 0 && !isConst(a) && call.Call.Signature().Recv() == nil {
			return len(call.Call.Args) == 1 || pureText(call)
		}
	}
	return false
}

var addressPage = regexp.MustCompile(`(?i)[?&](page|p|offset|start|startat|skip|after|from|cursor|since|since_id|page_number)=`)

// countsAddress tells addresses with a page that the loop changes.
func (j *Judged) countsAddress(loop *flow.Loop) bool {
	paged, moves := false, false
	j.walkArgs(func(v ssa.Value) bool {
		if s, ok := ConstString(v); ok && addressPage.MatchString(s) {
			paged = true
		}
		if phi, ok := v.(*ssa.Phi); ok && phi.Block() == loop.Head && isInt(phi.Type()) {
			moves = true
		}
		return true
	})
	return paged && moves
}

// Lookup reports whether the items are searched for what the request was
// already narrowed down to: a name that one item can have.
func (p *Pages) Lookup(j *Judged) bool {
	asked := map[any]bool{}
	for _, s := range j.request().Settings {
		if s.Ask() || s.Limit() {
			continue
		}
		origin.Walk(s.Val, func(v ssa.Value) bool {
			if k := valueKey(v); k != nil {
				asked[k] = true
			}
			return true
		})
	}
	if len(asked) == 0 {
		return false
	}
	for _, l := range j.Group.Items {
		for _, u := range p.usesOf(j.Root(l.Result)) {
			rest, ok := under(u.Path, l.Path)
			if !ok || !strings.HasPrefix(rest, "[]") || u.Via != nil {
				continue
			}
			for _, other := range compared(u) {
				if k := valueKey(Unwrap(other)); k != nil && asked[k] {
					return true
				}
			}
		}
	}
	return false
}

// compared returns what the use compares with.
func compared(u flow.Use) []ssa.Value {
	switch in := u.Instr.(type) {
	case *ssa.BinOp:
		if in.Op == token.EQL || in.Op == token.NEQ {
			return []ssa.Value{in.X, in.Y}
		}
	case *ssa.Call:
		if u.Callee != nil && (strings.Contains(u.Callee.Name(), "Equal") || u.Callee.Name() == "HasPrefix" || u.Callee.Name() == "HasSuffix") {
			return in.Call.Args
		}
	}
	return nil
}

type fieldKey struct {
	base  any
	field int
}

// valueKey gives values that are the same thing the same key: parameters, and
// fields of them that are loaded again.
func valueKey(v ssa.Value) any {
	switch x := v.(type) {
	case *ssa.Parameter, *ssa.FreeVar, *ssa.Alloc:
		return x
	case *ssa.UnOp:
		if x.Op == token.MUL {
			return valueKey(x.X)
		}
	case *ssa.FieldAddr:
		if b := valueKey(x.X); b != nil {
			return fieldKey{b, x.Field}
		}
	case *ssa.Field:
		if b := valueKey(x.X); b != nil {
			return fieldKey{b, x.Field}
		}
	case *ssa.Phi, *ssa.Extract, *ssa.Call, *ssa.Lookup:
		return x
	case *ssa.Const:
		if s, ok := ConstString(x); ok && len(s) > 2 {
			return s
		}
	}
	return nil
}

// OptIn reports whether the list is only cut where the request sets a limit, and
// this one does not. In Kubernetes a list without a limit is whole.
func (j *Judged) OptIn() bool {
	if entry, ok := api.Lookup(api.WholeList, j.Callee); ok {
		for _, s := range j.request().Settings {
			for unless := range strings.SplitSeq(entry.Args["unless"], ",") {
				if n, ok := ConstInt(s.Val); s.Name == unless && (!ok || n > 0) {
					return false
				}
			}
		}
		return true
	}
	for _, c := range j.Group.Conts {
		if normal(c.Name) != "continue" {
			return false
		}
	}
	for _, s := range j.request().Settings {
		if s.Limit() {
			if n, ok := ConstInt(s.Val); !ok || n > 0 {
				return false
			}
		}
	}
	return true
}

// Drained reports whether the list is asked for again and again while what it
// gave is taken off it: delete and list again, or a filter that shrinks by the
// work done. Also where the function only fetches and its callers do that.
func (p *Pages) Drained(j *Judged) bool {
	if loop := flow.Innermost(flow.Loops(j.Call.Parent()), j.Call); loop != nil && p.shrinks(j, loop) {
		return true
	}
	if len(j.listAt) == 0 {
		return false
	}
	calls, _ := p.fl.Callers(j.Call.Parent())
	for _, c := range calls {
		call, ok := c.(*ssa.Call)
		if !ok {
			return false
		}
		loop := flow.Innermost(flow.Loops(call.Parent()), call)
		if loop == nil {
			return false
		}
		fetched := &Judged{Source: &Source{Call: call}, Group: Group{Items: j.listAt}}
		if !p.shrinks(fetched, loop) {
			return false
		}
	}
	return len(calls) > 0
}

// shrinks reports whether, inside the loop, items of the page go into a call
// that takes them off the list, while the page is what ends the loop.
func (p *Pages) shrinks(j *Judged, loop *flow.Loop) bool {
	ends, taken := false, false
	for _, l := range j.Group.Items {
		for _, u := range p.usesOf(j.Root(l.Result)) {
			rest, ok := under(u.Path, l.Path)
			if !ok || u.Instr == nil {
				continue
			}
			if strings.HasPrefix(rest, "len()") && u.Kind&(flow.NilTest|flow.Compare) != 0 {
				ends = ends || p.leaves(u.Instr, loop)
			}
			if call, ok := u.Instr.(ssa.CallInstruction); ok && loop.Contains(u.Instr) && u.Instr != ssa.Instruction(j.Call) && u.Via == nil {
				taken = taken || p.takesOff(call, j)
			}
		}
	}
	if !ends { // or a flag of the answer ends it
		for _, c := range j.Group.Conts {
			for _, u := range p.usesOf(j.Root(c.Result)) {
				if _, ok := under(u.Path, c.Path); ok && u.Kind&(flow.NilTest|flow.Compare) != 0 {
					ends = ends || p.leaves(u.Instr, loop)
				}
			}
		}
	}
	return taken && ends
}

// takesOff reports whether a call given items changes them where they are kept.
func (p *Pages) takesOff(call ssa.CallInstruction, j *Judged) bool {
	_, obj := flow.Callee(call.Common())
	if obj == nil || p.own(obj) && !p.eff.Call(call).Has(effect.Outside|effect.Unknown) {
		return false
	}
	for _, w := range effect.Words(obj.Name()) {
		if plays(roleShrink, w) {
			return true
		}
	}
	return false
}

// leaves reports whether a comparison decides on leaving the loop.
func (p *Pages) leaves(instr ssa.Instruction, loop *flow.Loop) bool {
	for _, ifi := range deciders(instr) {
		if !loop.Contains(ifi) {
			continue
		}
		for _, s := range ifi.Block().Succs {
			if !loop.Blocks[s] {
				return true
			}
		}
	}
	return false
}

// deciders returns the branches that a comparison decides, through && and ||
// and variables.
func deciders(instr ssa.Instruction) []*ssa.If {
	var out []*ssa.If
	seen := map[ssa.Instruction]bool{}
	var follow func(in ssa.Instruction, depth int)
	follow = func(in ssa.Instruction, depth int) {
		if seen[in] || depth > 6 {
			return
		}
		seen[in] = true
		if ifi, ok := in.(*ssa.If); ok {
			out = append(out, ifi)
			return
		}
		v, ok := in.(ssa.Value)
		if !ok || v.Referrers() == nil {
			return
		}
		switch in.(type) {
		case *ssa.BinOp, *ssa.Phi, *ssa.UnOp:
			for _, r := range *v.Referrers() {
				follow(r, depth+1)
			}
		}
	}
	follow(instr, 0)
	return out
}
