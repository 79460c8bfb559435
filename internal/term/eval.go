package term

import (
	"go/token"
	"go/types"
	"reflect"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/flow"
	"github.com/idemlint/idemlint/internal/ir"
)

// Analyzer returns an *Eval and hands what exported functions return, and what
// exported variables hold, to importing packages.
var Analyzer = &analysis.Analyzer{
	Name:       "idemlintterm",
	Doc:        "evaluate what values are made of",
	Requires:   []*analysis.Analyzer{ir.Analyzer, flow.Analyzer},
	FactTypes:  []analysis.Fact{new(Results), new(Content)},
	ResultType: reflect.TypeFor[*Eval](),
	Run:        run,
}

// Eval evaluates the values of one package.
type Eval struct {
	pass    *analysis.Pass
	pkg     *ir.Package
	fl      *flow.Flow
	memo    map[ssa.Value]*Term
	results map[*ssa.Function][]*Term
	globals map[*types.Var]*Term
	index   *storeIndex
	depth   int
}

func run(pass *analysis.Pass) (any, error) {
	e := &Eval{
		pass:    pass,
		pkg:     pass.ResultOf[ir.Analyzer].(*ir.Package),
		fl:      pass.ResultOf[flow.Analyzer].(*flow.Flow),
		memo:    map[ssa.Value]*Term{},
		results: map[*ssa.Function][]*Term{},
		globals: map[*types.Var]*Term{},
	}
	if e.pkg.Own {
		e.export()
	}
	return e, nil
}

// maxDepth bounds the recursion over operands.
const maxDepth = 60

// Of returns the term of v in the frame of the function that holds v.
func (e *Eval) Of(v ssa.Value) *Term {
	if v == nil {
		return unknown(nil)
	}
	if t, ok := e.memo[v]; ok {
		return t
	}
	if e.depth >= maxDepth {
		return unknown(v.Type())
	}
	e.depth++
	e.memo[v] = unknown(v.Type()) // while it is being evaluated
	t := e.eval(v)
	e.depth--
	if t == nil || t.size() > maxNodes {
		t = unknown(v.Type())
	}
	if t.val == nil || t.typ == nil {
		c := *t
		if c.val == nil {
			c.val = v
		}
		if c.typ == nil {
			c.typ = v.Type()
		}
		t = &c
	}
	e.memo[v] = t
	return t
}

func (e *Eval) eval(v ssa.Value) *Term {
	switch v := v.(type) {
	case *ssa.Const:
		return constTerm(v)
	case *ssa.Parameter:
		for i, p := range v.Parent().Params {
			if p == v {
				return &Term{Op: Param, N: i}
			}
		}
	case *ssa.FreeVar:
		if outer := flow.Binding(v); outer != nil {
			return deepen(e.Of(outer))
		}
	case *ssa.Global:
		return e.global(v)
	case *ssa.Alloc:
		return e.alloc(v)
	case *ssa.Phi:
		return e.phi(v)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return e.Of(v.X)
		}
		return &Term{Op: Call, Str: v.Op.String(), Args: []*Term{e.Of(v.X)}}
	case *ssa.BinOp:
		if v.Op == token.ADD && isString(v.Type()) {
			return concat(e.Of(v.X), e.Of(v.Y))
		}
		return &Term{Op: Call, Str: v.Op.String(), Args: []*Term{e.Of(v.X), e.Of(v.Y)}}
	case *ssa.FieldAddr:
		return e.field(v.X, v.Field, v.Type())
	case *ssa.Field:
		return e.field(v.X, v.Field, v.Type())
	case *ssa.IndexAddr:
		return Elem(e.Of(v.X), constIndex(v.Index), elemType(v.Type()))
	case *ssa.Index:
		return Elem(e.Of(v.X), constIndex(v.Index), v.Type())
	case *ssa.Lookup:
		return e.lookup(v)
	case *ssa.Extract:
		return e.extract(v)
	case *ssa.Call:
		return e.call(v, 0)
	case *ssa.MakeInterface:
		return e.Of(v.X)
	case *ssa.ChangeInterface:
		return e.Of(v.X)
	case *ssa.ChangeType:
		return e.Of(v.X)
	case *ssa.Convert:
		return e.Of(v.X)
	case *ssa.MultiConvert:
		return e.Of(v.X)
	case *ssa.SliceToArrayPointer:
		return e.Of(v.X)
	case *ssa.TypeAssert:
		return e.Of(v.X)
	case *ssa.Slice:
		return e.slice(v)
	case *ssa.MakeMap:
		return e.makeMap(v)
	case *ssa.MakeSlice:
		return e.array(v, true)
	}
	return nil
}

// KeysName and ValuesName are the names of calls that stand for a key and for
// a value of the map or text that is their argument, in a loop over it.
const (
	KeysName   = "range-key"
	ValuesName = "range-value"
)

func constTerm(c *ssa.Const) *Term {
	t := &Term{Op: Const}
	switch {
	case c.Value == nil:
		if st, ok := c.Type().Underlying().(*types.Struct); ok && st.NumFields() > 0 {
			return &Term{Op: Record} // the zero value
		}
		t.Str = "nil"
		if isString(c.Type()) {
			t.Str = ""
		}
	default:
		t.Str = constText(c)
	}
	return t
}

func isString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

func elemType(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

func constIndex(v ssa.Value) int {
	if c, ok := v.(*ssa.Const); ok && c.Value != nil {
		return int(c.Int64())
	}
	return -1
}

// deepen moves t into the frame of a function literal inside its own.
func deepen(t *Term) *Term { return deepenBy(t, 1, map[*Term]*Term{}) }

func deepenBy(t *Term, n int, memo map[*Term]*Term) *Term {
	if r, ok := memo[t]; ok {
		return r
	}
	memo[t] = t
	switch t.Op {
	case Const, Unknown:
		return t
	case Param:
		c := *t
		c.Depth += n
		memo[t] = &c
		return &c
	}
	args := make([]*Term, len(t.Args))
	changed := false
	for i, a := range t.Args {
		args[i] = deepenBy(a, n, memo)
		changed = changed || args[i] != a
	}
	if changed {
		c := *t
		c.Args = args
		memo[t] = &c
		return &c
	}
	return t
}

// phi joins the ways. At the head of a loop the value of one round is taken:
// the rounds of a loop that builds a text or a chain look alike.
func (e *Eval) phi(v *ssa.Phi) *Term {
	var first, back []ssa.Value
	for i, edge := range v.Edges {
		if v.Block().Dominates(v.Block().Preds[i]) {
			back = append(back, edge)
		} else {
			first = append(first, edge)
		}
	}
	var init []*Term
	for _, edge := range first {
		init = append(init, e.Of(edge))
	}
	t := alt(init, v.Type())
	if len(back) == 0 {
		return t
	}
	e.memo[v] = t
	var rounds []*Term
	for _, edge := range back {
		if r := e.Of(edge); r != t {
			rounds = append(rounds, r)
		}
	}
	for _, r := range rounds {
		if contains(r, t) {
			return alt(rounds, v.Type())
		}
	}
	return alt(append([]*Term{t}, rounds...), v.Type())
}

// contains reports whether r is built on top of t.
func contains(r, t *Term) bool {
	if r.Op == Concat && t.Op == Const && len(r.Args) > 0 && r.Args[0].Op == Const {
		return len(r.Args[0].Str) >= len(t.Str) && r.Args[0].Str[:len(t.Str)] == t.Str
	}
	if r.Op == Concat && t.Op == Concat && len(r.Args) >= len(t.Args) {
		return true
	}
	if r.Op == List && (t.Op == List || t.Op == Const) {
		return true
	}
	return r.Any(func(x *Term) bool { return x == t || x.val != nil && x.val == t.val })
}

// field returns field i of x, which is a struct or a pointer to one.
func (e *Eval) field(x ssa.Value, i int, typ types.Type) *Term {
	st, ok := elemType(x.Type()).Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	f := st.Field(i)
	t := Select(e.Of(x), f.Name(), f.Type())
	if t.Op != Param && t.Op != Unknown {
		return t
	}
	if t.Op == Param && byValue(x) {
		return t // the caller made it
	}
	if vals := e.fieldValues(f); len(vals) > 0 {
		return &Term{Op: Field, Str: f.Name(), Args: append([]*Term{t}, vals...), typ: f.Type()}
	}
	if t.Op == Unknown {
		return &Term{Op: Unknown, Str: fieldKey(x.Type(), f), typ: f.Type()}
	}
	return t
}

// byValue reports whether x is, or is the copy of, a struct that the function
// was given as a value, other than its receiver.
func byValue(x ssa.Value) bool {
	if a, ok := x.(*ssa.Alloc); ok {
		for _, r := range *a.Referrers() {
			if st, ok := r.(*ssa.Store); ok && st.Addr == a {
				x = st.Val
			}
		}
	}
	p, ok := x.(*ssa.Parameter)
	if !ok {
		return false
	}
	fn := p.Parent()
	_, isStruct := p.Type().Underlying().(*types.Struct)
	return isStruct && !(fn.Signature.Recv() != nil && len(fn.Params) > 0 && fn.Params[0] == p)
}

// fieldKey names a field for as long as only its identity matters.
func fieldKey(t types.Type, f *types.Var) string {
	if n, ok := types.Unalias(elemType(t)).(*types.Named); ok {
		return n.Obj().Name() + "." + f.Name()
	}
	return f.Name()
}

func (e *Eval) lookup(v *ssa.Lookup) *Term {
	m := e.Of(v.X)
	if c, ok := v.Index.(*ssa.Const); ok && m.Op == Record {
		return Select(m, constText(c), v.Type())
	}
	if idx := e.Of(v.Index); m.Op == Param && idx.Any(func(x *Term) bool { return x.Op == Call && x.Str == KeysName }) {
		return &Term{Op: Call, Str: ValuesName, Args: []*Term{m}, typ: v.Type()}
	}
	return Elem(m, -1, v.Type())
}

func (e *Eval) extract(v *ssa.Extract) *Term {
	switch x := v.Tuple.(type) {
	case *ssa.Call:
		return e.call(x, v.Index)
	case *ssa.TypeAssert:
		if v.Index == 0 {
			return e.Of(x.X)
		}
	case *ssa.Lookup:
		if v.Index == 0 {
			return e.lookup(x)
		}
	case *ssa.UnOp: // receive
		return nil
	case *ssa.Next:
		if r, ok := x.Iter.(*ssa.Range); ok && v.Index == 2 {
			return &Term{Op: Call, Str: ValuesName, Args: []*Term{e.Of(r.X)}}
		} else if ok && v.Index == 1 {
			return &Term{Op: Call, Str: KeysName, Args: []*Term{e.Of(r.X)}}
		}
	}
	return nil
}

func (e *Eval) slice(v *ssa.Slice) *Term {
	t := e.Of(v.X)
	if !isString(v.Type()) {
		return t
	}
	if v.High == nil {
		if constIndex(v.Low) <= 0 && v.Low != nil {
			return unknown(v.Type())
		}
		return t
	}
	// s[:len(s)-n]
	if sub, ok := v.High.(*ssa.BinOp); ok && sub.Op == token.SUB && v.Low == nil {
		if n := constIndex(sub.Y); n > 0 && isLenOf(sub.X) {
			return chopped(t, n)
		}
	}
	return concat(t, unknown(v.Type()))
}

func isLenOf(v ssa.Value) bool {
	c, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	b, ok := c.Call.Value.(*ssa.Builtin)
	return ok && b.Name() == "len"
}
