package outcome

import (
	"sort"
)

// Verdict says what a decision does with one answer.
type Verdict uint8

// The verdicts.
const (
	Unknown Verdict = iota
	Stops
	GoesOn
)

// httpCodes are the statuses that are tried on every decision about HTTP: the
// grounds first, then those that are only named, then passing ones, then
// neighbours that tell a status that is named from a whole class.
var httpCodes = []int{401, 403, 404, 410, 400, 405, 422, 501, 429, 503, 500, 402, 411, 418}

// Grounds are statuses of which a retry alone is a fault.
var httpGrounds = map[int]bool{401: true, 403: true, 404: true, 410: true}

// grpcGrounds: InvalidArgument, NotFound, PermissionDenied, Unimplemented, Unauthenticated.
var grpcCodes = []int{3, 5, 7, 12, 16, 14, 8, 9, 11}
var grpcGrounds = map[int]bool{3: true, 5: true, 7: true, 12: true, 16: true}

// Ground reports whether repeating on the answer is a fault by itself.
func (s Scenario) Ground() bool {
	switch s.Kind {
	case HTTP:
		return httpGrounds[s.Code]
	case GRPC:
		return grpcGrounds[s.Code]
	case SMTP:
		return s.Code >= 500
	case Var:
		return groundVars[s.Name]
	case Word:
		return permanentWords[s.Name]
	}
	return false
}

// Transient reports whether the answer passes by itself.
func (s Scenario) Transient() bool {
	switch s.Kind {
	case HTTP:
		return s.Code == 429 || s.Code >= 500 && s.Code != 501
	case GRPC:
		return s.Code == 14 || s.Code == 8
	case SMTP:
		return s.Code < 500
	}
	return s.Kind == Net
}

var groundVars = map[string]bool{"database/sql.ErrNoRows": true, "io/fs.ErrNotExist": true, "io/fs.ErrPermission": true}

// Outcome is what is known of one retry.
type Outcome struct {
	Op       string // what is repeated
	Verdicts map[Scenario]Verdict
	Shown    map[Scenario]bool // the operation is known to give it
	Blind    bool              // the decision never looks at the error
	Presumed bool              // that the operation goes outside rests on signatures
	Tries    int               // at most; 0 where it is no constant
	Endless  bool              // nothing ends it
	CtxEnd   bool              // the context can end it
	Renews   map[Scenario]bool // beside the operation, something else is done for this answer only
	Looks    *Looks
	Marker   bool // the repeated function can ask for the end
	Broker   bool // and the queue is somebody else's, who bounds it
	Requeue  bool // failure puts the item back in its queue
}

// Fires returns the answers that are repeated, grounds first, in a fixed order.
func (o *Outcome) Fires(want func(Scenario) bool) []Scenario {
	var out []Scenario
	for s, v := range o.Verdicts {
		if v == GoesOn && want(s) {
			out = append(out, s)
		}
	}
	sortScenarios(out)
	return out
}

// StopsAt returns the answers that are not repeated.
func (o *Outcome) StopsAt() []Scenario {
	var out []Scenario
	for s, v := range o.Verdicts {
		if v == Stops {
			out = append(out, s)
		}
	}
	sortScenarios(out)
	return out
}

func sortScenarios(s []Scenario) {
	sort.Slice(s, func(i, j int) bool {
		if s[i].Kind != s[j].Kind {
			return s[i].Kind < s[j].Kind
		}
		if s[i].Code != s[j].Code {
			return s[i].Code < s[j].Code
		}
		return s[i].Name < s[j].Name
	})
}

// runner starts one evaluation of a retry in a scenario, cutting paths after
// the given number of repetitions.
type runner func(s Scenario, tries int) *machine

// judge evaluates a retry over all answers that its operation can give; nil
// where it is no retry.
func (e *Engine) judge(run runner) *Outcome {
	plain := run(Scenario{Kind: Plain}, 2)
	if plain.over || len(plain.look.Kinds) == 0 {
		return nil
	}
	o := &Outcome{Verdicts: map[Scenario]Verdict{}, Shown: map[Scenario]bool{}, Renews: map[Scenario]bool{}, Looks: plain.look}
	for op := range plain.look.Ops {
		if o.Op == "" || op < o.Op {
			o.Op = op
		}
	}
	o.Presumed = !plain.look.Certain
	list, shown := e.scenarios(plain.look)
	runs := map[Scenario]*machine{{Kind: Plain}: plain}
	net := Scenario{Kind: Net}
	list = append(list, net)
	var on *machine
	var onScn Scenario
	for _, s := range list {
		m := run(s, 2)
		runs[s] = m
		v := m.verdict()
		o.Verdicts[s], o.Shown[s] = v, shown(s)
		if v == GoesOn && on == nil && s.Kind != Net {
			on, onScn = m, s
		}
	}
	if v := plain.verdict(); v == GoesOn && on == nil {
		on, onScn = plain, Scenario{Kind: Plain}
	}
	if on == nil {
		return o
	}
	ok := run(Scenario{Kind: OK}, 2)
	if !repeats(ok, on) {
		if !requeues(ok, runs) {
			return nil
		}
		o.Requeue = true
		for _, ev := range on.events {
			o.Broker = o.Broker || ev.broker
		}
		for _, s := range list {
			o.Verdicts[s] = runs[s].verdict()
		}
	}
	o.Blind = plain.look.Blind() && plain.verdict() == GoesOn && plain.look.Kinds[kindOpaque] > 0 && !o.stopsAtRefusal()
	usual := runs[Scenario{Kind: HTTP, Code: 503}]
	if usual == nil || usual.verdict() != GoesOn {
		usual = runs[net]
	}
	for _, s := range list {
		o.Renews[s] = refusal(s) && renews(runs[s], usual)
	}
	if o.Requeue {
		o.Endless = alwaysBack(on)
		return o
	}
	e.bound(o, run, onScn)
	return o
}

// stopsAtRefusal reports whether some refusal is known to end the retry: then
// the decision does look at the answer, whatever else it repeats unseen.
func (o *Outcome) stopsAtRefusal() bool {
	for s, v := range o.Verdicts {
		if refusal(s) && v == Stops {
			return true
		}
	}
	return false
}

// verdict reads the ends of the paths. A decision that hangs on what the answer
// leaves open goes on only where each way of it can go on.
func (m *machine) verdict() Verdict {
	if m.over {
		return Unknown
	}
	var on, off []Event
	for _, ev := range m.events {
		if ev.GoesOn {
			on = append(on, ev)
		} else {
			off = append(off, ev)
		}
	}
	if len(on) == 0 {
		if len(off) == 0 {
			return Unknown
		}
		return Stops
	}
	for _, ev := range off {
		ok := false
		for _, w := range on {
			ok = ok || consistent(ev.tdec, w.tdec)
		}
		if !ok {
			return Unknown
		}
	}
	return GoesOn
}

func consistent(a, b map[uint64]bool) bool {
	for k, v := range a {
		if w, ok := b[k]; ok && v != w {
			return false
		}
	}
	return true
}

// repeats tells a retry from a loop over items: success leaves where failure
// cannot, or success moves on to something else while failure stays.
func repeats(ok, fail *machine) bool {
	same := false
	for _, ev := range fail.events {
		if ev.GoesOn && len(ev.Leaves) >= 2 && equalIDs(ev.Leaves[0], ev.Leaves[1]) && sameGiven(ev.given) {
			same = true
		}
	}
	if !same && !relogin(ok, fail) {
		return false
	}
	exits := map[[2]int32]bool{}
	for _, ev := range fail.events {
		if !ev.GoesOn {
			exits[ev.Exit] = true
		}
	}
	okOn, moved := false, false
	for _, ev := range ok.events {
		if ev.GoesOn {
			okOn = true
			moved = moved || len(ev.items) >= 2 && !equalIDs(ev.items[0], ev.items[1])
		} else if !exits[ev.Exit] {
			return true
		}
	}
	return !okOn && len(ok.events) > 0 || moved
}

// refusal reports an answer that a new credential may change.
func refusal(s Scenario) bool {
	return s.Kind == HTTP && (s.Code == 401 || s.Code == 403) || s.Kind == GRPC && (s.Code == 16 || s.Code == 7)
}

// relogin is the retry of a refused credential that differs each time because
// a new one is fetched each time, with nothing that ends it.
func relogin(ok, fail *machine) bool {
	if !refusal(fail.scn) {
		return false
	}
	for _, ev := range ok.events {
		if ev.GoesOn {
			return false
		}
	}
	on := false
	for _, ev := range fail.events {
		if !ev.GoesOn || ev.CtxEnd {
			return false
		}
		on = true
	}
	return on && len(ok.events) > 0
}

func equalIDs(a, b []uint64) bool {
	if len(a) == 0 || len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// renews reports whether the way back for this answer does something that the
// way back after a passing trouble does not: log in anew, change the target.
func renews(m, ordinary *machine) bool {
	if m == nil || ordinary == nil {
		return false
	}
	usual := map[string]bool{}
	for _, ev := range ordinary.events {
		if ev.GoesOn {
			for _, c := range ev.Calls {
				usual[c] = true
			}
		}
	}
	for _, ev := range m.events {
		if !ev.GoesOn {
			continue
		}
		other := false
		for _, c := range ev.Calls {
			other = other || !usual[c]
		}
		if !other {
			return false
		}
	}
	return true
}

// bound finds how often the operation is tried at most.
func (e *Engine) bound(o *Outcome, run runner, s Scenario) {
	m := run(s, 45)
	if m.over {
		m = run(s, 2)
	}
	on, off, most := false, false, 0
	for _, ev := range m.events {
		o.CtxEnd = o.CtxEnd || ev.CtxEnd
		if ev.GoesOn {
			on = true
			continue
		}
		n := 0
		for _, l := range ev.Leaves {
			if len(l) > 0 {
				n++
			}
		}
		if n == 0 {
			continue // left before the operation was tried
		}
		off = true
		most = max(most, n)
	}
	switch {
	case !on && off && !m.over:
		o.Tries = most
	case on && !off && !o.CtxEnd:
		o.Endless = true
	}
}

// alwaysBack reports whether each way puts the item back: nothing counts.
func alwaysBack(m *machine) bool {
	for _, ev := range m.events {
		if !ev.Requeued && len(ev.Leaves) > 0 {
			return false
		}
	}
	return !m.over
}
