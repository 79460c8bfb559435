package ledger

import "github.com/idemlint/idemlint/internal/sqltext"

// Write is what an SQL statement does to a ledger.
type Write struct {
	// Columns are the columns written that are progress, in order.
	Columns []Progress
	// Completes says that the statement can mark an item as done: it sets a
	// state, an outcome, a done flag or a watermark to something that is not
	// plainly a first state.
	Completes bool
}

// Progress is one progress column that a statement writes.
type Progress struct {
	Column string
	Role   Role
	Weak   bool
	Value  sqltext.Value
}

// OfStatement says what s does to a ledger. Statements that write nothing
// (SELECT, CREATE TABLE) give the zero Write. A DELETE is left to the caller,
// who knows whether the row deleted is the item worked on.
func OfStatement(s *sqltext.Statement) Write {
	var w Write
	switch s.Verb {
	case sqltext.Insert, sqltext.Update, sqltext.Merge:
	default:
		return w
	}
	for _, a := range append(s.Set[:len(s.Set):len(s.Set)], s.Merged...) {
		role, weak := Column(a.Column)
		if !role.Progress() {
			continue
		}
		w.Columns = append(w.Columns, Progress{a.Column, role, weak, a.Value})
		if role.Completes() && !weak && !FirstState(a.Value.Text) {
			w.Completes = true
		}
	}
	return w
}

// FirstState reports whether the literal is a state in which work has not
// ended: queued, pending, running. Such a write is an intent or a claim.
func FirstState(literal string) bool {
	parts := Words(literal)
	return len(parts) > 0 && firstStates[parts[len(parts)-1]]
}

var firstStates = map[string]bool{
	"queued": true, "pending": true, "new": true, "open": true, "created": true, "waiting": true, "scheduled": true,
	"unknown": true, "init": true, "initial": true, "initialized": true, "running": true, "processing": true,
	"started": true, "starting": true, "claimed": true, "taken": true, "locked": true, "todo": true, "ready": true,
	"draft": true, "received": true, "enqueued": true, "inprogress": true, "progress": true, "requested": true,
	"submitted": true, "unprocessed": true, "available": true, "planned": true, "null": true, "0": true, "false": true,
	"sending": true, "leased": true, "reserved": true, "accepted": true, "active": true,
}
