package paging

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/effect"
	"github.com/idemlint/idemlint/internal/flow"
	"github.com/idemlint/idemlint/internal/ir"
)

// Setting is one thing that a request says: a field that is set, an argument, a
// call on a builder, a functional option.
type Setting struct {
	Name string
	Val  ssa.Value
	At   ssa.Instruction // where it is set
	// Fresh is the allocation in which it is set, nil for arguments and
	// builders.
	Fresh *ssa.Alloc
}

// Ask reports whether the setting says which page is wanted.
func (s Setting) Ask() bool { return plays(roleAsk, s.Name) }

// Limit reports whether the setting says how large a page may be.
func (s Setting) Limit() bool { return plays(roleLimit, s.Name) }

// Request is what a list call is given.
type Request struct {
	Settings []Setting
	// Opaque says that a part was made where it cannot be seen.
	Opaque bool
	// Shared are allocations of which an address goes to somebody else than
	// the list call, who may set more.
	Shared bool
}

// maxRequestDepth bounds nested request structs.
const maxRequestDepth = 6

type requestReader struct {
	call *ssa.Call
	req  Request
	seen map[ssa.Value]bool
}

// RequestOf reads what call is given.
func RequestOf(call *ssa.Call) Request {
	r := requestReader{call: call, seen: map[ssa.Value]bool{}}
	common := call.Common()
	sig := common.Signature()
	args := common.Args
	if !common.IsInvoke() && sig.Recv() != nil && len(args) > 0 {
		r.builder(args[0])
		args = args[1:]
	}
	for i, a := range args {
		name := ""
		if i < sig.Params().Len() {
			p := sig.Params().At(i)
			if effect.IsContext(p.Type()) {
				continue
			}
			name = p.Name()
		}
		r.value(name, a, call, nil, 0)
	}
	return r.req
}

// value adds what v, set under name, says.
func (r *requestReader) value(name string, v ssa.Value, at ssa.Instruction, in *ssa.Alloc, depth int) {
	if depth > maxRequestDepth {
		return
	}
	if isBasic(v.Type()) || listElem(v.Type()) != nil || depth > 0 {
		r.req.Settings = append(r.req.Settings, Setting{name, v, at, in})
	}
	if r.seen[v] {
		return
	}
	r.seen[v] = true
	switch x := v.(type) {
	case *ssa.Const:
	case *ssa.MakeInterface:
		if n, ok := types.Unalias(x.X.Type()).(*types.Named); ok && isBasic(n) { // client.Limit(5)
			r.req.Settings = append(r.req.Settings, Setting{n.Obj().Name(), x.X, at, in})
			return
		}
		r.value(name, x.X, at, in, depth)
	case *ssa.ChangeType:
		r.value(name, x.X, at, in, depth)
	case *ssa.ChangeInterface:
		r.value(name, x.X, at, in, depth)
	case *ssa.Phi:
		for _, e := range x.Edges {
			r.value(name, e, at, in, depth+1)
		}
	case *ssa.Slice:
		r.value(name, x.X, at, in, depth)
	case *ssa.UnOp:
		if x.Op != token.MUL {
			return
		}
		if _, ptr := x.Type().Underlying().(*types.Pointer); ptr {
			if base := flow.ResolveAddr(x); base != x {
				r.value(name, base, at, in, depth)
				return
			}
		}
		r.memory(name, flow.ResolveAddr(x.X), depth)
	case *ssa.Alloc, *ssa.FieldAddr, *ssa.FreeVar:
		r.memory(name, flow.ResolveAddr(v), depth)
	case *ssa.Call:
		r.option(x, at, in, depth)
	case *ssa.MakeMap:
		r.mapValues(x, in, depth)
	case *ssa.MakeClosure:
		r.req.Opaque = true
	default:
		if !isBasic(v.Type()) {
			r.req.Opaque = true
		}
	}
}

// memory adds what is stored at addr. Elements keep the name of their list.
func (r *requestReader) memory(name string, addr ssa.Value, depth int) {
	alloc, _ := addr.(*ssa.Alloc)
	if alloc == nil {
		if fa, ok := addr.(*ssa.FieldAddr); ok {
			if a, ok := flow.ResolveAddr(fa.X).(*ssa.Alloc); ok {
				r.stores(name, fa, a, depth)
				return
			}
		}
		r.req.Opaque = true
		return
	}
	r.stores(name, alloc, alloc, depth)
}

// stores adds what is stored at addr, which lies in the allocation root.
func (r *requestReader) stores(name string, addr ssa.Value, root *ssa.Alloc, depth int) {
	if depth > maxRequestDepth || r.seen[addr] && addr != ssa.Value(root) {
		return
	}
	r.seen[addr] = true
	for _, ref := range *addr.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Addr == addr {
				r.value(name, ref.Val, ref, root, depth+1)
			} else if cell, ok := ref.Addr.(*ssa.Alloc); ok {
				r.variable(cell, root, depth) // a variable that points at it
			} else {
				r.req.Shared = true
			}
		case *ssa.FieldAddr:
			r.stores(fieldOf(ref), ref, root, depth+1)
		case *ssa.IndexAddr:
			r.stores(name, ref, root, depth+1)
		case *ssa.MakeInterface:
			if !onlyUsedBy(ref, r.call) {
				r.req.Shared = true
			}
		case *ssa.MakeClosure:
			r.captured(ref, addr, root, depth)
		case ssa.CallInstruction:
			if ref != ssa.CallInstruction(r.call) {
				r.req.Shared = true
			}
		case *ssa.Phi:
			r.req.Shared = true
		}
	}
}

// variable adds what is stored through a variable that holds the pointer.
func (r *requestReader) variable(cell, root *ssa.Alloc, depth int) {
	if r.seen[cell] {
		return
	}
	r.seen[cell] = true
	for _, ref := range *cell.Referrers() {
		switch ref := ref.(type) {
		case *ssa.UnOp:
			r.stores("", ref, root, depth+1)
		case *ssa.MakeClosure:
			r.captured(ref, cell, root, depth)
		}
	}
}

// captured adds what function literals store in a captured request.
func (r *requestReader) captured(mk *ssa.MakeClosure, addr ssa.Value, root *ssa.Alloc, depth int) {
	fn, ok := mk.Fn.(*ssa.Function)
	if !ok {
		return
	}
	for i, b := range mk.Bindings {
		if b != addr || i >= len(fn.FreeVars) {
			continue
		}
		// The variable holds the request or a pointer to it.
		fv := fn.FreeVars[i]
		r.stores("", fv, root, depth+1)
		for _, ref := range *fv.Referrers() {
			if load, ok := ref.(*ssa.UnOp); ok && load.Op == token.MUL {
				r.stores("", load, root, depth+1)
			}
		}
	}
}

// option adds what a call that makes a part of the request says: WithLimit(5),
// aws.Int32(5), a constructor.
func (r *requestReader) option(c *ssa.Call, at ssa.Instruction, in *ssa.Alloc, depth int) {
	common := c.Common()
	_, obj := flow.Callee(common)
	if obj == nil {
		r.req.Opaque = true
		return
	}
	if obj.Signature().Recv() != nil && !common.IsInvoke() {
		r.builder(c)
	}
	sig := common.Signature()
	for i, a := range common.Args {
		if sig.Recv() != nil {
			i--
		}
		if i < 0 {
			continue
		}
		name := strings.TrimPrefix(obj.Name(), "With")
		r.value(name, a, c, nil, depth+1)
	}
	if !isBasic(c.Type()) && !plays(roleLimit, strings.TrimPrefix(obj.Name(), "With")) {
		r.req.Opaque = true
	}
}

func (r *requestReader) mapValues(m *ssa.MakeMap, in *ssa.Alloc, depth int) {
	for _, ref := range *m.Referrers() {
		if up, ok := ref.(*ssa.MapUpdate); ok && up.Map == ssa.Value(m) {
			if k, ok := ConstString(up.Key); ok {
				r.value(k, up.Value, up, in, depth+1)
			}
		}
	}
}

// builder adds the calls that lead to a receiver: svc.Files.List().PageSize(9).
func (r *requestReader) builder(recv ssa.Value) {
	if r.seen[recv] {
		return
	}
	r.seen[recv] = true
	switch x := recv.(type) {
	case *ssa.Phi:
		for _, e := range x.Edges {
			r.builder(e)
		}
	case *ssa.UnOp:
		if base := flow.ResolveAddr(x); base != ssa.Value(x) {
			r.builder(base)
		}
	case *ssa.Call:
		common := x.Common()
		_, obj := flow.Callee(common)
		if obj == nil || common.IsInvoke() || obj.Pkg() == nil || ir.IsStd(obj.Pkg().Path()) {
			return
		}
		args := common.Args
		if obj.Signature().Recv() != nil {
			r.builder(args[0])
			args = args[1:]
		}
		for _, a := range args {
			if !effect.IsContext(a.Type()) {
				r.value(obj.Name(), a, x, nil, 1)
			}
		}
		// call.PageToken(t) as a statement of its own.
		for _, ref := range *x.Referrers() {
			if c, ok := ref.(*ssa.Call); ok && c != r.call && len(c.Call.Args) > 0 && c.Call.Args[0] == ssa.Value(x) && c.Call.Signature().Recv() != nil {
				r.builder(c)
			}
		}
	}
}

func fieldOf(fa *ssa.FieldAddr) string {
	p, ok := fa.X.Type().Underlying().(*types.Pointer)
	if !ok {
		return ""
	}
	st, ok := p.Elem().Underlying().(*types.Struct)
	if !ok {
		return ""
	}
	return st.Field(fa.Field).Name()
}

func onlyUsedBy(v ssa.Value, call *ssa.Call) bool {
	for _, ref := range *v.Referrers() {
		if ref != ssa.Instruction(call) {
			return false
		}
	}
	return true
}

// Unwrap goes behind conversions and helpers of one argument, as aws.String(x),
// and variables that hold one value.
func Unwrap(v ssa.Value) ssa.Value {
	for range 12 {
		switch x := v.(type) {
		case *ssa.Convert:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.Call:
			if x.Call.IsInvoke() || len(x.Call.Args) != 1 || x.Call.Signature().Recv() != nil {
				return v
			}
			v = x.Call.Args[0]
		case *ssa.Alloc:
			only := onlyStored(x)
			if only == nil {
				return v
			}
			v = only
		case *ssa.UnOp:
			base := flow.ResolveAddr(x)
			if base == ssa.Value(x) {
				return v
			}
			v = base
		default:
			return v
		}
	}
	return v
}

func onlyStored(a *ssa.Alloc) ssa.Value {
	var val ssa.Value
	for _, ref := range *a.Referrers() {
		if st, ok := ref.(*ssa.Store); ok && st.Addr == ssa.Value(a) {
			if val != nil {
				return nil
			}
			val = st.Val
		}
	}
	return val
}

// ConstInt returns the whole number that v is known to be.
func ConstInt(v ssa.Value) (int64, bool) {
	c, ok := Unwrap(v).(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.Int {
		return 0, false
	}
	return constant.Int64Val(c.Value)
}

// ConstString returns the string that v is known to be.
func ConstString(v ssa.Value) (string, bool) {
	c, ok := Unwrap(v).(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(c.Value), true
}
