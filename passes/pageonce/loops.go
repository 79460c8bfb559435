package pageonce

import (
	"fmt"

	"github.com/idemlint/idemlint/internal/paging"
	"github.com/idemlint/idemlint/internal/report"
)

// loop asks of one list that is read in a loop whether the loop ends where it
// should.
func (c *checker) loop(j *paging.Judged) {
	pos := j.Call.Pos()
	if c.inTest(pos) || j.Items == paging.Unused && j.Cont == paging.Unread {
		return
	}
	if c.pages.Endless(j) {
		c.rep.Report(report.Finding{
			Rule: "pageonce/endless", Pos: pos,
			Message: fmt.Sprintf("%s is asked for the same page again and again: %s of its answer never reaches the request, so a second page makes this endless", j.Name(), j.Group.Main().Name),
		})
		return
	}
	if cursor, found := c.pages.MoreWithoutCursor(j); found {
		c.rep.Report(report.Finding{
			Rule: "pageonce/nocursor", Pos: pos,
			Message: fmt.Sprintf("%s goes on as long as more is promised, but nobody looks at %s: an empty one begins again at the first page", j.Name(), cursor),
		})
		return
	}
	c.stops(j)
}

func (c *checker) stops(j *paging.Judged) {
	pos := j.Call.Pos()
	how, _ := c.pages.Stops(j)
	if how == paging.NoStop {
		return
	}
	switch {
	case j.Cont == paging.Lost:
		return
	case c.pages.Drained(j):
		c.rep.Silent(pos, "pageonce/stopsearly", "what is listed is taken off the list before it is listed again")
		return
	case j.Cont == paging.Unread && !c.pages.Steps(j) && !c.pages.Keyset(j):
		return // no paging at all: reported as such
	case how == paging.StopEmpty && (c.pages.Keyset(j) || j.WholeUnlessLimited()):
		c.rep.Silent(pos, "pageonce/stopsearly", "without a last item there is nothing to go on behind")
		return
	case how == paging.StopEmpty && j.Cont == paging.Unread:
		c.rep.Silent(pos, "pageonce/stopsearly", "pages are counted, and an empty one ends the count")
		return
	}
	f := report.Finding{Rule: "pageonce/stopsearly", Pos: pos}
	what := "a page with fewer items than asked for"
	if how == paging.StopEmpty {
		what = "an empty page"
	}
	if how == paging.StopEmpty && !j.HasToken() {
		f.Confidence = report.Medium // of numbered pages an empty one is the usual end
	}
	f.Message = fmt.Sprintf("the loop takes %s of %s for the last one; whether more follows, %s of the answer says", what, j.Name(), j.Group.Main().Name)
	c.rep.Report(f)
}
