package report

import (
	"fmt"

	"golang.org/x/tools/go/analysis"
)

const confidenceFlag = "confidence"

type confidenceValue struct{ c Confidence }

func (v *confidenceValue) String() string { return v.c.String() }

func (v *confidenceValue) Set(s string) error {
	for _, c := range []Confidence{High, Medium} {
		if s == c.String() {
			v.c = c
			return nil
		}
	}
	return fmt.Errorf("want high or medium")
}

// AddFlags gives a the flags that Reporter reads and returns it.
func AddFlags(a *analysis.Analyzer) *analysis.Analyzer {
	a.Flags.Var(&confidenceValue{}, confidenceFlag, "least `confidence` to report: high or medium")
	return a
}
