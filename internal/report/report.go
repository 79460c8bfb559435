// Package report is the single door through which findings leave a pass. It
// knows what every pass would otherwise have to know: generated files are not
// reported in, suppressions, confidence, rule IDs and their pages.
//
// It also keeps the record of what a pass looked at and which guard kept it
// silent, which `idemlint why FILE:LINE` prints.
package report

import (
	"go/ast"
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Confidence says how well a finding is founded.
type Confidence int

const (
	// High: types and flow prove it. Shown by default.
	High Confidence = iota
	// Medium: one step rests on a name or a convention.
	Medium
)

func (c Confidence) String() string {
	if c == Medium {
		return "medium"
	}
	return "high"
}

// DocURL is where the pages of the rules live; the rule ID follows.
const DocURL = "https://github.com/idemlint/idemlint/blob/main/docs/rules/"

// Finding is one fault.
type Finding struct {
	// Rule is the stable ID PASS/RULE, as in pageonce/firstpage.
	Rule       string
	Confidence Confidence
	Pos, End   token.Pos
	// Message names the things concerned, so that two findings differ, and
	// holds no line numbers.
	Message string
	// Related are the other ends: the mark, the predicate, the list call.
	Related []analysis.RelatedInformation
	Fixes   []analysis.SuggestedFix
}

// Silence is the record of a place that a pass looked at and left alone.
type Silence struct {
	Pos    token.Pos
	Rule   string // the rule that would have been reported
	Reason string // the guard, as "the caller follows the token"
}

// Log is the result of a pass: what it looked at. It is never nil.
type Log struct {
	Found  []Finding
	Silent []Silence
}

// Reporter collects the findings of one pass over one package.
type Reporter struct {
	pass      *analysis.Pass
	least     Confidence
	generated map[*token.File]bool
	supp      *suppressions
	log       *Log
	seen      map[seenKey]bool
}

type seenKey struct {
	pos  token.Pos
	rule string
	msg  string
}

// New returns the reporter of pass, whose analyzer has the flags of AddFlags.
func New(pass *analysis.Pass) *Reporter {
	r := &Reporter{
		pass:      pass,
		generated: map[*token.File]bool{},
		log:       &Log{},
		seen:      map[seenKey]bool{},
	}
	if f := pass.Analyzer.Flags.Lookup(confidenceFlag); f != nil && f.Value.String() == Medium.String() {
		r.least = Medium
	}
	for _, f := range pass.Files {
		if ast.IsGenerated(f) {
			r.generated[pass.Fset.File(f.FileStart)] = true
		}
	}
	r.supp = readSuppressions(pass)
	return r
}

// Generated reports whether pos lies in a generated file. Such files are read
// for facts but nothing is reported in them.
func (r *Reporter) Generated(pos token.Pos) bool {
	return r.generated[r.pass.Fset.File(pos)]
}

// Report takes a finding. It is dropped where it stands in a generated file, is
// suppressed, was reported already or is less sure than asked for.
func (r *Reporter) Report(f Finding) {
	key := seenKey{f.Pos, f.Rule, f.Message}
	switch {
	case !f.Pos.IsValid() || r.seen[key]:
		return
	case r.Generated(f.Pos):
		r.Silent(f.Pos, f.Rule, "the file is generated: mend its source or its caller")
		return
	case r.supp.covers(f):
		r.Silent(f.Pos, f.Rule, "suppressed by a comment: "+f.Message)
		return
	case f.Confidence > r.least:
		r.Silent(f.Pos, f.Rule, "confidence is medium (shown with -confidence medium): "+f.Message)
		return
	}
	r.seen[key] = true
	r.log.Found = append(r.log.Found, f)
	r.pass.Report(analysis.Diagnostic{
		Pos:            f.Pos,
		End:            f.End,
		Category:       f.Rule,
		Message:        f.Message,
		URL:            DocURL + strings.ReplaceAll(f.Rule, "/", "-") + ".md",
		Related:        f.Related,
		SuggestedFixes: f.Fixes,
	})
}

// Silent records that rule was considered at pos and which guard, in a few
// words about the right program that it protects, kept it silent.
func (r *Reporter) Silent(pos token.Pos, rule, reason string) {
	if pos.IsValid() {
		r.log.Silent = append(r.log.Silent, Silence{pos, rule, reason})
	}
}

// Done reports the suppressions that nothing needed and returns the log, which
// is the result of the pass.
func (r *Reporter) Done() *Log {
	r.supp.reportUnused(r)
	return r.log
}
