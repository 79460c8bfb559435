package swallow

import (
	"go/constant"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/api"
	"github.com/idemlint/idemlint/internal/flow"
	"github.com/idemlint/idemlint/internal/report"
)

// status is the rule for the answer to a request that changes something, whose
// status nobody reads: a refusal is an answer, not an error.
func (c *checker) status(fn *ssa.Function, call ssa.CallInstruction) bool {
	_, obj := flow.Callee(call.Common())
	value, ok := call.(*ssa.Call)
	if obj == nil || !ok || !sendsChange(call, obj) {
		return false
	}
	resp := extract(value, 0)
	if resp != nil {
		if why := c.statusRead(resp, fn); why != "" {
			if c.bulkUnread(call, resp) {
				c.report(call, "partial", report.High, "the answer to a _bulk request says per item what was refused, and its body is never read: "+c.instead(fn, call))
				return true
			}
			c.silent(call, "status", why)
			return false
		}
	}
	if c.checkedByTransport() {
		c.silent(call, "status", "the package has a transport that turns refusals into errors")
		return false
	}
	c.report(call, "status", report.High, "the status of the answer to "+c.nameOf(call)+" is never read: a refusal counts as done, "+c.instead(fn, call))
	return true
}

// bulkUnread reports whether call sends a request to Elasticsearch's or
// OpenSearch's _bulk, whose answer is 200 whatever became of the items, and only
// the status of the answer is read.
func (c *checker) bulkUnread(call ssa.CallInstruction, resp ssa.Value) bool {
	bulk := false
	for _, a := range call.Common().Args {
		if made := creation(a); made != nil {
			for _, b := range made.Common().Args {
				bulk = bulk || mentions(b, "/_bulk", 0)
			}
		}
		bulk = bulk || mentions(a, "/_bulk", 0)
	}
	if !bulk {
		return false
	}
	for _, u := range c.fl.Uses(resp) {
		switch {
		case strings.HasPrefix(u.Path, "Body") && bodyUsed(u):
			return false
		case u.Path == "" && u.Kind&(flow.Pass|flow.Return|flow.Store|flow.Send|flow.Escape) != 0:
			return false
		}
	}
	return true
}

// mentions reports whether the text s is part of the string v, as far as it is
// constant.
func mentions(v ssa.Value, s string, depth int) bool {
	if depth > 6 {
		return false
	}
	switch x := v.(type) {
	case *ssa.Const:
		return x.Value != nil && x.Value.Kind() == constant.String && strings.Contains(constant.StringVal(x.Value), s)
	case *ssa.BinOp:
		return mentions(x.X, s, depth+1) || mentions(x.Y, s, depth+1)
	}
	return false
}

// sendsChange reports whether call is one of net/http's ways to send a request
// that changes something.
func sendsChange(call ssa.CallInstruction, obj *types.Func) bool {
	switch api.Name(obj) {
	case "net/http.Post", "net/http.PostForm", "net/http.Client.Post", "net/http.Client.PostForm":
		return true
	case "net/http.Client.Do":
		args := call.Common().Args
		return len(args) == 2 && changesByMethod(args[1])
	}
	_, ok := api.Lookup(api.Refusable, obj)
	return ok
}

// changesByMethod reports whether the request is known to be made with a method
// that changes something.
func changesByMethod(req ssa.Value) bool {
	made := creation(req)
	if made == nil {
		return false
	}
	_, obj := flow.Callee(made.Common())
	if obj == nil {
		return false
	}
	at := 0
	switch api.Name(obj) {
	case "net/http.NewRequest":
	case "net/http.NewRequestWithContext":
		at = 1
	case "net/http.Request.WithContext", "net/http.Request.Clone":
		return changesByMethod(made.Common().Args[0])
	default:
		return false
	}
	k, ok := made.Common().Args[at].(*ssa.Const)
	if !ok || k.Value == nil || k.Value.Kind() != constant.String {
		return false
	}
	switch constant.StringVal(k.Value) {
	case "POST", "PUT", "PATCH", "DELETE":
		return true
	}
	return false
}

// statusRead says who reads the status of resp or what else tells of a refusal.
func (c *checker) statusRead(resp ssa.Value, fn *ssa.Function) string {
	for _, u := range c.fl.Uses(resp) {
		switch {
		case tellsStatus(u.Path):
			return "the status is read"
		case u.Path == "" && u.Kind == flow.Pass && u.Callee == nil && u.Via == nil:
			if why := c.literalsRead(u, fn); why != "" {
				return why
			}
		case u.Path == "" && u.Kind&(flow.Pass|flow.Return|flow.Store|flow.Send|flow.Escape|flow.Method) != 0:
			return "the answer is handed on"
		case strings.HasPrefix(u.Path, "Body") && bodyUsed(u):
			return "the body is read"
		}
	}
	return ""
}

// tellsStatus reports whether a field or method of an answer says how the
// request ended.
func tellsStatus(path string) bool {
	for _, p := range []string{"Status", "IsError()", "IsSuccess()", "Error()", "HTTPStatus", "HasError"} {
		if strings.HasPrefix(path, p) {
			return true
		}
	}
	return false
}

// bodyUsed reports whether the body is read for what it says, not only drained
// and closed.
func bodyUsed(u flow.Use) bool {
	switch u.Kind {
	case flow.Pass:
		call, ok := u.Instr.(*ssa.Call)
		if !ok {
			return false
		}
		if u.Callee != nil && api.Name(u.Callee) == "io.Copy" {
			return !inMemory(call.Common().Args[0], 0) // io.Discard
		}
		return u.Via != nil || used(call)
	case flow.Return, flow.Store, flow.Send, flow.Escape:
		return true
	}
	return false
}

// used reports whether any result of call but the last, the error, is taken.
func used(call *ssa.Call) bool {
	if _, tuple := call.Type().(*types.Tuple); !tuple {
		return len(*call.Referrers()) > 0
	}
	return extract(call, 0) != nil
}

// literalsRead follows an answer into a function value that came in as a
// parameter: what do the functions do that the callers hand in?
func (c *checker) literalsRead(u flow.Use, fn *ssa.Function) string {
	call, ok := u.Instr.(ssa.CallInstruction)
	if !ok {
		return "the answer is handed to a function value"
	}
	p, ok := call.Common().Value.(*ssa.Parameter)
	if !ok {
		return "the answer is handed to a function value"
	}
	calls, complete := c.fl.Callers(fn)
	if !complete {
		return "the answer is handed to a function value"
	}
	for _, outer := range calls {
		for i, q := range fn.Params {
			if q != p || i >= len(outer.Common().Args) {
				continue
			}
			lit := flow.ResolveFunc(outer.Common().Args[i])
			if lit == nil || len(lit.Blocks) == 0 || u.Arg >= len(lit.Params) {
				return "the answer is handed to a function value"
			}
			if why := c.statusRead(lit.Params[max(u.Arg, 0)], lit); why != "" {
				return why
			}
		}
	}
	return ""
}

// checkedByTransport reports whether the package has a RoundTripper of its own
// that reads the status: a client with it turns refusals into errors.
func (c *checker) checkedByTransport() bool {
	for _, fn := range c.pkg.Funcs {
		if fn.Name() != "RoundTrip" || fn.Signature.Recv() == nil {
			continue
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if fa, ok := instr.(*ssa.FieldAddr); ok {
					if v := fieldOf(fa); v != nil && strings.HasPrefix(v.Name(), "Status") {
						return true
					}
				}
			}
		}
	}
	return false
}
