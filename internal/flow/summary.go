package flow

import (
	"fmt"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// ParamUse is a Use of a parameter, without what only makes sense inside the
// function.
type ParamUse struct {
	Kind   Kind
	Path   string
	In     string
	Result int    // Return
	Field  string // Store: name of the field or variable
	Callee string // Method, Pass, Log, Alert: name of the function
}

// Summary is what a function does with its parameters, the receiver first. It
// is a fact, so that importers follow their values through the function.
type Summary struct {
	Params [][]ParamUse
}

// AFact marks Summary as a fact.
func (*Summary) AFact() {}

func (s *Summary) String() string {
	var parts []string
	for i, uses := range s.Params {
		for _, u := range uses {
			p := fmt.Sprintf("p%d:%s", i, u.Kind)
			if u.Path != "" {
				p += "(." + u.Path + ")"
			}
			if u.Kind == Return {
				p += fmt.Sprintf("#%d", u.Result)
			}
			parts = append(parts, p)
		}
	}
	return "flow " + strings.Join(parts, " ")
}

func (s *Summary) empty() bool {
	for _, p := range s.Params {
		if len(p) > 0 {
			return false
		}
	}
	return true
}

// keeps reports whether parameter i is put somewhere. A function that looks like
// a logger and keeps nothing is one, whatever it passes its text on to.
func (s *Summary) keeps(i int) bool {
	if i >= len(s.Params) {
		return false
	}
	for _, u := range s.Params[i] {
		if u.Kind&(Store|Send|Return|Alert) != 0 {
			return true
		}
	}
	return false
}

// maxParamUses bounds the size of a fact. A parameter with more kinds of uses
// is said to escape, which silences.
const maxParamUses = 40

// summary returns the summary of fn, which has a body. A function that is being
// summarised (recursion) counts as one that does nothing more with the value:
// what it does is already on the list of the outer round.
func (fl *Flow) summary(fn *ssa.Function) *Summary {
	if s, ok := fl.memo[fn]; ok {
		return s
	}
	s := &Summary{Params: make([][]ParamUse, len(fn.Params))}
	fl.memo[fn] = s
	for i, p := range fn.Params {
		if worthFollowing(p.Type()) {
			s.Params[i] = compact(fl.Uses(p))
		}
	}
	return s
}

// worthFollowing leaves out parameters that no pass asks about.
func worthFollowing(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsString != 0 || u.Kind() == types.Int || u.Kind() == types.Bool
	case *types.Interface:
		return t.String() != "context.Context"
	}
	return true
}

func compact(uses []Use) []ParamUse {
	seen := map[ParamUse]bool{}
	var out []ParamUse
	for _, u := range uses {
		p := ParamUse{Kind: u.Kind, Path: u.Path, In: u.In, Result: u.Result}
		if u.Var != nil {
			p.Field = u.Var.Name()
		}
		p.Callee = u.Name
		if seen[p] {
			continue
		}
		seen[p] = true
		if len(out) == maxParamUses {
			return append(out, ParamUse{Kind: Escape})
		}
		out = append(out, p)
	}
	return out
}
