package transport

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/httptext"
	"github.com/tourney-go/tourney/observe"
)

// Request is a request for Send.
type Request struct {
	Op       *contract.Operation // its class decides what may be sent again
	URL      *url.URL
	Header   http.Header // without what Sign adds
	Body     []byte      // nil when there is none
	Deadline time.Time   // bounds all attempts and waits together; zero leaves the bound to the context
	Retry    Retry       // how often the request is sent again, and after which waits
	Secret   bool        // the header or the query may hold a secret

	Reader Reader // interprets the bodies of answers; nil to leave them uninterpreted

	Observer Observer // gets the events of the request; nil for none
}

// Reader interprets the bodies of answers. Transport calls ContentOf once for each answer whose body it has read.
type Reader interface{ ContentOf(Answer) Content }

// Content answers the retry policy's questions about the body of one answer.
type Content interface {
	// NamesResult reports whether the answer names, or may name, the row or transaction that a create or charge made. Such
	// an answer is final: the request is not sent again, whatever the status.
	NamesResult() bool
	// Unreadable reports whether a successful answer to a read is not of the interface, such as a proxy's page, so that
	// another attempt may get a readable answer.
	Unreadable() bool
	// RefusesKeys reports whether the body refuses the keys, as a status of 401 does. The policy asks this only about
	// requests that were signed with the keys of a login.
	RefusesKeys() bool
}

// Answer is a response whose body was read.
type Answer struct {
	Status int // 0 when there was no answer
	Header http.Header
	Body   []byte // decompressed; valid until Release
	Torn   bool   // Body is the beginning of a body that broke off or is too large, or nothing of a compressed one

	buffer *buffer
}

// Outcome is the result of a Send. It has an Answer, a Failure, or both when the connection broke within an answer.
type Outcome struct {
	Answer
	Content  Content // of the answer; nil when its body was not read
	Failure  *Failure
	Attempts int             // how often the request was sent
	Refusal  observe.Refusal // why the request was not sent again
	Keys     [2]any          // keys of the last attempt, and keys that the host refused before
	Wires    []http.Header   // the header of each request, as it went out
	InURL    bool            // Sign changed the URL of a request, and so may have put a secret there
}

// checkHeader returns an error for a header that cannot be sent, such as a key with a line break that Sign added.
func checkHeader(h http.Header) error {
	for key, values := range h {
		for _, value := range values {
			if !httptext.ValidHeader(key, value) {
				return fmt.Errorf("the header %q has a character that no header can have", key)
			}
		}
	}
	return nil
}

// headerBytes returns the size of a header's names and values.
func headerBytes(h http.Header) int {
	size := 0
	for key, values := range h {
		for _, value := range values {
			size += len(key) + len(value)
		}
	}
	return size
}

// isHeaderLimit reports whether net/http stopped reading a header at its limit. The error has no type, so its texts are
// compared. If net/http changed the texts, the client would repeat such reads in vain, and do no other harm. Over
// HTTP/2 the client already repeats a read whose answer has a header far above the limit, because net/http reports only
// PROTOCOL_ERROR.
func isHeaderLimit(err error) bool {
	text := err.Error()
	return strings.Contains(text, "net/http: server response headers exceeded ") ||
		strings.Contains(text, "http2: response header list larger than ")
}
