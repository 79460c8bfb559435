package outcome

import (
	"strings"

	"golang.org/x/tools/go/ssa"
)

// site is a place in a helper that repeats a function which it was given.
type site struct {
	loop *Loop
	op   *Instr
	fn   *Func // that holds op: the one of the loop, or one that it calls
}

const helperDepth = 3

// sites returns where the function with the given key, or what it calls,
// repeats a function that it was given.
func (e *Engine) sites(key string, depth int) []site {
	f := e.Code(key)
	if f == nil || depth > helperDepth {
		return nil
	}
	if s, ok := e.helped[f]; ok {
		return s
	}
	e.helped[f] = nil
	var out []site
	for b := range f.Blocks {
		for i := range f.Blocks[b].Instrs {
			in := &f.Blocks[b].Instrs[i]
			switch in.Op {
			case OpDyn:
				if l := f.around(int32(b)); l != nil && resultsFail(f, in) {
					out = append(out, site{l, in, f})
				}
			case OpCall:
				if in.S != key {
					out = append(out, e.sites(in.S, depth+1)...)
				}
			case OpFunc:
				out = append(out, e.sites(in.S, depth+1)...)
			}
		}
	}
	if len(out) > 4 {
		out = out[:4]
	}
	e.helped[f] = out
	return out
}

// around returns the innermost loop around block b, or nil.
func (f *Func) around(b int32) *Loop {
	var best *Loop
	for _, l := range f.Loops() {
		if l.Blocks[b] && (best == nil || len(l.Blocks) < len(best.Blocks)) {
			best = l
		}
	}
	return best
}

// resultsFail reports whether the result of the call can tell success from
// failure.
func resultsFail(f *Func, in *Instr) bool {
	sig := typeAt(f, in.T)
	if sig == nil {
		return false
	}
	for _, k := range sig.Out {
		if k == "error" || k == "bool" {
			return true
		}
	}
	return false
}

// arrival is the state in which evaluation reaches an instruction.
type arrival struct {
	args []Value
	st   *state
	m    *machine
	fr   *frame
}

// reach evaluates f up to the instruction in and returns how it gets there.
func (e *Engine) reach(f *Func, in *Instr) []arrival {
	var out []arrival
	m := e.machine(Scenario{Kind: OK})
	m.reach = func(fr *frame, at *Instr, args []Value, st *state) bool {
		if at != in || fr.f != f {
			return false
		}
		if len(out) < 2 {
			out = append(out, arrival{args, st, m, fr})
		}
		return true
	}
	m.call(f, params(f), frees(f), m.newState())
	return out
}

// resume returns a machine and a state that go on from an arrival.
func (a arrival) resume(e *Engine, s Scenario) (*machine, *state) {
	m := e.machine(s)
	m.objs = a.m.objs
	for k := range a.m.resps {
		m.resps[k] = true
	}
	for k, t := range a.m.objType {
		m.objType[k] = t
	}
	st := a.st.fork()
	st.m = m
	return m, st
}

// helpers returns the retries that fn asks of helpers: functions of its own
// project that repeat what they are given.
func (e *Engine) helpers(fn *ssa.Function, f *Func) []*Retry {
	var out []*Retry
	for b := range f.Blocks {
		for i := range f.Blocks[b].Instrs {
			in := &f.Blocks[b].Instrs[i]
			if in.Op != OpCall || in.S == f.Key {
				continue
			}
			sites := e.sites(in.S, 1)
			if len(sites) == 0 || !givesFunc(f, in, e) {
				continue
			}
			for _, s := range sites {
				if r := e.helper(fn, f, in, s); r != nil {
					out = append(out, r)
					break
				}
			}
		}
	}
	return out
}

// givesFunc reports whether the call hands over a function or something that
// may hold one.
func givesFunc(f *Func, in *Instr, e *Engine) bool {
	sig := typeAt(f, in.T)
	if sig == nil {
		return false
	}
	for _, k := range sig.In {
		if t := e.typ(k); t != nil && t.Kind == KFunc || strings.HasPrefix(k, "func(") {
			return true
		}
	}
	return false
}

func (e *Engine) helper(fn *ssa.Function, f *Func, in *Instr, s site) *Retry {
	code := e.Code(in.S)
	for _, a := range e.reach(f, in) {
		o := e.judge(func(sc Scenario, tries int) *machine {
			m, st := a.resume(e, sc)
			m.target, m.op, m.opFn, m.tries = s.loop, s.op, s.fn, tries
			m.call(code, a.args, nil, st)
			return m
		})
		if o == nil || !o.fires() || !o.Looks.Real {
			continue
		}
		r := &Retry{Outcome: *o, Fn: fn, Pos: f.Pos(in), How: "helper", Helper: code.Name, OpPos: f.Pos(in)}
		o.Marker = e.marked(o, s)
		if own := e.tt.fns[s.loop.Func.Key]; own != nil && len(own.Blocks) > 0 && !o.Marker {
			r.Pos, r.Loop = e.loopPos(own, s.loop.Func, s.loop), s.loop
		}
		return r
	}
	return nil
}

// marked reports whether the helper lets the function that it repeats say that
// repeating is useless: then the fault lies with the caller.
func (e *Engine) marked(o *Outcome, s site) bool {
	sig := typeAt(s.fn, s.op.T)
	for _, k := range sig.Out {
		if k == "bool" {
			return true
		}
	}
	pkg := pkgOf(s.loop.Func.Key)
	for k, t := range o.Looks.Types {
		base := t
		if t.Kind == KPtr {
			base = e.typ(t.Elem)
		}
		if t.Kind != KIface && pkgOf(strings.TrimLeft(k, "*")) == pkg && base != nil && !e.bearsStatus(t) {
			return true
		}
	}
	for v := range o.Looks.Vars {
		if pkgOf(v) == pkg {
			return true
		}
	}
	return false
}

// pkgOf returns the import path in the key of a function, type or variable.
func pkgOf(key string) string {
	key = strings.TrimLeft(key, "(*")
	i := strings.LastIndexByte(key, '/')
	if j := strings.IndexByte(key[i+1:], '.'); j >= 0 {
		return key[:i+1+j]
	}
	return key
}
