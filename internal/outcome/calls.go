package outcome

import (
	"strings"

	"github.com/idemlint/idemlint/internal/api"
	"github.com/idemlint/idemlint/internal/effect"
)

// callInstr evaluates a call.
func (m *machine) callInstr(fr *frame, in *Instr, st *state) []result {
	args := make([]Value, len(in.Args))
	for i, a := range in.Args {
		args[i] = m.val(fr, a, st)
	}
	if m.reach != nil && m.reach(fr, in, args, st) {
		return nil
	}
	if m.op == in && fr.f == m.opFn {
		st.given = append(st.given, m.givenTo(args, st))
		st.inOp++
		res := m.dispatch(fr, in, args, st)
		for _, r := range res {
			r.st.inOp--
		}
		return res
	}
	if fr.top && st.inOp == 0 && (effect.Set(in.E).Has(effect.Network|effect.Database|effect.Process) || in.A == "") && in.S != "" {
		st.calls = append(st.calls, in.S)
	}
	return m.dispatch(fr, in, args, st)
}

func (m *machine) dispatch(fr *frame, in *Instr, args []Value, st *state) []result {
	sig := typeAt(fr.f, in.T)
	switch in.Op {
	case OpCall:
		return m.static(in, in.S, in.A, args, nil, sig, st)
	case OpInvoke:
		return m.invoke(in, args, sig, st)
	}
	switch fn := args[0].(type) {
	case Fn:
		return m.static(in, fn.key, "", args[1:], fn.bind, sig, st)
	case Nil:
		return nil // a call of nil panics
	}
	return m.extern(in, "", args, sig, st)
}

func (m *machine) static(in *Instr, key, name string, args, bind []Value, sig *Type, st *state) []result {
	if m.rec != nil && key == m.rec.Key && len(st.stack) > 0 {
		st.iter++
		if st.iter >= m.tries {
			m.event(st, true, -1, -1)
			return nil
		}
	}
	if name == "" {
		name = m.eng.apiName(key)
	}
	if v, ok := m.decide(name, in, args, st); ok {
		return []result{{st, v}}
	}
	if f := m.eng.intrinsics[name]; f != nil {
		if v, ok := f(m, in, args, st); ok {
			return []result{{st, v}}
		}
	} else if code := m.eng.Code(key); code != nil {
		return m.call(code, args, bind, st)
	}
	return m.extern(in, name, args, sig, st)
}

func (m *machine) invoke(in *Instr, args []Value, sig *Type, st *state) []result {
	name := in.S[strings.LastIndexByte(in.S, '.')+1:]
	switch recv := args[0].(type) {
	case Iface:
		if recv.T == nil {
			break
		}
		if meth := recv.T.Method(name); meth != nil {
			if code := m.eng.Code(meth.Fn); code != nil {
				return m.call(code, append([]Value{recv.V}, args[1:]...), nil, st)
			}
		}
		if v, ok := m.statusCall(name, recv.V, st); ok {
			return []result{{st, v}}
		}
		args = append([]Value{recv.V}, args[1:]...)
	case Ans:
		if v, ok := m.ansMethod(name, st); ok {
			return []result{{st, v}}
		}
	case Wrapped:
		switch name {
		case "Error":
			return []result{{st, recv.text}}
		case "Unwrap", "Cause":
			if len(recv.inner) > 0 {
				return []result{{st, recv.inner[0]}}
			}
			return []result{{st, Nil{}}}
		}
	case Sentinel:
		if name == "Error" {
			return []result{{st, Text{hole}}}
		}
	case Nil:
		return nil
	case *Sym:
		if v, ok := m.statusCall(name, recv, st); ok {
			return []result{{st, v}}
		}
		if impl := m.eng.only(in.S); impl != "" && st.inOp+st.depth < maxDepth {
			if code := m.eng.Code(impl); code != nil {
				return m.call(code, args, nil, st)
			}
		}
	}
	return m.extern(in, in.A, args, sig, st)
}

// extern is a call of which no code is at hand.
func (m *machine) extern(in *Instr, name string, args []Value, sig *Type, st *state) []result {
	if v, ok := m.context(name, args, st); ok {
		return []result{{st, v}}
	}
	eff := effect.Set(in.E)
	if st.inOp == 0 && eff.Has(effect.Outside|effect.Unknown) && requeueName(name) && asksBack(args, sig) {
		st.requeued, st.broker = true, true
	}
	leaf := st.inOp > 0 && m.isLeaf(in, name, sig, eff)
	if leaf {
		m.leaf(in, name, args, st)
		if m.scn.Kind != OK {
			if v, ok := m.answer(in, name, args, sig, st); ok {
				return []result{{st, v}}
			}
		}
	}
	if sig == nil {
		return []result{{st, &Sym{ID: hash("ext", in.S)}}}
	}
	if len(args) > 0 && len(sig.Out) == 1 {
		short := name[strings.LastIndexByte(name, '.')+1:]
		if v, ok := m.statusCall(short, args[0], st); ok {
			return []result{{st, v}}
		}
	}
	m.asked(name, args, sig, eff, st)
	m.mutate(name, args, eff, st, leaf)
	return []result{{st, m.results(in, name, args, sig, eff, st)}}
}

// results are what an unknown function gives back when nothing goes wrong.
func (m *machine) results(in *Instr, name string, args []Value, sig *Type, eff effect.Set, st *state) Value {
	h, t := hash("call", in.S, name), false
	for _, a := range args {
		h = hash(h, st.ident(a, 0))
		t = t || tainted(a)
	}
	if st.inOp == 0 && (eff.Has(effect.Outside) || in.Op == OpDyn) {
		// Each answer of the outside is new; within the operation it is
		// part of the same try.
		st.occ++
		h = hash(h, st.occ)
	}
	if len(sig.Out) == 0 {
		return Tuple{}
	}
	out := make(Tuple, len(sig.Out))
	fails := sig.Out[len(sig.Out)-1] == "error"
	for i, key := range sig.Out {
		s := &Sym{ID: hash(h, i), Taint: t, Fn: name, Args: args, T: m.eng.typ(key), NonNil: fails && i < len(out)-1}
		out[i] = s
		if s.T != nil && m.eng.respLike(s.T) && eff.Has(effect.Outside) {
			out[i] = m.response(s.T, 200, st)
		}
		if i == len(out)-1 && fails {
			out[i] = m.failure(name, args, len(out), eff)
		}
	}
	if len(out) == 1 {
		return out[0]
	}
	return out
}

// failure is the error result of an unknown function: nil, for what is beside
// the operation is taken to work, unless the function makes errors.
func (m *machine) failure(name string, args []Value, n int, eff effect.Set) Value {
	if n > 1 || eff.Has(effect.Outside|effect.Unknown) {
		return Nil{}
	}
	var inner []Value
	hasText := false
	for _, a := range args {
		switch a := a.(type) {
		case Ans, Wrapped, Sentinel:
			inner = append(inner, a)
		case Iface:
			if a.T != nil && a.T.Method("Error") != nil {
				inner = append(inner, a)
			}
		case Text:
			hasText = true
		}
	}
	short := strings.ToLower(name[strings.LastIndexByte(name, '.')+1:])
	switch {
	case len(inner) > 0:
		return Wrapped{inner: inner, text: Text{hole}}
	case hasText && (strings.HasPrefix(short, "new") || strings.HasSuffix(short, "errorf") || strings.Contains(short, "error")):
		return Wrapped{text: Text{hole}}
	}
	return Nil{}
}

// asked records that an unknown function was given the answer and says
// something that is no error: it may judge it.
func (m *machine) asked(name string, args []Value, sig *Type, eff effect.Set, st *state) {
	if eff.Has(effect.Log) || len(sig.Out) == 0 || sig.Out[len(sig.Out)-1] == "error" {
		return
	}
	for _, a := range args {
		if p, ok := a.(Ptr); ok {
			a = st.load(p)
		}
		if tainted(a) {
			m.look.Preds[name] = true
		}
	}
}

// mutate lets an unknown function write where its arguments point to.
func (m *machine) mutate(name string, args []Value, eff effect.Set, st *state, leaf bool) {
	if eff.Has(effect.Log) || len(args) == 0 {
		return
	}
	if _, pure := api.LookupName(api.Pure, name); pure && name != "" {
		return
	}
	h := hash("mut", name)
	for _, a := range args {
		h = hash(h, st.baseID(a))
	}
	var touch func(a Value, deep bool)
	touch = func(a Value, deep bool) {
		switch a := a.(type) {
		case Ptr:
			if !m.resps[a.obj] {
				st.store(a, &Sym{ID: hash(h, a.path), Taint: tainted(st.load(a))})
			}
		case *Sym:
			if len(args) > 1 && !leaf && !immutable(a) {
				st.addIngredient(a, h)
			}
		case Iface:
			if a.T == nil || a.T.Method("Error") == nil {
				touch(a.V, deep)
			}
		case Slice:
			for i := 0; deep && i < a.ln && i < 16; i++ {
				touch(st.load(Ptr{a.obj, step("", a.off+i)}), false)
			}
		case Map:
			st.heap[a.obj] = &mapv{open: true}
		}
	}
	for _, a := range args {
		touch(a, true)
	}
}

// immutable are things that no callee changes.
func immutable(s *Sym) bool {
	if s.T == nil {
		return false
	}
	switch s.T.Kind {
	case KInt, KUint, KString, KBool, KFloat, KFunc, KChan:
		return true
	}
	return s.T.Key == "context.Context" || s.T.Key == "error"
}

// baseID identifies an argument by where it came from, not by what was done to
// it since, so that doing the same again changes nothing.
func (st *state) baseID(v Value) uint64 {
	switch v := v.(type) {
	case *Sym:
		return v.ID
	case Ptr:
		return 5
	case Iface:
		return st.baseID(v.V)
	case Slice:
		h := hash("S")
		for i := 0; i < v.ln && i < 8; i++ {
			h = hash(h, st.baseID(st.load(Ptr{v.obj, step("", v.off+i)})))
		}
		return h
	}
	return st.ident(v, 1)
}

// context answers for contexts, which are taken to be alive: that a decision
// ends with its context is said beside.
func (m *machine) context(name string, args []Value, st *state) (Value, bool) {
	switch name {
	case "context.Context.Err", "context.Cause":
		st.ctxEnd = true
		return Nil{}, true
	case "context.Context.Done":
		return &Sym{ID: hash("done"), NonNil: true, Fn: name}, true
	case "context.Background", "context.TODO":
		return &Sym{ID: hash(name), NonNil: true, Fn: name}, true
	case "context.WithTimeout", "context.WithDeadline", "context.WithTimeoutCause", "context.WithCancel", "context.WithCancelCause":
		if len(args) == 0 {
			return nil, false
		}
		ctx := &Sym{ID: hash("ctx", st.ident(args[0], 0)), NonNil: true, Fn: name, Args: args}
		return Tuple{ctx, &Sym{ID: hash("cancel"), NonNil: true, Fn: "cancel"}}, true
	case "context.WithValue", "context.WithoutCancel":
		return &Sym{ID: hash("ctxv", st.ident(args[0], 0)), NonNil: true, Fn: name, Args: args}, true
	}
	return nil, false
}
