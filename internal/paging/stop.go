package paging

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/flow"
)

// Stop is how a loop over pages takes a page for the last one.
type Stop uint8

const (
	// NoStop: not by how full the page is.
	NoStop Stop = iota
	// StopEmpty: a page without items ends the loop.
	StopEmpty
	// StopShort: a page with fewer items than asked for ends the loop.
	StopShort
)

// Stops reports how the loop around the call takes a page for the last one
// although the answer says by itself whether more follows.
func (p *Pages) Stops(j *Judged) (Stop, *ssa.If) {
	if j.Group.Nested || onlyTotals(j.Group.Conts) {
		return NoStop, nil
	}
	loop := flow.Innermost(flow.Loops(j.Call.Parent()), j.Call)
	if loop == nil {
		return NoStop, nil
	}
	how, where := NoStop, (*ssa.If)(nil)
	for _, l := range j.Group.Items {
		for _, u := range p.usesOf(j.Root(l.Result)) {
			rest, ok := under(u.Path, l.Path)
			if !ok || rest != "len()" || u.Kind&(flow.NilTest|flow.Compare) == 0 || u.Via != nil {
				continue
			}
			cmp, ok := u.Instr.(*ssa.BinOp)
			if !ok || !j.directLen(cmp) {
				continue
			}
			for _, ifi := range deciders(cmp) {
				if s := stopOf(cmp, ifi, loop); s > how {
					how, where = s, ifi
				}
			}
		}
	}
	return how, where
}

// directLen reports whether the comparison has the length of this page on its
// left or right, not of what was gathered so far.
func (j *Judged) directLen(cmp *ssa.BinOp) bool {
	return j.lenOfPage(cmp.X) || j.lenOfPage(cmp.Y)
}

func (j *Judged) lenOfPage(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	if b, ok := call.Call.Value.(*ssa.Builtin); !ok || b.Name() != "len" {
		return false
	}
	return j.fromPage(call.Call.Args[0], 0)
}

// fromPage goes back from v through fields, loads and phis to the call, but not
// through append.
func (j *Judged) fromPage(v ssa.Value, depth int) bool {
	if depth > 10 {
		return false
	}
	for _, mem := range j.filled {
		if v == mem {
			return true
		}
	}
	switch x := v.(type) {
	case *ssa.Call:
		if x == j.Call {
			return true
		}
		// a getter
		return x.Call.Signature().Recv() != nil && len(x.Call.Args) == 1 && j.fromPage(x.Call.Args[0], depth+1)
	case *ssa.Extract:
		return j.fromPage(x.Tuple, depth+1)
	case *ssa.UnOp:
		if base := flow.ResolveAddr(x); x.Op == token.MUL && base != ssa.Value(x) {
			return j.fromPage(base, depth+1)
		}
		return x.Op == token.MUL && j.fromPage(x.X, depth+1)
	case *ssa.FieldAddr:
		return j.fromPage(x.X, depth+1)
	case *ssa.Field:
		return j.fromPage(x.X, depth+1)
	case *ssa.ChangeType:
		return j.fromPage(x.X, depth+1)
	case *ssa.Alloc:
		only := onlyStored(x)
		return only != nil && j.fromPage(only, depth+1)
	case *ssa.Phi:
		for _, e := range x.Edges {
			if j.fromPage(e, depth+1) {
				return true
			}
		}
	}
	return false
}

// stopOf says what kind of end of the loop the branch is that cmp, a comparison
// of a length, decides.
func stopOf(cmp *ssa.BinOp, ifi *ssa.If, loop *flow.Loop) Stop {
	if !loop.Contains(ifi) {
		return NoStop
	}
	then, other := loop.Blocks[ifi.Block().Succs[0]], loop.Blocks[ifi.Block().Succs[1]]
	if then == other {
		return NoStop
	}
	op, bound := cmp.Op, cmp.Y
	if isLen(cmp.Y) && !isLen(cmp.X) {
		op, bound = mirrored(op), cmp.X
	}
	if then { // the loop goes on where the comparison holds
		op = negated(op)
	}
	n, known := ConstInt(bound)
	switch {
	case op == token.EQL && known && n == 0, op == token.LEQ && known && n == 0, op == token.LSS && known && n == 1:
		return StopEmpty
	case (op == token.LSS || op == token.NEQ) && !(known && n == 0), op == token.LEQ:
		return StopShort
	}
	return NoStop
}

func isLen(v ssa.Value) bool {
	c, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	b, ok := c.Call.Value.(*ssa.Builtin)
	return ok && b.Name() == "len"
}

func mirrored(op token.Token) token.Token {
	switch op {
	case token.LSS:
		return token.GTR
	case token.GTR:
		return token.LSS
	case token.LEQ:
		return token.GEQ
	case token.GEQ:
		return token.LEQ
	}
	return op
}

func negated(op token.Token) token.Token {
	switch op {
	case token.LSS:
		return token.GEQ
	case token.GEQ:
		return token.LSS
	case token.GTR:
		return token.LEQ
	case token.LEQ:
		return token.GTR
	case token.EQL:
		return token.NEQ
	case token.NEQ:
		return token.EQL
	}
	return op
}

// HasToken reports whether the answer says more than a number of the next page,
// of which an empty page is the usual end.
func (j *Judged) HasToken() bool {
	for _, c := range j.Group.Conts {
		if c.Kind == Token || c.Kind == More || c.Kind == Last || c.Kind == Method {
			return true
		}
	}
	return false
}

// MoreWithoutCursor reports whether the loop around the call goes on as long as
// a flag of the answer says so, with a cursor that nobody looks at: where the
// server says "more" and sends none, the next request begins at the top. Only
// answers that the program decodes itself are asked: the libraries' own answers
// have a contract, and Relay's pageInfo has one too.
func (p *Pages) MoreWithoutCursor(j *Judged) (cursor string, found bool) {
	if j.Group.Nested || !j.ownType() {
		return "", false
	}
	loop := flow.Innermost(flow.Loops(j.Call.Parent()), j.Call)
	if loop == nil {
		return "", false
	}
	flagged := false
	for _, c := range j.Group.Conts {
		switch c.Kind {
		case More, Last:
			flagged = flagged || normal(c.Name) != "hasnextpage" && p.decides(j, c, loop)
		case Token:
			sent, looked := p.sentUnseen(j, c)
			if looked {
				return "", false
			}
			if sent {
				cursor = c.Name
			}
		default:
			if p.decides(j, c, loop) {
				return "", false
			}
		}
	}
	return cursor, flagged && cursor != ""
}

// decides reports whether the continuation decides on leaving the loop.
func (p *Pages) decides(j *Judged, c Cont, loop *flow.Loop) bool {
	for _, u := range p.usesOf(j.Root(c.Result)) {
		if _, ok := under(u.Path, c.Path); ok && u.Kind&(flow.NilTest|flow.Compare) != 0 && u.Via == nil && u.Instr != nil && p.leaves(u.Instr, loop) {
			return true
		}
	}
	return false
}

// sentUnseen reports whether a token goes into the next request, and whether
// anything in this function looks at it.
func (p *Pages) sentUnseen(j *Judged, c Cont) (sent, looked bool) {
	for _, u := range p.usesOf(j.Root(c.Result)) {
		rest, ok := under(u.Path, c.Path)
		if !ok {
			continue
		}
		switch u.Kind {
		case flow.NilTest, flow.Compare:
			if u.Via == nil && (rest == "" || rest == "len()") && !p.onlyLogs(u.Instr) {
				looked = true
			}
		case flow.Pass, flow.Method, flow.Elem, flow.Store:
			sent = true
		}
	}
	for _, s := range j.request().Settings {
		if s.Ask() {
			sent = true
		}
	}
	return sent, looked
}
