package createmark

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/api"
	"github.com/idemlint/idemlint/internal/flow"
	"github.com/idemlint/idemlint/internal/ledger"
	"github.com/idemlint/idemlint/internal/origin"
)

// guard is one reason why a create may be repeated without harm.
type guard struct {
	is  func() bool
	why string
}

func holdsAny(gs []guard, say func(string)) bool {
	for _, g := range gs {
		if g.is() {
			if say != nil {
				say(g.why)
			}
			return true
		}
	}
	return false
}

// protected reports whether what the create m at st is given makes a repetition
// harmless. Without say it sums up for callers: a key that is a parameter is
// theirs to judge.
func (s *scanner) protected(st *site, m *Made, say func(string)) bool {
	if m.Method > 0 || m.Request > 0 {
		return false // not known yet to be a create
	}
	return holdsAny([]guard{
		{func() bool { return s.keyed(st, m, say == nil) }, "the idempotency key is made from the record"},
		{func() bool { return s.ownID(st) }, "the caller chooses the thing's id"},
		{func() bool { return s.inTransaction(st) }, "the create belongs to a database transaction"},
	}, say)
}

// guarded reports whether what stands around the create makes a repetition
// harmless.
func (s *scanner) guarded(fn *ssa.Function, st *site, m *Made, say func(string)) bool {
	if m.Method > 0 || m.Request > 0 {
		return false
	}
	return holdsAny([]guard{
		{func() bool { return s.existsHandled(st) }, "the answer \"exists already\" is handled"},
		{func() bool { return s.lookedUp(fn, st.call, m) }, "it is looked up first and made only where there is none"},
		{func() bool { return s.claimed(fn, st) }, "an intent or a claim is stored first"},
	}, say)
}

// keyed looks for an idempotency key among what the call is given: a field, a
// map entry, a setter of the parameters or an option.
func (s *scanner) keyed(st *site, m *Made, sumUp bool) bool {
	var k keyUse
	take := func(v ssa.Value) { k.add(s, v, st.call) }
	for _, a := range dataArgs(st.call) {
		if c, ok := flow.ResolveAddr(a).(*ssa.Call); ok && isFunc(a) {
			s.keyCall(c, take) // one option, no list of them
		}
		if isFunc(a) {
			continue
		}
		origin.Walk(a, func(x ssa.Value) bool {
			switch x := x.(type) {
			case *ssa.Alloc:
				for _, r := range *x.Referrers() {
					s.keyField(r, take)
				}
			case *ssa.MakeMap:
				for _, r := range *x.Referrers() {
					if mu, ok := r.(*ssa.MapUpdate); ok && ledger.IdempotencyKey(strings.Trim(text(mu.Key), hole)) {
						take(mu.Value)
					}
				}
			case *ssa.Call:
				s.keyCall(x, take)
			}
			return true
		})
	}
	m.FreshKey = m.FreshKey || k.fresh
	switch {
	case k.fresh:
		return false
	case sumUp && !k.safe:
		m.Keys = append(m.Keys[:len(m.Keys):len(m.Keys)], k.params...)
		return false
	}
	return k.safe || len(k.params) > 0 || len(m.Keys) > 0
}

func (s *scanner) keyField(r ssa.Instruction, take func(ssa.Value)) {
	fa, ok := r.(*ssa.FieldAddr)
	if !ok {
		return
	}
	for _, ref := range *fa.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Addr == fa && ledger.IdempotencyKey(fieldName(fa)) {
				take(ref.Val)
			}
		case *ssa.FieldAddr:
			s.keyField(ref, take)
		}
	}
}

// keyCall: params.SetIdempotencyKey(k), nats.MsgId(k), asynq.TaskID(k),
// header.Set("Idempotency-Key", k).
func (s *scanner) keyCall(c *ssa.Call, take func(ssa.Value)) {
	obj := staticObj(c)
	if obj == nil {
		return
	}
	args := dataArgs(c)
	name := strings.TrimPrefix(strings.TrimPrefix(obj.Name(), "Set"), "With")
	switch {
	case len(args) == 1 && (ledger.IdempotencyKey(name) || ledger.IdempotencyKey(obj.Name())):
		take(args[0])
	case len(args) == 2 && isString(args[1].Type()) && ledger.IdempotencyKey(strings.Trim(text(args[0]), hole)):
		take(args[1]) // Set, Add, SetHeader, an option that sets a header
	}
}

// ownID: the request carries the thing's own id, which no other run makes
// again. A random id is none.
func (s *scanner) ownID(st *site) bool {
	found := false
	for _, a := range dataArgs(st.call) {
		if isFunc(a) {
			continue
		}
		walkLiterals(a, st.call, func(name string, v ssa.Value) {
			if ledger.OwnID(name) && !isConst(v) && !s.fresh(v) {
				found = true
			}
		})
	}
	// Builder chains: Events.Insert(calendar, ev).Do().
	if c := root(st.call); c != nil && c != st.call && !found {
		for _, a := range dataArgs(c) {
			walkLiterals(a, st.call, func(name string, v ssa.Value) {
				if ledger.OwnID(name) && !isConst(v) && !s.fresh(v) {
					found = true
				}
			})
		}
	}
	return found
}

// walkLiterals calls f for the fields and string keys that are set in the
// struct or map that v is, not in those it is made of.
func walkLiterals(v ssa.Value, at ssa.CallInstruction, f func(string, ssa.Value)) {
	switch x := flow.ResolveAddr(v).(type) {
	case *ssa.MakeInterface:
		walkLiterals(x.X, at, f)
	case *ssa.UnOp:
		if x.Op == token.MUL {
			walkLiterals(x.X, at, f)
		}
	case *ssa.Alloc:
		for _, r := range *x.Referrers() {
			fa, ok := r.(*ssa.FieldAddr)
			if !ok {
				continue
			}
			for _, ref := range *fa.Referrers() {
				if sto, ok := ref.(*ssa.Store); ok && sto.Addr == fa {
					f(fieldName(fa), sto.Val)
				}
			}
		}
	case *ssa.MakeMap:
		for _, r := range *x.Referrers() {
			if mu, ok := r.(*ssa.MapUpdate); ok {
				f(strings.Trim(text(mu.Key), hole), mu.Value)
			}
		}
	}
}

// inTransaction: a library function that is handed a transaction, such as
// river.InsertTx(ctx, tx, ...), commits or vanishes with the rows.
func (s *scanner) inTransaction(st *site) bool {
	if s.own(st.obj) {
		return false // its body was looked at
	}
	for _, a := range plainArgs(st.call) {
		key := api.TypeKey(a.Type())
		if e, ok := api.LookupName(api.Outside, key); strings.HasSuffix(key, "Tx") || ok && e.Args["via"] == "database" {
			return true
		}
	}
	return false
}

// existsHandled: a condition after the create asks whether its answer was
// "exists already".
func (s *scanner) existsHandled(st *site) bool {
	from := st.call.Block()
	reach := flow.Reach(from, nil)
	reach[from] = true
	for b := range reach {
		ifi := origin.If(b)
		if ifi == nil || !asksExists(ifi.Cond) {
			continue
		}
		if origin.From(ifi.Cond, func(v ssa.Value) bool {
			in, ok := v.(ssa.Instruction)
			return ok && in == ssa.Instruction(st.call)
		}) {
			return true
		}
	}
	return false
}

func asksExists(cond ssa.Value) bool {
	found := false
	origin.Walk(cond, func(v ssa.Value) bool {
		switch x := v.(type) {
		case *ssa.Call:
			if obj := staticObj(x); obj != nil && ledger.Exists(obj.Name()) {
				found = true
			}
		case *ssa.Global:
			found = found || ledger.Exists(x.Name())
		case *ssa.Const:
			if x.Value != nil && x.Value.Kind() == constant.String {
				found = found || ledger.Exists(constant.StringVal(x.Value))
			}
		case *ssa.Alloc:
			key := api.TypeKey(x.Type().Underlying().(*types.Pointer).Elem())
			found = found || ledger.Exists(key[strings.LastIndexByte(key, '.')+1:])
		case *ssa.BinOp:
			found = found || isCode(x.X, 409) || isCode(x.Y, 409) || grpcExists(x.X) || grpcExists(x.Y)
		}
		return !found
	})
	return found
}

func isCode(v ssa.Value, n int64) bool {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.Int {
		return false
	}
	got, exact := constant.Int64Val(c.Value)
	return exact && got == n
}

// grpcExists: codes.AlreadyExists is 6 (google.golang.org/grpc/codes).
func grpcExists(v ssa.Value) bool {
	return isCode(v, 6) && strings.HasSuffix(api.TypeKey(v.Type()), "codes.Code")
}

// lookedUp: a look-up of the same kind of thing decides whether the call at is
// reached.
// decides reports whether the condition that ends b decides whether at is
// reached: one way leads there, the other does not, or not in this round.
// asksFor reports whether cond is made of what a look-up of the same kind of
// thing found, not merely of whether it failed.
// notFoundLookup: found, err := get(key); if err == nil { return found }.
// looksFor reports whether c looks for the kind of thing that m makes.
// resultTypes are the keys of the result types, of their elements and of their
// fields: a page of things is a look-up of the thing.
// sameNoun: FindTicket and CreateTicket speak of the same thing, and so do
// VolumesByLabel and CreateVolume.
// claimed: a write that says that work has begun, or keeps the item, runs
// before the create on every way there.
func (s *scanner) claimed(fn *ssa.Function, c *site) bool {
	roots := s.roots(fn, c)
	w := &walk{s: s, fn: fn, c: c, roots: roots, isC: func(ssa.Value) bool { return false }}
	for _, b := range fn.Blocks {
		if b != c.call.Block() && !b.Dominates(c.call.Block()) {
			continue
		}
		for _, instr := range b.Instrs {
			if instr == ssa.Instruction(c.call) {
				break
			}
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			st := s.site(call)
			if (st.mark.Claim || st.mark.Strength == StrongMark) && !w.sameService(st) && (w.marks(st) || st.mark.Row && st.mark.Claim) {
				return true
			}
		}
	}
	return false
}
