// Package driver runs analyzers over the user's own packages.
//
// The packages of the main module (or of the workspace) are parsed and
// type-checked from source, in parallel over their import graph, with facts kept
// in memory. Every other package comes from the compiler's export data, and of
// those only the ones that an own package imports directly: export data is
// complete by itself. Nothing of the module itself is ever compiled, so that an
// edit costs the analysis of the packages above it and no build. A package's
// syntax and SSA are dropped as soon as it is analysed, its types and facts as
// soon as the last package that can see them is.
//
//	load.go      the graph, by go list through go/packages
//	export.go    outside packages from export data
//	schedule.go  the order of work and the end of a package's life
//	check.go     parsing and type-checking of one package
//	action.go    the analyzers on one package, facts, panics
//	result.go    what comes out, in a fixed order
package driver

import (
	"context"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
)

// Config says what to analyse and how.
type Config struct {
	// Dir is where the go command runs; empty means the working directory.
	Dir string
	// Env is the environment of the go command; nil means the process's own.
	Env []string
	// Patterns name the packages to report on, as go list takes them.
	Patterns []string
	// Tags are build tags, separated by commas.
	Tags string
	// Tests adds test files and test packages.
	Tests bool
	// Own are patterns of module or package paths that count as the user's own
	// although they are no main module: a trailing /... stands for everything
	// below. Locally replaced modules are the usual case.
	Own []string
	// Analyzers are run on every package that a pattern names; those that
	// export facts also on the own packages these import.
	Analyzers []*analysis.Analyzer
	// Visit, where set, is called after a named package was analysed and before
	// it is freed, from one goroutine at a time, in no fixed order.
	Visit func(*Unit)
	// Progress, where set, is called when a package is done, from one goroutine
	// at a time.
	Progress func(done, total int)
}

// Unit is a package just analysed. It is valid until Visit returns.
type Unit struct {
	ID      string // as go list prints it, with the test in brackets
	Fset    *token.FileSet
	Files   []*ast.File
	Pkg     *types.Package
	Results map[*analysis.Analyzer]any // of the analyzers that did not fail
}

// Run loads and analyses. The error is about the whole run (the go command does
// not work, nothing matches); what concerns one package is in Result.Errors.
func Run(ctx context.Context, cfg Config) (*Result, error) {
	if err := analysis.Validate(cfg.Analyzers); err != nil {
		return nil, err
	}
	g, err := load(ctx, &cfg)
	if err != nil {
		return nil, err
	}
	fset := token.NewFileSet()
	imp, err := g.resolve(ctx, fset)
	if err != nil {
		return nil, err
	}
	s := newScheduler(&cfg, g, fset, imp)
	if err := s.run(ctx); err != nil {
		return nil, err
	}
	return g.result(), nil
}
