package createmark

import (
	"fmt"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Summary is what a caller of a function has to know about it. Parameters are
// counted from one, the receiver of a method first, so that zero means none.
type Summary struct {
	// Makes are the creates that a call leaves behind without a mark.
	Makes []Made
	// Mark is the mark that a call sets.
	Mark Mark
	// Undoes: the call takes made things away.
	Undoes bool
	// Looks: the call asks an outside service what is there.
	Looks bool
	// Request is the parameter that is the HTTP method of the request handed
	// back; Method is the method where it is fixed.
	Request int
	Method  string
	// Fresh: a result is random or timed.
	Fresh bool
	// Acked are the parameters (functions) whose nil error the function takes
	// for "done" and acknowledges.
	Acked []int
}

// Made is a create seen from the caller of the function that does it.
type Made struct {
	// Name is what is called, as in Droplets.Create.
	Name string
	// Type is the key of the type of the thing made, where it has one.
	Type string
	// Tail are the steps that follow in the function, without a mark.
	Tail []string

	// Method is the parameter that is the HTTP method, Request the one that
	// is the request, Op the one that names the remote procedure: whether
	// anything is made is for the caller to say.
	Method, Request, Op int
	// Names are parameters of which one must be random or timed for a new
	// thing to be made.
	Names []int
	// Keys are parameters that become an idempotency key, Paths those that
	// become the URL.
	Keys, Paths []int
	// Depth counts the functions between the caller and the call that creates.
	Depth int
	// Spread: only one of several implementations of an interface method does
	// it.
	Spread bool
	// When is the boolean that the function hands back where it made
	// something, if it is always the same: "true" or "false".
	When string
	// FreshKey: there is an idempotency key, but it is made for each call.
	FreshKey bool

	at ssa.CallInstruction // where create and gap are first seen together
}

// Strength says how sure it is that a write is the mark.
type Strength int

const (
	// NoMark is any other call.
	NoMark Strength = iota
	// WeakMark keeps something; it is the mark if it keeps the created id or
	// is about the same item.
	WeakMark
	// StrongMark says by itself that an item is done.
	StrongMark
)

// Mark is a durable write that can say that an item is done.
type Mark struct {
	Strength Strength
	// Name is what the message calls it, as in UPDATE film_jobs.
	Name string
	// Target is the parameter that says where the mark is written. Where it
	// is the created thing the write is no mark but work on that thing.
	Target int
	// Head are the steps that the function takes before the write.
	Head []string
	// Depth counts the functions between the caller and the write.
	Depth int
	// Claim: the write says that work has begun.
	Claim bool
	// Ack: a queue is told that the message is done with; the message stands
	// for the item.
	Ack bool
	// Row: the write goes to a database.
	Row bool
}

// AFact marks Summary as a fact.
func (*Summary) AFact() {}

func (s *Summary) String() string {
	var parts []string
	for _, m := range s.Makes {
		parts = append(parts, "makes "+m.String())
	}
	if s.Mark.Strength != NoMark {
		parts = append(parts, "marks "+s.Mark.Name)
	}
	for _, f := range []struct {
		is   bool
		name string
	}{{s.Undoes, "undoes"}, {s.Looks, "looks"}, {s.Fresh, "fresh"}, {s.Request > 0, fmt.Sprintf("request of %d", s.Request)}, {s.Method != "", s.Method}, {len(s.Acked) > 0, "acks"}} {
		if f.is {
			parts = append(parts, f.name)
		}
	}
	return strings.Join(parts, "; ")
}

func (m Made) String() string {
	out := m.Name
	for _, p := range []struct {
		name string
		n    int
	}{{"method", m.Method}, {"request", m.Request}, {"op", m.Op}} {
		if p.n > 0 {
			out += fmt.Sprintf(" %s=%d", p.name, p.n)
		}
	}
	if len(m.Names) > 0 {
		out += fmt.Sprintf(" names=%v", m.Names)
	}
	if len(m.Tail) > 0 {
		out += " then " + strings.Join(m.Tail, ", ")
	}
	return out
}

// open reports whether it is for the caller to say if anything is made.
func (m Made) open() bool {
	return m.Method > 0 || m.Request > 0 || m.Op > 0 || len(m.Names) > 0
}

func (s *Summary) empty() bool {
	return len(s.Makes) == 0 && s.Mark.Strength == NoMark && !s.Mark.Claim && !s.Undoes && !s.Looks && !s.Fresh &&
		s.Request == 0 && s.Method == "" && len(s.Acked) == 0
}
