package term

import (
	"go/ast"
	"go/types"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Results are the results of an exported function, in its own frame. A result
// that says nothing is an unknown term.
type Results struct{ Terms []*Term }

// AFact marks Results as a fact.
func (*Results) AFact() {}

func (r *Results) String() string {
	var parts []string
	for _, t := range r.Terms {
		parts = append(parts, t.String())
	}
	return "returns " + strings.Join(parts, "; ")
}

// Content is what an exported package variable holds.
type Content struct{ Term *Term }

// AFact marks Content as a fact.
func (*Content) AFact() {}

func (c *Content) String() string { return "holds " + c.Term.String() }

// maxFact bounds the size of a term in a fact.
const maxFact = 80

func (e *Eval) export() {
	for _, fn := range e.pkg.Funcs {
		obj, ok := fn.Object().(*types.Func)
		if !ok || !obj.Exported() || fn.Signature.Results().Len() == 0 || !worth(fn.Signature.Results()) {
			continue
		}
		rs := make([]*Term, fn.Signature.Results().Len())
		some := false
		for i := range rs {
			rs[i] = &Term{} // gob takes no nil
		}
		for i, t := range e.resultsOf(fn) {
			if t.size() <= maxFact && telling(t) {
				rs[i], some = Portable(t), true
			}
		}
		if some {
			e.pass.ExportObjectFact(obj, &Results{rs})
		}
	}
	for name, m := range e.pkg.SSA.Members {
		g, ok := m.(*ssa.Global)
		if !ok || !ast.IsExported(name) {
			continue
		}
		obj, _ := g.Object().(*types.Var)
		if obj == nil {
			continue
		}
		t := e.Of(g)
		if t.size() <= maxFact && t.Op != Unknown && telling(t) {
			e.pass.ExportObjectFact(obj, &Content{Portable(t)})
		}
	}
}

// worth leaves out functions whose results no importer evaluates.
func worth(res *types.Tuple) bool {
	for i := range res.Len() {
		t := res.At(i).Type()
		if b, ok := t.Underlying().(*types.Basic); ok && b.Info()&types.IsString == 0 {
			continue
		}
		if types.Identical(t, types.Universe.Lookup("error").Type()) {
			continue
		}
		return true
	}
	return false
}

// telling reports whether t holds a text, a parameter or a literal.
func telling(t *Term) bool {
	switch t.Op {
	case Unknown:
		return false
	case Const:
		return t.Str != "nil"
	case Record, List:
		return len(t.Args) > 0
	}
	return t.Any(func(x *Term) bool {
		return x.Op == Const && len(x.Str) > 1 && x.Str != "nil" || x.Op == Param
	})
}

// Portable leaves out what only makes sense inside the package: unexported
// fields of parameters stay, since the importer may know the literal.
func Portable(t *Term) *Term { return Subst(t, nil2params(t), 0) }

// nil2params keeps every parameter of depth 0 as it is.
func nil2params(t *Term) []*Term {
	n := 0
	t.Walk(func(x *Term) bool {
		if x.Op == Param && x.Depth == 0 {
			n = max(n, x.N+1)
		}
		return true
	})
	out := make([]*Term, n)
	for i := range out {
		out[i] = &Term{Op: Param, N: i}
	}
	return out
}

// embedded returns the text of a variable under //go:embed. ok is false where
// there is no such directive.
func (e *Eval) embedded(obj *types.Var) (t *Term, ok bool) {
	for _, f := range e.pass.Files {
		if obj.Pos() < f.FileStart || obj.Pos() > f.FileEnd {
			continue
		}
		for _, d := range f.Decls {
			gd, isGen := d.(*ast.GenDecl)
			if !isGen || obj.Pos() < gd.Pos() || obj.Pos() > gd.End() {
				continue
			}
			for _, spec := range gd.Specs {
				vs, isVal := spec.(*ast.ValueSpec)
				if !isVal || obj.Pos() < vs.Pos() || obj.Pos() > vs.End() {
					continue
				}
				if pattern := embedPattern(gd.Doc, vs.Doc); pattern != "" {
					return e.readEmbedded(f, obj, pattern), true
				}
			}
		}
	}
	return nil, false
}

func embedPattern(docs ...*ast.CommentGroup) string {
	for _, doc := range docs {
		if doc == nil {
			continue
		}
		for _, c := range doc.List {
			if rest, ok := strings.CutPrefix(c.Text, "//go:embed "); ok {
				return strings.TrimSpace(rest)
			}
		}
	}
	return ""
}

// readEmbedded reads one embedded file. An embed.FS, or a driver that cannot
// read files, gives an unknown term.
func (e *Eval) readEmbedded(f *ast.File, obj *types.Var, pattern string) *Term {
	if unq, err := strconv.Unquote(pattern); err == nil {
		pattern = unq
	}
	if e.pass.ReadFile == nil || strings.ContainsAny(pattern, "*? ") || !stringOrBytes(obj.Type()) {
		return unknown(obj.Type())
	}
	dir := filepath.Dir(e.pass.Fset.File(f.FileStart).Name())
	data, err := e.readFile(filepath.Join(dir, filepath.FromSlash(pattern)))
	if err != nil || len(data) > 1<<20 {
		return unknown(obj.Type())
	}
	return &Term{Op: Const, Str: string(data), typ: types.Typ[types.String]}
}

// embeddedFile returns the text of fs.ReadFile("name.sql") where fs is an
// embed.FS of this package.
func (e *Eval) embeddedFile(common *ssa.CallCommon) *Term {
	if e.pass.ReadFile == nil || len(common.Args) != 2 {
		return nil
	}
	name, ok := e.Of(common.Args[1]).Text()
	ld, isLoad := common.Args[0].(*ssa.UnOp)
	if !ok || !isLoad {
		return nil
	}
	g, isGlobal := ld.X.(*ssa.Global)
	if !isGlobal || g.Pkg != e.pkg.SSA {
		return nil
	}
	dir := filepath.Dir(e.pass.Fset.Position(g.Pos()).Filename)
	data, err := e.readFile(filepath.Join(dir, filepath.FromSlash(name)))
	if err != nil || len(data) > 1<<20 {
		return nil
	}
	return &Term{Op: Const, Str: string(data), typ: types.Typ[types.String]}
}

// readFile reads an embedded file. Drivers of x/tools let a pass read Go files
// and the like only; an embedded file is an input of the package all the same,
// so that the go command's cache sees its changes.
func (e *Eval) readFile(name string) ([]byte, error) {
	if data, err := e.pass.ReadFile(name); err == nil {
		return data, nil
	}
	return os.ReadFile(name)
}

func stringOrBytes(t types.Type) bool {
	if isString(t) {
		return true
	}
	s, ok := t.Underlying().(*types.Slice)
	return ok && types.Identical(s.Elem(), types.Typ[types.Byte])
}
