package createmark

import (
	_ "embed"
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/internal/docs"
	"github.com/idemlint/idemlint/internal/ir"
	"github.com/idemlint/idemlint/internal/report"
)

//go:embed doc.go
var doc string

// Analyzer reports a long gap between a create call and its completion mark.
var Analyzer = report.AddFlags(&analysis.Analyzer{
	Name:       "createmark",
	Doc:        docs.Text(doc),
	URL:        report.DocURL + "createmark.md",
	Requires:   []*analysis.Analyzer{ir.Analyzer},
	ResultType: reflect.TypeFor[*report.Log](),
	Run:        run,
})

func run(pass *analysis.Pass) (any, error) {
	pkg := pass.ResultOf[ir.Analyzer].(*ir.Package)
	if !pkg.Own {
		return &report.Log{}, nil
	}
	rep := report.New(pass)
	return rep.Done(), nil
}
