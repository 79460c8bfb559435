package createmark

import (
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/api"
	"github.com/idemlint/idemlint/internal/effect"
	"github.com/idemlint/idemlint/internal/ledger"
	"github.com/idemlint/idemlint/internal/origin"
)

func writesFile(st *site) bool {
	args := arguments(st.call)
	return st.obj.Signature().Recv() != nil && len(args) > 0 && origin.From(args[0], func(v ssa.Value) bool {
		return api.TypeKey(v.Type()) == "os.File"
	})
}

func (s *scanner) namedRole(st *site) {
	if st.obj == nil || st.mark.Strength == StrongMark || len(st.makes) > 0 {
		return
	}
	sig := st.obj.Signature()
	if len(dataArgs(st.call)) == 0 || !hasError(sig) {
		return
	}
	body := st.fn != nil && len(st.fn.Blocks) > 0
	if body && !st.set.Has(effect.Outside|effect.Unknown) {
		return // nothing durable happens in there
	}
	name, keeps := st.obj.Name(), ledger.Keeps(typeOf(st.obj)) || ledger.Keeps(receiverName(st.call))
	if !keeps && ledger.Remote(typeOf(st.obj)) {
		return // the status of a commit at somebody else's service
	}
	m := Mark{Name: st.name, Strength: WeakMark}
	switch {
	case ledger.Finishes(name), ledger.Closes(name) && keeps:
		m.Strength = StrongMark
	case ledger.MarkWord(name) && ledger.Stores(name):
		m.Strength = StrongMark // UpdateStatus
	case ledger.Stores(name) && keeps:
		m.Claim = true
	default:
		return
	}
	if m.Strength > st.mark.Strength {
		st.mark = m
	}
	st.mark.Claim = st.mark.Claim || m.Claim
}

func receiverName(call ssa.CallInstruction) string {
	common := call.Common()
	v := common.Value
	if !common.IsInvoke() {
		if common.Signature().Recv() == nil || len(common.Args) == 0 {
			return ""
		}
		v = common.Args[0]
	}
	switch x := v.(type) {
	case *ssa.UnOp:
		if fa, ok := x.X.(*ssa.FieldAddr); ok {
			return fieldName(fa)
		}
		if g, ok := x.X.(*ssa.Global); ok {
			return g.Name()
		}
	case *ssa.FieldAddr:
		return fieldName(x)
	case *ssa.Parameter:
		return x.Name()
	}
	return ""
}

func (s *scanner) targetOf(st *site) ssa.Value {
	if st.mark.Target > 0 {
		if args := arguments(st.call); st.mark.Target <= len(args) {
			return args[st.mark.Target-1]
		}
	}
	if st.obj == nil {
		return nil
	}
	if e, ok := lookup(api.Keep, st.obj); ok && e.Has("target") {
		if c := root(st.call); c != nil {
			if args := dataArgs(c); len(args) > 0 {
				return args[0]
			}
		}
	}
	return nil
}
