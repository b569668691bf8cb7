package tourney

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/plaintext"
	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/observe"
)

// The sentinels for [errors.Is]: each is a kind of errors.
//
// ErrNotFound matches every answer with status 404, also the HTML page of a proxy or of a server at a wrong base URL.
// So ErrNotFound does not prove that a row is gone. [CodeNotFound] matches only answers with Errors of the interface:
// see https://github.com/tourney-go/tourney/blob/main/docs/errors.md.
//
// ErrInvalid matches the error of a request that breaks a rule. When the client found the broken rule, the error is a
// [ValidationError] and matches ErrNotSent too. When the host refused the request, the error does not match ErrNotSent.
// Only a ValidationError matches ErrNotSent: when no connection could be made, the error is a [TransportError], which
// does not match ErrNotSent.
var (
	ErrNotFound       = errors.New("not found")
	ErrUnauthorized   = errors.New("unauthorized")
	ErrForbidden      = errors.New("forbidden")
	ErrRateLimited    = errors.New("rate limited")
	ErrInvalid        = errors.New("invalid request")
	ErrNotSent        = errors.New("not sent")
	ErrConflict       = errors.New("conflict")
	ErrUnavailable    = errors.New("unavailable")
	ErrOutcomeUnknown = errors.New("outcome unknown")
	ErrListChanged    = errors.New("list changed while it was read")
	ErrTooManyRows    = errors.New("list has more rows than MaxRows")
	ErrBadRows        = errors.New("rows cannot be read")
	ErrNotStated      = errors.New("the host did not state the list")
)

// ErrorCode is the code of an error item. The codes were observed. The interface document states no codes (section 7).
//
// A code is an error for [errors.Is]: errors.Is(err, tourney.CodeInactive) reports whether an entry of an answer's
// Errors, or an entry in Fields of a [ValidationError], has the code. An answer without Errors has no code, whatever
// its status. The sentinels, such as [ErrInvalid], are kinds of errors: a sentinel matches several codes and statuses.
type ErrorCode int

// Observed error codes. No error has the code 4.
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

// Error returns the name of the code, or the number.
func (c ErrorCode) Error() string { return c.String() }

// ErrorItem is one entry of an answer's Errors.
//
// Message is "[withheld: …]" when the request carried a secret (see [APIError]), and when the host's message repeats a
// key of the request. [APIError.HostMessages] has the host's message. When the request carried a secret, Extra is
// empty, and Field is empty unless it is a name of the interface. No Message, Field or Extra has a text that looks like
// a card number. When a Code has the digits of a secret, Code is [CodeOther] instead; no known code has such digits.
type ErrorItem struct {
	Code    ErrorCode `json:"Code"` // CodeOther when the host sent none
	Message string    `json:"Message"`
	Field   string    `json:"Field,omitzero"` // the host's own word for the field that is wrong; "" when the host named none
	Extra   Extra     `json:"-"`              // other members of the entry, also a Field that is no text
}

// fieldText returns the words about the field of an entry.
func (i *ErrorItem) fieldText() string {
	if i.Field == "" {
		return ""
	}
	return " in " + printable(i.Field)
}

// prefix begins the text of every error of this package.
const prefix = "tourney: "

// wrappedError adds to an error what failed because of that error.
type wrappedError struct {
	what string
	err  error
}

func (e *wrappedError) Error() string { return prefix + e.what + ": " + plaintext.Inner(e.err) }
func (e *wrappedError) Unwrap() error { return e.err }

// APIError is an unsuccessful answer: an answer with a status outside 200 to 299, or with Errors and any status. An
// APIError of a create or charge that is not inside an [OutcomeUnknownError] means that the write certainly did not
// happen. [errors.Is] compares an APIError with the sentinels by status and by the codes of Errors, and with an
// [ErrorCode] by the codes alone.
//
// A request carries a secret when it has a password or the number or code of a card, and when the Signer changes the
// URL of the request. The error shows no text that the host wrote about such a request. HostMessages returns the host's
// messages.
type APIError struct {
	Op          string // operation, as in "Teams.Get"
	Method      string
	Path        string // below the path of the base URL, which may hold a secret; without query
	Status      int    // HTTP status
	RequestID   string
	RetryAfter  time.Duration   // wait that the host asked for; 0 when it asked for none
	Errors      []ErrorItem     // empty when the body was not the interface's own error body
	Attempts    int             // how often the request was sent
	Refusal     observe.Refusal // why no retry came although the policy allows one; "" when the policy allows none
	ContentType string

	below   bool // the base URL has a path
	excerpt string
	said    func() []string // the host's messages, nil when Errors shows them; a function, because fmt prints texts
}

// maxMessage bounds the characters that Error repeats of a host's message.
const maxMessage = 200

// Error returns a text with the operation, method, path, status, RetryAfter in seconds and request id. The text repeats
// at most 200 characters of each Message and of each Field in Errors. If the base URL has a path, Error writes … in its
// place.
func (e *APIError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "tourney: %s: %s %s: %d %s", e.Op, e.Method, shownPath(e.Path, e.below), e.Status,
		http.StatusText(e.Status))
	for i, item := range e.Errors {
		sep := "; "
		if i == 0 {
			sep = ": "
		}
		fmt.Fprintf(&b, "%s%s (%d)%s", sep, item.Code, int(item.Code), item.fieldText())
		if item.Message != "" {
			b.WriteString(": " + printable(item.Message))
		}
	}
	if e.Status/100 == 2 && len(e.Errors) == 0 {
		b.WriteString(": with Errors in an unknown form")
	}
	if e.Status == http.StatusNotFound && e.below {
		b.WriteString(" (… is the path of the base URL)")
	}
	if e.Status/100 == 3 {
		b.WriteString(": the redirect was not followed")
	}
	if e.RetryAfter > 0 {
		fmt.Fprintf(&b, ": the host asks to wait %v", max(e.RetryAfter.Round(time.Second), time.Second))
	}
	if e.RequestID != "" {
		fmt.Fprintf(&b, " (request %s)", printable(e.RequestID))
	}
	return b.String() + attemptsText(e.Attempts, e.Refusal)
}

// Excerpt returns the first bytes, at most 512, of a body that is not the interface's own error body, such as a proxy's
// HTML page. Error leaves the excerpt out, because an excerpt can hold anything. Excerpt returns a notice instead when
// the first 4 KiB of the body repeat a key of the request. It returns "" when the request carried a secret. [BodyInto]
// gets the whole body.
func (e *APIError) Excerpt() string { return e.excerpt }

// Is reports whether target is the sentinel for the status or for a code of Errors, or is an [ErrorCode] of an entry of
// Errors.
func (e *APIError) Is(target error) bool {
	if statusKind(e.Status) == target && target != nil {
		return true
	}
	if code, isCode := target.(ErrorCode); isCode {
		return slices.ContainsFunc(e.Errors, func(item ErrorItem) bool { return item.Code == code })
	}
	for _, item := range e.Errors {
		if row, ok := contract.LookupCode(int(item.Code)); ok && target != nil && statusKind(row.Status) == target {
			return true
		}
	}
	return false
}

// statusKind returns the sentinel for an HTTP status.
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

// HostMessages returns the Message of each entry of Errors as the host wrote it, also when [ErrorItem] does not show
// it. Show the messages to the person whose card or password the host refused. Do not log the messages: a host may
// repeat the password or the card.
func (e *APIError) HostMessages() []string {
	if e.said != nil {
		return e.said()
	}
	return messagesOf(e.Errors)
}

func messagesOf(items []ErrorItem) []string {
	messages := make([]string, len(items))
	for i := range items {
		messages[i] = items[i].Message
	}
	return messages
}

// FieldError is one rule that a request breaks.
type FieldError struct {
	Path    string // of the parameter, as in "coaches[0].email"
	Code    ErrorCode
	Message string // names the path and the expected form
}

// Error returns Message.
func (e FieldError) Error() string { return e.Message }

// ValidationError lists every rule that a request breaks. The client did not send the request. The error matches
// [ErrNotSent] and [ErrInvalid].
type ValidationError struct {
	Op     string
	Fields []FieldError
}

// Error lists the broken rules.
func (e *ValidationError) Error() string {
	messages := make([]string, len(e.Fields))
	for i, f := range e.Fields {
		messages[i] = f.Message
	}
	return fmt.Sprintf("tourney: %s: not sent: %s", e.Op, strings.Join(messages, "; "))
}

// Is reports whether target is [ErrNotSent] or [ErrInvalid], or the [ErrorCode] of one of Fields.
func (e *ValidationError) Is(target error) bool {
	if code, isCode := target.(ErrorCode); isCode {
		return slices.ContainsFunc(e.Fields, func(f FieldError) bool { return f.Code == code })
	}
	return target == ErrNotSent || target == ErrInvalid
}

// DecodeError is an answer that the client cannot decode: the content type is wrong, the body is malformed, a value
// does not fit its field, the body takes more memory than [WithMaxResponseMemory] allows, or the answer lacks the row
// or the list that the request asked for. Err quotes at most 40 bytes of a value, or the names of at most five members.
// Err quotes nothing when those bytes, or the bytes around them, repeat a key of the request. Err also quotes nothing
// of an answer to a request that carried a secret.
type DecodeError struct {
	Op          string
	Path        string // of the value, as in "/Teams/Results[3]/Paid"; "" when the body as a whole is wrong
	ContentType string
	Status      int
	Offset      int64           // byte of the body, from 0
	Line        int             // of the body, from 1; 0 when the whole body is wrong, or the member at Path is missing
	Attempts    int             // how often the request was sent
	Refusal     observe.Refusal // why no retry came although the policy allows one; "" when the policy allows none
	Err         error

	excerpt string
}

// Error returns a text with the place where the answer is wrong, and the form that the client expected there.
func (e *DecodeError) Error() string {
	return fmt.Sprintf("tourney: %s: cannot read the answer (status %d, %s): %s",
		e.Op, e.Status, cmp.Or(printable(e.ContentType), "without a content type"), plaintext.Inner(e.Err)) +
		attemptsText(e.Attempts, e.Refusal)
}

// Unwrap returns Err.
func (e *DecodeError) Unwrap() error { return e.Err }

// Excerpt returns the first bytes, at most 512, of a body with the wrong content type. It hides secrets as
// [APIError.Excerpt] does.
func (e *DecodeError) Excerpt() string { return e.excerpt }

// locate copies the place in the answer from Err.
func (e *DecodeError) locate() {
	var at *record.Error
	if errors.As(e.Err, &at) {
		e.Path, e.Offset, e.Line = at.Path, at.Offset, at.Line
	}
}

// TransportError is a request without an answer: there was no connection, the connection broke, time ran out, or the
// context was cancelled. A TransportError has no URL, because a URL could have a secret. Err gets another text if the
// cause repeats a key of the request, or if the request carried a secret and the cause could have a text of the host.
// [errors.Is] then still finds every error that the cause wraps. [errors.As] and Unwrap find only errors that have no
// such text.
type TransportError struct {
	Op       string
	Method   string
	Path     string          // below the path of the base URL, which may hold a secret; without query
	Attempts int             // tries, also tries without a connection; 0 when the call failed before the first try
	Refusal  observe.Refusal // why no retry came although the policy allows one; "" when the policy allows none
	Err      error

	below bool // the base URL has a path
	kind  observe.ErrorType
}

// Error names the operation and the cause.
func (e *TransportError) Error() string {
	return fmt.Sprintf("tourney: %s: %s %s: %s", e.Op, e.Method, shownPath(e.Path, e.below), plaintext.Inner(e.Err)) +
		attemptsText(e.Attempts, e.Refusal)
}

// Unwrap returns the cause.
func (e *TransportError) Unwrap() error { return e.Err }

// OutcomeUnknownError is a create or charge that may have happened: the request went out, and no answer settles whether
// the host acted. Before you send the write again, look for the row or the payment: by ID, TeamID or TransactionID if
// the answer named such an id, else by your own external id for example.
// https://github.com/tourney-go/tourney/blob/main/docs/errors.md says what to do.
//
// Two kinds of answers settle the outcome. The write happened when the status is 200 to 299, the answer names the new
// row or payment, and the answer has no Errors. The write did not happen when the answer cannot name a new row or
// payment, not even below another member or in a part that broke off, and proves that the host refused the request. A
// status of 400 to 499 other than 408 proves a refusal. With any status except 300 to 399, Errors prove a refusal when
// each entry has a known code about the request or the caller, because a host checks the request and the caller before
// it acts. [CodeOther], [CodeUnavailable] and unknown codes prove nothing (section 7 shows neither codes nor statuses).
//
// An OutcomeUnknownError wraps the [APIError], [DecodeError] or [TransportError] that left the outcome unknown, so
// check for an OutcomeUnknownError first.
type OutcomeUnknownError struct {
	Op       string
	Attempts int
	Err      error

	// The ids that the answer named. An id is zero or "" when the answer did not name it, and when the body was
	// malformed.
	ID            int64  // of a created team or division
	TeamID        int64  // of a registration
	TransactionID string // of a payment, as the host wrote it
}

// Error returns a text that says that the write may have happened, which id the answer named, and why the outcome is
// unknown.
func (e *OutcomeUnknownError) Error() string {
	return fmt.Sprintf("tourney: %s: the outcome is unknown, it may have happened%s: %s",
		e.Op, e.resultText(), plaintext.Inner(e.Err))
}

// resultText returns the words about the id that the answer named.
func (e *OutcomeUnknownError) resultText() string {
	const lead = ", and the answer names "
	switch {
	case e.ID != 0:
		return lead + "Id " + strconv.FormatInt(e.ID, 10)
	case e.TeamID != 0:
		return lead + "TeamId " + strconv.FormatInt(e.TeamID, 10)
	case e.TransactionID != "":
		return lead + "TransactionId " + printable(e.TransactionID)
	}
	return ""
}

// Is reports whether target is [ErrOutcomeUnknown].
func (e *OutcomeUnknownError) Is(target error) bool { return target == ErrOutcomeUnknown }

// Unwrap returns why the outcome is unknown.
func (e *OutcomeUnknownError) Unwrap() error { return e.Err }

// printable returns a host's text on one line, cut after maxMessage characters.
func printable(s string) string { return plaintext.Excerpt(s, maxMessage) }
