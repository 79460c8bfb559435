package outcome

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/api"
)

// maxInstrs bounds the functions that are lowered at all: longer ones are
// generated tables or parsers, and a call of them is opaque.
const maxInstrs = 4000

type lowerer struct {
	types *typeTable
	fn    *ssa.Function
	out   *Func
	reg   map[ssa.Value]int32
	cidx  map[Const]int32
	tidx  map[string]int32
}

// funcKey names a function for good: the full name of a declared function, the
// name of its parent and a number for a literal. Instances of a generic
// function have the key of the generic.
func funcKey(fn *ssa.Function) string {
	if o := fn.Origin(); o != nil {
		fn = o
	}
	if fn.Parent() != nil {
		return funcKey(fn.Parent()) + "$" + fn.Name()
	}
	if obj, ok := fn.Object().(*types.Func); ok && (fn.Synthetic == "" || strings.HasPrefix(fn.Synthetic, "from type information")) {
		return objKey(obj)
	}
	if fn.Synthetic != "" {
		if obj, ok := fn.Object().(*types.Func); ok {
			return objKey(obj) + "#" + fn.Name() + "#" + recvKey(fn)
		}
	}
	if fn.Pkg != nil {
		return fn.Pkg.Pkg.Path() + "." + fn.Name()
	}
	return fn.String()
}

func recvKey(fn *ssa.Function) string {
	if r := fn.Signature.Recv(); r != nil {
		return typeKey(r.Type())
	}
	if len(fn.FreeVars) > 0 {
		return typeKey(fn.FreeVars[0].Type())
	}
	if len(fn.Params) > 0 {
		return typeKey(fn.Params[0].Type())
	}
	return ""
}

func objKey(obj *types.Func) string { return obj.Origin().FullName() }

// lower translates fn; nil where it has no body or is too long.
func lower(tt *typeTable, fn *ssa.Function) *Func {
	n := 0
	for _, b := range fn.Blocks {
		n += len(b.Instrs)
	}
	if n == 0 || n > maxInstrs {
		return nil
	}
	l := &lowerer{types: tt, fn: fn, reg: map[ssa.Value]int32{}, cidx: map[Const]int32{}, tidx: map[string]int32{}}
	l.out = &Func{Key: funcKey(fn), Name: fn.Name(), Params: len(fn.Params), Free: len(fn.FreeVars), Recv: fn.Signature.Recv() != nil}
	for _, p := range fn.Params {
		l.newReg(p)
	}
	for _, p := range fn.FreeVars {
		l.newReg(p)
	}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if v, ok := in.(ssa.Value); ok {
				l.newReg(v)
			}
		}
	}
	for _, b := range fn.Blocks {
		l.block(b)
	}
	l.out.Regs = len(l.reg)
	return l.out
}

func (l *lowerer) newReg(v ssa.Value) { l.reg[v] = int32(len(l.reg)) }

func (l *lowerer) block(b *ssa.BasicBlock) {
	nb := Block{}
	var pos []token.Pos
	for _, s := range b.Succs {
		nb.Succs = append(nb.Succs, int32(s.Index))
	}
	for _, s := range b.Preds {
		nb.Preds = append(nb.Preds, int32(s.Index))
	}
	for _, in := range b.Instrs {
		out := Instr{T: -1, Dst: -1}
		if v, ok := in.(ssa.Value); ok {
			out.Dst = l.reg[v]
		}
		if !l.instr(in, &out) {
			continue
		}
		nb.Instrs = append(nb.Instrs, out)
		pos = append(pos, in.Pos())
	}
	l.out.Blocks = append(l.out.Blocks, nb)
	l.out.pos = append(l.out.pos, pos)
}

// instr fills out; false where the instruction does nothing to evaluation.
func (l *lowerer) instr(in ssa.Instruction, out *Instr) bool {
	switch in := in.(type) {
	case *ssa.Alloc:
		out.Op, out.T = OpAlloc, l.typ(deref(in.Type()))
	case *ssa.Store:
		out.Op, out.Args = OpStore, l.ops(in.Addr, in.Val)
	case *ssa.FieldAddr:
		out.Op, out.N, out.Args, out.T = OpFieldA, int32(in.Field), l.ops(in.X), l.typ(deref(in.X.Type()))
	case *ssa.Field:
		out.Op, out.N, out.Args, out.T = OpField, int32(in.Field), l.ops(in.X), l.typ(in.Type())
	case *ssa.IndexAddr:
		out.Op, out.Args = OpIndexA, l.ops(in.X, in.Index)
	case *ssa.Index:
		out.Op, out.Args, out.T = OpIndex, l.ops(in.X, in.Index), l.typ(in.Type())
	case *ssa.Lookup:
		out.Op, out.Args, out.T = OpLookup, l.ops(in.X, in.Index), l.typ(in.Type())
		out.N = flag(in.CommaOk)
	case *ssa.BinOp:
		out.Op, out.N, out.Args, out.T = OpBin, int32(in.Op), l.ops(in.X, in.Y), l.typ(in.X.Type())
	case *ssa.UnOp:
		l.unop(in, out)
	case *ssa.Call:
		l.call(&in.Call, out)
		if l.types.eff != nil {
			out.E = uint32(l.types.eff.Call(in))
		}
	case *ssa.Send:
		out.Op, out.Args = OpSend, l.ops(in.Chan, in.X)
	case *ssa.Go:
		out.Op, out.Args = OpGo, append(l.ops(in.Call.Value), l.ops(in.Call.Args...)...)
	case *ssa.Defer, *ssa.RunDefers, *ssa.DebugRef:
		return false
	case *ssa.MakeClosure:
		out.Op, out.S = OpFunc, l.types.use(in.Fn.(*ssa.Function))
		out.Args = l.ops(in.Bindings...)
	case *ssa.MakeInterface:
		out.Op, out.Args, out.T, out.S = OpIface, l.ops(in.X), l.typ(in.X.Type()), typeKey(in.Type())
	case *ssa.TypeAssert:
		out.Op, out.Args, out.T, out.N = OpAssert, l.ops(in.X), l.typ(in.AssertedType), flag(in.CommaOk)
	case *ssa.Extract:
		out.Op, out.Args, out.N = OpExtract, l.ops(in.Tuple), int32(in.Index)
	case *ssa.Phi:
		out.Op, out.Args = OpPhi, l.ops(in.Edges...)
	case *ssa.MakeMap:
		out.Op = OpMap
	case *ssa.MapUpdate:
		out.Op, out.Args = OpMapSet, l.ops(in.Map, in.Key, in.Value)
	case *ssa.Slice:
		l.slice(in, out)
	case *ssa.MakeSlice:
		out.Op, out.Args = OpMakeSlice, l.ops(in.Len)
	case *ssa.MakeChan:
		out.Op, out.Args = OpConvert, []int32{l.konst(Const{K: 'u', S: in.Name()})}
	case *ssa.Convert:
		out.Op, out.Args, out.T = OpConvert, l.ops(in.X), l.typ(in.Type())
	case *ssa.MultiConvert:
		out.Op, out.Args, out.T = OpConvert, l.ops(in.X), l.typ(in.Type())
	case *ssa.ChangeType:
		out.Op, out.Args = OpConvert, l.ops(in.X)
	case *ssa.ChangeInterface:
		out.Op, out.Args = OpConvert, l.ops(in.X)
	case *ssa.SliceToArrayPointer:
		out.Op, out.Args = OpConvert, l.ops(in.X)
	case *ssa.Range:
		out.Op, out.Args = OpRange, l.ops(in.X)
	case *ssa.Next:
		out.Op, out.Args = OpNext, l.ops(in.Iter)
	case *ssa.Select:
		l.selectStmt(in, out)
	case *ssa.If:
		out.Op, out.Args = OpIf, l.ops(in.Cond)
	case *ssa.Jump:
		out.Op = OpJump
	case *ssa.Return:
		out.Op, out.Args = OpReturn, l.ops(in.Results...)
	case *ssa.Panic:
		out.Op = OpPanic
	default:
		out.Op = OpNop
	}
	return true
}

func (l *lowerer) unop(in *ssa.UnOp, out *Instr) {
	out.Args, out.T = l.ops(in.X), l.typ(in.Type())
	switch in.Op {
	case token.MUL:
		out.Op = OpLoad
	case token.ARROW:
		out.Op, out.N = OpRecv, flag(in.CommaOk)
	default:
		out.Op, out.N = OpUn, int32(in.Op)
	}
}

func (l *lowerer) slice(in *ssa.Slice, out *Instr) {
	out.Op, out.Args = OpSlice, l.ops(in.X)
	for _, v := range []ssa.Value{in.Low, in.High} {
		if v == nil {
			out.Args = append(out.Args, l.konst(Const{K: 'n'}))
		} else {
			out.Args = append(out.Args, l.op(v))
		}
	}
	if ptr, ok := in.X.Type().Underlying().(*types.Pointer); ok {
		if arr, ok := ptr.Elem().Underlying().(*types.Array); ok {
			out.N = int32(arr.Len())
		}
	}
}

func (l *lowerer) selectStmt(in *ssa.Select, out *Instr) {
	out.Op, out.N = OpSelect, flag(in.Blocking)
	for _, st := range in.States {
		out.Args = append(out.Args, l.op(st.Chan))
		if st.Dir == types.RecvOnly {
			out.S += "r"
		} else {
			out.S += "s"
		}
	}
	for _, st := range in.States {
		if st.Send != nil {
			out.Args = append(out.Args, l.op(st.Send))
		}
	}
}

func (l *lowerer) call(c *ssa.CallCommon, out *Instr) {
	out.T = l.typ(c.Signature())
	if c.IsInvoke() {
		out.Op, out.S, out.A = OpInvoke, objKey(c.Method), api.Name(c.Method)
		out.Args = append(l.ops(c.Value), l.ops(c.Args...)...)
		return
	}
	switch fn := c.Value.(type) {
	case *ssa.Builtin:
		out.Op, out.S, out.Args = OpBuiltin, fn.Name(), l.ops(c.Args...)
	case *ssa.Function:
		out.Op, out.S, out.Args = OpCall, l.types.use(fn), l.ops(c.Args...)
		if obj, ok := fn.Object().(*types.Func); ok && len(fn.Blocks) == 0 {
			out.A = api.Name(obj)
		} else if o := fn.Origin(); o != nil && len(o.Blocks) == 0 {
			if obj, ok := o.Object().(*types.Func); ok {
				out.A = api.Name(obj)
			}
		}
	default:
		out.Op = OpDyn
		out.Args = append(l.ops(c.Value), l.ops(c.Args...)...)
	}
}

func (l *lowerer) ops(vs ...ssa.Value) []int32 {
	out := make([]int32, len(vs))
	for i, v := range vs {
		out[i] = l.op(v)
	}
	return out
}

func (l *lowerer) op(v ssa.Value) int32 {
	if r, ok := l.reg[v]; ok {
		return r
	}
	switch v := v.(type) {
	case *ssa.Const:
		return l.konst(constOf(v))
	case *ssa.Function:
		return l.konst(Const{K: 'F', S: l.types.use(v)})
	case *ssa.Global:
		key := v.Name()
		if v.Pkg != nil {
			key = v.Pkg.Pkg.Path() + "." + v.Name()
		}
		l.types.global(key, v)
		return l.konst(Const{K: 'G', S: key})
	}
	return l.konst(Const{K: 'u', S: v.Name()})
}

func constOf(v *ssa.Const) Const {
	if v.Value == nil {
		switch v.Type().Underlying().(type) {
		case *types.Struct, *types.Array:
			return Const{K: 'z'}
		}
		return Const{K: 'n'}
	}
	switch v.Value.Kind() {
	case constant.Bool:
		c := Const{K: 'b'}
		if constant.BoolVal(v.Value) {
			c.I = 1
		}
		return c
	case constant.String:
		return Const{K: 's', S: constant.StringVal(v.Value)}
	case constant.Int:
		if i, ok := constant.Int64Val(v.Value); ok {
			if isFloat(v.Type()) {
				return Const{K: 'f', F: float64(i)}
			}
			return Const{K: 'i', I: i}
		}
		if u, ok := constant.Uint64Val(v.Value); ok {
			return Const{K: 'i', I: int64(u)}
		}
	case constant.Float:
		f, _ := constant.Float64Val(v.Value)
		return Const{K: 'f', F: f}
	}
	return Const{K: 'u', S: v.Value.ExactString()}
}

func isFloat(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsFloat != 0
}

func (l *lowerer) konst(c Const) int32 {
	i, ok := l.cidx[c]
	if !ok {
		i = int32(len(l.out.Consts))
		l.cidx[c] = i
		l.out.Consts = append(l.out.Consts, c)
	}
	return ^i
}

func (l *lowerer) typ(t types.Type) int32 {
	d := l.types.desc(t)
	i, ok := l.tidx[d.Key]
	if !ok {
		i = int32(len(l.out.Types))
		l.tidx[d.Key] = i
		l.out.Types = append(l.out.Types, d.Key)
		l.out.types = append(l.out.types, d)
	}
	return i
}

func deref(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

func flag(b bool) int32 {
	if b {
		return 1
	}
	return 0
}
