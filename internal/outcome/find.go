package outcome

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/effect"
)

// Retry is a place that repeats something.
type Retry struct {
	Outcome
	Fn  *ssa.Function
	Pos token.Pos
	// How says what repeats: "loop", "call" (of itself), "helper".
	How string
	// Helper names the function that holds the loop, where it is another.
	Helper string
	// OpPos is the call that is repeated.
	OpPos token.Pos
	// Loop is the loop of this package that was evaluated.
	Loop *Loop
}

// Retries returns the hand-written retries of fn.
func (e *Engine) Retries(fn *ssa.Function) []*Retry {
	f := e.FuncOf(fn)
	if f == nil {
		return nil
	}
	var out []*Retry
	for _, l := range f.Loops() {
		if r := e.loop(fn, f, l); r != nil {
			out = append(out, r)
		}
	}
	out = append(out, e.recursion(fn, f)...)
	out = append(out, e.helpers(fn, f)...)
	out = append(out, e.libraries(fn, f)...)
	for _, r := range e.runners(f) {
		r.Fn = fn
		out = append(out, r)
	}
	return out
}

func params(f *Func) []Value {
	args := make([]Value, f.Params)
	for i := range args {
		args[i] = &Sym{ID: hash("param", f.Key, i), NonNil: i == 0 && f.Recv}
	}
	return args
}

func frees(f *Func) []Value {
	args := make([]Value, f.Free)
	for i := range args {
		args[i] = &Sym{ID: hash("free", f.Key, i), NonNil: true}
	}
	return args
}

// operation reports whether the call may be what a retry repeats.
func (e *Engine) operation(f *Func, in *Instr) bool {
	switch in.Op {
	case OpCall, OpInvoke, OpDyn:
	default:
		return false
	}
	eff := effect.Set(in.E)
	if !eff.Has(effect.Outside|effect.Unknown) && in.Op != OpDyn || in.A != "" && eff.Has(effect.Log) {
		return false
	}
	sig := typeAt(f, in.T)
	return sig != nil && len(sig.Out) > 0
}

const maxOps = 8

func (e *Engine) loop(fn *ssa.Function, f *Func, l *Loop) *Retry {
	n := 0
	for b := range f.Blocks {
		if !l.Blocks[int32(b)] || e.inner(f, l, int32(b)) {
			continue
		}
		for i := range f.Blocks[b].Instrs {
			in := &f.Blocks[b].Instrs[i]
			if !e.operation(f, in) {
				continue
			}
			if n++; n > maxOps {
				return nil
			}
			o := e.judge(func(s Scenario, tries int) *machine {
				m := e.machine(s)
				m.target, m.op, m.opFn, m.tries = l, in, f, tries
				m.call(f, params(f), frees(f), m.newState())
				return m
			})
			if o == nil || !o.fires() || !o.Looks.Real {
				continue
			}
			return &Retry{Outcome: *o, Fn: fn, Pos: e.loopPos(fn, f, l), How: "loop", OpPos: f.Pos(in), Loop: l}
		}
	}
	return nil
}

func (o *Outcome) fires() bool {
	if o.Blind {
		return true
	}
	for s, v := range o.Verdicts {
		if v == GoesOn && s.Kind != Net {
			return true
		}
	}
	return false
}

// inner reports whether block b belongs to a loop inside l.
func (e *Engine) inner(f *Func, l *Loop, b int32) bool {
	for _, x := range f.Loops() {
		if x != l && x.Blocks[b] && l.Blocks[x.Head] && len(x.Blocks) < len(l.Blocks) {
			return true
		}
	}
	return false
}

// loopPos is where the loop stands in the source.
func (e *Engine) loopPos(fn *ssa.Function, f *Func, l *Loop) token.Pos {
	if p := sourceLoop(fn, l); p.IsValid() {
		return p
	}
	for i := range f.Blocks[l.Head].Instrs {
		if p := f.pos[l.Head][i]; p.IsValid() {
			return p
		}
	}
	return fn.Pos()
}

func (e *Engine) recursion(fn *ssa.Function, f *Func) []*Retry {
	var self *Instr
	for b := range f.Blocks {
		for i := range f.Blocks[b].Instrs {
			if in := &f.Blocks[b].Instrs[i]; in.Op == OpCall && in.S == f.Key && self == nil {
				self = in
			}
		}
	}
	if self == nil {
		return nil
	}
	n := 0
	for b := range f.Blocks {
		for i := range f.Blocks[b].Instrs {
			in := &f.Blocks[b].Instrs[i]
			if !e.operation(f, in) || in.S == f.Key {
				continue
			}
			if n++; n > maxOps {
				return nil
			}
			o := e.judge(func(s Scenario, tries int) *machine {
				m := e.machine(s)
				m.rec, m.op, m.opFn, m.tries = f, in, f, tries
				for _, r := range m.call(f, params(f), frees(f), m.newState()) {
					m.event(r.st, false, -1, -1)
				}
				return m
			})
			if o != nil && o.fires() && o.Looks.Real {
				return []*Retry{{Outcome: *o, Fn: fn, Pos: f.Pos(self), How: "call", OpPos: f.Pos(in)}}
			}
		}
	}
	return nil
}
