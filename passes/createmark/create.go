package createmark

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/api"
	"github.com/idemlint/idemlint/internal/effect"
	"github.com/idemlint/idemlint/internal/flow"
	"github.com/idemlint/idemlint/internal/ir"
	"github.com/idemlint/idemlint/internal/ledger"
	"github.com/idemlint/idemlint/internal/origin"
)

// httpCall fills in what a call that sends an HTTP request does.
func (s *scanner) httpCall(st *site, req ssa.Value) {
	r := s.requestOf(req)
	name := func(m string) string {
		if p := lastPath(text2(r.url)); p != "" {
			return m + " " + p
		}
		return m
	}
	key := s.headerKey(r)
	if key.safe {
		return // the service answers a repeated request with the first answer
	}
	m := Made{Keys: key.params, FreshKey: key.fresh, Paths: params(r.url), at: st.call}
	switch {
	case r.method == "POST":
		s.post(st, m, r)
	case r.method == "PUT" || r.method == "PATCH":
		if r.method == "PUT" && r.url != nil && (s.fresh(r.url) || len(m.Paths) > 0) {
			m.Name = name("PUT")
			if !s.fresh(r.url) {
				m.Names = m.Paths
			}
			st.makes = append(st.makes, m)
		}
	case r.method == "DELETE":
		st.undo = true
	case r.method == "GET" || r.method == "HEAD":
		st.look = true
	case r.param > 0:
		m.Name, m.Method = "POST", r.param
		st.makes = append(st.makes, m)
	case r.from > 0:
		m.Name, m.Request = "POST", r.from
		st.makes = append(st.makes, m)
	}
}

// post adds a POST, unless its path says that it makes nothing.
func (s *scanner) post(st *site, m Made, r request) {
	if ledger.Idle(strings.ReplaceAll(text2(r.url), hole, "")) {
		return
	}
	m.Name = "POST"
	if p := lastPath(text2(r.url)); p != "" {
		m.Name += " " + p
	}
	m.Op = procedure(st.call, r)
	st.makes = append(st.makes, m)
}

func text2(v ssa.Value) string {
	if v == nil {
		return ""
	}
	return text(v)
}

// lastPath is the constant path of a URL for messages.
func lastPath(url string) string {
	if i := strings.Index(url, "://"); i >= 0 {
		url = url[i+3:]
		if i = strings.IndexByte(url, '/'); i < 0 {
			return ""
		}
		url = url[i:]
	}
	url = strings.TrimLeft(url, hole)
	url, _, _ = strings.Cut(url, "?")
	url = strings.ReplaceAll(url, hole, "…")
	if !strings.HasPrefix(url, "/") {
		return ""
	}
	return url
}

// tableCreate reads the lines of the tables for a library function.
func (s *scanner) tableCreate(st *site) bool {
	if e, ok := lookup(api.Repeatable, st.obj); ok && e.Kind != "" {
		return true
	}
	e, ok := lookup(api.Create, st.obj)
	if !ok {
		return false
	}
	m := Made{Name: st.name, Type: madeType(st.obj), at: st.call}
	if f, ok := e.Args["field"]; ok && len(s.fields(st.call, f)) == 0 {
		return true
	}
	if n, ok := e.Args["name"]; ok {
		names := s.named(st.call, n)
		if !s.anyFresh(names) {
			for _, v := range names {
				m.Names = append(m.Names, params(v)...)
			}
			if len(m.Names) == 0 {
				return true
			}
		}
	}
	if strings.HasPrefix(st.obj.FullName(), "os.") {
		if !s.persists(st.call) {
			return true
		}
	} else if strings.HasPrefix(api.Name(st.obj), "net/http.") {
		url := firstString(plainArgs(st.call))
		m.Paths = params(url)
		s.post(st, m, request{url: url})
		return true
	}
	st.makes = append(st.makes, m)
	return true
}

// lookup honours the key fn, which restricts a pattern to one function name.
func lookup(kind string, obj *types.Func) (api.Entry, bool) {
	e, ok := api.Lookup(kind, obj)
	if ok && e.Has("fn") && e.Args["fn"] != obj.Name() {
		return e, false
	}
	return e, ok
}

// named returns the values that the store identifies the thing by.
func (s *scanner) named(call ssa.CallInstruction, where string) []ssa.Value {
	args := plainArgs(call)
	switch {
	case strings.HasPrefix(where, "arg"):
		if i := int(where[3] - '0'); i < len(args) {
			return []ssa.Value{args[i]}
		}
	case strings.HasPrefix(where, "recv"):
		if c := builder(call); c != nil {
			return plainArgs(c)
		}
	default:
		return s.fields(call, where)
	}
	return nil
}

// builder returns the call that made the receiver of call, as
// bucket.Object(name) in bucket.Object(name).NewWriter(ctx).
func builder(call ssa.CallInstruction) *ssa.Call {
	common := call.Common()
	v := common.Value
	if !common.IsInvoke() {
		if len(common.Args) == 0 {
			return nil
		}
		v = common.Args[0]
	}
	c, _ := flow.ResolveAddr(v).(*ssa.Call)
	return c
}

// root returns the first call of a builder chain: Files.Copy in
// Files.Copy(id, meta).Context(ctx).Do().
func root(call ssa.CallInstruction) *ssa.Call {
	var last *ssa.Call
	for range 12 {
		c := builder(call)
		if c == nil {
			return last
		}
		last, call = c, c
	}
	return last
}

// fields returns what is stored in the fields called name of the structs among
// the arguments.
func (s *scanner) fields(call ssa.CallInstruction, name string) []ssa.Value {
	var out []ssa.Value
	for _, a := range plainArgs(call) {
		origin.Walk(a, func(x ssa.Value) bool {
			al, ok := x.(*ssa.Alloc)
			if !ok {
				return true
			}
			for _, r := range *al.Referrers() {
				out = append(out, storedField(r, name)...)
			}
			return true
		})
	}
	return out
}

func storedField(r ssa.Instruction, name string) []ssa.Value {
	fa, ok := r.(*ssa.FieldAddr)
	if !ok {
		return nil
	}
	var out []ssa.Value
	for _, ref := range *fa.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Addr == fa && (fieldName(fa) == name || strings.EqualFold(fieldName(fa), name)) {
				out = append(out, ref.Val)
			}
		case *ssa.FieldAddr:
			out = append(out, storedField(ref, name)...)
		}
	}
	return out
}

// structuralCreate decides by signature and name for functions that no table
// knows.
func (s *scanner) structuralCreate(st *site) {
	obj, sig := st.obj, st.obj.Signature()
	if obj.Pkg() == nil || ir.IsStd(obj.Pkg().Path()) || !hasError(sig) || s.databaseCall(st) || passingResult(sig) {
		return
	}
	if ledger.Named(typeOf(obj)) || ledger.Named(receiverName(st.call)) {
		return
	}
	m := Made{Name: st.name, Type: madeType(obj), at: st.call}
	ctx := takesContext(sig)
	switch {
	case s.own(obj):
		if st.call.Common().IsInvoke() && s.interfaceCreates(st, ctx) {
			st.makes = append(st.makes, m)
		}
	case effect.RunsCall(obj):
		op := typeOf(obj)
		if c := root(st.call); c != nil && staticObj(c) != nil {
			op = staticObj(c).Name()
			m.Name = displayName(staticObj(c))
		}
		if ledger.Creates(op) {
			st.makes = append(st.makes, m)
		}
	case ctx && ledger.Creates(obj.Name()):
		if first := ledger.Words(obj.Name())[0]; first == "upload" || first == "copy" || first == "insert" {
			if !s.anyFresh(stringArgs(st.call)) {
				return
			}
		}
		st.makes = append(st.makes, m)
	case sig.Recv() != nil && ledger.Creates(obj.Name()) && givesResponse(sig):
		st.makes = append(st.makes, m)
	}
}

// interfaceCreates decides for a method of an own interface of which no
// implementation is in view: a word that no store of rows uses, or a type that
// stands for somebody else's service and hands back what it made.
func (s *scanner) interfaceCreates(st *site, ctx bool) bool {
	name, typ := st.obj.Name(), typeOf(st.obj)
	if ledger.Keeps(typ) || !ctx && st.obj.Signature().Params().Len() == 0 {
		return false
	}
	if ledger.Acts(name) {
		return true
	}
	return ledger.Creates(name) && ledger.Remote(typ) && ctx && st.obj.Signature().Results().Len() > 1
}

// givesResponse: clients without contexts hand back the thing, a Response and
// an error.
func givesResponse(sig *types.Signature) bool {
	res := sig.Results()
	return res.Len() == 3 && strings.HasSuffix(api.TypeKey(res.At(1).Type()), "Response")
}

// passingResult: a request, a response or a stream is no thing made.
func passingResult(sig *types.Signature) bool {
	res := sig.Results()
	return res.Len() > 1 && api.TypeKey(res.At(0).Type()) == requestKey
}

func hasError(sig *types.Signature) bool {
	n := sig.Results().Len()
	return n > 0 && effect.IsError(sig.Results().At(n-1).Type())
}

func takesContext(sig *types.Signature) bool {
	for i := range min(2, sig.Params().Len()) {
		if effect.IsContext(sig.Params().At(i).Type()) {
			return true
		}
	}
	return false
}

// madeType is the key of the type that a creating function hands back.
func madeType(obj *types.Func) string {
	res := obj.Signature().Results()
	if res.Len() < 2 {
		return ""
	}
	return api.TypeKey(res.At(0).Type())
}

func typeOf(obj *types.Func) string {
	recv := obj.Signature().Recv()
	if recv == nil {
		return ""
	}
	key := api.TypeKey(recv.Type())
	return key[strings.LastIndexByte(key, '.')+1:]
}

func stringArgs(call ssa.CallInstruction) []ssa.Value {
	var out []ssa.Value
	for _, a := range plainArgs(call) {
		if isString(a.Type()) {
			out = append(out, a)
		}
	}
	return out
}
