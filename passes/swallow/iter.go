package swallow

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/idemlint/idemlint/internal/api"
	"github.com/idemlint/idemlint/internal/effect"
	"github.com/idemlint/idemlint/internal/flow"
	"github.com/idemlint/idemlint/internal/report"
)

// loops applies the rules that stand at a loop of fn.
func (c *checker) loops(fn *ssa.Function) {
	for _, l := range c.batch.Loops(fn) {
		switch s := l.Stmt.(type) {
		case *ast.ForStmt:
			c.nextLoop(fn, s)
		case *ast.RangeStmt:
			c.seqLoop(fn, s)
		}
	}
}

// nextLoop is the rule for `for it.Next()` whose it.Err() nobody asks: Next ends
// the loop at an error as well as at the end.
func (c *checker) nextLoop(fn *ssa.Function, loop *ast.ForStmt) {
	call, name := c.advance(fn, loop)
	if call == nil {
		return
	}
	if c.onlyPrints(fn, loop) {
		c.rep.Silent(loop.Pos(), "swallow/itererr", "the loop only passes on lines to a log")
		return
	}
	it := receiver(call)
	ask := askFor(it.Type())
	if why := c.errAsked(fn, it, ask); why != "" {
		c.rep.Silent(loop.Pos(), "swallow/itererr", why)
		return
	}
	c.rep.Report(report.Finding{
		Rule: "swallow/itererr", Pos: loop.Pos(), End: loop.Body.Lbrace,
		Message: "the loop ends when " + name + " fails as well as at the end, and " + name + "." + ask + "() is never asked: " +
			funcName(fn) + " takes a part for the whole",
	})
}

// askFor names the method by which an iterator tells what ended it: Err, Error,
// or its Close where it has neither; "" where it tells nothing.
func askFor(t types.Type) string {
	for _, name := range []string{"Err", "Error", "Close"} {
		obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
		m, ok := obj.(*types.Func)
		if !ok {
			continue
		}
		sig := m.Signature()
		if sig.Params().Len() == 0 && sig.Results().Len() == 1 && effect.IsError(sig.Results().At(0).Type()) {
			return name
		}
	}
	return ""
}

// advances are the methods that move an iterator on and say whether there was
// something more.
var advances = map[string]bool{"Next": true, "Scan": true, "Advance": true, "NextRow": true, "MoveNext": true, "Iterate": true}

// onlyPrints reports whether the body of a loop does nothing but log: the output
// of another program is passed on.
func (c *checker) onlyPrints(fn *ssa.Function, loop *ast.ForStmt) bool {
	printed := false
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if instr.Pos() < loop.Body.Pos() || instr.Pos() >= loop.Body.End() {
				continue
			}
			switch in := instr.(type) {
			case *ssa.Send, *ssa.MapUpdate, *ssa.Go:
				return false
			case *ssa.Call:
				if _, builtin := in.Common().Value.(*ssa.Builtin); builtin {
					return false
				}
				_, obj := flow.Callee(in.Common())
				switch {
				case obj != nil && !api.IsLog(obj) && in.Common().Signature().Results().Len() > 0: // sc.Text()
				case obj != nil && (api.IsLog(obj) || c.eff.Call(in) == effect.Log), obj == nil && in.Common().Signature().Variadic():
					printed = true
				default:
					return false
				}
			}
		}
	}
	return printed
}

// advance returns the call it.Next() that drives the loop, in its head or, for
// `v, ok := it.Next(); if !ok { break }`, in its body, where the iterator has a
// method that tells of errors; and how the iterator is called.
func (c *checker) advance(fn *ssa.Function, loop *ast.ForStmt) (ssa.CallInstruction, string) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok || call.Pos() < loop.Pos() || call.Pos() >= loop.End() || !moves(call) {
				continue
			}
			inCond := loop.Cond != nil && loop.Cond.Pos() <= call.Pos() && call.Pos() < loop.Cond.End()
			inHead := call.Pos() < loop.Body.Pos() || loop.Cond == nil && c.batch.Loop(fn, call.Pos()).Stmt == ast.Stmt(loop)
			if !inCond && !(inHead && call.Common().Signature().Results().Len() == 2) {
				continue
			}
			name := "the iterator"
			if syntax := c.calls[call.Pos()]; syntax != nil {
				if sel, ok := syntax.Fun.(*ast.SelectorExpr); ok {
					name = types.ExprString(sel.X)
				}
			}
			return call, name
		}
	}
	return nil, ""
}

// moves reports whether call is it.Next() or (v, ok) it.Next() of an iterator
// that can tell of an error.
func moves(call *ssa.Call) bool {
	_, obj := flow.Callee(call.Common())
	it := receiver(call)
	res := call.Common().Signature().Results()
	if it == nil || obj == nil || res.Len() == 0 || !isBool(res.At(res.Len()-1).Type()) {
		return false
	}
	switch askFor(it.Type()) {
	case "":
		return false
	case "Err":
		return true
	}
	return advances[obj.Name()]
}

// receiver returns what a method is called on, nil for plain functions.
func receiver(call ssa.CallInstruction) ssa.Value {
	common := call.Common()
	if common.IsInvoke() {
		return common.Value
	}
	if common.Signature().Recv() != nil && len(common.Args) > 0 {
		return common.Args[0]
	}
	return nil
}

func isBool(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

// errAsked says who asks the iterator for its error, or why there is none to
// ask for; "" where nobody does.
func (c *checker) errAsked(fn *ssa.Function, it ssa.Value, ask string) string {
	root := rootOf(it)
	if fa, ok := root.(*ssa.FieldAddr); ok {
		return c.fieldAsked(fa, ask)
	}
	if inMemory(root, 0) {
		return "it reads from memory, which does not fail"
	}
	if c.calledOn(outermost(fn), root, ask) {
		return ask + " is asked"
	}
	for _, u := range c.fl.Uses(root) {
		switch u.Kind {
		case flow.Method:
			if u.Path == "" && u.Name == ask && (ask != "Close" || c.taken(u)) {
				return ask + " is asked"
			}
		case flow.Return, flow.Store, flow.Send, flow.Escape:
			if u.Path == "" {
				return "the iterator is handed on, whoever gets it can ask"
			}
		case flow.Pass:
			if u.Path == "" && couldAsk(u) {
				return "the iterator is handed to " + u.String()
			}
		}
	}
	if p := paramIn(root); p != nil {
		return c.callerAsks(p, ask)
	}
	return ""
}

// calledOn reports whether fn, or a literal in it, calls the method name on root
// and looks at the error. flow follows a value into the body of an own method,
// so that such a call is no use of its own there.
func (c *checker) calledOn(fn *ssa.Function, root ssa.Value, name string) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			_, obj := flow.Callee(call.Common())
			if obj == nil || obj.Name() != name || receiver(call) == nil || rootOf(receiver(call)) != root {
				continue
			}
			if e, ok := c.errorOf(call); !ok || e.val != nil {
				return true
			}
		}
	}
	for _, anon := range fn.AnonFuncs {
		if c.calledOn(anon, root, name) {
			return true
		}
	}
	return false
}

// taken reports whether the error that a method gives is looked at.
func (c *checker) taken(u flow.Use) bool {
	call, ok := u.Instr.(ssa.CallInstruction)
	if !ok || u.Via != nil {
		return true
	}
	e, ok := c.errorOf(call)
	return ok && e.val != nil
}

// couldAsk reports whether a function of which nothing is known could call Err
// on its argument. One that is only handed rows to scan does not.
func couldAsk(u flow.Use) bool { return u.Callee != nil }

// rootOf returns the variable that a loaded value comes from, or the value.
func rootOf(v ssa.Value) ssa.Value {
	if u, ok := v.(*ssa.UnOp); ok {
		switch x := u.X.(type) {
		case *ssa.Alloc:
			return x
		case *ssa.FreeVar:
			if b := flow.Binding(x); b != nil {
				return b
			}
			return x
		case *ssa.FieldAddr:
			return x
		}
	}
	return v
}

// fieldAsked reports whether the package asks the iterator in the field anywhere.
func (c *checker) fieldAsked(fa *ssa.FieldAddr, ask string) string {
	v := fieldOf(fa)
	if v == nil {
		return "the iterator's home is not known"
	}
	for _, instr := range c.fl.FieldReads(v) {
		value, ok := instr.(ssa.Value)
		if !ok {
			continue
		}
		for _, u := range c.fl.Uses(value) {
			if u.Kind == flow.Method && u.Name == ask {
				return ask + " is asked elsewhere in the package"
			}
		}
	}
	if v.Exported() {
		return "the field is exported: others can ask"
	}
	return ""
}

// callerAsks reports whether a caller that hands its iterator on as p asks it
// afterwards.
func (c *checker) callerAsks(p *ssa.Parameter, ask string) string {
	index, fn := -1, p.Parent()
	for i, q := range fn.Params {
		if q == p {
			index = i
		}
	}
	calls, _ := c.fl.Callers(fn)
	for _, call := range calls {
		args := call.Common().Args
		if index < 0 || index >= len(args) {
			continue
		}
		for _, u := range c.fl.Uses(rootOf(boxed(args[index]))) {
			if u.Kind == flow.Method && u.Name == ask {
				return "the caller asks " + ask
			}
		}
	}
	return ""
}

// seqLoop is the rule for a range over an iter.Seq2 of values and errors, or
// over a channel of errors, that takes no error.
func (c *checker) seqLoop(fn *ssa.Function, loop *ast.RangeStmt) {
	t := c.pass.TypesInfo.TypeOf(loop.X)
	if t == nil {
		return
	}
	what := ""
	switch u := t.Underlying().(type) {
	case *types.Signature:
		if u.Params().Len() != 1 {
			return
		}
		yield, ok := u.Params().At(0).Type().Underlying().(*types.Signature)
		if !ok || yield.Params().Len() != 2 || !effect.IsError(yield.Params().At(1).Type()) {
			return
		}
		if !blank(loop.Value) {
			c.seqError(fn, loop)
			return
		}
		what = "the error that comes with each item of " + types.ExprString(loop.X) + " is not taken"
	case *types.Chan:
		if !tellsError(u.Elem()) && !c.reports(loop.X) && !c.holdsError(u.Elem(), loop.X) || !blank(loop.Key) {
			return
		}
		what = "the errors that " + types.ExprString(loop.X) + " delivers are drained and dropped"
	default:
		return
	}
	c.rep.Report(report.Finding{
		Rule: "swallow/itererr", Pos: loop.Pos(), End: loop.Body.Lbrace,
		Message: what + ": " + funcName(fn) + ends(fn.Signature.Results()),
	})
}

// seqError is the rule for the error variable of a range over an iter.Seq2 that
// is tested or logged and reaches nobody.
func (c *checker) seqError(fn *ssa.Function, loop *ast.RangeStmt) {
	for _, body := range fn.AnonFuncs {
		if body.Syntax() != ast.Node(loop) || len(body.Params) != 2 {
			continue
		}
		f := c.fates.Of(body.Params[1])
		if f.Reaches {
			c.rep.Silent(loop.Pos(), "swallow/itererr", "the error is "+f.How)
			return
		}
		how := "dropped"
		if f.Logged {
			how = "only logged"
		}
		c.rep.Report(report.Finding{
			Rule: "swallow/itererr", Pos: loop.Pos(), End: loop.Body.Lbrace,
			Message: "the error that comes with each item of " + types.ExprString(loop.X) + " is " + how + ": " + funcName(fn) + ends(fn.Signature.Results()),
		})
	}
}

// reports reports whether x is a call that gives the channel on which a library
// tells what became of each item.
func (c *checker) reports(x ast.Expr) bool {
	call, ok := ast.Unparen(x).(*ast.CallExpr)
	if !ok {
		return false
	}
	fn, ok := typeutil.Callee(c.pass.TypesInfo, call).(*types.Func)
	if !ok {
		return false
	}
	_, known := api.Lookup(api.Reports, fn)
	return known
}

// tellsError reports whether t is an error or a foreign record of one, such as
// *sarama.ProducerError.
func tellsError(t types.Type) bool {
	errType := types.Universe.Lookup("error").Type().Underlying().(*types.Interface)
	return types.Implements(t, errType)
}

func blank(e ast.Expr) bool {
	if e == nil {
		return true
	}
	id, ok := e.(*ast.Ident)
	return ok && id.Name == "_"
}
