package dbwrite

import (
	"github.com/idemlint/idemlint/internal/api"
	"github.com/idemlint/idemlint/internal/sqltext"
	"github.com/idemlint/idemlint/internal/term"
)

// fromCreate reads an ORM's create of a row.
func fromCreate(call *term.Term, e api.Entry) []Write {
	row := spreadFirst(call.Arg(e.Int("row", 0)))
	if e.Has("flag") { // sqlboiler: Upsert(ctx, db, updateOnConflict, ...)
		row = call.Recv()
	}
	w, ok := chainWith(call.Recv(), row)
	if !ok {
		return nil
	}
	if e.Has("flag") {
		w.Conflict = sqltext.Merges
		if f := call.Arg(e.Int("flag", 0)); f != nil && f.Op == term.Const && f.Str == "false" {
			w.Conflict, w.Spelling = sqltext.Ignores, methodOf(call)+" with updateOnConflict false"
		}
	}
	return []Write{w}
}

func chainWith(recv, row *term.Term) (Write, bool) {
	c := chain{w: Write{Family: ORM, Verb: sqltext.Insert, Complete: true}, row: row}
	if row == nil {
		return Write{}, false
	}
	ls := links(recv)
	for i := len(ls) - 1; i >= 0; i-- {
		switch ls[i].Op {
		case term.Call:
			c.link(ls[i])
		}
	}
	c.w.Verb = sqltext.Insert
	if c.table == nil || rowType(c.table.Type()) != nil {
		c.table = row
	}
	c.finish()
	if c.w.Conflict != sqltext.Fails && len(c.w.Columns) == 0 && !row.Resolved() {
		c.w.Open = true
	}
	if genericRow(row) {
		c.w.Open = true
	}
	return c.w, true
}

// genericRow reports whether the type of the row is known to the callers only.
func genericRow(t *term.Term) bool {
	t = rowOf(t)
	return t != nil && (t.Op == term.Param) && t.Type() != nil && term.IsGeneric(t.Type())
}

func fromFindCreate(call *term.Term, e api.Entry) []Write {
	w, ok := chainWith(call.Recv(), call.Arg(e.Int("row", 0)))
	if !ok {
		return nil
	}
	w.Conflict, w.Spelling = sqltext.Ignores, methodOf(call)
	for _, l := range links(call.Recv()) {
		if en, ok := role(l.Str); ok && en.Args["role"] == "assign" {
			w.Conflict = sqltext.Merges
		}
		if en, ok := role(l.Str); ok && en.Args["role"] == "attrs" {
			w.Columns = append(w.Columns, rowColumns(spreadFirst(l.Arg(0)))...)
		}
	}
	return []Write{w}
}

func fromORMUpdate(call *term.Term, e api.Entry) []Write {
	c := chain{w: Write{Family: ORM, Verb: sqltext.Update, Complete: true, Conflict: sqltext.Merges}}
	for ls, i := links(call.Recv()), 0; i < len(ls); i++ {
		if l := ls[i]; l.Op == term.Call {
			if en, ok := role(l.Str); ok && (en.Args["role"] == "table" || en.Args["role"] == "row") {
				c.setTable(l.Arg(en.Int("arg", 0)))
			}
		}
	}
	c.set(call, e.Int("arg", 0))
	if c.table == nil {
		c.table = call.Arg(e.Int("arg", 0))
	}
	c.nameTable()
	return []Write{c.w}
}
