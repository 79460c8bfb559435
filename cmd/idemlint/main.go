// Command idemlint finds code that makes unattended batches fail in silence.
//
// Run it on packages (idemlint ./...) or as a vet tool
// (go vet -vettool=$(which idemlint) ./...); idemlint help says more.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/idemlint/idemlint"
	"github.com/idemlint/idemlint/internal/cli"
	"github.com/idemlint/idemlint/internal/vettool"
)

func main() {
	args := os.Args[1:]
	if vettool.Called(args) {
		vettool.Main(args, idemlint.Suite()) // exits
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	status := cli.Run(ctx, cli.Env{Stdout: os.Stdout, Stderr: os.Stderr, Analyzers: idemlint.Suite()}, args)
	stop()
	os.Exit(status)
}
