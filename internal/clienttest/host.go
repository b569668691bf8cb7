package clienttest

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"github.com/jarcoal/httpmock"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
)

// BaseURL is the address of hosts in memory.
const BaseURL = "https://host.example.com"

// Sent is one request as the host saw it.
type Sent struct {
	Method, Path, Body string
	Query              url.Values
	Header             http.Header
	Request            *http.Request
}

// Host answers requests with its Answers in turn, then repeats the last of the Answers. It keeps the requests.
type Host struct {
	mu      sync.Mutex
	got     []Sent
	Answers []httpmock.Responder
}

// Respond keeps a request and returns the next answer.
func (h *Host) Respond(req *http.Request) (*http.Response, error) {
	var body []byte
	if req.Body != nil {
		body, _ = io.ReadAll(req.Body)
		_ = req.Body.Close()
	}
	h.mu.Lock()
	next := h.Answers[min(len(h.got), len(h.Answers)-1)]
	h.got = append(h.got, Sent{
		Method: req.Method, Path: req.URL.Path, Body: string(body), Query: req.URL.Query(), Header: req.Header.Clone(),
		Request: req,
	})
	h.mu.Unlock()
	return next(req)
}

// Requests returns the requests so far.
func (h *Host) Requests() []Sent {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.got)
}

// HTTPClient returns an HTTP client that sends every request to the host.
func (h *Host) HTTPClient() *http.Client {
	transport := httpmock.NewMockTransport()
	transport.RegisterNoResponder(h.Respond)
	return &http.Client{Transport: transport}
}

// Serve returns a client, and the host in memory that gives the client these answers.
func Serve(
	t *testing.T, v tourney.Host, answers []httpmock.Responder, opts ...tourney.Option,
) (*tourney.Client, *Host) {
	t.Helper()
	return ServeAt(t, BaseURL, v, answers, opts...)
}

// ServeAt does what Serve does, for a client with another base URL.
func ServeAt(
	t *testing.T, base string, v tourney.Host, answers []httpmock.Responder, opts ...tourney.Option,
) (*tourney.Client, *Host) {
	t.Helper()
	h := &Host{Answers: answers}
	return Client(t, base, v, h.HTTPClient().Transport, opts...), h
}

// Server starts a server on loopback, and returns a client of it.
func Server(t *testing.T, handler http.HandlerFunc, opts ...tourney.Option) *tourney.Client {
	t.Helper()
	srv := httptest.NewServer(handler)
	t.Cleanup(srv.Close)
	return Client(t, srv.URL, tourney.Soccer, srv.Client().Transport, opts...)
}

// One returns the answers of a host that answers every request alike.
func One(answer httpmock.Responder) []httpmock.Responder { return []httpmock.Responder{answer} }

// Always returns the answers of a host that answers every request with the same Reply.
func Always(status int, body string, header ...string) []httpmock.Responder {
	return One(Reply(status, body, header...))
}

// Reply returns an answer with a status, a body and headers. The headers are alternating names and values. The
// default content type is JSON.
func Reply(status int, body string, header ...string) httpmock.Responder {
	return func(req *http.Request) (*http.Response, error) {
		res := AnswerOf(req, status, Body(body), header...)
		res.ContentLength = int64(len(body))
		return res, nil
	}
}

// Broken returns an error of the transport in place of an answer.
func Broken(err error) httpmock.Responder {
	return func(*http.Request) (*http.Response, error) { return nil, err }
}

// Torn returns an answer whose body ends with an error.
func Torn(status int) httpmock.Responder { return TornAfter(status, `{"Id":`) }

// TornAfter returns an answer whose body ends with an error after its beginning.
func TornAfter(status int, beginning string, header ...string) httpmock.Responder {
	return func(req *http.Request) (*http.Response, error) {
		res, err := Reply(status, ``, header...)(req)
		res.Body = io.NopCloser(io.MultiReader(strings.NewReader(beginning), iotest.ErrReader(io.ErrUnexpectedEOF)))
		return res, err
	}
}

// Hang never answers a request: it waits until the request is canceled.
func Hang(req *http.Request) (*http.Response, error) {
	<-req.Context().Done()
	return nil, req.Context().Err()
}

// Formats are both formats, with their content types.
var Formats = map[tourney.Format]string{tourney.FormatJSON: "application/json", tourney.FormatXML: "application/xml"}

// InFormat returns a client whose host gives this answer in a format.
func InFormat(t *testing.T, f tourney.Format, body string, opts ...tourney.Option) (*tourney.Client, *Host) {
	t.Helper()
	answers := Always(200, body, "Content-Type", Formats[f])
	return Serve(t, tourney.Soccer, answers, append(opts, tourney.WithFormat(f))...)
}

// XML returns the body of an answer in XML with this content.
func XML(content string) string {
	return `<Response xmlns:i="http://www.w3.org/2001/XMLSchema-instance">` + content + `</Response>`
}

// Gzip compresses a body.
func Gzip(t *testing.T, body string) string {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	_, err := io.WriteString(w, body)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return out.String()
}

// MemoryOf returns the memory limit of a client for an answer. It reads the limit in the client's error about a
// roster that takes more.
func MemoryOf(t *testing.T, h tourney.Host, opts ...tourney.Option) (limit int64) {
	t.Helper()
	roster := `{"Team":{"Id":1,"Players":[` + strings.Repeat(`{},`, 100_000) + `{}]}}`
	c, _ := Serve(t, h, Always(200, roster), append(opts, tourney.WithRetry(tourney.Retry{}))...)
	_, err := c.Teams.Get(t.Context(), 1)
	var unreadable *tourney.DecodeError
	require.ErrorAs(t, err, &unreadable)
	_, text, _ := strings.Cut(err.Error(), "found more than fits into ")
	_, err = fmt.Sscanf(text, "%d bytes of memory", &limit)
	require.NoError(t, err, text)
	return limit
}
