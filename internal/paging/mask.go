package paging

import (
	"go/types"
	"regexp"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/flow"
)

var addressMask = regexp.MustCompile(`[?&]fields=([^&]*)`)

// Masked reports whether the request names the fields that it wants and leaves
// out the token of the next page, which then is never in the answer.
func (j *Judged) Masked() bool {
	if j.Group.Nested {
		return false
	}
	for _, c := range j.Group.Conts {
		if c.Kind != Token || c.Name == "" {
			continue
		}
		masks := masksOf(j.request())
		for _, text := range j.texts() {
			if m := addressMask.FindStringSubmatch(text); m != nil && j.Decoded {
				masks = append(masks, m[1])
			}
		}
		return len(masks) > 0 && !named(masks, c.Name)
	}
	return false
}

// masksOf returns the field masks of a request, none where one of them is not
// known.
func masksOf(req Request) []string {
	var masks []string
	for _, s := range req.Settings {
		if !plays(roleMask, s.Name) {
			continue
		}
		if _, ok := s.At.(*ssa.Call); !ok {
			if _, elem := s.At.(*ssa.Store); !elem {
				continue
			}
		}
		if listElem(s.Val.Type()) != nil || !isBasic(s.Val.Type()) {
			continue
		}
		text, ok := ConstString(s.Val)
		if !ok {
			return nil
		}
		masks = append(masks, text)
	}
	// Masks are a language of their own: names, commas, parentheses. One that
	// does not select within a list is somebody else's "fields".
	for _, m := range masks {
		if strings.Contains(m, "(") || strings.Contains(m, "/") || strings.EqualFold(m, "nextPageToken") {
			return masks
		}
	}
	return nil
}

func named(masks []string, cont string) bool {
	for _, m := range masks {
		if m == "*" || strings.HasPrefix(m, "*,") || strings.Contains(normal(m), normal(cont)) {
			return true
		}
	}
	return false
}

// MaskedPagers returns the calls of a pager method (Pages) on a request that
// leaves the token out of its field mask: they end after the first page.
func (p *Pages) MaskedPagers() []*ssa.Call {
	var out []*ssa.Call
	for _, fn := range p.pkg.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if call, ok := instr.(*ssa.Call); ok && p.maskedPager(call) {
					out = append(out, call)
				}
			}
		}
	}
	return out
}

func (p *Pages) maskedPager(call *ssa.Call) bool {
	_, obj := flow.Callee(call.Common())
	if obj == nil || obj.Name() != "Pages" || obj.Signature().Recv() == nil || p.own(obj) {
		return false
	}
	do, _, _ := types.LookupFieldOrMethod(obj.Signature().Recv().Type(), true, obj.Pkg(), "Do")
	m, ok := do.(*types.Func)
	if !ok {
		return false
	}
	for _, g := range p.shapes.results(m.Signature()) {
		for _, c := range g.Conts {
			if masks := masksOf(RequestOf(call)); c.Kind == Token && len(masks) > 0 && !named(masks, c.Name) {
				return true
			}
		}
	}
	return false
}
