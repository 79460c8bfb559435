package paging

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed words.txt
var wordsFile string

// role is what a name says about paging; the roles stand in words.txt.
type role string

const (
	roleToken     role = "token"
	roleMore      role = "more"
	roleLast      role = "last"
	roleWeak      role = "weak"
	roleFrame     role = "frame"
	roleContainer role = "container"
	roleTotal     role = "total"
	rolePosition  role = "position"
	roleNoItems   role = "noitems"
	roleAsk       role = "ask"
	roleLimit     role = "limit"
	roleAddress   role = "address"
	roleShrink    role = "shrink"
	roleDecode    role = "decode"
	roleFill      role = "fill"
	roleMask      role = "mask"
	roleLink      role = "link"
)

// words maps a role to the words that play it. Patterns are kept apart.
type wordTable struct {
	exact    map[role]map[string]bool
	patterns map[role][][2]string // what stands before and after the star
}

var words = sync.OnceValue(func() *wordTable {
	t := &wordTable{exact: map[role]map[string]bool{}, patterns: map[role][][2]string{}}
	for line := range strings.Lines(wordsFile) {
		line, _, _ = strings.Cut(line, "#")
		f := strings.Fields(line)
		if len(f) == 0 {
			continue
		}
		r := role(f[0])
		if t.exact[r] == nil {
			t.exact[r] = map[string]bool{}
		}
		for _, w := range f[1:] {
			if before, after, ok := strings.Cut(w, "*"); ok {
				t.patterns[r] = append(t.patterns[r], [2]string{before, after})
				continue
			}
			t.exact[r][w] = true
		}
	}
	return t
})

// normal brings NextToken, next_token, "@odata.nextLink" and x-next-page into
// one form.
func normal(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			return r
		}
		return -1
	}, name)
}

// plays reports whether name plays the role.
func plays(r role, name string) bool {
	n := normal(name)
	if n == "" {
		return false
	}
	t := words()
	if t.exact[r][n] {
		return true
	}
	for _, p := range t.patterns[r] {
		if len(n) >= len(p[0])+len(p[1]) && strings.HasPrefix(n, p[0]) && strings.HasSuffix(n, p[1]) {
			return true
		}
	}
	return false
}
