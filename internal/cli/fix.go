package cli

import (
	"fmt"
	"os"
	"slices"

	"github.com/idemlint/idemlint/internal/driver"
	"github.com/idemlint/idemlint/internal/render"
)

// fixes are the edits to make, by file, in order and without overlap.
type fixes struct {
	files map[string][]driver.Edit
	fixed map[int]bool // findings, by index
}

// chooseFixes takes the first fix of each finding, all of its edits or, where
// one overlaps with an edit taken before, none: a second run takes the rest.
func chooseFixes(list []driver.Finding) *fixes {
	fx := &fixes{files: map[string][]driver.Edit{}, fixed: map[int]bool{}}
	for i, f := range list {
		if len(f.Fixes) == 0 || len(f.Fixes[0].Edits) == 0 {
			continue
		}
		if edits := f.Fixes[0].Edits; fx.fits(edits) {
			for _, e := range edits {
				if !slices.Contains(fx.files[e.File], e) { // as two findings may add one import
					fx.files[e.File] = append(fx.files[e.File], e)
				}
			}
			fx.fixed[i] = true
		}
	}
	for _, edits := range fx.files {
		slices.SortStableFunc(edits, func(a, b driver.Edit) int { return a.Start - b.Start })
	}
	return fx
}

func (fx *fixes) fits(edits []driver.Edit) bool {
	for _, e := range edits {
		for _, old := range fx.files[e.File] {
			if e != old && e.Start < old.End && old.Start < e.End || e != old && e.Start == old.Start {
				return false
			}
		}
	}
	return true
}

// names returns the files to change, sorted.
func (fx *fixes) names() []string {
	var names []string
	for name := range fx.files {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// apply returns src with the edits made.
func apply(src []byte, edits []driver.Edit) ([]byte, error) {
	var out []byte
	at := 0
	for _, e := range edits {
		if e.Start < at || e.End < e.Start || e.End > len(src) {
			return nil, fmt.Errorf("the file has changed meanwhile")
		}
		out = append(append(out, src[at:e.Start]...), e.New...)
		at = e.End
	}
	return append(out, src[at:]...), nil
}

// fix makes the edits in the files and returns the findings that are left.
func (c *command) fix(list []driver.Finding) ([]driver.Finding, error) {
	fx := chooseFixes(list)
	for _, name := range fx.names() {
		src, err := os.ReadFile(name)
		if err == nil {
			src, err = apply(src, fx.files[name])
		}
		if err == nil {
			err = os.WriteFile(name, src, 0o666)
		}
		if err != nil {
			return nil, fmt.Errorf("-fix: %s: %w", render.RelPath(c.Dir, name), err)
		}
	}
	if n := len(fx.fixed); n > 0 {
		c.complain("fixed %d of %d findings in %d files", n, len(list), len(fx.files))
	}
	var left []driver.Finding
	for i, f := range list {
		if !fx.fixed[i] {
			left = append(left, f)
		}
	}
	return left, nil
}

// diff prints what fix would do as a unified diff.
func (c *command) diff(src *driver.Source, list []driver.Finding) error {
	fx := chooseFixes(list)
	for _, name := range fx.names() {
		path := render.Printable(render.RelPath(c.Dir, name))
		text, err := unifiedDiff(src.Bytes(name), fx.files[name])
		if err != nil {
			return fmt.Errorf("-diff: %s: %w", path, err)
		}
		if _, err := fmt.Fprintf(c.Stdout, "--- %s\n+++ %s\n%s", path, path, text); err != nil {
			return err
		}
	}
	return nil
}
