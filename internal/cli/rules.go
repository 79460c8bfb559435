package cli

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/internal/docs"
)

// passOf returns the name of the pass of a rule ID, or of itself.
func passOf(rule string) string {
	pass, _, _ := strings.Cut(rule, "/")
	return pass
}

// checkRule reports what is wrong with a rule or pass that the user named.
func (c *command) checkRule(rule string) error {
	var all []string
	for _, a := range c.Analyzers {
		all = append(all, a.Name)
		all = append(all, docs.Rules(a)...)
	}
	if slices.Contains(all, rule) {
		return nil
	}
	if near := nearest(rule, all); near != "" {
		return fmt.Errorf("unknown rule %q, do you mean %s?", rule, near)
	}
	return fmt.Errorf("unknown rule %q (idemlint explain lists them)", rule)
}

// analyzer returns the pass that rule belongs to.
func (c *command) analyzer(rule string) *analysis.Analyzer {
	for _, a := range c.Analyzers {
		if a.Name == passOf(rule) {
			return a
		}
	}
	return nil
}

// nearest returns the word that differs from s in at most two letters and a
// third of its length, or "".
func nearest(s string, words []string) string {
	best, least := "", min(2, max(1, len(s)/3))+1
	for _, w := range words {
		if d := distance(s, w); d < least {
			best, least = w, d
		}
	}
	return best
}

// distance is the Levenshtein distance in bytes.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diag := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diag
			if a[i] != b[j] {
				cost++
			}
			diag = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
