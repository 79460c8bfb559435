package swallow

import (
	"go/constant"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/api"
	"github.com/idemlint/idemlint/internal/flow"
)

func isWriter(t types.Type) bool {
	if isFile(t) {
		return true
	}
	if method(t, "Read", "ReadContext", "LocalAddr", "ReadMessage", "RemoteAddr") {
		return false
	}
	key := api.TypeKey(t)
	if strings.HasSuffix(key, "Writer") || strings.HasSuffix(key, ".WriteCloser") {
		return true
	}
	ms := types.NewMethodSet(pointerTo(t))
	for i := range ms.Len() {
		if name := ms.At(i).Obj().Name(); strings.HasPrefix(name, "Write") {
			return true
		}
	}
	return false
}

func isFile(t types.Type) bool {
	return api.TypeKey(t) == "os.File" ||
		method(t, "Read") && method(t, "Write") && method(t, "Close") && method(t, "Sync", "Truncate")
}

func pointerTo(t types.Type) types.Type {
	if _, ok := t.Underlying().(*types.Pointer); ok || types.IsInterface(t) {
		return t
	}
	return types.NewPointer(t)
}

func method(t types.Type, names ...string) bool {
	for _, name := range names {
		obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
		if _, ok := obj.(*types.Func); ok {
			return true
		}
	}
	return false
}

func deref(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

func creation(w ssa.Value) *ssa.Call {
	for range 8 {
		switch x := w.(type) {
		case *ssa.Extract:
			w = x.Tuple
		case *ssa.Call:
			return x
		case *ssa.UnOp:
			w = x.X
		case *ssa.MakeInterface:
			w = x.X
		case *ssa.ChangeInterface:
			w = x.X
		case *ssa.FreeVar:
			w = flow.Binding(x)
		case *ssa.Alloc:
			v := stored(x)
			if v == nil {
				return nil
			}
			w = v
		default:
			return nil
		}
	}
	return nil
}

func stored(a *ssa.Alloc) ssa.Value {
	var v ssa.Value
	for _, r := range *a.Referrers() {
		if st, ok := r.(*ssa.Store); ok && st.Addr == a {
			if v != nil {
				return nil
			}
			v = st.Val
		}
	}
	return v
}

func readOnly(call *ssa.Call) bool {
	args := call.Common().Args
	if len(args) < 2 {
		return false
	}
	k, ok := args[1].(*ssa.Const)
	if !ok || k.Value == nil {
		return false
	}
	n, ok := constant.Int64Val(k.Value)
	const accessMode = 3 // O_RDONLY, O_WRONLY and O_RDWR are 0, 1 and 2 on every system
	return ok && n&accessMode == 0
}

func inMemory(w ssa.Value, depth int) bool {
	if depth > 6 || w == nil {
		return false
	}
	if memoryType(w.Type()) || memoryType(deref(w.Type())) {
		return true
	}
	switch x := w.(type) {
	case *ssa.Global:
		return x.Pkg != nil && x.Pkg.Pkg.Path() == "os" || x.Name() == "Discard"
	case *ssa.MakeInterface:
		return inMemory(x.X, depth+1)
	case *ssa.ChangeInterface:
		return inMemory(x.X, depth+1)
	case *ssa.UnOp:
		return inMemory(x.X, depth+1)
	case *ssa.Extract:
		return inMemory(x.Tuple, depth+1)
	case *ssa.FreeVar:
		return inMemory(flow.Binding(x), depth+1)
	case *ssa.Alloc:
		return inMemory(stored(x), depth+1)
	case *ssa.Call:
		// gzip.NewWriter(&buf): a wrapper is where its target is.
		for _, a := range x.Common().Args {
			if method(a.Type(), "Write", "Read") && inMemory(a, depth+1) {
				return true
			}
		}
	}
	return false
}

func memoryType(t types.Type) bool {
	switch api.TypeKey(t) {
	case "bytes.Buffer", "bytes.Reader", "strings.Builder", "strings.Reader", "io.PipeWriter", "io.PipeReader":
		return true
	}
	// An answer to a client, who sees for itself that it is short: whatever
	// has the methods of net/http.ResponseWriter.
	return method(t, "WriteHeader") && method(t, "Header")
}
