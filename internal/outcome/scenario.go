package outcome

import (
	"net/http"
	"strconv"
	"strings"
)

// SKind is the sort of an answer.
type SKind uint8

// The sorts of answers.
const (
	// OK: the operation succeeds.
	OK SKind = iota
	// Plain: it fails with an error of which nothing is known.
	Plain
	// HTTP: it is answered with a status.
	HTTP
	// GRPC: it fails with a code.
	GRPC
	// SMTP: it is answered with a reply code.
	SMTP
	// Var: it fails with an error variable such as sql.ErrNoRows.
	Var
	// Word: it fails with a typed error whose code is a word.
	Word
	// Net: it gets no answer (reset, refused, timeout).
	Net
)

// Scenario is one concrete answer of an operation.
type Scenario struct {
	Kind SKind
	Code int
	Name string
}

// String is how messages name the answer.
func (s Scenario) String() string {
	switch s.Kind {
	case HTTP, SMTP:
		return strconv.Itoa(s.Code)
	case GRPC:
		return grpcNames[s.Code]
	case Var:
		return shortVar(s.Name)
	case Word:
		return s.Name
	case OK:
		return "success"
	case Net:
		return "lost connections"
	}
	return "any error"
}

func shortVar(name string) string {
	return name[strings.LastIndexByte(name, '/')+1:]
}

// grpcNames are the codes of gRPC in their order (google.golang.org/grpc/codes).
var grpcNames = []string{"OK", "Canceled", "Unknown", "InvalidArgument", "DeadlineExceeded", "NotFound",
	"AlreadyExists", "PermissionDenied", "ResourceExhausted", "FailedPrecondition", "Aborted", "OutOfRange",
	"Unimplemented", "Internal", "Unavailable", "DataLoss", "Unauthenticated"}

func httpText(code int) string {
	if t := http.StatusText(code); t != "" {
		return t
	}
	return "Error"
}

// Looks is what the code asked about the answer on its way to a decision.
type Looks struct {
	Vars  map[string]bool  // error variables it was compared with
	Types map[string]*Type // types it was asked for
	Text  bool             // its text was read by a condition
	Nums  map[string]bool  // texts with a number in them that it was searched for
	Words map[string]bool  // words its code was compared with
	Code  bool             // its status or code was read
	Preds map[string]bool  // predicates of libraries that it was given to
	Kinds map[string]int   // kinds of the outward calls that answered
	Ops   map[string]bool  // names of those calls
	Raw   bool
	// Real: some outward call is more than a function handed in.
	Real bool
	// Certain: an outward call stands in a table or in code.
	Certain bool
	// Probe and NoProbe count the outward calls that only ask whether
	// something is there, and the others.
	Probe, NoProbe int
	// GRPC: its gRPC code was read.
	GRPC bool
}

func newLooks() *Looks {
	return &Looks{Vars: map[string]bool{}, Types: map[string]*Type{}, Nums: map[string]bool{}, Words: map[string]bool{},
		Preds: map[string]bool{}, Kinds: map[string]int{}, Ops: map[string]bool{}}
}

// neutralVars say that the work is to end, not that it cannot succeed: a
// decision that knows only them does not look at the error.
var neutralVars = map[string]bool{
	"context.Canceled": true, "context.DeadlineExceeded": true, "io.EOF": true,
	"io.ErrUnexpectedEOF": true, "net.ErrClosed": true, "net/http.ErrServerClosed": true,
	"os.ErrDeadlineExceeded": true,
}

// Blind reports whether nothing but the presence of the error was asked.
func (l *Looks) Blind() bool {
	for v := range l.Vars {
		if !neutralVars[v] {
			return false
		}
	}
	return len(l.Types) == 0 && !l.Text && !l.Code && len(l.Preds) == 0 && len(l.Words) == 0
}

// statusFields and statusMethods are the names under which errors and
// responses carry a status: net/http, googleapi.Error, azcore.ResponseError,
// smithy's ResponseError, minio.ErrorResponse, gophercloud, resty, fasthttp.
var statusFields = map[string]bool{
	"statuscode": true, "status": true, "httpstatus": true, "httpstatuscode": true, "httpcode": true,
	"responsecode": true, "code": true, "respcode": true, "errcode": true, "errorcode": true,
}

// statusOf returns the index of the field of struct t that carries a status.
func statusOf(t *Type, types func(string) *Type) int {
	best := -1
	for i, f := range t.Fields {
		name := strings.ToLower(strings.ReplaceAll(f.Name, "_", ""))
		if !statusFields[name] {
			continue
		}
		ft := types(f.T)
		if ft == nil || ft.Kind != KInt && ft.Kind != KUint {
			continue
		}
		if best < 0 || strings.Contains(name, "status") {
			best = i
		}
	}
	return best
}

// wordOf returns the index of the field of struct t that carries a code as a
// word.
func wordOf(t *Type, types func(string) *Type) int {
	for i, f := range t.Fields {
		switch strings.ToLower(f.Name) {
		case "code", "errorcode", "errcode", "reason", "errortype", "kind":
			if ft := types(f.T); ft != nil && ft.Kind == KString {
				return i
			}
		}
	}
	return -1
}

func statusMethod(name string) bool {
	return statusFields[strings.ToLower(strings.TrimPrefix(name, "Get"))]
}

// permanentWords are codes, as words, that no repetition changes. Sources: the
// common errors of AWS, S3, Azure storage and the Google JSON APIs.
var permanentWords = map[string]bool{
	"AccessDenied": true, "AccessDeniedException": true, "Forbidden": true, "UnauthorizedOperation": true,
	"InvalidAccessKeyId": true, "SignatureDoesNotMatch": true, "InvalidClientTokenId": true, "AuthFailure": true,
	"UnrecognizedClientException": true, "NoSuchKey": true, "NoSuchBucket": true, "NoSuchEntity": true, "NotFound": true,
	"NoSuchUpload": true, "ResourceNotFoundException": true, "ResourceNotFound": true, "BlobNotFound": true, "ContainerNotFound": true,
	"AuthenticationFailed": true, "AuthorizationFailure": true, "InvalidToken": true, "AllAccessDisabled": true,
	"AWS.SimpleQueueService.NonExistentQueue": true, "QueueDoesNotExist": true, "ValidationException": true,
	"forbidden": true, "notFound": true, "unauthorized": true, "not_found": true, "permission_denied": true,
	"invalid_grant": true, "invalid_client": true, "access_denied": true, "unauthenticated": true,
	"OptInRequired": true, "MissingAuthenticationToken": true, "InvalidSignatureException": true,
}
