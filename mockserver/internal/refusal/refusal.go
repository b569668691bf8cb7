package refusal

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/check"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/mockserver/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/values"
)

// The error codes that the mock answers with.
const (
	CodeNotFound           = tourney.CodeNotFound
	CodeInvalid            = tourney.CodeInvalid
	CodeRequired           = tourney.CodeRequired
	CodeInvalidCredentials = tourney.CodeInvalidCredentials
	CodeMaximum            = tourney.CodeMaximum
	CodeInactive           = tourney.CodeInactive
	CodeUnavailable        = tourney.CodeUnavailable
)

// MostProblems bounds the problems of a load or a request that its error lists.
const MostProblems = 100

// Item is one reason to refuse a request.
type Item struct {
	Code    tourney.ErrorCode
	Message string
}

// Refusal is the error of a request that the mock refuses. It lists every reason.
type Refusal struct {
	Status     int    // 0 for the status that goes with the first item's code
	Allow      string // methods, for a 405
	RetryAfter string // for a 429
	Items      []Item
}

// Error lists the reasons.
func (r *Refusal) Error() string {
	texts := values.Mapped(r.Items, func(i Item) string { return i.Message })
	return strings.Join(texts, "; ")
}

// FailureCode returns the code of the first reason.
func (r *Refusal) FailureCode() tourney.ErrorCode {
	if len(r.Items) == 0 {
		return CodeInvalid
	}
	return r.Items[0].Code
}

// Add appends the items of another refusal, which may be nil.
func (r *Refusal) Add(err error) {
	var other *Refusal
	if errors.As(err, &other) {
		r.Items = append(r.Items, other.Items...)
	}
}

// OrNil returns the refusal as an error, nil when it has no items.
func (r *Refusal) OrNil() error {
	if len(r.Items) == 0 {
		return nil
	}
	found := *r // r itself stays off the heap
	return &found
}

// StatusCode returns the HTTP status of the refusal.
func (r *Refusal) StatusCode() int {
	if r.Status != 0 {
		return r.Status
	}
	if row, ok := contract.LookupCode(int(r.Items[0].Code)); ok {
		return row.Status
	}
	return http.StatusBadRequest
}

func NewRefusal(code tourney.ErrorCode, path, reason string) error {
	return &Refusal{Items: []Item{{code, path + " " + reason}}}
}

func Invalid(path, reason string) error { return NewRefusal(CodeInvalid, path, reason) }

func Required(path string) error { return NewRefusal(CodeRequired, path, "is required") }

func NotFound(path, what string, id int64) error {
	return NewRefusal(CodeNotFound, path, fmt.Sprintf("names no %s: %d", what, id))
}

func NotFoundText(path, what, id string) error {
	return NewRefusal(CodeNotFound, path, fmt.Sprintf("names no %s: %q", what, redact.Safe(id)))
}

// RefusalOf returns a refusal for violations of the contract.
func RefusalOf(violations []check.Violation) *Refusal {
	return &Refusal{Items: values.Mapped(violations, func(v check.Violation) Item {
		return Item{tourney.ErrorCode(v.Code), v.Message}
	})}
}

// Indexed returns the path of an item of a list, or of a member of that item, such as players[3].id.
func Indexed(list string, i int, member string) string {
	path := list + "[" + strconv.Itoa(i) + "]"
	if member != "" {
		path += "." + member
	}
	return path
}

// ParseRefusal returns a refusal for an error of the parser, which names the place in the body.
func ParseRefusal(err error) *Refusal {
	message := err.Error()
	var at *record.Error
	if errors.As(err, &at) && at.Secret {
		message = at.Path + " cannot be read"
	}
	return &Refusal{Items: []Item{{Code: CodeInvalid, Message: message}}}
}

// BindRefusal returns a refusal for an error of record.Bind. It names the field as the contract does.
func BindRefusal(err error) *Refusal {
	var at *record.Error
	if !errors.As(err, &at) {
		return &Refusal{Items: []Item{{Code: CodeInvalid, Message: err.Error()}}}
	}
	path := cmp.Or(strings.ReplaceAll(strings.ToLower(strings.TrimPrefix(at.Path, "/")), "/", "."), "the request")
	reason := "cannot be read"
	switch {
	case at.Secret:
	case at.Expected != "":
		reason = "must be " + strings.ToLower(at.Expected) + ", found " + at.Found
	default:
		reason += ": found " + at.Found
	}
	if at.Err != nil && !at.Secret {
		text := at.Err.Error()
		if i := strings.Index(text, ": expected "); i >= 0 { // before it the error says again what was found
			text = text[i+len(": "):]
		}
		_, value, _ := strings.Cut(at.Found, " ")
		if what, again := strings.CutPrefix(text, value+" "); again {
			reason += ", which " + what
		} else {
			reason += ": " + text
		}
	}
	return &Refusal{Items: []Item{{Code: CodeInvalid, Message: path + " " + reason}}}
}

func Forbidden(message string) *Refusal {
	return &Refusal{Status: http.StatusForbidden, Items: []Item{{tourney.CodePermissionDenied, message}}}
}

// WithoutPackage returns an error's text without the name of the package at its beginning.
func WithoutPackage(err error) string {
	return strings.TrimPrefix(strings.TrimPrefix(fmt.Sprint(err), "mockserver: "), "tourney: ")
}
