// Package dbwrite says which calls write rows, and what they write: table,
// columns with their values, and what happens to a row that exists already.
//
// It reads SQL text wherever it is executed, builder chains (squirrel, goqu,
// bun, jet, ent), ORM calls (gorm, sqlboiler), document stores (MongoDB,
// DynamoDB), Redis and PostgREST. The names of the libraries' functions stand
// in the tables of package api (kind "rows"); that a call executes SQL is also
// seen from its shape, a text that is SQL, so that unknown libraries work too.
//
// A write that depends on the parameters of its function is open: Lift carries
// it to the callers, in this package and, as a fact, in others.
package dbwrite

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/sqltext"
	"github.com/idemlint/idemlint/internal/term"
)

// Family is the kind of interface that a write goes through.
type Family string

const (
	SQL       Family = "sql"
	ORM       Family = "orm"
	Document  Family = "document"
	KeyValue  Family = "keyvalue"
	PostgREST Family = "postgrest"
)

// Column is one column, field or attribute that a write carries.
type Column struct {
	Name string
	// Value is what is written; nil where nothing is known of it.
	Value *term.Term
	// Key says that the column identifies the row: it is part of the
	// conflict target, the filter or the declared primary key.
	Key bool
}

// Write is one write of a row.
type Write struct {
	Family Family
	Verb   sqltext.Verb
	// Table names what is written. Types that are stored have the name
	// "type:" and their full name; Known is false where it is not known.
	Table string
	Known bool
	// Columns are what the write carries. Complete says that they are all.
	Columns  []Column
	Complete bool
	// Merged are the columns that a merge changes.
	Merged   []string
	Conflict sqltext.Conflict
	Spelling string
	// Guarded: the write fails where the row exists, and the failure has an
	// error of its own (DynamoDB's condition); Conflict is Fails.
	Guarded bool
	// Backfill: the rows come from another table that stays.
	Backfill bool
	// From are the tables that the rows come from.
	From []string
	// Returning: the statement gives the written row back.
	Returning bool
	// HasTarget says that the conflict target is known.
	HasTarget bool
	// Open says that the write depends on parameters in a way that decides
	// what is written.
	Open bool
	// Stmt is the statement, for families that have one.
	Stmt *sqltext.Statement
	// Text is the SQL text where it is one constant.
	Text string

	unnamed []*term.Term // values of an INSERT without a column list
}

// Site is a call that writes rows.
type Site struct {
	Call ssa.CallInstruction
	Term *term.Term
	// Writes are what the call may write, one for each alternative text.
	Writes []Write
	// Via is the number of helpers that the write came through.
	Via int
	// FromGenerated says that the write stands in a generated function and is
	// reported at its callers.
	FromGenerated bool
	// Results says which results of the call stand for the answer of the
	// database ("" for the answer itself, "RowsAffected()" for a part).
	Results []string
}

// Open reports whether the site is to be decided at the callers.
func (s *Site) Open() bool {
	if len(s.Writes) == 0 {
		return true
	}
	for _, w := range s.Writes {
		if w.Open {
			return true
		}
	}
	return false
}

// Column returns the column called name, in any case.
func (w *Write) Column(name string) *Column {
	for i := range w.Columns {
		if strings.EqualFold(w.Columns[i].Name, name) {
			return &w.Columns[i]
		}
	}
	return nil
}
