package cli_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/idemlint/idemlint/internal/cli"
	"github.com/idemlint/idemlint/internal/testpass"
)

// TestScripts runs testdata/script/*.txtar. A script's files are unpacked into a
// directory of its own; its comment holds one command a line:
//
//	idemlint ARG...    run the command in process, in that directory
//	status N           its exit status
//	stdout REGEXP      its output has a match; !stdout: it has none
//	stderr REGEXP      likewise
//	cmp stdout FILE    its output is the content of FILE
//	lines stderr N     its output has N lines
//	env NAME=VALUE     for the runs that follow
//	cd DIR             run elsewhere from here on, relative to the script's directory
//	cmpfiles A B       two files are equal
func TestScripts(t *testing.T) {
	files, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no scripts", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			s := &script{t: t, root: t.TempDir(), env: append(os.Environ(), "GOPROXY=off", "GOFLAGS=", "NO_COLOR=")}
			s.dir = s.root
			for _, f := range ar.Files {
				s.write(f)
			}
			for i, line := range strings.Split(string(ar.Comment), "\n") {
				if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
					s.at = file + ":" + strconv.Itoa(i+1) + ": " + line
					s.exec(line)
				}
			}
		})
	}
}

type script struct {
	t              *testing.T
	root, dir, at  string
	env            []string
	status         int
	stdout, stderr string
}

func (s *script) write(f txtar.File) {
	name := filepath.Join(s.root, f.Name)
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(name, f.Data, 0o666); err != nil {
		s.t.Fatal(err)
	}
}

func (s *script) exec(line string) {
	s.t.Helper()
	verb, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	switch verb {
	case "idemlint":
		s.run(strings.Fields(rest))
	case "status":
		if strconv.Itoa(s.status) != rest {
			s.failf("status is %d", s.status)
		}
	case "stdout", "stderr", "!stdout", "!stderr":
		re, err := regexp.Compile("(?m)" + rest)
		if err != nil {
			s.t.Fatalf("%s: %v", s.at, err)
		}
		name, not := strings.CutPrefix(verb, "!")
		if re.MatchString(s.output(name)) == not {
			s.failf("unexpected output")
		}
	case "cmp":
		name, file, _ := strings.Cut(rest, " ")
		if s.output(name) != s.read(file) {
			s.failf("differs")
		}
	case "lines":
		name, n, _ := strings.Cut(rest, " ")
		if strconv.Itoa(strings.Count(s.output(name), "\n")) != n {
			s.failf("wrong number of lines")
		}
	case "env":
		s.env = append(s.env, rest)
	case "cd":
		s.dir = filepath.Join(s.root, rest)
	case "cmpfiles":
		a, b, _ := strings.Cut(rest, " ")
		if s.read(a) != s.read(b) {
			s.failf("%s is:\n%s", a, s.read(a))
		}
	default:
		s.t.Fatalf("%s: unknown command", s.at)
	}
}

func (s *script) run(args []string) {
	var stdout, stderr bytes.Buffer
	s.status = cli.Run(context.Background(), cli.Env{
		Stdout: &stdout, Stderr: &stderr, Dir: s.dir, Environ: s.env, Analyzers: testpass.Suite(), Version: "v0.0.0-test",
	}, args)
	s.stdout = stdout.String()
	s.stderr = strings.ReplaceAll(stderr.String(), s.root, "$ROOT")
}

func (s *script) output(name string) string {
	if name == "stderr" {
		return s.stderr
	}
	return s.stdout
}

func (s *script) read(name string) string {
	data, err := os.ReadFile(filepath.Join(s.root, name))
	if err != nil {
		s.t.Fatalf("%s: %v", s.at, err)
	}
	return string(data)
}

func (s *script) failf(format string, args ...any) {
	s.t.Helper()
	s.t.Errorf("%s: "+format+"\nstatus %d\nstdout:\n%sstderr:\n%s",
		append(append([]any{s.at}, args...), s.status, s.stdout, s.stderr)...)
}
