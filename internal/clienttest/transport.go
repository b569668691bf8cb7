package clienttest

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/jarcoal/httpmock"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
)

// MaxHeaderBytes is the limit of the header of an answer: 256 KiB.
const MaxHeaderBytes = 256 << 10

// Transport is a transport of a user, as a function.
type Transport func(*http.Request) (*http.Response, error)

// RoundTrip calls the function.
func (f Transport) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

// Over returns a client over a transport, which sends no request again.
func Over(t *testing.T, f Transport, opts ...tourney.Option) *tourney.Client {
	t.Helper()
	own := []tourney.Option{tourney.WithHTTPClient(&http.Client{Transport: f}), tourney.WithRetry(tourney.Retry{})}
	c, err := tourney.New("https://soccer.example.com", tourney.Soccer, append(own, opts...)...)
	require.NoError(t, err)
	return c
}

// AnswerOf is the answer to a request, with headers in alternating names and values. The default content type is JSON.
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

// JSON is an answer in JSON.
func JSON(status int, body string) *http.Response {
	res := httpmock.NewStringResponse(status, body)
	res.Header.Set("Content-Type", "application/json")
	return res
}

// Body is the body of an answer.
func Body(body string) io.ReadCloser { return io.NopCloser(strings.NewReader(body)) }

// ReadFunc is a reader, as a function.
type ReadFunc func([]byte) (int, error)

// Read calls the function.
func (f ReadFunc) Read(p []byte) (int, error) { return f(p) }
