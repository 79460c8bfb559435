package sqltext

import "strings"

// nowFuncs give the time.
var nowFuncs = map[string]bool{
	"now": true, "current_timestamp": true, "localtimestamp": true, "current_time": true, "current_date": true,
	"getdate": true, "sysdatetime": true, "getutcdate": true, "sysutcdatetime": true, "utc_timestamp": true,
	"clock_timestamp": true, "statement_timestamp": true, "transaction_timestamp": true, "unix_timestamp": true,
	"unixepoch": true, "sysdate": true, "now64": true,
}

var constWords = map[string]bool{
	"null": true, "true": true, "false": true, "default": true,
}

// readValue classifies the expression of one column.
func readValue(toks []token) Value {
	toks = strip(toks)
	v := Value{}
	for _, t := range toks {
		if t.kind == param {
			if t.n > 0 {
				v.Params = append(v.Params, t.n)
			} else {
				v.Names = append(v.Names, t.text)
			}
		}
	}
	if len(toks) == 0 {
		return v
	}
	switch t := toks[0]; {
	case len(v.Params)+len(v.Names) > 0:
		if len(toks) == 1 {
			v.Kind = Param
		}
	case nowCall(toks):
		v.Kind = Now
	case constant(toks):
		v.Kind = Literal
		v.Text = t.text
	default:
		readColumnValue(toks, &v)
	}
	return v
}

// strip takes casts, aliases and enclosing parentheses off an expression.
func strip(toks []token) []token {
	for {
		switch n := len(toks); {
		case n > 2 && toks[0].is("(") && closing(toks, 0) == n-1:
			toks = toks[1 : n-1]
		case n > 2 && toks[n-2].is("as") && (toks[n-1].kind == word || toks[n-1].kind == quoted):
			toks = toks[:n-2]
		case n > 2 && toks[0].is("cast") && toks[1].is("(") && closing(toks, 1) == n-1:
			inner := toks[2 : n-1]
			if as := find(inner, "as"); as > 0 {
				inner = inner[:as]
			}
			toks = inner
		default:
			if i := castAt(toks); i > 0 {
				toks = toks[:i]
				continue
			}
			return toks
		}
	}
}

// castAt returns where a trailing "::type" begins, or -1.
func castAt(toks []token) int {
	depth := 0
	for i, t := range toks {
		switch {
		case t.is("("):
			depth++
		case t.is(")"):
			depth--
		case depth == 0 && t.kind == punct && t.text == "::":
			for _, rest := range toks[i+1:] {
				if rest.kind == punct && !strings.ContainsAny(rest.text, "()[],.") && rest.text != "::" {
					return -1
				}
			}
			return i
		}
	}
	return -1
}

func nowCall(toks []token) bool {
	if toks[0].kind != word || !nowFuncs[toks[0].text] {
		return len(toks) > 3 && (toks[0].is("datetime") || toks[0].is("strftime") || toks[0].is("date")) &&
			containsString(toks, "now")
	}
	return len(toks) == 1 || toks[1].is("(") || toks[1].kind == punct
}

func containsString(toks []token, s string) bool {
	for _, t := range toks {
		if t.kind == str && t.text == s {
			return true
		}
	}
	return false
}

func constant(toks []token) bool {
	for _, t := range toks {
		switch {
		case t.kind == str || t.kind == number:
		case t.kind == word && constWords[t.text]:
		case t.kind == punct && (t.text == "-" || t.text == "+"):
		case t.kind == word && (t.text == "e" || t.text == "interval" || t.text == "array"):
		case t.is("[") || t.is("]") || t.is("{") || t.is("}") || t.is(","):
		default:
			return false
		}
	}
	return true
}

// readColumnValue reads t.col, excluded.col, VALUES(col), LAST_INSERT_ID(col).
func readColumnValue(toks []token, v *Value) {
	if len(toks) == 4 && toks[1].is("(") && toks[3].is(")") {
		switch toks[0].text {
		case "values":
			v.Kind, v.Text = Column, "values."+toks[2].text
		case "last_insert_id":
			v.Kind, v.Text = Column, toks[2].text
		}
		return
	}
	t, rest := readTable(toks)
	if t.Name == "" || len(rest) > 1 {
		return
	}
	v.Kind = Column
	parts := strings.Split(strings.ToLower(t.Raw), ".")
	if len(parts) > 1 {
		parts = parts[len(parts)-2:]
	}
	v.Text = strings.Join(parts, ".")
}
