package ledger

import "strings"

// This file is the one table of words that choose between the roles which the
// structure of a call allows. A call that goes outside and can fail may create,
// undo, look up or mark; its name says which. A word alone makes nothing: the
// callers of these functions have looked at types and flow before they ask.
//
// Sources: the operation names of the AWS, Google, Stripe, GitHub, Slack and
// DigitalOcean APIs; repository and queue interfaces of public Go services.

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

var (
	// creating words begin the name of a call that makes a new thing each time.
	creating = set(`create send publish produce post charge copy launch provision allocate order
		purchase buy issue transfer pay refund payout mint submit enqueue invite fork notify deliver
		dispatch trigger broadcast clone place insert reserve mail email sms text schedule withdraw
		debit credit bill invoice spawn deploy upload`)
	// acting words are the creating ones that no store of rows uses.
	acting = set(`send publish produce post charge launch provision purchase buy transfer pay refund
		payout mint invite notify deliver dispatch broadcast mail email sms text invoice deploy order
		issue debit credit withdraw spawn`)
	// remote words in the name of a type say that it stands for somebody else's service.
	remote = set(`client api gateway provider cloud carrier sdk remote hub platform mailer sender publisher
		notifier producer messenger bank exchange broker vendor supplier registrar tracker`)
	// repeating words anywhere in a name say that a second call changes nothing.
	repeating = set(`upsert ensure idempotent sync`)
	// passing things are made anew by nature and lost without harm.
	passing = set(`token tokens session sessions presigned signed url signature credential credentials
		context client conn connection reader writer lock lease cursor iterator stream heartbeat ping
		keepalive metric metrics stats statistics span spans trace telemetry log logs request command
		cmd query signal packet frame response reply status statuses reaction reactions`)

	// named things are identified by the name they are given: making one again
	// gives the same one, or an error.
	named = set(`tag tags label labels bucket buckets namespace namespaces action actions`)

	// undoing words begin the name of a call that takes a made thing away.
	undoing = set(`delete remove destroy cancel void terminate release rollback undo revert cleanup
		clean deprovision drop abort compensate unreserve revoke purge discard deallocate free refund
		reverse withdraw teardown unpublish`)

	// looking words begin the name of a call that finds a thing.
	looking = set(`get list find search lookup fetch query select describe read load exists has
		head show by retrieve scan count`)

	// closing words begin the name of a call that says that an item is done.
	closing = set(`mark complete completed finish finished done ack acknowledge checkpoint commit settle
		confirm enter record close finalize finalise advance flag stamp persist processed sent archive
		resolve transition remember note journal log`)
	// finishing words are the closing ones that say so of any type; the others
	// have other meanings (close a file, resolve a name, commit a change) and
	// want a type that keeps rows.
	finishing = set(`mark complete completed finish finished done ack acknowledge checkpoint settle finalize finalise processed`)
	// storing words begin the name of a call that keeps a row.
	storing = set(`update save store insert put set append upsert write add create link
		register track replace patch attach dequeue`)
	// keeping words in the name of a type or variable say that it keeps rows.
	keeping = set(`store stores storage repo repos repository repositories ledger book journal db
		database queries querier registry inbox outbox dao table tables model models tx state states
		catalog catalogue archive queue jobs tasks persistence datastore checkpoint checkpointer
		cursor cursors offsets watermark dal history`)
	// idle words after a POST or as last step of a path say that nothing is made.
	idle = set(`search query graphql token tokens login logout auth authenticate authorize oauth validate
		verify check lookup cancel stop start enable disable assign unassign lock unlock refresh
		preview estimate quote quotes calculate graph batchget list find count exists test ping render
		introspect sign rpc session sessions close read decode parse convert translate health status
		resolve match score classify predict complete restart reboot ack heartbeat status statuses`)
)

// Creates reports whether a call of this name that goes outside makes a new
// thing each time it runs.
func Creates(name string) bool {
	words := Words(name)
	if len(words) == 0 || !creating[words[0]] {
		return len(words) > 1 && words[0] == "add" && (words[1] == "comment" || words[1] == "note" || words[1] == "reply")
	}
	last := trimSuffixes(words)
	for i, w := range words {
		switch {
		case repeating[w], w == "or" || w == "if":
			return false // CreateOrUpdate, CreateIfNotExists
		case i == last && i > 0 && passing[w]:
			return i >= 2 && words[i-1] == "pull" // CreatePullRequest
		case i == 1 && passing[w] && w != "log":
			return false
		case i == last && i > 0 && named[w]:
			return false
		}
	}
	return true
}

// Named reports whether a service of this name makes things that their names
// identify (Tags.Create), or works on things that exist (DropletActions.Transfer).
func Named(service string) bool {
	words := Words(strings.TrimSuffix(service, "Op"))
	for len(words) > 1 {
		switch words[len(words)-1] {
		case "service", "client", "api", "impl":
			words = words[:len(words)-1]
			continue
		}
		break
	}
	return len(words) > 0 && named[words[len(words)-1]]
}

// trimSuffixes returns the index of the last word that names a thing:
// PostMessageContext ends in message.
func trimSuffixes(words []string) int {
	i := len(words) - 1
	for i > 0 && (words[i] == "context" || words[i] == "ctx" || words[i] == "async" || words[i] == "sync" || words[i] == "with") {
		i--
	}
	return i
}

// Undoes reports whether a call of this name takes a made thing away.
func Undoes(name string) bool {
	words := Words(name)
	return len(words) > 0 && undoing[words[0]]
}

// LooksUp reports whether a call of this name finds a thing.
func LooksUp(name string) bool {
	words := Words(name)
	if len(words) == 0 {
		return false
	}
	if looking[words[0]] {
		return true
	}
	for _, w := range words[1:] {
		if w == "by" || w == "exists" {
			return true // RecordsByTypeAndName
		}
	}
	return false
}

// Closes reports whether a call of this name says that an item is done.
func Closes(name string) bool {
	words := Words(name)
	return len(words) > 0 && closing[words[0]]
}

// Finishes reports whether Closes holds for a word with no other meaning.
func Finishes(name string) bool {
	words := Words(name)
	return len(words) > 0 && finishing[words[0]]
}

// Stores reports whether a call of this name keeps a row.
func Stores(name string) bool {
	words := Words(name)
	return len(words) > 0 && storing[words[0]]
}

// Keeps reports whether a type, package or field of this name keeps rows.
func Keeps(name string) bool {
	for _, w := range Words(name) {
		if keeping[w] {
			return true
		}
	}
	return false
}

// Idle reports whether the last word of a URL path says that a POST to it makes
// nothing.
func Idle(path string) bool {
	path, _, _ = strings.Cut(path, "?")
	path = strings.TrimRight(path, "/")
	last := path[strings.LastIndexAny(path, "/:.")+1:]
	words := Words(strings.TrimLeft(strings.ReplaceAll(last, "-", "_"), "_"))
	return len(words) > 0 && (idle[words[len(words)-1]] || idle[words[0]])
}

// IdempotencyKey reports whether a field, header or option of this name makes a
// service answer a repeated request with the first answer.
func IdempotencyKey(name string) bool {
	n := strings.ToLower(strings.NewReplacer("-", "", "_", "", " ", "").Replace(name))
	if strings.Contains(n, "idempot") || strings.Contains(n, "dedup") {
		return true
	}
	switch strings.TrimPrefix(n, "x") {
	case "requestid", "requestkey", "requesttoken", "clienttoken", "clientrequesttoken", "clientrequestid",
		"creationtoken", "callerreference", "msgid", "clientmsgid", "clientmessageid", "externalid", "clientreferenceid",
		"clientorderid", "clienttransactionid", "endtoendid", "uniquerequestid", "taskid", "operationkey", "messageid",
		"nonce", "withmsgid", "uniquekey", "requestreference", "mutationid", "clientmutationid", "transactionkey":
		return true
	}
	return false
}

// OwnID reports whether a field of a create request of this name is the thing's
// own id, chosen by the caller.
func OwnID(name string) bool {
	switch strings.ToLower(name) {
	case "id", "uuid", "guid", "uid", "_id":
		return true
	}
	return false
}

// Exists reports whether an error value, predicate or code of this name says
// that the thing is there already.
func Exists(name string) bool {
	n := strings.ToLower(name)
	for _, s := range []string{"exist", "conflict", "duplicate", "alreadyowned", "already"} {
		if strings.Contains(n, s) {
			return !strings.Contains(n, "notexist") && !strings.Contains(n, "doesnotexist")
		}
	}
	return false
}

// Acts reports whether Creates holds for a word that no store of rows uses:
// Send, Charge, but not Create or Insert.
func Acts(name string) bool {
	words := Words(name)
	return len(words) > 0 && acting[words[0]] && Creates(name)
}

// Remote reports whether a type of this name stands for somebody else's service.
func Remote(name string) bool {
	for _, w := range Words(name) {
		if remote[w] {
			return true
		}
	}
	return false
}

// RemoteCreates reports whether the remote procedure called op makes a new
// thing: wallet_send, orders.create, sendtoaddress.
func RemoteCreates(op string) bool {
	last := op[strings.LastIndexAny(op, "._/")+1:]
	words := Words(last)
	if len(words) == 0 || repeating[words[0]] {
		return false
	}
	if creating[words[0]] {
		return true
	}
	for _, w := range []string{"send", "create", "transfer", "mint", "payout"} {
		if strings.HasPrefix(words[0], w) {
			return true
		}
	}
	return false
}
