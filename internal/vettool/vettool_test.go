package vettool

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/unitchecker"
)

func TestSkip(t *testing.T) {
	for _, tc := range []struct {
		name string
		cfg  unitchecker.Config
		want bool
	}{
		{"standard library", unitchecker.Config{ImportPath: "net/http", VetxOnly: true}, true},
		{"third party", unitchecker.Config{ImportPath: "example.com/x", ModulePath: "example.com/x", ModuleVersion: "v1.0.0", VetxOnly: true}, true},
		{"own dependency", unitchecker.Config{ImportPath: "example.com/x/y", ModulePath: "example.com/x", VetxOnly: true}, false},
		{"own package asked for", unitchecker.Config{ImportPath: "example.com/x", ModulePath: "example.com/x"}, false},
		{"foreign package asked for", unitchecker.Config{ImportPath: "net/http"}, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dir := t.TempDir()
			tc.cfg.VetxOutput = filepath.Join(dir, "vet.out")
			data, err := json.Marshal(tc.cfg)
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(dir, "vet.cfg")
			if err := os.WriteFile(file, data, 0o600); err != nil {
				t.Fatal(err)
			}
			got, err := skip(file)
			if err != nil || got != tc.want {
				t.Fatalf("skip = %v, %v; want %v", got, err, tc.want)
			}
			if _, err := os.Stat(tc.cfg.VetxOutput); (err == nil) != tc.want {
				t.Errorf("facts file: %v", err)
			}
		})
	}
}

func TestSkipBadConfig(t *testing.T) {
	file := filepath.Join(t.TempDir(), "vet.cfg")
	if err := os.WriteFile(file, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := skip(file); err == nil {
		t.Error("no error for a broken configuration")
	}
}
