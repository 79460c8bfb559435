package outcome

import (
	"fmt"

	"golang.org/x/tools/go/analysis"
)

// CodeFact is the lowered code of a package that its importers may need.
type CodeFact struct {
	Funcs []*Func
	Types []*Type
}

// AFact marks CodeFact as a fact.
func (*CodeFact) AFact() {}

func (c *CodeFact) String() string { return fmt.Sprintf("code of %d functions", len(c.Funcs)) }

func (e *Engine) importCode(pass *analysis.Pass) {
	for _, pf := range pass.AllPackageFacts() {
		c, ok := pf.Fact.(*CodeFact)
		if !ok || pf.Package == pass.Pkg {
			continue
		}
		for _, t := range c.Types {
			if e.ftypes[t.Key] == nil || len(e.ftypes[t.Key].Methods) < len(t.Methods) {
				e.ftypes[t.Key] = t
			}
		}
		for _, f := range c.Funcs {
			// Facts are shared between packages: what evaluation adds to
			// a function is added to a copy.
			own := *f
			e.foreign[f.Key] = &own
		}
	}
	for _, f := range e.foreign {
		f.loops, f.pos = nil, nil
		f.types = make([]*Type, len(f.Types))
		for i, k := range f.Types {
			f.types[i] = e.ftypes[k]
		}
	}
}

// exportCode gives importers the functions that decide, build errors or
// repeat, within a size.
func (e *Engine) exportCode(pass *analysis.Pass) {
	const maxFuncs, maxFunc, maxTotal = 300, 200, 8000
	c := &CodeFact{}
	types := map[string]bool{}
	total := 0
	for _, fn := range e.pkg.Funcs {
		if len(c.Funcs) >= maxFuncs || total > maxTotal {
			break
		}
		f := e.FuncOf(fn)
		if f == nil {
			continue
		}
		n := 0
		for _, b := range f.Blocks {
			n += len(b.Instrs)
		}
		if n > maxFunc {
			continue
		}
		total += n
		c.Funcs = append(c.Funcs, f)
		for _, k := range f.Types {
			types[k] = true
		}
	}
	work := []string{}
	for k := range types {
		work = append(work, k)
	}
	for len(work) > 0 {
		k := work[len(work)-1]
		work = work[:len(work)-1]
		t := e.typ(k)
		if t == nil {
			continue
		}
		c.Types = append(c.Types, t)
		add := func(k string) {
			if k != "" && !types[k] {
				types[k] = true
				work = append(work, k)
			}
		}
		add(t.Elem)
		for _, x := range t.Out {
			add(x)
		}
		for _, f := range t.Fields {
			if ft := e.typ(f.T); ft != nil && ft.Kind != KStruct {
				add(f.T)
			}
		}
	}
	if len(c.Funcs) > 0 {
		pass.ExportPackageFact(c)
	}
}
