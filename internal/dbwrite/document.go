package dbwrite

import (
	"strings"

	"github.com/idemlint/idemlint/internal/api"
	"github.com/idemlint/idemlint/internal/sqltext"
	"github.com/idemlint/idemlint/internal/term"
)

// fromDocument reads an update document: {"$setOnInsert": {..}, "$set": {..}}.
func fromDocument(doc, filter, coll *term.Term) (Write, bool) {
	w := Write{Family: Document, Verb: sqltext.Update, Conflict: sqltext.Merges, Complete: true}
	w.Table, w.Known = collection(coll)
	if doc == nil {
		return w, false
	}
	ops := docFields(doc)
	if ops == nil {
		w.Open = !doc.Resolved()
		return w, w.Open
	}
	only := true
	for _, op := range ops {
		cols := rowColumns(op.Value)
		if op.Name == "$setOnInsert" {
			w.Columns = append(w.Columns, cols...)
			if cols == nil {
				w.Complete = false
				w.Open = w.Open || !op.Value.Resolved()
			}
			continue
		}
		if strings.HasPrefix(op.Name, "$") {
			only = false
			for _, c := range cols {
				w.Merged = append(w.Merged, c.Name)
			}
		} else {
			return w, false
		}
	}
	if only && len(ops) > 0 {
		w.Verb, w.Conflict, w.Spelling = sqltext.Insert, sqltext.Ignores, "$setOnInsert"
		for _, f := range rowFilter(filter) {
			for i := range w.Columns {
				w.Columns[i].Key = w.Columns[i].Key || w.Columns[i].Name == f
			}
		}
	} else if len(w.Columns) > 0 {
		// Columns under $setOnInsert beside a $set are written once on
		// purpose.
		w.Columns = nil
	}
	if !only {
		for _, m := range w.Merged {
			w.Columns = append(w.Columns, Column{Name: m})
		}
	}
	return w, true
}

func rowFilter(filter *term.Term) []string {
	if filter == nil {
		return nil
	}
	var out []string
	for _, c := range docFields(filter) {
		out = append(out, c.Name)
	}
	return out
}

// collection names a collection: Collection("name"), or the field that holds it.
func collection(t *term.Term) (string, bool) {
	for range 4 {
		if t == nil {
			return "", false
		}
		switch t.Op {
		case term.Call:
			for _, a := range t.Args {
				if s, ok := a.Text(); ok && a.Op == term.Const && s != "nil" {
					return "coll:" + s, true
				}
			}
			t = t.Recv()
		case term.Field:
			t = t.Args[len(t.Args)-1]
		case term.Unknown:
			return "coll:{" + t.Str + "}", t.Str != ""
		default:
			return "", false
		}
	}
	return "", false
}

// fromBulk finds the update models inside t.
func fromBulk(t, coll *term.Term) []Write {
	var out []Write
	t.Walk(func(x *term.Term) bool {
		switch {
		case x.Op == term.Call && x.N == 1:
			if e, ok := role(x.Str); ok && e.Args["role"] == "docset" {
				var filter *term.Term
				for _, l := range links(x) {
					if e, ok := role(l.Str); ok && e.Args["role"] == "docfilter" {
						filter = l.Arg(0)
					}
				}
				if w, ok := fromDocument(x.Arg(0), filter, coll); ok {
					out = append(out, w)
				}
			}
		case x.Op == term.Record:
			var doc, filter *term.Term
			for i, n := range x.Names {
				switch n {
				case "Update":
					doc = x.Args[i]
				case "Filter":
					filter = x.Args[i]
				}
			}
			if doc != nil {
				if w, ok := fromDocument(doc, filter, coll); ok {
					out = append(out, w)
				}
			}
		}
		return len(out) < 8
	})
	if len(out) == 0 && !t.Resolved() {
		out = append(out, Write{Family: Document, Open: true})
	}
	return out
}

// fromPut reads a request with Item, TableName and ConditionExpression.
func fromPut(req *term.Term) (Write, bool) {
	w := Write{Family: Document, Verb: sqltext.Insert, Conflict: sqltext.Merges, Complete: true}
	if req.Op != term.Record {
		w.Open = !req.Resolved()
		return w, w.Open
	}
	item := term.Select(req, "Item", nil)
	cond := term.Select(req, "ConditionExpression", nil)
	if tab := deref(term.Select(req, "TableName", nil)); tab != nil {
		if s, ok := tab.Text(); ok && s != "nil" {
			w.Table, w.Known = "item:"+s, true
		} else if tab.Op == term.Unknown && tab.Str != "" {
			w.Table, w.Known = "item:{"+tab.Str+"}", true
		}
	}
	if mentions(cond, "attribute_not_exists") || calls(cond, "AttributeNotExists") {
		w.Guarded, w.Conflict, w.Spelling = true, sqltext.Fails, "attribute_not_exists"
	} else if !cond.Resolved() {
		w.Open = true
	}
	w.Columns = rowColumns(deref(item))
	if w.Columns == nil {
		w.Complete = false
		w.Open = w.Open || !item.Resolved()
	}
	return w, true
}

// deref looks through a call that only converts or marshals its argument.
func deref(t *term.Term) *term.Term {
	for range 3 {
		if t == nil || t.Op != term.Call || t.N == 1 || len(t.Args) == 0 || !isUpper(methodName(t.Str)) {
			return t
		}
		t = t.Args[0]
	}
	return t
}

// mentions reports whether a constant text inside t holds s.
func mentions(t *term.Term, s string) bool {
	return t.Any(func(x *term.Term) bool { return x.Op == term.Const && strings.Contains(x.Str, s) })
}

func calls(t *term.Term, name string) bool {
	return t.Any(func(x *term.Term) bool { return x.Op == term.Call && methodName(x.Str) == name })
}

// fromKey reads a write of one value under a key.
func fromKey(call *term.Term, e api.Entry) Write {
	w := Write{Family: KeyValue, Verb: sqltext.Insert, Complete: true, Conflict: sqltext.Merges}
	key, val := call.Arg(e.Int("key", 1)), call.Arg(e.Int("value", 2))
	if key != nil {
		w.Columns = append(w.Columns, Column{Name: "key", Value: key, Key: true})
		w.Table, w.Known = keyPattern(key)
	}
	if e.Has("field") {
		if of := keysOf(call.Arg(e.Int("field", 2))); of != nil { // a field for each entry of a map
			w.entries(of)
			return w.mode(call, e)
		}
	}
	if fields := rowColumns(deref(val)); val != nil && len(fields) > 0 && rowType(deref(val).Type()) != nil {
		w.Columns = append(w.Columns, fields...) // a struct, encoded
	} else {
		name := "value"
		if e.Has("field") {
			if f, ok := call.Arg(e.Int("field", 2)).Text(); ok {
				name = f
			}
		}
		w.Columns = append(w.Columns, Column{Name: name, Value: val})
	}
	return w.mode(call, e)
}

// mode says what becomes of a value that is there under the key.
func (w Write) mode(call *term.Term, e api.Entry) Write {
	if e.Args["role"] == "kvcreate" {
		w.Conflict = sqltext.Fails
	}
	if e.Args["role"] == "setnx" {
		w.Conflict, w.Spelling = sqltext.Ignores, methodName(call.Str)
	}
	if e.Has("mode") { // SetArgs{Mode: "NX"}
		if m := call.Arg(e.Int("mode", 3)); m != nil {
			if s, ok := term.Select(m, "Mode", nil).Text(); ok && strings.EqualFold(s, "nx") {
				w.Conflict, w.Spelling = sqltext.Ignores, "NX"
			}
		}
	}
	return w
}

// entries adds the entries of a map, which may be known to the callers only.
func (w *Write) entries(of *term.Term) {
	cols := rowColumns(of)
	w.Columns = append(w.Columns, cols...)
	if len(cols) == 0 {
		w.Complete, w.Open = false, !of.Resolved()
	}
}

// keysOf returns the map whose keys t stands for, in a loop over it or sorted,
// or nil.
func keysOf(t *term.Term) *term.Term {
	var of *term.Term
	if t == nil {
		return nil
	}
	t.Walk(func(x *term.Term) bool {
		if x.Op == term.Call && (x.Str == term.KeysName || x.Str == "maps.Keys") && len(x.Args) == 1 {
			of = x.Args[0]
		}
		return of == nil
	})
	return of
}

// keyPattern is a key with its unknown parts left out.
func keyPattern(key *term.Term) (string, bool) {
	texts := key.Texts(func(*term.Term) string { return "*" })
	if len(texts) == 0 {
		return "", false
	}
	return "key:" + texts[0], true
}
