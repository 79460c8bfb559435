package idemlint_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/idemlint/idemlint"
)

const module = "github.com/idemlint/idemlint"

// source is one Go file of the module.
type source struct {
	name string // path from the root of the module
	pkg  string // import path without the module, "" for the root
	test bool
	file *ast.File
}

var fset = token.NewFileSet()

// sources parses the module's own files: not testdata, not nested modules.
func sources(t *testing.T) []source {
	t.Helper()
	var list []source
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != ".":
			_, modErr := os.Stat(filepath.Join(name, "go.mod"))
			if d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") || modErr == nil {
				return fs.SkipDir
			}
			return nil
		case !strings.HasSuffix(name, ".go"):
			return nil
		}
		f, err := parser.ParseFile(fset, name, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		pkg := path.Dir(filepath.ToSlash(name))
		if pkg == "." {
			pkg = ""
		}
		list = append(list, source{filepath.ToSlash(name), pkg, strings.HasSuffix(name, "_test.go"), f})
		return nil
	})
	if err != nil || len(list) < 20 {
		t.Fatalf("%d sources: %v", len(list), err)
	}
	return list
}

func (s source) imports() []string {
	var list []string
	for _, spec := range s.file.Imports {
		p, _ := strconv.Unquote(spec.Path.Value)
		list = append(list, p)
	}
	return list
}

// The layers, from the top. A package imports only packages of lower layers, and
// in internal also of its own.
const (
	layerInternal = iota
	layerPasses
	layerSuite
	layerDoors
)

func layer(pkg string) int {
	switch {
	case pkg == "":
		return layerSuite
	case strings.HasPrefix(pkg, "passes/"):
		return layerPasses
	case strings.HasPrefix(pkg, "internal/"):
		return layerInternal
	}
	return layerDoors
}

func TestImportDirection(t *testing.T) {
	for _, s := range sources(t) {
		if s.test {
			continue
		}
		for _, imp := range s.imports() {
			imported, own := strings.CutPrefix(imp, module)
			if !own {
				continue
			}
			imported = strings.TrimPrefix(imported, "/")
			from, to := layer(s.pkg), layer(imported)
			if to > from || to == from && from != layerInternal {
				t.Errorf("%s imports %s, which lies above or beside it", s.name, imp)
			}
		}
	}
}

// What only some may import: engines of the command are not for passes.
func TestImportsReserved(t *testing.T) {
	command := []string{"cmd/idemlint", "internal/cli", "internal/driver", "internal/render", "golangci"}
	reserved := map[string][]string{
		module + "/internal/driver":                      command,
		module + "/internal/cli":                         {"cmd/idemlint"},
		module + "/internal/render":                      command,
		module + "/internal/testpass":                    nil,
		"golang.org/x/tools/go/packages":                 {"internal/driver"},
		"golang.org/x/tools/go/analysis/unitchecker":     {"cmd/idemlint"},
		"golang.org/x/tools/go/analysis/multichecker":    nil,
		"golang.org/x/tools/go/analysis/passes/buildssa": nil,
		"os/exec": {"internal/cli"},
	}
	for _, s := range sources(t) {
		if s.test {
			continue
		}
		for _, imp := range s.imports() {
			if allowed, ok := reserved[imp]; ok && !slices.Contains(allowed, s.pkg) {
				t.Errorf("%s imports %s, which is for %v only", s.name, imp, allowed)
			}
		}
	}
}

// Diagnostics leave through internal/report; panics are the driver's business;
// nothing runs at import but the registration of the plugin.
func TestOneDoor(t *testing.T) {
	for _, s := range sources(t) {
		if s.test {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				if n.Recv == nil && n.Name.Name == "init" && layer(s.pkg) != layerDoors {
					t.Errorf("%s: func init", fset.Position(n.Pos()))
				}
			case *ast.CallExpr:
				if id, ok := n.Fun.(*ast.Ident); ok && id.Name == "recover" && s.pkg != "internal/driver" {
					t.Errorf("%s: recover belongs to the driver", fset.Position(n.Pos()))
				}
				if reportsDirectly(n) && s.pkg != "internal/report" {
					t.Errorf("%s: findings leave through internal/report", fset.Position(n.Pos()))
				}
			}
			return true
		})
	}
}

// reportsDirectly reports whether call is pass.Report(...) or a variant of it.
func reportsDirectly(call *ast.CallExpr) bool {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || !slices.Contains([]string{"Report", "Reportf", "ReportRangef"}, sel.Sel.Name) {
		return false
	}
	switch x := sel.X.(type) {
	case *ast.Ident:
		return x.Name == "pass"
	case *ast.SelectorExpr:
		return x.Sel.Name == "pass"
	}
	return false
}

// What is known of libraries stands in internal/api/tables: no import path of a
// third party in a string of the source.
func TestKnowledgeInTables(t *testing.T) {
	libraryPath := regexp.MustCompile(`(?:^|[^/\w.])(?:[\w-]+\.)+(?:com|org|net|io|dev|in|sh|cloud)/[\w./-]+`)
	for _, s := range sources(t) {
		if s.test || layer(s.pkg) > layerPasses {
			continue
		}
		imported := map[*ast.BasicLit]bool{}
		for _, spec := range s.file.Imports {
			imported[spec.Path] = true
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			lit, ok := n.(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING || imported[lit] {
				return true
			}
			text, _ := strconv.Unquote(lit.Value)
			if found := libraryPath.FindString(text); found != "" &&
				!strings.Contains(found, module) && !strings.HasPrefix(found, "golang.org/x/tools") {
				t.Errorf("%s: %q belongs to internal/api/tables", fset.Position(lit.Pos()), found)
			}
			return true
		})
	}
}

// Every pass is documented in the same sections, and its documentation names
// every rule that it reports: idemlint explain and -rules know them from there.
func TestPassDocs(t *testing.T) {
	sections := []string{"What goes wrong", "Example", "Instead", "Silent when", "Fix"}
	rule := regexp.MustCompile(`^"([a-z]+/[a-z]+)"$`)
	all := sources(t)
	for _, a := range idemlint.Suite() {
		at := -1
		for _, sec := range sections {
			i := strings.Index(a.Doc, "\n# "+sec+"\n")
			if i <= at {
				t.Errorf("%s: section %q is missing or out of order", a.Name, sec)
			}
			at = max(at, i)
		}
		if strings.Contains(a.Doc, "TODO") {
			t.Errorf("%s: its documentation has something to do", a.Name)
		}
		for _, s := range all {
			if s.test || s.pkg != "passes/"+a.Name {
				continue
			}
			ast.Inspect(s.file, func(n ast.Node) bool {
				lit, ok := n.(*ast.BasicLit)
				if !ok {
					return true
				}
				if m := rule.FindStringSubmatch(lit.Value); m != nil && strings.HasPrefix(m[1], a.Name+"/") && !strings.Contains(a.Doc, m[1]) {
					t.Errorf("%s: rule %s is not in the documentation of %s", fset.Position(lit.Pos()), m[1], a.Name)
				}
				return true
			})
		}
	}
}

func TestSuite(t *testing.T) {
	var names []string
	for _, a := range idemlint.Suite() {
		names = append(names, a.Name)
		if _, err := os.Stat(filepath.Join("passes", a.Name, "doc.go")); err != nil {
			t.Error(err)
		}
	}
	dirs, err := os.ReadDir("passes")
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, d := range dirs {
		want = append(want, d.Name())
	}
	if !slices.Equal(names, want) {
		t.Errorf("Suite is %v, passes/ has %v", names, want)
	}
}
