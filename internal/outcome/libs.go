package outcome

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/api"
	"github.com/idemlint/idemlint/internal/effect"
)

// libraries returns the retries that fn asks of libraries: calls that repeat a
// function, conditions and caps that clients and queues are given.
func (e *Engine) libraries(fn *ssa.Function, f *Func) []*Retry {
	var out []*Retry
	defs := map[int32]*Instr{}
	add := func(r *Retry) {
		if r != nil {
			r.Fn = fn
			out = append(out, r)
		}
	}
	for b := range f.Blocks {
		for i := range f.Blocks[b].Instrs {
			in := &f.Blocks[b].Instrs[i]
			if in.Dst >= 0 {
				defs[in.Dst] = in
			}
			switch in.Op {
			case OpCall, OpInvoke:
				if in.A == "" {
					continue
				}
				if ent, ok := api.LookupName(api.Retry, in.A); ok {
					add(e.libCall(f, in, ent))
				}
				if ent, ok := api.LookupName(api.RetryCond, in.A); ok {
					add(e.condition(f, in, ent, ent.Int("arg", 0)+e.recvArgs(f, in)))
				}
				if ent, ok := api.LookupName(api.RetryCap, in.A); ok {
					add(e.cap(f, in, ent, ent.Int("arg", 0)+e.recvArgs(f, in)))
				}
			case OpStore:
				if in.Args[0] < 0 {
					continue
				}
				def := defs[in.Args[0]]
				if def == nil || def.Op != OpFieldA {
					continue
				}
				name := fieldName(typeAt(f, def.T), def.N)
				if ent, ok := api.LookupName(api.RetryCond, name); ok {
					add(e.condition(f, in, ent, 1))
				}
				if ent, ok := api.LookupName(api.RetryCap, name); ok {
					add(e.cap(f, in, ent, 1))
				}
			case OpIface:
				add(e.conditionType(f, in))
			}
		}
	}
	return out
}

// recvArgs is 1 where the first argument of the call is its receiver.
func (e *Engine) recvArgs(f *Func, in *Instr) int {
	if sig := typeAt(f, in.T); sig != nil && len(in.Args) > len(sig.In) {
		return 1
	}
	return 0
}

// libCall is a call of a library that repeats the function it is given.
func (e *Engine) libCall(f *Func, in *Instr, ent api.Entry) *Retry {
	for _, a := range e.reach(f, in) {
		var op Fn
		cfg := config{forever: ent.Has("forever"), tries: 0}
		for _, v := range a.args {
			if fn, ok := v.(Fn); ok && op.key == "" {
				op = fn
				continue
			}
			cfg.read(a.m, v, a.st, 0)
		}
		code := e.Code(op.key)
		if code == nil || ent.Has("policy") && !cfg.policy {
			return nil
		}
		o := e.judge(func(s Scenario, tries int) *machine {
			m, st := a.resume(e, s)
			m.tries = min(tries, 2)
			st.inOp = 1
			m.libLoop(code, op, ent, &cfg, st)
			return m
		})
		if o == nil || !o.fires() || !o.Looks.Real {
			continue
		}
		o.Endless = cfg.forever && cfg.tries == 0 && !cfg.until && !cfg.ctx
		o.CtxEnd = cfg.ctx
		o.Tries = cfg.tries
		if o.Tries == 0 && !cfg.forever && !cfg.until {
			o.Tries = ent.Int("tries", 0)
		}
		if cfg.tries > maxCap {
			o.Tries, o.Endless = 0, true
		}
		return &Retry{Outcome: *o, Pos: f.Pos(in), How: "library", Helper: libName(in.A), OpPos: f.Pos(in)}
	}
	return nil
}

// libName shortens the name of a library function to package and function.
func libName(name string) string {
	pkg, rest, _ := strings.Cut(name[strings.LastIndexByte(name, '/')+1:], ".")
	return strings.TrimSuffix(strings.TrimPrefix(pkg, "go-"), "-go") + "." + rest
}

// libLoop runs the function as the library would.
func (m *machine) libLoop(code *Func, op Fn, ent api.Entry, cfg *config, st *state) {
	args := make([]Value, code.Params)
	for i := range args {
		args[i] = &Sym{ID: hash("libarg", i), NonNil: true}
	}
	for _, r := range m.call(code, args, op.bind, st) {
		err := r.ret
		if t, ok := err.(Tuple); ok && len(t) > 0 {
			err = t[len(t)-1]
		}
		again := m.libAgain(err, ent, cfg, r.st)
		if ent.Has("poll") {
			again = m.pollAgain(r.ret, r.st)
		}
		switch again := again.(type) {
		case Bool:
			m.libNext(bool(again), code, op, ent, cfg, r.st)
		case *Sym:
			id := again.ID
			other := r.st.fork()
			r.st.tdec[id], other.tdec[id] = true, false
			m.libNext(!again.Neg, code, op, ent, cfg, r.st)
			m.libNext(again.Neg, code, op, ent, cfg, other)
		}
	}
}

func (m *machine) libNext(again bool, code *Func, op Fn, ent api.Entry, cfg *config, st *state) {
	if again {
		st.iter++
		if st.iter < m.tries {
			m.libLoop(code, op, ent, cfg, st)
			return
		}
	}
	m.event(st, again, -1, -1)
}

// pollAgain says whether a poller asks again after (done, err): any error ends
// it, and so does done.
func (m *machine) pollAgain(ret Value, st *state) Value {
	t, ok := ret.(Tuple)
	if !ok || len(t) != 2 {
		return &Sym{ID: hash("poll", st.ident(ret, 0)), Taint: true}
	}
	if eq, known := isNil(t[1]); !known {
		return &Sym{ID: hash("pollerr", st.ident(t[1], 0)), Taint: true}
	} else if !eq {
		return Bool(false)
	}
	switch done := t[0].(type) {
	case Bool:
		return !done
	case *Sym:
		n := *done
		n.Neg = !n.Neg
		return &n
	}
	return &Sym{ID: hash("polldone", st.ident(t[0], 0)), Taint: true}
}

// libAgain says whether the library repeats after err: a Bool, or a *Sym where
// that is open.
func (m *machine) libAgain(err Value, ent api.Entry, cfg *config, st *state) Value {
	if eq, known := isNil(err); known && eq {
		return Bool(false)
	} else if !known {
		return &Sym{ID: hash("liberr", st.ident(err, 0)), Taint: true, Neg: false}
	}
	stop, again := m.marks(err, st, 0)
	switch ent.Args["mark"] {
	case "go":
		return Bool(again)
	case "stop":
		if stop && !cfg.replaces {
			return Bool(false)
		}
	}
	for _, c := range cfg.conds {
		v := m.ask(c, err, st)
		if b, ok := v.(Bool); !ok || !bool(b) {
			return v
		}
	}
	return Bool(true)
}

// ask gives err to a condition.
func (m *machine) ask(cond, err Value, st *state) Value {
	fn, ok := cond.(Fn)
	if !ok {
		return &Sym{ID: hash("ask", st.ident(cond, 0)), Taint: true}
	}
	if v, ok := m.decide(m.eng.apiName(fn.key), nil, []Value{err}, st); ok {
		return v
	}
	code := m.eng.Code(fn.key)
	if code == nil {
		return &Sym{ID: hash("ask", fn.key), Taint: true}
	}
	args := make([]Value, code.Params)
	for i := range args {
		args[i] = err
	}
	res := m.call(code, args, fn.bind, st.fork())
	if len(res) == 1 {
		return res[0].ret
	}
	return &Sym{ID: hash("ask", fn.key), Taint: true}
}

// cap is a number of tries that a queue or client is given.
func (e *Engine) cap(f *Func, in *Instr, ent api.Entry, arg int) *Retry {
	for _, a := range e.reach(f, in) {
		if arg >= len(a.args) {
			return nil
		}
		n, above := capOf(a.args[arg])
		zeroN, isInt := a.args[arg].(Int)
		endless := above || isInt && zeroN == 0 && ent.Args["zero"] == "forever" || isInt && zeroN < 0 && ent.Has("negative")
		if !endless {
			continue
		}
		r := &Retry{Pos: f.Pos(in), How: "cap", Helper: libName(ent.Name)}
		r.Outcome = Outcome{Endless: true, Tries: n, Op: libName(ent.Name), Looks: newLooks()}
		handlers, let := e.handlers(ent)
		if len(handlers) > 0 && !let {
			return nil // what cannot get better is marked and leaves the queue
		}
		for _, o := range handlers {
			if o.fires() {
				r.Op, r.Verdicts = o.Op, o.Verdicts
			}
		}
		return r
	}
	return nil
}

// handlers judges the functions of this package that the queue runs; let says
// that some of them gives a permanent answer back as if it could pass.
func (e *Engine) handlers(ent api.Entry) (list []*Outcome, let bool) {
	job := ent.Args["handler"]
	if job == "" {
		return nil, false
	}
	for _, fn := range e.pkg.Funcs {
		sig := fn.Signature
		takes := false
		for i := 0; i < sig.Params().Len(); i++ {
			takes = takes || api.TypeKey(sig.Params().At(i).Type()) == job
		}
		if !takes || sig.Results().Len() != 1 || !effect.IsError(sig.Results().At(0).Type()) {
			continue
		}
		code := e.FuncOf(fn)
		if code == nil {
			continue
		}
		mark := api.Entry{Args: map[string]string{"mark": "stop"}}
		o := e.judge(func(s Scenario, tries int) *machine {
			m := e.machine(s)
			m.tries = 2
			st := m.newState()
			st.inOp = 1
			m.libLoop(code, Fn{key: code.Key, bind: frees(code)}, mark, &config{}, st)
			return m
		})
		if o == nil {
			continue
		}
		list = append(list, o)
		let = let || o.Blind || len(o.Fires(Scenario.Ground)) > 0
	}
	return list, let
}
