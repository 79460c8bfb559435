package cli

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
)

// version prints what the binary was built from.
func (c *command) version(args []string) int {
	if len(args) > 0 {
		return c.usage(errors.New("version takes no arguments"))
	}
	revision, tools := "", ""
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			switch {
			case s.Key == "vcs.revision":
				revision = " " + s.Value[:min(12, len(s.Value))]
			case s.Key == "vcs.modified" && s.Value == "true":
				revision += " (modified)"
			}
		}
		for _, dep := range info.Deps {
			if dep.Path == "golang.org/x/tools" {
				tools = ", x/tools " + dep.Version
			}
		}
	}
	fmt.Fprintf(c.Stdout, "idemlint %s%s, built with %s%s for %s/%s\n",
		c.Version, revision, runtime.Version(), tools, runtime.GOOS, runtime.GOARCH)
	return StatusClean
}
