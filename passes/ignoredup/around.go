package ignoredup

import (
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/dbwrite"
	"github.com/idemlint/idemlint/internal/flow"
	"github.com/idemlint/idemlint/internal/ledger"
	"github.com/idemlint/idemlint/internal/sqltext"
)

// staged reports whether the rows of an INSERT .. SELECT come from tables that
// hold what the program just put there: temporary ones, or filled by COPY.
func (c *checker) staged(w *dbwrite.Write) bool {
	if len(w.From) == 0 {
		return false
	}
	for _, from := range w.From {
		temp := false
		for _, u := range c.db.All(from) {
			temp = temp || u.Temp
		}
		if !temp {
			return false
		}
	}
	return true
}

// handled reports whether the function, or one that calls it, also updates the
// row: ensure the row, then update; update, and insert where nothing was hit.
func (c *checker) handled(fn *ssa.Function, site *dbwrite.Site, w *dbwrite.Write, ev evidence) bool {
	if !w.Known {
		return false
	}
	if c.touches(fn, w, ev, 0, map[*ssa.Function]bool{}) {
		return true
	}
	if p := fn.Parent(); p != nil && c.touches(p, w, ev, 1, map[*ssa.Function]bool{}) {
		return true
	}
	calls, _ := c.fl.Callers(fn)
	for _, call := range calls {
		if c.touches(call.Parent(), w, ev, 1, map[*ssa.Function]bool{fn: true}) {
			return true
		}
	}
	return false
}

const maxTouch = 3

// touches reports whether fn or what it calls updates a result column of the
// table.
func (c *checker) touches(fn *ssa.Function, w *dbwrite.Write, ev evidence, depth int, seen map[*ssa.Function]bool) bool {
	if seen[fn] || depth > maxTouch {
		return false
	}
	seen[fn] = true
	for _, s := range c.db.Sites(fn) {
		for i := range s.Writes {
			u := &s.Writes[i]
			if !u.Known || u.Table != w.Table {
				continue
			}
			switch u.Verb {
			case sqltext.Update:
				if overlaps(u, ev) {
					return true
				}
			case sqltext.Delete:
				if deletesRow(u, w) {
					return true // the old row is taken away first
				}
			case sqltext.Select:
				if depth == 0 && !ev.failed() && readsBack(u, w) {
					return true
				}
			}
		}
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if callee, _ := flow.Callee(call.Common()); callee != nil && len(callee.Blocks) > 0 &&
				c.touches(callee, w, ev, depth+1, seen) {
				return true
			}
		}
	}
	return false
}

// deletesRow reports whether a DELETE takes rows away by a key of the insert.
func deletesRow(u, w *dbwrite.Write) bool {
	if u.Stmt == nil {
		return false
	}
	for _, name := range u.Stmt.Where {
		if c := w.Column(name); c != nil {
			if role, _ := ledger.Column(name); c.Key || role == ledger.Key {
				return true
			}
		}
	}
	return false
}

// readsBack reports whether a SELECT reads the row by what the insert carries:
// get or create.
func readsBack(u, w *dbwrite.Write) bool {
	if u.Stmt == nil {
		return false
	}
	for _, name := range u.Stmt.Where {
		if w.Column(name) != nil {
			return true
		}
	}
	return false
}

func overlaps(u *dbwrite.Write, ev evidence) bool {
	if len(u.Columns) == 0 || !u.Complete {
		return true
	}
	for _, r := range ev.results {
		if u.Column(r.name) != nil {
			return true
		}
	}
	return false
}
