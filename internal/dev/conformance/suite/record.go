package suite

import (
	"bytes"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/tourney-go/tourney/internal/contract"
)

// Exchange is a request and its answer, as they were sent over HTTP.
type Exchange struct {
	Method  string
	URL     string
	Header  http.Header // of the request
	Sent    []byte      // the body of the request; nil for a request without a body
	ByHand  bool        // the client did not write the body of the request
	Status  int
	Answers http.Header // the header of the answer
	Got     []byte      // the body of the answer
}

// Request returns the request anew, with its body unread.
func (e *Exchange) Request() (*http.Request, error) {
	req, err := http.NewRequest(e.Method, e.URL, bytes.NewReader(e.Sent)) //nolint:noctx // the request is never sent
	if err != nil {
		return nil, err
	}
	req.Header = e.Header.Clone()
	return req, nil
}

// Response returns the answer anew, with its body unread.
func (e *Exchange) Response() *http.Response {
	return &http.Response{StatusCode: e.Status, Header: e.Answers.Clone(), Body: io.NopCloser(bytes.NewReader(e.Got))}
}

// Operation returns the operation of the request, or nil if the interface document shows no such operation for the
// variant. A request with an id is for details, and a request without an id is for a list.
func (e *Exchange) Operation(v *contract.Variant) *contract.Operation {
	at, err := url.Parse(e.URL)
	if err != nil {
		return nil
	}
	for _, op := range contract.Operations() { // the operation for details comes before the operation for the list
		if op.Method == e.Method && op.Shown.Has(v) && isAt(op, v, at.Path) && (!op.ByID || hasID(at)) {
			return op
		}
	}
	return nil
}

// isAt reports whether the operation has this path, or has an alias with this path for the variant.
func isAt(op *contract.Operation, v *contract.Variant, path string) bool {
	return path == contract.BasePath+op.Path || slices.ContainsFunc(op.Aliases, func(a contract.Alias) bool {
		return path == contract.BasePath+a.Path && a.Shown.Has(v)
	})
}

func hasID(at *url.URL) bool {
	for name := range at.Query() {
		if strings.EqualFold(name, "id") {
			return true
		}
	}
	return false
}

// tape keeps exchanges in their order.
type tape struct {
	mu  sync.Mutex
	all []Exchange
}

func (t *tape) keep(e *Exchange) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.all = append(t.all, *e)
}

// recorder is a transport that sends requests over another transport, and keeps the exchanges.
type recorder struct {
	to     http.RoundTripper
	on     *tape
	byHand bool
}

// RoundTrip sends the request and keeps both bodies.
func (r recorder) RoundTrip(req *http.Request) (*http.Response, error) {
	sent, err := drained(req.Body)
	if err != nil {
		return nil, err
	}
	req = req.Clone(req.Context())
	if sent != nil {
		req.Body = io.NopCloser(bytes.NewReader(sent))
	}
	res, err := r.to.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	got, err := drained(res.Body)
	if err != nil {
		return nil, err
	}
	res.Body = io.NopCloser(bytes.NewReader(got))
	r.on.keep(&Exchange{
		Method: req.Method, URL: req.URL.String(), Header: req.Header, Sent: sent, ByHand: r.byHand,
		Status: res.StatusCode, Answers: res.Header, Got: got,
	})
	return res, nil
}

// drained reads a body to its end and closes it. It returns nil if there is no body.
func drained(body io.ReadCloser) ([]byte, error) {
	if body == nil || body == http.NoBody {
		return nil, nil
	}
	all, err := io.ReadAll(body)
	if err != nil {
		return nil, err
	}
	return all, body.Close()
}
