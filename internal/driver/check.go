package driver

import (
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/scanner"
	"go/types"
	"strings"
)

// process brings n from source to findings.
func (s *scheduler) process(n *node) {
	files, info := s.check(n)
	if n.broken || !n.own {
		return
	}
	s.analyze(n, files, info)
}

// check parses and type-checks n. Where that fails n is broken: it has types, so
// that its importers can be checked as far as they do not need what is missing,
// but is not analysed.
func (s *scheduler) check(n *node) ([]*ast.File, *types.Info) {
	names := n.pkg.CompiledGoFiles
	if len(names) == 0 {
		names = n.pkg.GoFiles
	}
	files := make([]*ast.File, 0, len(names))
	for _, name := range names {
		f, err := parser.ParseFile(s.fset, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			n.fail(Syntax, syntaxError(err))
		}
		if f != nil {
			files = append(files, f)
		}
	}
	var first error
	more := 0
	conf := &types.Config{
		Importer:         importerFunc(func(path string) (*types.Package, error) { return s.importFor(n, path) }),
		Sizes:            s.sizes,
		GoVersion:        goVersion(n),
		IgnoreFuncBodies: !n.own,
		Error: func(err error) {
			if first == nil {
				first = err
			} else if !strings.HasPrefix(err.Error(), "\t") {
				more++
			}
		},
	}
	info := &types.Info{}
	if n.own {
		info = newInfo()
	}
	n.types, _ = conf.Check(n.pkg.PkgPath, s.fset, files, info)
	if first != nil {
		s.blame(n, first, more)
	}
	s.publish(n)
	return files, info
}

// blame names the type error of n, unless n is broken already or can only be so
// because a package below it is.
func (s *scheduler) blame(n *node, err error, more int) {
	below := ""
	for _, dep := range n.deps {
		if dep.broken {
			below = dep.pkg.PkgPath
			break
		}
	}
	switch {
	case n.broken:
		return
	case !n.own:
		// A library that imports the module: its errors concern the module
		// only through those who import it.
		n.broken = true
		return
	case below != "":
		n.fail(Types, "needs "+below+", which does not load")
		return
	}
	msg := err.Error()
	var terr types.Error
	if errors.As(err, &terr) {
		msg = s.fset.Position(terr.Pos).String() + ": " + terr.Msg
	}
	if more > 0 {
		msg += fmt.Sprintf(" (and %d more)", more)
	}
	n.fail(Types, oneLine(msg))
}

func (s *scheduler) importFor(n *node, path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	id := path
	if dep := n.pkg.Imports[path]; dep != nil {
		id = dep.ID
	}
	if dep := s.g.byID[id]; dep != nil {
		if dep.types == nil {
			return nil, fmt.Errorf("import cycle through %s", path)
		}
		return dep.types, nil
	}
	if pkg := s.imp.pkgs[id]; pkg != nil {
		return pkg, nil
	}
	if msg := s.imp.errs[id]; msg != "" {
		return nil, errors.New(msg)
	}
	return nil, errors.New("no export data")
}

type importerFunc func(path string) (*types.Package, error)

func (f importerFunc) Import(path string) (*types.Package, error) { return f(path) }

func newInfo() *types.Info {
	return &types.Info{
		Types:        map[ast.Expr]types.TypeAndValue{},
		Defs:         map[*ast.Ident]types.Object{},
		Uses:         map[*ast.Ident]types.Object{},
		Implicits:    map[ast.Node]types.Object{},
		Instances:    map[*ast.Ident]types.Instance{},
		Scopes:       map[ast.Node]*types.Scope{},
		Selections:   map[*ast.SelectorExpr]*types.Selection{},
		FileVersions: map[*ast.File]string{},
	}
}

func syntaxError(err error) string {
	var list scanner.ErrorList
	if errors.As(err, &list) && len(list) > 0 {
		msg := list[0].Error()
		if len(list) > 1 {
			msg += fmt.Sprintf(" (and %d more)", len(list)-1)
		}
		return oneLine(msg)
	}
	return oneLine(err.Error())
}

func goVersion(n *node) string {
	if m := n.pkg.Module; m != nil && m.GoVersion != "" {
		return "go" + m.GoVersion
	}
	return ""
}

func goarch(env []string) string {
	arch := build.Default.GOARCH
	for _, kv := range env {
		if v, ok := strings.CutPrefix(kv, "GOARCH="); ok && v != "" {
			arch = v
		}
	}
	return arch
}
