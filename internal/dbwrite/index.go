package dbwrite

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"sort"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/flow"
	"github.com/idemlint/idemlint/internal/ir"
	"github.com/idemlint/idemlint/internal/sqltext"
	"github.com/idemlint/idemlint/internal/term"
)

// Analyzer finds the calls that write rows and returns a *DB.
var Analyzer = &analysis.Analyzer{
	Name:       "idemlintdbwrite",
	Doc:        "find the calls that write rows, and what they write",
	Requires:   []*analysis.Analyzer{ir.Analyzer, flow.Analyzer, term.Analyzer},
	FactTypes:  []analysis.Fact{new(Lifted), new(Tables)},
	ResultType: reflect.TypeFor[*DB](),
	Run:        run,
}

// DB knows the writes of one package.
type DB struct {
	pass *analysis.Pass
	pkg  *ir.Package
	fl   *flow.Flow
	ev   *term.Eval
	memo map[*ssa.Function]*funcSites
	gen  map[*token.File]bool
	// impls remembers which method an interface's method stands for.
	impls map[*types.Func]*types.Func
	// all are the writes whose text is known, of this package and of those
	// that it imports.
	all []Use
}

// Use is one write that some package makes.
type Use struct {
	Verb     sqltext.Verb
	Conflict sqltext.Conflict
	Table    string
	Columns  []string // written (UPDATE: set; merge: merged)
	Literals []string // the literal of each column, "" for none
	Temp     bool
	Here     bool // in the package at hand
	fn       *ssa.Function
}

// Tables is a package fact: what the package writes to which table.
type Tables struct{ Uses []Use }

// AFact marks Tables as a fact.
func (*Tables) AFact() {}

func (t *Tables) String() string {
	var parts []string
	for _, u := range t.Uses {
		parts = append(parts, u.Table+"("+strings.Join(u.Columns, " ")+")")
	}
	return "writes " + strings.Join(parts, ", ")
}

// Lifted is a fact about an exported function: the writes that are decided by
// its callers, as terms in its own frame.
type Lifted struct {
	Calls []*term.Term
	// Generated says that the function is generated, so that what it
	// writes is reported at its callers.
	Generated bool
	// Results are the results that stand for the database's answer.
	Results []string
}

// AFact marks Lifted as a fact.
func (*Lifted) AFact() {}

func (l *Lifted) String() string { return fmt.Sprintf("writes %v", l.Calls) }

type funcSites struct {
	own    []*Site // decided here
	lifted []*Site // to be decided by callers
	outer  []*Site // of a function literal: to be decided by callers of the function around it
}

func run(pass *analysis.Pass) (any, error) {
	db := &DB{
		pass: pass,
		pkg:  pass.ResultOf[ir.Analyzer].(*ir.Package),
		fl:   pass.ResultOf[flow.Analyzer].(*flow.Flow),
		ev:   pass.ResultOf[term.Analyzer].(*term.Eval),
		memo: map[*ssa.Function]*funcSites{},
		gen:  map[*token.File]bool{},

		impls: map[*types.Func]*types.Func{},
	}
	if !db.pkg.Own {
		return db, nil
	}
	for _, f := range pass.Files {
		if ast.IsGenerated(f) {
			db.gen[pass.Fset.File(f.FileStart)] = true
		}
	}
	mine := &Tables{}
	for _, fn := range db.pkg.Funcs {
		s := db.sites(fn, 0)
		for _, list := range [][]*Site{s.own, s.lifted} {
			for _, site := range list {
				db.note(mine, site, fn)
			}
		}
		db.export(fn, s)
	}
	db.collect(mine)
	db.nameColumns()
	return db, nil
}

// note keeps what is known of a write for other places.
func (db *DB) note(mine *Tables, site *Site, fn *ssa.Function) {
	for _, w := range site.Writes {
		if !w.Known || w.Verb == sqltext.Select || len(mine.Uses) > 2000 {
			continue
		}
		u := Use{Verb: w.Verb, Conflict: w.Conflict, Table: w.Table, fn: fn, Here: true}
		u.Temp = w.Stmt != nil && w.Stmt.Temporary || w.Verb == sqltext.Copy
		for _, c := range w.Columns {
			u.Columns = append(u.Columns, c.Name)
			lit := ""
			if c.Value != nil && c.Value.Op == term.Const {
				lit = c.Value.Str
			}
			u.Literals = append(u.Literals, lit)
		}
		if w.Conflict == sqltext.Merges && w.Verb != sqltext.Update && len(w.Merged) > 0 {
			m := u
			m.Verb, m.Columns, m.Literals = sqltext.Update, w.Merged, make([]string, len(w.Merged))
			mine.Uses = append(mine.Uses, m)
		}
		mine.Uses = append(mine.Uses, u)
	}
}

// nameColumns names the values of inserts without a column list after the
// columns of a CREATE TABLE that the program runs.
func (db *DB) nameColumns() {
	for _, s := range db.memo {
		for _, site := range append(s.own[:len(s.own):len(s.own)], s.lifted...) {
			for i := range site.Writes {
				w := &site.Writes[i]
				if len(w.unnamed) == 0 || !w.Known {
					continue
				}
				for _, u := range db.All(w.Table) {
					if u.Verb == sqltext.CreateTable && len(u.Columns) == len(w.unnamed) {
						w.Columns, w.Complete = nil, true
						for j, name := range u.Columns {
							w.Columns = append(w.Columns, Column{Name: name, Value: w.unnamed[j]})
						}
						break
					}
				}
			}
		}
	}
}

func (db *DB) export(fn *ssa.Function, s *funcSites) {
	obj, ok := fn.Object().(*types.Func)
	if !ok || !obj.Exported() {
		return
	}
	lifted := s.lifted
	for _, site := range s.own {
		if db.handsOutError(site) {
			lifted = append(lifted[:len(lifted):len(lifted)], site)
		}
	}
	if len(lifted) == 0 {
		return
	}
	l := &Lifted{Generated: db.Generated(fn.Pos()), Results: lifted[0].Results}
	for _, site := range lifted {
		if len(l.Calls) < 6 {
			l.Calls = append(l.Calls, term.Portable(site.Term))
		}
	}
	db.pass.ExportObjectFact(obj, l)
}

// handsOutError reports whether the site is a plain insert whose error goes to
// the caller, who may take a duplicate for success.
func (db *DB) handsOutError(site *Site) bool {
	plain := false
	for _, w := range site.Writes {
		plain = plain || w.Verb == sqltext.Insert && w.Conflict == sqltext.Fails
	}
	err := site.ErrorValue()
	if !plain || err == nil {
		return false
	}
	for _, u := range db.fl.Uses(err) {
		if u.Kind == flow.Return {
			return true
		}
	}
	return false
}

func (db *DB) collect(mine *Tables) {
	if len(mine.Uses) > 0 {
		sort.SliceStable(mine.Uses, func(i, j int) bool { return mine.Uses[i].Table < mine.Uses[j].Table })
		db.pass.ExportPackageFact(mine)
	}
	db.all = append(db.all, mine.Uses...)
	for _, f := range db.pass.AllPackageFacts() {
		if t, ok := f.Fact.(*Tables); ok && f.Package != db.pass.Pkg {
			for _, u := range t.Uses {
				u.Here = false
				db.all = append(db.all, u)
			}
		}
	}
}

// Generated reports whether pos lies in a generated file.
func (db *DB) Generated(pos token.Pos) bool { return db.gen[db.pass.Fset.File(pos)] }

// Eval returns the evaluator of the package.
func (db *DB) Eval() *term.Eval { return db.ev }

// Sites returns the writes that are decided in fn.
func (db *DB) Sites(fn *ssa.Function) []*Site { return db.sites(fn, 0).own }

// All returns the writes, of any kind but reads, that this package and those it
// imports make to table.
func (db *DB) All(table string) []Use {
	var out []Use
	for _, u := range db.all {
		if u.Table == table {
			out = append(out, u)
		}
	}
	return out
}

// In reports whether the write is made in fn.
func (u *Use) In(fn *ssa.Function) bool { return u.fn == fn }

const maxLift = 4

func (db *DB) sites(fn *ssa.Function, depth int) *funcSites {
	if s, ok := db.memo[fn]; ok {
		return s
	}
	s := &funcSites{}
	db.memo[fn] = s // recursion
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			for _, site := range db.callSites(call, fn, depth) {
				db.place(s, site, fn)
			}
		}
	}
	db.fromLiterals(s, fn, depth)
	return s
}

// fromLiterals adds the writes of the function literals in fn that fn's own
// parameters decide: the body of a transaction, of a pipeline.
func (db *DB) fromLiterals(s *funcSites, fn *ssa.Function, depth int) {
	if depth > 20 {
		return
	}
	for _, lit := range fn.AnonFuncs {
		outer := db.sites(lit, depth+1).outer
		if len(outer) == 0 {
			continue
		}
		if calls, _ := db.fl.Callers(lit); len(calls) > 0 {
			continue // seen at the call
		}
		for _, inner := range outer {
			t := term.Subst(inner.Term, nil, -1)
			site := &Site{Call: inner.Call, Term: t, Writes: Interpret(t), Via: inner.Via, FromGenerated: inner.FromGenerated}
			switch {
			case !site.Open() || len(site.Writes) == 0 || db.Examined(inner):
			case hasParam(t):
				s.lifted = append(s.lifted, site)
			case hasOuterParam(t):
				s.outer = append(s.outer, site)
			}
		}
	}
}

// place decides whether a site is decided here or by the callers.
func (db *DB) place(s *funcSites, site *Site, fn *ssa.Function) {
	answer := db.answers(site, fn)
	if fn.Parent() != nil && site.Open() && len(s.outer) < 400 && hasOuterParam(site.Term) {
		s.outer = append(s.outer, site)
	}
	switch {
	case len(s.own)+len(s.lifted) > 400:
	case site.Open() && site.Via < maxLift && hasParam(site.Term):
		site.Results = answer
		s.lifted = append(s.lifted, site)
	case site.Open():
	case db.Generated(site.Call.Pos()) && fn.Parent() == nil:
		site.Results = answer
		s.lifted = append(s.lifted, site)
	default:
		s.own = append(s.own, site)
	}
}
