package api

import (
	"bufio"
	"embed"
	"fmt"
	"io"
	"io/fs"
	"sort"
	"strings"
)

//go:embed tables/*.txt
var files embed.FS

// Table is a set of entries that can be looked up by kind and name.
type Table struct {
	list     []Entry
	exact    map[rowKey]int
	patterns map[rowKey][]pattern // by kind and package, longest first
	trees    map[string][]pattern // by kind: every package below a path
	pkgs     map[string]bool
}

// rowKey is a kind with a full name or a package.
type rowKey struct{ kind, name string }

// pattern is an entry that matches every name with a prefix.
type pattern struct {
	prefix string
	entry  int
}

func newTable() *Table {
	return &Table{
		exact:    map[rowKey]int{},
		patterns: map[rowKey][]pattern{},
		trees:    map[string][]pattern{},
		pkgs:     map[string]bool{},
	}
}

func readShipped() (*Table, error) {
	t := newTable()
	names, err := fs.Glob(files, "tables/*.txt")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		f, err := files.Open(name)
		if err != nil {
			return nil, err
		}
		if err := t.Read(name, f); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// Read adds the lines of r, which is called name in errors. An error names the
// file and line: a malformed line, an unknown kind or a name given twice.
func (t *Table) Read(name string, r io.Reader) error {
	sc := bufio.NewScanner(r)
	for n := 1; sc.Scan(); n++ {
		line, _, _ := strings.Cut(sc.Text(), "#")
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		if err := t.add(fmt.Sprintf("%s:%d", name, n), fields); err != nil {
			return err
		}
	}
	return sc.Err()
}

func (t *Table) add(pos string, fields []string) error {
	if len(fields) < 2 {
		return fmt.Errorf("%s: want KIND NAME [key=value ...]", pos)
	}
	e := Entry{Kind: fields[0], Name: fields[1], Pos: pos}
	if !kinds[e.Kind] {
		return fmt.Errorf("%s: unknown kind %q", pos, e.Kind)
	}
	pkg, _, ok := cutName(e.Name)
	if !ok {
		return fmt.Errorf("%s: %q is not a full name such as net/http.Client.Do", pos, e.Name)
	}
	if stripMajor(pkg) != pkg {
		return fmt.Errorf("%s: leave /vN out of %q", pos, e.Name)
	}
	for _, f := range fields[2:] {
		key, val, _ := strings.Cut(f, "=")
		if e.Args == nil {
			e.Args = map[string]string{}
		}
		if _, dup := e.Args[key]; dup {
			return fmt.Errorf("%s: %s given twice", pos, key)
		}
		e.Args[key] = val
	}
	key := rowKey{e.Kind, e.Name}
	if old, dup := t.exact[key]; dup {
		return fmt.Errorf("%s: %s %s stands already at %s", pos, e.Kind, e.Name, t.list[old].Pos)
	}
	t.exact[key] = len(t.list)
	t.list = append(t.list, e)
	if prefix, ok := strings.CutSuffix(e.Name, "*"); ok {
		pat := pattern{prefix, len(t.list) - 1}
		if prefix == pkg+"/" {
			t.trees[e.Kind] = longestFirst(t.trees[e.Kind], pat)
			return nil
		}
		key.name = pkg
		t.patterns[key] = longestFirst(t.patterns[key], pat)
	}
	t.pkgs[pkg] = true
	return nil
}

func longestFirst(pats []pattern, p pattern) []pattern {
	pats = append(pats, p)
	sort.SliceStable(pats, func(i, j int) bool { return len(pats[i].prefix) > len(pats[j].prefix) })
	return pats
}

// cutName splits a full name after the import path.
func cutName(name string) (pkg, rest string, ok bool) {
	if tree, ok := strings.CutSuffix(name, "/*"); ok && tree != "" { // every package below
		return tree, "*", true
	}
	slash := strings.LastIndexByte(name, '/') + 1
	dot := strings.IndexByte(name[slash:], '.')
	// gopkg.in/x.y and host-only paths do not occur; a dot inside the last
	// element, as in nats.go, is written with a backslash-free rule: the
	// name part begins with an upper-case letter, * or a lower-case word.
	for dot >= 0 && slash+dot+1 < len(name) && strings.HasPrefix(name[slash+dot:], ".go.") {
		dot += len(".go")
	}
	if dot <= 0 || slash+dot+1 >= len(name) {
		return "", "", false
	}
	return name[:slash+dot], name[slash+dot+1:], true
}

// speaksOf reports whether an entry of the given kind may concern the package
// at path, which has no /vN. Most packages of a program are in no table, and
// this spares them the making of names.
func (t *Table) speaksOf(kind, path string) bool {
	if t.pkgs[path] {
		return true
	}
	for _, tree := range t.trees[kind] {
		if strings.HasPrefix(path, tree.prefix) {
			return true
		}
	}
	return false
}

func (t *Table) lookup(kind, pkg, name string) (Entry, bool) {
	if i, ok := t.exact[rowKey{kind, name}]; ok {
		return t.list[i], true
	}
	for _, pats := range [][]pattern{t.patterns[rowKey{kind, pkg}], t.trees[kind]} {
		for _, p := range pats {
			if strings.HasPrefix(name, p.prefix) {
				return t.list[p.entry], true
			}
		}
	}
	return Entry{}, false
}
