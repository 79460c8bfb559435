package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/idemlint/idemlint"
)

// The test binary is also the command, so that both doors are tried as users
// open them.
func TestMain(m *testing.M) {
	if os.Getenv("IDEMLINT_TEST_MAIN") != "" {
		main()
	}
	flag.Parse()
	os.Exit(m.Run())
}

// result is what a run of a door gave.
type result struct {
	findings []string // file:line:col: message, sorted, each once
	stderr   string
	status   int
}

var findingRE = regexp.MustCompile(`^(\S.*?\.go:\d+:\d+): +(.*)$`)

// open runs a door in dir: name is "idemlint" or "vet".
func open(t *testing.T, dir, name string, args ...string) result {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe, args...)
	if name == "vet" {
		cmd = exec.Command("go", append([]string{"vet", "-vettool=" + exe}, args...)...)
	}
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "IDEMLINT_TEST_MAIN=1", "GOWORK=off", "PWD="+dir)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	res := result{stderr: stderr.String(), status: cmd.ProcessState.ExitCode()}
	text := stdout.String()
	if name == "vet" {
		text = res.stderr
	}
	for _, line := range strings.Split(text, "\n") {
		m := findingRE.FindStringSubmatch(line)
		if m == nil || strings.HasPrefix(m[2], "\t") {
			continue
		}
		pos, msg := m[1], m[2]
		if name == "idemlint" {
			_, msg, _ = strings.Cut(msg, "  ") // the rule
			msg = strings.TrimLeft(msg, " ")
		} else if filepath.IsAbs(pos) {
			pos, _ = filepath.Rel(dir, pos)
		}
		res.findings = append(res.findings, strings.TrimPrefix(filepath.ToSlash(pos), "./")+": "+msg)
	}
	slices.Sort(res.findings)
	res.findings = slices.Compact(res.findings)
	return res
}

func compareDoors(t *testing.T, dir string, args ...string) result {
	t.Helper()
	command, vet := open(t, dir, "idemlint", args...), open(t, dir, "vet", args...)
	if !slices.Equal(command.findings, vet.findings) {
		t.Errorf("the command finds:\n%s\ngo vet finds:\n%s\ncommand's stderr:\n%s",
			strings.Join(command.findings, "\n"), strings.Join(vet.findings, "\n"), command.stderr)
	}
	if command.status > 1 {
		t.Errorf("status %d: %s", command.status, command.stderr)
	}
	return command
}

// TestDoorsOnTestdata runs the command and go vet over what the passes' own
// tests are written for: both must find what the want comments say.
func TestDoorsOnTestdata(t *testing.T) {
	for _, a := range idemlint.Suite() {
		t.Run(a.Name, func(t *testing.T) {
			dir := asModule(t, a.Name)
			res := compareDoors(t, dir, "-"+a.Name, "./...")
			if len(res.findings) == 0 {
				t.Error("nothing found")
			}
			// The tests of a pass may ask for the less sure findings too;
			// what is found by default must be among what they want.
			wanted := wants(t, dir)
			for _, f := range res.findings {
				parts := strings.SplitN(f, ":", 3)
				if !slices.ContainsFunc(wanted[parts[0]+":"+parts[1]], func(re *regexp.Regexp) bool { return re.MatchString(f) }) {
					t.Errorf("no test wants %s", f)
				}
			}
		})
	}
}

// The demo holds each of the five faults; its mended twin holds none.
func TestDoorsOnDemo(t *testing.T) {
	for _, demo := range []string{"importer", "importer-fixed"} {
		t.Run(demo, func(t *testing.T) {
			dir, err := filepath.Abs(filepath.Join("..", "..", "examples", demo))
			if err != nil {
				t.Fatal(err)
			}
			res := compareDoors(t, dir, "./...")
			if demo == "importer-fixed" && len(res.findings) > 0 {
				t.Errorf("found %v", res.findings)
			}
		})
	}
}

// asModule makes a module of testdata/src/NAME, with the stub libraries beside
// it in its vendor directory.
func asModule(t *testing.T, name string) string {
	t.Helper()
	src, err := filepath.Abs(filepath.Join("..", "..", "testdata", "src"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(src, name))); err != nil {
		t.Fatal(err)
	}
	var gomod, modules strings.Builder
	fmt.Fprintf(&gomod, "module %s\n\ngo 1.24\n", name)
	last := ""
	for _, path := range stubs(t, src) {
		// What begins with the same two elements is one module here.
		elems := strings.Split(path, "/")
		mod := strings.Join(elems[:min(2, len(elems))], "/")
		if mod != last {
			last = mod
			version := "v1.0.0"
			if m := regexp.MustCompile(`\.v(\d+)$`).FindStringSubmatch(mod); m != nil {
				version = "v" + m[1] + ".0.0"
			}
			fmt.Fprintf(&gomod, "require %s %s\n", mod, version)
			fmt.Fprintf(&modules, "# %s %s\n## explicit; go 1.24\n", mod, version)
		}
		fmt.Fprintln(&modules, path)
		to := filepath.Join(dir, "vendor", filepath.FromSlash(path))
		if err := copyGo(filepath.Join(src, filepath.FromSlash(path)), to); err != nil {
			t.Fatal(err)
		}
		// With assembly about, functions may lack a body.
		write(t, filepath.Join(to, "stub.s"), "")
	}
	write(t, filepath.Join(dir, "go.mod"), gomod.String())
	if modules.Len() > 0 {
		write(t, filepath.Join(dir, "vendor", "modules.txt"), modules.String())
	}
	return dir
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// copyGo copies the Go files of one directory.
func copyGo(from, to string) error {
	files, err := filepath.Glob(filepath.Join(from, "*.go"))
	if err != nil {
		return err
	}
	if err := os.MkdirAll(to, 0o777); err != nil {
		return err
	}
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(to, filepath.Base(f)), data, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// stubs returns the import paths below src that begin with a host name.
func stubs(t *testing.T, src string) []string {
	t.Helper()
	var list []string
	err := filepath.WalkDir(src, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".go") {
			return err
		}
		rel, err := filepath.Rel(src, filepath.Dir(name))
		if first, _, _ := strings.Cut(filepath.ToSlash(rel), "/"); strings.Contains(first, ".") {
			list = append(list, filepath.ToSlash(rel))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// wants returns the patterns of the want comments by file:line.
func wants(t *testing.T, dir string) map[string][]*regexp.Regexp {
	t.Helper()
	comment := regexp.MustCompile("//\\s*want\\s+(.*)$")
	pattern := regexp.MustCompile("`([^`]*)`|\"((?:[^\"\\\\]|\\\\.)*)\"")
	found := map[string][]*regexp.Regexp{}
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".go") || strings.Contains(name, "vendor") {
			return err
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(dir, name)
		for i, line := range strings.Split(string(data), "\n") {
			m := comment.FindStringSubmatch(line)
			if m == nil {
				continue
			}
			key := fmt.Sprintf("%s:%d", filepath.ToSlash(rel), i+1)
			for _, p := range pattern.FindAllStringSubmatch(m[1], -1) {
				text := p[1]
				if text == "" {
					text = strings.ReplaceAll(p[2], `\\`, `\`)
				}
				found[key] = append(found[key], regexp.MustCompile(text))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}
