// Package ir builds the SSA form that every pass reads, for the user's own
// packages only.
//
// x/tools' buildssa is not used: from x/tools 0.41 on it requires ctrlflow,
// whose facts make go vet build SSA for every dependency down to the standard
// library. What idemlint knows of foreign code stands in tables (package api),
// so a foreign package has no SSA here and costs nothing.
package ir

import (
	"go/ast"
	"go/types"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/api"
)

// Analyzer builds a *Package. Its result is never nil.
var Analyzer = &analysis.Analyzer{
	Name:       "idemlintir",
	Doc:        "build SSA for the user's own packages",
	Run:        run,
	ResultType: reflect.TypeFor[*Package](),
}

// Package is the SSA form of one package.
type Package struct {
	// Own says that the package belongs to the user's module or workspace.
	// Where it is false, SSA is nil and Funcs is empty.
	Own bool
	SSA *ssa.Package
	// Funcs are the functions with a body written in this package, literals
	// after the function that holds them, in source order.
	Funcs []*ssa.Function
}

// Own reports whether the package of pass is the user's own code: a main
// module or workspace module, which the go command gives no version.
//
// Where the driver knows of no module the import path decides. Bazel's nogo
// leaves Module nil: there everything is own but the standard library and the
// libraries that the tables know. GOPATH mode (as in analysistest) has an empty
// Module: there a path that begins with a host name is a library.
func Own(pass *analysis.Pass) bool {
	path := pass.Pkg.Path()
	switch m := pass.Module; {
	case m == nil:
		return !IsStd(path) && !api.KnowsPackage(path)
	case m.Path == "" && m.Version == "":
		return !IsStd(path) && !hasHost(path)
	default:
		return m.Version == ""
	}
}

func hasHost(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return strings.Contains(first, ".")
}

// stdRoots are the first elements of the standard library's import paths
// ($GOROOT/src, Go 1.26).
var stdRoots = map[string]bool{
	"archive": true, "bufio": true, "bytes": true, "cmd": true, "cmp": true, "compress": true,
	"container": true, "context": true, "crypto": true, "database": true, "debug": true,
	"embed": true, "encoding": true, "errors": true, "expvar": true, "flag": true, "fmt": true,
	"go": true, "hash": true, "html": true, "image": true, "index": true, "internal": true,
	"io": true, "iter": true, "log": true, "maps": true, "math": true, "mime": true, "net": true,
	"os": true, "path": true, "plugin": true, "reflect": true, "regexp": true, "runtime": true,
	"simd": true, "slices": true, "sort": true, "strconv": true, "strings": true, "structs": true,
	"sync": true, "syscall": true, "testing": true, "text": true, "time": true, "unicode": true,
	"unique": true, "unsafe": true, "vendor": true, "weak": true,
}

// IsStd reports whether path is an import path of the standard library.
func IsStd(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return stdRoots[first]
}

func run(pass *analysis.Pass) (any, error) {
	if !Own(pass) {
		return &Package{}, nil
	}
	prog := ssa.NewProgram(pass.Fset, ssa.BuilderMode(0))
	seen := map[*types.Package]bool{}
	for _, p := range pass.Pkg.Imports() {
		if !seen[p] {
			seen[p] = true
			prog.CreatePackage(p, nil, nil, true)
		}
	}
	pkg := prog.CreatePackage(pass.Pkg, pass.Files, pass.TypesInfo, false)
	pkg.Build()

	res := &Package{Own: true, SSA: pkg}
	var add func(f *ssa.Function)
	add = func(f *ssa.Function) {
		res.Funcs = append(res.Funcs, f)
		for _, anon := range f.AnonFuncs {
			add(anon)
		}
	}
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			fd, ok := decl.(*ast.FuncDecl)
			if !ok || fd.Body == nil {
				continue
			}
			if fn, ok := pass.TypesInfo.Defs[fd.Name].(*types.Func); ok {
				if f := prog.FuncValue(fn); f != nil {
					add(f)
				}
			}
		}
	}
	// Literals in package-level variables hang on the synthetic initialiser.
	if init := pkg.Func("init"); init != nil {
		for _, anon := range init.AnonFuncs {
			add(anon)
		}
	}
	return res, nil
}
