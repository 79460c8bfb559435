// Package dupkey recognises code that asks whether an error means that a unique
// key is taken: by code (23505, 1062, 2067 ..), by text, by a library's
// predicate, sentinel or type, or through the user's own helpers, in this
// package and in others.
//
// A sentinel of the user's own that a function returns for such an error stands
// for it. What it cannot see: predicates reached through interfaces.
package dupkey

import (
	"go/constant"
	"go/token"
	"go/types"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/api"
	"github.com/idemlint/idemlint/internal/flow"
	"github.com/idemlint/idemlint/internal/ir"
)

// Analyzer returns a *Tests.
var Analyzer = &analysis.Analyzer{
	Name:       "idemlintdupkey",
	Doc:        "find what tests for a duplicate key",
	Requires:   []*analysis.Analyzer{ir.Analyzer, flow.Analyzer},
	FactTypes:  []analysis.Fact{new(Predicate), new(Sentinel), new(Forgives)},
	ResultType: reflect.TypeFor[*Tests](),
	Run:        run,
}

// Predicate is a fact: the function returns true for the error of a duplicate
// key.
type Predicate struct{}

// AFact marks Predicate as a fact.
func (*Predicate) AFact()         {}
func (*Predicate) String() string { return "tests for a duplicate key" }

// Sentinel is a fact about a package variable: an error that the package gives
// for a duplicate key.
type Sentinel struct{}

// AFact marks Sentinel as a fact.
func (*Sentinel) AFact()         {}
func (*Sentinel) String() string { return "stands for a duplicate key" }

// Tests knows the predicates of one package and those it imports.
type Tests struct {
	pass *analysis.Pass
	fl   *flow.Flow
	memo map[*ssa.Function]bool
	// forgiving remembers which functions give nil for a duplicate.
	forgiving map[*ssa.Function]bool
	// sentinels are the package's own errors that stand for a duplicate.
	sentinels map[types.Object]bool
}

func run(pass *analysis.Pass) (any, error) {
	pkg := pass.ResultOf[ir.Analyzer].(*ir.Package)
	t := &Tests{pass: pass, fl: pass.ResultOf[flow.Analyzer].(*flow.Flow), memo: map[*ssa.Function]bool{}, forgiving: map[*ssa.Function]bool{}, sentinels: map[types.Object]bool{}}
	if !pkg.Own {
		return t, nil
	}
	for _, fn := range pkg.Funcs {
		t.findSentinels(fn)
	}
	for obj := range t.sentinels {
		if obj.Exported() && obj.Pkg() == pass.Pkg {
			pass.ExportObjectFact(obj, &Sentinel{})
		}
	}
	for _, fn := range pkg.Funcs {
		if obj, ok := fn.Object().(*types.Func); ok && obj.Exported() && t.predicate(fn) {
			pass.ExportObjectFact(obj, &Predicate{})
		}
		if obj, ok := fn.Object().(*types.Func); ok && obj.Exported() && t.forgives(fn) {
			pass.ExportObjectFact(obj, &Forgives{})
		}
	}
	return t, nil
}

// codes are the numbers and states that mean a duplicate key: SQLSTATE class 23
// (PostgreSQL 23505), MySQL 1062 and 1586, SQLite's 19, 1555 and 2067, SQL
// Server 2601 and 2627, MongoDB 11000, Oracle 1.
var codes = map[string]bool{
	"23505": true, "1062": true, "1586": true, "1555": true, "2067": true, "2601": true, "2627": true, "11000": true,
	"unique_violation": true,
}

// texts occur in the messages of such errors.
var texts = []string{"duplicate", "unique constraint", "unique_violation", "23505", "e11000", "error 1062", "unique key", "already exists", "conditionalcheckfailed"}

// IsCode reports whether c is the code of a duplicate key.
func IsCode(c *ssa.Const) bool {
	if c.Value == nil {
		return false
	}
	if e, ok := api.LookupName(api.Duplicate, api.TypeKey(c.Type())); ok && e.Has("value") {
		return c.Value.ExactString() == e.Args["value"]
	}
	if c.Value.Kind() == constant.String {
		s := constant.StringVal(c.Value)
		return codes[s] || s == "ConditionalCheckFailedException"
	}
	return c.Value.Kind() == constant.Int && codes[c.Value.ExactString()]
}

func isText(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.String {
		return false
	}
	low := strings.ToLower(constant.StringVal(c.Value))
	for _, t := range texts {
		if strings.Contains(low, t) {
			return true
		}
	}
	return false
}

// predicate reports whether fn, which returns a bool, tests for a duplicate.
func (t *Tests) predicate(fn *ssa.Function) bool {
	if p, ok := t.memo[fn]; ok {
		return p
	}
	t.memo[fn] = false
	res := fn.Signature.Results()
	if res.Len() != 1 || !types.Identical(res.At(0).Type().Underlying(), types.Typ[types.Bool]) || len(fn.Params) == 0 {
		return false
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if t.is(instr) {
				t.memo[fn] = true
				return true
			}
		}
	}
	return false
}

// is reports whether instr itself is a test for a duplicate key: a comparison
// with a code, or a call that asks.
func (t *Tests) is(instr ssa.Instruction) bool {
	switch in := instr.(type) {
	case *ssa.BinOp:
		return (in.Op == token.EQL || in.Op == token.NEQ) && (t.known(in.X) || t.known(in.Y))
	case *ssa.Call:
		return t.asks(in)
	}
	return false
}

func (t *Tests) known(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.MakeInterface:
		return t.known(v.X)
	case *ssa.ChangeInterface: // a sentinel of a wider interface than error
		return t.known(v.X)
	case *ssa.Const:
		return IsCode(v)
	case *ssa.Convert:
		return t.known(v.X)
	case *ssa.Parameter:
		return t.always(v)
	case *ssa.UnOp:
		if g, ok := v.X.(*ssa.Global); ok && v.Op == token.MUL && g.Object() != nil && g.Object().Pkg() != nil {
			_, dup := api.LookupName(api.Duplicate, api.Path(g.Object()))
			return dup || t.sentinels[g.Object()] || t.pass.ImportObjectFact(g.Object(), &Sentinel{})
		}
	}
	return false
}

func (t *Tests) asks(c *ssa.Call) bool {
	fn, obj := flow.Callee(&c.Call)
	if fn != nil && len(fn.Blocks) > 0 {
		return t.predicate(fn)
	}
	if obj == nil {
		return false
	}
	if _, ok := api.Lookup(api.Duplicate, obj); ok {
		return true
	}
	if t.pass.ImportObjectFact(obj.Origin(), &Predicate{}) {
		return true
	}
	switch api.Name(obj) {
	case "strings.Contains", "strings.HasPrefix", "strings.HasSuffix", "strings.EqualFold":
		return len(c.Call.Args) == 2 && isText(c.Call.Args[1])
	case "errors.Is":
		return len(c.Call.Args) == 2 && t.known(c.Call.Args[1])
	case "errors.As":
		return len(c.Call.Args) == 2 && duplicateType(c.Call.Args[1])
	}
	return false
}

// duplicateType reports whether the target of errors.As is a type that means a
// duplicate by itself.
func duplicateType(target ssa.Value) bool {
	if mi, ok := target.(*ssa.MakeInterface); ok {
		target = mi.X
	}
	p, ok := target.Type().Underlying().(*types.Pointer)
	if !ok {
		return false
	}
	_, dup := api.LookupName(api.Duplicate, api.TypeKey(p.Elem()))
	return dup
}

// findSentinels notes the package variables that fn returns where a test has
// found a duplicate.
func (t *Tests) findSentinels(fn *ssa.Function) {
	if res := fn.Signature.Results(); res.Len() == 0 || !types.Identical(res.At(res.Len()-1).Type(), types.Universe.Lookup("error").Type()) {
		return
	}
	var tests []Test
	seen := map[ssa.Value]bool{}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if v, ok := instr.(ssa.Value); ok && !seen[v] && t.is(instr) {
				seen[v] = true
				bin, isBin := instr.(*ssa.BinOp)
				follow(v, isBin && bin.Op == token.NEQ, seen, &tests)
			}
		}
	}
	for _, test := range tests {
		if len(test.Then.Preds) != 1 {
			continue
		}
		for _, b := range fn.Blocks {
			if test.Then.Dominates(b) && len(b.Instrs) > 0 {
				if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
					t.mark(ret.Results[len(ret.Results)-1])
				}
			}
		}
	}
}

// mark notes the variable behind a returned error, which may be wrapped.
func (t *Tests) mark(v ssa.Value) {
	ld, ok := v.(*ssa.UnOp)
	if !ok {
		return
	}
	if g, ok := ld.X.(*ssa.Global); ok && g.Object() != nil {
		t.sentinels[g.Object()] = true
	}
}

// Test is a place where a program asks whether an error means a duplicate key.
type Test struct {
	If *ssa.If
	// Then is the block that runs for a duplicate, Else the other one.
	Then, Else *ssa.BasicBlock
}

// Of returns the tests that err, which may be any value that holds an error, is
// put to in its own function.
func (t *Tests) Of(err ssa.Value) []Test {
	var out []Test
	seen := map[ssa.Value]bool{}
	for _, u := range t.fl.Uses(err) {
		if u.Instr == nil || u.Instr.Parent() != err.Parent() {
			continue
		}
		t.from(u.Instr, seen, &out)
	}
	return out
}

func (t *Tests) from(instr ssa.Instruction, seen map[ssa.Value]bool, out *[]Test) {
	switch in := instr.(type) {
	case *ssa.Call:
		if seen[in] {
			return
		}
		seen[in] = true
		if t.asks(in) {
			follow(in, false, seen, out)
			return
		}
		// errors.As(err, &target), then a code of target.
		if _, obj := flow.Callee(&in.Call); obj != nil && api.Name(obj) == "errors.As" && len(in.Call.Args) == 2 {
			t.target(in.Call.Args[1], seen, out)
		}
	case *ssa.BinOp:
		if !seen[in] && t.is(in) {
			seen[in] = true
			follow(in, in.Op == token.NEQ, seen, out)
		}
	}
}

// target follows what is read from the variable that errors.As fills.
func (t *Tests) target(v ssa.Value, seen map[ssa.Value]bool, out *[]Test) {
	if mi, ok := v.(*ssa.MakeInterface); ok {
		v = mi.X
	}
	if seen[v] || v.Referrers() == nil {
		return
	}
	seen[v] = true
	for _, r := range *v.Referrers() {
		ld, ok := r.(*ssa.UnOp)
		if !ok {
			if fa, isField := r.(*ssa.FieldAddr); isField {
				t.uses(fa, seen, out)
			}
			continue
		}
		t.uses(ld, seen, out)
	}
}

func (t *Tests) uses(v ssa.Value, seen map[ssa.Value]bool, out *[]Test) {
	for _, u := range t.fl.Uses(v) {
		if u.Instr != nil && u.Instr.Parent() == v.Parent() {
			t.from(u.Instr, seen, out)
		}
	}
}

// follow finds the branches that cond decides.
func follow(cond ssa.Value, negated bool, seen map[ssa.Value]bool, out *[]Test) {
	if cond.Referrers() == nil {
		return
	}
	for _, r := range *cond.Referrers() {
		switch r := r.(type) {
		case *ssa.If:
			yes, no := r.Block().Succs[0], r.Block().Succs[1]
			if negated {
				yes, no = no, yes
			}
			*out = append(*out, Test{r, yes, no})
		case *ssa.UnOp:
			if r.Op == token.NOT {
				follow(r, !negated, seen, out)
			}
		case *ssa.Phi:
			if !seen[r] {
				seen[r] = true
				follow(r, negated, seen, out)
			}
		}
	}
}
