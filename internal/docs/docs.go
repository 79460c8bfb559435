// Package docs turns the package comment of a pass into its help text, so that
// the text is written once.
package docs

import (
	"go/parser"
	"go/token"
	"strings"
)

// Text returns the package comment of the Go source src. The first sentence
// loses its leading "Package NAME" in favour of "NAME: ", as analyzers' help
// texts have it. It panics where src has no package comment: src is embedded
// and a test reads it.
func Text(src string) string {
	f, err := parser.ParseFile(token.NewFileSet(), "doc.go", src, parser.PackageClauseOnly|parser.ParseComments)
	if err != nil {
		panic(err)
	}
	text := f.Doc.Text()
	if text == "" {
		panic("docs: no package comment")
	}
	name := f.Name.Name
	return name + ": " + strings.TrimPrefix(text, "Package "+name+" ")
}
