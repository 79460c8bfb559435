// Package cli is the idemlint command, as a function that tests call.
package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/internal/render"
)

// Exit statuses.
const (
	StatusClean    = 0 // nothing found
	StatusFindings = 1 // something found
	StatusUsage    = 2 // wrong flags, arguments or configuration
	StatusFailed   = 3 // something could not be analysed; findings may be printed
)

// Env is what the command sees of the process that runs it.
type Env struct {
	Stdout, Stderr io.Writer
	Dir            string   // working directory; empty means the process's own
	Environ        []string // nil means the process's own
	Analyzers      []*analysis.Analyzer
	Version        string // empty means that of the build
}

// Run runs the command with args, which do not hold the program's name, and
// returns its exit status.
func Run(ctx context.Context, env Env, args []string) int {
	if env.Dir == "" {
		dir, err := os.Getwd()
		if err != nil {
			fmt.Fprintln(env.Stderr, "idemlint:", err)
			return StatusFailed
		}
		env.Dir = dir
	}
	if env.Environ == nil {
		env.Environ = os.Environ()
	}
	if env.Version == "" {
		env.Version = buildVersion()
	}
	c := &command{Env: env}
	return c.run(ctx, args)
}

type command struct {
	Env
	opt options
}

func (c *command) run(ctx context.Context, args []string) int {
	rest, err := c.parse(args)
	switch {
	case err == errHelp:
		return c.help(nil)
	case err != nil:
		return c.usage(err)
	}
	if len(rest) > 0 {
		switch name, more := rest[0], rest[1:]; name {
		case "help":
			return c.help(more)
		case "explain":
			return c.explain(more)
		case "version":
			return c.version(more)
		case "why":
			return c.why(ctx, more)
		}
	}
	return c.lint(ctx, rest)
}

// usage prints one line about a wrong call.
func (c *command) usage(err error) int {
	c.complain("%v", err)
	return StatusUsage
}

// complain prints one line on stderr.
func (c *command) complain(format string, args ...any) {
	line := strings.Join(strings.Fields(fmt.Sprintf(format, args...)), " ")
	fmt.Fprintln(c.Stderr, "idemlint: "+render.Printable(line))
}

// getenv returns the value of a variable in the command's environment.
func (c *command) getenv(name string) string {
	for _, kv := range slices.Backward(c.Environ) {
		if v, ok := strings.CutPrefix(kv, name+"="); ok {
			return v
		}
	}
	return ""
}

// color reports whether w takes colours: a terminal whose user did not decline
// them (https://no-color.org).
func (c *command) color(w io.Writer) bool {
	return isTerminal(w) && c.getenv("NO_COLOR") == "" && c.getenv("TERM") != "dumb"
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && f.Name() != os.DevNull
}
