package retryall

import (
	_ "embed"
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/internal/docs"
	"github.com/idemlint/idemlint/internal/ir"
	"github.com/idemlint/idemlint/internal/outcome"
	"github.com/idemlint/idemlint/internal/report"
)

//go:embed doc.go
var doc string

// Analyzer reports retries that fire on permanent errors.
var Analyzer = report.AddFlags(&analysis.Analyzer{
	Name:       "retryall",
	Doc:        docs.Text(doc),
	URL:        report.DocURL + "retryall.md",
	Requires:   []*analysis.Analyzer{ir.Analyzer, outcome.Analyzer},
	ResultType: reflect.TypeFor[*report.Log](),
	Run:        run,
})

func run(pass *analysis.Pass) (any, error) {
	pkg := pass.ResultOf[ir.Analyzer].(*ir.Package)
	if !pkg.Own {
		return &report.Log{}, nil
	}
	c := &checker{pass: pass, eng: pass.ResultOf[outcome.Analyzer].(*outcome.Engine), rep: report.New(pass)}
	for _, fn := range pkg.Funcs {
		for _, r := range c.eng.Retries(fn) {
			c.retry(r)
		}
	}
	return c.rep.Done(), nil
}
