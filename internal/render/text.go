package render

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/idemlint/idemlint/internal/driver"
)

// Text writes findings for people: one a line, those of a file together and
// aligned, related places below. A line begins with path:line:column, which
// terminals and editors turn into a link.
func Text(w io.Writer, r *Report) error {
	out := bufio.NewWriter(w)
	st := Style(r.Color)
	for i, group := range byFile(r.Findings) {
		if i > 0 {
			fmt.Fprintln(out)
		}
		posWidth, ruleWidth := 0, 0
		for _, f := range group {
			posWidth = max(posWidth, len(r.position(f)))
			ruleWidth = max(ruleWidth, len(f.Rule))
		}
		for _, f := range group {
			pos := r.position(f)
			fmt.Fprintf(out, "%s%s  %s%s  %s\n",
				st.Bold(pos), pad(pos, posWidth),
				st.Yellow(f.Rule), pad(f.Rule, ruleWidth),
				Printable(f.Message))
			for _, rel := range f.Related {
				fmt.Fprintf(out, "    %s: %s\n", r.relatedPosition(rel), Printable(rel.Message))
			}
		}
	}
	return out.Flush()
}

func pad(s string, width int) string { return strings.Repeat(" ", max(0, width-len(s))) }

func (r *Report) position(f driver.Finding) string {
	return fmt.Sprintf("%s:%d:%d:", Printable(r.path(f.Pos.Filename)), f.Pos.Line, f.Pos.Column)
}

func (r *Report) relatedPosition(rel driver.Related) string {
	return fmt.Sprintf("%s:%d:%d", Printable(r.path(rel.Pos.Filename)), rel.Pos.Line, rel.Pos.Column)
}

// byFile cuts sorted findings into those of one file each.
func byFile(list []driver.Finding) [][]driver.Finding {
	var groups [][]driver.Finding
	for i, f := range list {
		if i == 0 || f.Pos.Filename != list[i-1].Pos.Filename {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], f)
	}
	return groups
}

// Style colours text where it is true and returns it as it is otherwise.
type Style bool

func (s Style) wrap(code, text string) string {
	if !s || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

// Bold, Yellow, Red and Dim return text in that style.
func (s Style) Bold(text string) string   { return s.wrap("1", text) }
func (s Style) Yellow(text string) string { return s.wrap("33", text) }
func (s Style) Dim(text string) string    { return s.wrap("2", text) }
