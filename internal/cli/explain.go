package cli

import (
	"fmt"
	"go/doc/comment"
	"strconv"
	"strings"

	"github.com/idemlint/idemlint/internal/docs"
	"github.com/idemlint/idemlint/internal/render"
)

// explain prints the documentation of a pass or rule, which stands in the
// binary, or the list of rules.
func (c *command) explain(args []string) int {
	st := render.Style(c.color(c.Stdout))
	switch len(args) {
	case 0:
		for i, a := range c.Analyzers {
			if i > 0 {
				fmt.Fprintln(c.Stdout)
			}
			_, what, _ := strings.Cut(synopsis(a), ": ")
			fmt.Fprintf(c.Stdout, "%s  %s\n", st.Bold(a.Name), what)
			for _, rule := range docs.Rules(a) {
				fmt.Fprintf(c.Stdout, "    %s\n", rule)
			}
		}
		return StatusClean
	case 1:
	default:
		return c.usage(fmt.Errorf("explain takes one rule or pass, not %d arguments", len(args)))
	}
	rule := args[0]
	if err := c.checkRule(rule); err != nil {
		return c.usage(fmt.Errorf("explain: %w", err))
	}
	a := c.analyzer(rule)
	doc := docs.Parse(a)
	p := docPrinter{style: st, width: c.width()}
	var b strings.Builder
	if rule != a.Name {
		b.WriteString(st.Bold(rule) + "\n\n")
		p.print(&b, docs.About(doc, rule))
		fmt.Fprintf(&b, "It is a rule of %s:\n\n", a.Name)
	}
	p.print(&b, doc.Content)
	fmt.Fprintf(&b, "Silence one line with //idemlint:ignore %s REASON.\n", rule)
	if a.URL != "" {
		fmt.Fprintf(&b, "On the web: %s\n", a.URL)
	}
	fmt.Fprint(c.Stdout, b.String())
	return StatusClean
}

// docPrinter prints documentation on a terminal.
type docPrinter struct {
	style render.Style
	width int
}

func (p docPrinter) print(b *strings.Builder, blocks []comment.Block) {
	pr := comment.Printer{TextWidth: p.width, TextCodePrefix: "    "}
	for _, bl := range blocks {
		text := strings.TrimRight(string(pr.Text(&comment.Doc{Content: []comment.Block{bl}})), "\n")
		switch bl.(type) {
		case *comment.Heading:
			text = p.style.Bold(strings.TrimLeft(text, "# "))
		case *comment.Code:
			text = p.style.Dim(text)
		}
		b.WriteString(text + "\n\n")
	}
}

// width is the width of the terminal as its shell exports it, in columns.
func (c *command) width() int {
	if n, err := strconv.Atoi(c.getenv("COLUMNS")); err == nil && n >= 40 {
		return min(n, 100)
	}
	return 80
}
