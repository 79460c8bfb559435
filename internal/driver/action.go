package driver

import (
	"fmt"
	"go/ast"
	"go/types"
	"os"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
)

// facts are what analyzers said about one package and its objects. They are
// written while the package is analysed and only read afterwards.
type facts map[factKey]analysis.Fact

type factKey struct {
	obj types.Object // nil for a fact about the package
	typ reflect.Type
}

// factExporters returns, of analyzers and what they require, those whose facts
// the packages above may ask for.
func factExporters(analyzers []*analysis.Analyzer) []*analysis.Analyzer {
	var list []*analysis.Analyzer
	seen := map[*analysis.Analyzer]bool{}
	var visit func(a *analysis.Analyzer)
	visit = func(a *analysis.Analyzer) {
		if seen[a] {
			return
		}
		seen[a] = true
		for _, req := range a.Requires {
			visit(req)
		}
		if len(a.FactTypes) > 0 {
			list = append(list, a)
		}
	}
	for _, a := range analyzers {
		visit(a)
	}
	return list
}

// unit is one package under analysis.
type unit struct {
	s     *scheduler
	n     *node
	files []*ast.File
	info  *types.Info

	mu    sync.Mutex // guards actions and facts
	acts  map[*analysis.Analyzer]*action
	facts facts
}

// action is one analyzer on one package.
type action struct {
	once   sync.Once
	result any
	failed bool
	diags  []analysis.Diagnostic
	err    error // nil where a prerequisite failed: that one is named
}

// analyze runs the analyzers on n, in parallel: all of them where n was asked
// for, otherwise those that the packages above need facts of.
func (s *scheduler) analyze(n *node, files []*ast.File, info *types.Info) {
	u := &unit{s: s, n: n, files: files, info: info,
		acts: map[*analysis.Analyzer]*action{}, facts: facts{}}
	todo := s.exporter
	if n.root {
		todo = s.all
	}
	u.execAll(todo)
	n.facts = u.facts
	u.collect(todo)
	if n.root && s.cfg.Visit != nil {
		results := map[*analysis.Analyzer]any{}
		for a, act := range u.acts {
			if !act.failed {
				results[a] = act.result
			}
		}
		s.visit.Lock()
		defer s.visit.Unlock()
		s.cfg.Visit(&Unit{ID: n.pkg.ID, Fset: s.fset, Files: files, Pkg: n.types, Results: results})
	}
}

// collect turns what the actions left into findings and errors of the node.
func (u *unit) collect(todo []*analysis.Analyzer) {
	acts := make([]*analysis.Analyzer, 0, len(u.acts))
	for a := range u.acts {
		acts = append(acts, a)
	}
	slices.SortFunc(acts, func(a, b *analysis.Analyzer) int { return strings.Compare(a.Name, b.Name) })
	for _, a := range acts {
		act := u.acts[a]
		if act.err != nil {
			u.n.errs = append(u.n.errs, PackageError{Package: u.n.pkg.PkgPath, Kind: Pass, Pass: a.Name, Message: act.err.Error()})
		}
		if u.n.root && slices.Contains(todo, a) {
			u.n.findings = append(u.n.findings, u.findings(a, act)...)
			u.n.suppressed = append(u.n.suppressed, u.suppressed(a, act)...)
		}
	}
}

func (u *unit) execAll(analyzers []*analysis.Analyzer) {
	var wg sync.WaitGroup
	for _, a := range analyzers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			u.exec(a)
		}()
	}
	wg.Wait()
}

func (u *unit) exec(a *analysis.Analyzer) *action {
	u.mu.Lock()
	act := u.acts[a]
	if act == nil {
		act = &action{}
		u.acts[a] = act
	}
	u.mu.Unlock()
	act.once.Do(func() {
		inputs := map[*analysis.Analyzer]any{}
		for _, req := range a.Requires {
			r := u.exec(req)
			if r.failed {
				act.failed = true
				return
			}
			inputs[req] = r.result
		}
		u.runPass(a, act, inputs)
	})
	return act
}

// runPass runs a. A panic is an error of this pass on this package alone.
func (u *unit) runPass(a *analysis.Analyzer, act *action, inputs map[*analysis.Analyzer]any) {
	defer func() {
		if r := recover(); r != nil {
			act.failed = true
			act.err = fmt.Errorf("panic: %v%s", r, panicSite(debug.Stack()))
		}
	}()
	pass := u.newPass(a, act, inputs)
	act.result, act.err = a.Run(pass)
	switch got := reflect.TypeOf(act.result); {
	case act.err != nil:
	case got != a.ResultType:
		act.err = fmt.Errorf("internal error: result is a %v, want %v", got, a.ResultType)
	}
	act.failed = act.err != nil
}

// panicSite returns the place of a panic as " (at FUNC FILE:LINE)".
func panicSite(stack []byte) string {
	lines := strings.Split(string(stack), "\n")
	for i, line := range lines {
		if !strings.HasPrefix(line, "panic(") || i+3 >= len(lines) {
			continue
		}
		// The frame after panic, or after the runtime's own.
		for j := i + 2; j+1 < len(lines); j += 2 {
			if strings.HasPrefix(lines[j], "runtime.") {
				continue
			}
			file, _, _ := strings.Cut(strings.TrimSpace(lines[j+1]), " +")
			return " (at " + file + ")"
		}
	}
	return ""
}

func (u *unit) newPass(a *analysis.Analyzer, act *action, inputs map[*analysis.Analyzer]any) *analysis.Pass {
	n := u.n
	pass := &analysis.Pass{
		Analyzer:     a,
		Fset:         u.s.fset,
		Files:        u.files,
		OtherFiles:   n.pkg.OtherFiles,
		IgnoredFiles: n.pkg.IgnoredFiles,
		Pkg:          n.types,
		TypesInfo:    u.info,
		TypesSizes:   u.s.sizes,
		ResultOf:     inputs,
		Report:       func(d analysis.Diagnostic) { act.diags = append(act.diags, d) },
		Module:       moduleOf(n),

		ImportObjectFact: func(obj types.Object, ptr analysis.Fact) bool {
			if obj == nil {
				panic("ImportObjectFact of nil")
			}
			return u.importFact(obj.Pkg(), obj, ptr)
		},
		ImportPackageFact: func(pkg *types.Package, ptr analysis.Fact) bool {
			if pkg == nil {
				panic("ImportPackageFact of nil")
			}
			return u.importFact(pkg, nil, ptr)
		},
		ExportObjectFact: func(obj types.Object, f analysis.Fact) {
			if obj == nil || obj.Pkg() != n.types {
				panic(fmt.Sprintf("fact %T exported about %v, an object of another package", f, obj))
			}
			u.exportFact(a, obj, f)
		},
		ExportPackageFact: func(f analysis.Fact) { u.exportFact(a, nil, f) },
	}
	pass.AllObjectFacts = func() []analysis.ObjectFact { return u.allObjectFacts(a) }
	pass.AllPackageFacts = func() []analysis.PackageFact { return u.allPackageFacts(a) }
	pass.ReadFile = func(name string) ([]byte, error) {
		if slices.Contains(n.pkg.GoFiles, name) || slices.Contains(n.pkg.CompiledGoFiles, name) ||
			slices.Contains(pass.OtherFiles, name) || slices.Contains(pass.IgnoredFiles, name) {
			return os.ReadFile(name)
		}
		return nil, fmt.Errorf("%s is no file of package %s", name, n.pkg.PkgPath)
	}
	return pass
}

// moduleOf describes the module of n as go vet does. What -own names has a
// version in the module graph; here it is the user's, and so has none.
func moduleOf(n *node) *analysis.Module {
	m := n.pkg.Module
	if m == nil {
		return &analysis.Module{}
	}
	return &analysis.Module{Path: m.Path, GoVersion: goVersion(n)}
}

func (u *unit) importFact(pkg *types.Package, obj types.Object, ptr analysis.Fact) bool {
	key := factKey{obj, reflect.TypeOf(ptr)}
	var f analysis.Fact
	switch {
	case pkg == nil:
		return false
	case pkg == u.n.types:
		u.mu.Lock()
		f = u.facts[key]
		u.mu.Unlock()
	default:
		if n := u.s.nodeOf(pkg); n != nil {
			f = n.facts[key]
		}
	}
	if f == nil {
		return false
	}
	reflect.ValueOf(ptr).Elem().Set(reflect.ValueOf(f).Elem())
	return true
}

// exportFact keeps a copy, so that what the pass does to f later stays its own.
func (u *unit) exportFact(a *analysis.Analyzer, obj types.Object, f analysis.Fact) {
	typ := reflect.TypeOf(f)
	if !hasFactType(a, typ) {
		panic(fmt.Sprintf("fact of type %v exported but not declared", typ))
	}
	kept := reflect.New(typ.Elem())
	kept.Elem().Set(reflect.ValueOf(f).Elem())
	u.mu.Lock()
	u.facts[factKey{obj, typ}] = kept.Interface().(analysis.Fact)
	u.mu.Unlock()
}

func hasFactType(a *analysis.Analyzer, typ reflect.Type) bool {
	return slices.ContainsFunc(a.FactTypes, func(f analysis.Fact) bool { return reflect.TypeOf(f) == typ })
}

// visible calls yield for n and every source package below it, by ID.
func visible(n *node, yield func(*node)) {
	seen := map[*node]bool{}
	var list []*node
	var walk func(*node)
	walk = func(n *node) {
		if !seen[n] {
			seen[n] = true
			list = append(list, n)
			for _, dep := range n.deps {
				walk(dep)
			}
		}
	}
	walk(n)
	slices.SortFunc(list, func(a, b *node) int { return strings.Compare(a.pkg.ID, b.pkg.ID) })
	for _, n := range list {
		yield(n)
	}
}

func (u *unit) each(a *analysis.Analyzer, yield func(n *node, key factKey, f analysis.Fact)) {
	visible(u.n, func(n *node) {
		from := n.facts
		if n == u.n {
			u.mu.Lock()
			defer u.mu.Unlock()
			from = u.facts
		}
		var keys []factKey
		for key := range from {
			if hasFactType(a, key.typ) {
				keys = append(keys, key)
			}
		}
		slices.SortFunc(keys, compareKeys)
		for _, key := range keys {
			yield(n, key, from[key])
		}
	})
}

func compareKeys(a, b factKey) int {
	if a.obj != nil && b.obj != nil && a.obj.Pos() != b.obj.Pos() {
		return int(a.obj.Pos() - b.obj.Pos())
	}
	return strings.Compare(a.typ.String(), b.typ.String())
}

func (u *unit) allObjectFacts(a *analysis.Analyzer) (list []analysis.ObjectFact) {
	u.each(a, func(_ *node, key factKey, f analysis.Fact) {
		if key.obj != nil {
			list = append(list, analysis.ObjectFact{Object: key.obj, Fact: f})
		}
	})
	return list
}

func (u *unit) allPackageFacts(a *analysis.Analyzer) (list []analysis.PackageFact) {
	u.each(a, func(n *node, key factKey, f analysis.Fact) {
		if key.obj == nil {
			list = append(list, analysis.PackageFact{Package: n.types, Fact: f})
		}
	})
	return list
}
