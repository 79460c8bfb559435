package dbwrite

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/flow"
)

// Whole is the entry in Results for a result that is the answer of the database
// itself; a result that holds a part of it has the path of that part.
const Whole = "answer"

// answerCalls are the parts of an answer that tell whether a row was written:
// database/sql, pgx, gorm, mongo-driver and go-redis.
var answerParts = [...]string{
	"RowsAffected", "LastInsertId", "UpsertedCount", "UpsertedID", "MatchedCount", "ModifiedCount", "InsertedCount",
	"Val", "Result", "Scan", "Next", "StructScan", "MapScan", "Insert", "Bool", "CollectRows", "Values", "Decode", "Raw",
}

func isAnswerPart(step string) bool {
	step = strings.TrimSuffix(step, "()")
	for _, p := range answerParts {
		if step == p {
			return true
		}
	}
	return false
}

// answers returns, for each result of fn, what part of the site's answer it is:
// "" for none.
func (db *DB) answers(site *Site, fn *ssa.Function) []string {
	n := fn.Signature.Results().Len()
	if n == 0 {
		return nil
	}
	out := make([]string, n)
	some := false
	for _, v := range db.answerValues(site) {
		for _, u := range db.fl.Uses(v) {
			if u.Kind != flow.Return || u.Result >= n || u.Via != nil {
				continue
			}
			path := u.Path
			if path == "" {
				path = Whole
			}
			out[u.Result], some = path, true
		}
	}
	if !some {
		return nil
	}
	return out
}

// answerValues are the values of the site that hold the answer: the results
// but the error.
func (db *DB) answerValues(site *Site) []ssa.Value {
	call, ok := site.Call.(*ssa.Call)
	if !ok {
		return nil
	}
	res := call.Call.Signature().Results()
	wanted := func(i int) bool {
		if isError(res.At(i).Type()) {
			return false
		}
		return site.Via == 0 || i < len(site.Results) && site.Results[i] != ""
	}
	if res.Len() == 1 {
		if wanted(0) {
			return []ssa.Value{call}
		}
		return nil
	}
	var out []ssa.Value
	for _, r := range *call.Referrers() {
		if ex, ok := r.(*ssa.Extract); ok && wanted(ex.Index) {
			out = append(out, ex)
		}
	}
	return out
}

// ErrorValue returns the error result of the site's call, or nil.
func (s *Site) ErrorValue() ssa.Value {
	call, ok := s.Call.(*ssa.Call)
	if !ok {
		return nil
	}
	res := call.Call.Signature().Results()
	if res.Len() == 1 && isError(res.At(0).Type()) {
		return call
	}
	for _, r := range *call.Referrers() {
		if ex, ok := r.(*ssa.Extract); ok && isError(res.At(ex.Index).Type()) {
			return ex
		}
	}
	return nil
}

// Examined reports whether the program looks at the answer, so that it knows
// whether the row was written: rows affected, rows returned, a claim's bool. It
// is also true where the answer goes to somebody who may look.
func (db *DB) Examined(site *Site) bool {
	for _, v := range db.answerValues(site) {
		for _, u := range db.fl.Uses(v) {
			if db.looks(site, u) {
				return true
			}
		}
	}
	return false
}

func (db *DB) looks(site *Site, u flow.Use) bool {
	steps := strings.Split(u.Path, ".")
	part := false
	for _, s := range steps {
		part = part || isAnswerPart(s)
	}
	if site.Via > 0 && u.Path == "" && !db.wholeAnswer(site) {
		part = true // the helper hands out the part itself
	}
	switch u.Kind {
	case flow.Compare, flow.Return, flow.Send, flow.Store, flow.Pass, flow.Alert, flow.Elem, flow.NilTest:
		if part && !endsInError(u.Path) {
			return true
		}
		// The whole answer goes to somebody who may look at it.
		return u.Path == "" && (u.Kind == flow.Return || u.Kind == flow.Store || u.Kind == flow.Send || u.Kind == flow.Pass)
	case flow.Method:
		return u.Callee != nil && isRowRead(u.Callee.Name())
	}
	return false
}

func (db *DB) wholeAnswer(site *Site) bool {
	for _, r := range site.Results {
		if r == Whole {
			return true
		}
	}
	return len(site.Results) == 0
}

func endsInError(path string) bool {
	return strings.HasSuffix(path, "Err()") || strings.HasSuffix(path, "Error")
}

// isRowRead reports whether a method hands out returned rows.
func isRowRead(name string) bool {
	switch name {
	case "ScanCAS", "MapScanCAS", "ExecCAS", "Scan", "ScanContext", "StructScan", "MapScan", "SliceScan", "Next", "Decode", "Values":
		return true
	}
	return false
}
