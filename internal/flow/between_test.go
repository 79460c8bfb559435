package flow_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"github.com/idemlint/idemlint/internal/flow"
)

var (
	fset    = token.NewFileSet()
	sources = sync.OnceValue(func() types.Importer { return importer.ForCompiler(fset, "source", nil) })
)

// build returns the SSA of function f in the Go source body, which may call
// a, b, c, d (no results) and cond (a bool).
func build(t *testing.T, body string) *ssa.Function {
	t.Helper()
	src := "package p\nimport \"os\"\nvar _ = os.Exit\nfunc a(){}\nfunc b(){}\nfunc c(){}\nfunc d(){}\nfunc cond() bool {return false}\nfunc f() {\n" + body + "\n}"
	file, err := parser.ParseFile(fset, "p.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, _, err := ssautil.BuildPackage(&types.Config{Importer: sources()}, fset,
		types.NewPackage("p", "p"), []*ast.File{file}, 0)
	if err != nil {
		t.Fatal(err)
	}
	return pkg.Func("f")
}

// calls returns the call of each function in f by name, the last where there
// are several.
func calls(f *ssa.Function) map[string]ssa.Instruction {
	out := map[string]ssa.Instruction{}
	for _, b := range f.Blocks {
		for _, instr := range b.Instrs {
			if c, ok := instr.(*ssa.Call); ok {
				out[c.Call.Value.Name()] = c
			}
		}
	}
	return out
}

func names(instrs []ssa.Instruction) string {
	var out []string
	for _, instr := range instrs {
		if c, ok := instr.(*ssa.Call); ok {
			out = append(out, c.Call.Value.Name())
		}
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

func TestBetween(t *testing.T) {
	for _, tc := range []struct {
		name, body, want string
		exits            int
	}{
		{"straight", "a(); c(); b()", "c", 0},
		{"one branch", "a(); if cond() { c() }; b()", "c cond", 0},
		{"early return", "a(); if cond() { c(); return }; b()", "cond", 1},
		{"not after", "b(); a()", "", 1},
		{"loop between", "a(); for cond() { c() }; b()", "c cond", 0},
		{"round the loop", "for cond() { b(); c(); a() }", "cond", 1},
		{"exit is no path", "a(); if cond() { c(); os.Exit(1) }; b()", "cond", 0},
		{"both branches", "a(); if cond() { c() } else { d() }; b()", "c cond d", 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f := build(t, tc.body)
			at := calls(f)
			if got := names(flow.Between(at["a"], at["b"])); got != tc.want {
				t.Errorf("between a and b: %q, want %q", got, tc.want)
			}
			if got := len(flow.Exits(at["a"], at["b"])); got != tc.exits {
				t.Errorf("%d exits, want %d", got, tc.exits)
			}
		})
	}
}

func TestLoops(t *testing.T) {
	f := build(t, "for cond() { a(); for cond() { b() }; if cond() { continue }; c() }; d()")
	at := calls(f)
	loops := flow.Loops(f)
	if len(loops) != 2 {
		t.Fatalf("%d loops, want 2", len(loops))
	}
	outer, inner := loops[0], loops[1]
	for name, want := range map[string]*flow.Loop{"a": outer, "b": inner, "c": outer, "d": nil} {
		if got := flow.Innermost(loops, at[name]); got != want {
			t.Errorf("innermost loop of %s is wrong", name)
		}
	}
}
