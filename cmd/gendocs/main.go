// Command gendocs writes docs/rules from the help texts of the passes. Run it
// with go generate in the root of the module.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/idemlint/idemlint"
	"github.com/idemlint/idemlint/internal/docs"
)

func main() {
	if err := run(filepath.Join("docs", "rules")); err != nil {
		fmt.Fprintln(os.Stderr, "gendocs:", err)
		os.Exit(1)
	}
}

func run(dir string) error {
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for name, text := range docs.Pages(idemlint.Suite()) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}
