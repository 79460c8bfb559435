package swallow

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/api"
	"github.com/idemlint/idemlint/internal/effect"
	"github.com/idemlint/idemlint/internal/flow"
	"github.com/idemlint/idemlint/internal/report"
)

// partial is the rule for a batch call that says in its answer which parts it
// did not do, beside a nil error. It reports whether it has spoken.
func (c *checker) partial(fn *ssa.Function, call ssa.CallInstruction) bool {
	_, obj := flow.Callee(call.Common())
	res := call.Common().Signature().Results()
	if res.Len() == 0 || res.Len() > 2 || obj == nil && !c.takesMany(call) {
		return false
	}
	name := c.callName(call, obj) // a function value answers as the function would
	fields := failureFields(res.At(0).Type(), name)
	if len(fields) == 0 || enveloped(res.At(0).Type()) && !doesMany(name) {
		return false
	}
	value, ok := call.(*ssa.Call)
	if !ok {
		return false
	}
	var out ssa.Value = value
	if res.Len() == 2 {
		out = extract(value, 0)
	}
	if out != nil {
		if why := c.reads(out, fields); why != "" {
			c.silent(call, "partial", why)
			return false
		}
	}
	c.report(call, "partial", report.High, name+" answers without an error although parts of it failed, and "+
		fields[0].Name()+" is never read: what it lists is lost, "+c.instead(fn, call))
	return true
}

// reads says why the parts that failed are not lost: one of the fields is read,
// or the answer is handed on as a whole.
func (c *checker) reads(out ssa.Value, fields []*types.Var) string {
	for _, u := range c.fl.Uses(out) {
		if u.Kind == flow.Log || u.Kind == flow.NilTest && u.Path == "" {
			continue
		}
		if u.Path == "" {
			switch u.Kind {
			case flow.Return, flow.Store, flow.Send, flow.Pass, flow.Method, flow.Escape, flow.Alert:
				return "the whole answer is handed on"
			}
			continue
		}
		first, _, _ := strings.Cut(u.Path, ".")
		if first == "ResultMetadata" {
			continue
		}
		for _, f := range fields {
			if f.Name() == first {
				return f.Name() + " is read"
			}
		}
		if strings.HasSuffix(first, "()") {
			return "its method " + first + " is called"
		}
	}
	return ""
}

// failureFields returns the fields of a batch call's answer that list or count
// what was not done. Field names are the contract of the API: they choose among
// fields whose type can say such a thing.
func failureFields(t types.Type, call string) []*types.Var {
	st := structUnder(t)
	if st == nil {
		return nil
	}
	var clear, weak, items []*types.Var
	for i := range st.NumFields() {
		f := st.Field(i)
		if !f.Exported() {
			continue
		}
		switch {
		case !countsOrLists(f.Type()):
		case hasPrefixWord(f.Name(), "unprocessed", "failed", "rejected", "undelivered"):
			clear = append(clear, f)
		case hasPrefixWord(f.Name(), "errors", "failures", "has", "row") && failureName(f.Name()):
			weak = append(weak, f)
		case perItem(f.Type()):
			items = append(items, f)
		}
	}
	if len(clear) > 0 {
		return append(append(clear, weak...), items...)
	}
	if len(weak) > 0 && (batchWrite(call) || doesMany(api.TypeKey(t)) && effect.VerbOf(call) != effect.VerbRead) {
		return append(weak, items...)
	}
	return nil
}

func failureName(name string) bool {
	words := effect.Words(name)
	last := words[len(words)-1]
	return last == "errors" || last == "failures" || last == "error"
}

func hasPrefixWord(name string, prefixes ...string) bool {
	words := effect.Words(name)
	if len(words) == 0 {
		return false
	}
	for _, p := range prefixes {
		if words[0] == p {
			return true
		}
	}
	return false
}

// batchWrite reports whether the name of a call speaks of changing many things.
func batchWrite(name string) bool {
	for _, w := range effect.Words(name) {
		if w == "batch" || w == "bulk" || w == "multi" {
			return true
		}
	}
	return effect.VerbOf(name) == effect.VerbWrite
}

// countsOrLists accepts lists, maps, numbers and flags.
func countsOrLists(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Slice, *types.Map:
		return true
	case *types.Pointer:
		_, basic := u.Elem().Underlying().(*types.Basic)
		return basic || structUnder(t) != nil
	case *types.Basic:
		return u.Info()&(types.IsInteger|types.IsBoolean) != 0
	}
	return false
}

// perItem reports whether t is a list of results that each say how it went.
func perItem(t types.Type) bool {
	var elem types.Type
	switch u := t.Underlying().(type) {
	case *types.Slice:
		elem = u.Elem()
	case *types.Map:
		elem = u.Elem()
	default:
		return false
	}
	if m, ok := elem.Underlying().(*types.Map); ok { // elastic: []map[op]item
		elem = m.Elem()
	}
	st := structUnder(elem)
	if st == nil {
		return false
	}
	for i := range st.NumFields() {
		switch st.Field(i).Name() {
		case "Error", "Err", "ErrorCode", "ErrorMessage", "Errors":
			return true
		}
	}
	return false
}

func structUnder(t types.Type) *types.Struct {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	st, _ := t.Underlying().(*types.Struct)
	return st
}

// extract returns result i of a call, nil where nobody takes it.
func extract(call *ssa.Call, i int) ssa.Value {
	for _, r := range *call.Referrers() {
		if x, ok := r.(*ssa.Extract); ok && x.Index == i && len(*x.Referrers()) > 0 {
			return x
		}
	}
	return nil
}

// carried is the rule for results that carry their error in a field or method
// (gorm's DB.Error, a redis Cmd), and for futures, that nobody asks.
func (c *checker) carried(fn *ssa.Function, call ssa.CallInstruction) bool {
	_, obj := flow.Callee(call.Common())
	value, ok := call.(*ssa.Call)
	if obj == nil || !ok || obj.Signature().Results().Len() == 0 {
		return false
	}
	res := call.Common().Signature().Results()
	how := carrier(res.At(0).Type(), obj)
	if how == "" || !changesByName(obj) && !isOutcome(res.At(0).Type()) || c.queued(call) {
		return false
	}
	var out ssa.Value = value
	if res.Len() > 1 {
		out = extract(value, 0)
	}
	if out != nil && len(*out.Referrers()) > 0 && c.asked(out) {
		c.silent(call, "unread", "the result is asked or handed on")
		return false
	}
	if why := c.harmless(fn, call, errValue{obj: obj, name: obj.Name()}); why != "" {
		c.silent(call, "unread", why)
		return false
	}
	c.report(call, "unread", report.High, obj.Name()+" tells whether it worked through "+how+" of its result, which nobody asks: "+c.instead(fn, call))
	return true
}

// asked reports whether anything is made of a result: any method or field of
// it, or handing it on. Putting it into a list that nobody reads is not.
func (c *checker) asked(out ssa.Value) bool {
	for _, u := range c.fl.Uses(out) {
		switch u.Kind {
		case flow.NilTest, flow.Log, flow.Elem:
		case flow.Method:
			if u.Name != "Close" || c.taken(u) {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// queued reports whether the call only puts a command into a pipeline, whose
// execution gives the error.
func (c *checker) queued(call ssa.CallInstruction) bool {
	common := call.Common()
	if !common.IsInvoke() {
		return false
	}
	_, ok := api.LookupName(api.Queued, api.TypeKey(common.Value.Type()))
	return ok
}

// carrier says how a result type tells of an error, "" where it does not.
func carrier(t types.Type, obj *types.Func) string {
	if _, ok := api.Lookup(api.Future, obj); ok || isOutcome(t) {
		return "the outcome"
	}
	if obj.Pkg() == nil || effect.IsError(t) {
		return ""
	}
	if st := structUnder(t); st != nil {
		for i := range st.NumFields() {
			f := st.Field(i)
			if f.Exported() && effect.IsError(f.Type()) && (f.Name() == "Error" || f.Name() == "Err") {
				return "the field " + f.Name()
			}
		}
	}
	return askMethod(t)
}

// askMethod finds the method by which a result or future tells of its error.
// Iterators and streams are no such results: they are asked in the end.
func askMethod(t types.Type) string {
	ms := types.NewMethodSet(t)
	if _, isPtr := t.Underlying().(*types.Pointer); !isPtr && !types.IsInterface(t) {
		ms = types.NewMethodSet(types.NewPointer(t))
	}
	for _, stream := range []string{"Next", "Read", "Write", "Scan", "Close", "Deadline"} {
		if ms.Lookup(nil, stream) != nil {
			return ""
		}
	}
	for _, name := range []string{"Err", "Get", "Result", "Results", "Wait", "Error"} {
		sel := ms.Lookup(nil, name)
		if sel == nil {
			continue
		}
		sig, ok := sel.Type().(*types.Signature)
		if ok && givesError(sig) && sig.Params().Len() <= waits(name) {
			return name
		}
	}
	return ""
}

// waits is how many arguments the method of a future may take: a context to wait
// with.
func waits(name string) int {
	if name == "Get" || name == "Wait" {
		return 1
	}
	return 0
}

// givesError accepts (..., error) and a channel of errors as results.
func givesError(sig *types.Signature) bool {
	n := sig.Results().Len()
	if n == 0 {
		return false
	}
	last := sig.Results().At(n - 1).Type()
	if ch, ok := last.Underlying().(*types.Chan); ok {
		last = ch.Elem()
	}
	return effect.IsError(last)
}

// changesByName reports whether a library function's name says that it changes
// something: Updates, LPush, PublishAsync, Save.
func changesByName(obj *types.Func) bool {
	if _, ok := api.Lookup(api.Future, obj); ok {
		return true
	}
	name := obj.Name()
	if effect.VerbOf(name) == effect.VerbWrite || effect.VerbOf(strings.TrimSuffix(name, "s")) == effect.VerbWrite {
		return true
	}
	for _, w := range effect.Words(name) { // HSet, LPush, ZAdd
		if effect.VerbOf(w) == effect.VerbWrite {
			return len(effect.Words(name)) > 1 && len(effect.Words(name)[0]) == 1
		}
	}
	return false
}
