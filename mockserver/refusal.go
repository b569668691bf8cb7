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
)

// The error codes that the mock answers with.
const (
	codeNotFound           = tourney.CodeNotFound
	codeInvalid            = tourney.CodeInvalid
	codeRequired           = tourney.CodeRequired
	codeInvalidCredentials = tourney.CodeInvalidCredentials
	codeMaximum            = tourney.CodeMaximum
	codeInactive           = tourney.CodeInactive
)

// item is one thing that is wrong with a request.
type item struct {
	code    tourney.ErrorCode
	message string
}

// refusal is a request that is not carried out, with everything that is wrong with it.
type refusal struct {
	status int    // 0 for the status that goes with the first item's code
	allow  string // methods, for a 405
	items  []item
}

// Error lists what is wrong.
func (r *refusal) Error() string {
	texts := mapped(r.items, func(i item) string { return i.message })
	return strings.Join(texts, "; ")
}

// add takes over what another refusal says; nil says nothing.
func (r *refusal) add(err error) {
	var other *refusal
	if errors.As(err, &other) {
		r.items = append(r.items, other.items...)
	}
}

// orNil returns the refusal as an error when it says something.
func (r *refusal) orNil() error {
	if len(r.items) == 0 {
		return nil
	}
	return r
}

// statusCode is the HTTP status of the refusal.
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
	return newRefusal(codeNotFound, path, fmt.Sprintf("names no %s: %q", what, safe(id)))
}

func refusalOf(violations []check.Violation) *refusal {
	return &refusal{items: mapped(violations, func(v check.Violation) item {
		return item{tourney.ErrorCode(v.Code), v.Message}
	})}
}

// indexed returns a path into a list, such as players[3].id.
func indexed(list string, i int, member string) string {
	path := list + "[" + strconv.Itoa(i) + "]"
	if member != "" {
		path += "." + member
	}
	return path
}

// parseRefusal turns an error of the parser into a refusal that says where in the body it is.
func parseRefusal(err error) *refusal {
	message := err.Error()
	var at *record.Error
	if errors.As(err, &at) && at.Secret {
		message = at.Path + " cannot be read"
	}
	return &refusal{status: http.StatusBadRequest, items: []item{{code: codeInvalid, message: message}}}
}

// bindRefusal turns an error of record.Bind into a refusal that names the field as the contract does.
func bindRefusal(err error) *refusal {
	var at *record.Error
	if !errors.As(err, &at) {
		return &refusal{status: http.StatusBadRequest, items: []item{{code: codeInvalid, message: err.Error()}}}
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
		reason += ": " + at.Err.Error()
	}
	return &refusal{status: http.StatusBadRequest, items: []item{{code: codeInvalid, message: path + " " + reason}}}
}
