package effect_test

import (
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/idemlint/idemlint/internal/effect"
)

func TestFacts(t *testing.T) {
	testdata, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.Run(t, testdata, effect.Analyzer, "effect")
}

func TestWords(t *testing.T) {
	for name, want := range map[string][]string{
		"SetNextToken":     {"set", "next", "token"},
		"HTTPClient":       {"http", "client"},
		"droplet_id":       {"droplet", "id"},
		"ListObjectsV2":    {"list", "objects", "v2"},
		"batchWriteItem":   {"batch", "write", "item"},
		"X":                {"x"},
		"UnprocessedItems": {"unprocessed", "items"},
	} {
		if got := effect.Words(name); !slices.Equal(got, want) {
			t.Errorf("Words(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestVerbOf(t *testing.T) {
	for name, want := range map[string]effect.Verb{
		"GetUserInfoContext": effect.VerbRead, "BatchGetItem": effect.VerbRead,
		"BatchWriteItem": effect.VerbWrite, "CreateDroplet": effect.VerbWrite,
		"Settle": effect.VerbUnknown, "": effect.VerbUnknown, "exec": effect.VerbWrite,
	} {
		if got := effect.VerbOf(name); got != want {
			t.Errorf("VerbOf(%q) = %v, want %v", name, got, want)
		}
	}
}
