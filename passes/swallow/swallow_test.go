package swallow_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/idemlint/idemlint/passes/swallow"
)

func Test(t *testing.T) {
	dir, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	for _, idiom := range []string{"loops", "partial", "iter", "writer", "reach", "reach/audit", "jobs", "oneshot", "status", "shapes", "quiet", "outcomes"} {
		t.Run(idiom, func(t *testing.T) {
			analysistest.Run(t, dir, swallow.Analyzer, "swallow/"+idiom)
		})
	}
}
