package term

import (
	"go/types"
	"strconv"
	"strings"
)

// Texts returns the strings that t may be; hole gives the text for a part that
// is not known. It returns nil where nothing of the text is known.
func (t *Term) Texts(hole func(*Term) string) []string {
	r := renderer{hole: hole}
	out := r.texts(t, true, 0)
	if !r.known {
		return nil
	}
	return out
}

// Text returns the one string that t is, or "" and false.
func (t *Term) Text() (string, bool) {
	whole := true
	out := t.Texts(func(*Term) string { whole = false; return "" })
	if len(out) != 1 || !whole {
		return "", false
	}
	return out[0], true
}

type renderer struct {
	hole  func(*Term) string
	known bool // some constant text was seen
}

// maxTexts bounds the alternatives of one text.
const maxTexts = 16

func (r *renderer) texts(t *Term, whole bool, depth int) []string {
	if depth > 30 {
		return []string{r.hole(t)}
	}
	switch t.Op {
	case Const:
		r.known = true
		return []string{t.Str}
	case Concat:
		out := []string{""}
		for _, a := range t.Args {
			parts := r.texts(a, false, depth+1)
			if len(out)*len(parts) > maxTexts {
				parts = parts[:1]
			}
			var next []string
			for _, o := range out {
				for _, p := range parts {
					next = append(next, o+p)
				}
			}
			out = next
		}
		return out
	case Alt:
		var out []string
		for _, a := range t.Args {
			if out = append(out, r.texts(a, whole, depth+1)...); len(out) >= maxTexts {
				return out[:maxTexts]
			}
		}
		return out
	case Field:
		// Several values of a field belong to several objects: inside a
		// text they would be combined with the wrong neighbours.
		if len(t.Args) == 2 {
			return r.texts(t.Args[1], whole, depth+1)
		}
		if whole {
			var out []string
			for _, a := range t.Args[1:] {
				out = append(out, r.texts(a, true, depth+1)...)
			}
			return out[:min(len(out), maxTexts)]
		}
	}
	return []string{r.hole(t)}
}

// fold computes what a function of package strings, or a function that rewrites
// a text, gives for args. It returns nil where the call stays a call.
func fold(name string, args []*Term, typ types.Type) *Term {
	switch name {
	case "fmt.Sprintf", "fmt.Appendf":
		if name == "fmt.Appendf" && len(args) > 0 {
			args = args[1:]
		}
		if len(args) == 2 {
			return sprintf(args[0], args[1])
		}
	case "fmt.Sprint":
		if len(args) == 1 && args[0].Op == List && !args[0].Open {
			return concat(args[0].Args...)
		}
	case "strings.Join":
		return joined(args)
	case "strings.Repeat":
		return repeated(args)
	case "strings.TrimSuffix", "strings.TrimPrefix", "strings.TrimRight", "strings.TrimLeft", "strings.Trim", "strings.TrimSpace",
		"strings.ToUpper", "strings.ToLower":
		return trimmed(name, args)
	case "strings.ReplaceAll", "strings.Replace":
		return replaced(args)
	case ValuesName:
		// Of something that is no literal: any element.
		if len(args) == 1 && args[0].Op == List {
			return Elem(args[0], -1, typ)
		}
	case "maps.Keys":
		if len(args) == 1 {
			return &Term{Op: Call, Str: KeysName, Args: args, typ: typ}
		}
	case "slices.Sorted", "slices.Collect", "slices.SortedFunc", "slices.SortedStableFunc":
		if len(args) > 0 && args[0].Op == Call && args[0].Str == KeysName {
			return &Term{Op: List, Args: args[:1:1], typ: typ}
		}
	case "strings.Clone", "strings.ToValidUTF8":
		return args[0]
	}
	return nil
}

func sprintf(format, list *Term) *Term {
	if format.Op == Alt {
		var out []*Term
		for _, f := range format.Args {
			out = append(out, sprintf(f, list))
		}
		return alt(out, format.typ)
	}
	if format.Op != Const {
		return concat(format, unknown(format.typ))
	}
	var out []*Term
	arg, s := 0, format.Str
	for {
		i := strings.IndexByte(s, '%')
		if i < 0 || i+1 >= len(s) {
			break
		}
		out = append(out, &Term{Op: Const, Str: s[:i], typ: format.typ})
		s = s[i+1:]
		n := 0
		for n < len(s) && strings.IndexByte("+-# 0123456789.*[]", s[n]) >= 0 {
			n++
		}
		if n >= len(s) {
			break
		}
		if open := strings.IndexByte(s[:n], '['); open >= 0 {
			if end := strings.IndexByte(s[:n], ']'); end > open {
				if idx, err := strconv.Atoi(s[open+1 : end]); err == nil {
					arg = idx - 1
				}
			}
		}
		verb := s[n]
		s = s[n+1:]
		if verb == '%' {
			out = append(out, &Term{Op: Const, Str: "%", typ: format.typ})
			continue
		}
		a := unknown(nil)
		if list.Op == List && !list.Open && arg >= 0 && arg < len(list.Args) {
			a = list.Args[arg]
		} else if list.Op == Param {
			a = Elem(list, -1, nil)
		}
		arg++
		if verb == 'q' {
			a = concat(&Term{Op: Const, Str: `"`, typ: format.typ}, a, &Term{Op: Const, Str: `"`, typ: format.typ})
		}
		out = append(out, a)
	}
	out = append(out, &Term{Op: Const, Str: s, typ: format.typ})
	return concat(out...)
}

func joined(args []*Term) *Term {
	if len(args) != 2 {
		return nil
	}
	switch list := args[0]; list.Op {
	case List:
		if len(list.Args) == 0 {
			return nil
		}
		var out []*Term
		for _, a := range list.Args {
			if a.Op == Call && (a.Str == KeysName || a.Str == ValuesName) && a.Args[0].Op != Record {
				return nil // until the map is known
			}
		}
		for i, a := range Expand(list.Args) {
			if i > 0 {
				out = append(out, args[1])
			}
			out = append(out, a)
		}
		return concat(out...)
	case Alt:
		var out []*Term
		for _, l := range list.Args {
			if j := joined([]*Term{l, args[1]}); j != nil {
				out = append(out, j)
			} else {
				out = append(out, unknown(nil))
			}
		}
		return alt(out, nil)
	case Field:
		if len(list.Args) == 2 {
			return joined([]*Term{list.Args[1], args[1]})
		}
	}
	return nil
}

// Expand replaces the key or value of a loop over a map whose entries are known
// by all of them, in the order of the literal.
func Expand(list []*Term) []*Term {
	var out []*Term
	for _, t := range list {
		if t.Op != Call || len(t.Args) != 1 || t.Str != KeysName && t.Str != ValuesName || t.Args[0].Op != Record {
			out = append(out, t)
			continue
		}
		m := t.Args[0]
		for i, name := range m.Names {
			if t.Str == KeysName {
				out = append(out, &Term{Op: Const, Str: name, typ: types.Typ[types.String]})
			} else {
				out = append(out, m.Args[i])
			}
		}
	}
	return out
}

func repeated(args []*Term) *Term {
	if len(args) != 2 {
		return nil
	}
	count := args[1]
	if count.Op == Call && count.Str == "len" && len(count.Args) == 1 {
		if l := count.Args[0]; l.Op == List && !l.Open {
			count = &Term{Op: Const, Str: strconv.Itoa(len(l.Args))}
		}
	}
	if n, err := strconv.Atoi(count.Str); count.Op == Const && err == nil && n > 0 && n < 64 && args[0].Op == Const {
		return &Term{Op: Const, Str: strings.Repeat(args[0].Str, n), typ: args[0].typ}
	}
	return args[0] // once, as a loop
}

// trimmed trims the ends of a text, of which at least those are known.
func trimmed(name string, args []*Term) *Term {
	t := args[0]
	cut := ""
	if len(args) > 1 {
		if args[1].Op != Const {
			return t
		}
		cut = args[1].Str
	}
	f := func(s string) string { return s }
	left, right := true, true
	switch strings.TrimPrefix(name, "strings.") {
	case "TrimSuffix":
		f, left = func(s string) string { return strings.TrimSuffix(s, cut) }, false
	case "TrimPrefix":
		f, right = func(s string) string { return strings.TrimPrefix(s, cut) }, false
	case "TrimRight":
		f, left = func(s string) string { return strings.TrimRight(s, cut) }, false
	case "TrimLeft":
		f, right = func(s string) string { return strings.TrimLeft(s, cut) }, false
	case "Trim":
		f = func(s string) string { return strings.Trim(s, cut) }
	case "TrimSpace":
		f = strings.TrimSpace
	case "ToUpper":
		return mapConst(t, strings.ToUpper)
	case "ToLower":
		return mapConst(t, strings.ToLower)
	}
	if t.Op != Concat {
		return mapConst(t, f)
	}
	parts := append([]*Term(nil), t.Args...)
	if right && parts[len(parts)-1].Op == Const {
		last := parts[len(parts)-1].Str
		const mark = "\x00" // keeps the other end from being trimmed
		parts[len(parts)-1] = &Term{Op: Const, Str: strings.TrimPrefix(f(mark+last), mark), typ: t.typ}
	}
	if left && parts[0].Op == Const {
		const mark = "\x00"
		parts[0] = &Term{Op: Const, Str: strings.TrimSuffix(f(parts[0].Str+mark), mark), typ: t.typ}
	}
	return concat(parts...)
}

func mapConst(t *Term, f func(string) string) *Term {
	switch t.Op {
	case Const:
		return &Term{Op: Const, Str: f(t.Str), typ: t.typ}
	case Concat, Alt:
		out := make([]*Term, len(t.Args))
		for i, a := range t.Args {
			out[i] = mapConst(a, f)
		}
		if t.Op == Alt {
			return alt(out, t.typ)
		}
		return concat(out...)
	}
	return t
}

func replaced(args []*Term) *Term {
	if len(args) < 3 || args[1].Op != Const || args[1].Str == "" {
		return args[0]
	}
	t, old, new := args[0], args[1].Str, args[2]
	switch t.Op {
	case Const:
		var out []*Term
		for i, part := range strings.Split(t.Str, old) {
			if i > 0 {
				out = append(out, new)
			}
			out = append(out, &Term{Op: Const, Str: part, typ: t.typ})
			if i > 64 {
				break
			}
		}
		return concat(out...)
	case Concat, Alt:
		out := make([]*Term, len(t.Args))
		for i, a := range t.Args {
			out[i] = replaced([]*Term{a, args[1], new})
		}
		if t.Op == Alt {
			return alt(out, t.typ)
		}
		return concat(out...)
	}
	return t
}

// chopped is t without its last n bytes.
func chopped(t *Term, n int) *Term {
	switch t.Op {
	case Const:
		if len(t.Str) >= n {
			return &Term{Op: Const, Str: t.Str[:len(t.Str)-n], typ: t.typ}
		}
	case Concat:
		parts := append([]*Term(nil), t.Args...)
		if last := parts[len(parts)-1]; last.Op == Const && len(last.Str) >= n {
			parts[len(parts)-1] = chopped(last, n)
			return concat(parts...)
		}
	case Alt:
		out := make([]*Term, len(t.Args))
		for i, a := range t.Args {
			out[i] = chopped(a, n)
		}
		return alt(out, t.typ)
	}
	return t
}
