package mockserver

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/mockserver/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/rules"
)

// firing is an action that a rule takes in a phase.
type firing struct {
	*rules.Action
	phase rules.Phase
}

// answer is the response to a request, with the results of the steps that handle the request.
type answer struct {
	medium  medium
	request *http.Request
	began   time.Time // when the request arrived, in real time
	query   query     // of the request
	body    []byte    // of the request
	unread  error     // the reason why the body could not be read to its end
	lost    *refusal  // the reason why no operation was found

	route // without an operation when none was found

	account string // the user name of the account that signed the request
	params  node.Node
	input   any      // of the handler
	ignored []string // names that no parameter has
	hint    string   // for the journal: why a browser keeps the answer from its page; "" for no reason
	assumed *assumed
	ways    *hostWays // the host's; nil before it is known

	session string   // "" for the main world
	number  int64    // from the journal
	written int64    // the number of the write that the request made; 0 for none
	status  int      // 0 for an answer that never reaches the client
	problem *refusal // nil when the request is carried out
	value   any
	format  *format  // of the encoded value
	encoder *encoder // of the host; nil for a refusal, which has the same members everywhere
	encoded []byte   // the value in that format: the body of the answer

	exchange exchange // what the handler saw
	values   []string // of the header
	fault    string   // ids of the rules that fired
	firings  []firing // what they do to the answer, in order
	delivery delivery
}

// delivery is how an answer goes out.
type delivery struct {
	header  http.Header   // replaces members of the header; an empty list removes one
	partial bool          // only the first bytes go out, and then the answer ends
	part    int           // of a partial answer: the bytes
	pause   time.Duration // between header and body
	rate    int           // bytes a second; 0 for no limit
	finish  finish
}

// setHeader replaces a member of the header.
func (d *delivery) setHeader(name string, values ...string) {
	if d.header == nil {
		d.header = http.Header{}
	}
	d.header[name] = values
}

// newAnswer begins the answer to a request.
func newAnswer(m medium, req *http.Request) *answer {
	return &answer{medium: m, request: req, began: time.Now(), format: answerFormat(req)}
}

// assume notes behaviour that the interface document does not show.
func (a *answer) assume(ids ...assumption) { a.assumed = a.assumed.with(ids...) }

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
	a.encoder = nil
	for i := range a.problem.items {
		a.problem.items[i].message = redact.Masked(a.problem.items[i].message)
	}
	a.status = a.ways.statusOf(a.problem)
	a.value = errorBody{a.ways.entries(a.op, a.problem.items)}
	return a
}

// encode encodes the value as the body. An answer that a fault ended has none.
func (a *answer) encode() {
	if a.value == nil {
		return
	}
	e := a.encoder
	if e == nil {
		e = &encoder{format: a.format}
	}
	var err error
	if own, ok := a.value.(ownEncoding); ok {
		a.encoded, err = own.encode(e)
	} else {
		a.encoded, err = e.encode(a.value)
	}
	if err == nil {
		return
	}
	// A row can hold what cannot be written, such as a date that does not exist.
	a.encoded, _ = a.format.encode(a.refuse(fmt.Errorf("a stored row cannot be written: %w", err)).value)
}

// write writes status, headers and body, as far as the faults let them. Nothing else does.
func (a *answer) write(w http.ResponseWriter) {
	d := &a.delivery
	if a.status == 0 {
		a.medium.end(w, d.finish)
		return
	}
	a.writeHeader(w.Header())
	w.WriteHeader(a.status)
	if d.pause > 0 {
		a.medium.pause(w, d.pause)
	}
	body := a.encoded
	if a.request.Method == http.MethodHead {
		body = body[:0]
	}
	if d.partial {
		body = body[:min(d.part, len(body))]
	}
	a.medium.send(w, body, d.rate)
	a.medium.end(w, d.finish)
}

// usualValues is how many values the header of most answers has.
const usualValues = 6

// writeHeader sets the members of the header. net/http can write their values after the answer was given back, so they
// have memory of their own.
func (a *answer) writeHeader(h http.Header) {
	a.values = make([]string, 0, usualValues)
	if !rules.Bodiless(a.status) {
		a.set(h, "Content-Type", a.format.content)
		a.set(h, "Content-Length", strconv.Itoa(a.length()))
	}
	if a.number != 0 { // the journal has the request
		a.set(h, "X-Request-Id", requestID(a.number))
	}
	if a.session != "" {
		a.set(h, SessionHeader, a.session)
	}
	if a.op != nil {
		a.set(h, "X-Mock-Operation", a.op.ID)
	}
	if a.assumed != nil {
		a.set(h, "X-Mock-Assumed", a.assumed.header)
	}
	if len(a.ignored) > 0 {
		a.set(h, "X-Mock-Ignored", inASCII(redact.Safe(strings.Join(a.ignored, ", "))))
	}
	if a.problem != nil && a.problem.allow != "" {
		a.set(h, "Allow", a.problem.allow)
	}
	if a.problem != nil && a.problem.retryAfter != "" {
		a.set(h, "Retry-After", a.problem.retryAfter)
	}
	if a.fault != "" {
		a.set(h, "X-Mock-Fault", a.fault)
	}
	maps.Copy(h, a.delivery.header)
}

// set sets a member of the header, whose name is in the form of http.Header. The values of an answer share memory.
func (a *answer) set(h http.Header, name, value string) {
	a.values = append(a.values, value)
	last := len(a.values) - 1
	h[name] = a.values[last : last+1 : last+1]
}

// requestID returns the id of an answer by its number in the journal, such as mock-000007.
func requestID(number int64) string {
	var buffer [32]byte
	digits := strconv.AppendInt(buffer[:0], number, 10)
	return "mock-" + "000000"[:max(0, 6-len(digits))] + string(digits)
}

// length returns the length of the body that the header states. A partial body is never whole.
func (a *answer) length() int {
	if a.delivery.partial {
		return max(len(a.encoded), 1)
	}
	return len(a.encoded)
}
