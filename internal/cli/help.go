package cli

import (
	"flag"
	"fmt"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/internal/docs"
)

const helpText = `Idemlint finds code that makes unattended batches fail in silence.

Usage:

	idemlint [flags] [packages]       analyse packages, ./... by default
	idemlint [flags] why FILE:LINE    say which passes looked at a line and why they are silent
	idemlint explain [RULE|PASS]      what a rule finds, why, and what to write instead
	idemlint help [PASS]              this text, or a pass in short
	idemlint version                  what this binary was built from
	go vet -vettool=$(which idemlint) the same findings under go vet

Passes:

%s
Flags:

%s
Exit status: 0 nothing found, 1 something found, 2 wrong use or configuration,
3 something could not be analysed.
`

// help prints the help text, or that of one pass.
func (c *command) help(args []string) int {
	switch len(args) {
	case 0:
		fmt.Fprintf(c.Stdout, helpText, c.passList(), flagList(c.flags()))
		return StatusClean
	case 1:
	default:
		return c.usage(fmt.Errorf("help takes one pass, not %d arguments", len(args)))
	}
	a := c.analyzer(args[0])
	if err := c.checkRule(args[0]); err != nil || a == nil {
		return c.usage(fmt.Errorf("help: %w", err))
	}
	fmt.Fprintf(c.Stdout, "%s\n\nRules:\n\n", synopsis(a))
	for _, rule := range docs.Rules(a) {
		fmt.Fprintf(c.Stdout, "\t%s\n", rule)
	}
	fmt.Fprintf(c.Stdout, "\nFlags:\n\n\t-%s\trun it alone; -%[1]s=false leaves it out\n\nidemlint explain %[1]s tells the whole story.\n", a.Name)
	return StatusClean
}

// synopsis is the first paragraph of the help text of a pass, in one line.
func synopsis(a *analysis.Analyzer) string {
	first, _, _ := strings.Cut(a.Doc, "\n\n")
	return strings.Join(strings.Fields(first), " ")
}

func (c *command) passList() string {
	var b strings.Builder
	for _, a := range c.Analyzers {
		name, what, _ := strings.Cut(synopsis(a), ": ")
		fmt.Fprintf(&b, "\t%-10s %s\n", name, what)
	}
	return b.String()
}

func flagList(fs *flag.FlagSet) string {
	var b strings.Builder
	fs.VisitAll(func(f *flag.Flag) {
		arg, what := flag.UnquoteUsage(f)
		if _, isChoice := f.Value.(*choice); isChoice {
			arg = ""
		}
		fmt.Fprintf(&b, "\t%-18s %s\n", strings.TrimSpace("-"+f.Name+" "+arg), what)
	})
	return b.String()
}
