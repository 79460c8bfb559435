package sqltext

import (
	"strconv"
	"strings"

	"github.com/DataDog/go-sqllexer"
)

type kind int

const (
	word   kind = iota // identifier or keyword
	quoted             // quoted identifier
	str                // string literal
	number
	param // placeholder
	punct // one of ( ) , ; . [ ] * or an operator
)

type token struct {
	kind kind
	text string // words in lower case, quotes removed
	n    int    // placeholder number, 0 for named ones
}

func (t token) is(s string) bool { return t.text == s && (t.kind == word || t.kind == punct) }

// maxTokens bounds the work on one text: generated seeds can be megabytes.
const maxTokens = 20000

// lex returns the tokens of text without space and comments.
func lex(text string) []token {
	l := lexer{text: dollarHoles(text)}
	l.dbms = dialect(l.text)
	lx := sqllexer.New(l.text, sqllexer.WithDBMS(l.dbms))
	for len(l.out) < maxTokens {
		t := lx.Scan()
		if t.Type == sqllexer.EOF || t.Value == "" {
			break
		}
		l.add(t)
	}
	return l.out
}

// dialect tells apart the three ways of quoting names, which is all that the
// lexer needs to know.
func dialect(text string) sqllexer.DBMSType {
	switch {
	case strings.Contains(text, "`"):
		return sqllexer.DBMSMySQL
	case strings.Contains(text, "].[") || strings.Contains(text, " [") && bracketName(text):
		return sqllexer.DBMSSQLServer
	}
	return sqllexer.DBMSPostgres
}

// bracketName reports whether a name in brackets follows INTO, UPDATE or MERGE.
func bracketName(text string) bool {
	low := strings.ToLower(text)
	for _, w := range [...]string{"into [", "update [", "merge [", "from [", "table ["} {
		if strings.Contains(low, w) {
			return true
		}
	}
	return false
}

// dollarHoles turns a numbered placeholder whose number is a hole ($%d) into
// a plain one; the lexer would read a dollar-quoted string.
func dollarHoles(text string) string {
	const open = "$" + string(holeRune)
	if !strings.Contains(text, open) {
		return text
	}
	var b strings.Builder
	for {
		i := strings.Index(text, open)
		if i < 0 {
			break
		}
		b.WriteString(text[:i])
		rest := text[i+len(open):]
		end := strings.IndexRune(rest, holeRune)
		if end < 0 {
			text = text[i+1:]
			break
		}
		b.WriteString("?")
		text = rest[end+len(string(holeRune)):]
	}
	b.WriteString(text)
	return b.String()
}

type lexer struct {
	text  string
	dbms  sqllexer.DBMSType
	out   []token
	count int // plain placeholders so far
}

func (l *lexer) add(t *sqllexer.Token) {
	switch t.Type {
	case sqllexer.SPACE, sqllexer.COMMENT, sqllexer.MULTILINE_COMMENT:
	case sqllexer.STRING, sqllexer.INCOMPLETE_STRING, sqllexer.DOLLAR_QUOTED_STRING, sqllexer.DOLLAR_QUOTED_FUNCTION:
		l.addString(t.Value)
	case sqllexer.NUMBER:
		if n := len(l.out) - 1; n >= 0 && l.out[n].kind == param && l.out[n].n > 0 && l.out[n].text == "" {
			l.renumber(t.Value) // SQLite's ?1
			return
		}
		l.out = append(l.out, token{kind: number, text: t.Value})
	case sqllexer.POSITIONAL_PARAMETER:
		n := 0
		for _, c := range t.Value[1:] {
			n = min(n*10+int(c-'0'), 1<<16)
		}
		l.out = append(l.out, token{kind: param, n: n})
	case sqllexer.BIND_PARAMETER:
		l.addNamed(t.Value[1:])
	case sqllexer.QUOTED_IDENT:
		l.out = append(l.out, token{kind: quoted, text: unquote(t.Value)})
	case sqllexer.OPERATOR, sqllexer.JSON_OP, sqllexer.PUNCTUATION, sqllexer.WILDCARD, sqllexer.UNKNOWN, sqllexer.ERROR:
		l.addOperator(t.Value)
	default:
		l.addWord(t.Value)
	}
}

func (l *lexer) addString(s string) {
	if strings.HasPrefix(s, `"`) { // MySQL: a string, or a name under ANSI_QUOTES
		l.out = append(l.out, token{kind: quoted, text: strings.Trim(s, `"`)})
		return
	}
	s = strings.TrimPrefix(s, "'")
	l.out = append(l.out, token{kind: str, text: strings.TrimSuffix(s, "'")})
}

func (l *lexer) renumber(digits string) {
	if n, err := strconv.Atoi(digits); err == nil && n > 0 {
		l.out[len(l.out)-1].n = n
	}
}

// addNamed adds a placeholder with a name; @p1 is the first one.
func (l *lexer) addNamed(name string) {
	tok := token{kind: param, text: name}
	if len(name) > 1 && (name[0] == 'p' || name[0] == 'P') {
		n := 0
		for _, c := range name[1:] {
			if c < '0' || c > '9' {
				n = 0
				break
			}
			n = min(n*10+int(c-'0'), 1<<16)
		}
		tok.n = n
	}
	l.out = append(l.out, tok)
}

// addOperator splits placeholders off: the lexer reads "?::" as one operator.
func (l *lexer) addOperator(s string) {
	if len(s) > 1 && strings.Contains(s, "?") && s != "?|" && s != "?&" && s != "@?" {
		for i, part := range strings.Split(s, "?") {
			if i > 0 {
				l.placeholder()
			}
			if part != "" {
				l.out = append(l.out, token{kind: punct, text: part})
			}
		}
		return
	}
	if s == "?" {
		l.placeholder()
		return
	}
	l.out = append(l.out, token{kind: punct, text: s})
}

func (l *lexer) placeholder() {
	l.count++
	l.out = append(l.out, token{kind: param, n: l.count})
}

// glued are the keywords that a hole may touch, as in "VALUES"+rows.
var glued = [...]string{"values", "into", "select", "from", "set", "on", "where"}

func (l *lexer) addWord(s string) {
	// ":name" comes as an operator and a word.
	if n := len(l.out); n > 0 && l.out[n-1].kind == punct && strings.HasSuffix(l.out[n-1].text, ":") &&
		!strings.HasSuffix(l.out[n-1].text, "::") {
		if rest := strings.TrimSuffix(l.out[n-1].text, ":"); rest == "" {
			l.out = l.out[:n-1]
		} else {
			l.out[n-1].text = rest
		}
		name, field, _ := strings.Cut(s, ".")
		_ = field
		l.addNamed(name)
		return
	}
	if !HasHole(s) {
		l.out = append(l.out, token{kind: word, text: unquote(strings.ToLower(s))})
		return
	}
	low := strings.ToLower(s)
	for _, k := range glued {
		if strings.HasPrefix(low, k+string(holeRune)) {
			l.out = append(l.out, token{kind: word, text: k})
			low = low[len(k):]
			break
		}
	}
	for _, k := range glued {
		if strings.HasSuffix(low, string(holeRune)+k) {
			l.out = append(l.out, token{kind: word, text: unquote(low[:len(low)-len(k)])}, token{kind: word, text: k})
			return
		}
	}
	l.out = append(l.out, token{kind: word, text: unquote(low)})
}

// unquote takes the quotes off each element of a dotted name. A name with
// quotes in other places stays as it is, and so is no plain name.
func unquote(s string) string {
	if !strings.ContainsAny(s, "\"`[]") {
		return s
	}
	parts := strings.Split(s, ".")
	for i, p := range parts {
		if n := len(p); n >= 2 && (p[0] == p[n-1] && (p[0] == '"' || p[0] == '`') || p[0] == '[' && p[n-1] == ']') {
			p = p[1 : n-1]
		}
		if strings.ContainsAny(p, "\"`[]") {
			return s
		}
		parts[i] = p
	}
	return strings.Join(parts, ".")
}
