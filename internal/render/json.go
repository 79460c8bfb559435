package render

import (
	"encoding/json"
	"go/token"
	"io"

	"github.com/idemlint/idemlint/internal/driver"
)

type jsonReport struct {
	Findings []jsonFinding `json:"findings"`
	Errors   []jsonError   `json:"errors"`
}

type jsonPlace struct {
	File      string `json:"file"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"endLine,omitempty"`
	EndColumn int    `json:"endColumn,omitempty"`
}

type jsonFinding struct {
	Rule       string `json:"rule"`
	Pass       string `json:"pass"`
	Confidence string `json:"confidence"`
	Package    string `json:"package"`
	jsonPlace
	Message string        `json:"message"`
	URL     string        `json:"url,omitempty"`
	Related []jsonRelated `json:"related,omitempty"`
	Fixes   []jsonFix     `json:"fixes,omitempty"`
}

type jsonRelated struct {
	jsonPlace
	Message string `json:"message"`
}

type jsonFix struct {
	Message string     `json:"message"`
	Edits   []jsonEdit `json:"edits"`
}

type jsonEdit struct {
	File  string `json:"file"`
	Start int    `json:"start"` // byte offset
	End   int    `json:"end"`   // byte offset, exclusive
	New   string `json:"new"`
}

type jsonError struct {
	Package string `json:"package"`
	Kind    string `json:"kind"` // load, syntax, types or pass
	Pass    string `json:"pass,omitempty"`
	Message string `json:"message"`
}

// JSON writes one object with the findings and the packages that were not
// analysed, in the order of the report.
func JSON(w io.Writer, r *Report) error {
	out := jsonReport{Findings: []jsonFinding{}, Errors: []jsonError{}}
	for _, f := range r.Findings {
		j := jsonFinding{
			Rule: f.Rule, Pass: f.Pass, Confidence: f.Confidence.String(), Package: f.Package,
			jsonPlace: r.place(f.Pos, f.End), Message: f.Message, URL: f.URL,
		}
		for _, rel := range f.Related {
			j.Related = append(j.Related, jsonRelated{r.place(rel.Pos, token.Position{}), rel.Message})
		}
		for _, fix := range f.Fixes {
			j.Fixes = append(j.Fixes, r.jsonFix(fix))
		}
		out.Findings = append(out.Findings, j)
	}
	for _, e := range r.Errors {
		out.Errors = append(out.Errors, jsonError{e.Package, string(e.Kind), e.Pass, r.Relative(e.Message)})
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(out)
}

func (r *Report) place(pos, end token.Position) jsonPlace {
	p := jsonPlace{File: r.path(pos.Filename), Line: pos.Line, Column: pos.Column}
	if end.IsValid() && end.Filename == pos.Filename {
		p.EndLine, p.EndColumn = end.Line, end.Column
	}
	return p
}

func (r *Report) jsonFix(fix driver.Fix) jsonFix {
	out := jsonFix{Message: fix.Message, Edits: []jsonEdit{}}
	for _, e := range fix.Edits {
		out.Edits = append(out.Edits, jsonEdit{r.path(e.File), e.Start, e.End, e.New})
	}
	return out
}
