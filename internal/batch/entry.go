package batch

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/idemlint/idemlint/internal/api"
	"github.com/idemlint/idemlint/internal/flow"
	"github.com/idemlint/idemlint/internal/ir"
)

// entry reports whether fn is the entry of a job that is not called per item:
// main of a program that ends by itself, or a reconciler.
func (p *propagation) entry(fn *ssa.Function) bool {
	switch {
	case fn.Name() == "main" && fn.Pkg.Pkg.Name() == "main" && fn.Signature.Recv() == nil && fn.Parent() == nil:
		return !p.serves(fn, map[*ssa.Function]bool{})
	case isReconciler(fn):
		return true
	}
	return false
}

// isReconciler recognises Reconcile(ctx, request) (result, error), the method
// that a controller's work queue calls.
func isReconciler(fn *ssa.Function) bool {
	sig := fn.Signature
	return fn.Name() == "Reconcile" && sig.Recv() != nil &&
		sig.Params().Len() == 2 && api.TypeKey(sig.Params().At(0).Type()) == "context.Context" &&
		sig.Results().Len() >= 1 && isError(sig.Results().At(sig.Results().Len()-1).Type())
}

// handlesOne reports whether fn takes a message, task or event of a queue
// library: the library calls it for each.
func handlesOne(fn *ssa.Function) bool {
	params := fn.Signature.Params()
	for i := range params.Len() {
		key := api.TypeKey(params.At(i).Type())
		for _, kind := range []string{api.Delivery, api.Runner} {
			if _, ok := api.LookupName(kind, key); ok {
				return true
			}
		}
	}
	return false
}

// serves reports whether fn, or what it calls in this package, waits for
// requests or for a signal: the program is then no job that ends.
func (p *propagation) serves(fn *ssa.Function, seen map[*ssa.Function]bool) bool {
	if seen[fn] || len(seen) > 400 {
		return false
	}
	seen[fn] = true
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if sel, ok := instr.(*ssa.Select); ok && sel.Blocking && len(sel.States) == 0 {
				return true // select {}
			}
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			callee, obj := flow.Callee(call.Common())
			if _, ok := api.Lookup(api.Serve, obj); ok {
				return true
			}
			if callee != nil && p.serves(callee, seen) {
				return true
			}
		}
	}
	for _, anon := range fn.AnonFuncs {
		if p.serves(anon, seen) {
			return true
		}
	}
	return false
}

// servesRequest reports whether fn answers requests of clients, who see for
// themselves what went wrong.
func servesRequest(fn *ssa.Function) bool {
	params := fn.Signature.Params()
	for i := range params.Len() {
		if _, ok := api.LookupName(api.Request, api.TypeKey(params.At(i).Type())); ok {
			return true
		}
	}
	return false
}

// rangeBody returns the body of the range-over-func loop that fn is made of.
func rangeBody(fn *ssa.Function) *ast.BlockStmt {
	if r, ok := fn.Syntax().(*ast.RangeStmt); ok {
		return r.Body
	}
	return nil
}

// implementations maps each method of an interface of this package to the
// methods of this package's types that implement it.
func implementations(pkg *types.Package, irPkg *ir.Package) map[*types.Func][]*ssa.Function {
	byName := map[string][]*ssa.Function{}
	for _, fn := range irPkg.Funcs {
		if fn.Signature.Recv() != nil {
			byName[fn.Name()] = append(byName[fn.Name()], fn)
		}
	}
	out := map[*types.Func][]*ssa.Function{}
	var ms typeutil.MethodSetCache
	for _, name := range pkg.Scope().Names() {
		tn, ok := pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok {
			continue
		}
		iface, ok := tn.Type().Underlying().(*types.Interface)
		if !ok {
			continue
		}
		for i := range iface.NumMethods() {
			m := iface.Method(i)
			for _, fn := range byName[m.Name()] {
				recv := fn.Signature.Recv().Type()
				if ms.MethodSet(recv).Len() >= iface.NumMethods() && types.Implements(recv, iface) {
					out[m] = append(out[m], fn)
				}
			}
		}
	}
	return out
}

func isError(t types.Type) bool {
	return types.Identical(t, types.Universe.Lookup("error").Type())
}
