package createmark

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/api"
	"github.com/idemlint/idemlint/internal/flow"
	"github.com/idemlint/idemlint/internal/ledger"
	"github.com/idemlint/idemlint/internal/origin"
)

// hole stands in a text for a part that is not known.
const hole = "\x00"

// text returns what is known of the string v, with holes.
func text(v ssa.Value) string { return textDepth(v, 0) }

func textDepth(v ssa.Value, depth int) string {
	if depth > 8 {
		return hole
	}
	switch x := v.(type) {
	case *ssa.Const:
		if x.Value != nil && x.Value.Kind() == constant.String {
			return constant.StringVal(x.Value)
		}
	case *ssa.BinOp:
		if x.Op == token.ADD {
			return textDepth(x.X, depth+1) + textDepth(x.Y, depth+1)
		}
	case *ssa.Convert:
		return textDepth(x.X, depth+1)
	case *ssa.ChangeType:
		return textDepth(x.X, depth+1)
	case *ssa.MakeInterface:
		return textDepth(x.X, depth+1)
	case *ssa.Call:
		if obj := staticObj(x); obj != nil && (api.Name(obj) == "fmt.Sprintf" || strings.HasSuffix(obj.Name(), "JoinPath") || api.Name(obj) == "path.Join") && len(x.Call.Args) > 0 {
			return formatText(x, depth)
		}
	}
	return hole
}

func formatText(c *ssa.Call, depth int) string {
	if sig := c.Call.Signature(); sig.Variadic() && sig.Params().Len() == 1 { // path.Join
		var parts []string
		for _, e := range elements(c.Call.Args[0]) {
			parts = append(parts, textDepth(e, depth+1))
		}
		return strings.Join(parts, "/")
	}
	f := textDepth(c.Call.Args[0], depth+1)
	var b strings.Builder
	for i := 0; i < len(f); i++ {
		if f[i] == '%' && i+1 < len(f) {
			for i++; i+1 < len(f) && strings.IndexByte("+-# 0123456789.[]", f[i]) >= 0; i++ {
			}
			b.WriteString(hole)
			continue
		}
		b.WriteByte(f[i])
	}
	return b.String()
}

// elements returns the values put into a slice literal, such as the arguments
// of a variadic parameter, in order.
func elements(v ssa.Value) []ssa.Value {
	sl, ok := v.(*ssa.Slice)
	if !ok {
		return nil
	}
	arr, ok := sl.X.(*ssa.Alloc)
	if !ok {
		return nil
	}
	var out []ssa.Value
	for _, r := range *arr.Referrers() {
		ia, ok := r.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		for _, st := range *ia.Referrers() {
			if st, ok := st.(*ssa.Store); ok && st.Addr == ia {
				out = append(out, st.Val)
			}
		}
	}
	return out
}

func staticObj(call ssa.CallInstruction) *types.Func {
	_, obj := flow.Callee(call.Common())
	return obj
}

const (
	requestKey  = "net/http.Request"
	responseKey = "net/http.Response"
)

// exchange returns the request of a call that sends one and gives back the
// response, such as http.Client.Do or an own Doer.
func exchange(call ssa.CallInstruction) ssa.Value {
	sig := call.Common().Signature()
	res := sig.Results()
	if res.Len() != 2 || api.TypeKey(res.At(0).Type()) != responseKey {
		return nil
	}
	for _, a := range call.Common().Args {
		if api.TypeKey(a.Type()) == requestKey || strings.HasSuffix(api.TypeKey(a.Type()), "retryablehttp.Request") {
			return a
		}
	}
	return nil
}

// request is what is known of an HTTP request value.
type request struct {
	method string // upper case; "" where param or from says it
	param  int    // parameter of the function around that is the method
	from   int    // parameter that is the request itself
	url    ssa.Value
	make   *ssa.Call // the call that made it
}

// requestOf finds where the request v was made.
func (s *scanner) requestOf(v ssa.Value) request {
	var out request
	origin.Walk(v, func(x ssa.Value) bool {
		switch x := x.(type) {
		case *ssa.Parameter:
			if api.TypeKey(x.Type()) == requestKey && out.make == nil {
				out.from = paramIndex(x)
			}
		case *ssa.Call:
			return s.requestCall(x, &out)
		case *ssa.Alloc:
			if api.TypeKey(x.Type()) == requestKey {
				s.requestLiteral(x, &out)
			}
		}
		return true
	})
	return out
}

// requestCall looks at a call that request v was made by.
func (s *scanner) requestCall(c *ssa.Call, out *request) bool {
	obj := staticObj(c)
	if obj == nil || out.make != nil {
		return true
	}
	args := arguments(c)
	switch n := obj.Name(); {
	case (n == "NewRequest" || n == "NewRequestWithContext") && !s.own(obj) && len(args) >= 3:
		if n == "NewRequestWithContext" {
			args = args[1:]
		}
		out.make, out.url = c, args[1]
		out.setMethod(args[0])
		return false
	case s.own(obj) && returnsRequest(obj):
		sum := s.callee(c)
		if sum == nil {
			return true
		}
		if sum.Request > 0 && sum.Request <= len(args) {
			out.make = c
			out.setMethod(args[sum.Request-1])
			out.url = firstString(args[sum.Request:])
		} else if sum.Method != "" {
			out.make, out.method = c, sum.Method
		}
		return false
	}
	return true
}

func firstString(vs []ssa.Value) ssa.Value {
	for _, v := range vs {
		if isString(v.Type()) {
			return v
		}
	}
	return nil
}

func isString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

func returnsRequest(obj *types.Func) bool {
	res := obj.Signature().Results()
	for i := range res.Len() {
		if api.TypeKey(res.At(i).Type()) == requestKey {
			return true
		}
	}
	return false
}

func (s *scanner) requestLiteral(a *ssa.Alloc, out *request) {
	for _, r := range *a.Referrers() {
		fa, ok := r.(*ssa.FieldAddr)
		if !ok || fieldName(fa) != "Method" {
			continue
		}
		for _, st := range *fa.Referrers() {
			if st, ok := st.(*ssa.Store); ok && st.Addr == fa {
				out.setMethod(st.Val)
			}
		}
	}
}

func (r *request) setMethod(v ssa.Value) {
	switch x := v.(type) {
	case *ssa.Const:
		if x.Value != nil && x.Value.Kind() == constant.String {
			r.method = strings.ToUpper(constant.StringVal(x.Value))
			if r.method == "" {
				r.method = "GET"
			}
		}
	case *ssa.Parameter:
		r.param = paramIndex(x)
	}
}

func fieldName(fa *ssa.FieldAddr) string {
	st, ok := fa.X.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct)
	if !ok {
		return ""
	}
	return st.Field(fa.Field).Name()
}

// paramIndex returns the number of p, counted from one.
func paramIndex(p *ssa.Parameter) int { return slices.Index(p.Parent().Params, p) + 1 }

// params returns the string parameters of the function around that v is made of.
func params(v ssa.Value) []int {
	var out []int
	if v == nil {
		return nil
	}
	origin.Walk(v, func(x ssa.Value) bool {
		if p, ok := x.(*ssa.Parameter); ok && isString(p.Type()) {
			out = append(out, paramIndex(p))
		}
		return true
	})
	return out
}

// procedure returns the parameter that names the remote procedure of a POST:
// the value under "method" or "query" in the body (JSON-RPC, GraphQL).
func procedure(call ssa.CallInstruction, r request) int {
	found := 0
	look := func(x ssa.Value) bool {
		switch x := x.(type) {
		case *ssa.MakeMap:
			for _, ref := range *x.Referrers() {
				if mu, ok := ref.(*ssa.MapUpdate); ok && operationWord(strings.Trim(text(mu.Key), hole)) {
					found = max(found, first(params(mu.Value)))
				}
			}
		case *ssa.Alloc:
			for _, ref := range *x.Referrers() {
				fa, ok := ref.(*ssa.FieldAddr)
				if !ok || !operationWord(fieldName(fa)) || api.TypeKey(x.Type()) == requestKey {
					continue
				}
				for _, st := range *fa.Referrers() {
					if st, ok := st.(*ssa.Store); ok && st.Addr == fa {
						found = max(found, first(params(st.Val)))
					}
				}
			}
		}
		return true
	}
	if r.make != nil {
		for _, a := range r.make.Call.Args {
			origin.Walk(a, look)
		}
	}
	for _, a := range call.Common().Args {
		if api.TypeKey(a.Type()) != requestKey {
			origin.Walk(a, look)
		}
	}
	return found
}

func operationWord(s string) bool {
	switch strings.ToLower(s) {
	case "method", "query", "operation", "operationname", "action":
		return true
	}
	return false
}

func first(ns []int) int {
	if len(ns) == 0 {
		return 0
	}
	return ns[0]
}

// operationCreates reports whether the remote procedure or GraphQL document op
// makes something.
func operationCreates(op string) bool {
	if doc := strings.TrimSpace(op); strings.ContainsAny(doc, "{ ") {
		if !strings.HasPrefix(doc, "mutation") {
			return false
		}
		if i := strings.IndexByte(doc, '{'); i >= 0 {
			op, _, _ := strings.Cut(strings.TrimSpace(doc[i+1:]), "(")
			return ledger.RemoteCreates(strings.TrimSpace(op))
		}
	}
	return ledger.RemoteCreates(op)
}
