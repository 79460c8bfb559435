package dbwrite

import (
	"strings"

	"github.com/idemlint/idemlint/internal/api"
	"github.com/idemlint/idemlint/internal/sqltext"
	"github.com/idemlint/idemlint/internal/term"
)

// holes numbers the unknown parts of a text.
type holes struct{ terms []*term.Term }

func (h *holes) add(t *term.Term) string {
	h.terms = append(h.terms, t)
	return sqltext.Hole(len(h.terms) - 1)
}

// key is the identity of a table name with holes, or "" where a hole is not
// identified.
func (h *holes) key(raw string) string {
	if raw == "" {
		return ""
	}
	out := ""
	rest := raw
	for _, n := range sqltext.Holes(raw) {
		if n >= len(h.terms) || h.terms[n].Op != term.Unknown || h.terms[n].Str == "" {
			return ""
		}
		hole := sqltext.Hole(n)
		i := indexOf(rest, hole)
		out += rest[:i] + "{" + h.terms[n].Str + "}"
		rest = rest[i+len(hole):]
	}
	return out + rest
}

func indexOf(s, sub string) int {
	for i := 0; i+len(sub) <= len(s); i++ {
		if s[i:i+len(sub)] == sub {
			return i
		}
	}
	return 0
}

// fromText reads the writes of SQL text with the bound values in bound.
func fromText(text *term.Term, bound binding) []Write {
	var out []Write
	var h holes
	text = rewritten(text)
	for _, s := range text.Texts(h.add) {
		stmts := sqltext.Parse(s)
		for i := range stmts {
			if w, ok := fromStatement(&stmts[i], &h, bound); ok {
				if len(h.terms) == 0 {
					w.Text = s
				}
				out = append(out, w)
			}
		}
	}
	return out
}

// rewritten looks through calls that rewrite a text and give a text back, as
// Rebind does.
func rewritten(t *term.Term) *term.Term {
	for range 3 {
		if t.Op != term.Call || isTalk(t.Str) {
			return t
		}
		var inner *term.Term
		for i, a := range t.Args {
			if i < t.N || a.Type() == nil || !isText(a) {
				continue
			}
			if inner != nil {
				return t
			}
			inner = a
		}
		if inner == nil {
			return t
		}
		t = inner
	}
	return t
}

func fromStatement(s *sqltext.Statement, h *holes, bound binding) (Write, bool) {
	switch s.Verb {
	case sqltext.Insert, sqltext.Update, sqltext.Merge, sqltext.Delete, sqltext.CreateTable, sqltext.Copy, sqltext.Select:
	default:
		return Write{}, false
	}
	w := Write{
		Family: SQL, Verb: s.Verb, Conflict: s.Conflict, Spelling: s.Spelling, Returning: s.Returning,
		Complete: s.AllColumns, HasTarget: len(s.Target) > 0, Stmt: s,
	}
	w.Table, w.Known = s.Table.Name, s.Table.Name != ""
	if !w.Known {
		w.Table = h.key(s.Table.Raw)
		w.Known = w.Table != ""
		w.Open = h.param(s.Table.Raw)
	}
	if s.Verb == sqltext.Select && len(s.From) > 0 {
		w.Table = s.From[0].Name
		w.Known = w.Table != ""
	}
	for _, a := range s.Set {
		c := Column{Name: a.Column, Value: bound.value(a.Value)}
		for _, t := range s.Target {
			c.Key = c.Key || t == a.Column
		}
		if a.Column != "" {
			w.Columns = append(w.Columns, c)
		}
	}
	for _, v := range s.Values {
		w.unnamed = append(w.unnamed, bound.value(v))
	}
	for _, a := range s.Merged {
		w.Merged = append(w.Merged, a.Column)
	}
	w.Backfill = (s.IsSelect || s.Verb == sqltext.Merge) && !s.FromRows
	for _, t := range s.From {
		w.From = append(w.From, t.Name)
	}
	if s.Verb == sqltext.Insert && !s.AllColumns && len(w.Columns) == 0 {
		for _, t := range h.terms {
			if of := keysOf(t); of != nil { // the keys of a map are the columns
				w.entries(of)
				break
			}
		}
	}
	if s.Verb == sqltext.Insert && (!s.AllColumns || s.Conflict == sqltext.Unknown) && h.anyParam() {
		w.Open = true
	}
	return w, true
}

func (h *holes) param(raw string) bool {
	for _, n := range sqltext.Holes(raw) {
		if n < len(h.terms) && !h.terms[n].Resolved() {
			return true
		}
	}
	return false
}

func (h *holes) anyParam() bool {
	for _, t := range h.terms {
		if !t.Resolved() {
			return true
		}
	}
	return false
}

// binding are the values bound to the placeholders of a text.
type binding struct {
	list  *term.Term            // by position
	named map[string]*term.Term // by name
	row   *term.Term            // a struct or map whose fields have the names
}

// bind reads the arguments after the text.
func bind(args []*term.Term) binding {
	b := binding{named: map[string]*term.Term{}}
	if len(args) == 1 {
		switch a := args[0]; a.Op {
		case term.List:
			b.list = a
			if len(a.Args) == 1 {
				b.single(a.Args[0])
			}
			for _, x := range a.Args {
				if x.Op == term.Call && x.Str == "database/sql.Named" && len(x.Args) == 2 {
					if n, ok := x.Args[0].Text(); ok {
						b.named[n] = x.Args[1]
					}
				}
			}
		default:
			b.single(a)
			if b.row == nil {
				b.list = a
			}
		}
		return b
	}
	if len(args) > 0 {
		b.list = &term.Term{Op: term.List, Args: args}
	}
	return b
}

// single takes one argument that may hold the named values: a map, a struct or
// a slice of structs.
func (b *binding) single(a *term.Term) {
	if a.Op == term.Record {
		for i, n := range a.Names { // &sqlitex.ExecOptions{Args: .., Named: ..}
			switch n {
			case "Args":
				b.list = a.Args[i]
			case "Named":
				b.row = a.Args[i]
			}
		}
	}
	if b.row == nil && (a.Op == term.Record || rowType(a.Type()) != nil) {
		b.row = a
	}
}

func (b binding) value(v sqltext.Value) *term.Term {
	switch v.Kind {
	case sqltext.Literal:
		return &term.Term{Op: term.Const, Str: v.Text}
	case sqltext.Now:
		return &term.Term{Op: term.Call, Str: "time.Now"}
	case sqltext.Column:
		return &term.Term{Op: term.Unknown, Str: "column"}
	}
	var args []*term.Term
	for _, n := range v.Params {
		args = append(args, b.at(n-1))
	}
	for _, name := range v.Names {
		args = append(args, b.byName(name))
	}
	switch {
	case len(args) == 0:
		return nil
	case len(args) == 1:
		return args[0]
	}
	return &term.Term{Op: term.Call, Str: "sql", Args: args}
}

func (b binding) at(i int) *term.Term {
	l := b.list
	if l == nil {
		return &term.Term{}
	}
	if l.Op == term.Alt {
		l = l.Args[0]
	}
	if l.Op == term.List {
		if args := term.Expand(l.Args); i >= 0 && i < len(args) {
			return args[i]
		}
	}
	if l.Op == term.Param {
		return term.Elem(l, i, nil)
	}
	return &term.Term{}
}

func (b binding) byName(name string) *term.Term {
	if t, ok := b.named[name]; ok {
		return t
	}
	if b.row == nil {
		return &term.Term{}
	}
	for _, c := range rowColumns(b.row) {
		if strings.TrimLeft(c.Name, ":@$") == name {
			return c.Value
		}
	}
	return &term.Term{}
}

// knownTable reports whether name is in the tables with a role.
func role(name string) (api.Entry, bool) { return api.LookupName(api.Rows, name) }
