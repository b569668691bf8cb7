package tourney

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/plaintext"
)

// What an error is about, for errors.Is.
var (
	ErrNotFound       = errors.New("not found")
	ErrUnauthorized   = errors.New("unauthorized")
	ErrForbidden      = errors.New("forbidden")
	ErrRateLimited    = errors.New("rate limited")
	ErrInvalid        = errors.New("invalid request")
	ErrConflict       = errors.New("conflict")
	ErrUnavailable    = errors.New("unavailable")
	ErrOutcomeUnknown = errors.New("outcome unknown")
	ErrListChanged    = errors.New("list changed while it was read")
)

// ErrorCode is the code of an error item. The codes are observed, not stated by the interface document (section
// 7).
type ErrorCode int

// Observed error codes. There is no 4.
const (
	CodeOther              ErrorCode = 0
	CodeNotFound           ErrorCode = 1
	CodeInvalid            ErrorCode = 2
	CodeRequired           ErrorCode = 3
	CodeInvalidCredentials ErrorCode = 5
	CodePermissionDenied   ErrorCode = 6
	CodeDuplicate          ErrorCode = 7
	CodeMaximum            ErrorCode = 8
	CodeMinimum            ErrorCode = 9
	CodeInactive           ErrorCode = 10
	CodeRange              ErrorCode = 11
	CodeUnavailable        ErrorCode = 12
	CodeSecureConnection   ErrorCode = 13
	CodeExists             ErrorCode = 14
)

// String returns the observed name, or the number.
func (c ErrorCode) String() string {
	if row, ok := contract.LookupCode(int(c)); ok {
		return row.Name
	}
	return fmt.Sprintf("ErrorCode(%d)", int(c))
}

// ErrorItem is one entry of an answer's Errors.
//
// A Message that holds a secret of the request, or a large part of one, in any form is withheld as a whole: it says
// "[withheld: …]" and why. A Message of more than 64 KiB is withheld too. Members of Extra that hold a secret are left
// out. Neither holds what looks like the number of a card. A code with the digits of a secret, which no known code has,
// is CodeOther.
type ErrorItem struct {
	Code    ErrorCode `json:"Code"`
	Message string    `json:"Message"`
	Extra   Extra     `json:"-"`
}

// prefix begins the texts of our errors.
const prefix = "tourney: "

// inner returns the text of an error that another one of ours is about. The prefixes of our errors in it are left out:
// the outer one has it in front.
func inner(err error) string {
	return innerPrefixes.Replace(strings.TrimPrefix(fmt.Sprint(err), prefix))
}

// innerPrefixes stand where one error is about another, and where errors.Join begins a line.
var innerPrefixes = strings.NewReplacer(": "+prefix, ": ", "\n"+prefix, "\n")

// aboutError says what failed because of another error.
type aboutError struct {
	what string
	err  error
}

func (e *aboutError) Error() string { return prefix + e.what + ": " + inner(e.err) }
func (e *aboutError) Unwrap() error { return e.err }

// APIError is an answer that says no: any status outside 200 to 299, or an answer with Errors in it whatever its
// status. For a create or charge it is a certain no when it does not come in an OutcomeUnknownError. errors.Is
// compares it with the sentinels by status and by the codes of Errors.
type APIError struct {
	Op          string // operation, as in "Teams.Get"
	Method      string
	Path        string // without query
	Status      int    // HTTP status
	RequestID   string
	RetryAfter  time.Duration // what the host asked for; 0 when it did not
	Errors      []ErrorItem   // empty when the body was not the interface's own error body
	Attempts    int           // how often the request was sent
	ContentType string

	excerpt string
}

// maxExcerpt bounds what an error keeps of a body that is not the interface's own, and maxMessage what Error
// repeats of a host's message.
const (
	maxExcerpt = 512
	maxMessage = 200
)

// Error names the operation, method, path, status, request id and the host's error messages, as ErrorItem has them: at
// most 200 characters of each.
func (e *APIError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "tourney: %s: %s %s: %d %s", e.Op, e.Method, e.Path, e.Status, http.StatusText(e.Status))
	for i, item := range e.Errors {
		sep := "; "
		if i == 0 {
			sep = ": "
		}
		fmt.Fprintf(&b, "%s%s (%d): %s", sep, item.Code, int(item.Code), printable(item.Message))
	}
	if e.Status/100 == 2 && len(e.Errors) == 0 {
		b.WriteString(": with Errors in a form that is not known")
	}
	if e.Status/100 == 3 {
		b.WriteString(": the redirect was not followed")
	}
	if e.RequestID != "" {
		fmt.Fprintf(&b, " (request %s)", printable(e.RequestID))
	}
	return b.String()
}

// Excerpt returns the first part, at most 512 bytes, of a body that is not the interface's own error body, such as a
// proxy's HTML page. It is no part of Error because it can hold anything. It is withheld like a message when the first
// 4 KiB of the body hold a secret of the request. It is empty for an answer to POST /authenticate, which may hold keys.
func (e *APIError) Excerpt() string { return e.excerpt }

// Is reports whether the error is of the target's kind.
func (e *APIError) Is(target error) bool {
	if statusKind(e.Status) == target && target != nil {
		return true
	}
	for _, item := range e.Errors {
		if row, ok := contract.LookupCode(int(item.Code)); ok && target != nil && statusKind(row.Status) == target {
			return true
		}
	}
	return false
}

// statusKind returns the sentinel that goes with an HTTP status.
func statusKind(status int) error {
	switch status {
	case http.StatusNotFound:
		return ErrNotFound
	case http.StatusUnauthorized:
		return ErrUnauthorized
	case http.StatusForbidden:
		return ErrForbidden
	case http.StatusTooManyRequests:
		return ErrRateLimited
	case http.StatusConflict:
		return ErrConflict
	case http.StatusBadRequest, http.StatusUnprocessableEntity:
		return ErrInvalid
	case http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return ErrUnavailable
	}
	return nil
}

// FieldError is one violated rule of a request.
type FieldError struct {
	Path    string // of the parameter, as in "coaches[0].email"
	Code    ErrorCode
	Message string // names the path and what was expected
}

// ValidationError is a request that was not sent, with everything that is wrong with it. It is ErrInvalid.
type ValidationError struct {
	Op     string
	Fields []FieldError
}

// Error lists what is wrong.
func (e *ValidationError) Error() string {
	messages := make([]string, len(e.Fields))
	for i, f := range e.Fields {
		messages[i] = f.Message
	}
	return fmt.Sprintf("tourney: %s: not sent: %s", e.Op, strings.Join(messages, "; "))
}

// Is reports whether target is ErrInvalid.
func (e *ValidationError) Is(target error) bool { return target == ErrInvalid }

// DecodeError is an answer that the client cannot decode: the wrong type of content, a malformed body, a value that
// does not fit its field, or a body that takes more memory than WithMaxResponseMemory allows. Err quotes at most 40
// bytes of the answer. It quotes nothing where those bytes, or the bytes around them, hold a secret of the request, and
// nothing of an answer to POST /authenticate.
type DecodeError struct {
	Op          string
	Path        string // of the value, as in "/Teams/Results[3]/Paid"; "" when the body as a whole is wrong
	ContentType string
	Status      int
	Offset      int64 // byte of the body, from 0
	Line        int   // line of the body, from 1; 0 when the body as a whole is wrong, or the member at Path is missing
	Err         error

	excerpt string
}

// Error says where the answer is wrong, and what the client expected there.
func (e *DecodeError) Error() string {
	return fmt.Sprintf("tourney: %s: cannot read the answer (status %d, %s): %s",
		e.Op, e.Status, printable(e.ContentType), inner(e.Err))
}

// Unwrap returns Err.
func (e *DecodeError) Unwrap() error { return e.Err }

// Excerpt returns the first part, at most 512 bytes, of a body of the wrong type of content. It is withheld like the
// excerpt of an APIError. It is empty for an answer to POST /authenticate, which may hold keys.
func (e *DecodeError) Excerpt() string { return e.excerpt }

// TransportError is a request without an answer: no connection, a broken one, a timeout, a cancelled context. It holds
// no URL, which could carry a secret. Where the cause holds a secret of the request, Err has another text: errors.Is
// then finds everything that the cause wraps, errors.As and Unwrap only errors that may be shown.
type TransportError struct {
	Op       string
	Method   string
	Path     string // without query
	Attempts int    // how often the request was sent; 0 when it never was
	Err      error

	kind ErrorType
}

// Error names the operation and the cause.
func (e *TransportError) Error() string {
	return fmt.Sprintf("tourney: %s: %s %s: %s", e.Op, e.Method, e.Path, inner(e.Err))
}

// Unwrap returns the cause.
func (e *TransportError) Unwrap() error { return e.Err }

// OutcomeUnknownError is a create or charge operation that may have happened: the request went out, and no answer that
// settles it came back. Before you send it again, look for the row or the payment: by ID, TeamID or TransactionID when
// the answer named one, else by your own external id for example. docs/errors.md says what to do.
//
// An answer of 200 to 299 that names the new row or payment, and has no Errors, settles the outcome: it happened. An
// answer that names nothing as made settles it as well, when its status is 400 to 499 other than 408, or when, with any
// status but 300 to 399, each of its Errors has a known code about the request or the caller, which a host comes to
// before it acts: it did not happen. CodeOther, CodeUnavailable and unknown codes leave the outcome open unless the
// status settles it (section 7 shows neither codes nor statuses).
//
// It wraps the APIError, DecodeError or TransportError that left the outcome unknown: check for it first.
type OutcomeUnknownError struct {
	Op       string
	Attempts int
	Err      error

	// What the answer named as made. Each is zero where it named none, and where the body was not well-formed.
	ID            int64  // of a created team or division
	TeamID        int64  // of a registration
	TransactionID string // of a payment, as the host wrote it
}

// Error says that the write may have happened, what the answer named as made, and why the outcome is unknown.
func (e *OutcomeUnknownError) Error() string {
	const format = "tourney: %s: the outcome is unknown, it may have happened%s: %s"
	return fmt.Sprintf(format, e.Op, e.namedResult(), inner(e.Err))
}

// namedResult puts the result that the answer named into words.
func (e *OutcomeUnknownError) namedResult() string {
	const says = ", and the answer names "
	switch {
	case e.ID != 0:
		return says + "Id " + strconv.FormatInt(e.ID, 10)
	case e.TeamID != 0:
		return says + "TeamId " + strconv.FormatInt(e.TeamID, 10)
	case e.TransactionID != "":
		return says + "TransactionId " + printable(e.TransactionID)
	}
	return ""
}

// Is reports whether target is ErrOutcomeUnknown.
func (e *OutcomeUnknownError) Is(target error) bool { return target == ErrOutcomeUnknown }

// Unwrap returns why the outcome is unknown.
func (e *OutcomeUnknownError) Unwrap() error { return e.Err }

// ListChangedError ends a listing whose Total moved while it was read, or did not fit the rows that came: the listing
// may have missed rows. It is ErrListChanged.
type ListChangedError struct {
	Op      string
	First   int // Total on the first page
	Last    int // Total on the last page
	Yielded int // rows that were yielded, each counted once
}

// Error gives the counts.
func (e *ListChangedError) Error() string {
	return fmt.Sprintf("tourney: %s: %v: total was %d at first and %d at last, %d read",
		e.Op, ErrListChanged, e.First, e.Last, e.Yielded)
}

// Is reports whether target is ErrListChanged.
func (e *ListChangedError) Is(target error) bool { return target == ErrListChanged }

// printable returns a host's text on one line, cut after maxMessage characters.
func printable(s string) string { return plaintext.Excerpt(s, maxMessage) }
