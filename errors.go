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

// The kinds of errors, for [errors.Is].
//
// ErrNotFound is every answer with status 404, also the HTML page of a proxy or of a server at a wrong base URL, so it
// does not prove that a row is gone. [CodeNotFound] needs the interface's own Errors: see
// https://github.com/tourney-go/tourney/blob/main/docs/errors.md.
//
// ErrInvalid is a request that breaks a rule, whoever found it. It is also ErrNotSent when the client found it: that is
// a [ValidationError]. Without ErrNotSent the host refused it. Only a ValidationError is ErrNotSent: a request that
// found no connection is a [TransportError].
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
	ErrBadRows        = errors.New("rows cannot be read")
)

// ErrorCode is the code of an error item. The codes were observed. The interface document states none (section 7).
//
// A code is an error for [errors.Is]: errors.Is(err, tourney.CodeInactive) reports whether one of several Errors of an
// answer has the code, or one of the Fields of a [ValidationError]. An answer without Errors has no code, whatever its
// status. The sentinels, such as [ErrInvalid], are kinds of errors: they join several codes and statuses.
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

// Error returns the name of the code, or the number.
func (c ErrorCode) Error() string { return c.String() }

// ErrorItem is one entry of an answer's Errors.
//
// Message is "[withheld: …]" when the request carried a secret (see [APIError]), and when it repeats a key of the
// request. [APIError.HostMessages] has the host's text. About a request that carried a secret there is no Extra, and no
// Field but a name of the interface. Apparent card numbers are in no Message, Field or Extra. [CodeOther] replaces a
// Code with the digits of a secret; no known code has such digits.
type ErrorItem struct {
	Code    ErrorCode `json:"Code"` // CodeOther when the host sent none
	Message string    `json:"Message"`
	Field   string    `json:"Field,omitzero"` // the host's own word for the field that is wrong; "" when the host named none
	Extra   Extra     `json:"-"`              // other members, also a Field that is no text
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

// wrappedError adds to an error what failed because of it.
type wrappedError struct {
	what string
	err  error
}

func (e *wrappedError) Error() string { return prefix + e.what + ": " + plaintext.Inner(e.err) }
func (e *wrappedError) Unwrap() error { return e.err }

// APIError is an unsuccessful answer: one with a status outside 200 to 299, or one with Errors whatever its status. An
// APIError of a create or charge that comes outside an [OutcomeUnknownError] means that the write certainly did not
// happen. [errors.Is] compares an APIError with the sentinels by status and by the codes of Errors, and with an
// [ErrorCode] by the codes alone.
//
// A request carries a secret when it has a password or the number or code of a card, and when its Signer changes its
// URL. What a host says about such a request is in no text of the error. HostMessages has it.
type APIError struct {
	Op          string // operation, as in "Teams.Get"
	Method      string
	Path        string // without query
	Status      int    // HTTP status
	RequestID   string
	RetryAfter  time.Duration   // wait that the host asked for; 0 when it asked for none
	Errors      []ErrorItem     // empty when the body was not the interface's own error body
	Attempts    int             // how often the request was sent
	Refusal     observe.Refusal // why it was not sent again although the policy allows it; "" when it does not
	ContentType string

	excerpt string
	said    func() []string // the host's messages, nil when Errors shows them; a function, because fmt prints texts
}

// maxMessage bounds the characters that Error repeats of a host's message.
const maxMessage = 200

// Error names the operation, method, path, status, RetryAfter in seconds and request id. It repeats at most 200
// characters of each Message and of each Field in Errors.
func (e *APIError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "tourney: %s: %s %s: %d %s", e.Op, e.Method, e.Path, e.Status, http.StatusText(e.Status))
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

// attemptsText returns the words about several attempts, and about a retry budget that allowed no other one.
func attemptsText(attempts int, refused observe.Refusal) string {
	switch {
	case refused == observe.RefusedBudget && attempts == 1:
		return " (after 1 attempt: the retry budget is used up)"
	case refused == observe.RefusedBudget:
		return fmt.Sprintf(" (after %d attempts: the retry budget is used up)", attempts)
	case attempts > 1:
		return fmt.Sprintf(" (after %d attempts)", attempts)
	}
	return ""
}

// Excerpt returns the first bytes, at most 512, of a body that is not the interface's own error body, such as a proxy's
// HTML page. Error leaves the excerpt out, because it can hold anything. The excerpt is withheld when the first 4 KiB
// of the body repeat a key of the request. It is empty when the request carried a secret. [BodyInto] has the whole
// body.
func (e *APIError) Excerpt() string { return e.excerpt }

// Is reports whether the error is of the target's kind, or has the target, an [ErrorCode], among its Errors.
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

// HostMessages returns the Message of each entry of Errors as the host wrote it, also where Message is withheld. It is
// for the person whose card or password the host refused. Do not log it: a host may repeat the password or the card.
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

// FieldError is one violated rule of a request.
type FieldError struct {
	Path    string // of the parameter, as in "coaches[0].email"
	Code    ErrorCode
	Message string // names the path and the expected form
}

// ValidationError lists every rule that a request breaks. The client did not send the request. It is [ErrNotSent] and
// [ErrInvalid].
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
// It quotes nothing when those bytes, or the bytes around them, repeat a key of the request, and nothing of an answer
// to a request that carried a secret.
type DecodeError struct {
	Op          string
	Path        string // of the value, as in "/Teams/Results[3]/Paid"; "" when the body as a whole is wrong
	ContentType string
	Status      int
	Offset      int64           // byte of the body, from 0
	Line        int             // of the body, from 1; 0 when the whole body is wrong, or the member at Path is missing
	Attempts    int             // how often the request was sent
	Refusal     observe.Refusal // why it was not sent again although the policy allows it; "" when it does not
	Err         error

	excerpt string
}

// Error says where the answer is wrong, and which form the client expected there.
func (e *DecodeError) Error() string {
	return fmt.Sprintf("tourney: %s: cannot read the answer (status %d, %s): %s",
		e.Op, e.Status, cmp.Or(printable(e.ContentType), "without a content type"), plaintext.Inner(e.Err)) +
		attemptsText(e.Attempts, e.Refusal)
}

// Unwrap returns Err.
func (e *DecodeError) Unwrap() error { return e.Err }

// Excerpt returns the first bytes, at most 512, of a body with the wrong content type. It is withheld like the excerpt
// of an [APIError].
func (e *DecodeError) Excerpt() string { return e.excerpt }

// locate copies the place in the answer from Err.
func (e *DecodeError) locate() {
	var at *record.Error
	if errors.As(e.Err, &at) {
		e.Path, e.Offset, e.Line = at.Path, at.Offset, at.Line
	}
}

// TransportError is a request without an answer: there was no connection, the connection broke, time ran out, or the
// context was cancelled. It holds no URL, because a URL could hold a secret. If the cause repeats a key of the request,
// or could hold what a host said to a request that carried a secret, Err has another text. [errors.Is] then still finds
// every error that the cause wraps. [errors.As] and Unwrap find only errors that may be shown.
type TransportError struct {
	Op       string
	Method   string
	Path     string          // without query
	Attempts int             // tries, also those that got no connection; 0 when it failed before the first
	Refusal  observe.Refusal // why it did not try again although the policy allows it; "" when it does not
	Err      error

	kind observe.ErrorType
}

// Error names the operation and the cause.
func (e *TransportError) Error() string {
	return fmt.Sprintf("tourney: %s: %s %s: %s", e.Op, e.Method, e.Path, plaintext.Inner(e.Err)) +
		attemptsText(e.Attempts, e.Refusal)
}

// Unwrap returns the cause.
func (e *TransportError) Unwrap() error { return e.Err }

// OutcomeUnknownError is a create or charge that may have happened: the request went out, and no answer settled its
// outcome. Before you send the write again, look for the row or the payment: by ID, TeamID or TransactionID if the
// answer named one, else by your own external id for example.
// https://github.com/tourney-go/tourney/blob/main/docs/errors.md says what to do.
//
// Two kinds of answers settle the outcome. The write happened when the status is 200 to 299, the answer names the new
// row or payment, and it has no Errors. The write did not happen when the answer names no new row or payment and proves
// a refusal. A status of 400 to 499 other than 408 proves one. With any status but 300 to 399, Errors prove one when
// each has a known code about the request or the caller, because a host checks both before it acts. [CodeOther],
// [CodeUnavailable] and unknown codes prove nothing (section 7 shows neither codes nor statuses).
//
// It wraps the [APIError], [DecodeError] or [TransportError] that left the outcome unknown, so check for it first.
type OutcomeUnknownError struct {
	Op       string
	Attempts int
	Err      error

	// The ids that the answer named. Each is zero when the answer did not name it, and when the body was malformed.
	ID            int64  // of a created team or division
	TeamID        int64  // of a registration
	TransactionID string // of a payment, as the host wrote it
}

// Error says that the write may have happened, which id the answer named, and why the outcome is unknown.
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
