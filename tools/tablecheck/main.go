// Command tablecheck resolves every row of idemlint's tables against the real
// libraries, so that no row can rot: a function that was renamed, or never was,
// is named with the file and line of its row.
//
// Usage, in the tools directory:
//
//	go run ./tablecheck
//
// The libraries are those that libs.go imports, in the versions of go.mod. A
// row whose package libs.go does not import is an error too. The exit status is
// 1 where a row is wrong, 2 where the libraries do not load.
package main

import (
	"fmt"
	"go/types"
	"os"
	"sort"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/idemlint/idemlint/internal/api"
)

func main() {
	libs, err := load()
	if err != nil {
		fmt.Fprintln(os.Stderr, "tablecheck:", err)
		os.Exit(2)
	}
	bad := 0
	rows := api.All()
	for _, e := range rows {
		if why := check(libs, e); why != "" {
			fmt.Printf("%s: %s %s: %s\n", e.Pos, e.Kind, e.Name, why)
			bad++
		}
	}
	fmt.Printf("%d rows, %d wrong\n", len(rows), bad)
	if bad > 0 {
		os.Exit(1)
	}
}

// load returns the packages that libs.go imports and the standard library's,
// by import path without /vN; several majors share a key.
func load() (map[string][]*types.Package, error) {
	cfg := &packages.Config{
		Mode:       packages.NeedName | packages.NeedImports | packages.NeedDeps | packages.NeedTypes | packages.NeedExportFile,
		BuildFlags: []string{"-tags=libs"},
	}
	roots, err := packages.Load(cfg, "./tablecheck", "std")
	if err != nil {
		return nil, err
	}
	libs := map[string][]*types.Package{}
	add := func(p *packages.Package) error {
		if len(p.Errors) > 0 {
			return fmt.Errorf("%s: %v", p.PkgPath, p.Errors[0])
		}
		key := api.PackageKey(p.PkgPath)
		libs[key] = append(libs[key], p.Types)
		return nil
	}
	for _, r := range roots {
		if !strings.HasSuffix(r.PkgPath, "/tablecheck") {
			if err := add(r); err != nil {
				return nil, err
			}
			continue
		}
		for _, imp := range r.Imports {
			if strings.Contains(imp.PkgPath, ".") {
				if err := add(imp); err != nil {
					return nil, err
				}
			}
		}
	}
	return libs, nil
}

// check returns what is wrong with a row, or "".
func check(libs map[string][]*types.Package, e api.Entry) string {
	path, tree := e.Package()
	if tree {
		for key := range libs {
			if strings.HasPrefix(key, path+"/") {
				return ""
			}
		}
		return "libs.go imports no package below " + path
	}
	pkgs := libs[path]
	if len(pkgs) == 0 {
		return "libs.go does not import " + path
	}
	for _, p := range pkgs {
		if matches(p, e.Member()) {
			return ""
		}
	}
	return "no such function, method or type; near it: " + near(pkgs[0], e.Member())
}

// matches reports whether pkg declares member: Func, Type, Type.Method, or a
// pattern that ends in * and matches one of these.
func matches(pkg *types.Package, member string) bool {
	prefix, pattern := strings.CutSuffix(member, "*")
	found := false
	each(pkg, func(name string) {
		found = found || name == member || pattern && strings.HasPrefix(name, prefix)
	})
	return found
}

// each calls f with the name of every exported function, type and method.
func each(pkg *types.Package, f func(name string)) {
	scope := pkg.Scope()
	for _, n := range scope.Names() {
		obj := scope.Lookup(n)
		if !obj.Exported() {
			continue
		}
		f(n)
		tn, ok := obj.(*types.TypeName)
		if !ok {
			continue
		}
		t := types.Unalias(tn.Type())
		if !types.IsInterface(t) {
			t = types.NewPointer(t)
		}
		for m := range types.NewMethodSet(t).Methods() {
			f(n + "." + m.Obj().Name())
		}
	}
}

// near lists names that begin like member, as a hint.
func near(pkg *types.Package, member string) string {
	var out []string
	typ, _, _ := strings.Cut(member, ".")
	each(pkg, func(name string) {
		if strings.HasPrefix(name, typ) {
			out = append(out, name)
		}
	})
	sort.Strings(out)
	if len(out) > 8 {
		out = append(out[:8], "...")
	}
	return strings.Join(out, " ")
}
