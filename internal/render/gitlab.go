package render

import (
	"encoding/json"
	"io"

	"github.com/idemlint/idemlint/internal/report"
)

type gitlabIssue struct {
	Description string         `json:"description"`
	CheckName   string         `json:"check_name"`
	Fingerprint string         `json:"fingerprint"`
	Severity    string         `json:"severity"`
	Location    gitlabLocation `json:"location"`
}

type gitlabLocation struct {
	Path  string      `json:"path"`
	Lines gitlabLines `json:"lines"`
}

type gitlabLines struct {
	Begin int `json:"begin"`
	End   int `json:"end,omitempty"`
}

// GitLab writes a Code Quality report (docs.gitlab.com, "Code Quality report
// format").
func GitLab(w io.Writer, r *Report) error {
	issues := []gitlabIssue{}
	prints := Fingerprints(r.Source, r.Findings)
	for i, f := range r.Findings {
		issue := gitlabIssue{
			Description: f.Message, CheckName: f.Rule, Fingerprint: prints[i], Severity: "major",
			Location: gitlabLocation{r.path(f.Pos.Filename), gitlabLines{Begin: f.Pos.Line}},
		}
		if f.Confidence == report.Medium {
			issue.Severity = "minor"
		}
		if f.End.IsValid() && f.End.Filename == f.Pos.Filename {
			issue.Location.Lines.End = f.End.Line
		}
		issues = append(issues, issue)
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(issues)
}
