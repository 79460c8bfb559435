package flow

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/api"
)

// maxStates and maxPath bound one question. What runs out of them escapes.
const (
	maxStates = 3000
	maxPath   = 9
)

// state says where the followed value is: inside val at in (outermost field
// first), after path was read out of it.
type state struct {
	val      ssa.Value
	in, path string
}

type follower struct {
	fl   *Flow
	uses []Use
	seen map[state]bool
	todo []state
}

// Uses returns what becomes of v, in the order in which it is found. The
// address of a variable and what it holds count as the same thing. For a call
// with several results give the *ssa.Extract of the one meant.
func (fl *Flow) Uses(v ssa.Value) []Use {
	f := &follower{fl: fl, seen: map[state]bool{}}
	f.push(v, "", "")
	for len(f.todo) > 0 {
		s := f.todo[0]
		f.todo = f.todo[1:]
		f.step(s)
	}
	return f.uses
}

func (f *follower) push(v ssa.Value, in, path string) {
	s := state{v, in, path}
	if f.seen[s] {
		return
	}
	if len(f.seen) >= maxStates || strings.Count(in, ".") > maxPath || strings.Count(path, ".") > maxPath {
		f.use(Use{Kind: Escape, Path: path})
		return
	}
	f.seen[s] = true
	f.todo = append(f.todo, s)
}

func (f *follower) use(u Use) {
	if u.Callee != nil {
		u.Name = u.Callee.Name()
	}
	f.uses = append(f.uses, u)
}

func (f *follower) step(s state) {
	if fv, ok := s.val.(*ssa.FreeVar); ok {
		// What a closure puts into a captured variable is seen outside.
		if outer := Binding(fv); outer != nil {
			f.push(outer, s.in, s.path)
		}
	}
	refs := s.val.Referrers()
	if refs == nil { // a package variable, a function
		return
	}
	for _, instr := range *refs {
		f.instr(s, instr)
	}
}

func (f *follower) instr(s state, instr ssa.Instruction) {
	switch in := instr.(type) {
	case *ssa.Phi, *ssa.ChangeType, *ssa.Convert, *ssa.MultiConvert, *ssa.ChangeInterface,
		*ssa.MakeInterface, *ssa.TypeAssert, *ssa.Slice, *ssa.SliceToArrayPointer:
		f.push(in.(ssa.Value), s.in, s.path)
	case *ssa.Extract:
		f.extract(s, in)
	case *ssa.UnOp:
		f.unop(s, in)
	case *ssa.BinOp:
		f.binop(s, in)
	case *ssa.Field:
		f.field(s, in, fieldName(in.X.Type(), in.Field))
	case *ssa.FieldAddr:
		f.field(s, in, fieldName(in.X.Type(), in.Field))
	case *ssa.Index:
		f.elem(s, in, in, in.X)
	case *ssa.IndexAddr:
		f.elem(s, in, in, in.X)
	case *ssa.Lookup:
		f.elem(s, in, in, in.X)
	case *ssa.Range:
		f.push(in, s.in, s.path)
	case *ssa.Next:
		f.push(in, s.in, s.path)
	case *ssa.Store:
		if in.Val == s.val {
			f.store(s, in, in.Addr)
		}
	case *ssa.MapUpdate:
		if in.Value == s.val || in.Key == s.val {
			f.container(Use{Kind: Store, Path: s.path, Instr: in}, in.Map, prepend("[]", s.in), s.path)
		}
	case *ssa.Send:
		if in.X == s.val {
			f.use(Use{Kind: Send, Path: s.path, In: s.in, Instr: in})
			f.pushHolder(in.Chan, prepend("<-", s.in), s.path)
		}
	case *ssa.Select:
		f.selects(s, in)
	case *ssa.Return:
		for i, r := range in.Results {
			if r == s.val {
				f.use(Use{Kind: Return, Path: s.path, In: s.in, Instr: in, Result: i})
			}
		}
	case *ssa.If:
		f.use(Use{Kind: Compare, Path: s.path, Instr: in})
	case *ssa.Panic:
		f.use(Use{Kind: Panic, Path: s.path, Instr: in})
	case *ssa.MakeClosure:
		f.closure(s, in)
	case ssa.CallInstruction:
		f.call(s, in)
	}
}

// extract continues with the part of a tuple. Calls with several results are
// followed from the extract on, so what arrives here comes from a comma-ok form
// or from Next.
func (f *follower) extract(s state, x *ssa.Extract) {
	switch t := x.Tuple.(type) {
	case *ssa.Next:
		if x.Index == 0 {
			return
		}
		f.elem(s, x, x, t.Iter)
	case *ssa.Call:
		f.push(x, s.in, s.path)
	default:
		if x.Index == 0 {
			f.push(x, s.in, s.path)
		}
	}
}

func (f *follower) unop(s state, op *ssa.UnOp) {
	switch op.Op {
	case token.ARROW:
		if rest, ok := pop(s.in, "<-"); ok {
			f.push(op, rest, s.path)
		} else if s.in == "" {
			f.use(Use{Kind: Elem, Path: s.path, Instr: op})
			f.push(op, "", appendPath(s.path, "<-"))
		}
	default:
		f.push(op, s.in, s.path)
	}
}

func (f *follower) binop(s state, op *ssa.BinOp) {
	other := op.Y
	if other == s.val {
		other = op.X
	}
	switch op.Op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		kind := Compare
		if c, ok := other.(*ssa.Const); ok && isZero(c) {
			kind = NilTest
		}
		f.use(Use{Kind: kind, Path: s.path, Instr: op})
	default:
		f.push(op, s.in, s.path) // a computed value still carries it
	}
}

func isZero(c *ssa.Const) bool {
	if c.Value == nil { // nil, or the zero value of a struct or type parameter
		return true
	}
	switch c.Value.Kind() {
	case constant.String:
		return constant.StringVal(c.Value) == ""
	case constant.Int:
		return constant.Sign(c.Value) == 0
	}
	return false
}

// field continues with a field of the aggregate that is, or holds, the value.
func (f *follower) field(s state, v ssa.Value, name string) {
	if s.in != "" {
		if rest, ok := pop(s.in, name); ok {
			f.push(v, rest, s.path)
		}
		return
	}
	if onlyStoredTo(v) {
		return // x.F = y writes the field and reads nothing
	}
	path := appendPath(s.path, name)
	f.use(Use{Kind: Read, Path: path, Instr: v.(ssa.Instruction)})
	f.push(v, "", path)
}

func (f *follower) elem(s state, instr ssa.Instruction, v ssa.Value, aggregate ssa.Value) {
	if aggregate != s.val {
		if _, isExtract := instr.(*ssa.Extract); !isExtract { // it is the index
			f.use(Use{Kind: Compare, Path: s.path, Instr: instr})
			return
		}
	}
	if s.in != "" {
		if rest, ok := pop(s.in, "[]"); ok {
			f.push(v, rest, s.path)
		}
		return
	}
	if onlyStoredTo(v) {
		return
	}
	f.use(Use{Kind: Elem, Path: s.path, Instr: instr})
	f.push(v, "", appendPath(s.path, "[]"))
}

func (f *follower) selects(s state, sel *ssa.Select) {
	for _, st := range sel.States {
		if st.Dir == types.SendOnly && st.Send == s.val {
			f.use(Use{Kind: Send, Path: s.path, In: s.in, Instr: sel})
			f.pushHolder(st.Chan, prepend("<-", s.in), s.path)
		}
		if st.Dir == types.RecvOnly && st.Chan == s.val {
			rest, held := pop(s.in, "<-")
			if s.in == "" {
				f.use(Use{Kind: Elem, Path: s.path, Instr: sel})
			}
			for _, r := range *sel.Referrers() {
				if x, ok := r.(*ssa.Extract); ok && x.Index >= 2 {
					if held {
						f.push(x, rest, s.path)
					} else {
						f.push(x, "", appendPath(s.path, "<-"))
					}
				}
			}
		}
	}
}

func (f *follower) closure(s state, mk *ssa.MakeClosure) {
	fn := mk.Fn.(*ssa.Function)
	for i, b := range mk.Bindings {
		if b == s.val && i < len(fn.FreeVars) {
			if len(fn.Blocks) == 0 {
				f.use(Use{Kind: Escape, Path: s.path, Instr: mk})
				continue
			}
			f.push(fn.FreeVars[i], s.in, s.path)
		}
	}
}

// Binding returns what a free variable of a function literal is bound to in the
// function around it, or nil.
func Binding(fv *ssa.FreeVar) ssa.Value {
	fn := fv.Parent()
	refs := fn.Referrers()
	if fn.Parent() == nil || refs == nil {
		return nil
	}
	for _, r := range *refs {
		mk, ok := r.(*ssa.MakeClosure)
		if !ok {
			continue
		}
		for i, f := range fn.FreeVars {
			if f == fv {
				return mk.Bindings[i]
			}
		}
	}
	return nil
}

func prepend(name, path string) string {
	if path == "" {
		return name
	}
	return name + "." + path
}

func appendPath(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// pop takes the first step name off path.
func pop(path, name string) (rest string, ok bool) {
	if path == name {
		return "", true
	}
	return strings.CutPrefix(path, name+".")
}

func structOf(t types.Type) *types.Struct {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	st, _ := t.Underlying().(*types.Struct)
	return st
}

func fieldVar(t types.Type, i int) *types.Var {
	if st := structOf(t); st != nil {
		return st.Field(i)
	}
	return nil
}

func fieldName(t types.Type, i int) string {
	if v := fieldVar(t, i); v != nil {
		return v.Name()
	}
	return "?"
}

// isWrap tells calls whose result carries what they are given.
func isWrap(obj *types.Func) bool {
	_, ok := api.Lookup(api.Wrap, obj)
	return ok
}
