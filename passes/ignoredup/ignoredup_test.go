package ignoredup_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/idemlint/idemlint/passes/ignoredup"
)

func TestIgnoredup(t *testing.T) {
	testdata, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	var patterns []string
	for _, idiom := range []string{
		"sqltext", "wrapper", "prepared", "orm", "builder", "document", "keyvalue", "swallowed", "once", "postgrest", "more", "entries",
	} {
		patterns = append(patterns, "ignoredup/"+idiom)
	}
	analysistest.Run(t, testdata, ignoredup.Analyzer, patterns...)
}

func TestFix(t *testing.T) {
	testdata, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.RunWithSuggestedFixes(t, testdata, ignoredup.Analyzer, "ignoredup/fix")
}
