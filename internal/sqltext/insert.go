package sqltext

import "strings"

// parseInsert reads INSERT and REPLACE. It returns nil for prose that only
// begins like one.
func parseInsert(toks []token) []Statement {
	s := readInsert(toks)
	if s.Table.Raw == "" {
		return nil
	}
	return []Statement{s}
}

func readInsert(toks []token) Statement {
	s := Statement{Verb: Insert}
	if toks[0].is("replace") {
		s.Conflict = Merges
	}
	rest := toks[1:]
	for len(rest) > 0 && rest[0].kind == word {
		t := rest[0].text
		if t == "into" || t == "overwrite" || t == "table" {
			rest = rest[1:]
			if t == "into" && len(rest) > 0 && rest[0].is("table") && len(rest) > 1 && rest[1].kind != punct {
				rest = rest[1:]
			}
			break
		}
		switch t {
		case "ignore":
			s.Conflict, s.Spelling = Ignores, s.Spelling+"INSERT IGNORE"
			if strings.HasPrefix(s.Spelling, "OR") {
				s.Spelling = "INSERT OR IGNORE"
			}
		case "or":
			s.Spelling = "OR"
		case "replace":
			s.Conflict, s.Spelling = Merges, ""
		case "low_priority", "high_priority", "delayed", "rollback", "abort", "fail":
		default:
			if HasHole(t) { // INSERT %s INTO
				s.Conflict = Unknown
			} else {
				// INSERT without INTO (MySQL, SQL Server).
				return s.insertBody(rest)
			}
		}
		rest = rest[1:]
	}
	return s.insertBody(rest)
}

func (s Statement) insertBody(rest []token) Statement {
	if s.Spelling == "OR" {
		s.Spelling = ""
	}
	s.Table, rest = readTable(rest)
	if s.Table.Raw == "" {
		return s
	}
	// Alias.
	if len(rest) > 1 && rest[0].is("as") {
		rest = rest[2:]
	}
	if len(rest) > 0 && rest[0].is("(") && !(len(rest) > 1 && (rest[1].is("select") || rest[1].is("with"))) {
		end := closing(rest, 0)
		s.Set, s.AllColumns = readColumns(rest[1:end])
		rest = rest[min(end+1, len(rest)):]
	}
	for len(rest) > 0 && (rest[0].is("overriding") || rest[0].is("system") || rest[0].is("user") || rest[0].is("value") && len(rest) > 1 && !rest[1].is("(")) {
		rest = rest[1:]
	}
	if len(rest) > 0 && rest[0].is("output") {
		s.Returning = true
		if i := find(rest, "values", "select", "default"); i >= 0 {
			rest = rest[i:]
		}
	}
	if len(s.Set) == 0 && len(rest) > 0 && !bodyStarts[rest[0].text] && !HasHole(rest[0].text) {
		return Statement{}
	}
	s.readSource(rest)
	s.readConflict(rest)
	return s
}

// bodyStarts are the words that can follow the table and the column list.
var bodyStarts = map[string]bool{
	"values": true, "value": true, "set": true, "select": true, "with": true, "default": true, "(": true, "on": true,
	"format": true, "settings": true, "from": true, "table": true, "partition": true, "returning": true, "exec": true,
}

// readSource reads VALUES, SET or SELECT.
func (s *Statement) readSource(rest []token) {
	if len(rest) == 0 {
		s.unknownTail(rest)
		return
	}
	body := rest
	if i := find(rest, "on", "returning"); i >= 0 && !rest[0].is("select") && !rest[0].is("with") {
		body = rest[:i]
	}
	switch t := body; {
	case len(t) == 0:
	case t[0].is("values") || t[0].is("value"):
		s.readValues(t[1:])
	case t[0].is("set"):
		s.Set, s.AllColumns = readAssigns(t[1:])
	case t[0].is("select"), t[0].is("with"), t[0].is("("):
		s.IsSelect = true
		s.readSelectSource(t)
	case t[0].is("default"):
	default:
		s.unknownTail(t)
	}
}

// unknownTail notes that what follows the table is not known.
func (s *Statement) unknownTail(rest []token) {
	for _, t := range rest {
		if t.kind == word && HasHole(t.text) && s.Conflict == Fails {
			s.Conflict = Unknown
			return
		}
	}
}

func (s *Statement) readValues(toks []token) {
	if len(toks) == 0 || !toks[0].is("(") {
		s.inOrder() // VALUES %s
		return
	}
	end := closing(toks, 0)
	items := splitTop(toks[1:end], ",")
	switch {
	case len(s.Set) == 0:
		// No column list: the values have no names.
		for _, it := range items {
			s.Values = append(s.Values, readValue(it))
		}
	case len(items) == len(s.Set):
		for i, it := range items {
			s.Set[i].Value = readValue(it)
		}
	default:
		s.inOrder() // (%s), or placeholders made in a loop
	}
	// A hole after the last row may be anything, a conflict clause included.
	last := len(toks) - 1
	if last > end && toks[last].kind == word && HasHole(toks[last].text) && !toks[last-1].is(",") && s.Conflict == Fails {
		s.Conflict = Unknown
	}
}

// inOrder takes the columns to have a placeholder each, in order: that is how
// texts are made whose rows are put together in a loop.
func (s *Statement) inOrder() {
	for i := range s.Set {
		s.Set[i].Value = Value{Kind: Param, Params: []int{i + 1}}
	}
}

// readSelectSource reads the SELECT of an INSERT .. SELECT.
func (s *Statement) readSelectSource(toks []token) {
	if toks[0].is("(") {
		toks = toks[1:closing(toks, 0)]
	}
	var ctes []Statement
	if len(toks) > 0 && toks[0].is("with") {
		ctes = parseWith(toks, 1)
		i := find(toks[1:], "select")
		if i < 0 {
			return
		}
		toks = toks[i+1:]
	}
	if len(toks) == 0 || !toks[0].is("select") {
		return
	}
	sel := Statement{Verb: Select}
	sel.readSelect(toks)
	s.From, s.FromRows = sel.From, sel.FromRows
	if n := len(ctes); n > 0 {
		s.From, s.FromRows = ctes[n-1].From, ctes[n-1].FromRows
	}
	if len(sel.Set) == len(s.Set) {
		for i := range s.Set {
			s.Set[i].Value = sel.Set[i].Value
		}
	}
	if notExists(toks, s.Table.Name) && s.Conflict == Fails {
		s.Conflict, s.Spelling = Ignores, "WHERE NOT EXISTS"
	}
}

// notExists reports whether the SELECT yields nothing where table has the row.
func notExists(toks []token, table string) bool {
	for i := 0; table != "" && i+3 < len(toks); i++ {
		if !toks[i].is("not") || !toks[i+1].is("exists") || !toks[i+2].is("(") {
			continue
		}
		inner := toks[i+3 : closing(toks, i+2)]
		if f := find(inner, "from"); f >= 0 {
			if t, _ := readTable(inner[f+1:]); t.Name == table {
				return true
			}
		}
	}
	return false
}

// rowFuncs make rows of their arguments.
var rowFuncs = map[string]bool{
	"unnest": true, "json_to_recordset": true, "jsonb_to_recordset": true, "json_populate_recordset": true,
	"jsonb_populate_recordset": true, "json_array_elements": true, "jsonb_array_elements": true,
	"json_each": true, "json_table": true, "openjson": true, "generate_series": true, "jsonb_to_record": true,
	"json_to_record": true, "jsonb_array_elements_text": true, "json_array_elements_text": true, "values": true,
	"string_to_table": true, "regexp_split_to_table": true, "input": true, "rows": true,
}

// readSelect reads the list and the tables of a SELECT.
func (s *Statement) readSelect(toks []token) {
	list := skip(toks[1:], "all", "straight_join", "sql_calc_found_rows")
	if len(list) > 0 && list[0].is("distinct") {
		list = list[1:]
		if len(list) > 1 && list[0].is("on") && list[1].is("(") {
			list = list[min(closing(list, 1)+1, len(list)):]
		}
	}
	end := find(list, "from", "where", "union", "on", "returning", "limit", "order", "group")
	items := list
	if end >= 0 {
		items = list[:end]
	}
	for _, it := range splitTop(items, ",") {
		s.Set = append(s.Set, Assign{Value: readValue(it)})
	}
	from := find(list, "from")
	if from < 0 || end >= 0 && from > end && !list[end].is("from") {
		s.FromRows = true
		return
	}
	s.readFrom(list[from+1:])
	s.readTail(list)
	for i := 0; i+1 < len(list); i++ {
		if list[i].is("for") && (list[i+1].is("update") || list[i+1].is("share") || list[i+1].is("no")) {
			s.Lock = true
		}
	}
}

// readFrom reads the tables after FROM and JOIN.
func (s *Statement) readFrom(toks []token) {
	expect := true
	for i := 0; i < len(toks); i++ {
		t := toks[i]
		switch {
		case t.is("(") && expect:
			end := closing(toks, i)
			inner := toks[i+1 : end]
			if len(inner) > 0 && inner[0].is("values") {
				s.FromRows = true
			} else if sub := parseOne(inner, 1); len(sub) > 0 {
				last := sub[len(sub)-1]
				s.From = append(s.From, last.From...)
				s.FromRows = s.FromRows || last.FromRows
			}
			i, expect = end, false
		case t.is("("):
			i = closing(toks, i)
		case t.is(","), t.is("join"):
			expect = true
		case t.is("where"), t.is("on") && i+1 < len(toks) && (toks[i+1].is("conflict") || toks[i+1].is("duplicate")),
			t.is("group"), t.is("order"), t.is("limit"), t.is("union"), t.is("returning"), t.is("for"), t.is("having"):
			return
		case expect && (t.is("lateral") || t.is("only") || t.is("rows")):
		case expect && (t.kind == word || t.kind == quoted):
			tab, rest := readTable(toks[i:])
			if len(rest) > 0 && rest[0].is("(") {
				s.FromRows = s.FromRows || rowFuncs[tab.Name]
				if !rowFuncs[tab.Name] {
					s.From = append(s.From, Table{Raw: tab.Raw})
				}
			} else {
				s.From = append(s.From, tab)
			}
			i, expect = len(toks)-len(rest)-1, false
		}
	}
}
