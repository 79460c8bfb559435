package paging

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/effect"
	"github.com/idemlint/idemlint/internal/flow"
)

// Fate is what becomes of a continuation.
type Fate uint8

const (
	// Unread: nothing but a log line ever looks at it.
	Unread Fate = iota
	// Read: the program looks at it, keeps it or passes it on.
	Read
	// HandedOn: the function returns it, so its callers decide.
	HandedOn
	// Lost: the trail of the answer is lost; somebody may read it.
	Lost
)

// Use is how much of a list is used.
type Use uint8

const (
	// Unused: not at all.
	Unused Use = iota
	// Peeked: whether it is empty, or single items by a fixed index.
	Peeked
	// Whole: gone over, counted, passed on, as if it were everything.
	Whole
)

// Judged is a list with a continuation and what becomes of both.
type Judged struct {
	*Source
	Group Group
	Cont  Fate
	Items Use

	handed []Cont // where the function returns the continuation
	listAt []Loc  // where it returns the list
}

// usesOf returns what becomes of a root of a source, remembered: rounds ask again.
func (p *Pages) usesOf(root ssa.Value) []flow.Use {
	if root == nil {
		return nil
	}
	if u, ok := p.uses[root]; ok {
		return u
	}
	u := slices.DeleteFunc(p.fl.Uses(root), aboutError)
	p.uses[root] = u
	return u
}

// aboutError tells tests of an error that a call which was given the value may
// have returned: they say nothing about the value.
func aboutError(u flow.Use) bool {
	cmp, ok := u.Instr.(*ssa.BinOp)
	return ok && u.Via == nil && effect.IsError(cmp.X.Type())
}

func (p *Pages) judge(src *Source, g Group) *Judged {
	j := &Judged{Source: src, Group: g}
	for _, c := range g.Conts {
		j.Cont = max(j.Cont, p.fateOf(j, c))
	}
	for _, l := range g.Items {
		j.Items = max(j.Items, p.useOf(j, l))
	}
	return j
}

// fateOf says what becomes of one continuation. Read outweighs nothing; a lost
// trail outweighs all, as a program that cannot be seen is not blamed.
func (p *Pages) fateOf(j *Judged, c Cont) Fate {
	fate := Unread
	for _, u := range p.usesOf(j.Root(c.Result)) {
		if j.isFill(u) {
			continue
		}
		if rest, ok := under(u.Path, c.Path); ok {
			fate = max(fate, p.below(j, c, u, rest))
		} else if rest, ok := under(c.Path, u.Path); ok {
			fate = max(fate, p.above(j, c, u, rest))
		}
	}
	return fate
}

// isFill tells the call that fills a variable from the uses of the variable.
func (j *Judged) isFill(u flow.Use) bool {
	return u.Path == "" && j.filled != nil && u.Instr == ssa.Instruction(j.Call)
}

// under returns what of path lies behind prefix.
func under(path, prefix string) (rest string, ok bool) {
	if prefix == "" {
		return path, true
	}
	if path == prefix {
		return "", true
	}
	return strings.CutPrefix(path, prefix+".")
}

// below judges a use of the continuation itself, or of something made of it.
func (p *Pages) below(j *Judged, c Cont, u flow.Use, rest string) Fate {
	switch u.Kind {
	case flow.Log, flow.Read, flow.Elem:
		return Unread
	case flow.Return:
		if rest != "" || strings.Contains(u.In, "[]") {
			return Read // what another call made of it
		}
		return p.returned(j, c, u, u.In)
	case flow.NilTest, flow.Compare:
		if p.onlyLogs(u.Instr) {
			return Unread
		}
	}
	return Read
}

// above judges a use of something that holds the continuation.
func (p *Pages) above(j *Judged, c Cont, u flow.Use, rest string) Fate {
	switch u.Kind {
	case flow.Return:
		if returnsError(u) {
			return Unread // the error of a call that was given the answer
		}
		return p.returned(j, c, u, join(u.In, rest))
	case flow.Method:
		return p.method(c, u, rest)
	case flow.Store:
		return p.stored(j, c, u, rest)
	case flow.Send:
		if local(u) {
			return Unread // the receivers are followed
		}
		return Lost
	case flow.Pass, flow.Escape, flow.Panic, flow.Alert:
		return Lost
	}
	return Unread
}

// returned notes that the function returns the continuation.
func (p *Pages) returned(j *Judged, c Cont, u flow.Use, path string) Fate {
	if returnsError(u) {
		return Read // told as an error
	}
	if u.Instr.Parent() == j.Call.Parent() {
		c.Loc = Loc{u.Result, path}
		j.handed = append(j.handed, c)
	}
	return HandedOn
}

func returnsError(u flow.Use) bool {
	res := u.Instr.Parent().Signature.Results()
	return u.Result < res.Len() && effect.IsError(res.At(u.Result).Type())
}

// method judges a method that is called on what holds the continuation.
func (p *Pages) method(c Cont, u flow.Use, rest string) Fate {
	if u.Callee == nil {
		return Lost
	}
	switch name := u.Callee.Name(); {
	case contMethodName(name):
		return Read
	case itemsMethod(u.Callee):
		return Unread
	case name == "String" || name == "Error" || name == "Close" || name == "ProtoReflect" || name == "Reset":
		return Unread
	case c.Kind == Method && strings.HasPrefix(rest, name):
		return Read
	case u.Path != "": // of the paging part: CurrentPage()
		return Read
	case u.Callee.Signature().Params().Len() == 0 && u.Callee.Signature().Results().Len() == 1 && strings.HasPrefix(name, "Get"):
		return Unread
	}
	return Lost
}

// stored judges an answer that is kept. Where the field is this package's own,
// whoever reads it decides.
func (p *Pages) stored(j *Judged, c Cont, u flow.Use, rest string) Fate {
	if u.Var == nil || u.Var.Exported() || u.Var.Pkg() != p.pass.Pkg || u.In != u.Var.Name() {
		return Lost
	}
	fate := Unread
	for _, read := range p.fl.FieldReads(u.Var) {
		v, ok := read.(ssa.Value)
		if !ok {
			return Lost
		}
		for _, fu := range p.usesOf(v) {
			if _, ok := under(fu.Path, rest); ok {
				if fu.Kind&(flow.Log|flow.Read|flow.Elem) == 0 {
					fate = max(fate, Read)
				}
			} else if _, ok := under(rest, fu.Path); ok && fu.Kind&(flow.Return|flow.Pass|flow.Store|flow.Send|flow.Escape|flow.Method) != 0 {
				return Lost
			}
		}
	}
	return fate
}

// local tells channels that the function made for itself.
func local(u flow.Use) bool {
	switch in := u.Instr.(type) {
	case *ssa.Send:
		_, outlives := flow.Holder(in.Chan)
		return !outlives
	}
	return false
}

// useOf says how much of a list is used.
func (p *Pages) useOf(j *Judged, l Loc) Use {
	use := Unused
	for _, u := range p.usesOf(j.Root(l.Result)) {
		if j.isFill(u) || u.Kind == flow.Return && returnsError(u) {
			continue
		}
		if rest, ok := under(u.Path, l.Path); ok {
			use = max(use, p.listUse(j, u, rest))
		} else if rest, ok := under(l.Path, u.Path); ok {
			if u.Kind == flow.Return && u.Instr.Parent() == j.Call.Parent() {
				j.listAt = append(j.listAt, Loc{u.Result, beforeElem(join(u.In, rest))})
			}
			if u.Kind&(flow.Return|flow.Pass|flow.Store|flow.Send) != 0 {
				use = Whole
			}
		}
	}
	return use
}

// beforeElem cuts a path before its first element: where the list itself lies.
func beforeElem(path string) string {
	if path == "[]" || strings.HasPrefix(path, "[].") {
		return ""
	}
	before, _, _ := strings.Cut(path, ".[]")
	return before
}

// listUse judges one use of the list or of its elements.
func (p *Pages) listUse(j *Judged, u flow.Use, rest string) Use {
	if u.Kind == flow.Return && u.Instr.Parent() == j.Call.Parent() {
		switch {
		case rest == "":
			j.listAt = append(j.listAt, Loc{u.Result, beforeElem(u.In)})
		case strings.HasPrefix(u.In, "[]") || strings.Contains(u.In, ".[]"):
			j.listAt = append(j.listAt, Loc{u.Result, beforeElem(u.In)})
		}
	}
	first, _, _ := strings.Cut(rest, ".")
	switch first {
	case "":
		return p.wholeUse(u)
	case "len()":
		if u.Kind&(flow.Pass|flow.Return|flow.Store|flow.Send) != 0 && !tellsError(u) {
			return Whole // counted
		}
		if cmp, ok := u.Instr.(*ssa.BinOp); ok && rangeLen(cmp) {
			return Whole
		}
		return Peeked
	}
	if first == "[]" && u.Via != nil && u.Kind != flow.Log {
		return Whole // a helper goes over them
	}
	return Unused // elements: how they were reached was judged with the list
}

// tellsError tells "found %d of them" in the text of an error.
func tellsError(u flow.Use) bool {
	return u.Kind == flow.Return && returnsError(u) ||
		u.Kind == flow.Pass && u.Callee != nil && strings.Contains(strings.ToLower(u.Callee.Name()), "error")
}

func (p *Pages) wholeUse(u flow.Use) Use {
	switch u.Kind {
	case flow.Log, flow.Read:
		return Unused
	case flow.NilTest, flow.Compare:
		return Peeked
	case flow.Elem:
		switch in := u.Instr.(type) {
		case *ssa.IndexAddr:
			if _, ok := in.Index.(*ssa.Const); ok {
				return Peeked
			}
		case *ssa.Index:
			if _, ok := in.Index.(*ssa.Const); ok {
				return Peeked
			}
		case *ssa.Call: // len
			return Unused
		}
		return Whole
	}
	return Whole
}

// onlyLogs reports whether a comparison decides on nothing but log lines: "more
// than a thousand" in a log is no report.
func (p *Pages) onlyLogs(instr ssa.Instruction) bool {
	ifi, ok := instr.(*ssa.If)
	if !ok {
		cmp, ok := instr.(*ssa.BinOp)
		if !ok || len(*cmp.Referrers()) != 1 {
			return false
		}
		if ifi, ok = (*cmp.Referrers())[0].(*ssa.If); !ok {
			return false
		}
	}
	then, other := ifi.Block().Succs[0], ifi.Block().Succs[1]
	return p.logBlock(then, other) || p.logBlock(other, then)
}

func (p *Pages) logBlock(b, after *ssa.BasicBlock) bool {
	if len(b.Succs) != 1 || b.Succs[0] != after {
		return false
	}
	logs := false
	for _, instr := range b.Instrs {
		switch in := instr.(type) {
		case *ssa.Call:
			if _, ok := in.Call.Value.(*ssa.Builtin); ok {
				continue
			}
			set := p.eff.Call(in)
			if set&^(effect.Log|effect.Fail) != 0 || !set.Has(effect.Log) && !pureText(in) {
				return false
			}
			logs = logs || set.Has(effect.Log)
		case *ssa.Store:
			if _, outlives := flow.Holder(in.Addr); outlives {
				return false
			}
		case *ssa.MapUpdate, *ssa.Send, *ssa.Go, *ssa.Defer, *ssa.Panic, *ssa.Return:
			return false
		}
	}
	return logs
}

// pureText tells formatting.
func pureText(c *ssa.Call) bool {
	_, obj := flow.Callee(c.Common())
	return obj != nil && obj.Pkg() != nil && (obj.Pkg().Path() == "fmt" || obj.Pkg().Path() == "strconv" || obj.Pkg().Path() == "strings")
}
