package createmark

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/api"
	"github.com/idemlint/idemlint/internal/effect"
	"github.com/idemlint/idemlint/internal/ledger"
	"github.com/idemlint/idemlint/internal/origin"
	"github.com/idemlint/idemlint/internal/sqltext"
)

// libraryMark decides whether a library call is a durable write that can say
// that an item is done.
func (s *scanner) libraryMark(st *site) {
	name := st.obj.Name()
	if _, ok := lookup(api.Ack, st.obj); ok || acks(st) {
		st.mark = Mark{Strength: StrongMark, Name: st.name, Ack: true}
		return
	}
	if _, ok := lookup(api.Keep, st.obj); ok {
		if args := dataArgs(st.call); len(args) == 1 && isConst(args[0]) && isString(args[0].Type()) {
			return // SetId("") says that the thing is gone
		}
		st.mark = Mark{Strength: StrongMark, Name: keepName(st)}
		return
	}
	switch {
	case s.databaseCall(st):
		s.databaseMark(st)
	case name == "WriteFile" && st.set.Has(effect.Disk):
		s.fileMark(st)
	case (name == "Encode" || name == "Write" || name == "WriteString") && writesFile(st):
		st.mark = Mark{Strength: WeakMark, Name: st.name, Claim: name == "Encode"}
	}
}

// acks: a method called Ack of a library type tells a queue that a message is
// done with.
func acks(st *site) bool {
	if st.obj.Signature().Recv() == nil {
		return false
	}
	switch st.obj.Name() {
	case "Ack", "AckSync", "DoubleAck", "Acknowledge", "CommitMessages", "CommitMessage", "CommitOffsets", "CompleteMessage":
		return true
	}
	return false
}

func keepName(st *site) string {
	if c := root(st.call); c != nil && staticObj(c) != nil && effect.RunsCall(st.obj) {
		return displayName(staticObj(c))
	}
	return st.name
}

func (s *scanner) databaseCall(st *site) bool {
	if st.obj == nil {
		return false
	}
	e, ok := api.Lookup(api.Outside, st.obj)
	return ok && e.Args["via"] == "database"
}

// databaseMark reads the statement, or the names of what is written.
func (s *scanner) databaseMark(st *site) {
	if m, ok := s.sqlMark(st.call); ok {
		st.mark = m
		return
	}
	name := st.obj.Name()
	switch name {
	case "Begin", "BeginTx", "BeginTxx", "Beginx", "Prepare", "PrepareContext", "Close", "Rollback", "Commit", "Transaction",
		"Tx", "Pipelined", "TxPipelined", "Pipeline", "TxPipeline", "Publish", "Expire", "Incr", "IncrBy", "Decr", "SetNX", "Ping":
		return
	}
	words := ledger.Words(name)
	switch {
	case redisWrite(st.obj):
		st.mark = Mark{Strength: StrongMark, Name: st.name, Row: true}
	case effect.VerbOf(name) == effect.VerbWrite || ledger.Stores(name):
		st.mark = Mark{Strength: WeakMark, Name: st.name, Row: true}
		role, claim := s.namesProgress(st.call)
		if role {
			st.mark.Strength = StrongMark
		}
		st.mark.Claim = claim || len(words) > 0 && (words[0] == "create" || words[0] == "insert")
	}
}

// redisWrite tells the commands that keep which items are done.
func redisWrite(obj *types.Func) bool {
	if !strings.Contains(obj.Pkg().Path(), "redis") {
		return false
	}
	switch obj.Name() {
	case "Set", "SetEx", "SetXX", "HSet", "HMSet", "HDel", "SAdd", "SRem", "SMove", "ZAdd", "ZRem", "LRem", "LPop", "RPop", "XAck", "XDel", "MSet":
		return true
	}
	return false
}

// sqlMark reads the SQL among the arguments of a call.
func (s *scanner) sqlMark(call ssa.CallInstruction) (Mark, bool) {
	var best Mark
	found := false
	for _, a := range plainArgs(call) {
		if !isString(a.Type()) {
			continue
		}
		for _, t := range s.texts(a) {
			for _, stmt := range sqltext.Parse(t) {
				found = true
				if m := statementMark(&stmt); m.Strength > best.Strength || m.Claim && best.Strength == NoMark {
					best = m
				}
			}
		}
	}
	return best, found
}

// texts returns the SQL texts that v may be.
func (s *scanner) texts(v ssa.Value) []string {
	var out []string
	if t := text(v); strings.Trim(t, hole) != "" {
		if t = sqlHoles(t); sqltext.Likely(t) {
			return []string{t}
		}
	}
	origin.Walk(v, func(x ssa.Value) bool {
		switch x := x.(type) {
		case *ssa.Const:
			if t := text(x); sqltext.Likely(t) {
				out = append(out, sqlHoles(t))
			}
		case *ssa.Global:
			out = append(out, s.globalTexts(x)...)
		}
		return len(out) < 8
	})
	return out
}

// globalTexts returns the constant texts that a package variable is set to.
func (s *scanner) globalTexts(g *ssa.Global) []string {
	var out []string
	if g.Pkg != s.pkg.SSA {
		return nil
	}
	init := s.pkg.SSA.Func("init")
	if init == nil {
		return nil
	}
	for _, b := range init.Blocks {
		for _, instr := range b.Instrs {
			if st, ok := instr.(*ssa.Store); ok && st.Addr == g {
				if t := sqlHoles(text(st.Val)); sqltext.Likely(t) {
					out = append(out, t)
				}
			}
		}
	}
	return out
}

func sqlHoles(t string) string {
	if !strings.Contains(t, hole) {
		return t
	}
	return strings.ReplaceAll(t, hole, sqltext.Hole(0))
}

// statementMark says what a statement is to the items of a batch.
func statementMark(stmt *sqltext.Statement) Mark {
	table := stmt.Table.Name
	if table == "" {
		table = "a table"
	}
	m := Mark{Strength: WeakMark, Row: true}
	w := ledger.OfStatement(stmt)
	if w.Completes {
		m.Strength = StrongMark
	}
	for _, c := range w.Columns {
		m.Claim = m.Claim || c.Role == ledger.State && ledger.FirstState(c.Value.Text)
	}
	for _, a := range stmt.Set {
		if role, _ := ledger.Column(a.Column); role == ledger.Lease {
			m.Claim = true
		}
	}
	switch stmt.Verb {
	case sqltext.Insert, sqltext.Merge:
		m.Name = "INSERT INTO " + table
		m.Claim = true
	case sqltext.Update:
		m.Name = "UPDATE " + table
		if len(w.Columns) > 0 && !w.Completes && onlyCounts(w) && !m.Claim {
			m.Strength = NoMark // attempts = attempts + 1 says nothing of the end
		}
	case sqltext.Delete:
		m.Name = "DELETE FROM " + table
		if ledger.Keeps(stmt.Table.Name) || ledger.Name(stmt.Table.Name) == ledger.Box {
			m.Strength = StrongMark
		}
	default:
		return Mark{}
	}
	return m
}

func onlyCounts(w ledger.Write) bool {
	for _, c := range w.Columns {
		if c.Role != ledger.Count && c.Role != ledger.Stamp && c.Role != ledger.Failure {
			return false
		}
	}
	return true
}

// namesProgress reports whether a write of a mapper or document store names a
// progress column, key or field, and whether it gives it a first state.
func (s *scanner) namesProgress(call ssa.CallInstruction) (completes, claim bool) {
	note := func(name string, v ssa.Value) {
		role, weak := ledger.Column(name)
		if !role.Completes() || weak {
			return
		}
		if t := strings.Trim(text2(v), hole); t != "" && ledger.FirstState(t) {
			claim = true
			return
		}
		completes = true
	}
	for i, a := range dataArgs(call) {
		if i == 0 && isString(a.Type()) {
			note(strings.Trim(text(a), hole), nil) // Update("status", v)
		}
		origin.Walk(a, func(x ssa.Value) bool {
			switch x := x.(type) {
			case *ssa.MakeMap:
				for _, r := range *x.Referrers() {
					if mu, ok := r.(*ssa.MapUpdate); ok {
						note(strings.Trim(text(mu.Key), hole), mu.Value)
					}
				}
			case *ssa.Alloc:
				for _, r := range *x.Referrers() {
					fa, ok := r.(*ssa.FieldAddr)
					if !ok {
						continue
					}
					// bson.E{Key: "status", Value: v}
					for _, v := range storedField(fa, "Key") {
						note(strings.Trim(text(v), hole), nil)
					}
					for _, ref := range *fa.Referrers() {
						if sto, ok := ref.(*ssa.Store); ok && sto.Addr == fa {
							note(fieldName(fa), sto.Val)
						}
					}
				}
			case *ssa.Parameter, *ssa.FreeVar:
				s.storedProgress(x, call.Parent(), note)
			}
			return true
		})
	}
	return completes, claim
}

// storedProgress looks for job.Status = ... on a record that came in.
func (s *scanner) storedProgress(v ssa.Value, fn *ssa.Function, note func(string, ssa.Value)) {
	if v.Referrers() == nil {
		return
	}
	for _, r := range *v.Referrers() {
		fa, ok := r.(*ssa.FieldAddr)
		if !ok || fa.Parent() != fn {
			continue
		}
		for _, ref := range *fa.Referrers() {
			if sto, ok := ref.(*ssa.Store); ok && sto.Addr == fa {
				note(fieldName(fa), sto.Val)
			}
		}
	}
}

// fileMark: a state file is written whole, from a value put into bytes.
func (s *scanner) fileMark(st *site) {
	args := plainArgs(st.call)
	if len(args) < 2 {
		return
	}
	st.mark = Mark{Strength: WeakMark, Name: st.name}
	marshals := origin.From(args[1], func(x ssa.Value) bool {
		c, ok := x.(*ssa.Call)
		return ok && staticObj(c) != nil && strings.HasPrefix(staticObj(c).Name(), "Marshal")
	})
	if marshals {
		st.mark.Strength = StrongMark
	}
}

// writesFile reports whether a method writes to an open file, such as a journal
// with one value a line.
// namedRole lets the name choose for an own function whose signature allows a
// mark: it can fail and is given the item or its id.
// receiverName is the name of the field or variable that holds the receiver.
// targetOf returns the value that says where a mark is written, where that is
// known: the spreadsheet of a Values.Update.
