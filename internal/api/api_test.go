package api

import (
	"strings"
	"testing"
)

func TestShippedTables(t *testing.T) {
	tab, err := readShipped()
	if err != nil {
		t.Fatal(err)
	}
	if len(tab.list) == 0 {
		t.Fatal("no entries")
	}
}

func TestReadErrors(t *testing.T) {
	for _, tc := range []struct{ in, want string }{
		{"log", "t.txt:1: want KIND NAME"},
		{"lgo fmt.Print", `t.txt:1: unknown kind "lgo"`},
		{"log Print", `t.txt:1: "Print" is not a full name`},
		{"log example.com/x/v2.Print", `t.txt:1: leave /vN out`},
		{"\n# note\nlog fmt.Print a=1 a=2", "t.txt:3: a given twice"},
		{"log fmt.Print\nlog fmt.Print", "t.txt:2: log fmt.Print stands already at t.txt:1"},
	} {
		err := newTable().Read("t.txt", strings.NewReader(tc.in))
		if err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%q: got error %v, want %q", tc.in, err, tc.want)
		}
	}
}

func TestLookupPrefersTheLongestMatch(t *testing.T) {
	tab := newTable()
	err := tab.Read("t.txt", strings.NewReader(`
log example.com/x.*            n=1
log example.com/x.Client.*     n=2
log example.com/x.Client.Get   n=3   # exact
`))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]int{
		"example.com/x.Open": 1, "example.com/x.Client.Put": 2, "example.com/x.Client.Get": 3,
	} {
		e, ok := tab.lookup(Log, "example.com/x", name)
		if !ok || e.Int("n", 0) != want {
			t.Errorf("lookup(%s) = %v, %v; want n=%d", name, e, ok, want)
		}
	}
	if e, ok := tab.lookup(Log, "example.com/y", "example.com/y.Open"); ok {
		t.Errorf("unexpected %v", e)
	}
	if _, ok := tab.lookup(Wait, "example.com/x", "example.com/x.Open"); ok {
		t.Error("found under another kind")
	}
}

func TestStripMajor(t *testing.T) {
	for in, want := range map[string]string{
		"github.com/google/go-github/v90/github": "github.com/google/go-github/github",
		"github.com/jackc/pgx/v5":                "github.com/jackc/pgx",
		"gopkg.in/yaml.v3":                       "gopkg.in/yaml",
		"google.golang.org/api/drive/v3":         "google.golang.org/api/drive",
		"k8s.io/api/core/v1":                     "k8s.io/api/core",
		"github.com/x/validate/vars":             "github.com/x/validate/vars",
		"net/http":                               "net/http",
	} {
		if got := stripMajor(in); got != want {
			t.Errorf("stripMajor(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestCutName(t *testing.T) {
	for in, want := range map[string]string{
		"net/http.Client.Do": "net/http",
		"fmt.Print":          "fmt",
		"github.com/nats-io/nats.go.Conn.Publish":   "github.com/nats-io/nats.go",
		"github.com/aws/aws-sdk-go-v2/aws.String":   "github.com/aws/aws-sdk-go-v2/aws",
		"gopkg.in/ns1/ns1-go/rest.ZonesService.Get": "gopkg.in/ns1/ns1-go/rest",
	} {
		if pkg, _, ok := cutName(in); !ok || pkg != want {
			t.Errorf("cutName(%q) = %q, %v; want %q", in, pkg, ok, want)
		}
	}
}
