// Package idemlint finds five shapes of Go code that make unattended batches
// fail in silence. This comment is the map of its source.
//
//	doors      cmd/idemlint (the command and go vet -vettool), golangci/,
//	           bazel/ (nogo) and this package for drivers of your own
//	idemlint   Suite, the only list of passes
//	passes/    one mistake each; a page of guard clauses over the engines below
//	internal/  the engines
//
// Imports point downwards in that order. Three questions carry the five passes,
// and each is one engine with summaries that compose across packages as facts:
//
//	internal/flow     what becomes of this value? what lies between A and B?
//	internal/effect   what does calling this function do: go outside, wait,
//	                  fail, write, log?
//	internal/outcome  what does this decision do with 404, PermissionDenied,
//	                  sql.ErrNoRows, 503?
//
// Around them: internal/ir builds SSA for the user's own packages only,
// internal/api holds what is known of libraries, one line per function,
// internal/sqltext reads SQL in Go strings, internal/ledger says what is
// progress and what is a mark, internal/report is the single door for findings.
// internal/driver, internal/render and internal/cli make the command.
//
// A missing fact may silence a finding; it never makes one.
package idemlint

//go:generate go run ./cmd/gendocs

import (
	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/passes/createmark"
	"github.com/idemlint/idemlint/passes/ignoredup"
	"github.com/idemlint/idemlint/passes/pageonce"
	"github.com/idemlint/idemlint/passes/retryall"
	"github.com/idemlint/idemlint/passes/swallow"
)

// Suite returns the passes, in the order of their names.
func Suite() []*analysis.Analyzer {
	return []*analysis.Analyzer{
		createmark.Analyzer,
		ignoredup.Analyzer,
		pageonce.Analyzer,
		retryall.Analyzer,
		swallow.Analyzer,
	}
}
