package render

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/idemlint/idemlint/internal/driver"
)

// githubLimit is how many annotations of one level GitHub shows for a step
// (docs.github.com, "Workflow commands"; the limits of the check runs API).
const githubLimit = 10

// GitHub writes workflow commands that annotate the changed files of a pull
// request: ten errors and ten warnings, as GitHub shows no more, and how many
// were left out.
func GitHub(w io.Writer, r *Report) error {
	out := bufio.NewWriter(w)
	for i, f := range r.Findings {
		level := "error"
		switch {
		case i >= 2*githubLimit:
			fmt.Fprintf(out, "::notice title=idemlint::%d of %d findings are not annotated: GitHub shows %d a step\n",
				len(r.Findings)-i, len(r.Findings), 2*githubLimit)
			return out.Flush()
		case i >= githubLimit:
			level = "warning"
		}
		fmt.Fprintf(out, "::%s %s::%s\n", level, r.githubPlace(f), githubData(f.Message))
	}
	return out.Flush()
}

func (r *Report) githubPlace(f driver.Finding) string {
	props := fmt.Sprintf("file=%s,line=%d,col=%d", githubProperty(r.path(f.Pos.Filename)), f.Pos.Line, f.Pos.Column)
	if f.End.IsValid() && f.End.Filename == f.Pos.Filename {
		props += fmt.Sprintf(",endLine=%d", f.End.Line)
		if f.End.Line == f.Pos.Line {
			props += fmt.Sprintf(",endColumn=%d", f.End.Column)
		}
	}
	return props + ",title=" + githubProperty("idemlint "+f.Rule)
}

// githubData and githubProperty escape as the runner unescapes (actions/toolkit,
// packages/core/src/command.ts).
func githubData(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

func githubProperty(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(s)
}
