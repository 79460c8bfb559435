package createmark_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/idemlint/idemlint/passes/createmark"
)

func TestCreatemark(t *testing.T) {
	testdata, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	var patterns []string
	for _, idiom := range []string{
		"gap", "batch", "ack", "http", "names", "repeatable", "compensate", "marks", "terraform", "crosspkg/desk", "shapes", "more", "later",
	} {
		patterns = append(patterns, "createmark/"+idiom)
	}
	analysistest.Run(t, testdata, createmark.Analyzer, patterns...)
}
