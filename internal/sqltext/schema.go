package sqltext

import "strings"

func parseCreate(toks []token) []Statement {
	i := find(toks, "table")
	if i < 0 || i > 4 {
		return nil
	}
	s := Statement{Verb: CreateTable}
	for _, t := range toks[1:i] {
		switch t.text {
		case "temp", "temporary":
			s.Temporary = true
		case "unlogged", "global", "local", "or", "replace":
		default:
			return nil
		}
	}
	var rest []token
	s.Table, rest = readTable(skip(toks[i+1:], "if", "not", "exists"))
	s.Temporary = s.Temporary || strings.HasPrefix(s.Table.Name, "#")
	if len(rest) > 0 && rest[0].is("(") {
		s.AllColumns = true
		for _, item := range splitTop(rest[1:closing(rest, 0)], ",") {
			if len(item) == 0 || constraint[item[0].text] && item[0].kind == word {
				continue
			}
			if name := columnName(item[:1]); name != "" {
				s.Set = append(s.Set, Assign{Column: name})
			}
		}
	}
	return []Statement{s}
}

// parseAlter reads ClickHouse's ALTER TABLE t UPDATE col = x WHERE ..
func parseAlter(toks []token) []Statement {
	if len(toks) < 4 || !toks[1].is("table") {
		return nil
	}
	t, rest := readTable(skip(toks[2:], "if", "exists", "only"))
	i := find(rest, "update")
	if i < 0 || i > 3 {
		return nil
	}
	s := Statement{Verb: Update, Table: t}
	list := rest[i+1:]
	if end := find(list, "where"); end >= 0 {
		s.readTail(list)
		list = list[:end]
	}
	s.Set, s.AllColumns = readAssigns(list)
	if len(s.Set) == 0 {
		return nil
	}
	return []Statement{s}
}
