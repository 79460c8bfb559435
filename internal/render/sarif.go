package render

import (
	"encoding/json"
	"go/token"
	"io"
	"net/url"
	"unicode/utf16"

	"github.com/idemlint/idemlint/internal/driver"
	"github.com/idemlint/idemlint/internal/report"
)

// Types of SARIF 2.1.0 (OASIS standard, 2020-03-27), as far as they are used.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool        sarifTool         `json:"tool"`
		Invocations []sarifInvocation `json:"invocations"`
		ColumnKind  string            `json:"columnKind"`
		Results     []sarifResult     `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name           string      `json:"name"`
		Version        string      `json:"version,omitempty"`
		InformationURI string      `json:"informationUri"`
		Rules          []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID               string         `json:"id"`
		ShortDescription sarifText      `json:"shortDescription"`
		FullDescription  sarifText      `json:"fullDescription"`
		Help             sarifText      `json:"help"`
		HelpURI          string         `json:"helpUri,omitempty"`
		Properties       map[string]any `json:"properties,omitempty"`
	}
	sarifText struct {
		Text     string `json:"text"`
		Markdown string `json:"markdown,omitempty"`
	}
	sarifInvocation struct {
		ExecutionSuccessful bool                `json:"executionSuccessful"`
		Notifications       []sarifNotification `json:"toolExecutionNotifications,omitempty"`
	}
	sarifNotification struct {
		Level   string    `json:"level"`
		Message sarifText `json:"message"`
	}
	sarifResult struct {
		RuleID       string             `json:"ruleId"`
		RuleIndex    int                `json:"ruleIndex"`
		Level        string             `json:"level"`
		Message      sarifText          `json:"message"`
		Locations    []sarifLocation    `json:"locations"`
		Related      []sarifLocation    `json:"relatedLocations,omitempty"`
		Fingerprints map[string]string  `json:"partialFingerprints"`
		Fixes        []sarifFix         `json:"fixes,omitempty"`
		Suppressions []sarifSuppression `json:"suppressions,omitempty"`
	}
	sarifLocation struct {
		ID       int            `json:"id,omitempty"`
		Physical sarifPhysical  `json:"physicalLocation"`
		Logical  []sarifLogical `json:"logicalLocations,omitempty"`
		Message  *sarifText     `json:"message,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   sarifRegion   `json:"region"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn"`
		EndLine     int `json:"endLine,omitempty"`
		EndColumn   int `json:"endColumn,omitempty"`
	}
	sarifLogical struct {
		Name string `json:"fullyQualifiedName"`
		Kind string `json:"kind"`
	}
	sarifFix struct {
		Description sarifText     `json:"description"`
		Changes     []sarifChange `json:"artifactChanges"`
	}
	sarifChange struct {
		Artifact     sarifArtifact      `json:"artifactLocation"`
		Replacements []sarifReplacement `json:"replacements"`
	}
	sarifReplacement struct {
		Deleted  sarifRegion `json:"deletedRegion"`
		Inserted sarifText   `json:"insertedContent"`
	}
	sarifSuppression struct {
		Kind string `json:"kind"`
	}
)

// SARIF writes SARIF 2.1.0 as GitHub code scanning reads it: one run, each rule
// once, relative URIs, fingerprints that survive shifted lines. Suppressed
// findings are there and marked.
func SARIF(w io.Writer, r *Report) error {
	index := map[string]int{}
	run := sarifRun{
		Tool: sarifTool{sarifDriver{Name: "idemlint", Version: r.Version,
			InformationURI: "https://github.com/idemlint/idemlint", Rules: []sarifRule{}}},
		Invocations: []sarifInvocation{{ExecutionSuccessful: len(r.Errors) == 0}},
		ColumnKind:  "utf16CodeUnits",
		Results:     []sarifResult{},
	}
	for i, rule := range r.Rules() {
		index[rule.ID] = i
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{
			ID: rule.ID, ShortDescription: sarifText{Text: rule.Short}, FullDescription: sarifText{Text: rule.Short},
			Help: sarifText{Text: rule.Help, Markdown: rule.Markdown}, HelpURI: rule.URL,
			Properties: map[string]any{"tags": []string{"correctness", "reliability"}, "precision": "high"},
		})
	}
	for _, e := range r.Errors {
		inv := &run.Invocations[0]
		inv.Notifications = append(inv.Notifications, sarifNotification{"error", sarifText{Text: e.Package + ": " + r.Relative(e.Message)}})
	}
	add := func(list []driver.Finding, suppressions []sarifSuppression) {
		prints := Fingerprints(r.Source, list)
		for i, f := range list {
			res := r.sarifResult(f)
			res.RuleIndex = -1 // unknown, by the standard
			if n, ok := index[f.Rule]; ok {
				res.RuleIndex = n
			}
			res.Fingerprints = map[string]string{"idemlint/v1": prints[i]}
			res.Suppressions = suppressions
			run.Results = append(run.Results, res)
		}
	}
	add(r.Findings, nil)
	add(r.Suppressed, []sarifSuppression{{"inSource"}})

	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(sarifLog{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []sarifRun{run}})
}

func (r *Report) sarifResult(f driver.Finding) sarifResult {
	res := sarifResult{RuleID: f.Rule, Level: "warning", Message: sarifText{Text: f.Message}}
	if f.Confidence == report.Medium {
		res.Level = "note"
	}
	loc := sarifLocation{Physical: r.sarifPhysical(f.Pos, f.End)}
	if f.Symbol != "" {
		loc.Logical = []sarifLogical{{f.Package + "." + f.Symbol, "function"}}
	}
	res.Locations = []sarifLocation{loc}
	for i, rel := range f.Related {
		res.Related = append(res.Related, sarifLocation{ID: i + 1,
			Physical: r.sarifPhysical(rel.Pos, token.Position{}), Message: &sarifText{Text: rel.Message}})
	}
	for _, fix := range f.Fixes {
		res.Fixes = append(res.Fixes, r.sarifFix(fix))
	}
	return res
}

func (r *Report) sarifPhysical(start, end token.Position) sarifPhysical {
	return sarifPhysical{sarifArtifact{r.uri(start.Filename)}, r.sarifRegion(start, end)}
}

func (r *Report) sarifRegion(start, end token.Position) sarifRegion {
	region := sarifRegion{StartLine: max(1, start.Line), StartColumn: r.utf16Column(start)}
	if end.IsValid() && end.Filename == start.Filename {
		region.EndLine, region.EndColumn = end.Line, r.utf16Column(end)
	}
	return region
}

// utf16Column counts a column in UTF-16 code units, as the format's default
// wants it; Go counts bytes.
func (r *Report) utf16Column(pos token.Position) int {
	line := r.Source.Line(pos.Filename, pos.Line)
	if pos.Column < 1 || pos.Column-1 > len(line) {
		return max(1, pos.Column)
	}
	return len(utf16.Encode([]rune(line[:pos.Column-1]))) + 1
}

func (r *Report) sarifFix(fix driver.Fix) sarifFix {
	out := sarifFix{Description: sarifText{Text: fix.Message}, Changes: []sarifChange{}}
	for _, e := range fix.Edits {
		uri := r.uri(e.File)
		if n := len(out.Changes); n == 0 || out.Changes[n-1].Artifact.URI != uri {
			out.Changes = append(out.Changes, sarifChange{Artifact: sarifArtifact{uri}})
		}
		last := &out.Changes[len(out.Changes)-1]
		last.Replacements = append(last.Replacements, sarifReplacement{
			r.sarifRegion(r.Source.Position(e.File, e.Start), r.Source.Position(e.File, e.End)), sarifText{Text: e.New},
		})
	}
	return out
}

// uri is the path of a file as a relative URI reference, or an absolute one
// where the file lies elsewhere.
func (r *Report) uri(name string) string {
	p := r.path(name)
	if len(p) > 0 && p[0] == '/' {
		return (&url.URL{Scheme: "file", Path: p}).String()
	}
	return (&url.URL{Path: p}).EscapedPath()
}
