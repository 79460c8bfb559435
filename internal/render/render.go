// Package render writes what a run found, one file per output format.
//
// Every format is a pure function of Report: the same report gives the same
// bytes. Paths are relative to Report.Base with forward slashes, and control
// characters in names and messages, which come from the code under analysis,
// are escaped as the format needs it.
package render

import (
	"io"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/idemlint/idemlint/internal/driver"
)

// Report is the input of every format.
type Report struct {
	*driver.Result
	Base    string // directory that paths are relative to
	Color   bool   // text only
	Source  *driver.Source
	Rules   func() []Rule // every rule that was run, for formats that list them
	Version string        // of idemlint
}

// Rule describes a rule.
type Rule struct {
	ID    string
	Short string // one sentence
	Help  string // plain text
	// Markdown is Help for those who render it.
	Markdown string
	URL      string
}

// Formats are the output formats by name.
func Formats() map[string]func(io.Writer, *Report) error {
	return map[string]func(io.Writer, *Report) error{
		"text":       Text,
		"json":       JSON,
		"sarif":      SARIF,
		"github":     GitHub,
		"gitlab":     GitLab,
		"checkstyle": Checkstyle,
		"rdjsonl":    RDJSONL,
	}
}

// path returns name relative to the base, or as it is where that is shorter.
func (r *Report) path(name string) string { return RelPath(r.Base, name) }

// RelPath returns name relative to base where that is the shorter spelling,
// with forward slashes.
func RelPath(base, name string) string {
	if rel, err := filepath.Rel(base, name); err == nil && len(rel) < len(name) {
		name = rel
	}
	return filepath.ToSlash(name)
}

// Relative shortens the paths below the base in a message of another tool.
func (r *Report) Relative(msg string) string {
	if r.Base == "" || r.Base == "/" {
		return msg
	}
	return strings.ReplaceAll(msg, r.Base+string(filepath.Separator), "")
}

// Printable escapes what would move the cursor or colour a terminal, so that
// the code under analysis cannot forge output.
func Printable(s string) string {
	bad := func(r rune) bool { return !unicode.IsPrint(r) }
	if !strings.ContainsFunc(s, bad) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case !bad(r):
			b.WriteRune(r)
		case r == '\n' || r == '\t':
			b.WriteByte(' ')
		default:
			b.WriteString(quoteRune(r))
		}
	}
	return b.String()
}

func quoteRune(r rune) string {
	const hex = "0123456789abcdef"
	var digits []byte
	for v := uint32(r); v > 0 || len(digits) < 4; v >>= 4 {
		digits = append([]byte{hex[v&15]}, digits...)
	}
	return `\u{` + string(digits) + `}`
}
