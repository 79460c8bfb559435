package idemlint_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/idemlint/idemlint"
	"github.com/idemlint/idemlint/internal/docs"
)

// TestDocsAreFresh keeps docs/rules equal to the help texts of the passes.
func TestDocsAreFresh(t *testing.T) {
	dir := filepath.Join("docs", "rules")
	pages := docs.Pages(idemlint.Suite())
	for name, want := range pages {
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || string(got) != want {
			t.Errorf("%s is out of date: run go generate (%v)", filepath.Join(dir, name), err)
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if _, ok := pages[e.Name()]; !ok {
			t.Errorf("%s belongs to no rule: run go generate", filepath.Join(dir, e.Name()))
		}
	}
}
