package driver_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"
	"golang.org/x/tools/txtar"

	"github.com/idemlint/idemlint/internal/driver"
	"github.com/idemlint/idemlint/internal/report"
	"github.com/idemlint/idemlint/internal/testpass"
)

// The test binary is also the vet tool that the engine is compared with.
func TestMain(m *testing.M) {
	if os.Getenv("DRIVER_TEST_VETTOOL") != "" {
		unitchecker.Main(testpass.Suite()...)
	}
	flag.Parse()
	os.Exit(m.Run())
}

// unpack writes a txtar file to a new directory.
func unpack(t *testing.T, name string) string {
	t.Helper()
	ar, err := txtar.ParseFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, f := range ar.Files {
		path := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func run(t *testing.T, cfg driver.Config) *driver.Result {
	t.Helper()
	if cfg.Analyzers == nil {
		cfg.Analyzers = []*analysis.Analyzer{testpass.Bad}
	}
	if cfg.Patterns == nil {
		cfg.Patterns = []string{"./..."}
	}
	cfg.Env = append(os.Environ(), "GOPROXY=off")
	res, err := driver.Run(context.Background(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// lines prints a result with paths relative to dir.
func lines(dir string, res *driver.Result) []string {
	var out []string
	for _, f := range res.Findings {
		name, _ := filepath.Rel(dir, f.Pos.Filename)
		out = append(out, fmt.Sprintf("%s:%d:%d: %s", filepath.ToSlash(name), f.Pos.Line, f.Pos.Column, f.Message))
	}
	return out
}

func errorLines(res *driver.Result) []string {
	var out []string
	for _, e := range res.Errors {
		out = append(out, fmt.Sprintf("%s %s %s: %s", e.Package, e.Kind, e.Pass, e.Message))
	}
	return out
}

func wantLines(t *testing.T, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("got:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// vet runs the same analyzers under go vet.
func vet(t *testing.T, dir string, args ...string) []string {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", append([]string{"vet", "-vettool=" + exe}, args...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "DRIVER_TEST_VETTOOL=1", "GOPROXY=off")
	out, err := cmd.CombinedOutput()
	if _, isExit := err.(*exec.ExitError); err != nil && !isExit {
		t.Fatal(err)
	}
	var list []string
	at := regexp.MustCompile(`^(.+\.go):(\d+):(\d+): `)
	for _, line := range strings.Split(string(out), "\n") {
		if m := at.FindStringSubmatch(line); m != nil && !strings.Contains(line, ": \t") { // no related places
			name := m[1]
			if filepath.IsAbs(name) {
				name, _ = filepath.Rel(dir, name)
			}
			list = append(list, strings.Replace(line, m[1], filepath.ToSlash(strings.TrimPrefix(name, "./")), 1))
		}
	}
	slices.Sort(list)
	return list
}

func TestModule(t *testing.T) {
	dir := unpack(t, "module.txtar")
	res := run(t, driver.Config{Dir: dir})
	want := []string{
		"base/base.go:7:21: calls BadOne",
		"base/base.go:9:28: calls gen -> BadOne",
		"mid/mid.go:5:23: calls BadOne (of several)",
		"mid/mid.go:7:39: calls Method -> BadOne (of several)",
		"top/top.go:11:2: calls Wrap -> BadOne",
		"top/top.go:12:2: calls Generic -> gen -> BadOne (of several)",
		"top/top.go:13:14: calls Method -> Method -> BadOne",
	}
	wantLines(t, lines(dir, res), want)
	wantLines(t, errorLines(res), nil)
	if res.Packages != 3 {
		t.Errorf("%d packages, want 3", res.Packages)
	}
	wantLines(t, vet(t, dir, "./..."), want)

	// Dependencies of what was asked for give facts and no findings.
	res = run(t, driver.Config{Dir: dir, Patterns: []string{"./top"}})
	wantLines(t, lines(dir, res), want[4:])
}

func TestFinding(t *testing.T) {
	dir := unpack(t, "module.txtar")
	res := run(t, driver.Config{Dir: dir, Patterns: []string{"./base"}})
	f := res.Findings[0]
	if f.Package != "example.com/m/base" || f.Pass != "bad" || f.Rule != "bad/call" || f.Confidence != report.High {
		t.Errorf("finding %+v", f)
	}
	if f.End.Line != 7 || f.End.Column != 29 {
		t.Errorf("end %v", f.End)
	}
	if len(f.Related) != 1 || f.Related[0].Message != "in Method" || f.Related[0].Pos.Column != 10 {
		t.Errorf("related %+v", f.Related)
	}
	src, err := os.ReadFile(f.Pos.Filename)
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Fixes) != 1 || len(f.Fixes[0].Edits) != 1 {
		t.Fatalf("fixes %+v", f.Fixes)
	}
	if e := f.Fixes[0].Edits[0]; e.File != f.Pos.Filename || string(src[e.Start:e.End]) != "BadOne" || e.New != "Good" {
		t.Errorf("edit %+v", e)
	}
}

func TestWorkspace(t *testing.T) {
	dir := unpack(t, "workspace.txtar")
	want := []string{
		"app/app.go:5:15: calls BadLib (of several)",
		"lib/lib.go:5:15: calls BadLib",
	}
	t.Setenv("GOFLAGS", "")
	res := run(t, driver.Config{Dir: dir, Patterns: []string{"work"}})
	wantLines(t, errorLines(res), nil)
	wantLines(t, lines(dir, res), want)
	wantLines(t, lines(dir, run(t, driver.Config{Dir: filepath.Join(dir, "app")})), want[:1])
	wantLines(t, vet(t, filepath.Join(dir, "app"), "./..."), []string{"app.go:5:15: calls BadLib (of several)"})
}

// A locally replaced module is third-party code, unless the user says otherwise.
func TestReplaced(t *testing.T) {
	dir := unpack(t, "replaced.txtar")
	res := run(t, driver.Config{Dir: dir})
	wantLines(t, errorLines(res), nil)
	wantLines(t, lines(dir, res), nil)
	wantLines(t, vet(t, dir, "./..."), nil)
	for _, own := range []string{"example.com/lib", "example.com/lib/...", "example.com/..."} {
		res = run(t, driver.Config{Dir: dir, Own: []string{own}})
		wantLines(t, lines(dir, res), []string{"app.go:5:15: calls BadLib (of several)"})
	}
	res = run(t, driver.Config{Dir: dir, Own: []string{"example.com/lib"}, Patterns: []string{"example.com/lib"}})
	wantLines(t, lines(dir, res), []string{"lib/lib.go:5:15: calls BadLib"})
	res = run(t, driver.Config{Dir: dir, Patterns: []string{"example.com/lib"}})
	wantLines(t, errorLines(res), []string{"example.com/lib load : belongs to module example.com/lib, which is not the main module (-own makes a module count as yours)"})
}

// A library that imports a package of the module must see the same types.
func TestLibraryImportsModule(t *testing.T) {
	dir := unpack(t, "sandwich.txtar")
	res := run(t, driver.Config{Dir: dir})
	wantLines(t, errorLines(res), nil)
	wantLines(t, lines(dir, res), []string{"top/top.go:10:15: calls BadLow (of several)"})
}

func TestCgo(t *testing.T) {
	out, err := exec.Command("go", "env", "CGO_ENABLED").Output()
	if err != nil || strings.TrimSpace(string(out)) != "1" {
		t.Skip("no cgo")
	}
	if _, err := exec.LookPath("gcc"); err != nil {
		if _, err := exec.LookPath("clang"); err != nil {
			t.Skip("no C compiler")
		}
	}
	dir := unpack(t, "cgo.txtar")
	want := []string{
		"c/c.go:8:16: calls BadC",
		"use/use.go:5:15: calls Calls -> BadC (of several)",
	}
	res := run(t, driver.Config{Dir: dir})
	wantLines(t, errorLines(res), nil)
	wantLines(t, lines(dir, res), want)
	wantLines(t, vet(t, dir, "./..."), want)
}

// What does not load is named, with one line; the rest is analysed. A file to
// embed that is missing is none of the analysis's business.
func TestBroken(t *testing.T) {
	dir := unpack(t, "broken.txtar")
	res := run(t, driver.Config{Dir: dir})
	wantLines(t, lines(dir, res), []string{
		"embeds/embeds.go:10:14: calls BadE",
		"fine/fine.go:5:15: calls BadF",
		"usestypes/fine.go:7:15: calls BadU",
	})
	var got []string
	for _, line := range errorLines(res) {
		got = append(got, strings.ReplaceAll(line, dir+string(filepath.Separator), ""))
	}
	wantLines(t, got, []string{
		`example.com/m/missing types : missing/missing.go:3:8: could not import example.org/nowhere (no required module provides package example.org/nowhere; to add it: go get example.org/nowhere)`,
		`example.com/m/syntax syntax : syntax/syntax.go:3:15: expected '}', found 'EOF'`,
		`example.com/m/types types : types/types.go:3:25: undefined: nothing (and 1 more)`,
		`example.com/m/usessyntax types : needs example.com/m/syntax, which does not load`,
	})
}

// A panic ends one pass on one package and names both.
func TestPanic(t *testing.T) {
	dir := unpack(t, "panic.txtar")
	res := run(t, driver.Config{Dir: dir, Analyzers: testpass.Suite()})
	wantLines(t, lines(dir, res), []string{"boom/boom.go:5:15: calls BadBoom"})
	if len(res.Errors) != 1 {
		t.Fatalf("errors %v", res.Errors)
	}
	e := res.Errors[0]
	if e.Package != "example.com/m/boom" || e.Pass != "panics" ||
		!regexp.MustCompile(`^panic: assignment to entry in nil map \(at .*testpass\.go:\d+\)$`).MatchString(e.Message) {
		t.Errorf("error %+v", e)
	}
}

func TestTestsTagsVendor(t *testing.T) {
	dir := unpack(t, "variants.txtar")
	plain := []string{"a.go:5:15: calls BadA"}
	t.Setenv("GOFLAGS", "-mod=vendor")
	cfg := driver.Config{Dir: dir}
	wantLines(t, lines(dir, run(t, cfg)), plain)
	cfg.Tags = "extra,other"
	wantLines(t, lines(dir, run(t, cfg)), append(slices.Clone(plain), "tagged.go:5:20: calls BadA"))
	cfg = driver.Config{Dir: dir, Tests: true}
	tests := append(slices.Clone(plain), "in_test.go:7:17: calls BadA",
		"out_test.go:9:32: calls BadA (of several)", "out_test.go:10:33: calls Helper -> BadA (of several)")
	res := run(t, cfg)
	wantLines(t, errorLines(res), nil)
	wantLines(t, lines(dir, res), tests)
}

func TestNothing(t *testing.T) {
	dir := unpack(t, "empty.txtar")
	for pattern, want := range map[string]string{
		"./...":   "no Go packages match ./...",
		"./nope":  "directory not found",
		"./a":     "no Go files",
		"fmt":     "belongs to the standard library",
		"./b/...": "directory not found|no such file|no Go packages match",
	} {
		res, err := driver.Run(context.Background(), driver.Config{Dir: dir, Patterns: []string{pattern}, Analyzers: testpass.Suite()})
		text := fmt.Sprint(err)
		if err == nil {
			text = strings.Join(errorLines(res), "\n")
		}
		if !regexp.MustCompile(want).MatchString(text) || strings.Contains(text, "\n") {
			t.Errorf("%s: %q, want one line with %q", pattern, text, want)
		}
	}
}

func TestInterrupted(t *testing.T) {
	dir := unpack(t, "module.txtar")
	ctx, cancel := context.WithCancel(context.Background())
	cfg := driver.Config{Dir: dir, Patterns: []string{"./..."}, Analyzers: testpass.Suite(),
		Progress: func(done, total int) { cancel() }}
	if _, err := driver.Run(ctx, cfg); err != context.Canceled {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}

func TestVisit(t *testing.T) {
	dir := unpack(t, "module.txtar")
	var ids []string
	silent := 0
	run(t, driver.Config{Dir: dir, Visit: func(u *driver.Unit) {
		ids = append(ids, u.ID)
		silent += len(u.Results[testpass.Bad].(*report.Log).Silent)
	}})
	slices.Sort(ids)
	wantLines(t, ids, []string{"example.com/m/base", "example.com/m/mid", "example.com/m/top"})
	if silent != 2 { // the call of GoodOne, and the one in the generated file
		t.Errorf("%d places left alone, want 2", silent)
	}
}
