// Package sqltext reads the SQL that programs hold in strings: which statement
// it is, which table and columns it writes, where the values come from and
// what happens to a row that exists already.
//
// It reads PostgreSQL, MySQL, SQLite, SQL Server's MERGE and ClickHouse as
// they come, without being told the dialect. It is a reader, not a checker: it
// looks at the few clauses that matter here and passes over everything else.
// What it does not understand it leaves empty, and it never names a table of
// which it is not sure.
//
// A text may have holes, where a part is not known before the program runs:
// write them with Hole. A hole reads as (a part of) an identifier.
//
// Tokens come from github.com/DataDog/go-sqllexer.
package sqltext

import (
	"strconv"
	"strings"
)

// Verb is what a statement does.
type Verb int

const (
	Other Verb = iota
	Insert
	Update
	Delete
	Select
	Merge
	CreateTable
	Copy
)

// Conflict says what an insert does where the row exists already.
type Conflict int

const (
	// Fails: the statement fails with a unique violation.
	Fails Conflict = iota
	// Ignores: the existing row stays as it is and nothing is said.
	Ignores
	// Merges: the existing row is changed or replaced.
	Merges
	// Unknown: the text ends in a part that is not known.
	Unknown
)

// ValueKind says where the value of a column comes from.
type ValueKind int

const (
	// Expr is any other expression.
	Expr ValueKind = iota
	// Param is a bare placeholder, perhaps with a cast.
	Param
	// Literal is a constant: number, string, boolean, NULL, DEFAULT.
	Literal
	// Now is the clock.
	Now
	// Column is the column of another table (INSERT .. SELECT).
	Column
)

// Value is what a statement writes into a column.
type Value struct {
	Kind ValueKind
	// Params are the placeholders that occur in the value, counted from one;
	// Names are the named ones (:name, @name).
	Params []int
	Names  []string
	// Text is the literal or the name of the column, otherwise empty.
	Text string
}

// Assign is one column and its value.
type Assign struct {
	Column string
	Value  Value
}

// Table is the name of a table.
type Table struct {
	// Name is the last element in lower case without quotes; empty where it
	// is not known.
	Name string
	// Raw is the name as written, with quotes removed and holes kept.
	Raw string
}

// Statement is what could be read of one statement. A statement inside a
// common table expression is one of its own.
type Statement struct {
	Verb  Verb
	Table Table
	// Set are the columns written, with their values: the columns of an
	// INSERT, the SET list of an UPDATE, the columns of a CREATE TABLE.
	Set []Assign
	// Values are the values of an INSERT without a column list.
	Values []Value
	// AllColumns says that Set is complete: no column list was left out or
	// held a part that is not known.
	AllColumns bool

	Conflict Conflict
	// Spelling is how the text says that it ignores: "ON CONFLICT DO NOTHING".
	Spelling string
	// Target are the columns of the conflict target, where it names some.
	Target []string
	// Merged are the columns that DO UPDATE, ON DUPLICATE KEY UPDATE or WHEN
	// MATCHED changes.
	Merged []Assign

	// From are the tables that an INSERT .. SELECT or SELECT reads.
	From []Table
	// FromRows says that the SELECT reads rows given as parameters (unnest,
	// json_to_recordset, VALUES) or none at all.
	FromRows bool
	// IsSelect says that an INSERT takes its rows from a SELECT.
	IsSelect bool

	// Returning: the statement gives rows back.
	Returning bool
	// Temporary: the table created lives as long as the session.
	Temporary bool
	// Where are the columns that the WHERE clause compares.
	Where []string
	// Lock: SELECT .. FOR UPDATE or FOR SHARE.
	Lock bool
}

// Writes returns the assignment to column name.
func (s *Statement) Writes(name string) (Assign, bool) {
	for _, a := range s.Set {
		if a.Column == name {
			return a, true
		}
	}
	return Assign{}, false
}

const holeRune = 'ꙮ' // a letter, so that it reads as part of an identifier

// Hole returns the text of the hole with number n.
func Hole(n int) string { return string(holeRune) + strconv.Itoa(n) + string(holeRune) }

// HasHole reports whether s holds a part that is not known.
func HasHole(s string) bool { return strings.ContainsRune(s, holeRune) }

// Holes returns the numbers of the holes in s in order.
func Holes(s string) []int {
	var ns []int
	for i, part := range strings.Split(s, string(holeRune)) {
		if i%2 == 1 {
			if n, err := strconv.Atoi(part); err == nil {
				ns = append(ns, n)
			}
		}
	}
	return ns
}

// Likely reports, quickly, whether text may be SQL that Parse reads.
func Likely(text string) bool {
	for i := 0; i < len(text); i++ {
		switch c := text[i] | 0x20; c {
		case 'i', 'u', 'd', 's', 'm', 'c', 'r', 'w', 'a':
			if (i == 0 || !isWordByte(text[i-1])) && startsVerb(text[i:]) {
				return true
			}
		}
	}
	return false
}

func isWordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80
}

func startsVerb(s string) bool {
	for _, v := range [...]string{"insert", "update", "delete", "select", "merge", "create", "copy", "replace", "alter"} {
		if len(s) > len(v) && strings.EqualFold(s[:len(v)], v) && !isWordByte(s[len(v)]) {
			return true
		}
	}
	return false
}
