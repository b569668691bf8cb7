package mockserver

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/check"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/secrets"
)

// empty is the answer to an update: {} (section 1, convention 7).
type empty struct{}

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

func refused(code tourney.ErrorCode, path, reason string) error {
	return &refusal{items: []item{{code, path + " " + reason}}}
}

func invalid(path, reason string) error { return refused(codeInvalid, path, reason) }

func required(path string) error { return refused(codeRequired, path, "is required") }

func notFound(path, what string, id int64) error {
	return refused(codeNotFound, path, fmt.Sprintf("names no %s: %d", what, id))
}

func notFoundText(path, what, id string) error {
	return refused(codeNotFound, path, fmt.Sprintf("names no %s: %q", what, shown(id)))
}

func violated(violations []check.Violation) *refusal {
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

// answer is what a request is answered with, and what the journal keeps of it.
type answer struct {
	server  *Server
	op      *contract.Operation // nil when none was found
	method  string
	path    string
	status  int
	value   any
	problem *refusal
	assumed []assumption
	ignored []string // names that no parameter has
	number  int64    // of the request
	format  *format  // of the body
	body    []byte   // value in that format
}

func (a *answer) assume(ids ...assumption) { a.assumed = append(a.assumed, ids...) }

// errorBody is the answer to a refused request (observed).
type errorBody struct {
	Errors []tourney.ErrorItem `json:"Errors" item:"Error"`
}

// refuse makes the answer a refusal.
func (a *answer) refuse(err error) *answer {
	if !errors.As(err, &a.problem) {
		a.problem = &refusal{status: http.StatusInternalServerError, items: []item{{tourney.CodeOther, err.Error()}}}
	}
	a.assume(assumeErrorBody, assumeErrorStatus)
	for i := range a.problem.items {
		a.problem.items[i].message = masked(a.problem.items[i].message)
	}
	a.status = a.problem.statusCode()
	a.value = errorBody{mapped(a.problem.items, func(i item) tourney.ErrorItem {
		return tourney.ErrorItem{Code: i.code, Message: i.message}
	})}
	return a
}

// encode turns the value into the body.
func (a *answer) encode() {
	var err error
	if a.body, err = a.format.encode(a.value); err == nil {
		return
	}
	// a row from the side door that cannot be written, such as a date that does not exist
	a.body, _ = a.format.encode(a.refuse(fmt.Errorf("a stored row cannot be written: %w", err)).value)
}

// write is the only place where status, headers and body of a response are written.
func (a *answer) write(w http.ResponseWriter) {
	h := w.Header()
	h.Set("Content-Type", a.format.media+"; charset=utf-8")
	h.Set("Content-Length", strconv.Itoa(len(a.body)))
	h.Set("X-Request-Id", fmt.Sprintf("mock-%06d", a.number))
	if a.op != nil {
		h.Set("X-Mock-Operation", a.op.ID)
	}
	if len(a.assumed) > 0 {
		h.Set("X-Mock-Assumed", assumedHeader(a.assumed))
	}
	if len(a.ignored) > 0 {
		h.Set("X-Mock-Ignored", shown(strings.Join(a.ignored, ", ")))
	}
	if a.problem != nil && a.problem.allow != "" {
		h.Set("Allow", a.problem.allow)
	}
	w.WriteHeader(a.status)
	_, _ = w.Write(a.body)
}

// printable bounds a text from outside and keeps it on one line.
func printable(s string) string { return bounded(oneLine(s)) }

func oneLine(s string) string {
	return strings.Map(func(r rune) rune { return pick(r < ' ' || r == 0x7f, ' ', r) }, strings.ToValidUTF8(s, "?"))
}

func bounded(s string) string {
	const most = 200
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}

// cardLike is what could hold the number of a card, also with a space or a dash of any kind between its digits, or a plus sign, as forms write a space: a run of
// 12 or more digits. Characters that take no room do not part them.
var cardLike = regexp.MustCompile(`\p{Nd}(?:\pC*[\p{Zs}\p{Pd}\x{2212}+]?\pC*\p{Nd}){11,}`)

// redacted stands in place of what is not shown.
const redacted = "[redacted]"

// masked returns a text without what could be the number of a card: one that was sent under a wrong name or in a
// wrong place must not come back either. A text in which escapes hide one does not come back at all.
func masked(text string) string {
	text = cardLike.ReplaceAllString(text, redacted)
	if slices.ContainsFunc(secrets.Stages(text), cardLike.MatchString) {
		return redacted
	}
	return text
}

// shown is a text from outside as headers, messages and the journal show it. What could be a number is looked for before
// characters become spaces, and before the text is cut, which could leave a part of it.
func shown(s string) string { return bounded(masked(oneLine(masked(s)))) }

// recorder takes a response for a client in the same process.
type recorder struct {
	header http.Header
	status int
	body   bytes.Buffer
}

// Header returns the header.
func (r *recorder) Header() http.Header { return r.header }

// WriteHeader takes the status.
func (r *recorder) WriteHeader(status int) { r.status = status }

// Write takes a part of the body.
func (r *recorder) Write(p []byte) (int, error) { return r.body.Write(p) }

func (r *recorder) response(req *http.Request) *http.Response {
	return &http.Response{
		Status: fmt.Sprintf("%d %s", r.status, http.StatusText(r.status)), StatusCode: r.status,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: r.header, ContentLength: int64(r.body.Len()),
		Body: io.NopCloser(bytes.NewReader(r.body.Bytes())), Request: req,
	}
}
