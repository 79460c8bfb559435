package sqltext

import "strings"

// Parse returns the statements that text holds, those inside common table
// expressions first. It returns nil where there is none that it knows.
func Parse(text string) []Statement {
	if !Likely(text) {
		return nil
	}
	var out []Statement
	for _, part := range splitTop(lex(text), ";") {
		out = append(out, parseOne(part, 0)...)
	}
	return out
}

// splitTop cuts toks at every sep outside parentheses.
func splitTop(toks []token, sep string) [][]token {
	var out [][]token
	depth, from := 0, 0
	for i, t := range toks {
		switch {
		case t.is("(") || t.is("["):
			depth++
		case t.is(")") || t.is("]"):
			depth--
		case depth == 0 && t.is(sep):
			out = append(out, toks[from:i])
			from = i + 1
		}
	}
	return append(out, toks[from:])
}

// closing returns the index of the parenthesis that closes the one at i, or
// len(toks).
func closing(toks []token, i int) int {
	depth := 0
	for ; i < len(toks); i++ {
		switch {
		case toks[i].is("("):
			depth++
		case toks[i].is(")"):
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(toks)
}

// find returns the index of the first of words outside parentheses, or -1.
func find(toks []token, words ...string) int {
	depth := 0
	for i, t := range toks {
		switch {
		case t.is("("):
			depth++
		case t.is(")"):
			depth--
		case depth == 0 && t.kind == word:
			for _, w := range words {
				if t.text == w {
					return i
				}
			}
		}
	}
	return -1
}

const maxDepth = 8

func parseOne(toks []token, depth int) []Statement {
	if len(toks) == 0 || depth > maxDepth {
		return nil
	}
	switch t := toks[0]; {
	case t.is("("):
		return parseOne(toks[1:closing(toks, 0)], depth+1)
	case t.is("with"):
		return parseWith(toks, depth)
	case t.is("explain"):
		return nil
	case t.is("insert"), t.is("replace"):
		return parseInsert(toks)
	case t.is("update"):
		if s := parseUpdate(toks); s.Table.Raw != "" {
			return []Statement{s}
		}
		return nil
	case t.is("delete"):
		return []Statement{parseDelete(toks)}
	case t.is("merge"):
		return []Statement{parseMerge(toks)}
	case t.is("select"):
		s := Statement{Verb: Select}
		s.readSelect(toks)
		return []Statement{s}
	case t.is("create"):
		return parseCreate(toks)
	case t.is("alter"):
		return parseAlter(toks)
	case t.is("copy"):
		s := Statement{Verb: Copy}
		rest := toks[1:]
		s.Table, rest = readTable(rest)
		if len(rest) > 0 && rest[0].is("(") {
			s.Set, s.AllColumns = readColumns(rest[1:closing(rest, 0)])
		}
		return []Statement{s}
	}
	return nil
}

// parseWith reads WITH name [(cols)] AS [[NOT] MATERIALIZED] (..), .. main.
func parseWith(toks []token, depth int) []Statement {
	var out []Statement
	ctes := map[string]Statement{}
	i := 1
	for i < len(toks) {
		name := toks[i].text
		for i < len(toks) && !toks[i].is("as") {
			if toks[i].is("(") {
				i = closing(toks, i)
			}
			i++
		}
		for i < len(toks) && !toks[i].is("(") {
			i++
		}
		if i >= len(toks) {
			return out
		}
		end := closing(toks, i)
		inner := parseOne(toks[i+1:end], depth+1)
		out = append(out, inner...)
		if len(inner) > 0 {
			ctes[name] = inner[len(inner)-1]
		} else if end > i+1 && toks[i+1].is("values") {
			ctes[name] = Statement{Verb: Select, FromRows: true}
		}
		if i = end + 1; i < len(toks) && toks[i].is(",") {
			i++
			continue
		}
		break
	}
	if i < len(toks) {
		out = append(out, parseOne(toks[i:], depth+1)...)
	}
	for n := range out {
		out[n].resolve(ctes)
	}
	return out
}

// resolve replaces the names of common table expressions in From by what they
// read.
func (s *Statement) resolve(ctes map[string]Statement) {
	var from []Table
	for _, t := range s.From {
		cte, ok := ctes[t.Name]
		if !ok || t.Name == "" {
			from = append(from, t)
			continue
		}
		switch {
		case cte.Verb == Select:
			from = append(from, cte.From...)
			s.FromRows = s.FromRows || cte.FromRows
		default: // rows that the inner statement returns
			from = append(from, cte.Table)
		}
	}
	s.From = from
}

// readTable reads a possibly qualified name. A name that is not plainly one
// gives an empty Name.
func readTable(toks []token) (Table, []token) {
	if len(toks) == 0 {
		return Table{}, nil
	}
	temp := toks[0].is("#") || toks[0].is("##")
	if temp {
		toks = toks[1:]
	}
	var raw strings.Builder
	n := 0
	for n < len(toks) {
		t := toks[n]
		if t.kind != word && t.kind != quoted {
			break
		}
		raw.WriteString(t.text)
		n++
		if n < len(toks) && toks[n].is(".") {
			raw.WriteByte('.')
			n++
			continue
		}
		if strings.HasSuffix(t.text, ".") && n < len(toks) {
			continue
		}
		if n < len(toks) && toks[n].kind == word && strings.HasPrefix(toks[n].text, ".") {
			continue
		}
		break
	}
	t := Table{Raw: raw.String()}
	t.Name = strings.ToLower(t.Raw[strings.LastIndexByte(t.Raw, '.')+1:])
	if temp {
		t.Name = "#" + t.Name
	}
	if HasHole(t.Name) || !plainName(t.Name) || reserved[t.Name] {
		t.Name = ""
	}
	return t, toks[n:]
}

// reserved are the words that cannot be a table where one is expected: the
// text is of a kind that is not understood.
var reserved = map[string]bool{
	"select": true, "values": true, "set": true, "from": true, "where": true, "into": true,
	"table": true, "only": true, "if": true, "not": true, "default": true, "as": true,
}

func plainName(s string) bool {
	for i, c := range s {
		switch {
		case c == '_' || c >= 'a' && c <= 'z' || c > 127:
		case i > 0 && (c >= '0' && c <= '9' || c == '$' || c == '-'):
		case i == 0 && c == '#':
		default:
			return false
		}
	}
	return s != ""
}

// readColumns reads a list of plain names; ok is false where one is not known.
func readColumns(toks []token) (cols []Assign, ok bool) {
	ok = len(toks) > 0
	for _, item := range splitTop(toks, ",") {
		name := columnName(item)
		if name == "" {
			ok = false
			continue
		}
		cols = append(cols, Assign{Column: name})
	}
	return cols, ok
}

// columnName returns the column that item names, or "".
func columnName(item []token) string {
	if len(item) == 0 {
		return ""
	}
	t, rest := readTable(item)
	if len(rest) > 0 {
		return ""
	}
	return t.Name
}

func parseUpdate(toks []token) Statement {
	s := Statement{Verb: Update}
	rest := skip(toks[1:], "or", "ignore", "replace", "rollback", "abort", "fail", "low_priority", "only")
	set := find(rest, "set")
	s.Table, _ = readTable(rest)
	if set < 0 {
		return Statement{}
	}
	rest = rest[set+1:]
	end := find(rest, "where", "from", "returning", "order", "limit", "output")
	list := rest
	if end >= 0 {
		list = rest[:end]
	}
	s.Set, s.AllColumns = readAssigns(list)
	s.readTail(rest)
	return s
}

func parseDelete(toks []token) Statement {
	s := Statement{Verb: Delete}
	rest := skip(toks[1:], "low_priority", "quick", "ignore")
	if len(rest) > 0 && rest[0].is("from") {
		s.Table, rest = readTable(skip(rest[1:], "only"))
		s.readTail(rest)
	}
	return s
}

// readTail reads WHERE and RETURNING.
func (s *Statement) readTail(toks []token) {
	if i := find(toks, "where"); i >= 0 {
		for j := i + 1; j+1 < len(toks); j++ {
			t, next := toks[j], toks[j+1]
			if (t.kind == word || t.kind == quoted) && (next.is("=") || next.is("in") || next.is("is") || next.is("<") || next.is(">") || next.is("<>") || next.is("!=")) {
				if name := columnName(toks[j : j+1]); name != "" {
					s.Where = append(s.Where, name)
				}
			}
		}
	}
	s.Returning = find(toks, "returning", "output") >= 0
}

func skip(toks []token, words ...string) []token {
next:
	for len(toks) > 0 && toks[0].kind == word {
		for _, w := range words {
			if toks[0].text == w {
				toks = toks[1:]
				continue next
			}
		}
		break
	}
	return toks
}

// readAssigns reads "a = x, (b, c) = (y, z)".
func readAssigns(toks []token) (out []Assign, ok bool) {
	ok = true
	for _, item := range splitTop(toks, ",") {
		eq := -1
		depth := 0
		for i, t := range item {
			if t.is("(") {
				depth++
			} else if t.is(")") {
				depth--
			} else if depth == 0 && t.kind == punct && strings.HasPrefix(t.text, "=") {
				eq = i
				break
			}
		}
		if eq <= 0 {
			ok = false
			continue
		}
		left, right := item[:eq], item[eq+1:]
		if left[0].is("(") {
			cols, all := readColumns(left[1:closing(left, 0)])
			ok = ok && all
			if len(right) > 0 && right[0].is("row") {
				right = right[1:]
			}
			var vals [][]token
			if len(right) > 0 && right[0].is("(") {
				vals = splitTop(right[1:closing(right, 0)], ",")
			}
			for i, c := range cols {
				if len(vals) == len(cols) {
					c.Value = readValue(vals[i])
				}
				out = append(out, c)
			}
			continue
		}
		name := columnName(left)
		if name == "" {
			ok = false
			continue
		}
		out = append(out, Assign{name, readValue(right)})
	}
	return out, ok
}

var constraint = map[string]bool{
	"primary": true, "unique": true, "constraint": true, "foreign": true, "check": true,
	"index": true, "key": true, "like": true, "exclude": true, "fulltext": true,
}
