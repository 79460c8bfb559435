package pageonce_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/idemlint/idemlint/internal/paging"
	"github.com/idemlint/idemlint/passes/pageonce"
)

func testdata(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestPageonce(t *testing.T) {
	for _, idiom := range []string{"firstpage", "handed", "loops", "decoded", "enough", "mask", "pagers", "kubernetes", "wild", "streams"} {
		t.Run(idiom, func(t *testing.T) {
			analysistest.Run(t, testdata(t), pageonce.Analyzer, "pageonce/"+idiom)
		})
	}
}

func TestCarryFacts(t *testing.T) {
	analysistest.Run(t, testdata(t), paging.Analyzer, "pageonce/handed/reader")
}
