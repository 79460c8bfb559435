// Package outcome answers "what does this decision do with X?": it evaluates
// the code between an operation and the decision to repeat it over one concrete
// answer (401, PermissionDenied, sql.ErrNoRows, 503 ...).
package outcome

import (
	"go/token"
	"go/types"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/api"
	"github.com/idemlint/idemlint/internal/effect"
	"github.com/idemlint/idemlint/internal/ir"
)

// Analyzer prepares an *Engine for the package.
var Analyzer = &analysis.Analyzer{
	Name:       "idemlintoutcome",
	Doc:        "evaluate decisions over concrete answers",
	Requires:   []*analysis.Analyzer{ir.Analyzer, effect.Analyzer},
	FactTypes:  []analysis.Fact{new(CodeFact)},
	ResultType: reflect.TypeFor[*Engine](),
	Run:        run,
}

// Engine evaluates the code of one package and, through facts, of the own
// packages below it.
type Engine struct {
	pkg     *ir.Package
	tt      *typeTable
	code    map[string]*Func
	foreign map[string]*Func
	ftypes  map[string]*Type
	written map[string]bool // globals that are stored to outside of init
	base    map[int]Value
	globals map[string]int
	objs    int
	impls   map[string]string

	intrinsics map[string]intrinsic
	helped     map[*Func][]site
	works      map[*Func][]site
	methods    map[string][]string
}

func run(pass *analysis.Pass) (any, error) {
	pkg := pass.ResultOf[ir.Analyzer].(*ir.Package)
	e := &Engine{pkg: pkg, code: map[string]*Func{}, foreign: map[string]*Func{}, ftypes: map[string]*Type{},
		written: map[string]bool{}, globals: map[string]int{}, base: map[int]Value{}, impls: map[string]string{}, intrinsics: newIntrinsics(), helped: map[*Func][]site{}, works: map[*Func][]site{}}
	if !pkg.Own {
		return e, nil
	}
	e.tt = newTypeTable(pkg.SSA.Prog, pass.ResultOf[effect.Analyzer].(*effect.Effects))
	e.importCode(pass)
	for _, fn := range pkg.Funcs {
		e.tt.use(fn)
		e.noteStores(fn)
	}
	e.initialise()
	e.exportCode(pass)
	return e, nil
}

// noteStores records the globals that fn writes.
func (e *Engine) noteStores(fn *ssa.Function) {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if s, ok := in.(*ssa.Store); ok {
				if g, ok := s.Addr.(*ssa.Global); ok && g.Pkg != nil {
					e.written[g.Pkg.Pkg.Path()+"."+g.Name()] = true
				}
			}
		}
	}
}

// Code returns the lowered body of the function with the given key, nil where
// there is none.
func (e *Engine) Code(key string) *Func {
	if f, ok := e.code[key]; ok {
		return f
	}
	if fn := e.tt.fns[key]; fn != nil && len(fn.Blocks) > 0 {
		f := lower(e.tt, fn)
		e.code[key] = f
		return f
	}
	if f := e.foreign[key]; f != nil {
		return f
	}
	return nil
}

// FuncOf returns the lowered form of fn.
func (e *Engine) FuncOf(fn *ssa.Function) *Func { return e.Code(e.tt.use(fn)) }

// SSA returns the function with the given key where it is of this package.
func (e *Engine) SSA(key string) *ssa.Function { return e.tt.fns[key] }

func (e *Engine) typ(key string) *Type {
	if t := e.tt.byKey[key]; t != nil {
		return t
	}
	return e.ftypes[key]
}

// apiName turns the key of a function into its name in the tables.
func (e *Engine) apiName(key string) string {
	if fn := e.tt.fns[key]; fn != nil {
		if obj, ok := fn.Object().(*types.Func); ok {
			return api.Name(obj)
		}
	}
	return key
}

// respLike reports whether t is a response with an HTTP status.
func (e *Engine) respLike(t *Type) bool {
	base := t
	if t.Kind == KPtr {
		base = e.typ(t.Elem)
	}
	if base == nil || base.Key == "net/http.ResponseWriter" || t.Method("Error") != nil {
		return false
	}
	if base.Key == "net/http.Response" {
		return true
	}
	if base.Kind == KStruct {
		for _, f := range base.Fields {
			if f.Embedded && strings.TrimLeft(f.T, "*") == "net/http.Response" {
				return true
			}
			if f.Name == "StatusCode" {
				if ft := e.typ(f.T); ft != nil && ft.Kind == KInt {
					return true
				}
			}
		}
	}
	m := t.Method("StatusCode")
	return m != nil && m.Sig == "func()(int)"
}

// only returns the key of the one implementation of an interface method in
// this package, "" where there is none or more.
func (e *Engine) only(method string) string {
	if k, ok := e.impls[method]; ok {
		return k
	}
	e.impls[method] = ""
	i := strings.LastIndexByte(method, '.')
	if i < 0 {
		return ""
	}
	name, decl := method[i+1:], strings.Trim(method[:i], "()")
	scope := e.pkg.SSA.Pkg.Scope()
	path, short := "", decl
	if j := strings.LastIndexByte(decl, '.'); j >= 0 {
		path, short = decl[:j], decl[j+1:]
	}
	if path != e.pkg.SSA.Pkg.Path() {
		return ""
	}
	tn, ok := scope.Lookup(short).(*types.TypeName)
	if !ok {
		return ""
	}
	iface, ok := tn.Type().Underlying().(*types.Interface)
	if !ok || types.TypeString(tn.Type(), nil) == "error" {
		return ""
	}
	if fns := effect.Implementations(e.pkg, iface, name); len(fns) == 1 {
		e.impls[method] = e.tt.use(fns[0])
	}
	return e.impls[method]
}

// globalAddr returns the address of a package-level variable.
func (e *Engine) globalAddr(key string, st *state) Value {
	id := hash("global", key)
	if obj, ok := e.globals[key]; ok && !e.written[key] {
		return Ptr{obj: obj}
	}
	obj, ok := st.lazy[id]
	if !ok {
		obj = st.alloc(&Sym{ID: id, Fn: "global", Args: []Value{text(key)}})
		st.lazy[id] = obj
	}
	return Ptr{obj: obj}
}

// initialise evaluates the initialisers of the package's variables once.
func (e *Engine) initialise() {
	init := e.pkg.SSA.Func("init")
	if init == nil {
		return
	}
	f := e.FuncOf(init)
	if f == nil {
		return
	}
	m := e.machine(Scenario{Kind: OK})
	m.init = true
	st := m.newState()
	for _, mem := range e.pkg.SSA.Members {
		if g, ok := mem.(*ssa.Global); ok {
			key := g.Pkg.Pkg.Path() + "." + g.Name()
			e.globals[key] = st.alloc(zero{})
		}
	}
	res := m.call(f, nil, nil, st)
	var best *state
	for _, r := range res {
		if best == nil || len(r.st.heap) > len(best.heap) {
			best = r.st
		}
	}
	if best == nil || len(best.heap) > 20000 {
		e.globals = map[string]int{}
		return
	}
	// An error variable made of text alone is its identity.
	for key, obj := range e.globals {
		if w, ok := best.heap[obj].(Wrapped); ok && len(w.inner) == 0 && w.mark == "" {
			best.heap[obj] = Sentinel{key}
		}
	}
	e.base, e.objs = best.heap, m.objs
}

func (e *Engine) machine(s Scenario) *machine {
	return &machine{eng: e, scn: s, look: newLooks(), tries: 2, objs: e.objs, resps: map[int]bool{}, objType: map[int]*Type{}}
}

// Pos returns the position of the instruction in, or of the nearest one before
// it in its block that has one.
func (f *Func) Pos(in *Instr) token.Pos {
	for b := range f.Blocks {
		for i := range f.Blocks[b].Instrs {
			if &f.Blocks[b].Instrs[i] == in && b < len(f.pos) {
				return f.pos[b][i]
			}
		}
	}
	return token.NoPos
}
