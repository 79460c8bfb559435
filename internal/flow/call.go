package flow

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/api"
)

// call continues through a call that the value takes part in.
func (f *follower) call(s state, instr ssa.CallInstruction) {
	common := instr.Common()
	if b, ok := common.Value.(*ssa.Builtin); ok {
		f.builtin(s, instr, b)
		return
	}
	fn, obj := Callee(common)
	recv := 0
	if common.IsInvoke() {
		if common.Value == s.val {
			f.method(s, instr, obj, nil)
		}
		recv = 1
	} else if common.Value == s.val { // the value is a function and is called
		f.use(Use{Kind: Method, Path: s.path, Instr: instr})
	}
	for i, arg := range common.Args {
		if arg != s.val {
			continue
		}
		isRecv := recv == 0 && i == 0 && obj != nil && obj.Signature().Recv() != nil
		if sum := f.fl.summaryOf(fn, obj); sum != nil && !(api.IsLog(obj) && !sum.keeps(i+recv)) {
			if i+recv < len(sum.Params) {
				f.compose(s, instr, obj, sum.Params[i+recv])
			}
			continue
		}
		if isRecv {
			f.method(s, instr, obj, fn)
			continue
		}
		argIndex := i
		if recv == 0 && obj != nil && obj.Signature().Recv() != nil {
			argIndex--
		}
		f.foreign(s, instr, obj, argIndex)
	}
}

// compose adds what a summarised function does with its parameter.
func (f *follower) compose(s state, instr ssa.CallInstruction, obj *types.Func, uses []ParamUse) {
	for _, u := range uses {
		path, in := u.Path, s.in
		if s.in != "" {
			// The parameter holds the value at s.in: only what is read
			// along that way, or moved as a whole, concerns it.
			if rest, ok := cutPath(u.Path, s.in); ok {
				path, in = rest, ""
			} else if rest, ok := cutPath(s.in, u.Path); ok && u.Kind&(Return|Store|Send|Pass|Log|Alert|Escape) != 0 {
				path, in = "", rest
			} else {
				continue
			}
		}
		path = concat(s.path, path)
		if u.Kind == Return {
			f.result(instr, u.Result, concat(u.In, in), path)
			continue
		}
		f.use(Use{Kind: u.Kind, Path: path, In: concat(u.In, in), Instr: instr, Result: u.Result, Via: obj, Name: u.Callee})
	}
}

// cutPath removes the steps of prefix from the front of path.
func cutPath(path, prefix string) (rest string, ok bool) {
	if prefix == "" {
		return path, true
	}
	return pop(path, prefix)
}

func concat(a, b string) string {
	switch {
	case a == "":
		return b
	case b == "":
		return a
	}
	return a + "." + b
}

// result continues with result i of a call.
func (f *follower) result(instr ssa.CallInstruction, i int, in, path string) {
	call, ok := instr.(*ssa.Call)
	if !ok {
		return // go and defer have no results
	}
	if _, tuple := call.Type().(*types.Tuple); !tuple {
		f.push(call, in, path)
		return
	}
	for _, r := range *call.Referrers() {
		switch r := r.(type) {
		case *ssa.Extract:
			if r.Index == i {
				f.push(r, in, path)
			}
		case *ssa.Return: // return f(x)
			f.use(Use{Kind: Return, Path: path, In: in, Instr: r, Result: i})
		}
	}
}

// method handles a method of a foreign type, or of an interface, called on the
// value.
func (f *follower) method(s state, instr ssa.CallInstruction, obj *types.Func, _ *ssa.Function) {
	if obj == nil {
		return
	}
	if s.in != "" {
		f.use(Use{Kind: Pass, Path: s.path, In: s.in, Instr: instr, Callee: obj, Arg: -1})
		return
	}
	if name, ok := getterField(obj); ok {
		path := appendPath(s.path, name)
		f.use(Use{Kind: Read, Path: path, Instr: instr, Callee: obj})
		f.results(instr, "", path)
		return
	}
	f.use(Use{Kind: Method, Path: s.path, Instr: instr, Callee: obj})
	path := s.path
	if !types.Implements(obj.Signature().Recv().Type(), errorInterface) {
		path = appendPath(path, obj.Name()+"()")
	}
	f.results(instr, "", path) // err.Error() still tells of err
}

var errorInterface = types.Universe.Lookup("error").Type().Underlying().(*types.Interface)

// getterField returns the field that a getter such as GetNextPageToken hands
// out. Generated clients (protobuf, go-github, openapi) have one for each field.
func getterField(obj *types.Func) (string, bool) {
	name, ok := strings.CutPrefix(obj.Name(), "Get")
	sig := obj.Signature()
	if !ok || name == "" || sig.Params().Len() != 0 || sig.Results().Len() == 0 {
		return "", false
	}
	st := structOf(sig.Recv().Type())
	if st == nil {
		return name, types.IsInterface(sig.Recv().Type())
	}
	for i := range st.NumFields() {
		if st.Field(i).Name() == name {
			return name, true
		}
	}
	return "", false
}

// foreign handles an argument of a function without a summary.
func (f *follower) foreign(s state, instr ssa.CallInstruction, obj *types.Func, arg int) {
	if sig := instr.Common().Signature(); sig.Variadic() && arg == sig.Params().Len()-1 {
		if rest, ok := pop(s.in, "[]"); ok { // one of the variadic arguments
			s.in = rest
		}
	}
	kind := Pass
	if obj != nil {
		if api.IsLog(obj) {
			kind = Log
		} else if _, ok := api.Lookup(api.Alert, obj); ok {
			kind = Alert
		} else if isWrap(obj) {
			f.results(instr, "", s.path)
			return
		} else if _, ok := api.Lookup(api.Match, obj); ok {
			f.use(Use{Kind: Compare, Path: s.path, Instr: instr, Callee: obj, Arg: arg})
			return
		}
	}
	f.use(Use{Kind: kind, Path: s.path, In: s.in, Instr: instr, Callee: obj, Arg: arg})
	if kind == Pass && obj != nil {
		// aws.ToString(x), strings.TrimSpace(x): what comes out is made of x.
		f.results(instr, "", s.path)
	}
}

// results continues with every result of a call.
func (f *follower) results(instr ssa.CallInstruction, in, path string) {
	n := instr.Common().Signature().Results().Len()
	for i := range n {
		f.result(instr, i, in, path)
	}
}

func (f *follower) builtin(s state, instr ssa.CallInstruction, b *ssa.Builtin) {
	switch b.Name() {
	case "append", "min", "max":
		f.results(instr, s.in, s.path)
	case "copy":
		if args := instr.Common().Args; args[1] == s.val {
			f.push(args[0], s.in, s.path)
		}
	case "len", "cap":
		if s.in == "" {
			f.use(Use{Kind: Elem, Path: s.path, Instr: instr})
			f.results(instr, "", appendPath(s.path, "len()"))
		} else if strings.HasPrefix(s.in, "[]") {
			// len(errs) tells that something was put there.
			f.results(instr, "", s.path)
		}
	case "panic":
		f.use(Use{Kind: Panic, Path: s.path, Instr: instr})
	case "print", "println":
		f.use(Use{Kind: Log, Path: s.path, Instr: instr})
	}
}

// Callee returns what a call runs: the function with its body where it is
// written in this package, and the function's object. A method called through
// an interface gives the interface's method. Function values are resolved
// through closures, bound methods and variables that are assigned once.
func Callee(common *ssa.CallCommon) (*ssa.Function, *types.Func) {
	if common.IsInvoke() {
		return nil, common.Method
	}
	fn := ResolveFunc(common.Value)
	if fn == nil {
		return nil, nil
	}
	obj, _ := fn.Object().(*types.Func)
	return fn, obj
}

// ResolveFunc returns the function that the function value v is known to be, or
// nil. Instances of generic functions give the generic function, bound methods
// the method.
func ResolveFunc(v ssa.Value) *ssa.Function {
	for range 16 { // a chain of variables; longer ones are not worth it
		switch x := v.(type) {
		case *ssa.Function:
			return declared(x)
		case *ssa.MakeClosure:
			v = x.Fn
		case *ssa.ChangeType:
			v = x.X
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.FreeVar:
			v = Binding(x)
		case *ssa.UnOp:
			if x.Op != token.MUL {
				return nil
			}
			v = onlyStore(x.X)
		default:
			return nil
		}
	}
	return nil
}

// declared maps instances and wrappers to the function as it is written.
func declared(fn *ssa.Function) *ssa.Function {
	if o := fn.Origin(); o != nil {
		fn = o
	}
	if fn.Synthetic != "" && len(fn.Blocks) > 0 {
		if obj, ok := fn.Object().(*types.Func); ok {
			if f := fn.Prog.FuncValue(obj.Origin()); f != nil {
				return f
			}
		}
	}
	return fn
}

// onlyStore returns the one value that is ever stored at addr, or nil.
func onlyStore(addr ssa.Value) ssa.Value {
	if fv, ok := addr.(*ssa.FreeVar); ok {
		addr = Binding(fv)
	}
	if addr == nil || addr.Referrers() == nil {
		return nil
	}
	var val ssa.Value
	for _, r := range *addr.Referrers() {
		st, ok := r.(*ssa.Store)
		if !ok || st.Addr != addr {
			continue
		}
		if val != nil {
			return nil
		}
		val = st.Val
	}
	return val
}
