package retryall

import (
	"fmt"
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/internal/outcome"
	"github.com/idemlint/idemlint/internal/report"
)

type checker struct {
	pass *analysis.Pass
	eng  *outcome.Engine
	rep  *report.Reporter
}

// retry judges one retry: guard clauses, then one report.
func (c *checker) retry(r *outcome.Retry) {
	grounds := r.Fires(outcome.Scenario.Ground)
	if awaited(r, grounds) {
		c.rep.Silent(r.Pos, "retryall/permanent", "one refusal is named and waited for: it exists, is gone or is granted later")
		return
	}
	if r.Requeue && r.Blind && r.Presumed && r.How == "loop" && r.Broker {
		c.rep.Silent(r.Pos, "retryall/blind", "the broker bounds its deliveries, and what fails is not known to leave the program")
		return
	}
	grounds = c.renewed(r, grounds)
	rule := "retryall/permanent"
	switch {
	case len(grounds) > 0:
	case r.How == "cap":
	case r.Blind:
		rule = "retryall/blind"
	default:
		c.rep.Silent(r.Pos, rule, "no permanent answer is repeated")
		return
	}
	if r.Endless {
		rule = "retryall/endless"
	}
	c.rep.Report(report.Finding{Rule: rule, Pos: r.Pos, Message: message(r, grounds),
		Related: related(r.OpPos, r.Op)})
}

func related(pos token.Pos, op string) []analysis.RelatedInformation {
	if !pos.IsValid() {
		return nil
	}
	return []analysis.RelatedInformation{{Pos: pos, Message: op + " is repeated"}}
}

// awaited protects the loop that waits until something exists, is gone or is
// granted: of all refusals it goes on for the one that it names, and troubles
// that pass by themselves end it.
func awaited(r *outcome.Retry, grounds []outcome.Scenario) bool {
	if len(grounds) != 1 || r.Blind || credential(grounds[0]) {
		return false
	}
	// A probe can have no other aim: HEAD until it is no longer 404.
	if s := grounds[0]; s.Kind == outcome.HTTP && s.Code == 404 && r.Looks.Probe > 0 && r.Looks.NoProbe == 0 {
		return true
	}
	// Statuses have passing ones among themselves; for the rest a lost
	// connection is the measure.
	status := grounds[0].Kind == outcome.HTTP || grounds[0].Kind == outcome.GRPC
	for s, v := range r.Verdicts {
		if s.Transient() && (s.Kind != outcome.Net || !status) && v == outcome.GoesOn {
			return false
		}
	}
	return true
}

// credential reports whether the answer refuses the credential itself.
func credential(s outcome.Scenario) bool {
	return s.Kind == outcome.HTTP && s.Code == 401 || s.Kind == outcome.GRPC && s.Code == 16
}

// renewed leaves out the 401 (or Unauthenticated) that is repeated after
// something was done about it, unless there is no end to that.
func (c *checker) renewed(r *outcome.Retry, grounds []outcome.Scenario) []outcome.Scenario {
	var out []outcome.Scenario
	for _, s := range grounds {
		if r.Renews[s] && !r.Endless {
			c.rep.Silent(r.Pos, "retryall/permanent", s.String()+" is repeated with a renewed credential")
			continue
		}
		out = append(out, s)
	}
	return out
}

// message says what is repeated, for which answers and how often.
func message(r *outcome.Retry, grounds []outcome.Scenario) string {
	var b strings.Builder
	b.WriteString(subject(r))
	switch {
	case len(grounds) > 0:
		b.WriteString(" " + list(r.Fires(permanent)))
	case r.How == "cap":
	default:
		b.WriteString(" every error: it never looks whether another try can help")
	}
	switch {
	case r.Endless && r.How != "cap":
		b.WriteString(", without end")
	case r.Tries > 0 && r.How != "cap":
		fmt.Fprintf(&b, ", %d tries in all", r.Tries)
	}
	var stops []outcome.Scenario
	for _, s := range r.StopsAt() {
		if permanent(s) {
			stops = append(stops, s)
		}
	}
	if len(stops) > 0 && len(grounds) > 0 {
		b.WriteString("; stops at " + list(stops))
	}
	return b.String()
}

func subject(r *outcome.Retry) string {
	switch r.How {
	case "call":
		return r.Fn.Name() + " calls itself again after " + r.Op + ": it retries"
	case "helper":
		return r.Helper + " repeats " + r.Op + ": it retries"
	case "runner":
		return r.Helper + " runs " + r.Op + " again when it fails: it retries"
	case "library":
		return r.Helper + " repeats " + r.Op + ": it retries"
	case "condition":
		return "the condition given to " + r.Helper + " retries"
	case "cap":
		if len(r.Verdicts) > 0 {
			return r.Helper + " sets no end that matters, and the handler's " + r.Op + " gives back as repeatable:"
		}
		return r.Helper + " sets no end that matters: a job that always fails comes back for ever"
	}
	if r.Requeue {
		return "the loop in " + r.Fn.Name() + " puts what failed back in its queue after " + r.Op + ": it retries"
	}
	return "the loop in " + r.Fn.Name() + " repeats " + r.Op + ": it retries"
}

// permanent are the answers named in messages.
func permanent(s outcome.Scenario) bool {
	if s.Ground() {
		return true
	}
	if s.Kind != outcome.HTTP {
		return false
	}
	switch s.Code {
	case 400, 405, 422:
		return true
	}
	return false
}

func list(ss []outcome.Scenario) string {
	var names []string
	for _, s := range ss {
		names = append(names, s.String())
	}
	switch n := len(names); n {
	case 0:
		return ""
	case 1:
		return names[0]
	default:
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
}
