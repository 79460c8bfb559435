package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/idemlint/idemlint/internal/driver"
)

// around is the number of unchanged lines around a change in a diff.
const around = 3

// differ writes a unified diff from edits. They say which lines change, so that
// nothing has to be compared.
type differ struct {
	src    []byte
	lines  []string // with their ends
	starts []int    // offset of each line, and of the end
	shift  int      // lines added by the hunks so far
}

// change is a run of whole lines [from, to) that edits touch.
type change struct {
	from, to int
	edits    []driver.Edit
}

// unifiedDiff returns the hunks of the edits, which are in order and do not
// overlap.
func unifiedDiff(src []byte, edits []driver.Edit) (string, error) {
	if n := len(edits); n > 0 && edits[n-1].End > len(src) {
		return "", errors.New("the file has changed meanwhile")
	}
	d := &differ{src: src, lines: splitLines(string(src)), starts: []int{0}}
	for _, l := range d.lines {
		d.starts = append(d.starts, d.starts[len(d.starts)-1]+len(l))
	}
	changes := d.changes(edits)
	var b strings.Builder
	for len(changes) > 0 {
		n := 1
		for n < len(changes) && changes[n].from-changes[n-1].to <= 2*around {
			n++
		}
		if err := d.hunk(&b, changes[:n]); err != nil {
			return "", err
		}
		changes = changes[n:]
	}
	return b.String(), nil
}

func splitLines(text string) []string {
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// lineAt returns the index of the line that holds offset.
func (d *differ) lineAt(offset int) int {
	i, found := slices.BinarySearch(d.starts, offset)
	if !found {
		i--
	}
	return max(0, min(i, len(d.lines)-1))
}

func (d *differ) changes(edits []driver.Edit) []change {
	var list []change
	for _, e := range edits {
		from, to := d.lineAt(e.Start), min(len(d.lines), d.lineAt(max(e.Start, e.End-1))+1)
		if n := len(list); n > 0 && from <= list[n-1].to {
			last := &list[n-1]
			last.to, last.edits = max(to, last.to), append(last.edits, e)
			continue
		}
		list = append(list, change{from, to, []driver.Edit{e}})
	}
	return list
}

func (d *differ) hunk(b *strings.Builder, changes []change) error {
	from := max(0, changes[0].from-around)
	to := min(len(d.lines), changes[len(changes)-1].to+around)
	var body strings.Builder
	added, at := 0, from
	for _, ch := range changes {
		writeLines(&body, ' ', d.lines[at:ch.from])
		writeLines(&body, '-', d.lines[ch.from:ch.to])
		fresh, err := d.replaced(ch)
		if err != nil {
			return err
		}
		writeLines(&body, '+', fresh)
		added += len(fresh) - (ch.to - ch.from)
		at = ch.to
	}
	writeLines(&body, ' ', d.lines[at:to])
	fmt.Fprintf(b, "@@ -%d,%d +%d,%d @@\n%s", from+1, to-from, from+1+d.shift, to-from+added, body.String())
	d.shift += added
	return nil
}

// replaced returns the lines of a change after its edits.
func (d *differ) replaced(ch change) ([]string, error) {
	base := d.starts[ch.from]
	edits := slices.Clone(ch.edits)
	for i := range edits {
		edits[i].Start -= base
		edits[i].End -= base
	}
	text, err := apply(d.src[base:d.starts[ch.to]], edits)
	return splitLines(string(text)), err
}

func writeLines(b *strings.Builder, mark byte, lines []string) {
	for _, l := range lines {
		b.WriteByte(mark)
		b.WriteString(l)
		if !strings.HasSuffix(l, "\n") {
			b.WriteString("\n\\ No newline at end of file\n")
		}
	}
}
