package ignoredup

import (
	"strings"

	"github.com/idemlint/idemlint/internal/dbwrite"
	"github.com/idemlint/idemlint/internal/report"
)

func (c *checker) report(site *dbwrite.Site, w *dbwrite.Write, rule, how string, ev evidence) {
	conf := report.High
	if ev.verdict == maybe {
		conf = report.Medium
	}
	msg := how + " keeps the row that exists"
	if t := tableName(w); t != "" {
		msg = how + " keeps the row that " + t + " has already"
	}
	msg += ": a new " + ev.telling() + " is lost"
	if ev.updated != "" {
		msg += ", and " + ev.updated + " does change elsewhere"
	}
	c.rep.Report(report.Finding{
		Rule: rule, Confidence: conf, Pos: site.Call.Pos(), Message: msg + "; update those columns on conflict",
		Fixes: c.fixes(site, w, ev),
	})
}

// tableName is the table as a reader knows it.
func tableName(w *dbwrite.Write) string {
	if !w.Known || strings.Contains(w.Table, "{") {
		return ""
	}
	for _, p := range [...]string{"type:", "coll:", "item:", "key:", "ent:"} {
		if rest, ok := strings.CutPrefix(w.Table, p); ok {
			return rest[strings.LastIndexByte(rest, '.')+1:]
		}
	}
	return w.Table
}
