// Package api knows which functions of the standard library and of third-party
// libraries matter to the passes, and how.
//
// Knowledge is data. Each library has a text file in tables/ with one line per
// function:
//
//	KIND NAME [key=value ...]   # comment
//
// KIND says what the function is to the passes (see the Kind constants). NAME
// is the full name as go/types prints it, with every /vN element of the import
// path and every pointer star and type argument left out:
//
//	net/http.Get
//	net/http.Client.Do
//	github.com/jackc/pgx/pgxpool.Pool.Exec
//	github.com/aws/aws-sdk-go-v2/service/s3.Client.*
//
// A trailing * matches any rest of the name, PATH/* every package below PATH; the longest match wins, and an
// exact name beats any pattern. A method of an interface is keyed by the
// interface that declares it. Values hold no white space; parameters are
// counted from zero without the receiver.
//
// Knowledge comes second. A pass first looks at structure (a continuation
// field in a type, a Status field in an error), so that libraries without a
// table work too.
package api

import (
	"go/types"
	"strconv"
	"strings"
	"sync"
)

// Entry is one line of a table.
type Entry struct {
	Kind string
	Name string // normalised full name, see Name
	Args map[string]string
	Pos  string // file:line of the line, for messages
}

// Int returns the value of key as a number, or def where it is not given.
func (e Entry) Int(key string, def int) int {
	if n, err := strconv.Atoi(e.Args[key]); err == nil {
		return n
	}
	return def
}

// Has reports whether key is given.
func (e Entry) Has(key string) bool {
	_, ok := e.Args[key]
	return ok
}

// Lookup returns the entry of the given kind for fn in the shipped tables.
// Methods promoted through embedding are found under the type that declares
// them.
func Lookup(kind string, fn *types.Func) (Entry, bool) {
	if fn == nil || fn.Pkg() == nil {
		return Entry{}, false
	}
	t, pkg := shipped(), stripMajor(fn.Pkg().Path())
	if !t.speaksOf(kind, pkg) {
		return Entry{}, false
	}
	return t.lookup(kind, pkg, Name(fn))
}

// LookupName is Lookup for a name as Name returns it.
func LookupName(kind, name string) (Entry, bool) {
	pkg, _, _ := cutName(name)
	return shipped().lookup(kind, pkg, name)
}

// KnowsPackage reports whether any table speaks of the package at path.
func KnowsPackage(path string) bool {
	return shipped().pkgs[stripMajor(path)]
}

// All returns the shipped entries in the order of their files, for tools that
// check or document them.
func All() []Entry { return shipped().list }

// Name returns the key of fn in the tables.
func Name(fn *types.Func) string {
	fn = fn.Origin()
	pkg := ""
	if fn.Pkg() != nil {
		pkg = stripMajor(fn.Pkg().Path()) + "."
	}
	recv := fn.Signature().Recv()
	if recv == nil {
		return pkg + fn.Name()
	}
	return pkg + typeName(recv.Type()) + "." + fn.Name()
}

// TypeKey returns the key of a named type: the import path without /vN, a dot
// and the name; "" for types without a name.
func TypeKey(t types.Type) string {
	if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
		t = ptr.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return ""
	}
	if pkg := named.Obj().Pkg(); pkg != nil {
		return stripMajor(pkg.Path()) + "." + named.Obj().Name()
	}
	return named.Obj().Name()
}

func typeName(t types.Type) string {
	if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
		t = ptr.Elem()
	}
	if named, ok := types.Unalias(t).(*types.Named); ok {
		return named.Obj().Name()
	}
	return "interface"
}

// stripMajor leaves out every /vN element: go-github alone went through 14
// majors in nine months, and the functions stayed what they are.
func stripMajor(path string) string {
	if !strings.Contains(path, "/v") && !strings.Contains(path, ".v") {
		return path
	}
	parts := strings.Split(path, "/")
	kept := parts[:0]
	for i, p := range parts {
		if i > 0 && isMajor(p) {
			continue
		}
		// gopkg.in/yaml.v3
		if base, v, ok := strings.Cut(p, ".v"); ok && i > 0 && isMajor("v"+v) {
			p = base
		}
		kept = append(kept, p)
	}
	return strings.Join(kept, "/")
}

func isMajor(s string) bool {
	if len(s) < 2 || s[0] != 'v' {
		return false
	}
	n, err := strconv.Atoi(s[1:])
	return err == nil && n > 0
}

var shipped = sync.OnceValue(func() *Table {
	t, err := readShipped()
	if err != nil {
		panic(err) // a test reads every shipped table
	}
	return t
})

// Path returns the key of a package-level object: the import path without /vN,
// a dot and the name.
func Path(obj types.Object) string {
	if obj.Pkg() == nil {
		return obj.Name()
	}
	return stripMajor(obj.Pkg().Path()) + "." + obj.Name()
}
