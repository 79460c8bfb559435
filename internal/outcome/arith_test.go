package outcome

import (
	"fmt"
	"go/token"
	"strings"
	"testing"
)

// machineFor returns a machine without a program, for what needs none.
func machineFor(s Scenario) *machine {
	e := &Engine{code: map[string]*Func{}, foreign: map[string]*Func{}, ftypes: map[string]*Type{}, intrinsics: newIntrinsics(),
		base: map[int]Value{}, impls: map[string]string{}, tt: &typeTable{}}
	return e.machine(s)
}

func TestIntOp(t *testing.T) {
	u8 := &Type{Kind: KUint, Bits: 8}
	u64 := &Type{Kind: KUint, Bits: 64}
	i8 := &Type{Kind: KInt, Bits: 8}
	for _, tt := range []struct {
		name string
		op   token.Token
		a, b Int
		t    *Type
		want Value
	}{
		{"class of a status", token.QUO, 404, 100, nil, Int(4)},
		{"remainder", token.REM, 404, 100, nil, Int(4)},
		{"bit of a status in a mask", token.AND, 1<<4 | 1<<1, 1 << 4, nil, Int(16)},
		{"bits taken out", token.AND_NOT, 7, 2, nil, Int(5)},
		{"shift as wide as the word", token.SHL, 1, 64, nil, Int(0)},
		{"unsigned wraps", token.ADD, 255, 1, u8, Int(0)},
		{"unsigned goes below zero", token.SUB, 0, 1, u8, Int(255)},
		{"signed wraps", token.ADD, 127, 1, i8, Int(-128)},
		{"a large unsigned number is no negative one", token.GTR, -1, 1, u64, Bool(true)},
		{"signed order", token.LSS, -1, 1, nil, Bool(true)},
		{"equal", token.LEQ, 429, 429, nil, Bool(true)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := intOp(tt.op, tt.a, tt.b, tt.t); got != tt.want {
				t.Errorf("%d %s %d = %v, want %v", tt.a, tt.op, tt.b, got, tt.want)
			}
		})
	}
	if _, known := intOp(token.QUO, 1, 0, nil).(Int); known {
		t.Error("a division by zero has a value")
	}
}

func TestErrorsIs(t *testing.T) {
	gone := Sentinel{"io/fs.ErrNotExist"}
	other := Sentinel{"example.org/x.ErrBusy"}
	for _, tt := range []struct {
		name string
		err  Value
		want Value
	}{
		{"itself", gone, Bool(true)},
		{"wrapped twice", Wrapped{inner: []Value{Wrapped{inner: []Value{gone}}}}, Bool(true)},
		{"joined", Wrapped{inner: []Value{other, gone}}, Bool(true)},
		{"another", other, Bool(false)},
		{"text alone", Wrapped{text: text("file does not exist")}, Bool(false)},
		{"nil", Nil{}, Bool(false)},
		{"the answer", Ans{shown: true}, Bool(true)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := machineFor(Scenario{Kind: Var, Name: "io/fs.ErrNotExist"})
			got, ok := m.errorsIs(tt.err, gone, m.newState(), 0)
			if !ok || got != tt.want {
				t.Errorf("got %v, %v; want %v", got, ok, tt.want)
			}
		})
	}
}

func TestVerdict(t *testing.T) {
	on := func(d map[uint64]bool) Event { return Event{GoesOn: true, tdec: d} }
	off := func(d map[uint64]bool) Event { return Event{tdec: d} }
	for _, tt := range []struct {
		name   string
		events []Event
		over   bool
		want   Verdict
	}{
		{"nothing", nil, false, Unknown},
		{"leaves", []Event{off(nil)}, false, Stops},
		{"goes on, and can be out of tries", []Event{on(nil), off(nil)}, false, GoesOn},
		{"hangs on the answer", []Event{on(map[uint64]bool{1: true}), off(map[uint64]bool{1: false})}, false, Unknown},
		{"out of budget", []Event{on(nil)}, true, Unknown},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := &machine{events: tt.events, over: tt.over}
			if got := m.verdict(); got != tt.want {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}

func TestSameGiven(t *testing.T) {
	m := machineFor(Scenario{Kind: OK})
	st := m.newState()
	list := &Sym{ID: 7}
	first := &Sym{ID: hash("idx", st.ident(list, 0), st.ident(Int(0), 0)), up: list}
	second := &Sym{ID: hash("idx", st.ident(list, 0), st.ident(Int(1), 0)), up: list}
	given := func(args ...Value) uint64 { return m.givenTo(args, st) }
	if !sameGiven([]uint64{given(first, Int(0)), given(first, Int(1))}) {
		t.Error("the count of the try makes another operation of it")
	}
	if sameGiven([]uint64{given(first), given(second)}) {
		t.Error("two elements of a list are the same")
	}
}

// FuzzFormat: what is known of a formatted text is part of the real one.
func FuzzFormat(f *testing.F) {
	f.Add("status %d", int64(404))
	f.Add("%w: %s", int64(0))
	f.Add("%", int64(1))
	f.Add("100%% of %+v", int64(-3))
	f.Add("%[2]d %-8.3f", int64(12))
	f.Fuzz(func(t *testing.T, format string, n int64) {
		m := machineFor(Scenario{Kind: OK})
		st := m.newState()
		got, _ := m.format([]Value{text(format), m.sliceOf([]Value{Int(n)}, st)}, st)
		want := fmt.Sprintf(format, n)
		if strings.Contains(want, "%!") || strings.ContainsAny(format, "[*\x00") {
			return // no text that a program means
		}
		for _, p := range got.pieces() {
			if !strings.Contains(want, p) {
				t.Errorf("%q of %q is no part of %q", p, format, want)
			}
		}
	})
}

func BenchmarkIdent(b *testing.B) {
	m := machineFor(Scenario{Kind: OK})
	st := m.newState()
	var elems []Value
	for i := range 8 {
		elems = append(elems, Text{"https://example.org/" + st.holeOf(&Sym{ID: uint64(i)})})
	}
	v := m.sliceOf(elems, st)
	for b.Loop() {
		st.ident(v, 0)
	}
}
