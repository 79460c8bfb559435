package createmark

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/effect"
	"github.com/idemlint/idemlint/internal/flow"
	"github.com/idemlint/idemlint/internal/ledger"
	"github.com/idemlint/idemlint/internal/origin"
)

// maxMade bounds the creates that a summary carries.
const maxMade = 6

// maxDepth is how many helpers may stand between a caller and the write that is
// its mark. Behind more than that stands a whole job of its own.
const maxDepth = 3

// summary sums up fn for its callers. A function on the stack (recursion) has
// the empty summary.
func (s *scanner) summary(fn *ssa.Function) *Summary {
	if sum, ok := s.memo[fn]; ok {
		return sum
	}
	if s.busy[fn] {
		return &Summary{}
	}
	s.busy[fn] = true
	defer delete(s.busy, fn)

	sum := &Summary{}
	s.requestSummary(fn, sum)
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			st := s.site(call)
			if _, isDefer := call.(*ssa.Defer); !isDefer {
				s.takeMark(st, sum)
			}
			sum.Undoes = sum.Undoes || st.undo
			sum.Looks = sum.Looks || st.look
		}
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if _, late := instr.(*ssa.Defer); late {
				continue // runs when everything else is through
			}
			if call, ok := instr.(ssa.CallInstruction); ok {
				s.takeMakes(fn, s.site(call), sum)
			}
		}
	}
	sum.Fresh = s.freshResult(fn)
	sum.Acked = s.ackedParams(fn)
	s.memo[fn] = sum
	return sum
}

// takeMark keeps the strongest mark of the function.
func (s *scanner) takeMark(st *site, sum *Summary) {
	m := st.mark
	if m.Strength == NoMark && !m.Claim || m.Depth >= maxDepth || m.Depth > 0 && m.Strength == WeakMark && !m.Row {
		return
	}
	m.Depth++
	if t := s.targetOf(st); t != nil {
		m.Target = 0
		origin.Walk(t, func(v ssa.Value) bool {
			if p, ok := v.(*ssa.Parameter); ok && isString(p.Type()) {
				m.Target = paramIndex(p)
			}
			return true
		})
	}
	if m.Strength > sum.Mark.Strength {
		m.Head = s.head(st, m.Head)
	}
	claim := m.Claim || sum.Mark.Claim && sum.Mark.Strength == NoMark
	if m.Strength > sum.Mark.Strength {
		sum.Mark = m
	}
	sum.Mark.Claim = claim
}

// head returns the steps of the function around that come before the mark st and
// go elsewhere than to the database, whose reads belong to the write.
func (s *scanner) head(st *site, inner []string) []string {
	fn := st.call.Parent()
	if len(fn.Blocks) == 0 || len(fn.Blocks[0].Instrs) == 0 {
		return inner
	}
	w := &walk{s: s, fn: fn, c: &site{}, isC: func(ssa.Value) bool { return false }}
	var out []string
	first := fn.Blocks[0].Instrs[0]
	for _, instr := range append([]ssa.Instruction{first}, flow.Between(first, st.call)...) {
		if _, ok := instr.(*ssa.Call); !ok || instr == ssa.Instruction(st.call) {
			continue
		}
		if step, ok := w.stepAt(instr); ok && step.set.Has(effect.Network|effect.Process) && !step.set.Has(effect.Database) {
			out = append(out, step.name)
		}
	}
	out = append(out, inner...)
	return out[:min(len(out), 6):len(out)]
}

// takeMakes keeps the creates that leave fn without a mark.
func (s *scanner) takeMakes(fn *ssa.Function, st *site, sum *Summary) {
	for _, m := range st.makes {
		if len(sum.Makes) >= maxMade {
			return
		}
		if m.Depth++; m.Depth > maxDepth {
			continue
		}
		if s.protected(st, &m, nil) || s.guarded(fn, st, &m, nil) {
			continue
		}
		if !m.open() || len(m.Names) > 0 {
			g := s.gap(fn, st, &m)
			if len(g.marks) > 0 {
				continue // complete in itself; reported here if at all
			}
			if g.failing {
				continue // a notice that the work failed
			}
			m.When = g.when
			if tail := g.tail(); len(tail) > 0 {
				if len(m.Tail) == 0 {
					m.at = st.call
				}
				m.Tail = append(m.Tail[:len(m.Tail):len(m.Tail)], tail...)
			}
		}
		if len(m.Tail) > 8 {
			m.Tail = m.Tail[:8]
		}
		sum.Makes = append(sum.Makes, m)
	}
}

// instantiate says what a create of the callee is at this call: whether the
// arguments make it one, or leave it to the next caller.
func (s *scanner) instantiate(st *site, m Made) (Made, bool) {
	args := arguments(st.call)
	arg := func(i int) ssa.Value {
		if i > 0 && i <= len(args) {
			return args[i-1]
		}
		return nil
	}
	if m.Method > 0 {
		if !s.method(st, &m, arg) {
			return m, false
		}
	}
	if m.Request > 0 {
		// The request is looked at here, in this function's own terms.
		return m, s.request(st, &m, arg(m.Request))
	}
	if m.Op > 0 {
		if a := arg(m.Op); a != nil {
			switch op := strings.Trim(text(a), hole); {
			case op != "" && operationCreates(op):
				m.Op, m.Name = 0, opName(op)
			case op != "":
				return m, false
			default:
				if m.Op = first(params(a)); m.Op == 0 {
					return m, false
				}
			}
		}
	}
	return s.bindings(st, m, arg)
}

func opName(op string) string {
	if i := strings.IndexAny(op, "({\n "); i > 0 {
		op = op[:i]
	}
	return op
}

// method settles a create whose HTTP method is an argument.
func (s *scanner) method(st *site, m *Made, arg func(int) ssa.Value) bool {
	a := arg(m.Method)
	if a == nil {
		return false
	}
	r := request{}
	r.setMethod(a)
	switch {
	case r.param > 0:
		m.Method = r.param
	case r.method == "POST":
		m.Method, m.Name = 0, "POST"
	case r.method == "PUT" && len(m.Paths) > 0:
		m.Method, m.Name, m.Names = 0, "PUT", m.Paths // new where the path is
	case r.method == "DELETE":
		st.undo = true
		return false
	case r.method == "GET" || r.method == "HEAD":
		st.look = true
		return false
	default:
		return false
	}
	return true
}

// request settles a create whose request is an argument.
func (s *scanner) request(st *site, m *Made, a ssa.Value) bool {
	if a == nil {
		return false
	}
	sub := &site{call: st.call, obj: st.obj, name: st.name}
	s.httpCall(sub, a)
	st.undo, st.look = st.undo || sub.undo, st.look || sub.look
	if len(sub.makes) == 0 {
		return false
	}
	made := sub.makes[0]
	made.Tail, made.at = m.Tail, st.call
	*m = made
	return true
}

// bindings carries the parameters that a create depends on over to the caller.
func (s *scanner) bindings(st *site, m Made, arg func(int) ssa.Value) (Made, bool) {
	var paths []int
	for _, p := range m.Paths {
		a := arg(p)
		if a == nil {
			continue
		}
		t := text(a)
		if ledger.Idle(strings.TrimRight(t, hole+"/")) && m.Method == 0 {
			return m, false
		}
		if p := lastPath(t); p != "" && (m.Name == "POST" || m.Name == "PUT") {
			m.Name += " " + p
		}
		paths = append(paths, params(a)...)
	}
	m.Paths = paths
	if len(m.Names) > 0 {
		var names []int
		fresh := false
		for _, p := range m.Names {
			if a := arg(p); a != nil {
				fresh = fresh || s.fresh(a)
				names = append(names, params(a)...)
			}
		}
		if m.Names = names; fresh {
			m.Names = nil
		} else if len(names) == 0 {
			return m, false // the name is the same each time
		}
	}
	var keys []int
	for _, p := range m.Keys {
		a := arg(p)
		if a == nil || isConst(a) {
			continue // no key is given here
		}
		var k keyUse
		k.add(s, a, st.call)
		if k.safe {
			return m, false // the key belongs to the record
		}
		m.FreshKey = m.FreshKey || k.fresh
		keys = append(keys, k.params...)
	}
	m.Keys = keys
	if m.at == nil {
		m.at = st.call
	}
	if len(m.Tail) == 0 && !literalIn(m.at, st.call.Parent()) {
		m.at = st.call
	}
	return m, true
}

// literalIn reports whether call stands in a function literal written in fn.
func literalIn(call ssa.CallInstruction, fn *ssa.Function) bool {
	for p := call.Parent().Parent(); p != nil; p = p.Parent() {
		if p == fn {
			return true
		}
	}
	return false
}

func isConst(v ssa.Value) bool {
	_, ok := v.(*ssa.Const)
	return ok
}

// requestSummary notes which parameter is the method of the request handed back.
func (s *scanner) requestSummary(fn *ssa.Function, sum *Summary) {
	obj, ok := fn.Object().(*types.Func)
	if !ok || !returnsRequest(obj) {
		return
	}
	for _, r := range results(fn) {
		for _, v := range r {
			if effect.IsError(v.Type()) {
				continue
			}
			if req := s.requestOf(v); req.param > 0 {
				sum.Request = req.param
			} else if req.method != "" {
				sum.Method = req.method
			}
		}
	}
}

// results returns the operands of every return of fn.
func results(fn *ssa.Function) [][]ssa.Value {
	var out [][]ssa.Value
	for _, b := range fn.Blocks {
		if len(b.Instrs) == 0 {
			continue
		}
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			out = append(out, ret.Results)
		}
	}
	return out
}
