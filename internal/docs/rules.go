package docs

import (
	"go/doc/comment"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Rules returns the rule IDs of a pass, sorted: those that its help text names,
// and the one that every pass has for suppressions.
func Rules(a *analysis.Analyzer) []string {
	re := regexp.MustCompile(`\b` + regexp.QuoteMeta(a.Name) + `/[a-z]+\b`)
	rules := append(re.FindAllString(a.Doc, -1), a.Name+"/suppression")
	slices.Sort(rules)
	return slices.Compact(rules)
}

// Parse returns the help text of a pass as a document.
func Parse(a *analysis.Analyzer) *comment.Doc {
	var p comment.Parser
	return p.Parse(a.Doc)
}

// About returns the paragraphs and list items that name the rule.
func About(doc *comment.Doc, rule string) []comment.Block {
	var blocks []comment.Block
	about := func(bl comment.Block) bool {
		pr := comment.Printer{TextWidth: -1}
		words := strings.FieldsFunc(string(pr.Text(&comment.Doc{Content: []comment.Block{bl}})), func(r rune) bool {
			return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyz/", r)
		})
		return slices.Contains(words, rule)
	}
	for _, bl := range doc.Content {
		if list, ok := bl.(*comment.List); ok {
			for _, item := range list.Items {
				if slices.ContainsFunc(item.Content, about) {
					blocks = append(blocks, item.Content...)
				}
			}
			continue
		}
		if about(bl) {
			blocks = append(blocks, bl)
		}
	}
	return blocks
}
