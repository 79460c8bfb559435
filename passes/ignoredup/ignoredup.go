package ignoredup

import (
	_ "embed"
	"reflect"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/dbwrite"
	"github.com/idemlint/idemlint/internal/docs"
	"github.com/idemlint/idemlint/internal/dupkey"
	"github.com/idemlint/idemlint/internal/effect"
	"github.com/idemlint/idemlint/internal/flow"
	"github.com/idemlint/idemlint/internal/ir"
	"github.com/idemlint/idemlint/internal/report"
	"github.com/idemlint/idemlint/internal/sqltext"
)

//go:embed doc.go
var doc string

// Analyzer reports writes that ignore an existing row although the row changes later.
var Analyzer = report.AddFlags(&analysis.Analyzer{
	Name:       "ignoredup",
	Doc:        docs.Text(doc),
	URL:        report.DocURL + "ignoredup.md",
	Requires:   []*analysis.Analyzer{ir.Analyzer, flow.Analyzer, effect.Analyzer, dbwrite.Analyzer, dupkey.Analyzer},
	ResultType: reflect.TypeFor[*report.Log](),
	Run:        run,
})

type checker struct {
	pass *analysis.Pass
	pkg  *ir.Package
	fl   *flow.Flow
	eff  *effect.Effects
	db   *dbwrite.DB
	dup  *dupkey.Tests
	rep  *report.Reporter
}

func run(pass *analysis.Pass) (any, error) {
	pkg := pass.ResultOf[ir.Analyzer].(*ir.Package)
	if !pkg.Own {
		return &report.Log{}, nil
	}
	c := &checker{
		pass: pass,
		pkg:  pkg,
		fl:   pass.ResultOf[flow.Analyzer].(*flow.Flow),
		eff:  pass.ResultOf[effect.Analyzer].(*effect.Effects),
		db:   pass.ResultOf[dbwrite.Analyzer].(*dbwrite.DB),
		dup:  pass.ResultOf[dupkey.Analyzer].(*dupkey.Tests),
		rep:  report.New(pass),
	}
	for _, fn := range pkg.Funcs {
		for _, site := range c.db.Sites(fn) {
			c.site(fn, site)
		}
	}
	return c.rep.Done(), nil
}

// site judges one call; of several texts that it may execute the first faulty
// one is reported.
func (c *checker) site(fn *ssa.Function, site *dbwrite.Site) {
	for i := range site.Writes {
		if c.write(fn, site, &site.Writes[i]) {
			return
		}
	}
}

// write reports whether w was reported. Each guard names the right program that
// it protects.
func (c *checker) write(fn *ssa.Function, site *dbwrite.Site, w *dbwrite.Write) bool {
	rule, how := c.ignores(site, w)
	if rule == "" {
		return false
	}
	silent := func(reason string) bool {
		c.rep.Silent(site.Call.Pos(), rule, reason)
		return false
	}
	if w.Backfill && !c.staged(w) {
		return silent("the rows come from a table that stays: a back-fill must not undo newer rows")
	}
	ev := c.evidence(fn, w)
	switch {
	case len(ev.results) == 0:
		return silent("it carries no result: keys, constants and first states do not change")
	case ev.entry != "":
		return silent(ev.entry)
	case rule != "ignoredup/swallowed" && w.Family != dbwrite.PostgREST && c.db.Examined(site):
		return silent("the program looks at whether the row was written: a claim or lock")
	case c.handled(fn, site, w, ev):
		return silent("the same row is updated beside it: ensure the row, then update")
	case ev.verdict == no:
		return silent("nothing shows that " + ev.names() + " changes once written: reference data")
	}
	c.report(site, w, rule, how, ev)
	return true
}

// ignores returns the rule under which the write ignores a row that exists, and
// in which words it does.
func (c *checker) ignores(site *dbwrite.Site, w *dbwrite.Write) (rule, how string) {
	if w.Verb != sqltext.Insert && w.Verb != sqltext.Merge {
		return "", ""
	}
	switch w.Conflict {
	case sqltext.Ignores:
		return "ignoredup/" + string(w.Family), w.Spelling
	case sqltext.Fails:
		if c.swallowed(site) {
			if w.Guarded {
				return "ignoredup/swallowed", w.Spelling + " with the failed condition swallowed"
			}
			return "ignoredup/swallowed", "an insert whose duplicate-key error is swallowed"
		}
	}
	return "", ""
}
