package api_test

import (
	"testing"

	"github.com/idemlint/idemlint/internal/api"
)

// A malformed line, an unknown kind or a name given twice panics here, with the
// file and line.
func TestShippedTables(t *testing.T) {
	if len(api.All()) == 0 {
		t.Fatal("no entries")
	}
}
