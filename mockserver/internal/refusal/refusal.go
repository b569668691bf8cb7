// Package refusal has the two types for the reasons why the mock refuses something: a Refusal is the answer to a
// request, and an Error comes from a method of a World. It also tells whether the mock can write a value in both
// formats of the interface.
//
// It uses the codes and the violations of the contract and the formats, but no rows. A new kind of reason belongs in
// this package. The statuses of codes for one host are in mockserver.Profile.ErrorStatuses. The statuses for all hosts
// are in internal/contract/codes.go. The client uses them too, to decide whether a write happened. The package that
// makes a check decides when to refuse. To check a new type of values that one of the formats cannot carry, change
// findInValue.
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
	"github.com/tourney-go/tourney/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/values"
)

// MostProblems is the largest number of problems that the error of a load or a request lists.
const MostProblems = check.MostViolations

// Item is one reason to refuse a request.
type Item struct {
	Code    tourney.ErrorCode
	Message string
}

// Refusal is the error of a request that the mock refuses. It lists every reason.
type Refusal struct {
	Status     int    // 0 if the code of the first item decides the status
	Allow      string // the allowed methods, for status 405
	RetryAfter string // the header Retry-After, for status 429
	Items      []Item
	more       int // reasons for which Items had no room
}

// Error lists the reasons.
func (r *Refusal) Error() string {
	texts := values.Mapped(r.Items, func(i Item) string { return i.Message })
	return strings.Join(texts, "; ")
}

// FailureCode returns the code of the first reason.
func (r *Refusal) FailureCode() tourney.ErrorCode {
	if len(r.Items) == 0 {
		return tourney.CodeInvalid
	}
	return r.Items[0].Code
}

// Add appends the items of another refusal, which may be nil. It counts those for which there is no room.
func (r *Refusal) Add(err error) {
	var other *Refusal
	if errors.As(err, &other) {
		room := min(len(other.Items), max(0, MostProblems-len(r.Items)))
		r.Items, r.more = append(r.Items, other.Items[:room]...), r.more+len(other.Items)-room
	}
}

// OrNil returns the refusal as an error, or nil if the refusal has no items.
func (r *Refusal) OrNil() error {
	if len(r.Items) == 0 {
		return nil
	}
	found := *r // a copy, so that r itself is not allocated on the heap
	if r.more > 0 {
		found.Items = append(found.Items, Item{r.FailureCode(), fmt.Sprintf("%d more problems", r.more)})
	}
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

// New returns a refusal with one reason, about a parameter or a member at a path.
func New(code tourney.ErrorCode, path, reason string) error {
	return &Refusal{Items: []Item{{code, path + " " + reason}}}
}

// Invalid refuses a value that cannot be right.
func Invalid(path, reason string) error { return New(tourney.CodeInvalid, path, reason) }

// Required refuses a request that lacks a value.
func Required(path string) error { return New(tourney.CodeRequired, path, "is required") }

// NotFound refuses an id that belongs to no row. The argument what names the kind of rows that was expected.
func NotFound(path, what string, id int64) error {
	return New(tourney.CodeNotFound, path, fmt.Sprintf("names no %s: %d", what, id))
}

// NotFoundText does what NotFound does, for an id that is a text.
func NotFoundText(path, what, id string) error {
	return New(tourney.CodeNotFound, path, fmt.Sprintf("names no %s: %q", what, redact.Safe(id)))
}

// FromViolations returns a refusal for violations of the contract.
func FromViolations(violations []check.Violation) *Refusal {
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

// FromParse returns a refusal for an error of the parser, which names the place in the body.
func FromParse(err error) *Refusal {
	message := err.Error()
	var at *record.Error
	if errors.As(err, &at) && at.Secret {
		message = at.Path + " cannot be read"
	}
	return &Refusal{Items: []Item{{Code: tourney.CodeInvalid, Message: message}}}
}

// FromBind returns a refusal for an error of record.Bind. The refusal has the name that the contract gives the field.
func FromBind(err error) *Refusal {
	var at *record.Error
	if !errors.As(err, &at) {
		return &Refusal{Items: []Item{{Code: tourney.CodeInvalid, Message: err.Error()}}}
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
		if i := strings.Index(text, ": expected "); i >= 0 { // the text before it repeats the value that was found
			text = text[i+len(": "):]
		}
		_, value, _ := strings.Cut(at.Found, " ")
		if what, again := strings.CutPrefix(text, value+" "); again {
			reason += ", which " + what
		} else {
			reason += ": " + text
		}
	}
	return &Refusal{Items: []Item{{Code: tourney.CodeInvalid, Message: path + " " + reason}}}
}

// Because refuses a request for a reason that concerns no parameter. If status is 0, the code decides the status.
func Because(status int, code tourney.ErrorCode, message string) *Refusal {
	return &Refusal{Status: status, Items: []Item{{code, message}}}
}

// Forbidden refuses a request that the account of the client may not make.
func Forbidden(message string) *Refusal {
	return Because(http.StatusForbidden, tourney.CodePermissionDenied, message)
}

// WithoutPackage returns an error's text without the name of the package at its beginning.
func WithoutPackage(err error) string {
	return strings.TrimPrefix(strings.TrimPrefix(fmt.Sprint(err), "mockserver: "), "tourney: ")
}
