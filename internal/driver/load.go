package driver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// node is a package that is type-checked from source.
type node struct {
	pkg  *packages.Package
	own  bool // analysed; otherwise only type-checked, see graph.fromSource
	root bool // named by a pattern: findings in it are reported

	deps      []*node // the source packages it imports
	importers []*node // the source packages that import it

	// Guarded by the scheduler.
	waiting   int // deps not yet done
	observers int // importers not yet released
	done      bool

	// Written by the worker that has the node, read by its importers.
	types    *types.Package
	facts    facts
	errs     []PackageError
	broken   bool // not, or not wholly, type-checked
	findings []Finding

	suppressed []Finding
}

// graph is what the patterns name and what of it comes from source.
type graph struct {
	cfg   *Config
	nodes []*node // dependencies before importers, otherwise by ID
	byID  map[string]*node
	errs  []PackageError // of packages that are no node
	cgo   []*node
}

// graphMode asks for no export data and no compiled files: those would compile
// the module itself.
const graphMode = packages.NeedName | packages.NeedFiles | packages.NeedImports |
	packages.NeedDeps | packages.NeedModule | packages.NeedForTest

func (cfg *Config) packages(ctx context.Context, mode packages.LoadMode) *packages.Config {
	pc := &packages.Config{Context: ctx, Mode: mode, Dir: cfg.Dir, Env: cfg.Env}
	if cfg.Tags != "" {
		pc.BuildFlags = []string{"-tags=" + cfg.Tags}
	}
	return pc
}

func load(ctx context.Context, cfg *Config) (*graph, error) {
	pc := cfg.packages(ctx, graphMode)
	pc.Tests = cfg.Tests
	roots, err := packages.Load(pc, cfg.Patterns...)
	if err != nil {
		return nil, firstLine(err)
	}
	g := &graph{cfg: cfg, byID: map[string]*node{}}
	fromSource := sourcePackages(cfg, roots)
	for _, p := range reported(roots) {
		switch {
		case !fromSource[p]:
			g.reject(p)
		default:
			n := g.add(p, fromSource)
			n.root = n.own
		}
	}
	if len(g.nodes) == 0 && len(g.errs) == 0 {
		return nil, fmt.Errorf("no Go packages match %s", strings.Join(cfg.Patterns, " "))
	}
	for _, n := range g.nodes {
		slices.SortFunc(n.importers, func(a, b *node) int { return cmp.Compare(a.pkg.ID, b.pkg.ID) })
		if importsC(n.pkg) {
			g.cgo = append(g.cgo, n)
		}
	}
	return g, nil
}

// firstLine keeps of the go command's answer what fits a line.
func firstLine(err error) error {
	text := strings.TrimSpace(err.Error())
	// go/packages puts its own words and the command line before the answer.
	if _, after, ok := strings.Cut(text, "stderr: "); ok {
		text = after
	}
	return errors.New(oneLine(text))
}

func oneLine(text string) string {
	return strings.Join(strings.Fields(text), " ")
}

// reported returns the packages to report on, by ID: of a package and its
// variant with test files only the latter, which holds all that the former does.
func reported(roots []*packages.Package) []*packages.Package {
	variant := map[string]bool{}
	for _, p := range roots {
		if p.ForTest != "" && p.ForTest == p.PkgPath {
			variant[p.PkgPath] = true
		}
	}
	var list []*packages.Package
	for _, p := range roots {
		if isTestMain(p) || p.ForTest == "" && variant[p.PkgPath] {
			continue
		}
		list = append(list, p)
	}
	slices.SortFunc(list, func(a, b *packages.Package) int { return cmp.Compare(a.ID, b.ID) })
	return slices.Compact(list)
}

// isTestMain reports whether p is the program that go test would generate.
func isTestMain(p *packages.Package) bool {
	return p.Name == "main" && strings.HasSuffix(p.ID, ".test") && p.ID == p.PkgPath
}

// sourcePackages returns the packages to take from source: the own ones and
// whatever imports those, which happens where a library that the module uses
// imports a package of the module. Export data would bring a second copy of the
// own package, with types that are not identical.
func sourcePackages(cfg *Config, roots []*packages.Package) map[*packages.Package]bool {
	named := map[*packages.Package]bool{}
	for _, p := range roots {
		named[p] = true
	}
	source := map[*packages.Package]bool{}
	packages.Visit(roots, nil, func(p *packages.Package) {
		source[p] = cfg.owns(p) || p.Module == nil && named[p] && p.Name != "" && p.PkgPath == "command-line-arguments"
		for _, dep := range p.Imports {
			source[p] = source[p] || source[dep]
		}
	})
	return source
}

// owns reports whether p belongs to a main module (the go command gives those no
// version) or to what -own names.
func (cfg *Config) owns(p *packages.Package) bool {
	if p.Module == nil {
		return p.PkgPath == "command-line-arguments"
	}
	if p.Module.Main {
		return true
	}
	for _, pattern := range cfg.Own {
		if matches(pattern, p.Module.Path) || matches(pattern, p.PkgPath) {
			return true
		}
	}
	return false
}

func matches(pattern, path string) bool {
	if prefix, ok := strings.CutSuffix(pattern, "/..."); ok {
		return path == prefix || strings.HasPrefix(path, prefix+"/")
	}
	return path == pattern
}

// add makes the nodes for p and the source packages below it.
func (g *graph) add(p *packages.Package, fromSource map[*packages.Package]bool) *node {
	if n := g.byID[p.ID]; n != nil {
		return n
	}
	n := &node{pkg: p, own: g.cfg.owns(p)}
	g.byID[p.ID] = n
	for _, path := range sortedKeys(p.Imports) {
		if dep := p.Imports[path]; fromSource[dep] && dep != p {
			d := g.add(dep, fromSource)
			n.deps = append(n.deps, d)
			d.importers = append(d.importers, n)
		}
	}
	for _, e := range p.Errors {
		n.fail(Load, listError(e, p))
	}
	g.nodes = append(g.nodes, n)
	return n
}

// reject names a package that a pattern asked for and that is not analysed.
func (g *graph) reject(p *packages.Package) {
	if len(p.Errors) > 0 {
		g.errs = append(g.errs, PackageError{Package: p.PkgPath, Kind: Load, Message: listError(p.Errors[0], p)})
		return
	}
	if len(p.GoFiles) == 0 {
		return // nothing but files left out by build constraints
	}
	what := "the standard library"
	if p.Module != nil {
		what = "module " + p.Module.Path
	}
	g.errs = append(g.errs, PackageError{Package: p.PkgPath, Kind: Load,
		Message: "belongs to " + what + ", which is not the main module (-own makes a module count as yours)"})
}

// listError is the text of an error of go list in one line, with the position in
// front where it has one.
func listError(e packages.Error, p *packages.Package) string {
	msg := oneLine(strings.TrimPrefix(strings.TrimPrefix(e.Msg, "package "+p.PkgPath+": "), "pattern "+p.PkgPath+": "))
	if e.Pos == "" || e.Pos == "-" || strings.Contains(msg, filepath.Base(strings.SplitN(e.Pos, ":", 2)[0])+":") {
		return msg
	}
	return e.Pos + ": " + msg
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
