package paging

import (
	"fmt"
	"slices"
	"strings"
)

// Carry says which results of a function hold a page and the continuation that
// its caller has to follow. It is a fact.
type Carry struct {
	Groups []Group
}

// AFact marks Carry as a fact.
func (*Carry) AFact() {}

func (c *Carry) String() string {
	var parts []string
	for _, g := range c.Groups {
		var items, conts []string
		for _, l := range g.Items {
			items = append(items, l.String())
		}
		for _, l := range g.Conts {
			conts = append(conts, l.Loc.String())
		}
		parts = append(parts, strings.Join(items, ",")+" goes on at "+strings.Join(conts, ","))
	}
	return "carries " + strings.Join(parts, "; ")
}

func (l Loc) String() string {
	if l.Path == "" {
		return fmt.Sprintf("#%d", l.Result)
	}
	return fmt.Sprintf("#%d.%s", l.Result, l.Path)
}

// maxCarried bounds a fact.
const maxCarried = 12

// add merges g, leaving out what is there.
func (c *Carry) add(g Group) {
	for i := range c.Groups {
		old := &c.Groups[i]
		if old.Nested == g.Nested && slices.ContainsFunc(g.Items, func(l Loc) bool { return slices.Contains(old.Items, l) }) {
			for _, k := range g.Conts {
				if !slices.Contains(old.Conts, k) && len(old.Conts) < maxCarried {
					old.Conts = append(old.Conts, k)
				}
			}
			return
		}
	}
	if len(c.Groups) < maxCarried {
		c.Groups = append(c.Groups, g)
	}
}

// carried returns the group as the caller of the function finds it, or nil where
// the list or its continuation is not handed on.
func (j *Judged) carried() *Group {
	if len(j.handed) == 0 || len(j.listAt) == 0 {
		return nil
	}
	g := Group{Nested: j.Group.Nested, Type: j.Group.Type}
	for _, l := range j.listAt {
		if !slices.Contains(g.Items, l) && len(g.Items) < maxCarried {
			g.Items = append(g.Items, l)
		}
	}
	for _, c := range j.handed {
		if slices.Contains(j.listAt, c.Loc) {
			continue // the answer of another call, which was given it
		}
		if !slices.Contains(g.Conts, c) && len(g.Conts) < maxCarried {
			g.Conts = append(g.Conts, c)
		}
	}
	if len(g.Conts) == 0 {
		return nil
	}
	return &g
}

// Main returns the continuation that says most clearly where the list goes on,
// for messages.
func (g Group) Main() Cont {
	for _, c := range g.Conts {
		if strings.HasPrefix(normal(c.Name), "next") {
			return c
		}
	}
	best := g.Conts[0]
	for _, c := range g.Conts {
		if c.Kind < best.Kind {
			best = c
		}
	}
	return best
}
