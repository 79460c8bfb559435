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
	// Answer is a call whose failure is of a known sort. Keys:
	// with=http|grpc|row|disk|smtp, error (a status is an error to it too).
	Answer = "answer"
	// Decide is a function that says what an error is. Keys: status=404,410
	// (true for these), as=grpccode|grpcfrom|grpcstatus|grpcstatuscode|
	// grpcmake (the functions of package status), as=unmarked (true unless
	// the error carries a mark of RetryMark).
	Decide = "decide"
	// Retry is a call that repeats the function it is given. Keys:
	// tries=N (default), forever (no end by default), mark=stop|go (a marked
	// error ends it; only a marked one is repeated), poll (the function gives
	// done and an error, which ends it), policy (only with a RetryOpt of
	// sets=policy).
	Retry = "retry"
	// RetryOpt is a function or struct field that sets a bound or condition
	// of a Retry. Keys: sets=tries|until|cond|open|policy|context|forever, arg=N, add=N,
	// zero=forever.
	RetryOpt = "retryopt"
	// RetryMark is a function or error variable that marks an error for a
	// Retry or a queue. Keys: means=stop|go.
	RetryMark = "retrymark"
	// RetryCond is a function, method or struct field that takes the
	// condition of a client's own retries. Keys: arg=N, above=STATUS (a
	// ready-made condition), method (an interface method that decides).
	RetryCond = "retrycond"
	// RetryCap is a function or field that caps the tries of a queue. Keys:
	// arg=N, zero=forever, handler (see the tables).
	RetryCap = "retrycap"
	// Exit is a call that does not return.
	Exit = "exit"
	// Create is a call that makes something outside the process which a
	// second call makes again. Keys: name=FIELD|argN|recvN says that the
	// store identifies the thing by that name (a field of the request, an
	// argument, argument N of the call that gave the receiver), so that only
	// a random or timed name makes a new one; field=FIELD says that it is new
	// only where that field is set; fn=NAME restricts a pattern to functions
	// of that name. Functions with a context, an error and a creating verb
	// need no line.
	Create = "create"
	// Repeatable is a call that looks like Create but gives the same thing
	// when repeated.
	Repeatable = "repeatable"
	// Ack is a call that tells a queue that a message is done with.
	Ack = "ack"
	// Keep is a call that hands an id or a state to a framework that keeps it.
	Keep = "keep"
	// Runner is a type (not a function) whose functions of one parameter of
	// that type are run by a library that takes a nil error for "done".
	Runner = "runner"
	// Rows is a call that writes rows or builds such a write. Keys: role says
	// which part it is:
	//	exec      runs SQL text (sql=N, bound values from args=N on), or the
	//	          statement or chain that it is called on; prepare and restmt
	//	          give such a statement, render gives a chain as text
	//	insert, update   begins a chain; table=N, row=N, columns=N say more
	//	table, columns, values, row, set, target   add to the chain, with
	//	          their arguments from arg=N (0) on; text adds SQL text
	//	ignore, merge    say what becomes of rows that exist; clause takes a
	//	          value that says so
	//	create, findcreate, ormupdate   write the row of an ORM
	//	docupdate, docinsert, docset, docfilter, bulk, put   write documents
	//	setnx, kvset, kvcreate   write a value under a key
	//	copy      fills the table table=N
	Rows = "rows"
	// Duplicate is a predicate, a sentinel error, an error type or a constant
	// that says that a unique key is taken.
	Duplicate = "duplicate"
	// Fresh is a call whose result no other run gets again: random or timed.
	Fresh = "fresh"
	// Each is a call that runs its function argument once for each item.
	Each = "each"
	// Job is a call that registers its function argument as a job: a cron
	// entry, a scheduled task.
	Job = "job"
	// Serve is a call that keeps the program running until it is told to
	// end: a server, a wait for signals.
	Serve = "serve"
	// Delivery is a type: one message or event (or a batch of them) that a
	// queue hands out, and that its consumer takes off the queue itself.
	// See Runner for those that a nil error takes off.
	Delivery = "delivery"
	// Request is a type: what a function that answers a client or a person
	// at the terminal is handed. Its errors are seen there.
	Request = "request"
	// Future is a call whose result tells later whether it worked.
	Future = "future"
	// Refusable is a call that sends a request which changes something and
	// gives a refusal as an answer, not as an error.
	Refusable = "refusable"
	// Reports is a call that gives a channel on which a library tells what
	// became of each item.
	Reports = "reports"
	// Reconciled is a type whose methods write what a controller writes
	// again in its next round.
	Reconciled = "reconciled"
	// Queued is a type that gathers commands and gives their errors when
	// they are run: a pipeline.
	Queued = "queued"
	// WholeList is a list call that gives the whole list unless the request
	// sets one of the fields in unless=FIELD,FIELD.
	WholeList = "wholelist"
	// Unpaged is a field (PATH.TYPE.FIELD) that, set to true, keeps a
	// library from asking for further pages.
	Unpaged = "unpaged"
)

var kinds = map[string]bool{
	Log: true, Alert: true, Pure: true, Outside: true, Wait: true, Wrap: true,
	Match: true, Answer: true, Decide: true, Retry: true, RetryOpt: true, RetryMark: true,
	RetryCond: true, RetryCap: true, Exit: true, Create: true, Repeatable: true, Ack: true,
	Keep: true, Runner: true, Rows: true, Duplicate: true, Fresh: true, Each: true,
	Job: true, Serve: true, Delivery: true, Request: true, Future: true, Refusable: true,
	Reports: true, Queued: true, Reconciled: true, Unpaged: true, WholeList: true,
}
