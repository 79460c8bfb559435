package effect

import (
	"go/token"
	"go/types"
	"strings"
	"unicode"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/ir"
)

// presume says what a function without a table line does, from its signature: a
// library function or interface method that takes a context and can fail goes
// to somebody else. Without a context a library function computes; an interface
// method that can fail may do anything, which is Unknown.
func presume(obj *types.Func, iface bool) Set {
	sig := obj.Signature()
	set := signature(sig)
	switch {
	case obj.Pkg() == nil || !set.Has(Fail):
		return set
	case ir.IsStd(obj.Pkg().Path()):
		return set // what leaves the process in there stands in the tables
	case takesContext(sig):
		set |= Network | Wait | Presumed
		if VerbOf(obj.Name()) == VerbWrite {
			set |= Write
		}
	case iface:
		set |= Unknown
	}
	return set
}

// signature gives Fail to functions with an error result.
func signature(sig *types.Signature) Set {
	res := sig.Results()
	if n := res.Len(); n > 0 && IsError(res.At(n-1).Type()) {
		return Fail
	}
	return 0
}

// IsError reports whether t is the predeclared type error.
func IsError(t types.Type) bool {
	return types.Identical(t, types.Universe.Lookup("error").Type())
}

func takesContext(sig *types.Signature) bool {
	for i := range min(sig.Params().Len(), 2) {
		if IsContext(sig.Params().At(i).Type()) {
			return true
		}
	}
	return false
}

// IsContext reports whether t is context.Context.
func IsContext(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Name() == "Context" && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "context"
}

// canFail reports whether fn returns an error that is not the constant nil.
func canFail(fn *ssa.Function) bool {
	if signature(fn.Signature)&Fail == 0 {
		return false
	}
	for _, b := range fn.Blocks {
		if len(b.Instrs) == 0 {
			continue
		}
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || len(ret.Results) == 0 {
			continue
		}
		if c, ok := ret.Results[len(ret.Results)-1].(*ssa.Const); !ok || !c.IsNil() {
			return true
		}
	}
	return false
}

func isReceive(op *ssa.UnOp) bool { return op.Op == token.ARROW }

// Verb is what the name of a library function says that it does. Names are a
// library's contract with its users; for own functions the body counts.
type Verb int

const (
	VerbUnknown Verb = iota
	VerbRead
	VerbWrite
)

// verbs maps the first word of a name. Sources: the operation names of the AWS,
// Google and Azure APIs, database/sql, HTTP methods.
var verbs = map[string]Verb{
	"get": VerbRead, "list": VerbRead, "describe": VerbRead, "read": VerbRead, "find": VerbRead,
	"query": VerbRead, "select": VerbRead, "head": VerbRead, "fetch": VerbRead, "load": VerbRead,
	"lookup": VerbRead, "search": VerbRead, "scan": VerbRead, "count": VerbRead, "exists": VerbRead,
	"has": VerbRead, "is": VerbRead, "check": VerbRead, "show": VerbRead, "stat": VerbRead, "ping": VerbRead,
	"receive": VerbRead, "poll": VerbRead, "watch": VerbRead, "wait": VerbRead, "download": VerbRead,
	"open": VerbRead, "next": VerbRead, "peek": VerbRead, "batchget": VerbRead,

	"create": VerbWrite, "insert": VerbWrite, "add": VerbWrite, "put": VerbWrite, "post": VerbWrite,
	"update": VerbWrite, "upsert": VerbWrite, "set": VerbWrite, "save": VerbWrite, "store": VerbWrite,
	"write": VerbWrite, "delete": VerbWrite, "remove": VerbWrite, "destroy": VerbWrite, "drop": VerbWrite,
	"purge": VerbWrite, "send": VerbWrite, "publish": VerbWrite, "produce": VerbWrite, "enqueue": VerbWrite,
	"push": VerbWrite, "upload": VerbWrite, "copy": VerbWrite, "move": VerbWrite, "rename": VerbWrite,
	"exec": VerbWrite, "execute": VerbWrite, "apply": VerbWrite, "patch": VerbWrite, "replace": VerbWrite, "modify": VerbWrite,
	"attach": VerbWrite, "detach": VerbWrite, "assign": VerbWrite, "bind": VerbWrite, "register": VerbWrite,
	"commit": VerbWrite, "rollback": VerbWrite, "ack": VerbWrite, "nack": VerbWrite, "charge": VerbWrite,
	"refund": VerbWrite, "pay": VerbWrite, "transfer": VerbWrite, "cancel": VerbWrite, "close": VerbWrite,
	"enable": VerbWrite, "disable": VerbWrite, "start": VerbWrite, "stop": VerbWrite, "run": VerbWrite,
	"mark": VerbWrite, "record": VerbWrite, "append": VerbWrite, "merge": VerbWrite, "import": VerbWrite,
	"invoke": VerbWrite, "trigger": VerbWrite, "submit": VerbWrite, "batchwrite": VerbWrite, "bulk": VerbWrite,
	"bulkwrite": VerbWrite, "notify": VerbWrite, "mail": VerbWrite, "grant": VerbWrite, "revoke": VerbWrite,
	"mkdir": VerbWrite, "truncate": VerbWrite, "chmod": VerbWrite, "chown": VerbWrite, "flush": VerbWrite,
}

// VerbOf reads the first word of name (camel case), or the first two where they
// make a known verb together (BatchGet, BulkWrite).
func VerbOf(name string) Verb {
	words := Words(name)
	if len(words) >= 2 {
		if v := verbs[words[0]+words[1]]; v != VerbUnknown {
			return v
		}
	}
	if len(words) >= 2 && (words[0] == "batch" || words[0] == "bulk" || words[0] == "must" || words[0] == "try") {
		words = words[1:]
	}
	if len(words) == 0 {
		return VerbUnknown
	}
	return verbs[words[0]]
}

// Words splits a Go name into lower-case words: "SetNextToken" gives set, next,
// token; "HTTPClient" gives http, client.
func Words(name string) []string {
	var out []string
	runes := []rune(name)
	start := 0
	for i := 1; i <= len(runes); i++ {
		if i < len(runes) && !boundary(runes, i) {
			continue
		}
		if w := strings.ToLower(strings.Trim(string(runes[start:i]), "_")); w != "" {
			out = append(out, w)
		}
		start = i
	}
	return out
}

func boundary(r []rune, i int) bool {
	if r[i] == '_' || r[i-1] == '_' {
		return true
	}
	if unicode.IsUpper(r[i]) {
		return !unicode.IsUpper(r[i-1]) || i+1 < len(r) && unicode.IsLower(r[i+1])
	}
	return false
}
