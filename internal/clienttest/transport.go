package clienttest

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
)

// MaxHeaderBytes is the limit of the header of an answer: 256 KiB.
const MaxHeaderBytes = 256 << 10

// Transport is a function that is an http.RoundTripper, as a user of the library could write it.
type Transport func(*http.Request) (*http.Response, error)

// RoundTrip calls the function.
func (f Transport) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

// Over returns a client that uses a transport and sends no request again.
func Over(t *testing.T, f Transport, opts ...tourney.Option) *tourney.Client {
	t.Helper()
	return Client(t, BaseURL, tourney.Soccer, f, append([]tourney.Option{SentOnce}, opts...)...)
}

// Client returns a client of a host, whose requests go through a transport.
func Client(t testing.TB, base string, h tourney.Host, over http.RoundTripper, opts ...tourney.Option) *tourney.Client {
	t.Helper()
	opts = append([]tourney.Option{tourney.WithHTTPClient(&http.Client{Transport: over})}, opts...)
	c, err := tourney.New(base, h, opts...)
	require.NoError(t, err)
	return c
}

// AnswerOf returns an answer to a request. The headers are alternating names and values. The default content type is
// JSON.
func AnswerOf(req *http.Request, status int, body io.ReadCloser, header ...string) *http.Response {
	res := &http.Response{
		StatusCode: status, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Request: req, Body: body, ContentLength: -1,
		Header: http.Header{"Content-Type": {"application/json"}},
	}
	for i := 0; i+1 < len(header); i += 2 {
		res.Header.Set(header[i], header[i+1])
	}
	return res
}

// JSON returns an answer with a status and a body in JSON.
func JSON(status int, body string) *http.Response {
	res, _ := Reply(status, body)(nil)
	return res
}

// Body returns a text as the body of an answer.
func Body(body string) io.ReadCloser { return io.NopCloser(strings.NewReader(body)) }

// ReadFunc is a function that is an io.Reader.
type ReadFunc func([]byte) (int, error)

// Read calls the function.
func (f ReadFunc) Read(p []byte) (int, error) { return f(p) }
