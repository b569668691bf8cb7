package respond

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
	"github.com/tourney-go/tourney/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/assumption"
	"github.com/tourney-go/tourney/mockserver/internal/handlers"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/rules"
	"github.com/tourney-go/tourney/mockserver/internal/wire"
)

// Answer is the response to a request, together with everything that the steps find out about the request.
type Answer struct {
	// The request, set at the beginning.
	medium  Medium
	Request *http.Request
	Began   time.Time  // when the request arrived, in real time
	Query   wire.Query // of the request
	ways    *wire.Ways // the settings of the host; nil when the host is not known

	// Set by receive and route.
	Body   []byte           // of the request
	unread error            // the reason why the body could not be read to its end
	lost   *refusal.Refusal // the reason why no operation was found

	wire.Route // without an operation when none was found

	// Set for the handler by checkSignature and the steps of understanding.
	account string // the user name of the account that signed the request
	params  node.Node
	input   any // of the handler

	// Notes. Every step may add to them.
	Ignored []string // what the mock ignores in the request, such as names that no parameter has
	Assumed *assumption.Set

	// The outcome, set by handle and succeed, or by Refuse. The actions of faults replace Status, Problem and Encoded.
	exchange handlers.Exchange // what the handler got
	value    any
	dropped  func() bool      // reports whether a late request may no longer be carried out; nil for one that is not late
	Written  int64            // the number of the write that the request made; 0 for none
	Status   int              // 0 for an answer that never reaches the client
	Problem  *refusal.Refusal // nil when the request is carried out
	Format   *wire.Format     // of the encoded value
	encoder  *wire.Encoder    // the host's encoder; nil for a refusal, which has the same members on every host
	Encoded  []byte           // the value in Format: the body of the answer

	// Set by faults and SetHeader.
	Fault    string   // ids of the rules that fired
	firings  []firing // the actions of these rules, in order
	delivery delivery

	// The server sets these fields before it calls Write.
	Session string // "" for the main world
	Number  int64  // from the journal
	Hint    string // for the journal: why a browser hides the answer from its page; "" if it does not
	Later   *Later // of a request that a fault puts off until after its answer; else nil

	values []string // the memory of the header's values, used by Write
}

// delivery says how the server sends an answer: what faults change in the header, the body and the speed.
type delivery struct {
	header  http.Header   // replaces members of the header; an empty list removes the member
	partial bool          // the server sends only the first bytes of the body
	part    int           // how many bytes the server sends of a partial answer
	pause   time.Duration // between header and body
	rate    int           // bytes a second; 0 for no limit
	finish  Finish
}

// NewAnswer returns an answer to a request for which no step has run yet.
func NewAnswer(m Medium, req *http.Request) *Answer {
	return &Answer{medium: m, Request: req, Began: time.Now(), Format: wire.AnswerFormat(req)}
}

// SetHeader replaces a member of the header. The name must be spelled as http.Header spells its keys. Without values
// SetHeader removes the member.
func (a *Answer) SetHeader(name string, values ...string) {
	if a.delivery.header == nil {
		a.delivery.header = http.Header{}
	}
	a.delivery.header[name] = values
}

// assume records that the answer depends on assumptions: on behaviour that the interface document does not show.
func (a *Answer) assume(ids ...assumption.ID) { a.Assumed = a.Assumed.With(ids...) }

// refusedBy returns the error of a check. If there is one, it records an assumption of the check.
func (a *Answer) refusedBy(check assumption.ID, err error) error {
	if err != nil {
		a.assume(check)
	}
	return err
}

// errorBody is the body of an answer to a refused request (observed).
type errorBody struct {
	Errors []tourney.ErrorItem `json:"Errors" item:"Error"`
}

// Refuse makes the answer report an error. An error that is no refusal becomes a refusal with the status 500.
func (a *Answer) Refuse(err error) *Answer {
	if !errors.As(err, &a.Problem) {
		a.Problem = refusal.Because(http.StatusInternalServerError, tourney.CodeOther, err.Error())
	}
	a.assume(assumption.ErrorBody, assumption.ErrorStatus)
	a.encoder = nil
	ids := redact.IDs(&a.params, false)
	for i := range a.Problem.Items {
		a.Problem.Items[i].Message = redact.Masked(a.Problem.Items[i].Message, ids...)
	}
	a.Status = a.ways.StatusOf(a.Problem)
	a.value = errorBody{errorItems(a.ways, a.Op, a.Problem.Items, ids)}
	return a
}

// Encode encodes the value as the body. An answer without a value, because a fault ended the request, gets no body.
func (a *Answer) Encode() {
	if a.value == nil {
		return
	}
	e := a.encoder
	if e == nil {
		e = &wire.Encoder{Format: a.Format}
	}
	var err error
	if own, ok := a.value.(wire.Encoded); ok {
		a.Encoded, err = own.Encode(e)
	} else {
		a.Encoded, err = e.Encode(a.value)
	}
	if err == nil {
		return
	}
	// A row can hold a value that cannot be encoded, such as a date that does not exist.
	a.Encoded, _ = a.Format.Encode(a.Refuse(fmt.Errorf("a stored row cannot be written: %w", err)).value)
}

// Write writes the status, the headers and the body, or only as much of them as the faults allow. No other function
// writes an answer.
func (a *Answer) Write(w http.ResponseWriter) {
	d := &a.delivery
	if a.Status == 0 {
		a.medium.End(w, d.finish)
		return
	}
	a.writeHeader(w.Header())
	w.WriteHeader(a.Status)
	if d.pause > 0 {
		a.medium.Pause(w, d.pause)
	}
	body := a.Encoded
	if a.Request.Method == http.MethodHead {
		body = body[:0]
	}
	if d.partial {
		body = body[:min(d.part, len(body))]
	}
	a.medium.Send(w, body, d.rate)
	a.medium.End(w, d.finish)
}

// usualValues is the capacity for header values that Write reserves. Most answers have no more values.
const usualValues = 6

// writeHeader sets the members of the header. The values have their own memory, because net/http can write the values
// after the server uses the answer's memory again.
func (a *Answer) writeHeader(h http.Header) {
	a.values = make([]string, 0, usualValues)
	if !rules.Bodiless(a.Status) {
		a.set(h, "Content-Type", a.Format.Content)
		a.set(h, "Content-Length", strconv.Itoa(a.length()))
		wire.Vary(h)
	}
	if a.Number != 0 { // the journal has the request
		a.set(h, "X-Request-Id", requestID(a.Number))
	}
	if a.Session != "" {
		a.set(h, wire.SessionHeader, a.Session)
	}
	if a.Op != nil {
		a.set(h, "X-Mock-Operation", a.Op.ID)
	}
	if a.Assumed != nil {
		a.set(h, "X-Mock-Assumed", a.Assumed.Header)
	}
	if len(a.Ignored) > 0 {
		a.set(h, "X-Mock-Ignored", wire.InASCII(redact.Safe(strings.Join(a.Ignored, ", "))))
	}
	if a.Problem != nil && a.Problem.Allow != "" {
		a.set(h, "Allow", a.Problem.Allow)
	}
	if a.Problem != nil && a.Problem.RetryAfter != "" {
		a.set(h, "Retry-After", a.Problem.RetryAfter)
	}
	if a.Fault != "" {
		a.set(h, "X-Mock-Fault", a.Fault)
	}
	maps.Copy(h, a.delivery.header)
}

// set sets a member of the header. The name must be spelled as http.Header spells its keys. All values of an answer
// are parts of one slice.
func (a *Answer) set(h http.Header, name, value string) {
	a.values = append(a.values, value)
	last := len(a.values) - 1
	h[name] = a.values[last : last+1 : last+1]
}

// requestID returns the request id in the header of an answer, such as mock-000007, from the answer's number in the
// journal.
func requestID(number int64) string {
	var buffer [32]byte
	digits := strconv.AppendInt(buffer[:0], number, 10)
	return "mock-" + "000000"[:max(0, 6-len(digits))] + string(digits)
}

// length returns the Content-Length in the header. The length of a partial body is the length of the whole body, and
// so more than the server sends.
func (a *Answer) length() int {
	if a.delivery.partial {
		return max(len(a.Encoded), 1)
	}
	return len(a.Encoded)
}
