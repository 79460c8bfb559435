package outcome

import (
	"go/token"
	"math/bits"
	"strings"
)

func (m *machine) unop(op token.Token, x Value, t *Type, st *state) Value {
	switch op {
	case token.NOT:
		switch x := x.(type) {
		case Bool:
			return !x
		case *Sym:
			n := *x
			n.Neg = !n.Neg
			return &n
		}
	case token.SUB:
		if n, ok := x.(Int); ok {
			return wrapInt(-n, t)
		}
	case token.XOR:
		if n, ok := x.(Int); ok {
			return wrapInt(^n, t)
		}
	}
	return &Sym{ID: hash("un", int(op), st.ident(x, 0)), Taint: tainted(x)}
}

func (m *machine) binop(op token.Token, x, y Value, t *Type, st *state) Value {
	a, okA := x.(Int)
	b, okB := y.(Int)
	if okA && okB {
		return intOp(op, a, b, t)
	}
	switch op {
	case token.EQL, token.NEQ:
		if eq, known := m.equal(x, y, st); known {
			return Bool(eq == (op == token.EQL))
		}
		ix, iy := st.ident(x, 0), st.ident(y, 0)
		if ix == iy && !tainted(x) {
			return Bool(op == token.EQL)
		}
		if ix > iy {
			ix, iy = iy, ix
		}
		return &Sym{ID: hash("eq", ix, iy), Taint: tainted(x) || tainted(y), Neg: op == token.NEQ}
	case token.ADD:
		if a, ok := x.(Text); ok {
			if b, ok := y.(Text); ok {
				return Text{a.parts + b.parts}
			}
			return Text{a.parts + st.holeOf(y)}
		}
		if b, ok := y.(Text); ok {
			return Text{st.holeOf(x) + b.parts}
		}
	case token.LSS, token.GTR, token.LEQ, token.GEQ:
		if a, ok := x.(Text); ok {
			if b, ok := y.(Text); ok {
				s, k1 := a.known()
				u, k2 := b.known()
				if k1 && k2 {
					return Bool(cmpHolds(op, strings.Compare(s, u)))
				}
			}
		}
	}
	if fa, ok := x.(Float); ok {
		if fb, ok := y.(Float); ok {
			return floatOp(op, fa, fb)
		}
	}
	return &Sym{ID: hash("bin", int(op), st.ident(x, 0), st.ident(y, 0)), Taint: tainted(x) || tainted(y)}
}

func cmpHolds(op token.Token, c int) bool {
	switch op {
	case token.LSS:
		return c < 0
	case token.GTR:
		return c > 0
	case token.LEQ:
		return c <= 0
	}
	return c >= 0
}

func floatOp(op token.Token, a, b Float) Value {
	switch op {
	case token.ADD:
		return a + b
	case token.SUB:
		return a - b
	case token.MUL:
		return a * b
	case token.QUO:
		if b != 0 {
			return a / b
		}
	case token.LSS:
		return Bool(a < b)
	case token.GTR:
		return Bool(a > b)
	case token.LEQ:
		return Bool(a <= b)
	case token.GEQ:
		return Bool(a >= b)
	}
	return &Sym{ID: hash("float", int(op))}
}

func intOp(op token.Token, a, b Int, t *Type) Value {
	unsigned := t != nil && t.Kind == KUint
	switch op {
	case token.EQL:
		return Bool(a == b)
	case token.NEQ:
		return Bool(a != b)
	case token.LSS, token.GTR, token.LEQ, token.GEQ:
		c := 0
		switch {
		case a == b:
		case unsigned && uint64(a) < uint64(b), !unsigned && a < b:
			c = -1
		default:
			c = 1
		}
		return Bool(cmpHolds(op, c))
	case token.ADD:
		return wrapInt(a+b, t)
	case token.SUB:
		return wrapInt(a-b, t)
	case token.MUL:
		if hi, _ := bits.Mul64(uint64(abs(a)), uint64(abs(b))); hi == 0 {
			return wrapInt(a*b, t)
		}
	case token.QUO:
		if b != 0 {
			return wrapInt(a/b, t)
		}
	case token.REM:
		if b != 0 {
			return wrapInt(a%b, t)
		}
	case token.AND:
		return a & b
	case token.OR:
		return wrapInt(a|b, t)
	case token.XOR:
		return wrapInt(a^b, t)
	case token.AND_NOT:
		return a &^ b
	case token.SHL:
		if b >= 0 && b < 64 {
			return wrapInt(a<<uint(b), t)
		}
		return Int(0)
	case token.SHR:
		if b >= 0 && b < 64 {
			if unsigned {
				return Int(uint64(a) >> uint(b))
			}
			return a >> uint(b)
		}
		return Int(0)
	}
	return &Sym{ID: hash("int", int(op), uint64(a), uint64(b))}
}

func abs(a Int) Int {
	if a < 0 {
		return -a
	}
	return a
}
