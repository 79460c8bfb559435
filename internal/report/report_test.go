package report_test

import (
	"go/ast"
	"path/filepath"
	"reflect"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/idemlint/idemlint/internal/report"
)

// calls finds fault with every call of a function named bad or maybe.
func calls() *analysis.Analyzer {
	return report.AddFlags(&analysis.Analyzer{
		Name:       "calls",
		Doc:        "report calls of bad",
		ResultType: reflect.TypeFor[*report.Log](),
		Run: func(pass *analysis.Pass) (any, error) {
			rep := report.New(pass)
			for _, f := range pass.Files {
				ast.Inspect(f, func(n ast.Node) bool {
					call, ok := n.(*ast.CallExpr)
					if !ok {
						return true
					}
					id, ok := call.Fun.(*ast.Ident)
					switch {
					case !ok:
					case id.Name == "bad":
						rep.Report(report.Finding{Rule: "calls/bad", Pos: call.Pos(), Message: "bad call"})
					case id.Name == "maybe":
						rep.Report(report.Finding{Rule: "calls/maybe", Pos: call.Pos(), Message: "maybe bad", Confidence: report.Medium})
					}
					return true
				})
			}
			return rep.Done(), nil
		},
	})
}

func testdata(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestReport(t *testing.T) {
	analysistest.Run(t, testdata(t), calls(), "report")
}

func TestMediumConfidence(t *testing.T) {
	a := calls()
	if err := a.Flags.Set("confidence", "medium"); err != nil {
		t.Fatal(err)
	}
	analysistest.Run(t, testdata(t), a, "report/medium")
	if err := a.Flags.Set("confidence", "some"); err == nil {
		t.Error("no error for an unknown confidence")
	}
}
