package pageonce

import (
	"fmt"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/flow"
	"github.com/idemlint/idemlint/internal/report"
)

// pagers asks of pagers, iterators and objects with lists whether they are read
// to the end.
func (c *checker) pagers() {
	for _, j := range c.pages.PagersOnce() {
		if reason := c.enough(j); reason != "" {
			c.rep.Silent(j.Call.Pos(), "pageonce/firstpage", reason)
			continue
		}
		c.report("pageonce/firstpage", j.Call, fmt.Sprintf("%s reads one page of the pager, and nobody asks it whether more follow", j.Name()))
	}
	for _, call := range c.pages.CallbackStops() {
		c.report("pageonce/firstpage", call, fmt.Sprintf("the function given to %s always returns false, which ends after the first page", callee(call)))
	}
	for _, call := range c.pages.ErrorEnds() {
		c.report("pageonce/enderror", call, fmt.Sprintf("an error of %s ends the loop as the last page does: what is missing passes for the end of the list", callee(call)))
	}
	for _, u := range c.pages.Unpaged() {
		c.report("pageonce/single", u.At, fmt.Sprintf("%s switches paging off: the iterator ends after the first page", u.Field))
	}
	for _, e := range c.pages.Embedded() {
		c.report("pageonce/embedded", e.At, fmt.Sprintf("%s holds the first page only, and %s beside it is never read: what does not fit is lost", e.List, e.Cont))
	}
}

func callee(call *ssa.Call) string {
	if _, obj := flow.Callee(call.Common()); obj != nil {
		return obj.Name()
	}
	return "the call"
}

func (c *checker) report(rule string, at ssa.Instruction, message string) {
	if !c.inTest(at.Pos()) {
		c.rep.Report(report.Finding{Rule: rule, Pos: at.Pos(), Message: message})
	}
}
