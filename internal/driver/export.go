package driver

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// outside holds the types of packages that are not checked from source. It is
// filled before any package is checked: reading export data may add objects to
// the scopes of packages read earlier, which nobody may look into meanwhile.
type outside struct {
	pkgs map[string]*types.Package // by ID
	errs map[string]string         // why a package has none
}

// resolve finds the files that type-checking needs beside the sources: export
// data of what own packages import directly, and what cgo makes of own files.
func (g *graph) resolve(ctx context.Context, fset *token.FileSet) (*outside, error) {
	out := &outside{
		pkgs: map[string]*types.Package{"unsafe": types.Unsafe},
		errs: map[string]string{},
	}
	cgo := make(chan error, 1)
	go func() { cgo <- g.cgoFiles(ctx) }()
	files, err := g.exportFiles(ctx, out)
	if err := errors.Join(err, <-cgo); err != nil {
		return nil, firstLine(err)
	}
	out.read(fset, files)
	return out, nil
}

// exportFiles asks the go command for the export data of the packages that own
// packages import directly and that are not own; it compiles them where it has
// to.
func (g *graph) exportFiles(ctx context.Context, out *outside) (map[string]string, error) {
	wanted := map[string]bool{}
	if len(g.cgo) > 0 { // imported by what cgo writes
		wanted["syscall"], wanted["runtime/cgo"] = true, true
	}
	for _, n := range g.nodes {
		for _, dep := range n.pkg.Imports {
			switch {
			case g.byID[dep.ID] != nil || dep.ID == "unsafe":
			case len(dep.Errors) > 0:
				out.errs[dep.ID] = firstError(dep.Errors[0].Msg)
			default:
				wanted[dep.ID] = true
			}
		}
	}
	if len(wanted) == 0 {
		return nil, nil
	}
	pkgs, err := packages.Load(g.cfg.packages(ctx, packages.NeedName|packages.NeedExportFile), sortedKeys(wanted)...)
	if err != nil {
		return nil, err
	}
	files := map[string]string{}
	for _, p := range pkgs {
		switch {
		case p.ExportFile != "":
			files[p.ID] = p.ExportFile
		case len(p.Errors) > 0:
			out.errs[p.ID] = firstError(p.Errors[0].Msg)
		default:
			out.errs[p.ID] = "does not compile"
		}
	}
	return files, nil
}

// firstError returns what the go command says of a package that is not to be
// had, and of a list of compiler errors (under "# PACKAGE") the first.
func firstError(msg string) string {
	_, errs, compiled := strings.Cut(strings.TrimSpace(msg), "\n")
	if !compiled || !strings.HasPrefix(msg, "# ") {
		return oneLine(msg)
	}
	first, _, _ := strings.Cut(errs, "\n")
	return oneLine(first)
}

// read reads the export data, one package after the other.
func (out *outside) read(fset *token.FileSet, files map[string]string) {
	imp := importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) {
		if file, ok := files[path]; ok {
			return os.Open(file)
		}
		return nil, fmt.Errorf("no export data for %q", path)
	})
	for _, id := range sortedKeys(files) {
		pkg, err := imp.Import(id)
		if err != nil {
			out.errs[id] = "export data: " + oneLine(err.Error())
			continue
		}
		out.pkgs[id] = pkg
	}
}

// importsC reports whether a file of p imports "C". The go command's list of
// imports would say so, but go/packages leaves it out.
func importsC(p *packages.Package) bool {
	return build.Default.Compiler == "gc" && slices.ContainsFunc(p.GoFiles, func(name string) bool {
		src, err := os.ReadFile(name)
		if err != nil || !bytes.Contains(src, []byte(`"C"`)) {
			return false
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, src, parser.ImportsOnly)
		if err != nil {
			return false
		}
		for _, spec := range f.Imports {
			if spec.Path.Value == `"C"` {
				return true
			}
		}
		return false
	})
}

// cgoFiles replaces the files of packages that use cgo by those that cgo makes
// of them. Their line directives point back to the sources.
func (g *graph) cgoFiles(ctx context.Context) error {
	if len(g.cgo) == 0 {
		return nil
	}
	var paths []string
	for _, n := range g.cgo {
		if n.pkg.ForTest == "" {
			paths = append(paths, n.pkg.PkgPath)
		} else {
			paths = append(paths, n.pkg.ForTest)
		}
	}
	slices.Sort(paths)
	pc := g.cfg.packages(ctx, packages.NeedName|packages.NeedFiles|packages.NeedCompiledGoFiles)
	pc.Tests = g.cfg.Tests
	pkgs, err := packages.Load(pc, slices.Compact(paths)...)
	if err != nil {
		return err
	}
	compiled := map[string]*packages.Package{}
	for _, p := range pkgs {
		compiled[p.ID] = p
	}
	for _, n := range g.cgo {
		p := compiled[n.pkg.ID]
		switch {
		case p == nil:
			n.fail(Load, "cgo: the go command lists no compiled files")
		case len(p.Errors) > 0:
			n.fail(Load, "cgo: "+listError(p.Errors[0], p))
		default:
			n.pkg.CompiledGoFiles = p.CompiledGoFiles
		}
	}
	return nil
}
