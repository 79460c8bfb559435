package paging

import (
	"go/types"
)

// Results returns the lists with a continuation in what a function of the given
// signature returns: within one result, or side by side as in ([]*Issue,
// *Response, error) and (channels []Channel, nextCursor string, err error).
func (s *shaper) results(sig *types.Signature) []Group {
	var groups []Group
	var conts []Cont
	var items []Loc
	pos := false
	res := sig.Results()
	for i := range res.Len() {
		v := res.At(i)
		k, ok := contKind([]string{v.Name()}, v.Type(), false, false)
		if !ok && isInt(v.Type()) && plays(roleWeak, v.Name()) { // (keys []string, cursor uint64, err error)
			k, ok = Number, true
		}
		if ok && (isBasic(v.Type()) || k == Token && !types.IsInterface(v.Type())) {
			conts = append(conts, Cont{Loc{i, ""}, k, v.Name()})
			continue
		}
		if elem := listElem(v.Type()); elem != nil {
			items = append(items, Loc{i, ""})
			for _, g := range s.of(elem, 1, true, false).groups {
				groups = append(groups, g.within("[]", true).at(i))
			}
			continue
		}
		sh := s.of(v.Type(), 0, false, false)
		for _, g := range sh.groups {
			groups = append(groups, g.at(i))
		}
		for _, c := range sh.conts {
			c.Result = i
			conts = append(conts, c)
		}
		for _, l := range sh.items {
			items = append(items, Loc{i, l.Path})
		}
		pos = pos || sh.pos
	}
	if res.Len() > 1 && len(conts) > 0 && len(items) > 0 && !sameResult(conts, items) && (pos || !onlyTotals(conts)) {
		groups = append(groups, Group{Items: items, Conts: conts})
	}
	return groups
}

func (g Group) at(result int) Group {
	out := Group{Nested: g.Nested, Type: g.Type}
	for _, l := range g.Items {
		out.Items = append(out.Items, Loc{result, l.Path})
	}
	for _, c := range g.Conts {
		c.Result = result
		out.Conts = append(out.Conts, c)
	}
	return out
}

// sameResult tells lists and continuations of one result that were not grouped
// there on purpose.
func sameResult(conts []Cont, items []Loc) bool {
	for _, c := range conts {
		for _, l := range items {
			if c.Result != l.Result {
				return false
			}
		}
	}
	return true
}

func isBasic(t types.Type) bool { return basic(t) != nil }
