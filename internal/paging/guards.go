package paging

import (
	"go/types"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

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
