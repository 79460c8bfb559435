package cli

import (
	"bytes"
	"errors"
	"fmt"
	"go/doc/comment"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/internal/docs"
	"github.com/idemlint/idemlint/internal/render"
)

// output is one thing to write: a format to a file, or to stdout.
type output struct {
	format string
	file   string // empty for stdout
}

// outputs reads -out and -json. Findings go to stdout as text unless another
// format takes its place; on GitHub Actions annotations come with the text.
func (c *command) outputs() ([]output, error) {
	formats := render.Formats()
	var list []output
	stdout := ""
	for _, spec := range c.opt.out {
		format, file, toFile := strings.Cut(spec, "=")
		switch {
		case formats[format] == nil:
			return nil, fmt.Errorf("-out: unknown format %q (want text, json, sarif, github, gitlab, checkstyle or rdjsonl)", format)
		case toFile && file == "":
			return nil, fmt.Errorf("-out %s: no file name", spec)
		case !toFile && stdout != "":
			return nil, fmt.Errorf("-out: both %s and %s go to standard output; give one a file, as in %s=FILE", stdout, format, format)
		case !toFile:
			stdout = format
		}
		list = append(list, output{format, file})
	}
	if c.opt.json {
		if stdout != "" {
			return nil, fmt.Errorf("-json: standard output is taken by -out %s", stdout)
		}
		stdout = "json"
		list = append(list, output{format: "json"})
	}
	if stdout == "" && !c.opt.diff {
		list = append(list, output{format: "text"})
		if c.getenv("GITHUB_ACTIONS") == "true" {
			list = append(list, output{format: "github"})
		}
	}
	return list, nil
}

// openOutputs creates the files before the work begins, so that what cannot be
// written is known at once.
func (c *command) openOutputs(list []output) ([]io.WriteCloser, error) {
	var files []io.WriteCloser
	for _, o := range list {
		if o.file == "" {
			files = append(files, nopCloser{c.Stdout})
			continue
		}
		name := o.file
		if !filepath.IsAbs(name) {
			name = filepath.Join(c.Dir, name)
		}
		f, err := os.Create(name)
		if err != nil {
			return nil, fmt.Errorf("-out: %w", errors.Join(err, closeAll(files)))
		}
		files = append(files, f)
	}
	return files, nil
}

type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }

func closeAll(files []io.WriteCloser) error {
	var errs []error
	for _, f := range files {
		if err := f.Close(); !errors.Is(err, os.ErrClosed) { // write has closed it
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// write renders the report into every output.
func (c *command) write(list []output, files []io.WriteCloser, r *render.Report) error {
	color := c.color(c.Stdout)
	for i, o := range list {
		var b bytes.Buffer
		r.Color = o.file == "" && color
		if err := render.Formats()[o.format](&b, r); err != nil {
			return fmt.Errorf("writing %s: %w", o.format, err)
		}
		if _, err := files[i].Write(b.Bytes()); err != nil {
			return fmt.Errorf("writing %s: %w", o.format, err)
		}
		if err := files[i].Close(); err != nil {
			return fmt.Errorf("writing %s: %w", o.format, err)
		}
	}
	return nil
}

// ruleTexts describes the rules of analyzers for the formats that list them.
func ruleTexts(analyzers []*analysis.Analyzer) []render.Rule {
	var list []render.Rule
	for _, a := range analyzers {
		doc := docs.Parse(a)
		var p comment.Printer
		p.HeadingLevel = 2
		p.HeadingID = func(*comment.Heading) string { return "" }
		text, markdown := string(p.Text(doc)), string(p.Markdown(doc))
		for _, id := range docs.Rules(a) {
			short := synopsis(a)
			if about := docs.About(doc, id); len(about) > 0 {
				one := comment.Printer{TextWidth: -1}
				short = strings.TrimSpace(string(one.Text(&comment.Doc{Content: about[:1]})))
			}
			list = append(list, render.Rule{ID: id, Short: short, Help: text, Markdown: markdown, URL: a.URL})
		}
	}
	return list
}

// buildVersion is the version of the module that the binary was built from.
func buildVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		return info.Main.Version
	}
	return ""
}
