package mockserver

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
)

// The error codes that the mock answers with.
const (
	codeNotFound           = tourney.CodeNotFound
	codeInvalid            = tourney.CodeInvalid
	codeRequired           = tourney.CodeRequired
	codeInvalidCredentials = tourney.CodeInvalidCredentials
	codeMaximum            = tourney.CodeMaximum
	codeInactive           = tourney.CodeInactive
	codeUnavailable        = tourney.CodeUnavailable
)

// mostProblems bounds the problems of a load or a request that its error lists.
const mostProblems = 100

// item is one reason to refuse a request.
type item struct {
	code    tourney.ErrorCode
	message string
}

// refusal is the error of a request that the mock refuses. It lists every reason.
type refusal struct {
	status     int    // 0 for the status that goes with the first item's code
	allow      string // methods, for a 405
	retryAfter string // for a 429
	items      []item
}

// Error lists the reasons.
func (r *refusal) Error() string {
	texts := mapped(r.items, func(i item) string { return i.message })
	return strings.Join(texts, "; ")
}

// FailureCode returns the code of the first reason.
func (r *refusal) FailureCode() tourney.ErrorCode {
	if len(r.items) == 0 {
		return codeInvalid
	}
	return r.items[0].code
}

// add appends the items of another refusal, which may be nil.
func (r *refusal) add(err error) {
	var other *refusal
	if errors.As(err, &other) {
		r.items = append(r.items, other.items...)
	}
}

// orNil returns the refusal as an error, nil when it has no items.
func (r *refusal) orNil() error {
	if len(r.items) == 0 {
		return nil
	}
	found := *r // r itself stays off the heap
	return &found
}

// statusCode returns the HTTP status of the refusal.
func (r *refusal) statusCode() int {
	if r.status != 0 {
		return r.status
	}
	if row, ok := contract.LookupCode(int(r.items[0].code)); ok {
		return row.Status
	}
	return http.StatusBadRequest
}

func newRefusal(code tourney.ErrorCode, path, reason string) error {
	return &refusal{items: []item{{code, path + " " + reason}}}
}

func invalid(path, reason string) error { return newRefusal(codeInvalid, path, reason) }

func required(path string) error { return newRefusal(codeRequired, path, "is required") }

func notFound(path, what string, id int64) error {
	return newRefusal(codeNotFound, path, fmt.Sprintf("names no %s: %d", what, id))
}

func notFoundText(path, what, id string) error {
	return newRefusal(codeNotFound, path, fmt.Sprintf("names no %s: %q", what, redact.Safe(id)))
}

// refusalOf returns a refusal for violations of the contract.
func refusalOf(violations []check.Violation) *refusal {
	return &refusal{items: mapped(violations, func(v check.Violation) item {
		return item{tourney.ErrorCode(v.Code), v.Message}
	})}
}

// indexed returns the path of an item of a list, or of a member of that item, such as players[3].id.
func indexed(list string, i int, member string) string {
	path := list + "[" + strconv.Itoa(i) + "]"
	if member != "" {
		path += "." + member
	}
	return path
}

// parseRefusal returns a refusal for an error of the parser, which names the place in the body.
func parseRefusal(err error) *refusal {
	message := err.Error()
	var at *record.Error
	if errors.As(err, &at) && at.Secret {
		message = at.Path + " cannot be read"
	}
	return &refusal{items: []item{{code: codeInvalid, message: message}}}
}

// bindRefusal returns a refusal for an error of record.Bind. It names the field as the contract does.
func bindRefusal(err error) *refusal {
	var at *record.Error
	if !errors.As(err, &at) {
		return &refusal{items: []item{{code: codeInvalid, message: err.Error()}}}
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
	return &refusal{items: []item{{code: codeInvalid, message: path + " " + reason}}}
}

func forbidden(message string) *refusal {
	return &refusal{status: http.StatusForbidden, items: []item{{tourney.CodePermissionDenied, message}}}
}

// withoutPackage returns an error's text without the name of the package at its beginning.
func withoutPackage(err error) string {
	return strings.TrimPrefix(strings.TrimPrefix(fmt.Sprint(err), "mockserver: "), "tourney: ")
}
