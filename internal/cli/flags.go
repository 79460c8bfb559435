package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
)

var errHelp = errors.New("help asked for")

// options are the flags of the command.
type options struct {
	dir        string
	tags       string
	tests      bool
	own        listFlag
	json       bool
	confidence string
	rules      listFlag
	passes     map[string]*choice // by name of the pass
	verbose    bool
	out        repeatedFlag
	fix, diff  bool
}

// listFlag is a flag that takes a list with commas and can be given repeatedly.
type listFlag []string

func (l *listFlag) String() string { return strings.Join(*l, ",") }

func (l *listFlag) Set(s string) error {
	for _, item := range strings.Split(s, ",") {
		if item = strings.TrimSpace(item); item != "" {
			*l = append(*l, item)
		}
	}
	return nil
}

// repeatedFlag is a flag that can be given repeatedly.
type repeatedFlag []string

func (l *repeatedFlag) String() string     { return strings.Join(*l, " ") }
func (l *repeatedFlag) Set(s string) error { *l = append(*l, s); return nil }

// choice is a boolean flag that knows whether it was given.
type choice struct{ given, on bool }

func (c *choice) IsBoolFlag() bool { return true }
func (c *choice) String() string   { return strconv.FormatBool(c.on) }
func (c *choice) Set(s string) (err error) {
	c.given = true
	c.on, err = strconv.ParseBool(s)
	return err
}

func (c *command) flags() *flag.FlagSet {
	fs := flag.NewFlagSet("idemlint", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	o := &c.opt
	fs.StringVar(&o.dir, "C", "", "change to `DIR` first, as go -C does")
	fs.StringVar(&o.tags, "tags", "", "build `TAGS`, separated by commas")
	fs.BoolVar(&o.tests, "test", false, "analyse test files too")
	fs.Var(&o.own, "own", "treat modules or packages that match `PATTERN` as your own (replaced local modules)")
	fs.BoolVar(&o.json, "json", false, "write JSON, as -out json does")
	fs.StringVar(&o.confidence, "confidence", "high", "least `LEVEL` of confidence to report: high or medium")
	fs.Var(&o.rules, "rules", "report these `RULES` only: passes or PASS/RULE, separated by commas")
	fs.BoolVar(&o.verbose, "v", false, "say what is done on stderr")
	fs.Var(&o.out, "out", "write `FORMAT[=FILE]`: text, json, sarif, github, gitlab, checkstyle or rdjsonl; may be repeated")
	fs.BoolVar(&o.fix, "fix", false, "apply the first suggested fix of each finding")
	fs.BoolVar(&o.diff, "diff", false, "print what -fix would change, and change nothing")
	o.passes = map[string]*choice{}
	for _, a := range c.Analyzers {
		ch := &choice{}
		o.passes[a.Name] = ch
		fs.Var(ch, a.Name, "run it alone; -"+a.Name+"=false leaves it out")
	}
	return fs
}

// parse reads the flags and checks what can be checked without looking at code.
// It returns the arguments that follow.
func (c *command) parse(args []string) ([]string, error) {
	fs := c.flags()
	switch err := fs.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return nil, errHelp
	case err != nil:
		return nil, fmt.Errorf("%v (see idemlint help)", c.nearestFlag(fs, err))
	}
	for _, arg := range fs.Args() {
		if strings.HasPrefix(arg, "-") && arg != "-" {
			return nil, fmt.Errorf("flag %s must stand before the packages or the command", arg)
		}
	}
	if c.opt.confidence != "high" && c.opt.confidence != "medium" {
		return nil, fmt.Errorf("-confidence %s: want high or medium", c.opt.confidence)
	}
	for _, rule := range c.opt.rules {
		if err := c.checkRule(rule); err != nil {
			return nil, fmt.Errorf("-rules: %w", err)
		}
	}
	return fs.Args(), nil
}

// nearestFlag adds to an error about an unknown flag the one that was meant.
func (c *command) nearestFlag(fs *flag.FlagSet, err error) error {
	const unknown = "flag provided but not defined: -"
	name, ok := strings.CutPrefix(err.Error(), unknown)
	if !ok {
		return err
	}
	var names []string
	fs.VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
	if near := nearest(name, names); near != "" {
		return fmt.Errorf("unknown flag -%s, do you mean -%s?", name, near)
	}
	return fmt.Errorf("unknown flag -%s", name)
}

// workDir is where the go command runs.
func (c *command) workDir() string {
	if filepath.IsAbs(c.opt.dir) {
		return c.opt.dir
	}
	return filepath.Join(c.Dir, c.opt.dir)
}

// selected returns the analyzers that the flags leave, in order. As with go vet,
// naming one pass means that one only.
func (c *command) selected() []*analysis.Analyzer {
	anyOn := false
	for _, ch := range c.opt.passes {
		anyOn = anyOn || ch.given && ch.on
	}
	var list []*analysis.Analyzer
	for _, a := range c.Analyzers {
		ch := c.opt.passes[a.Name]
		switch {
		case ch.given && !ch.on, anyOn && !ch.on:
		case len(c.opt.rules) > 0 && !slices.ContainsFunc(c.opt.rules, func(rule string) bool { return passOf(rule) == a.Name }):
		default:
			list = append(list, a)
		}
	}
	return list
}
