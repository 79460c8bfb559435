// Package golangci makes idemlint a module plugin of golangci-lint v2.
//
// Six linters are registered: idemlint, which runs every pass, and one for each
// pass, since //nolint:NAME matches the name of the plugin's linter. Enable
// either idemlint or the passes one by one, not both.
//
//	# .custom-gcl.yml
//	version: v2.6.0
//	plugins:
//	  - module: github.com/idemlint/idemlint
//	    import: github.com/idemlint/idemlint/golangci
//	    version: latest
//
//	# .golangci.yml
//	version: "2"
//	linters:
//	  enable: [idemlint]
//	  settings:
//	    custom:
//	      idemlint:
//	        type: module
//	        settings:
//	          confidence: medium
//	          disable: [swallow]
package golangci

import (
	"flag"
	"fmt"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint"
)

func init() {
	register.Plugin("idemlint", constructor(idemlint.Suite()))
	for _, a := range idemlint.Suite() {
		register.Plugin(a.Name, constructor([]*analysis.Analyzer{a}))
	}
}

// Settings are what .golangci.yml can say of a linter. golangci-lint lower-cases
// keys and splits them at dots, so they are single words and lists.
type Settings struct {
	// Confidence is the least confidence to report: high (the default) or
	// medium.
	Confidence string `json:"confidence"`
	// Disable names passes that do not run.
	Disable []string `json:"disable"`
}

type plugin struct{ analyzers []*analysis.Analyzer }

// BuildAnalyzers returns the passes that the settings leave.
func (p *plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) { return p.analyzers, nil }

// GetLoadMode asks for type information.
func (p *plugin) GetLoadMode() string { return register.LoadModeTypesInfo }

func constructor(passes []*analysis.Analyzer) register.NewPlugin {
	return func(conf any) (register.LinterPlugin, error) {
		s, err := register.DecodeSettings[Settings](conf)
		if err != nil {
			return nil, err
		}
		off := map[string]bool{}
		for _, name := range s.Disable {
			off[name] = true
		}
		p := &plugin{}
		for _, a := range passes {
			if off[a.Name] {
				delete(off, a.Name)
				continue
			}
			configured, err := configure(a, s)
			if err != nil {
				return nil, err
			}
			p.analyzers = append(p.analyzers, configured)
		}
		for name := range off {
			return nil, fmt.Errorf("idemlint: disable names %q, which is no pass here", name)
		}
		return p, nil
	}
}

// configure returns a copy of a with flags of its own: the same pass may be
// registered under two names with different settings.
func configure(a *analysis.Analyzer, s Settings) (*analysis.Analyzer, error) {
	c := *a
	c.Flags = flag.FlagSet{}
	a.Flags.VisitAll(func(f *flag.Flag) { c.Flags.Var(&value{f.DefValue, f.Value}, f.Name, f.Usage) })
	if s.Confidence != "" {
		if err := c.Flags.Set("confidence", s.Confidence); err != nil {
			return nil, fmt.Errorf("idemlint: confidence %q: %w", s.Confidence, err)
		}
	}
	return &c, nil
}

// value is a flag of a copied pass. It lets the original judge what is valid and
// puts its value back.
type value struct {
	text string
	orig flag.Value
}

func (v *value) String() string { return v.text }

func (v *value) Set(s string) error {
	before := v.orig.String()
	err := v.orig.Set(s)
	if err == nil {
		v.text = s
		err = v.orig.Set(before)
	}
	return err
}
