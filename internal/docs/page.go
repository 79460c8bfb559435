package docs

import (
	"fmt"
	"go/doc/comment"
	"strings"

	"golang.org/x/tools/go/analysis"
)

const generated = "<!-- Generated from the package comment of the pass by go generate; do not edit. -->\n\n"

// suppressionText is what every pass says of its suppression rule.
const suppressionText = "An `//idemlint:ignore` comment gives no reason, or hides nothing. Add the reason, or remove the comment.\n"

// Pages returns the pages of docs/rules by file name: one for each pass and one
// for each rule, as Markdown, and an index.
func Pages(passes []*analysis.Analyzer) map[string]string {
	pages := map[string]string{}
	var index strings.Builder
	index.WriteString(generated + "# Rules\n")
	for _, a := range passes {
		pages[a.Name+".md"] = passPage(a)
		what, _, _ := strings.Cut(strings.TrimPrefix(a.Doc, a.Name+": "), "\n")
		fmt.Fprintf(&index, "\n## [%s](%s.md)\n\n%s\n\n", a.Name, a.Name, what)
		for _, rule := range Rules(a) {
			file := strings.ReplaceAll(rule, "/", "-") + ".md"
			pages[file] = rulePage(a, rule)
			fmt.Fprintf(&index, "- [%s](%s)\n", rule, file)
		}
	}
	pages["README.md"] = index.String()
	return pages
}

func passPage(a *analysis.Analyzer) string {
	return generated + "# " + a.Name + "\n\n" + markdown(Parse(a).Content)
}

func rulePage(a *analysis.Analyzer, rule string) string {
	text := suppressionText
	if !strings.HasSuffix(rule, "/suppression") {
		text = markdown(About(Parse(a), rule))
	}
	return fmt.Sprintf("%s# %s\n\n%s\nIt is a rule of [%s](%s.md), which says what goes wrong, when the pass is silent and how to mend it.\n\nSilence one line with `//idemlint:ignore %s REASON`.\n",
		generated, rule, text, a.Name, a.Name, rule)
}

// markdown prints blocks with headings of the second level and Go code fenced.
func markdown(blocks []comment.Block) string {
	pr := comment.Printer{HeadingID: func(*comment.Heading) string { return "" }, HeadingLevel: 2}
	var b strings.Builder
	for i, bl := range blocks {
		if i > 0 {
			b.WriteString("\n")
		}
		if code, ok := bl.(*comment.Code); ok {
			b.WriteString("```go\n" + code.Text + "```\n")
			continue
		}
		b.Write(pr.Markdown(&comment.Doc{Content: []comment.Block{bl}}))
	}
	return b.String()
}
