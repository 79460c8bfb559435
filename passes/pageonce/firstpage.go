package pageonce

import (
	"fmt"
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/internal/paging"
	"github.com/idemlint/idemlint/internal/report"
)

type checker struct {
	pass  *analysis.Pass
	rep   *report.Reporter
	pages *paging.Pages
}

// page asks of one list with a continuation whether the rest of it is lost, and
// says whether it found so.
func (c *checker) page(j *paging.Judged) bool {
	rule, pos := ruleOf(j), j.Call.Pos()
	if c.inTest(pos) {
		return false // a test lists what it has just made
	}
	masked := j.Masked()
	if reason := settled(j.Cont); reason != "" && !masked {
		c.rep.Silent(pos, rule, reason)
		return false
	}
	if reason := c.enough(j); reason != "" {
		c.rep.Silent(pos, rule, reason)
		return false
	}
	if masked {
		c.rep.Report(report.Finding{Rule: "pageonce/mask", Pos: pos, Message: maskMessage(j.Name(), j.Group.Main().Name)})
		return true
	}
	c.rep.Report(report.Finding{Rule: rule, Pos: pos, Message: message(j, rule)})
	return true
}

// settled says why a continuation is no longer this call's business, or "".
func settled(f paging.Fate) string {
	switch f {
	case paging.Read:
		return "the continuation is read"
	case paging.HandedOn:
		return "the continuation is handed to the caller"
	case paging.Lost:
		return "the whole answer goes where it cannot be followed"
	}
	return ""
}

func maskMessage(name, cont string) string {
	return fmt.Sprintf("the field mask of %s leaves out %s, so the answer never says that there are more pages", name, cont)
}

// sized reports a list of which a page was asked for by its size, where only the
// headers that are thrown away can tell of more.
func (c *checker) sized(s paging.Sized) {
	pos := s.Call.Pos()
	if c.inTest(pos) {
		return
	}
	if s.Group.Nested {
		return
	}
	c.rep.Report(report.Finding{
		Rule: "pageonce/firstpage", Pos: pos,
		Message: fmt.Sprintf("%s asks for a page of %d and reads no header of the response: what is beyond that page is lost, and nothing tells", s.Name(), s.Size),
	})
}

// enough says why one page is all that the program needs, or "".
func (c *checker) enough(j *paging.Judged) string {
	switch {
	case j.Items == paging.Unused:
		return "the items are not used: a count or a check"
	case j.Items == paging.Peeked:
		return "only single items are looked at"
	case j.FromParam:
		return "what is decoded came from the caller"
	case j.Group.Nested:
		return "" // the request speaks of the outer list
	case j.AsksForOne():
		return "the request asks for one item"
	case j.Newest():
		return "the request asks for the first few of an order"
	case j.CappedByCaller():
		return "the caller says how many it wants"
	case j.Selected():
		return "the request names the items it wants"
	case j.OptIn():
		return "without a limit the list is whole"
	case c.pages.Keyset(j):
		return "the next request goes on behind the last item"
	case c.pages.Steps(j):
		return "the page is counted up or chosen by the caller"
	case c.pages.Lookup(j):
		return "the request is narrowed to the one item that is looked for"
	case c.pages.Drained(j):
		return "what is listed is taken off the list before it is listed again"
	}
	return ""
}

func (c *checker) inTest(pos token.Pos) bool {
	return strings.HasSuffix(c.pass.Fset.Position(pos).Filename, "_test.go")
}

func ruleOf(j *paging.Judged) string {
	switch {
	case j.Group.Nested:
		return "pageonce/embedded"
	case j.Handed:
		return "pageonce/dropped"
	}
	return "pageonce/firstpage"
}

func message(j *paging.Judged, rule string) string {
	cont := j.Group.Main().Name
	switch rule {
	case "pageonce/embedded":
		return fmt.Sprintf("%s: the list %s inside the answer has pages of its own, and its %s is never read: what does not fit is lost", j.Name(), list(j), cont)
	case "pageonce/dropped":
		return fmt.Sprintf("%s hands back one page and the way to the next (%s), which is dropped here: the rest of the list is never read", j.Name(), cont)
	}
	return fmt.Sprintf("%s gives one page of the list: %s is never read, so further pages are lost", j.Name(), cont)
}

func list(j *paging.Judged) string {
	path := strings.Split(j.Group.Items[0].Path, ".")
	var names []string
	for _, p := range path {
		if p != "[]" {
			names = append(names, p)
		}
	}
	return strings.Join(names[max(0, len(names)-2):], ".")
}
