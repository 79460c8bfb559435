package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/idemlint/idemlint/internal/driver"
	"github.com/idemlint/idemlint/internal/render"
)

// lint analyses the packages and prints what it finds.
func (c *command) lint(ctx context.Context, patterns []string) (status int) {
	analyzers := c.selected()
	if len(analyzers) == 0 {
		return c.usage(errors.New("the flags leave no pass to run"))
	}
	outs, err := c.outputs()
	if err != nil {
		return c.usage(err)
	}
	files, err := c.openOutputs(outs)
	if err != nil {
		return c.usage(err)
	}
	defer func() {
		if err := closeAll(files); err != nil {
			c.complain("-out: %v", err)
			status = StatusFailed
		}
	}()
	start := time.Now()
	res, err := c.analyze(ctx, driver.Config{Patterns: c.patterns(patterns), Analyzers: analyzers})
	if err != nil {
		c.complain("%v", err)
		return StatusFailed
	}
	res.Findings = c.wanted(res.Findings)
	r := &render.Report{
		Result: res, Base: c.Dir, Source: &driver.Source{}, Version: c.Version,
		Rules: sync.OnceValue(func() []render.Rule { return ruleTexts(analyzers) }),
	}
	if err := c.finish(outs, files, r); err != nil {
		c.complain("%v", err)
		return StatusFailed
	}
	if c.opt.verbose {
		c.complain("%d packages, %d findings, %v", res.Packages, len(res.Findings), time.Since(start).Round(time.Millisecond))
	}
	return c.status(r)
}

// finish applies fixes or shows them, and writes the outputs.
func (c *command) finish(outs []output, files []io.WriteCloser, r *render.Report) (err error) {
	switch {
	case c.opt.diff:
		err = c.diff(r.Source, r.Findings)
	case c.opt.fix:
		r.Findings, err = c.fix(r.Findings)
	}
	if err != nil {
		return err
	}
	return c.write(outs, files, r)
}

// status names on stderr what was not analysed and returns the exit status.
func (c *command) status(r *render.Report) int {
	status := StatusClean
	if len(r.Findings) > 0 {
		status = StatusFindings
	}
	for _, e := range r.Errors {
		what := e.Package
		if e.Pass != "" {
			what = e.Pass + " on " + e.Package
		}
		c.complain("%s: %s", what, r.Relative(e.Message))
		status = StatusFailed
	}
	return status
}

// analyze runs the driver with the settings of the flags.
func (c *command) analyze(ctx context.Context, cfg driver.Config) (*driver.Result, error) {
	info, err := os.Stat(c.workDir())
	if err == nil && !info.IsDir() {
		err = fmt.Errorf("%s is not a directory", c.opt.dir)
	}
	if err != nil {
		return nil, err
	}
	for _, a := range c.Analyzers {
		if a.Flags.Lookup("confidence") != nil {
			if err := a.Flags.Set("confidence", c.opt.confidence); err != nil {
				return nil, err
			}
		}
	}
	cfg.Dir, cfg.Env, cfg.Tags, cfg.Own = c.workDir(), c.Environ, c.opt.tags, c.opt.own
	cfg.Tests = cfg.Tests || c.opt.tests
	p := c.startProgress()
	defer p.stop()
	cfg.Progress = p.set
	return driver.Run(ctx, cfg)
}

// wanted keeps the findings of the rules that were asked for. A rule brings its
// pass, whose other rules are left out here.
func (c *command) wanted(list []driver.Finding) []driver.Finding {
	if len(c.opt.rules) == 0 {
		return list
	}
	return slices.DeleteFunc(list, func(f driver.Finding) bool {
		return !slices.Contains(c.opt.rules, f.Rule) && !slices.Contains(c.opt.rules, passOf(f.Rule))
	})
}

// patterns returns what to analyse where the user named nothing: everything
// below the working directory. At the root of a workspace, which is no module
// itself, that means the modules of the workspace, as ./... names none there.
func (c *command) patterns(given []string) []string {
	if len(given) > 0 {
		return given
	}
	dir := c.workDir()
	if exists(filepath.Join(dir, "go.work")) && !exists(filepath.Join(dir, "go.mod")) && c.getenv("GOWORK") == "" {
		return []string{"work"}
	}
	return []string{"./..."}
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}
