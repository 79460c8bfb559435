package outcome

import (
	"go/token"
	"strings"
)

// simple evaluates an instruction that neither calls nor branches.
func (m *machine) simple(fr *frame, in *Instr, st *state) Value {
	arg := func(i int) Value { return m.val(fr, in.Args[i], st) }
	switch in.Op {
	case OpAlloc:
		o := st.alloc(zero{})
		m.objType[o] = typeAt(fr.f, in.T)
		return Ptr{obj: o}
	case OpLoad:
		if p, ok := st.cell(arg(0)); ok {
			t := typeAt(fr.f, in.T)
			v := m.typed(st.load(p), t)
			if s, ok := v.(*Sym); ok && s.Fn == "global" && t != nil && t.Key == "error" {
				k, _ := s.Args[0].(Text)
				return Sentinel{canonVar(k.parts)}
			}
			return v
		}
	case OpStore:
		if m.reach != nil && m.reach(fr, in, []Value{arg(0), arg(1)}, st) {
			return nil // the rest of the path is not needed
		}
		if p, ok := st.cell(arg(0)); ok {
			st.store(p, arg(1))
		}
		return nil
	case OpFieldA:
		if p, ok := st.cell(arg(0)); ok {
			return Ptr{p.obj, step(p.path, int(in.N))}
		}
	case OpField:
		return m.typed(st.get(arg(0), rune(in.N+1)), typeAt(fr.f, in.T))
	case OpIndexA, OpIndex:
		return m.index(fr, in, arg(0), arg(1), st)
	case OpLookup:
		return m.lookup(fr, in, arg(0), arg(1), st)
	case OpBin:
		return m.binop(token.Token(in.N), arg(0), arg(1), typeAt(fr.f, in.T), st)
	case OpUn:
		return m.unop(token.Token(in.N), arg(0), typeAt(fr.f, in.T), st)
	case OpBuiltin:
		return m.builtin(fr, in, st)
	case OpFunc:
		fn := Fn{key: in.S}
		for i := range in.Args {
			fn.bind = append(fn.bind, arg(i))
		}
		return fn
	case OpIface:
		v := arg(0)
		switch v := v.(type) {
		case Iface, Ans, Wrapped, Sentinel:
			return v
		}
		return Iface{typeAt(fr.f, in.T), v}
	case OpAssert:
		return m.assert(arg(0), typeAt(fr.f, in.T), in.N == 1, st)
	case OpExtract:
		return m.extract(arg(0), int(in.N))
	case OpMap:
		return Map{st.alloc(&mapv{})}
	case OpMapSet:
		m.mapSet(arg(0), arg(1), arg(2), st)
		return nil
	case OpSlice:
		return m.slice(in, arg(0), arg(1), arg(2), st)
	case OpMakeSlice:
		if n, ok := arg(0).(Int); ok && n >= 0 && n < 64 {
			return Slice{st.alloc(&agg{base: zero{}, f: map[rune]Value{}}), 0, int(n)}
		}
	case OpConvert:
		return m.convert(arg(0), typeAt(fr.f, in.T))
	case OpRange:
		return m.iterate(arg(0), st)
	case OpNext:
		return m.next(arg(0), st)
	case OpSend:
		st.send(arg(0), arg(1))
		return nil
	case OpGo:
		m.spawn(fr, in, st)
		return nil
	case OpRecv:
		st.occ++
		s := &Sym{ID: hash("recv", fr.f.Key, int(in.Dst), st.occ)}
		st.received(s, arg(0))
		if in.N == 1 {
			return Tuple{s, &Sym{ID: hash(s.ID, "ok")}}
		}
		return s
	}
	// Opaque, and the same each time for the same operands.
	h, t := hash("op", int(in.Op), int(in.N)), false
	for i := range in.Args {
		h = hash(h, st.ident(arg(i), 0))
		t = t || tainted(arg(i))
	}
	return &Sym{ID: h, Taint: t}
}

// typed gives an unwritten variable the zero of its type.
func (m *machine) typed(v Value, t *Type) Value {
	if t == nil {
		return v
	}
	switch v := v.(type) {
	case zero:
		switch t.Kind {
		case KInt, KUint:
			return Int(0)
		case KString:
			return text("")
		case KBool:
			return Bool(false)
		case KFloat:
			return Float(0)
		case KPtr, KIface, KSlice, KMap, KFunc, KChan:
			return Nil{}
		}
	case *Sym:
		if v.T == nil {
			n := *v
			n.T = t
			return &n
		}
	}
	return v
}

func (m *machine) extract(v Value, i int) Value {
	switch v := v.(type) {
	case Tuple:
		if i < len(v) {
			return v[i]
		}
	case *Sym:
		return &Sym{ID: hash(v.ID, "#", i), Taint: v.Taint, Resp: v.Resp, Fn: v.Fn, Args: v.Args}
	}
	return &Sym{ID: hash("extract", i)}
}

func (m *machine) index(fr *frame, in *Instr, x, idx Value, st *state) Value {
	n, known := idx.(Int)
	if known && n >= 0 && n < 512 {
		switch x := x.(type) {
		case Slice:
			if int(n) < x.ln {
				p := Ptr{x.obj, step("", x.off+int(n))}
				if in.Op == OpIndexA {
					return p
				}
				return m.typed(st.load(p), typeAt(fr.f, in.T))
			}
		case Ptr:
			return Ptr{x.obj, step(x.path, int(n))}
		case *agg:
			return m.typed(st.get(x, rune(n+1)), typeAt(fr.f, in.T))
		}
	}
	if t, ok := x.(Text); ok && known {
		if s, whole := t.known(); whole && n >= 0 && int(n) < len(s) {
			return Int(s[n])
		}
	}
	s := &Sym{ID: hash("idx", st.ident(x, 0), st.ident(idx, 0)), Taint: tainted(x) || tainted(idx), NonNil: in.Op == OpIndexA}
	if xs, ok := x.(*Sym); ok {
		s.up, s.Resp = xs, xs.Resp
	}
	return s
}

func (m *machine) slice(in *Instr, x, lo, hi Value, st *state) Value {
	l, h := 0, -1
	if n, ok := lo.(Int); ok {
		l = int(n)
	} else if _, none := lo.(Nil); !none {
		return &Sym{ID: hash("slice", st.ident(x, 0), st.ident(lo, 0), st.ident(hi, 0)), Taint: tainted(x)}
	}
	if n, ok := hi.(Int); ok {
		h = int(n)
	} else if _, none := hi.(Nil); !none {
		return &Sym{ID: hash("slice", st.ident(x, 0), st.ident(lo, 0), st.ident(hi, 0)), Taint: tainted(x)}
	}
	switch x := x.(type) {
	case Ptr:
		if x.path == "" && in.N > 0 {
			if h < 0 {
				h = int(in.N)
			}
			return Slice{x.obj, l, h - l}
		}
	case Slice:
		if h < 0 {
			h = x.ln
		}
		if l <= h {
			return Slice{x.obj, x.off + l, h - l}
		}
	case Text:
		if s, whole := x.known(); whole {
			if h < 0 {
				h = len(s)
			}
			if l <= h && h <= len(s) && l >= 0 {
				return text(s[l:h])
			}
		} else if i := strings.Index(x.parts, "\x00"); h >= 0 && h <= i && l <= h {
			return text(x.parts[l:h])
		}
	case Nil:
		return x
	}
	return &Sym{ID: hash("slice", st.ident(x, 0), l, h), Taint: tainted(x)}
}

func (m *machine) convert(v Value, t *Type) Value {
	if t == nil {
		return v
	}
	switch v := v.(type) {
	case Int:
		if t.Kind == KString {
			return text(string(rune(v)))
		}
		if t.Kind == KFloat {
			return Float(v)
		}
		return wrapInt(v, t)
	case Float:
		if t.Kind == KInt || t.Kind == KUint {
			return Int(v)
		}
	case zero:
		return m.typed(v, t)
	}
	return v
}

// wrapInt brings a number into the range of its type.
func wrapInt(v Int, t *Type) Int {
	switch {
	case t == nil || t.Bits == 0 || t.Bits == 64:
		return v
	case t.Kind == KUint:
		return v & (1<<t.Bits - 1)
	case t.Kind == KInt:
		sh := uint(64 - t.Bits)
		return v << sh >> sh
	}
	return v
}
