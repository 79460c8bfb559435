package outcome

import (
	"strings"

	"github.com/idemlint/idemlint/internal/effect"
)

// received records that v came from channel ch.
func (st *state) received(v *Sym, ch Value) { st.recvd[v.ID] = st.ident(ch, 0) }

// send records that something went to a channel: what came from there and goes
// back is put back in its queue.
func (st *state) send(ch, v Value) {
	if from, ok := st.origin(v, 0); ok && from == st.ident(ch, 0) {
		st.requeued = true
	}
}

// origin returns the channel that v, or what it is made of, came from.
func (st *state) origin(v Value, depth int) (uint64, bool) {
	if depth > 4 {
		return 0, false
	}
	switch v := v.(type) {
	case *Sym:
		for s := v; s != nil; s = s.up {
			if ch, ok := st.recvd[s.ID]; ok {
				return ch, true
			}
		}
	case *agg:
		return st.origin(v.base, depth+1)
	case Ptr:
		return st.origin(st.load(v), depth+1)
	case Iface:
		return st.origin(v.V, depth+1)
	}
	return 0, false
}

// spawn looks only whether a goroutine puts something back.
func (m *machine) spawn(fr *frame, in *Instr, st *state) {
	fn, ok := m.val(fr, in.Args[0], st).(Fn)
	if !ok {
		return
	}
	code := m.eng.Code(fn.key)
	if code == nil || !sends(code) {
		return
	}
	var args []Value
	for _, a := range in.Args[1:] {
		args = append(args, m.val(fr, a, st))
	}
	for _, r := range m.call(code, args, fn.bind, st.fork()) {
		st.requeued = st.requeued || r.st.requeued
	}
}

func sends(f *Func) bool {
	for b := range f.Blocks {
		for i := range f.Blocks[b].Instrs {
			if f.Blocks[b].Instrs[i].Op == OpSend {
				return true
			}
		}
	}
	return false
}

// requeueWords are what queues call the way back: SQS ReturnMessage, AMQP Nack,
// workqueue, que, good_job, graphile-worker. A word only chooses among calls
// that are made for a failed item alone.
var requeueWords = map[string]bool{
	"requeue": true, "reenqueue": true, "retry": true, "later": true, "again": true, "reschedule": true,
	"nack": true, "release": true, "postpone": true, "delay": true, "snooze": true, "backoff": true,
	"putback": true, "return": true,
}

func requeueName(name string) bool {
	for _, w := range effect.Words(name[strings.LastIndexByte(name, '.')+1:]) {
		if requeueWords[strings.ToLower(w)] {
			return true
		}
	}
	return false
}

// asksBack reads the flag of a refusal that says whether the item comes back
// (AMQP: Nack(multiple, requeue), Reject(requeue)). A flag that is off or not
// known is no way back: dead letters, poison queues.
func asksBack(args []Value, sig *Type) bool {
	if sig == nil || len(sig.In) == 0 || len(args) == 0 || sig.In[len(sig.In)-1] != "bool" {
		return true
	}
	b, known := args[len(args)-1].(Bool)
	return known && bool(b)
}

// requeues tells whether failure puts the item back where success does not,
// and reads the ends of the paths anew in that light.
func requeues(ok *machine, runs map[Scenario]*machine) bool {
	if len(ok.events) == 0 {
		return false
	}
	for _, ev := range ok.events {
		if ev.Requeued {
			return false
		}
	}
	any := false
	for _, m := range runs {
		for _, ev := range m.events {
			any = any || ev.Requeued
		}
	}
	if !any {
		return false
	}
	for _, m := range runs {
		for i := range m.events {
			m.events[i].GoesOn = m.events[i].Requeued
		}
	}
	return true
}

// runners returns the retries of job runners that fn makes or starts: a type of
// the project that holds a worker, runs it and puts failed jobs back.
func (e *Engine) runners(f *Func) []*Retry {
	for b := range f.Blocks {
		for i := range f.Blocks[b].Instrs {
			in := &f.Blocks[b].Instrs[i]
			if in.Op != OpCall || in.S == f.Key {
				continue
			}
			if r := e.runnerMade(f, in); r != nil {
				return []*Retry{r}
			}
			if s := e.workSites(in.S); len(s) > 0 {
				if r := e.runner(f, in, in.S, s, nil); r != nil {
					return []*Retry{r}
				}
			}
		}
	}
	return nil
}

// workSites returns where a function runs, in a loop, a worker that it knows by
// an interface of its own package or as a function value.
func (e *Engine) workSites(key string) []site {
	f := e.Code(key)
	if f == nil {
		return nil
	}
	if s, ok := e.works[f]; ok {
		return s
	}
	e.works[f] = nil
	for b := range f.Blocks {
		l := f.around(int32(b))
		if l == nil {
			continue
		}
		for i := range f.Blocks[b].Instrs {
			in := &f.Blocks[b].Instrs[i]
			if works(f, in) {
				e.works[f] = append(e.works[f], site{l, in, f})
			} else if in.Op == OpCall && pkgOf(in.S) == pkgOf(f.Key) {
				e.works[f] = append(e.works[f], e.workIn(l, in.S)...)
			}
		}
	}
	return e.works[f]
}

// workIn returns the worker that a function, called in loop l, runs.
func (e *Engine) workIn(l *Loop, key string) []site {
	f := e.Code(key)
	if f == nil {
		return nil
	}
	for b := range f.Blocks {
		for i := range f.Blocks[b].Instrs {
			if in := &f.Blocks[b].Instrs[i]; works(f, in) {
				return []site{{l, in, f}}
			}
		}
	}
	return nil
}

// works reports whether the call runs a function value or a method of an
// interface of f's package that can fail.
func works(f *Func, in *Instr) bool {
	own := in.Op == OpInvoke && pkgOf(in.S) == pkgOf(f.Key)
	return (own || in.Op == OpDyn) && resultsFail(f, in)
}

// runnerMade judges the methods of what a constructor returns.
func (e *Engine) runnerMade(f *Func, in *Instr) *Retry {
	sig := typeAt(f, in.T)
	if sig == nil || len(sig.Out) == 0 || !strings.HasPrefix(sig.Out[0], "*") {
		return nil
	}
	for _, key := range e.methodKeys(sig.Out[0]) {
		if s := e.workSites(key); len(s) > 0 {
			if r := e.runner(f, in, key, s, in); r != nil {
				return r
			}
		}
	}
	return nil
}

// methodKeys returns the methods of *T whose code is at hand.
func (e *Engine) methodKeys(ptr string) []string {
	if e.methods == nil {
		e.methods = map[string][]string{}
		add := func(key string) {
			if i := strings.Index(key, ")."); i > 0 && key[0] == '(' && !strings.ContainsAny(key[i+2:], "$#") {
				e.methods[typeArgs(key[1:i])] = append(e.methods[typeArgs(key[1:i])], key)
			}
		}
		for k := range e.foreign {
			add(k)
		}
		for _, fn := range e.pkg.Funcs {
			add(e.tt.use(fn))
		}
	}
	return e.methods[ptr]
}

// typeArgs leaves out the type parameters of a receiver.
func typeArgs(recv string) string {
	if i := strings.IndexByte(recv, '['); i >= 0 {
		return recv[:i]
	}
	return recv
}

// runner evaluates method key on the receiver that reaches the call in, or that
// the call makes.
func (e *Engine) runner(f *Func, in *Instr, key string, sites []site, made *Instr) *Retry {
	code := e.Code(key)
	for _, a := range e.reach(f, in) {
		recv := a.args
		if made != nil {
			res := a.m.call(e.Code(in.S), a.args, nil, a.st.fork())
			if e.Code(in.S) == nil || len(res) == 0 {
				return nil
			}
			ret := res[0].ret
			if t, ok := ret.(Tuple); ok && len(t) > 0 {
				ret = t[0]
			}
			if _, ok := ret.(Ptr); !ok {
				return nil
			}
			a.st = res[0].st
			recv = []Value{ret}
			for i := 1; i < code.Params; i++ {
				recv = append(recv, &Sym{ID: hash("runparam", i), NonNil: true})
			}
		} else if len(recv) == 0 {
			return nil
		} else if _, ok := recv[0].(Ptr); !ok {
			return nil
		}
		for _, s := range sites {
			o := e.judge(func(sc Scenario, tries int) *machine {
				m, st := a.resume(e, sc)
				m.target, m.op, m.opFn, m.tries = s.loop, s.op, s.fn, 1
				m.call(code, recv, nil, st)
				return m
			})
			if o == nil || !o.fires() || !o.Looks.Real || !o.Requeue {
				continue
			}
			return &Retry{Outcome: *o, Pos: f.Pos(in), How: "runner", Helper: code.Name, OpPos: f.Pos(in)}
		}
	}
	return nil
}
