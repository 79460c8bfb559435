package dbwrite

import (
	"strings"

	"github.com/idemlint/idemlint/internal/api"
	"github.com/idemlint/idemlint/internal/sqltext"
	"github.com/idemlint/idemlint/internal/term"
)

// chain is what the calls of a builder say together.
type chain struct {
	w       Write
	columns []string
	values  []*term.Term
	row     *term.Term
	table   *term.Term
	text    string
	open    bool
	known   bool // some link is in the tables
}

// links returns the calls of a chain, the last one first. An alternative takes
// the longest way.
func links(t *term.Term) []*term.Term {
	var out []*term.Term
	for n := 0; t != nil && n < 64; n++ {
		switch t.Op {
		case term.Call:
			out = append(out, t)
			switch {
			case t.N == 1:
				t = t.Args[0]
			case strings.HasPrefix(t.Str, ".") && len(t.Args) == 1:
				t = t.Args[0]
			default:
				return out
			}
		case term.Alt:
			best := []*term.Term(nil)
			for _, a := range t.Args {
				if l := links(a); len(l) > len(best) {
					best = l
				}
			}
			return append(out, best...)
		case term.Field:
			t = t.Args[len(t.Args)-1]
		case term.Record: // a builder that holds another one
			var inner *term.Term
			for _, a := range t.Args {
				if a.Op == term.Call && (inner == nil || len(links(a)) > len(links(inner))) {
					inner = a
				}
			}
			t = inner
		default:
			return append(out, t)
		}
	}
	return out
}

// fromChain reads the chain that ends in t. ok is false where it is no write.
func fromChain(t *term.Term) (Write, bool) {
	c := chain{w: Write{Family: ORM, Complete: true}}
	ls := links(t)
	for i := len(ls) - 1; i >= 0; i-- { // in the order of the source
		switch l := ls[i]; l.Op {
		case term.Call:
			c.link(l)
		case term.Param:
			c.open = c.open || l.Depth == 0 && len(ls) == 1
		}
	}
	if !c.known {
		return Write{}, false
	}
	c.finish()
	return c.w, c.w.Verb != sqltext.Other
}

func (c *chain) link(l *term.Term) {
	e, ok := role(l.Str)
	if !ok {
		c.generated(l)
		return
	}
	c.known = true
	arg := l.Arg(e.Int("arg", 0))
	switch e.Args["role"] {
	case "insert":
		c.w.Verb = sqltext.Insert
		c.begin(l, e)
	case "update":
		c.w.Verb = sqltext.Update
		c.begin(l, e)
	case "table":
		c.setTable(arg)
	case "columns":
		c.columns = append(c.columns, names(l, e.Int("arg", 0))...)
	case "values":
		if c.values == nil {
			c.values = spread(l, e.Int("arg", 0))
		}
	case "row":
		c.row = spreadFirst(arg)
		if c.table == nil {
			c.table = c.row
		}
	case "set":
		c.set(l, e.Int("arg", 0))
	case "text":
		c.addText(e.Args["prefix"], arg)
	case "ignore":
		c.w.Conflict, c.w.Spelling = sqltext.Ignores, methodName(l.Str)
	case "target":
		for _, n := range names(l, e.Int("arg", 0)) {
			c.key(n)
		}
	case "merge":
		c.w.Conflict, c.w.Spelling = sqltext.Merges, ""
	case "clause":
		c.clause(arg)
	}
}

func (c *chain) begin(l *term.Term, e api.Entry) {
	if e.Has("table") {
		c.setTable(l.Arg(e.Int("table", 0)))
	} else if r := l.Recv(); r != nil && !e.Has("row") {
		c.table = r // jet: table.Run.INSERT(columns)
	}
	if e.Has("columns") {
		c.columns = append(c.columns, names(l, e.Int("columns", 0))...)
	}
	if e.Has("row") {
		c.row = spreadFirst(l.Arg(e.Int("row", 0)))
		c.table = c.row
	}
}

func (c *chain) setTable(t *term.Term) {
	if t = spreadFirst(t); t != nil {
		c.table = t
	}
}

func methodName(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// names returns the constant strings, or the columns named by fields, among
// the arguments of l from arg on.
func names(l *term.Term, arg int) []string {
	var out []string
	for _, t := range spread(l, arg) {
		if s, ok := t.Text(); ok && s != "nil" {
			out = append(out, s)
		} else if n := columnOf(t); n != "" {
			out = append(out, n)
		} else {
			out = append(out, "")
		}
	}
	return out
}

// columnOf names the column that a generated table's field stands for.
func columnOf(t *term.Term) string {
	switch t.Op {
	case term.Unknown:
		if i := strings.LastIndexByte(t.Str, '.'); i >= 0 && isUpper(t.Str[i+1:]) {
			return snake(t.Str[i+1:])
		}
	case term.Param:
		if n := len(t.Path); n > 0 && t.Path[n-1] != "[]" {
			return snake(t.Path[n-1])
		}
	case term.Call:
		if strings.HasPrefix(t.Str, ".") {
			return snake(t.Str[1:])
		}
		// "C", "Ident", "Column": a function of one name.
		if len(t.Args) > 0 {
			if s, ok := t.Args[len(t.Args)-1].Text(); ok {
				return s
			}
		}
	case term.Field:
		return snake(t.Str)
	}
	return ""
}

// spread returns the arguments of l from arg on, a variadic list taken apart.
func spread(l *term.Term, arg int) []*term.Term {
	var out []*term.Term
	for i := arg; ; i++ {
		a := l.Arg(i)
		if a == nil {
			return out
		}
		if a.Op == term.Field && len(a.Args) == 2 {
			a = a.Args[1]
		}
		if a.Op == term.List {
			for _, x := range a.Args {
				if x.Op == term.List {
					out = append(out, x.Args...)
				} else {
					out = append(out, x)
				}
			}
			continue
		}
		out = append(out, a)
	}
}

func spreadFirst(t *term.Term) *term.Term {
	if t != nil && t.Op == term.List && len(t.Args) == 1 && t.Args[0].Op != term.Const {
		return t.Args[0]
	}
	return t
}

// set reads Set("col", v), Set("col = ?", v), SetMap(m), Updates(row).
func (c *chain) set(l *term.Term, arg int) {
	args := spread(l, arg)
	if len(args) == 0 {
		return
	}
	if s, ok := args[0].Text(); ok && args[0].Op == term.Const {
		col, _, _ := strings.Cut(s, "=")
		col = strings.Trim(strings.TrimSpace(col), "\"`")
		var v *term.Term
		if len(args) > 1 {
			v = args[1]
		}
		c.w.Columns = append(c.w.Columns, Column{Name: col, Value: v})
		return
	}
	if cols := rowColumns(args[0]); cols != nil {
		c.w.Columns = append(c.w.Columns, cols...)
		return
	}
	c.w.Complete = false
}

// addText adds the text of a suffix or an option.
func (c *chain) addText(prefix string, t *term.Term) {
	if t == nil {
		return
	}
	if t.Op == term.List && len(t.Args) > 0 {
		t = t.Args[0]
	}
	prefix = strings.ReplaceAll(prefix, "_", " ")
	texts := t.Texts(func(x *term.Term) string { return "?" })
	if len(texts) == 0 {
		if !t.Resolved() {
			c.open = true
		}
		c.w.Conflict = sqltext.Unknown
		return
	}
	for _, s := range texts {
		c.text = s
		sql := "INSERT INTO t (c) VALUES (1) " + prefix + " " + s
		if strings.EqualFold(strings.TrimSpace(s), "ignore") || strings.EqualFold(strings.TrimSpace(s), "or ignore") {
			sql = "INSERT " + s + " INTO t (c) VALUES (1)"
		}
		for _, st := range sqltext.Parse(sql) {
			switch {
			case st.Conflict == sqltext.Ignores:
				c.w.Conflict, c.w.Spelling = st.Conflict, st.Spelling
				for _, n := range st.Target {
					c.key(n)
				}
			case st.Conflict == sqltext.Merges || strings.Contains(strings.ToUpper(s), "DO UPDATE") || strings.Contains(strings.ToUpper(s), "DUPLICATE KEY"):
				c.w.Conflict, c.w.Spelling = sqltext.Merges, ""
			}
			c.w.Returning = c.w.Returning || st.Returning
		}
		if c.w.Conflict == sqltext.Ignores {
			return
		}
	}
}

// generated reads the links of a generated client (ent): Create, SetField,
// OnConflict, Ignore. Such code lies in the user's module, so that its names
// are in no table; the types are named after what they do.
func (c *chain) generated(l *term.Term) {
	recv, name := recvName(l.Str), methodName(l.Str)
	switch {
	case strings.HasSuffix(recv, "Create") && strings.HasPrefix(name, "Set") && l.Arg(0) != nil:
		c.known, c.w.Verb = true, sqltext.Insert
		c.setTableName(strings.TrimSuffix(recv, "Create"))
		field := strings.TrimPrefix(name, "Set")
		field = strings.TrimPrefix(field, "Nillable")
		c.w.Columns = append(c.w.Columns, Column{Name: snake(field), Value: l.Arg(0)})
	case (strings.HasSuffix(recv, "Update") || strings.HasSuffix(recv, "UpdateOne")) && strings.HasPrefix(name, "Set") && l.Arg(0) != nil:
		c.known, c.w.Verb = true, sqltext.Update
		c.setTableName(strings.TrimSuffix(strings.TrimSuffix(recv, "One"), "Update"))
		c.w.Columns = append(c.w.Columns, Column{Name: snake(strings.TrimPrefix(name, "Set")), Value: l.Arg(0)})
	case strings.HasSuffix(recv, "UpsertOne") || strings.HasSuffix(recv, "UpsertBulk"):
		switch name {
		case "Ignore", "DoNothing":
			c.w.Conflict, c.w.Spelling = sqltext.Ignores, "OnConflict()."+name+"()"
		case "UpdateNewValues", "Update":
			c.w.Conflict, c.w.Spelling = sqltext.Merges, ""
		}
	}
}

func (c *chain) setTableName(name string) {
	c.table = &term.Term{Op: term.Const, Str: "ent:" + strings.ToLower(name)}
}

// recvName returns the receiver's type name in a full name, or "".
func recvName(full string) string {
	rest := full[strings.LastIndexByte(full, '/')+1:]
	parts := strings.Split(rest, ".")
	if len(parts) < 3 {
		return ""
	}
	return parts[len(parts)-2]
}

// finish puts columns and values together and names the table.
func (c *chain) finish() {
	if c.row != nil && len(c.columns) == 0 {
		c.w.Columns = append(c.w.Columns, rowColumns(c.row)...)
	}
	for i, n := range c.columns {
		col := Column{Name: n}
		if i < len(c.values) {
			col.Value = c.values[i]
		} else if c.row != nil {
			for _, rc := range rowColumns(c.row) {
				if strings.EqualFold(rc.Name, n) {
					col.Value = rc.Value
				}
			}
		}
		if n == "" {
			c.w.Complete = false
		} else {
			c.w.Columns = append(c.w.Columns, col)
		}
	}
	if len(c.w.Columns) == 0 {
		c.w.Complete = false
	}
	targets := c.w.Merged
	c.w.Merged = nil
	for _, t := range targets {
		for i := range c.w.Columns {
			if "="+c.w.Columns[i].Name == t {
				c.w.Columns[i].Key = true
			}
		}
	}
	if c.row != nil && len(c.w.Columns) == 0 && rowOf(c.row).Op == term.Param {
		c.open = true
	}
	c.nameTable()
	c.w.Open = c.open
}

func (c *chain) nameTable() {
	if c.table == nil {
		return
	}
	if s, ok := c.table.Text(); ok && s != "nil" {
		c.w.Table, c.w.Known = bare(s), true
		return
	}
	if n, ok := typeTable(c.table); ok {
		c.w.Table, c.w.Known = n, true
		return
	}
	if t := rowOf(c.table); t != nil && t.Op == term.Unknown && t.Str != "" {
		c.w.Table, c.w.Known = "{"+t.Str+"}", true
	} else if t != nil && !t.Resolved() {
		c.open = true
	}
}

// bare is the last element of a table name without quotes.
func bare(s string) string {
	s = strings.Trim(s[strings.LastIndexByte(s, '.')+1:], "\"`[] ")
	if name, _, ok := strings.Cut(s, " "); ok {
		s = name
	}
	return strings.ToLower(s)
}
