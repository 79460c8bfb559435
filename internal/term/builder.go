package term

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/api"
	"github.com/idemlint/idemlint/internal/flow"
)

// builderText returns the text of sb.String() and buf.Bytes(), or nil for other
// calls. It follows the writes to the builder through the function, block by
// block, with a loop taken once.
func (e *Eval) builderText(c *ssa.Call, obj *types.Func) *Term {
	if obj == nil || obj.Name() != "String" && obj.Name() != "Bytes" || len(c.Call.Args) == 0 {
		return nil
	}
	switch api.Name(obj) {
	case "strings.Builder.String", "bytes.Buffer.String", "bytes.Buffer.Bytes":
	default:
		return nil
	}
	sb := flow.ResolveAddr(c.Call.Args[0])
	b := builder{e: e, sb: sb, in: map[*ssa.BasicBlock][]*Term{}, until: c}
	return b.run(c.Parent())
}

type builder struct {
	e     *Eval
	sb    ssa.Value
	until *ssa.Call
	in    map[*ssa.BasicBlock][]*Term
	found []*Term
}

func (b *builder) run(fn *ssa.Function) *Term {
	if len(fn.Blocks) == 0 {
		return nil
	}
	b.in[fn.Blocks[0]] = []*Term{{Op: Const}}
	for range 2 { // the second round carries what the first saw of loops
		b.found = nil
		for _, blk := range fn.DomPreorder() {
			b.block(blk)
		}
		if len(b.found) == 0 {
			continue
		}
	}
	// Prefer the longest: a loop that ran.
	best := alt(b.found, types.Typ[types.String])
	if best.Op == Alt {
		longest := best.Args[0]
		for _, t := range best.Args {
			if len(t.String()) > len(longest.String()) {
				longest = t
			}
		}
		out := []*Term{longest}
		for _, t := range best.Args {
			if !contains(longest, t) {
				out = append(out, t)
			}
		}
		return alt(out, types.Typ[types.String])
	}
	return best
}

// maxStates bounds the texts that are told apart at one place.
const maxStates = 6

func (b *builder) block(blk *ssa.BasicBlock) {
	state := append([]*Term(nil), b.in[blk]...)
	for _, instr := range blk.Instrs {
		call, ok := instr.(ssa.CallInstruction)
		if !ok {
			continue
		}
		if call == ssa.CallInstruction(b.until) {
			b.found = append(b.found, state...)
		}
		add, reset := b.write(call)
		if reset {
			state = []*Term{{Op: Const}}
		}
		if add != nil {
			for i := range state {
				state[i] = concat(state[i], add)
			}
		}
	}
	for _, s := range blk.Succs {
		merged := distinct(append(b.in[s][:len(b.in[s]):len(b.in[s])], state...))
		seen := map[string]bool{}
		var out []*Term
		for i := len(merged) - 1; i >= 0; i-- {
			if k := merged[i].String(); !seen[k] {
				seen[k] = true
				out = append(out, merged[i])
			}
		}
		if len(out) > maxStates {
			out = out[:maxStates]
		}
		b.in[s] = out
	}
}

// write returns what call appends to the builder.
func (b *builder) write(call ssa.CallInstruction) (add *Term, reset bool) {
	common := call.Common()
	_, obj := flow.Callee(common)
	if obj == nil {
		return nil, false
	}
	at := -1
	for i, a := range common.Args {
		if mi, ok := a.(*ssa.MakeInterface); ok {
			a = mi.X
		}
		if flow.ResolveAddr(a) == b.sb {
			at = i
		}
	}
	if at < 0 {
		return nil, false
	}
	args := common.Args
	switch obj.Name() {
	case "WriteString", "Write":
		return b.e.Of(args[len(args)-1]), false
	case "WriteByte", "WriteRune":
		if n := constIndex(args[len(args)-1]); n > 0 && n < 0x10ffff {
			return &Term{Op: Const, Str: string(rune(n)), typ: types.Typ[types.String]}, false
		}
		return unknown(types.Typ[types.String]), false
	case "Fprintf":
		if len(args) == 3 {
			return sprintf(b.e.Of(args[1]), b.e.Of(args[2])), false
		}
	case "Fprint", "Fprintln":
		if l := b.e.Of(args[len(args)-1]); l.Op == List {
			return concat(l.Args...), false
		}
	case "Reset":
		return nil, true
	case "String", "Len", "Grow", "Cap", "Bytes":
		return nil, false
	case "Truncate":
		return nil, false
	}
	return unknown(types.Typ[types.String]), false
}
