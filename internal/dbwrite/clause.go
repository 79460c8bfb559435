package dbwrite

import (
	"strings"

	"github.com/idemlint/idemlint/internal/sqltext"
	"github.com/idemlint/idemlint/internal/term"
)

// key notes a column of the conflict target; it is applied in finish.
func (c *chain) key(name string) {
	if name != "" {
		c.w.HasTarget = true
		c.w.Merged = append(c.w.Merged, "="+name)
	}
}

// clause reads gorm's clause.OnConflict and clause.Insert, goqu's DoNothing().
func (c *chain) clause(t *term.Term) {
	if t == nil {
		return
	}
	switch t.Op {
	case term.List, term.Alt:
		for _, a := range t.Args {
			c.clause(a)
			if t.Op == term.Alt && c.w.Conflict == sqltext.Ignores {
				return
			}
		}
	case term.Param:
		c.open = true
	case term.Field:
		c.clause(t.Args[len(t.Args)-1])
	case term.Call:
		if e, ok := role(t.Str); ok {
			switch e.Args["role"] {
			case "ignore":
				c.w.Conflict, c.w.Spelling = sqltext.Ignores, methodName(t.Str)
			case "merge":
				c.w.Conflict = sqltext.Merges
			}
		}
	case term.Record:
		c.clauseRecord(t)
	}
}

func (c *chain) clauseRecord(t *term.Term) {
	for i, n := range t.Names {
		v := t.Args[i]
		switch n {
		case "DoNothing":
			if v.Op == term.Param || v.Op == term.Alt && !v.Resolved() {
				c.open = true
			}
			if isTrue(v) {
				c.w.Conflict, c.w.Spelling = sqltext.Ignores, "OnConflict{DoNothing: true}"
			}
		case "UpdateAll":
			if isTrue(v) {
				c.w.Conflict = sqltext.Merges
			}
		case "DoUpdates":
			if !(v.Op == term.Const) {
				c.w.Conflict = sqltext.Merges
			}
		case "Columns":
			if v.Op == term.List {
				for _, x := range v.Args {
					if s, ok := term.Select(x, "Name", nil).Text(); ok && x.Op == term.Record {
						c.key(s)
					}
				}
			}
		case "Modifier":
			if s, ok := v.Text(); ok && strings.Contains(strings.ToUpper(s), "IGNORE") {
				c.w.Conflict, c.w.Spelling = sqltext.Ignores, "INSERT IGNORE"
			} else if !v.Resolved() {
				c.open = true
			}
		}
	}
}

func isTrue(t *term.Term) bool {
	if t.Op == term.Alt {
		for _, a := range t.Args {
			if isTrue(a) {
				return true
			}
		}
	}
	return t.Op == term.Const && t.Str == "true"
}
