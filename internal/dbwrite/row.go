package dbwrite

import (
	"go/types"
	"reflect"
	"strings"
	"unicode"

	"github.com/idemlint/idemlint/internal/api"
	"github.com/idemlint/idemlint/internal/ledger"
	"github.com/idemlint/idemlint/internal/term"
)

// rowType returns the struct behind pointers and slices, or nil.
func rowType(t types.Type) *types.Struct {
	st, _ := rowNamed(t)
	return st
}

func rowNamed(t types.Type) (*types.Struct, types.Type) {
	for range 6 {
		if t == nil {
			return nil, nil
		}
		switch u := types.Unalias(t).(type) {
		case *types.Pointer:
			t = u.Elem()
		case *types.Slice:
			t = u.Elem()
		case *types.Array:
			t = u.Elem()
		case *types.Named:
			switch v := u.Underlying().(type) {
			case *types.Struct:
				if isValueType(u) {
					return nil, nil
				}
				return v, u
			case *types.Slice:
				t = v.Elem()
			default:
				return nil, nil
			}
		case *types.Struct:
			return u, nil
		default:
			return nil, nil
		}
	}
	return nil, nil
}

// isValueType reports whether a struct is one value to a database: time.Time,
// sql.NullString, a decimal.
func isValueType(n *types.Named) bool {
	for i := range n.NumMethods() {
		switch n.Method(i).Name() {
		case "Value", "MarshalText", "MarshalBSONValue":
			return true
		}
	}
	return n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "time"
}

// row returns the one row of which t is a pointer, a slice or itself.
func rowOf(t *term.Term) *term.Term {
	for range 6 {
		switch {
		case t == nil:
			return nil
		case t.Op == term.List && len(t.Args) > 0:
			t = t.Args[0]
		case t.Op == term.Field && len(t.Args) == 2:
			t = t.Args[1]
		default:
			return t
		}
	}
	return t
}

// rowColumns returns the columns of a struct, map or pair list, with the value
// of each where the term shows it.
func rowColumns(t *term.Term) []Column {
	if t == nil {
		return nil
	}
	if t.Op == term.List {
		if pairs := docFields(t); len(pairs) > 0 {
			return pairs
		}
	}
	if t = rowOf(t); t == nil {
		return nil
	}
	if pairs := docFields(t); pairs != nil && rowType(t.Type()) == nil {
		return pairs
	}
	st := rowType(t.Type())
	if st == nil {
		if t.Op == term.Record {
			return docFields(t)
		}
		if t.Op == term.Alt {
			for _, a := range t.Args {
				if cols := rowColumns(a); cols != nil {
					return cols
				}
			}
		}
		return nil
	}
	return structColumns(st, t, 0)
}

func structColumns(st *types.Struct, t *term.Term, depth int) []Column {
	var out []Column
	for i := range st.NumFields() {
		f := st.Field(i)
		tag := reflect.StructTag(st.Tag(i))
		name, key, skip := columnTag(f, tag)
		if skip {
			continue
		}
		val := term.Select(t, f.Name(), f.Type())
		if val.Type() == nil {
			val = val.WithType(f.Type())
		}
		if f.Embedded() && depth < 3 {
			if inner, _ := rowNamed(f.Type()); inner != nil {
				out = append(out, structColumns(inner, val, depth+1)...)
				continue
			}
		}
		if !f.Exported() {
			continue
		}
		out = append(out, Column{Name: name, Value: val, Key: key})
	}
	return out
}

// tagNames are the struct tags that name a column, in order of preference.
var tagNames = [...]string{"gorm", "bun", "db", "xorm", "boil", "bson", "dynamodbav", "json", "pg", "ch", "alias"}

// columnTag returns the column of a field.
func columnTag(f *types.Var, tag reflect.StructTag) (name string, key, skip bool) {
	for _, n := range tagNames {
		val, ok := tag.Lookup(n)
		if !ok {
			continue
		}
		if val == "-" {
			return "", false, true
		}
		got, isKey := readTag(n, val)
		key = key || isKey
		if name == "" {
			name = got
		}
	}
	if name == "" {
		name = snake(f.Name())
	}
	return name, key, false
}

func readTag(kind, val string) (name string, key bool) {
	switch kind {
	case "gorm":
		for _, part := range strings.Split(val, ";") {
			k, v, _ := strings.Cut(strings.TrimSpace(part), ":")
			switch strings.ToLower(k) {
			case "column":
				name = v
			case "primarykey", "primary_key":
				key = true
			}
		}
		return name, key
	case "xorm":
		for _, part := range strings.Fields(val) {
			if strings.HasPrefix(part, "'") {
				name = strings.Trim(part, "'")
			}
			key = key || strings.EqualFold(part, "pk")
			if name == "" && strings.Contains(part, "_") && !strings.ContainsAny(part, "()") {
				name = part // a bare word that is no option and no type
			}
		}
		return name, key
	}
	parts := strings.Split(val, ",")
	for _, p := range parts[1:] {
		key = key || p == "pk"
	}
	if strings.HasPrefix(parts[0], "table:") {
		return "", key
	}
	return parts[0], key
}

func snake(s string) string { return strings.Join(ledger.Words(s), "_") }

// docFields returns the entries of a map literal or a list of {Key, Value}
// pairs (bson.D), or nil.
func docFields(t *term.Term) []Column {
	switch t.Op {
	case term.Record:
		var out []Column
		for i, n := range t.Names {
			out = append(out, Column{Name: n, Value: t.Args[i]})
		}
		return out
	case term.List:
		var out []Column
		for _, e := range t.Args {
			if e.Op != term.Record {
				return nil
			}
			key, val := term.Select(e, "Key", nil), term.Select(e, "Value", nil)
			name, ok := key.Text()
			if !ok {
				return nil
			}
			out = append(out, Column{Name: name, Value: val})
		}
		return out
	case term.Alt:
		for _, a := range t.Args {
			if out := docFields(a); len(out) > 0 {
				return out
			}
		}
	}
	return nil
}

// typeTable names the table of a stored type.
func typeTable(t *term.Term) (string, bool) {
	if t = rowOf(t); t == nil {
		return "", false
	}
	_, named := rowNamed(t.Type())
	if named == nil {
		return "", false
	}
	return "type:" + api.TypeKey(named), true
}

func isUpper(s string) bool { return s != "" && unicode.IsUpper(rune(s[0])) }

// isText reports whether t is a string. A term from a fact has no type.
func isText(t *term.Term) bool {
	if t.Type() == nil {
		return t.Op == term.Const || t.Op == term.Concat || t.Op == term.Alt || t.Op == term.Call
	}
	b, ok := t.Type().Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

func isError(t types.Type) bool { return types.Identical(t, types.Universe.Lookup("error").Type()) }
