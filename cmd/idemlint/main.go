// Command idemlint finds code that makes unattended batches fail in silence.
package main

import (
	"golang.org/x/tools/go/analysis/multichecker"

	"github.com/idemlint/idemlint"
)

func main() { multichecker.Main(idemlint.Suite()...) }
