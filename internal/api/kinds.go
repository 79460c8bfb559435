package api

// The kinds of table lines. A kind belongs to a question, not to a pass: two
// passes that ask the same thing read the same kind.
const (
	// Log is a call that only writes a log line. It tells nobody: an error
	// given to it is still lost.
	Log = "log"
	// Alert is a call that tells a person or a monitor: a pager, a metric,
	// an error tracker.
	Alert = "alert"
	// Pure is a call that neither leaves the process nor waits, although its
	// package or its signature would let one think so.
	Pure = "pure"
	// Outside is a call that leaves the process (network, database, disk,
	// another program) although structure would not show it. Keys:
	// via=network|database|disk|process.
	Outside = "outside"
	// Wait is a call that blocks until time passes or something happens.
	Wait = "wait"
	// Wrap is a call whose result carries the error (or value) it is given.
	Wrap = "wrap"
	// Match is a call that compares an error with what is expected.
	Match = "match"
	// Exit is a call that does not return.
	Exit = "exit"
)

var kinds = map[string]bool{
	Log: true, Alert: true, Pure: true, Outside: true, Wait: true, Wrap: true, Match: true, Exit: true,
}
