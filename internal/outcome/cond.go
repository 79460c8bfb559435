package outcome

import (
	"go/token"
	"strings"

	"github.com/idemlint/idemlint/internal/api"
)

// condition judges a condition that a client is given for its own retries.
func (e *Engine) condition(f *Func, in *Instr, ent api.Entry, arg int) *Retry {
	r := &Retry{Pos: f.Pos(in), How: "condition", Helper: libName(ent.Name), OpPos: f.Pos(in)}
	if above := ent.Int("above", 0); above > 0 {
		r.Outcome = Outcome{Verdicts: map[Scenario]Verdict{}, Shown: map[Scenario]bool{}, Renews: map[Scenario]bool{}, Looks: newLooks()}
		for _, c := range httpCodes {
			v := Stops
			if c > above {
				v = GoesOn
			}
			r.Verdicts[Scenario{Kind: HTTP, Code: c}] = v
		}
		return r
	}
	for _, a := range e.reach(f, in) {
		if arg >= len(a.args) {
			return nil
		}
		conds := []Value{a.args[arg]}
		if list, ok := a.m.elems(a.args[arg], a.st); ok && len(list) > 0 {
			conds = list
		}
		for _, c := range conds {
			fn, ok := c.(Fn)
			if !ok {
				continue
			}
			if o := e.judgeCond(a, fn, nil); o != nil {
				r.Outcome = *o
				if p := e.posOf(fn.key); p.IsValid() {
					r.OpPos = p
				}
				return r
			}
		}
	}
	return nil
}

// conditionType judges a type that becomes one of a library's interfaces with
// a method that decides.
func (e *Engine) conditionType(f *Func, in *Instr) *Retry {
	t := typeAt(f, in.T)
	if t == nil || in.S == "" || in.S == "error" || in.S == "any" || len(t.Methods) == 0 {
		return nil
	}
	iface := tableKey(in.S)
	for _, meth := range t.Methods {
		if _, ok := api.LookupName(api.RetryCond, iface+"."+meth.Name); !ok {
			continue
		}
		code := e.Code(meth.Fn)
		if code == nil {
			continue
		}
		for _, a := range e.reach(f, in) {
			recv := a.args[0]
			if o := e.judgeCond(a, Fn{key: meth.Fn}, recv); o != nil {
				r := &Retry{Outcome: *o, Pos: f.Pos(in), How: "condition", Helper: libName(iface), OpPos: e.posOf(meth.Fn)}
				if p := f.posAfter(in); p.IsValid() {
					r.Pos = p
				} else {
					r.Pos = r.OpPos
				}
				return r
			}
		}
	}
	return nil
}

func (e *Engine) posOf(key string) token.Pos {
	if fn := e.tt.fns[key]; fn != nil {
		return fn.Pos()
	}
	return token.NoPos
}

// judgeCond evaluates a condition over all answers: one that takes a response
// is shown each status, one that takes an error those that it names.
func (e *Engine) judgeCond(a arrival, fn Fn, recv Value) *Outcome {
	code := e.Code(fn.key)
	if code == nil {
		return nil
	}
	sig := e.signature(fn.key)
	if sig == nil {
		return nil
	}
	resp := -1
	for i, k := range sig.In {
		if t := e.typ(k); t != nil && e.respLike(t) {
			resp = i
		}
	}
	run := func(s Scenario, tries int) *machine {
		m, st := a.resume(e, s)
		m.look.Real = true
		var args []Value
		if recv != nil {
			args = append(args, recv)
		}
		for i, k := range sig.In {
			v := Value(&Sym{ID: hash("condarg", i), NonNil: true, T: e.typ(k)})
			switch {
			case i == resp && s.Kind == HTTP:
				v = m.response(e.typ(k), s.Code, st)
			case i == resp && s.Kind != OK:
				v = Nil{}
			case k == "error" && (resp >= 0 && s.Kind == HTTP || s.Kind == OK):
				v = Nil{}
			case k == "error":
				v = Ans{}
			}
			args = append(args, v)
		}
		m.look.Kinds[kindOpaque] = 1
		if resp >= 0 {
			m.look.Kinds[kindHTTP] = 1
		}
		for _, r := range m.call(code, args, fn.bind, st) {
			m.condEvent(r)
		}
		return m
	}
	return e.judgeRuns(run)
}

func (m *machine) condEvent(r result) {
	ret := r.ret
	if t, ok := ret.(Tuple); ok && len(t) > 0 {
		// An error beside the answer ends the retries in most clients.
		if len(t) > 1 {
			if eq, known := isNil(t[len(t)-1]); known && !eq {
				m.event(r.st, false, -1, -1)
				return
			}
		}
		ret = t[0]
	}
	switch v := ret.(type) {
	case Bool:
		m.event(r.st, bool(v), -1, -1)
	default:
		s, ok := ret.(*Sym)
		if !ok {
			s = &Sym{ID: hash("ret", r.st.ident(ret, 0))}
		}
		other := r.st.fork()
		r.st.tdec[s.ID], other.tdec[s.ID] = true, false
		m.event(r.st, true, -1, -1)
		m.event(other, false, -1, -1)
	}
}

// judgeRuns is judge for conditions, which need no operation.
func (e *Engine) judgeRuns(run runner) *Outcome {
	plain := run(Scenario{Kind: Plain}, 2)
	if plain.over {
		return nil
	}
	o := &Outcome{Verdicts: map[Scenario]Verdict{}, Shown: map[Scenario]bool{}, Renews: map[Scenario]bool{}, Looks: plain.look}
	list, shown := e.scenarios(plain.look)
	for _, s := range list {
		m := run(s, 2)
		o.Verdicts[s], o.Shown[s] = m.verdict(), shown(s)
	}
	if !o.fires() {
		return nil
	}
	return o
}

// signature returns the signature of the function with the given key, without
// its receiver.
func (e *Engine) signature(key string) *Type {
	fn := e.tt.fns[key]
	if fn == nil {
		return e.foreignSig(key)
	}
	t := *e.tt.desc(fn.Signature)
	if len(fn.FreeVars) > 0 && strings.HasSuffix(fn.Name(), "$bound") {
		return &t
	}
	return &t
}

// foreignSig is signature for a function that came as a fact: its parameters
// are not known there, and a condition without them cannot be asked.
func (e *Engine) foreignSig(key string) *Type { return nil }

// posAfter returns the position of the first instruction from in on, in its
// block, that has one.
func (f *Func) posAfter(in *Instr) token.Pos {
	for b := range f.Blocks {
		for i := range f.Blocks[b].Instrs {
			if &f.Blocks[b].Instrs[i] != in {
				continue
			}
			for _, p := range f.pos[b][i:] {
				if p.IsValid() {
					return p
				}
			}
		}
	}
	return token.NoPos
}
