package dbwrite

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/flow"
	"github.com/idemlint/idemlint/internal/term"
)

// postgrest recognises setting the Prefer header and gathers what belongs to
// the request: the JSON body and the path, from the same function.
func (db *DB) postgrest(t *term.Term, fn *ssa.Function) *term.Term {
	prefer := preferHeader(t)
	if prefer == nil {
		return nil
	}
	req := &term.Term{Op: term.Call, Str: PostgRESTCall, Args: []*term.Term{prefer, {}, {}}}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if c, ok := instr.(ssa.CallInstruction); ok {
				db.requestPart(c, req)
			}
		}
	}
	return req
}

// preferHeader returns the value that a call sets the Prefer header to, alone or
// out of a map of headers.
func preferHeader(t *term.Term) *term.Term {
	for i := 0; i < 2; i++ {
		key, val := t.Arg(i), t.Arg(i+1)
		switch {
		case key == nil:
			return nil
		case val != nil && key.Op == term.Const && strings.EqualFold(key.Str, "prefer"):
			return val
		case key.Op == term.Call && key.Str == term.KeysName:
			key = key.Args[0]
		}
		if key.Op == term.Record {
			for j, name := range key.Names {
				if strings.EqualFold(name, "prefer") {
					return key.Args[j]
				}
			}
		}
	}
	return nil
}

// sender returns the call that sends the request which set prepares.
func sender(set ssa.CallInstruction, fn *ssa.Function) ssa.CallInstruction {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			c, ok := instr.(*ssa.Call)
			if !ok || c.Pos() < set.Pos() {
				continue
			}
			if _, obj := flow.Callee(&c.Call); obj != nil {
				switch obj.Name() {
				case "Do", "Post", "Put", "Execute", "Send":
					return c
				}
			}
		}
	}
	return set
}

func (db *DB) requestPart(c ssa.CallInstruction, req *term.Term) {
	_, obj := flow.Callee(c.Common())
	if obj == nil {
		return
	}
	args := db.ev.Args(c.Common())
	switch obj.Name() {
	case "Marshal", "MarshalIndent", "Encode", "SetBody":
		if len(args) > 0 {
			last := args[len(args)-1]
			if obj.Name() == "MarshalIndent" {
				last = args[0]
			}
			req.Args[1] = last
		}
	case "NewRequest", "NewRequestWithContext", "Post":
		for _, a := range args {
			if a.Type() != nil && isText(a) && (a.Op == term.Concat || strings.Contains(a.Str, "/")) {
				req.Args[2] = a
			}
		}
	}
}
