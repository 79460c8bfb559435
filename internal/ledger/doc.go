// Package ledger says what is progress and what is a mark.
//
// A ledger is the rows or the state that say which input is done, how often it
// was tried and how it ended. The names of its columns, fields, tables and
// methods stand in one table, words.txt, and nowhere else: a pass asks here
// which role a name would have, and decides on structure whether that role is
// possible. A name alone never makes a finding.
package ledger

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"
	"unicode"
)

// Role is the part that a column or field plays.
type Role int

const (
	// None: the name says nothing.
	None Role = iota
	// Key identifies the row or another one (id, order_id, sku, hash).
	Key
	// State is where the item stands (status, phase).
	State
	// Outcome is how it ended (result, verdict, passed).
	Outcome
	// Count counts tries (attempts, retries, failures).
	Count
	// Failure is what went wrong (error, last_error).
	Failure
	// Done says that, or when, it was done (processed, sent_at).
	Done
	// Watermark is how far a reader came (cursor, offset, last_seen_id).
	Watermark
	// Stamp changes with every change of the row (updated_at, version).
	Stamp
	// Created is written once, with the row (created_at, first_seen).
	Created
	// Sequence counts the entries of a log (attempt, seq, run_id): a key
	// that holds one makes every try a row of its own.
	Sequence
	// Lease belongs to a claim (locked_by, lease_until, heartbeat).
	Lease
	// Fixed describes and does not change by itself (name, url, kind, body).
	Fixed
)

var roleNames = [...]string{"none", "key", "state", "outcome", "count", "failure", "done", "watermark", "stamp", "created", "sequence", "lease", "fixed"}

func (r Role) String() string { return roleNames[r] }

// Progress reports whether a value in this role changes as work goes on.
func (r Role) Progress() bool {
	switch r {
	case State, Outcome, Count, Failure, Done, Watermark, Stamp:
		return true
	}
	return false
}

// Completes reports whether writing this role can say that an item is done.
func (r Role) Completes() bool { return r == State || r == Outcome || r == Done || r == Watermark }

// TableRole is the kind of a table.
type TableRole int

const (
	// Plain: the name says nothing.
	Plain TableRole = iota
	// Log holds an entry per event; entries do not change (event, history).
	Log
	// Box holds messages that come in or go out once (outbox, inbox, dedup).
	Box
)

// Column returns the role of the column, field or key called name, in any
// spelling (last_error, lastError, LastError). Weak says that the word is also
// used for things that do not change, so that it wants a second witness.
func Column(name string) (role Role, weak bool) {
	parts := Words(name)
	if len(parts) == 0 {
		return None, false
	}
	w := words()
	if e, ok := w.columns[strings.Join(parts, "_")]; ok {
		return e.role, e.weak
	}
	last := parts[len(parts)-1]
	if len(parts) > 1 && w.bounds[parts[0]] {
		return Fixed, false // max_attempts is a setting
	}
	if len(parts) > 1 {
		if role, weak := timeOf(w, parts); role != None {
			return role, weak
		}
		two := strings.Join(parts[len(parts)-2:], "_")
		if e, ok := w.columns[two]; ok {
			return e.role, e.weak
		}
		if first := parts[0]; (first == "is" || first == "was" || first == "has") && len(parts) == 2 {
			e := w.columns[last]
			return e.role, e.weak
		}
	}
	e := w.columns[last]
	if e.role == Fixed && len(parts) > 1 && last != "name" {
		// error_text, status_note: the first word says what it is about.
		if f := w.columns[parts[0]]; f.role == Failure {
			return f.role, f.weak
		}
	}
	return e.role, e.weak
}

// timeOf reads the time columns: a past participle before at, on or time names
// the moment when something was done.
func timeOf(w *table, parts []string) (Role, bool) {
	last := parts[len(parts)-1]
	if last != "at" && last != "on" && last != "time" && last != "date" && last != "ts" && last != "timestamp" {
		return None, false
	}
	verb := parts[len(parts)-2]
	if e, ok := w.columns[strings.Join(parts[:len(parts)-1], "_")]; ok && e.role != Key && e.role != Fixed && e.role != Sequence {
		return e.role, e.weak
	}
	if e, ok := w.columns[verb+"_at"]; ok {
		return e.role, e.weak
	}
	if e, ok := w.columns[verb]; ok && e.role != Key && e.role != Fixed && e.role != Sequence {
		return e.role, e.weak
	}
	if strings.HasSuffix(verb, "ed") || parts[0] == "last" {
		return Done, true
	}
	return Fixed, false
}

// Name returns the kind of the table called name.
func Name(name string) TableRole {
	parts := Words(name)
	for i := len(parts) - 1; i >= 0 && i >= len(parts)-2; i-- {
		if r, ok := words().tables[singular(parts[i])]; ok {
			return r
		}
	}
	return Plain
}

// MarkWord reports whether a function called name may be a mark because of its
// name: MarkDone, CompleteJob, Ack. Structure must allow it first.
func MarkWord(name string) bool {
	parts := Words(name)
	w := words()
	for i := range parts {
		if w.marks[parts[i]] || i+1 < len(parts) && w.marks[parts[i]+"_"+parts[i+1]] {
			return true
		}
	}
	return false
}

func singular(s string) string {
	if strings.HasSuffix(s, "ies") {
		return s[:len(s)-3] + "y"
	}
	return strings.TrimSuffix(s, "s")
}

// Words splits an identifier in any spelling into lower-case words.
func Words(name string) []string {
	var out []string
	var cur []rune
	rs := []rune(name)
	flush := func() {
		if len(cur) > 0 {
			out = append(out, strings.ToLower(string(cur)))
			cur = nil
		}
	}
	for i, r := range rs {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			flush()
			continue
		case unicode.IsUpper(r) && i > 0 && (unicode.IsLower(rs[i-1]) || i+1 < len(rs) && unicode.IsLower(rs[i+1]) && unicode.IsUpper(rs[i-1])):
			flush()
		}
		cur = append(cur, r)
	}
	flush()
	return out
}

//go:embed words.txt
var wordsText string

type entry struct {
	role Role
	weak bool
}

type table struct {
	columns map[string]entry
	tables  map[string]TableRole
	marks   map[string]bool
	bounds  map[string]bool
}

var words = sync.OnceValue(func() *table {
	t, err := readWords(wordsText)
	if err != nil {
		panic(err) // a test reads the shipped table
	}
	return t
})

// readWords reads lines of the form "ROLE [weak]: word word ...".
func readWords(text string) (*table, error) {
	t := &table{columns: map[string]entry{}, tables: map[string]TableRole{}, marks: map[string]bool{}, bounds: map[string]bool{}}
	roles := map[string]Role{}
	for r, n := range roleNames {
		roles[n] = Role(r)
	}
	for n, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		head, list, ok := strings.Cut(line, ":")
		if strings.TrimSpace(line) == "" {
			continue
		}
		kind, weak, _ := strings.Cut(strings.TrimSpace(head), " ")
		role, known := roles[kind]
		if !ok || !known && kind != "log" && kind != "box" && kind != "mark" && kind != "bound" || weak != "" && weak != "weak" {
			return nil, fmt.Errorf("words.txt:%d: want ROLE [weak]: words", n+1)
		}
		for _, w := range strings.Fields(list) {
			switch kind {
			case "log":
				t.tables[w] = Log
			case "box":
				t.tables[w] = Box
			case "mark":
				t.marks[w] = true
			case "bound":
				t.bounds[w] = true
			default:
				if _, dup := t.columns[w]; dup {
					return nil, fmt.Errorf("words.txt:%d: %s given twice", n+1, w)
				}
				t.columns[w] = entry{role, weak == "weak"}
			}
		}
	}
	return t, nil
}
