// Package vettool is the door for go vet -vettool. It speaks the go command's
// protocol through unitchecker and spares it the packages that idemlint has
// nothing to say of.
//
// go vet runs its tool once for each dependency down to the standard library,
// to collect facts. idemlint has none for packages outside the user's modules,
// and to find that out unitchecker would parse and type-check them all.
package vettool

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/idemlint/idemlint/internal/ir"
)

// Called reports whether args are those of the go command calling its vet tool:
// for its version, its flags, or one package described by a file.
func Called(args []string) bool {
	if len(args) == 0 {
		return false
	}
	last := args[len(args)-1]
	return last == "-V=full" || last == "-flags" || strings.HasSuffix(last, ".cfg")
}

// Main answers the go command and ends the process.
func Main(args []string, analyzers []*analysis.Analyzer) {
	if file := args[len(args)-1]; strings.HasSuffix(file, ".cfg") {
		done, err := skip(file)
		if err != nil {
			fmt.Fprintln(os.Stderr, "idemlint:", err)
			os.Exit(1)
		}
		if done {
			os.Exit(0)
		}
	}
	unitchecker.Main(analyzers...)
}

// skip writes an empty facts file where only the facts of a foreign package are
// asked for.
func skip(file string) (done bool, err error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return false, err
	}
	var cfg unitchecker.Config
	if err := json.Unmarshal(data, &cfg); err != nil {
		return false, fmt.Errorf("%s: %w", file, err)
	}
	path, _, _ := strings.Cut(cfg.ImportPath, " ") // "p [p.test]"
	if !cfg.VetxOnly || ir.OwnPackage(path, &analysis.Module{Path: cfg.ModulePath, Version: cfg.ModuleVersion}) {
		return false, nil
	}
	if cfg.VetxOutput == "" {
		return true, nil
	}
	return true, os.WriteFile(cfg.VetxOutput, nil, 0o666)
}
