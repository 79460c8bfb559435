package swallow

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/flow"
	"github.com/idemlint/idemlint/internal/report"
)

// finishers are the methods that write out the rest and say whether all of it
// arrived.
var finishers = map[string]bool{"Close": true, "Flush": true, "Finish": true, "CloseWithError": false}

// writer is the rule for the Close or Flush of something that was written,
// whose error is lost. It reports whether the call is such a one.
func (c *checker) writer(fn *ssa.Function, call ssa.CallInstruction) bool {
	_, obj := flow.Callee(call.Common())
	recv := receiver(call)
	if obj == nil || recv == nil || !finishers[obj.Name()] || obj.Signature().Params().Len() > 1 {
		return false
	}
	if obj.Signature().Results().Len() == 0 {
		return c.stickyFlush(fn, call, obj, recv)
	}
	e, ok := c.errorOf(call)
	if !ok || !isWriter(recv.Type()) {
		return false
	}
	if e.val != nil {
		f := c.fates.Of(e.val)
		if f.Reaches {
			return false
		}
	}
	if why := c.closeHarmless(fn, call, obj, rootOf(recv)); why != "" {
		c.silent(call, "writer", why)
		return true
	}
	what := " is dropped"
	if e.val != nil {
		what = " is only looked at"
	}
	c.report(call, "writer", report.High, "what "+c.recvName(call)+" still holds is written by "+obj.Name()+", whose error"+what+
		": a short or missing file counts as done, "+funcName(fn)+ends(outermost(fn).Signature.Results()))
	return true
}

func outermost(fn *ssa.Function) *ssa.Function {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn
}

// recvName is the source of what a method is called on.
func (c *checker) recvName(call ssa.CallInstruction) string {
	if s := c.syntaxOf(call); s != nil {
		if sel, ok := unparen(s.Fun); ok {
			if x := types.ExprString(sel.X); len(x) < 40 {
				return x
			}
		}
	}
	return "the writer"
}

// isWriter reports whether t is written and not read: it has methods to write,
// or is called a writer, and none to read. Files have both; whether one was
// written is asked of the function.
// isFile reports whether t is an os.File or one of its kin (afero.File): it can
// be read and written, and truncated or synced.
// method reports whether t has a method of one of the names.
// closeHarmless says why the lost error of a Close or Flush loses nothing.
func (c *checker) closeHarmless(fn *ssa.Function, call ssa.CallInstruction, obj *types.Func, w ssa.Value) string {
	if c.afterFailure(call) {
		return "closed after another failure"
	}
	if inMemory(w, 0) {
		return "it writes to memory or the console"
	}
	if isFile(w.Type()) || isFile(deref(w.Type())) {
		if why := c.fileHarmless(w); why != "" {
			return why
		}
	}
	for _, other := range c.methodsOn(w) {
		if other == call {
			continue
		}
		_, o := flow.Callee(other.Common())
		if o == nil || o.Name() != obj.Name() && o.Name() != "Sync" && o.Name() != "Commit" {
			continue
		}
		if e, ok := c.errorOf(other); ok && e.val != nil && c.fates.Of(e.val).Reaches {
			return "the error of another " + o.Name() + " is looked at"
		}
	}
	return ""
}

// methodsOn returns the calls of methods on w.
func (c *checker) methodsOn(w ssa.Value) []ssa.CallInstruction {
	var out []ssa.CallInstruction
	for _, u := range c.fl.Uses(w) {
		if call, ok := u.Instr.(ssa.CallInstruction); ok && u.Kind == flow.Method && u.Path == "" && u.Via == nil {
			out = append(out, call)
		}
	}
	return out
}

// fileHarmless says why the Close of a file loses nothing: it was not written
// here, or it is a scratch file that is removed again.
func (c *checker) fileHarmless(w ssa.Value) string {
	if opened := creation(w); opened != nil {
		_, obj := flow.Callee(opened.Common())
		if obj != nil {
			switch obj.Name() {
			case "Open":
				return "the file is only read"
			case "CreateTemp", "TempFile":
				return "a scratch file"
			case "OpenFile":
				if readOnly(opened) {
					return "the file is only read"
				}
			}
		}
	}
	for _, u := range c.fl.Uses(w) {
		if u.Path != "" {
			continue
		}
		switch u.Kind {
		case flow.Method:
			if writes(u.Name) {
				return ""
			}
		case flow.Pass, flow.Log:
			if call, ok := u.Instr.(ssa.CallInstruction); ok && (u.Via != nil || takesWriter(call, u.Arg)) {
				return ""
			}
		}
	}
	return "the file is not written here"
}

func writes(name string) bool {
	return name == "Write" || name == "WriteString" || name == "WriteAt" || name == "ReadFrom" || name == "Truncate"
}

// takesWriter reports whether parameter arg of the called function is there to
// be written to.
func takesWriter(call ssa.CallInstruction, arg int) bool {
	sig := call.Common().Signature()
	if arg < 0 || arg >= sig.Params().Len() {
		return true
	}
	t := sig.Params().At(arg).Type()
	return method(t, "Write", "WriteAt") && !(types.IsInterface(t) && method(t, "Read"))
}

// creation returns the call that made w, seen through its variable.
// stored returns the one value that is put into a variable, nil where there are
// several.
// readOnly reports whether os.OpenFile is called without a flag to write.
// inMemory reports whether w is, or writes into or reads from, memory or the
// console: nothing is lost where it cannot fail.
// stickyFlush is the rule for writers such as csv.Writer whose Flush answers
// nothing: Error has to be asked after it.
func (c *checker) stickyFlush(fn *ssa.Function, call ssa.CallInstruction, obj *types.Func, recv ssa.Value) bool {
	if obj.Name() != "Flush" || !method(recv.Type(), "Error") || !method(recv.Type(), "Write") {
		return false
	}
	w := rootOf(recv)
	if inMemory(w, 0) {
		c.silent(call, "writer", "it writes to memory or the console")
		return true
	}
	if _, isField := w.(*ssa.FieldAddr); isField {
		c.silent(call, "writer", "others can ask the writer of a field")
		return true
	}
	_, deferred := call.(*ssa.Defer)
	before := false
	for _, other := range c.methodsOn(w) {
		_, o := flow.Callee(other.Common())
		if o == nil || o.Name() != "Error" {
			continue
		}
		before = true
		if !deferred && (other.Parent() != call.Parent() || follows(call, other)) {
			c.silent(call, "writer", "Error is asked after Flush")
			return true
		}
	}
	if _, isParam := w.(*ssa.Parameter); !before && isParam || escapes(c, w) {
		c.silent(call, "writer", "whoever owns the writer can ask it")
		return true
	}
	if c.flushedBefore(call, w, deferred) {
		c.silent(call, "writer", "flushed and asked before; this one has nothing left to write")
		return true
	}
	why := "Error is never asked"
	if before {
		why = "Error is asked before it"
	}
	c.report(call, "writer", report.High, c.recvName(call)+".Flush writes the last block and "+why+
		": a short file counts as done, "+funcName(fn)+ends(fn.Signature.Results()))
	return true
}

// flushedBefore reports whether another Flush, followed by Error, runs on the
// success path, so that a deferred Flush has nothing to do.
func (c *checker) flushedBefore(call ssa.CallInstruction, w ssa.Value, deferred bool) bool {
	if !deferred {
		return false
	}
	calls := c.methodsOn(w)
	for _, flush := range calls {
		if _, o := flow.Callee(flush.Common()); flush == call || o == nil || o.Name() != "Flush" {
			continue
		}
		for _, ask := range calls {
			if _, o := flow.Callee(ask.Common()); o != nil && o.Name() == "Error" && follows(flush, ask) {
				return true
			}
		}
	}
	return false
}

func escapes(c *checker, w ssa.Value) bool {
	for _, u := range c.fl.Uses(w) {
		if u.Path == "" && (u.Kind == flow.Return || u.Kind == flow.Store) {
			return true
		}
	}
	return false
}

// follows reports whether b can run after a in the same function.
func follows(a, b ssa.Instruction) bool {
	if a.Block() == b.Block() {
		for _, instr := range a.Block().Instrs {
			if instr == a {
				return true
			}
			if instr == b {
				return flow.Reach(a.Block(), nil)[b.Block()]
			}
		}
	}
	return flow.Reach(a.Block(), nil)[b.Block()]
}

// group is the rule for a group or pool that gathers the errors of its
// functions and whose Wait is thrown away.
// runsFuncs reports whether t has a method Go or Submit that takes a function
// with an error.
// neverFail reports whether every function given to the group g returns nil in
// any case: they keep their errors elsewhere.
