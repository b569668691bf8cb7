package mockserver

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/node"
)

// answer is the response to a request, with the results of the steps that handle the request.
type answer struct {
	request *http.Request
	began   time.Time           // when the request arrived, in real time
	body    []byte              // of the request
	unread  error               // the reason why the body could not be read to its end
	op      *contract.Operation // nil when none was found
	account string              // the user name of the account that signed the request
	params  node.Node
	ignored []string // names that no parameter has
	assumed []assumption
	ways    errorWays // the host's

	fault   string // the rule that fired; "" for none
	number  int64  // from the journal
	status  int
	problem *refusal // nil when the request is carried out
	value   any
	format  *format // of the encoded value
	encoded []byte  // the value in that format: the body of the answer
}

// newAnswer begins the answer to a request.
func newAnswer(req *http.Request) *answer {
	return &answer{request: req, began: time.Now(), format: answerFormat(req)}
}

// assume notes behaviour that the interface document does not show.
func (a *answer) assume(ids ...assumption) { a.assumed = append(a.assumed, ids...) }

// errorBody is the body of an answer to a refused request (observed).
type errorBody struct {
	Errors []tourney.ErrorItem `json:"Errors" item:"Error"`
}

// refuse replaces the answer by an error.
func (a *answer) refuse(err error) *answer {
	if !errors.As(err, &a.problem) {
		a.problem = &refusal{status: http.StatusInternalServerError, items: []item{{tourney.CodeOther, err.Error()}}}
	}
	a.assume(assumeErrorBody, assumeErrorStatus)
	for i := range a.problem.items {
		a.problem.items[i].message = masked(a.problem.items[i].message)
	}
	a.status = a.ways.status(a.problem)
	a.value = errorBody{a.ways.entries(a.op, a.problem.items)}
	return a
}

// encode encodes the value as the body.
func (a *answer) encode() {
	var err error
	if a.encoded, err = a.format.encode(a.value); err == nil {
		return
	}
	// The side door accepts values that cannot be written, such as a date that does not exist.
	a.encoded, _ = a.format.encode(a.refuse(fmt.Errorf("a stored row cannot be written: %w", err)).value)
}

// write writes status, headers and body. Nothing else does.
func (a *answer) write(w http.ResponseWriter) {
	h := w.Header()
	h.Set("Content-Type", a.format.media+"; charset=utf-8")
	h.Set("Content-Length", strconv.Itoa(len(a.encoded)))
	h.Set("X-Request-Id", fmt.Sprintf("mock-%06d", a.number))
	if a.op != nil {
		h.Set("X-Mock-Operation", a.op.ID)
	}
	if len(a.assumed) > 0 {
		h.Set("X-Mock-Assumed", assumedHeader(a.assumed))
	}
	if len(a.ignored) > 0 {
		h.Set("X-Mock-Ignored", safe(strings.Join(a.ignored, ", ")))
	}
	if a.problem != nil && a.problem.allow != "" {
		h.Set("Allow", a.problem.allow)
	}
	if a.problem != nil && a.problem.retryAfter != "" {
		h.Set("Retry-After", a.problem.retryAfter)
	}
	w.WriteHeader(a.status)
	_, _ = w.Write(a.encoded)
}
