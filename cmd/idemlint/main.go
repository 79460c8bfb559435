// Command idemlint finds code that makes unattended batches fail in silence.
//
// Run it on packages (idemlint ./...) or as a vet tool
// (go vet -vettool=$(which idemlint) ./...); idemlint help says more.
package main

import (
	"context"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/idemlint/idemlint"
	"github.com/idemlint/idemlint/internal/cli"
)

func main() {
	args := os.Args[1:]
	if fromGoVet(args) {
		unitchecker.Main(idemlint.Suite()...) // exits
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	status := cli.Run(ctx, cli.Env{Stdout: os.Stdout, Stderr: os.Stderr, Analyzers: idemlint.Suite()}, args)
	stop()
	os.Exit(status)
}

// fromGoVet reports whether the go command calls its vet tool: for its version,
// its flags, or one package described by a file.
func fromGoVet(args []string) bool {
	if len(args) == 0 {
		return false
	}
	last := args[len(args)-1]
	return last == "-V=full" || last == "-flags" || strings.HasSuffix(last, ".cfg")
}
