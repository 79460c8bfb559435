package flow

import (
	"fmt"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Kind is one thing that can become of a value.
type Kind uint32

const (
	// NilTest: compared with nil, or with the zero value of its type.
	NilTest Kind = 1 << iota
	// Compare: compared with anything else, switched on, or used as a
	// condition; errors.Is and errors.As are comparisons.
	Compare
	// Read: a field of it is read, or a getter called. Use.Path ends with
	// the field; what becomes of the field's value follows as further uses.
	Read
	// Elem: an element, its length or a range over it is taken.
	Elem
	// Method: a method is called on it. Use.Callee is the method.
	Method
	// Pass: it is an argument (Use.Arg) of a function of which nothing is
	// known. Use.Callee is nil for a call of an unknown function value.
	Pass
	// Log: it is an argument of a call that only logs.
	Log
	// Alert: it is given to a pager, a metric or an error tracker.
	Alert
	// Return: the function returns it. Use.Result is the index.
	Return
	// Store: it is put where others can see it: a field of something that
	// outlives the call or a package variable (Use.Var), or an element of
	// such a thing (Use.Var is the variable that holds it, where known).
	Store
	// Send: it is sent on a channel.
	Send
	// Panic: it is the value of a panic.
	Panic
	// Escape: the trail is lost (budget, unsafe, reflection).
	Escape
)

var kindNames = []string{"NilTest", "Compare", "Read", "Elem", "Method", "Pass", "Log", "Alert", "Return", "Store", "Send", "Panic", "Escape"}

func (k Kind) String() string {
	var names []string
	for i, n := range kindNames {
		if k&(1<<i) != 0 {
			names = append(names, n)
		}
	}
	return strings.Join(names, "|")
}

// Use is one thing that becomes of a followed value.
type Use struct {
	Kind Kind
	// Path are the fields (or getters) that were read on the way from the
	// followed value to what is used here, as "ResponseMetaData.NextCursor";
	// "[]" stands for an element. "" means the value itself.
	Path string
	// In says where inside the returned, stored or sent value it lies, in
	// the form of Path; "" means that it is the whole of it.
	In string
	// Instr is the instruction that uses it. In a summary of another
	// function it is the call of that function.
	Instr  ssa.Instruction
	Callee *types.Func // Method, Pass, Log, Alert
	// Name is the name of Callee. It is also known where the use lies in
	// another function (Via) and Callee is not.
	Name   string
	Arg    int        // Pass: index of the argument, receiver not counted
	Result int        // Return
	Var    *types.Var // Store
	// Via is the own function whose body holds the use, nil where Instr
	// itself uses the value.
	Via *types.Func
}

func (u Use) String() string {
	s := u.Kind.String()
	if u.Path != "" {
		s += " ." + u.Path
	}
	if u.In != "" {
		s += " in ." + u.In
	}
	switch {
	case u.Kind == Return:
		s += fmt.Sprintf(" #%d", u.Result)
	case u.Kind == Store && u.Var != nil:
		s += " " + u.Var.Name()
	case u.Callee != nil:
		s += " " + u.Callee.Name()
	}
	return s
}

// Under reports whether the use concerns the field at path or something inside
// it.
func (u Use) Under(path string) bool {
	return u.Path == path || strings.HasPrefix(u.Path, path+".")
}
