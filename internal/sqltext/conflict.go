package sqltext

import "strings"

// readConflict reads ON CONFLICT, ON DUPLICATE KEY UPDATE and RETURNING.
func (s *Statement) readConflict(toks []token) {
	s.Returning = s.Returning || find(toks, "returning") >= 0
	for i := 0; i+1 < len(toks); i++ {
		switch {
		case toks[i].is("if") && toks[i+1].is("not") && i+2 < len(toks) && toks[i+2].is("exists"):
			s.Conflict, s.Spelling = Ignores, "IF NOT EXISTS" // Cassandra
			return
		case toks[i].is("on") && toks[i+1].is("conflict"):
			s.readOnConflict(toks[i+2:])
			return
		case toks[i].is("on") && toks[i+1].is("duplicate"):
			if u := find(toks[i:], "update"); u >= 0 {
				s.Merged, _ = readAssigns(upTo(toks[i+u+1:], "returning"))
				s.newRow(toks[:i])
				s.settle("ON DUPLICATE KEY UPDATE that changes nothing")
			}
			return
		}
	}
	if n := len(toks); n > 1 && s.Conflict == Fails && toks[n-1].kind == word && HasHole(toks[n-1].text) {
		// INSERT .. VALUES (..) %s
		if p := toks[n-2]; p.is(")") || p.kind == word && !p.is("values") && !p.is("set") {
			s.Conflict = Unknown
		}
	}
}

// newRow reads the alias of the new row, as in VALUES (..) AS new, which stands
// for VALUES() in what follows.
func (s *Statement) newRow(body []token) {
	alias := ""
	for i := 0; i+1 < len(body); i++ {
		if body[i].is(")") && body[i+1].is("as") && i+2 < len(body) {
			alias = body[i+2].text
		}
		if body[i].is("as") && i+1 == len(body)-1 {
			alias = body[i+1].text // VALUES %s AS new
		}
	}
	if alias == "" {
		return
	}
	for i := range s.Merged {
		if src, col, ok := strings.Cut(s.Merged[i].Value.Text, "."); ok && strings.EqualFold(src, alias) {
			s.Merged[i].Value.Text = "values." + col
		}
	}
}

func upTo(toks []token, words ...string) []token {
	if i := find(toks, words...); i >= 0 {
		return toks[:i]
	}
	return toks
}

func (s *Statement) readOnConflict(toks []token) {
	if len(toks) > 0 && toks[0].is("(") {
		end := closing(toks, 0)
		for _, item := range splitTop(toks[1:end], ",") {
			if name := columnName(item); name != "" {
				s.Target = append(s.Target, name)
			}
		}
	}
	do := find(toks, "do")
	if do < 0 || do+1 >= len(toks) {
		s.Conflict = Unknown
		return
	}
	switch next := toks[do+1]; {
	case next.is("nothing"):
		s.Conflict, s.Spelling = Ignores, "ON CONFLICT DO NOTHING"
	case next.is("update"):
		set := find(toks[do:], "set")
		if set < 0 {
			s.Conflict = Unknown
			return
		}
		s.Merged, _ = readAssigns(upTo(toks[do+set+1:], "where", "returning"))
		s.settle("ON CONFLICT DO UPDATE that changes nothing")
	default:
		s.Conflict = Unknown
	}
}

// settle decides whether the merge in Merged changes anything: setting a
// column to itself, or a key to the key that conflicted, does not.
func (s *Statement) settle(spelling string) {
	s.Conflict = Merges
	if len(s.Merged) == 0 {
		s.Conflict = Unknown
		return
	}
	for _, a := range s.Merged {
		if !s.same(a) {
			return
		}
	}
	s.Conflict, s.Spelling = Ignores, spelling
}

func (s *Statement) same(a Assign) bool {
	if a.Value.Kind != Column {
		return false
	}
	src, col, ok := strings.Cut(a.Value.Text, ".")
	if !ok {
		return src == a.Column
	}
	if col != a.Column {
		return false
	}
	if src != "excluded" && src != "values" {
		return true // t.col = t.col
	}
	for _, t := range s.Target {
		if t == col {
			return true
		}
	}
	return src == "values" && (col == "id" || col == "uuid")
}

// parseMerge reads SQL Server's, Oracle's and PostgreSQL's MERGE.
func parseMerge(toks []token) Statement {
	s := Statement{Verb: Merge}
	rest := skip(toks[1:], "into", "only")
	if len(rest) > 1 && rest[0].is("top") {
		rest = skip(rest[min(closing(rest, 1)+1, len(rest)):], "into")
	}
	s.Table, rest = readTable(rest)
	if i := find(rest, "using"); i >= 0 {
		s.readFrom(upTo(rest[i+1:], "on", "when"))
	}
	s.Conflict = Ignores
	s.Spelling = "MERGE without WHEN MATCHED"
	for i := 0; i+1 < len(rest); i++ {
		if !rest[i].is("when") {
			continue
		}
		arm := rest[i+1:]
		if n := find(arm, "when"); n >= 0 {
			arm = arm[:n]
		}
		s.readArm(arm)
	}
	if find(rest, "when") < 0 || len(s.Set) == 0 && s.Conflict == Ignores {
		s.Conflict = Unknown
	}
	s.Returning = find(rest, "output", "returning") >= 0
	return s
}

// readArm reads "[NOT] MATCHED .. THEN action".
func (s *Statement) readArm(arm []token) {
	then := find(arm, "then")
	if then < 0 || then+1 >= len(arm) {
		s.Conflict = Unknown
		return
	}
	action := arm[then+1:]
	switch {
	case arm[0].is("matched") && action[0].is("update"):
		s.Conflict, s.Spelling = Merges, ""
		if set := find(action, "set"); set >= 0 {
			s.Merged, _ = readAssigns(upTo(action[set+1:], "output", "returning"))
		}
	case arm[0].is("matched") && (action[0].is("delete")):
		s.Conflict, s.Spelling = Merges, ""
	case action[0].is("insert"):
		if len(action) > 1 && action[1].is("(") {
			end := closing(action, 1)
			s.Set, s.AllColumns = readColumns(action[2:end])
			if v := find(action, "values"); v >= 0 {
				s.readValues(action[v+1:])
			}
		}
	}
}
