package ignoredup

import (
	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/internal/dbwrite"
)

// fixes returns no fix yet.
func (c *checker) fixes(*dbwrite.Site, *dbwrite.Write, evidence) []analysis.SuggestedFix { return nil }
