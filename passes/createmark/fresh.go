package createmark

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/api"
	"github.com/idemlint/idemlint/internal/flow"
	"github.com/idemlint/idemlint/internal/origin"
)

// fresh reports whether v is random or timed, so that no other run makes it
// again.
func (s *scanner) fresh(v ssa.Value) bool {
	found := false
	origin.Walk(v, func(x ssa.Value) bool {
		if found {
			return false
		}
		c, ok := x.(*ssa.Call)
		if !ok {
			return true
		}
		fn, obj := flow.Callee(c.Common())
		if fn == nil && obj == nil && generates(c) {
			found = true
			return false
		}
		if obj != nil && api.Name(obj) == "time.Time.Format" && dayLayout(c) {
			return false // the day is the same for every run of the day
		}
		if obj != nil {
			if _, ok := api.Lookup(api.Fresh, obj); ok {
				found = true
			}
		}
		if fn != nil && len(fn.Blocks) > 0 || s.own(obj) {
			if sum := s.callee(c); sum != nil && sum.Fresh {
				found = true
			}
		}
		return !found
	})
	return found
}

// dayLayout reports whether a call of time.Time.Format keeps days or longer
// spans only.
func dayLayout(c *ssa.Call) bool {
	args := c.Call.Args
	layout := text(args[len(args)-1])
	if layout == "" || strings.Contains(layout, hole) {
		return false
	}
	return !strings.Contains(layout, "15") && !strings.Contains(layout, "03") && !strings.Contains(layout, "3:") && !strings.Contains(layout, "04")
}

func (s *scanner) anyFresh(vs []ssa.Value) bool {
	for _, v := range vs {
		if s.fresh(v) {
			return true
		}
	}
	return false
}

// freshResult reports whether fn hands out a random or timed string or id.
func (s *scanner) freshResult(fn *ssa.Function) bool {
	if fn.Signature.Results().Len() == 0 || fn.Signature.Results().Len() > 2 {
		return false
	}
	for _, r := range results(fn) {
		if len(r) > 0 && (isString(r[0].Type()) || strings.HasSuffix(api.TypeKey(r[0].Type()), "UUID")) && s.fresh(r[0]) {
			return true
		}
	}
	return false
}

// persists reports whether a file or directory made by an os call stays: its
// name is handed on and nothing removes it on every way out.
func (s *scanner) persists(call ssa.CallInstruction) bool {
	name := staticObj(call).Name()
	if name == "CreateTemp" || name == "MkdirTemp" {
		if dir := text(arguments(call)[0]); dir == "" || s.fromTempDir(arguments(call)[0]) {
			return false // scratch
		}
	}
	for _, b := range call.Parent().Blocks {
		for _, instr := range b.Instrs {
			c, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if _, isDefer := c.(*ssa.Defer); isDefer && s.removes(c) {
				return false // scratch, cleared away
			}
		}
	}
	return true
}

func (s *scanner) fromTempDir(v ssa.Value) bool {
	return origin.From(v, func(x ssa.Value) bool {
		c, ok := x.(*ssa.Call)
		if !ok {
			return false
		}
		obj := staticObj(c)
		if obj == nil {
			return false
		}
		switch api.Name(obj) {
		case "os.TempDir", "os.MkdirTemp", "testing.common.TempDir":
			return true
		}
		return false
	})
}

// removes reports whether a deferred call removes files.
func (s *scanner) removes(call ssa.CallInstruction) bool {
	fn, obj := flow.Callee(call.Common())
	if obj != nil && (api.Name(obj) == "os.Remove" || api.Name(obj) == "os.RemoveAll") {
		return true
	}
	if fn == nil {
		return false
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if c, ok := instr.(ssa.CallInstruction); ok {
				if o := staticObj(c); o != nil && (api.Name(o) == "os.Remove" || api.Name(o) == "os.RemoveAll") {
					return true
				}
			}
		}
	}
	return false
}

// generates reports whether c calls a function that was handed in and is given
// nothing, yet answers with an id or the time: newID func() string,
// now func() time.Time. What it says does not depend on the record.
func generates(c *ssa.Call) bool {
	sig := c.Call.Signature()
	if _, builtin := c.Call.Value.(*ssa.Builtin); builtin || sig.Params().Len() > 0 || sig.Results().Len() != 1 {
		return false
	}
	load, ok := c.Call.Value.(*ssa.UnOp)
	if !ok {
		return false
	}
	if _, field := load.X.(*ssa.FieldAddr); !field {
		return false
	}
	t := sig.Results().At(0).Type()
	key := api.TypeKey(t)
	return isString(t) || key == "time.Time" || strings.HasSuffix(key, ".UUID")
}
