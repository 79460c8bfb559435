package outcome

import (
	"go/types"
	"sort"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/effect"
)

// typeTable describes types and remembers the functions that lowered code
// mentions, so that they can be lowered when evaluation reaches them.
type typeTable struct {
	prog    *ssa.Program
	byKey   map[string]*Type
	fns     map[string]*ssa.Function
	globals map[string]*ssa.Global
	eff     *effect.Effects
}

func newTypeTable(prog *ssa.Program, eff *effect.Effects) *typeTable {
	return &typeTable{prog: prog, eff: eff, byKey: map[string]*Type{}, fns: map[string]*ssa.Function{},
		globals: map[string]*ssa.Global{}}
}

// use returns the key of fn and remembers it.
func (tt *typeTable) use(fn *ssa.Function) string {
	key := funcKey(fn)
	if o := fn.Origin(); o != nil {
		fn = o
	}
	tt.fns[key] = fn
	return key
}

func (tt *typeTable) global(key string, g *ssa.Global) { tt.globals[key] = g }

// typeKey is the printed form of t with full import paths; an instance of a
// generic type has the key of the generic, since behaviour does not differ.
func typeKey(t types.Type) string {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		if p := t.Obj().Pkg(); p != nil {
			return p.Path() + "." + t.Obj().Name()
		}
		return t.Obj().Name()
	case *types.Pointer:
		return "*" + typeKey(t.Elem())
	case *types.Slice:
		return "[]" + typeKey(t.Elem())
	case *types.Signature:
		return sigKey(t)
	}
	return types.TypeString(t, nil)
}

// sigKey is the form of a signature without the names of its parameters.
func sigKey(s *types.Signature) string {
	out := "func("
	tuple := func(t *types.Tuple) {
		for i := 0; i < t.Len(); i++ {
			if i > 0 {
				out += ","
			}
			out += typeKey(t.At(i).Type())
		}
	}
	tuple(s.Params())
	if s.Variadic() {
		out += "..."
	}
	out += ")("
	tuple(s.Results())
	return out + ")"
}

// desc returns the description of t.
func (tt *typeTable) desc(t types.Type) *Type {
	key := typeKey(t)
	if d := tt.byKey[key]; d != nil {
		return d
	}
	d := &Type{Key: key}
	tt.byKey[key] = d
	switch u := t.Underlying().(type) {
	case *types.Basic:
		tt.basic(d, u)
	case *types.Pointer:
		d.Kind, d.Elem = KPtr, typeKey(u.Elem())
		tt.desc(u.Elem())
	case *types.Interface:
		d.Kind = KIface
		if _, param := types.Unalias(t).(*types.TypeParam); param {
			d.Kind = KOther
		}
		for i := 0; i < u.NumMethods(); i++ {
			m := u.Method(i)
			d.Methods = append(d.Methods, Method{Name: m.Name(), Sig: sigKey(m.Signature())})
		}
	case *types.Struct:
		d.Kind = KStruct
		for i := 0; i < u.NumFields(); i++ {
			f := u.Field(i)
			d.Fields = append(d.Fields, Field{Name: f.Name(), T: typeKey(f.Type()), Embedded: f.Embedded()})
			if b, ok := f.Type().Underlying().(*types.Basic); ok {
				_ = b
				tt.desc(f.Type())
			}
		}
	case *types.Slice:
		d.Kind, d.Elem = KSlice, typeKey(u.Elem())
	case *types.Array:
		d.Kind, d.Elem, d.Bits = KArray, typeKey(u.Elem()), int(u.Len())
	case *types.Map:
		d.Kind, d.Elem = KMap, typeKey(u.Elem())
		tt.desc(u.Elem())
	case *types.Chan:
		d.Kind = KChan
	case *types.Signature:
		d.Kind = KFunc
		d.In, d.Out = tt.tuple(u.Params()), tt.tuple(u.Results())
	case *types.Tuple:
		d.Kind, d.Out = KTuple, tt.tuple(u)
	}
	tt.methods(d, t)
	return d
}

func (tt *typeTable) tuple(t *types.Tuple) []string {
	var out []string
	for i := 0; i < t.Len(); i++ {
		out = append(out, typeKey(t.At(i).Type()))
		tt.desc(t.At(i).Type())
	}
	return out
}

func (tt *typeTable) basic(d *Type, b *types.Basic) {
	info := b.Info()
	switch {
	case info&types.IsUnsigned != 0:
		d.Kind = KUint
	case info&types.IsInteger != 0:
		d.Kind = KInt
	case info&types.IsString != 0:
		d.Kind = KString
	case info&types.IsBoolean != 0:
		d.Kind = KBool
	case info&types.IsFloat != 0:
		d.Kind = KFloat
	}
	switch b.Kind() {
	case types.Int8, types.Uint8:
		d.Bits = 8
	case types.Int16, types.Uint16:
		d.Bits = 16
	case types.Int32, types.Uint32:
		d.Bits = 32
	default:
		d.Bits = 64
	}
}

// methods lists the method set of a type that is not an interface.
func (tt *typeTable) methods(d *Type, t types.Type) {
	if d.Kind == KIface || d.Kind == KTuple || d.Kind == KFunc && d.Key[:5] == "func(" {
		return
	}
	base := types.Unalias(t)
	if p, ok := base.(*types.Pointer); ok {
		base = types.Unalias(p.Elem())
	}
	if _, ok := base.(*types.Named); !ok {
		return
	}
	ms := tt.prog.MethodSets.MethodSet(t)
	for i := 0; i < ms.Len(); i++ {
		sel := ms.At(i)
		obj := sel.Obj().(*types.Func)
		m := Method{Name: obj.Name(), Sig: sigKey(obj.Signature()), Fn: objKey(obj)}
		// Promoted methods and methods of the value called through a
		// pointer have wrappers of their own; only those of own types
		// need them.
		if own(tt, base) {
			if fn := tt.prog.MethodValue(sel); fn != nil {
				m.Fn = tt.use(fn)
			}
		}
		d.Methods = append(d.Methods, m)
	}
	sort.Slice(d.Methods, func(i, j int) bool { return d.Methods[i].Name < d.Methods[j].Name })
}

func own(tt *typeTable, t types.Type) bool {
	n, ok := t.(*types.Named)
	if !ok || n.Obj().Pkg() == nil || n.TypeParams().Len() > 0 {
		return false
	}
	for _, p := range tt.prog.AllPackages() {
		if p.Pkg == n.Obj().Pkg() {
			// Packages created from export data have no init code.
			init := p.Func("init")
			return init != nil && len(init.Blocks) > 0
		}
	}
	return false
}

// implements reports whether a value of dynamic type t is an i.
func implements(t, i *Type) bool {
	for _, want := range i.Methods {
		m := t.Method(want.Name)
		if m == nil || m.Sig != want.Sig {
			return false
		}
	}
	return true
}
