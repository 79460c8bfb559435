package pageonce

import (
	_ "embed"
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/internal/docs"
	"github.com/idemlint/idemlint/internal/ir"
	"github.com/idemlint/idemlint/internal/paging"
	"github.com/idemlint/idemlint/internal/report"
)

//go:embed doc.go
var doc string

// Analyzer reports list calls whose further pages are never read.
var Analyzer = report.AddFlags(&analysis.Analyzer{
	Name:       "pageonce",
	Doc:        docs.Text(doc),
	URL:        report.DocURL + "pageonce.md",
	Requires:   []*analysis.Analyzer{ir.Analyzer, paging.Analyzer},
	ResultType: reflect.TypeFor[*report.Log](),
	Run:        run,
})

func run(pass *analysis.Pass) (any, error) {
	pkg := pass.ResultOf[ir.Analyzer].(*ir.Package)
	if !pkg.Own {
		return &report.Log{}, nil
	}
	c := &checker{
		pass:  pass,
		rep:   report.New(pass),
		pages: pass.ResultOf[paging.Analyzer].(*paging.Pages),
	}
	for _, j := range c.pages.Judged {
		if !c.page(j) {
			c.loop(j)
		}
	}
	for _, s := range c.pages.Sized() {
		c.sized(s)
	}
	for _, call := range c.pages.MaskedPagers() {
		c.report("pageonce/mask", call, maskMessage("Pages", "the token of the next page"))
	}
	c.pagers()
	return c.rep.Done(), nil
}
