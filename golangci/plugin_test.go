package golangci

import (
	"testing"

	"github.com/golangci/plugin-module-register/register"

	"github.com/idemlint/idemlint"
)

func build(t *testing.T, name string, conf any) ([]string, error) {
	t.Helper()
	newPlugin, err := register.GetPlugin(name)
	if err != nil {
		t.Fatal(err)
	}
	p, err := newPlugin(conf)
	if err != nil {
		return nil, err
	}
	if p.GetLoadMode() != register.LoadModeTypesInfo {
		t.Errorf("%s loads %s", name, p.GetLoadMode())
	}
	analyzers, err := p.BuildAnalyzers()
	var names []string
	for _, a := range analyzers {
		names = append(names, a.Name+"="+a.Flags.Lookup("confidence").Value.String())
	}
	return names, err
}

func TestSixNames(t *testing.T) {
	for _, a := range idemlint.Suite() {
		names, err := build(t, a.Name, nil)
		if err != nil || len(names) != 1 || names[0] != a.Name+"=high" {
			t.Errorf("%s: %v, %v", a.Name, names, err)
		}
	}
	names, err := build(t, "idemlint", nil)
	if err != nil || len(names) != len(idemlint.Suite()) {
		t.Errorf("idemlint: %v, %v", names, err)
	}
}

func TestSettings(t *testing.T) {
	names, err := build(t, "idemlint", map[string]any{"confidence": "medium", "disable": []string{"swallow"}})
	if err != nil || len(names) != len(idemlint.Suite())-1 {
		t.Fatalf("%v, %v", names, err)
	}
	for _, n := range names {
		if n == "swallow=medium" || n[len(n)-len("=medium"):] != "=medium" {
			t.Errorf("got %s", n)
		}
	}
	if names, _ := build(t, "swallow", nil); len(names) != 1 || names[0] != "swallow=high" {
		t.Errorf("settings of one linter reached another: %v", names)
	}
}

func TestBadSettings(t *testing.T) {
	for _, conf := range []any{
		map[string]any{"confidence": "some"},
		map[string]any{"disable": []string{"errcheck"}},
		map[string]any{"unknown": 1},
	} {
		if _, err := build(t, "idemlint", conf); err == nil {
			t.Errorf("%v: no error", conf)
		}
	}
}
