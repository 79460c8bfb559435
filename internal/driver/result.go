package driver

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/internal/report"
)

// Result is what a run found.
type Result struct {
	Findings []Finding // by file, line, column, rule and message
	// Suppressed are findings that a comment in the source hides, in the same
	// order.
	Suppressed []Finding
	Errors     []PackageError // by package, pass and message
	Packages   int            // analysed and reported on
}

// Finding is a diagnostic that outlives the package it is about.
type Finding struct {
	Package    string // import path
	Symbol     string // the function it stands in, as F or (*T).M; may be empty
	Pass       string
	Rule       string // PASS/RULE, or the pass where the diagnostic has no category
	Confidence report.Confidence
	Pos, End   token.Position // file names are absolute; End may be invalid
	Message    string
	URL        string
	Related    []Related
	Fixes      []Fix
}

// Related is another place that a finding is about.
type Related struct {
	Pos     token.Position
	Message string
}

// Fix is one way to mend a finding.
type Fix struct {
	Message string
	Edits   []Edit
}

// Edit replaces the bytes [Start, End) of a file.
type Edit struct {
	File       string
	Start, End int
	New        string
}

// ErrorKind says at which step a package fell out.
type ErrorKind string

const (
	Load   ErrorKind = "load"   // the go command could not list or build it
	Syntax ErrorKind = "syntax" // it does not parse
	Types  ErrorKind = "types"  // it does not type-check
	Pass   ErrorKind = "pass"   // an analyzer failed or panicked
)

// PackageError says why a package was not, or not wholly, analysed.
type PackageError struct {
	Package string
	Kind    ErrorKind
	Pass    string // for Kind Pass
	Message string // one line
}

// fail says that n cannot be analysed. The first reason is enough.
func (n *node) fail(kind ErrorKind, msg string) {
	if !n.broken {
		n.broken = true
		n.errs = append(n.errs, PackageError{Package: n.pkg.PkgPath, Kind: kind, Message: msg})
	}
}

// findings translates the diagnostics of one action.
func (u *unit) findings(a *analysis.Analyzer, act *action) []Finding {
	log, _ := act.result.(*report.Log)
	var list []Finding
	for _, d := range act.diags {
		f := Finding{
			Package: u.n.pkg.PkgPath,
			Symbol:  u.symbol(d.Pos),
			Pass:    a.Name,
			Rule:    cmp.Or(d.Category, a.Name),
			Pos:     u.position(d.Pos),
			Message: d.Message,
			URL:     cmp.Or(d.URL, a.URL),
		}
		if d.End.IsValid() {
			f.End = u.position(d.End)
		}
		for _, r := range d.Related {
			f.Related = append(f.Related, Related{u.position(r.Pos), r.Message})
		}
		for _, fix := range d.SuggestedFixes {
			f.Fixes = append(f.Fixes, u.fix(fix))
		}
		if log != nil {
			f.Confidence = confidence(log, d)
		}
		list = append(list, f)
	}
	return list
}

// suppressed returns the findings that comments hide.
func (u *unit) suppressed(a *analysis.Analyzer, act *action) []Finding {
	log, _ := act.result.(*report.Log)
	if log == nil {
		return nil
	}
	var list []Finding
	for _, f := range log.Suppressed {
		list = append(list, Finding{
			Package: u.n.pkg.PkgPath, Symbol: u.symbol(f.Pos), Pass: a.Name, Rule: f.Rule,
			Confidence: f.Confidence, Pos: u.position(f.Pos), Message: f.Message, URL: a.URL,
		})
	}
	return list
}

// symbol names the function declaration that holds pos.
func (u *unit) symbol(pos token.Pos) string {
	for _, f := range u.files {
		if pos < f.FileStart || f.FileEnd < pos {
			continue
		}
		for _, decl := range f.Decls {
			fd, ok := decl.(*ast.FuncDecl)
			if !ok || pos < fd.Pos() || fd.End() < pos {
				continue
			}
			if fd.Recv == nil || len(fd.Recv.List) == 0 {
				return fd.Name.Name
			}
			return "(" + types.ExprString(fd.Recv.List[0].Type) + ")." + fd.Name.Name
		}
	}
	return ""
}

func (u *unit) position(pos token.Pos) token.Position { return u.s.fset.Position(pos) }

func confidence(log *report.Log, d analysis.Diagnostic) report.Confidence {
	for _, f := range log.Found {
		if f.Pos == d.Pos && f.Rule == d.Category && f.Message == d.Message {
			return f.Confidence
		}
	}
	return report.High
}

func (u *unit) fix(fix analysis.SuggestedFix) Fix {
	out := Fix{Message: fix.Message}
	for _, e := range fix.TextEdits {
		file := u.s.fset.File(e.Pos)
		if file == nil {
			continue
		}
		end := e.End
		if !end.IsValid() {
			end = e.Pos
		}
		out.Edits = append(out.Edits, Edit{
			File: file.Name(), Start: file.Offset(e.Pos), End: file.Offset(end), New: string(e.NewText),
		})
	}
	return out
}

// result joins what the nodes have, in a fixed order.
func (g *graph) result() *Result {
	res := &Result{Errors: g.errs}
	for _, n := range g.nodes {
		res.Findings = append(res.Findings, n.findings...)
		res.Suppressed = append(res.Suppressed, n.suppressed...)
		res.Errors = append(res.Errors, n.errs...)
		if n.root && !n.broken {
			res.Packages++
		}
	}
	res.Findings = inOrder(res.Findings)
	res.Suppressed = inOrder(res.Suppressed)
	slices.SortStableFunc(res.Errors, compareErrors)
	res.Errors = slices.Compact(res.Errors)
	return res
}

// inOrder sorts findings and removes doubles: a file can belong to a package and
// to its test variant.
func inOrder(list []Finding) []Finding {
	slices.SortStableFunc(list, compareFindings)
	return slices.CompactFunc(list, func(a, b Finding) bool { return compareFindings(a, b) == 0 })
}

func compareFindings(a, b Finding) int {
	return cmp.Or(
		strings.Compare(a.Pos.Filename, b.Pos.Filename),
		cmp.Compare(a.Pos.Line, b.Pos.Line),
		cmp.Compare(a.Pos.Column, b.Pos.Column),
		strings.Compare(a.Rule, b.Rule),
		strings.Compare(a.Message, b.Message),
	)
}

func compareErrors(a, b PackageError) int {
	return cmp.Or(
		strings.Compare(a.Package, b.Package),
		strings.Compare(a.Pass, b.Pass),
		strings.Compare(a.Message, b.Message),
	)
}
