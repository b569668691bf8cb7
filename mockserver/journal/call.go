package journal

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/check"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/plaintext"
	"github.com/tourney-go/tourney/internal/redact"
)

// Call is a request that arrived at a server, with facts about its answer. The journal keeps the newest calls:
// Limits.Calls and Limits.CallBytes of the server set how many.
//
// A Call contains no secret. Before the journal keeps a request, the server writes "[redacted]" in place of:
// passwords; numbers and codes of cards; values whose names look like names of secrets, also in Meta; texts that
// contain such a name and a value; everything that could be the number of a card; and the passwords and API secrets
// of the server's accounts. Some requests can hold a password or a card: login, registration, payment, and a request
// that is no operation. Of such a request the journal keeps only values that have the form that the interface
// document gives. If the body of such a request cannot be decoded, the journal withholds the body, which means that
// the journal keeps nothing of it.
//
// The journal keeps the first 16 KiB of a body and the first 4 KiB of a query. It keeps no body of a GET, because the
// server does not read such a body. It keeps only the headers that the comment of the field Header lists. The journal
// cuts any other text after 200 bytes and ends it with an ellipsis.
type Call struct {
	Number   int64           // counts from 1, in the order in which answers were ready, also after Calls.Clear; see OnCall
	Variant  tourney.Variant // of the server
	Session  string          // the name of the session; "" for the main world
	Time     time.Time       // of the server's Clock, when the answer was ready
	Arrived  time.Time       // when the request came, in real time and in the time zone of the server's machine
	Op       string          // operation, such as "Teams.List"; "" for a request that is no operation
	Nearest  string          // for a request without an operation: the most similar route, or ""
	Method   string
	Path     string         // without query
	Query    string         // as received, without the question mark
	Header   http.Header    // Accept, Content-Type, User-Agent, conditions, ids; headers with secrets without values
	Body     string         // as received, byte for byte; rewritten if a part was redacted; "" if it was withheld
	BodySize int            // bytes of the body as received
	Format   tourney.Format // of the body; of the answer if the request has no body
	Status   int            // of the answer; 0 when a fault kept the server from answering
	Write    int64          // number of the write that the request made, also later: see Writes.Newest; 0 for none
	Errors   []string       // the first 20 messages of the answer, and a count of the others; or a hint: AllowOrigins;
	// or, after "never carried out: ", why the server did not carry out a request that a fault had put off
	Duration time.Duration // from the arrival of the request until the answer was ready, in real time
	Fault    string        // the ids of the faults that fired, such as "f1, f3"; "" for none
	Assumed  []string      // ids of the ledger of assumptions that the answer relied on, as in X-Mock-Assumed
	Ignored  []string      // names that the server ignored, as in X-Mock-Ignored; the first 20
}

// String returns the call on one line, without its body.
func (c Call) String() string {
	text := fmt.Sprintf("%d %s %s", c.Status, c.Method, c.Path)
	if c.Query != "" {
		text += "?" + plaintext.Clip(c.Query, redact.MaxShown)
	}
	if c.Op != "" {
		text += " (" + c.Op + ")"
	}
	if len(c.Errors) > 0 {
		text += ": " + strings.Join(c.Errors, "; ")
	}
	if c.Fault != "" {
		text += " [fault: " + c.Fault + "]"
	}
	return text
}

// GoString returns String, so that the format %#v shows no body.
func (c Call) GoString() string {
	return "journal.Call{" + strconv.FormatInt(c.Number, 10) + ": " + c.String() + "}"
}

// Param returns the value of a parameter of the request: from the query of a GET, else from the body. The name can
// have any letter case. It has points between nested names, and indexes of lists, such as "DivisionId",
// "Payment.PriceId" or "Players[0].FirstName". If the request has the name several times, Param returns the last
// value. It returns "" for a value that is absent, null or empty, or that the journal does not keep. Use Params to
// tell these cases apart.
func (c Call) Param(name string) string {
	text := ""
	for _, p := range c.parameters() {
		if node.SameName(p.Name, name) {
			text = p.Text
		}
	}
	return text
}

// Params returns the values of all parameters of the request. The keys are names as in Param, in the letter case of the
// request. A null has no entry. When a query repeats a name, Params joins the values with commas. Params is empty when
// the query or the body cannot be decoded, or was cut or withheld.
func (c Call) Params() map[string]string {
	all := map[string]string{}
	for _, p := range c.parameters() {
		all[p.Name] = p.Text
	}
	return all
}

func (c Call) parameters() []check.Parameter {
	inXML := c.Format == tourney.FormatXML
	request := check.Asked{Op: c.Op, Method: c.Method, Query: c.Query, Body: c.Body, InXML: inXML}
	return request.Parameters()
}
