package ignoredup

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/api"
	"github.com/idemlint/idemlint/internal/dbwrite"
	"github.com/idemlint/idemlint/internal/ledger"
	"github.com/idemlint/idemlint/internal/sqltext"
	"github.com/idemlint/idemlint/internal/term"
)

// verdict is how well it is founded that a row changes once it is written.
type verdict int

const (
	no verdict = iota
	maybe
	yes
)

// evidence is what speaks for and against.
type evidence struct {
	// results are the columns that carry a result, in order.
	results []result
	verdict verdict
	// entry, if not empty, says why the row is written once.
	entry string
	// updated is the column that the program updates elsewhere.
	updated string
}

// result is a column whose value is computed.
type result struct {
	name   string
	role   ledger.Role
	weak   bool
	traits trait
}

func (ev *evidence) names() string {
	var out []string
	for _, r := range ev.results {
		if len(out) < 4 {
			out = append(out, r.name)
		}
	}
	return strings.Join(out, ", ")
}

// telling are the results that made the verdict, for the message.
func (ev *evidence) telling() string {
	var strong, rest []string
	for _, r := range ev.results {
		switch {
		case r.name == ev.updated, r.role.Progress() && !r.weak && r.role != ledger.Stamp, r.traits&(failure|chosen) != 0:
			strong = append(strong, r.name)
		case r.role.Progress():
			rest = append(rest, r.name)
		}
	}
	if len(strong) == 0 {
		strong = rest
	}
	if len(strong) == 0 {
		return ev.names()
	}
	if len(strong) > 4 {
		strong = strong[:4]
	}
	return strings.Join(strong, ", ")
}

// evidence weighs the columns of w against what else happens to its table.
func (c *checker) evidence(fn *ssa.Function, w *dbwrite.Write) evidence {
	var ev evidence
	for i := range w.Columns {
		col := &w.Columns[i]
		if col.Key {
			continue
		}
		t := c.traits(fn, w, col)
		role, weak := ledger.Column(col.Name)
		if w.Family == dbwrite.KeyValue {
			if col.Name == "value" {
				role = keyRole(w)
			}
		}
		if role == ledger.Key && t&failure == 0 {
			continue
		}
		if t&constant != 0 && !c.finalState(w, col, role) {
			continue
		}
		if t&clock != 0 && !role.Progress() || role == ledger.Created || role == ledger.Lease || role == ledger.Sequence {
			continue
		}
		ev.results = append(ev.results, result{col.Name, role, weak, t})
	}
	ev.updated = c.updated(w, &ev)
	ev.entry = c.entry(fn, w, &ev)
	ev.verdict = weigh(w, &ev)
	return ev
}

// weigh says how well it is founded that the results change.
func weigh(w *dbwrite.Write, ev *evidence) verdict {
	strong, weak, fixed := 0, 0, 0
	for _, r := range ev.results {
		switch {
		case r.traits&failure != 0:
			strong += 2 // how it went wrong, this time
		case r.role == ledger.Stamp:
			weak++
			fixed++
		case r.role == ledger.Done, r.role == ledger.Watermark && r.weak:
			weak++
		case r.role.Progress() && !r.weak:
			strong++
		case r.role.Progress() && r.traits&(chosen|enum|nullable) != 0:
			strong++
		case r.role.Progress():
			weak++
		case r.traits&chosen != 0 && w.Family == dbwrite.KeyValue, r.traits&enum != 0 && w.Family == dbwrite.KeyValue:
			strong++
		}
	}
	switch {
	case ev.updated != "" && ev.changes(ev.updated), strong > 0:
		return yes
	case ev.updated != "":
		return maybe
	case weak >= 2 && weak > fixed:
		return yes
	case weak > 0:
		return maybe
	}
	return no
}

// keyRole reads what a value under a key is from the constant part of the key.
func keyRole(w *dbwrite.Write) ledger.Role {
	role := ledger.None
	for _, word := range strings.FieldsFunc(w.Table, func(r rune) bool { return r == ':' || r == '*' || r == '/' || r == '.' || r == '-' }) {
		if r, weak := ledger.Column(word); r.Progress() && !weak {
			role = r
		}
	}
	return role
}

// finalState reports whether the constant written to col is an end state of a
// table in which rows also have others: the mark of an item that was begun.
func (c *checker) finalState(w *dbwrite.Write, col *dbwrite.Column, role ledger.Role) bool {
	if !w.Known || role != ledger.State && role != ledger.Outcome || col.Value == nil || col.Value.Op != term.Const {
		return false
	}
	lit := col.Value.Str
	if lit == "" || lit == "nil" || lit == "default" || ledger.FirstState(lit) {
		return false
	}
	for _, u := range c.db.All(w.Table) {
		for i, name := range u.Columns {
			if name == col.Name && u.Verb == sqltext.Insert && u.Literals[i] != lit && ledger.FirstState(u.Literals[i]) {
				return true
			}
		}
	}
	return false
}

// updated returns a result column that the program updates elsewhere.
func (c *checker) updated(w *dbwrite.Write, ev *evidence) string {
	if !w.Known {
		return ""
	}
	best := ""
	for _, u := range c.db.All(w.Table) {
		if u.Verb != sqltext.Update {
			continue
		}
		for _, name := range u.Columns {
			for _, r := range ev.results {
				if r.name != name || r.role == ledger.Stamp {
					continue
				}
				if ev.changes(name) {
					return name
				}
				best = name
			}
		}
	}
	return best
}

// changes reports whether a column that is updated elsewhere is a result there
// too, and not a setting or a description that people edit: progress, something
// chosen by what happened, or something measured.
func (ev *evidence) changes(name string) bool {
	for _, r := range ev.results {
		if r.name == name && r.role != ledger.Fixed {
			return r.role.Progress() || r.traits&(failure|chosen|enum|nullable|measured) != 0
		}
	}
	return false
}

// entry says why the row is written once, or "".
func (c *checker) entry(fn *ssa.Function, w *dbwrite.Write, ev *evidence) string {
	if ev.updated == "" {
		switch ledger.Name(strings.TrimPrefix(w.Table, "type:")) {
		case ledger.Log:
			return "the table is a log, whose entries do not change"
		case ledger.Box:
			return "the table is an outbox, an inbox or a list of what was seen"
		}
	}
	for i := range w.Columns {
		col := &w.Columns[i]
		role, _ := ledger.Column(col.Name)
		t := c.traits(fn, w, col)
		inKey := col.Key || !w.HasTarget && w.Family == dbwrite.SQL && ev.updated == ""
		switch {
		case role == ledger.Sequence && inKey && t&constant == 0:
			return "the key holds the number of the try or entry (" + col.Name + "): every try has its row"
		case col.Key && role == ledger.Stamp && w.HasTarget:
			return "the key holds the version (" + col.Name + "): every version has its row"
		case col.Key && (t&fresh != 0 || t&clock != 0):
			return "the key is new for each row"
		case col.Key && momentName(col.Name):
			return "the key holds the moment (" + col.Name + "): every reading has its row"
		case col.Key && contentName(col.Name) && !ev.hasOutcome():
			return "the key is made of the content (" + col.Name + "): the same key is the same row"
		}
	}
	return ""
}

func (ev *evidence) hasOutcome() bool {
	for _, r := range ev.results {
		if r.traits&failure != 0 || !r.weak && (r.role == ledger.State || r.role == ledger.Outcome || r.role == ledger.Failure) {
			return true
		}
	}
	return false
}

// failed reports whether a result tells of an error.
func (ev *evidence) failed() bool {
	for _, r := range ev.results {
		if r.traits&failure != 0 {
			return true
		}
	}
	return false
}

// momentName reports whether a key column holds a point in time.
func momentName(name string) bool {
	parts := ledger.Words(name)
	if len(parts) == 0 {
		return false
	}
	switch parts[len(parts)-1] {
	case "at", "ts", "timestamp", "time", "minute", "hour", "tick":
		return true
	}
	return false
}

// contentName reports whether a key column is computed from the content.
func contentName(name string) bool {
	for _, p := range ledger.Words(name) {
		switch p {
		case "hash", "digest", "checksum", "fingerprint", "sha256", "sha1", "sha", "md5", "etag":
			return true
		}
	}
	return false
}

// trait is what is known of a value.
type trait uint16

const (
	// constant: one literal.
	constant trait = 1 << iota
	// chosen: one of several constants, by what happened.
	chosen
	// failure: made of an error.
	failure
	// clock: the time of the write.
	clock
	// enum: of a type that lists its values.
	enum
	// nullable: may be missing still.
	nullable
	// fresh: random.
	fresh
	// measured: a number, a truth value or a time.
	measured
)

// traits classifies the value of a column.
func (c *checker) traits(fn *ssa.Function, w *dbwrite.Write, col *dbwrite.Column) trait {
	if col.Value == nil {
		if w.Stmt != nil && !w.Stmt.IsSelect {
			return constant // an expression of constants and columns
		}
		return 0
	}
	v := c.db.Eval().Freed(col.Value, fn)
	var t trait
	consts := map[string]bool{}
	other := 0
	alts := []*term.Term{v}
	if v.Op == term.Alt {
		alts = v.Args
	}
	for _, a := range alts {
		if isConst(a) {
			consts[a.String()] = true
		} else {
			other++
		}
	}
	switch {
	case other == 0 && (len(consts) == 1 || v.Str == term.AnyElement):
		t |= constant // rows of a literal list are data, too
	case (len(consts) > 1 || len(consts) == 1 && other > 0) && v.Str != term.AnyElement:
		t |= chosen
	}
	if c.madeOfError(v) || c.madeOfError(col.Value) {
		t |= failure
	}
	if v.Op == term.Call && isClock(v) {
		t |= clock
	}
	if v.Any(func(x *term.Term) bool {
		_, ok := api.LookupName(api.Fresh, x.Str)
		return x.Op == term.Call && ok
	}) && t&clock == 0 && !v.Any(isClock) {
		t |= fresh
	}
	if isEnum(col.Value.Type()) || isEnum(v.Type()) {
		t |= enum
	}
	if isNullable(col.Value.Type()) {
		t |= nullable
	}
	if isMeasured(col.Value.Type()) {
		t |= measured
	}
	return t
}

// isConst reports whether t is a constant, or a literal made of constants.
func isConst(t *term.Term) bool {
	switch t.Op {
	case term.Const:
		return true
	case term.Record, term.List:
		if t.Open {
			return false
		}
		for _, a := range t.Args {
			if !isConst(a) {
				return false
			}
		}
		return true
	}
	return false
}

// isClock reports whether t is the time, perhaps in another zone or format.
func isClock(t *term.Term) bool {
	for range 4 {
		if t.Op != term.Call {
			return false
		}
		if t.Str == "time.Now" {
			return true
		}
		if !strings.HasPrefix(t.Str, "time.Time.") || len(t.Args) == 0 {
			return false
		}
		t = t.Args[0]
	}
	return false
}

var errorType = types.Universe.Lookup("error").Type().Underlying().(*types.Interface)

func (c *checker) madeOfError(t *term.Term) bool {
	return t.Any(func(x *term.Term) bool {
		typ := x.Type()
		return typ != nil && x.Op != term.Const && types.IsInterface(typ) && types.Implements(typ, errorType)
	})
}

// isEnum reports whether t is a defined type of which its package declares two
// constants or more.
func isEnum(t types.Type) bool {
	named, ok := types.Unalias(orInvalid(t)).(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return false
	}
	if _, ok := named.Underlying().(*types.Basic); !ok {
		return false
	}
	n := 0
	scope := named.Obj().Pkg().Scope()
	for _, name := range scope.Names() {
		if k, ok := scope.Lookup(name).(*types.Const); ok && types.Identical(k.Type(), named) {
			n++
		}
	}
	return n >= 2
}

func orInvalid(t types.Type) types.Type {
	if t == nil {
		return types.Typ[types.Invalid]
	}
	return t
}

// isMeasured reports whether t is a number, a truth value or a time.
func isMeasured(t types.Type) bool {
	t = orInvalid(t)
	if api.TypeKey(t) == "time.Time" {
		return true
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&(types.IsNumeric|types.IsBoolean) != 0
}

// isNullable reports whether a value of type t may be missing: a pointer, or
// one of database/sql's Null types and their kin.
func isNullable(t types.Type) bool {
	switch u := types.Unalias(orInvalid(t)).(type) {
	case *types.Pointer:
		return true
	case *types.Named:
		st, ok := u.Underlying().(*types.Struct)
		if !ok {
			return false
		}
		for i := range st.NumFields() {
			if f := st.Field(i); f.Name() == "Valid" && types.Identical(f.Type(), types.Typ[types.Bool]) {
				return true
			}
		}
	}
	return false
}
