package flow_test

import (
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/flow"
	"github.com/idemlint/idemlint/internal/ir"
)

// probe reports what becomes of the results of functions whose name begins with
// probe.
var probe = &analysis.Analyzer{
	Name:     "probe",
	Doc:      "report the uses of probe's results",
	Requires: []*analysis.Analyzer{ir.Analyzer, flow.Analyzer},
	Run: func(pass *analysis.Pass) (any, error) {
		pkg := pass.ResultOf[ir.Analyzer].(*ir.Package)
		fl := pass.ResultOf[flow.Analyzer].(*flow.Flow)
		for _, fn := range pkg.Funcs {
			for _, b := range fn.Blocks {
				for _, instr := range b.Instrs {
					call, ok := instr.(*ssa.Call)
					if !ok {
						continue
					}
					if _, obj := flow.Callee(call.Common()); obj != nil && strings.HasPrefix(obj.Name(), "probe") {
						pass.Reportf(call.Pos(), "%s", describe(fl.Uses(call)))
					}
				}
			}
		}
		return nil, nil
	},
}

func describe(uses []flow.Use) string {
	seen := map[string]bool{}
	var out []string
	for _, u := range uses {
		if s := u.String(); !seen[s] {
			seen[s] = true
			out = append(out, s)
		}
	}
	sort.Strings(out)
	if len(out) == 0 {
		return "dropped"
	}
	return strings.Join(out, "; ")
}

func TestUses(t *testing.T) {
	testdata, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.Run(t, testdata, probe, "flow")
}

func TestFacts(t *testing.T) {
	testdata, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.Run(t, testdata, flow.Analyzer, "flow/helper")
}
