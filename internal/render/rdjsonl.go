package render

import (
	"encoding/json"
	"go/token"
	"io"

	"github.com/idemlint/idemlint/internal/driver"
)

// Types of reviewdog's diagnostic format (proto/rdf/reviewdog.proto); columns
// count bytes, as Go's do.
type (
	rdDiagnostic struct {
		Message     string         `json:"message"`
		Location    rdLocation     `json:"location"`
		Severity    string         `json:"severity"`
		Source      rdSource       `json:"source"`
		Code        rdCode         `json:"code"`
		Suggestions []rdSuggestion `json:"suggestions,omitempty"`
		Related     []rdRelated    `json:"relatedLocations,omitempty"`
	}
	rdLocation struct {
		Path  string  `json:"path"`
		Range rdRange `json:"range"`
	}
	rdRange struct {
		Start rdPosition  `json:"start"`
		End   *rdPosition `json:"end,omitempty"`
	}
	rdPosition struct {
		Line   int `json:"line"`
		Column int `json:"column"`
	}
	rdSource struct {
		Name string `json:"name"`
		URL  string `json:"url"`
	}
	rdCode struct {
		Value string `json:"value"`
		URL   string `json:"url,omitempty"`
	}
	rdSuggestion struct {
		Range rdRange `json:"range"`
		Text  string  `json:"text"`
	}
	rdRelated struct {
		Message  string     `json:"message"`
		Location rdLocation `json:"location"`
	}
)

// RDJSONL writes one diagnostic a line, for reviewdog.
func RDJSONL(w io.Writer, r *Report) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for _, f := range r.Findings {
		d := rdDiagnostic{
			Message: f.Message, Severity: "WARNING",
			Location: rdLocation{r.path(f.Pos.Filename), rdRangeOf(f.Pos, f.End)},
			Source:   rdSource{"idemlint", "https://github.com/idemlint/idemlint"},
			Code:     rdCode{f.Rule, f.URL},
		}
		for _, rel := range f.Related {
			d.Related = append(d.Related, rdRelated{rel.Message, rdLocation{r.path(rel.Pos.Filename), rdRangeOf(rel.Pos, token.Position{})}})
		}
		d.Suggestions = r.rdSuggestions(f)
		if err := enc.Encode(d); err != nil {
			return err
		}
	}
	return nil
}

// rdSuggestions are fixes of one edit in the file of the finding: the format has
// no place for others.
func (r *Report) rdSuggestions(f driver.Finding) []rdSuggestion {
	var list []rdSuggestion
	for _, fix := range f.Fixes {
		if len(fix.Edits) == 1 && fix.Edits[0].File == f.Pos.Filename {
			e := fix.Edits[0]
			list = append(list, rdSuggestion{rdRangeOf(r.Source.Position(e.File, e.Start), r.Source.Position(e.File, e.End)), e.New})
		}
	}
	return list
}

func rdRangeOf(start, end token.Position) rdRange {
	rg := rdRange{Start: rdPosition{start.Line, start.Column}}
	if end.IsValid() && end.Filename == start.Filename {
		rg.End = &rdPosition{end.Line, end.Column}
	}
	return rg
}
