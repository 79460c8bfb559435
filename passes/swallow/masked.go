package swallow

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/api"
	"github.com/idemlint/idemlint/internal/effect"
	"github.com/idemlint/idemlint/internal/fate"
	"github.com/idemlint/idemlint/internal/flow"
	"github.com/idemlint/idemlint/internal/report"
)

// masked is the rule for the error of a call that does many things, which holds
// one error for each that failed (bigquery.PutMultiError, a Mongo
// BulkWriteException): where it is recognised as a whole and let go, all that
// failed for other reasons is lost with it.
func (c *checker) masked(fn *ssa.Function, call ssa.CallInstruction, e errValue) bool {
	if e.val == nil || e.obj == nil {
		return false
	}
	for _, r := range *e.val.Referrers() {
		verdict, what := c.recognised(r, e)
		if verdict == nil {
			continue
		}
		for _, rr := range *verdict.Referrers() {
			i, ok := rr.(*ssa.If)
			if !ok {
				continue
			}
			yes := fate.Edge{From: i.Block(), To: i.Block().Succs[0]}
			if c.fates.Traces(yes) || !letsGo(yes.To) {
				continue
			}
			c.report(call, "masked", report.High, "the error of "+e.name+" holds one for each part that failed, and all are let go where "+what+": "+c.instead(fn, call))
			return true
		}
	}
	return false
}

// recognised returns the condition that says what the error is, where r is a
// test for an error of many parts, or for one expected error in such a one.
func (c *checker) recognised(r ssa.Instruction, e errValue) (verdict ssa.Value, what string) {
	switch r := r.(type) {
	case *ssa.TypeAssert:
		if !r.CommaOk || !isMulti(r.AssertedType) {
			return nil, ""
		}
		var ok ssa.Value
		for _, x := range *r.Referrers() {
			x, isExtract := x.(*ssa.Extract)
			if isExtract && x.Index == 1 {
				ok = x
			} else if isExtract && c.partsRead(x) {
				return nil, ""
			}
		}
		return ok, "it is one of " + shortType(r.AssertedType)
	case *ssa.Call:
		_, obj := flow.Callee(r.Common())
		if obj == nil || !isBool(r.Type()) {
			return nil, ""
		}
		if api.Name(obj) == "errors.As" {
			target := rootOf(unwrap(r.Common().Args[1]))
			if !isMulti(deref(target.Type())) || c.partsRead(target) {
				return nil, ""
			}
			return r, "it is one of " + shortType(deref(target.Type()))
		}
		if doesMany(e.obj.Name()) && api.Name(obj) != "errors.Is" {
			return r, obj.Name() + " finds the one that is expected"
		}
	}
	return nil, ""
}

func unwrap(v ssa.Value) ssa.Value {
	if m, ok := v.(*ssa.MakeInterface); ok {
		return m.X
	}
	return v
}

// partsRead reports whether the parts of the error are looked at.
func (c *checker) partsRead(v ssa.Value) bool {
	for _, u := range c.fl.Uses(v) {
		if u.Kind&(flow.Read|flow.Elem|flow.Return|flow.Store|flow.Send) != 0 {
			return true
		}
	}
	return false
}

// isMulti reports whether t is an error that lists errors: a slice, or a struct
// with a list of errors.
func isMulti(t types.Type) bool {
	if _, ok := t.Underlying().(*types.Slice); ok {
		return tellsError(t)
	}
	st := structUnder(t)
	if st == nil || !tellsError(t) && !tellsError(types.NewPointer(t)) {
		return false
	}
	for i := range st.NumFields() {
		f := st.Field(i)
		if _, list := f.Type().Underlying().(*types.Slice); list && strings.HasSuffix(f.Name(), "Errors") {
			return true
		}
	}
	return false
}

func shortType(t types.Type) string {
	key := api.TypeKey(t)
	return key[strings.LastIndexByte(key, '/')+1:]
}

// doesMany reports whether the name of a call speaks of many things at once.
func doesMany(name string) bool {
	for _, w := range effect.Words(strings.Map(letters, name)) {
		switch w {
		case "bulk", "many", "batch", "multi":
			return true
		}
	}
	return false
}

// letters turns the dots and slashes of a type's full name into gaps.
func letters(r rune) rune {
	if r == '.' || r == '/' || r == '-' {
		return '_'
	}
	return r
}

// letsGo reports whether a branch ends without an error: it returns nil, or goes
// on.
func letsGo(b *ssa.BasicBlock) bool {
	blocks := flow.Reach(b, nil)
	blocks[b] = true
	for b := range blocks {
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			n := len(ret.Results)
			if n == 0 || !effect.IsError(ret.Results[n-1].Type()) || fate.IsNilAt(ret.Results[n-1], ret.Block()) {
				return true
			}
		}
	}
	return false
}
