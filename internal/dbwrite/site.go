package dbwrite

import (
	"go/types"
	"strings"

	"github.com/idemlint/idemlint/internal/api"
	"github.com/idemlint/idemlint/internal/ir"
	"github.com/idemlint/idemlint/internal/sqltext"
	"github.com/idemlint/idemlint/internal/term"
)

// PostgRESTCall is the name of the term that stands for a request of
// PostgREST, with the Prefer header, the body and the path as arguments.
const PostgRESTCall = "postgrest"

// Interpret says what a call may write. It returns nil for calls that write
// nothing that is known.
func Interpret(call *term.Term) []Write {
	if call == nil || call.Op != term.Call {
		return nil
	}
	if call.Str == PostgRESTCall {
		return fromPostgREST(call)
	}
	e, ok := role(call.Str)
	if !ok {
		if w, ok := generatedExec(call); ok {
			return []Write{w}
		}
		return byShape(call)
	}
	switch e.Args["role"] {
	case "exec":
		if e.Has("sql") {
			return execText(call, e.Int("sql", 0), e.Int("args", e.Int("sql", 0)+1))
		}
		return execRecv(call, e)
	case "create":
		return fromCreate(call, e)
	case "findcreate":
		return fromFindCreate(call, e)
	case "ormupdate":
		return fromORMUpdate(call, e)
	case "docupdate":
		if w, ok := fromDocument(call.Arg(e.Int("doc", 2)), call.Arg(e.Int("filter", 1)), call.Recv()); ok {
			return []Write{w}
		}
	case "docinsert":
		w := Write{Family: Document, Verb: sqltext.Insert, Complete: true}
		w.Table, w.Known = collection(call.Recv())
		w.Columns = rowColumns(call.Arg(e.Int("doc", 1)))
		if d := call.Arg(e.Int("doc", 1)); w.Columns == nil && d != nil && !d.Resolved() {
			w.Open = true
		}
		return []Write{w}
	case "bulk":
		if a := call.Arg(e.Int("arg", 1)); a != nil {
			return fromBulk(a, call.Recv())
		}
	case "put":
		if a := call.Arg(e.Int("arg", 1)); a != nil {
			if w, ok := fromPut(a); ok {
				return []Write{w}
			}
		}
	case "setnx", "kvset", "kvcreate":
		return []Write{fromKey(call, e)}
	case "copy":
		return fromCopy(call, e)
	}
	return nil
}

func methodOf(call *term.Term) string { return methodName(call.Str) }

// execText reads a call that executes the SQL text in argument sql.
func execText(call *term.Term, sql, args int) []Write {
	text := call.Arg(sql)
	if text == nil {
		return nil
	}
	if w, ok := rendered(text); ok {
		return []Write{w}
	}
	var rest []*term.Term
	for i := args; call.Arg(i) != nil; i++ {
		rest = append(rest, call.Arg(i))
	}
	out := fromText(text, bind(rest))
	if len(out) == 0 && hasParam(text) {
		return []Write{{Family: SQL, Open: true}}
	}
	return out
}

// hasParam reports whether a parameter of the function itself decides on t.
func hasParam(t *term.Term) bool {
	return t.Any(func(x *term.Term) bool { return x.Op == term.Param && x.Depth == 0 })
}

// hasOuterParam reports whether a parameter of a function around the function
// decides on t.
func hasOuterParam(t *term.Term) bool {
	return t.Any(func(x *term.Term) bool { return x.Op == term.Param && x.Depth > 0 })
}

// rendered reads sql, args := builder.ToSql().
func rendered(text *term.Term) (Write, bool) {
	if text.Op == term.Call {
		if e, ok := role(text.Str); ok && e.Args["role"] == "render" {
			if r := text.Recv(); r != nil {
				return fromChain(r)
			}
			return fromChain(text)
		}
	}
	if text.Op == term.Concat && len(text.Args) > 0 {
		w, ok := rendered(text.Args[0])
		if !ok {
			return w, false
		}
		// ToSql() + " ON CONFLICT DO NOTHING"
		tail := &term.Term{Op: term.Concat, Args: text.Args[1:]}
		for _, s := range tail.Texts(func(*term.Term) string { return "?" }) {
			for _, st := range sqltext.Parse("INSERT INTO t (c) VALUES (1) " + s) {
				if st.Conflict != sqltext.Fails {
					w.Conflict, w.Spelling = st.Conflict, st.Spelling
				}
			}
		}
		return w, true
	}
	return Write{}, false
}

// execRecv reads a call on a prepared statement or on a builder.
func execRecv(call *term.Term, e api.Entry) []Write {
	recv := call.Recv()
	if recv == nil {
		return nil
	}
	if text, ok := prepared(recv, 0); ok {
		var rest []*term.Term
		for i := e.Int("args", 0); call.Arg(i) != nil; i++ {
			rest = append(rest, call.Arg(i))
		}
		out := fromText(text, bind(rest))
		if len(out) == 0 && hasParam(text) {
			return []Write{{Family: SQL, Open: true}}
		}
		return out
	}
	if w, ok := fromChain(recv); ok {
		return []Write{w}
	}
	return nil
}

// prepared returns the text of a prepared statement, looking through Tx.Stmt.
func prepared(t *term.Term, depth int) (*term.Term, bool) {
	if t == nil || depth > 6 {
		return nil, false
	}
	switch t.Op {
	case term.Call:
		if t.Str == term.PreparedName && len(t.Args) == 1 {
			return t.Args[0], true
		}
		e, ok := role(t.Str)
		if !ok {
			return nil, false
		}
		switch e.Args["role"] {
		case "prepare":
			text := t.Arg(e.Int("sql", 0))
			return text, text != nil
		case "restmt":
			return prepared(t.Arg(e.Int("arg", 0)), depth+1)
		}
	case term.Field:
		return prepared(t.Args[len(t.Args)-1], depth+1)
	case term.Alt:
		for _, a := range t.Args {
			if text, ok := prepared(a, depth+1); ok {
				return text, ok
			}
		}
	}
	return nil, false
}

// byShape reads a call of a library that no table knows: one of its arguments
// is a text that is an SQL statement. What only speaks of texts is left out.
func byShape(call *term.Term) []Write {
	if isTalk(call.Str) || speaks(call) {
		return nil
	}
	for i := 0; i < 4; i++ {
		a := call.Arg(i)
		if a == nil {
			return nil
		}
		switch {
		case a.Op == term.List && len(a.Args) > 0 && isText(a.Args[0]): // Exec(sqlOrArgs ...any)
			if out := fromText(a.Args[0], bind([]*term.Term{{Op: term.List, Args: a.Args[1:]}})); len(out) > 0 {
				return out
			}
			continue
		case a.Op == term.Record: // Update(ctx, spanner.Statement{SQL: .., Params: ..})
			if out := fromStatementRecord(a); len(out) > 0 {
				return out
			}
			continue
		}
		if !isText(a) {
			continue
		}
		if w, ok := rendered(a); ok {
			return []Write{w}
		}
		var rest []*term.Term
		for j := i + 1; call.Arg(j) != nil; j++ {
			rest = append(rest, call.Arg(j))
		}
		if out := fromText(a, bind(rest)); len(out) > 0 {
			return out
		}
	}
	return nil
}

// fromStatementRecord reads a struct that holds a statement and its values.
func fromStatementRecord(rec *term.Term) []Write {
	var text, args *term.Term
	for i, n := range rec.Names {
		switch strings.ToLower(n) {
		case "sql", "query", "statement", "stmt", "q":
			text = rec.Args[i]
		case "params", "args", "parameters", "values", "named":
			args = rec.Args[i]
		}
	}
	if text == nil || !isText(text) {
		return nil
	}
	var rest []*term.Term
	if args != nil {
		rest = append(rest, args)
	}
	return fromText(text, bind(rest))
}

// speaks reports whether a call cannot execute anything: it is given an error
// to wrap, or gives nothing back but plain values (an assertion, a parser of
// names).
func speaks(call *term.Term) bool {
	for _, a := range call.Args {
		if t := a.Type(); t != nil && isError(t) {
			return true
		}
	}
	switch t := call.Type().(type) {
	case nil:
		return false
	case *types.Tuple:
		return t.Len() == 0
	default:
		_, basic := t.Underlying().(*types.Basic)
		return basic
	}
}

// isTalk reports whether a function only logs, wraps or formats. What executes
// SQL in the standard library stands in the tables.
func isTalk(name string) bool {
	if ir.IsStd(packageOf(name)) {
		return true
	}
	for _, kind := range [...]string{api.Log, api.Alert, api.Wrap, api.Match, api.Pure} {
		if _, ok := api.LookupName(kind, name); ok {
			return true
		}
	}
	return false
}

// packageOf returns the import path in a full name.
func packageOf(name string) string {
	slash := strings.LastIndexByte(name, '/') + 1
	if dot := strings.IndexByte(name[slash:], '.'); dot >= 0 {
		return name[:slash+dot]
	}
	return name
}

// fromCopy reads CopyFrom(ctx, pgx.Identifier{"t"}, columns, rows).
func fromCopy(call *term.Term, e api.Entry) []Write {
	w := Write{Family: SQL, Verb: sqltext.Copy, Complete: true}
	tab := call.Arg(e.Int("table", 1))
	if tab == nil {
		return nil
	}
	if tab.Op == term.List && len(tab.Args) > 0 {
		tab = tab.Args[len(tab.Args)-1]
	}
	if s, ok := tab.Text(); ok {
		w.Table, w.Known = bare(s), true
	}
	return []Write{w}
}

// generatedExec reads Exec or Save at the end of a generated client's chain.
func generatedExec(call *term.Term) (Write, bool) {
	switch methodOf(call) {
	case "Exec", "ExecX", "Save", "SaveX", "ID", "IDX":
	default:
		return Write{}, false
	}
	recv := recvName(call.Str)
	if !strings.HasSuffix(recv, "UpsertOne") && !strings.HasSuffix(recv, "UpsertBulk") &&
		!strings.HasSuffix(recv, "Update") && !strings.HasSuffix(recv, "UpdateOne") && !strings.HasSuffix(recv, "Create") || call.Recv() == nil {
		return Write{}, false
	}
	return fromChain(call.Recv())
}

// fromPostgREST reads the Prefer header, the body and the path of a request.
func fromPostgREST(call *term.Term) []Write {
	w := Write{Family: PostgREST, Verb: sqltext.Insert, Complete: true}
	prefer, body, path := call.Arg(0), call.Arg(1), call.Arg(2)
	for _, s := range prefer.Texts(func(*term.Term) string { return "" }) {
		if strings.Contains(s, "resolution=ignore-duplicates") {
			w.Conflict, w.Spelling = sqltext.Ignores, "Prefer: resolution=ignore-duplicates"
		} else if strings.Contains(s, "resolution=merge-duplicates") {
			w.Conflict = sqltext.Merges
		}
	}
	if w.Conflict == sqltext.Fails {
		if hasParam(prefer) {
			return []Write{{Family: PostgREST, Open: true}}
		}
		return nil
	}
	w.Columns = rowColumns(body)
	if w.Columns == nil {
		w.Complete = false
		w.Open = !body.Resolved()
	}
	if w.Conflict == sqltext.Ignores && genericRow(body) {
		w.Open = true
	}
	for _, s := range path.Texts(func(*term.Term) string { return "" }) {
		s, query, _ := strings.Cut(s, "?")
		w.Table, w.Known = bare(s[strings.LastIndexByte(s, '/')+1:]), true
		for _, q := range strings.Split(query, "&") {
			if cols, ok := strings.CutPrefix(q, "on_conflict="); ok {
				for _, k := range strings.Split(cols, ",") {
					if c := w.Column(k); c != nil {
						c.Key, w.HasTarget = true, true
					}
				}
			}
		}
	}
	return []Write{w}
}
