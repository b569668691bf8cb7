package mocktest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
)

// Together runs a function in so many goroutines. Rounds is how often they do the same.
const (
	Workers = 16
	Rounds  = 12
)

// Together runs a function in many goroutines and returns what went wrong.
func Together(f func(worker int) error) error {
	failed := make([]error, Workers)
	var wait sync.WaitGroup
	for i := range Workers {
		wait.Go(func() { failed[i] = f(i) })
	}
	wait.Wait()
	return errors.Join(failed...)
}

// Quick sends a request from any goroutine and reports a status other than 200.
func Quick(srv http.RoundTripper, method, target, body string) error {
	req, err := http.NewRequestWithContext(context.Background(), method, "http://host.example.com/api/v1/"+target, strings.NewReader(body))
	if err != nil {
		return err
	}
	res, err := srv.RoundTrip(req)
	if err != nil {
		return err
	}
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("%s %s %s: %d", method, target, body, res.StatusCode)
	}
	return res.Body.Close()
}

// GetRequest returns a GET.
func GetRequest(t testing.TB, url string) *http.Request {
	t.Helper()
	return Request(t, http.MethodGet, url, "")
}

// Request returns a request. The body is XML if it looks so, else JSON, unless the header says another type. The header
// are names and values in turn. A Host among them is the host's name.
func Request(t testing.TB, method, url, body string, header ...string) *http.Request {
	t.Helper()
	var reader io.Reader
	if body != "" {
		reader = strings.NewReader(body)
	}
	req, err := http.NewRequestWithContext(t.Context(), method, url, reader)
	require.NoError(t, err)
	switch {
	case strings.HasPrefix(body, "<"):
		req.Header.Set("Content-Type", "application/xml")
	case body != "":
		req.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(header); i += 2 {
		if req.Header.Set(header[i], header[i+1]); header[i] == "Host" {
			req.Host = header[i+1]
		}
	}
	return req
}

// Ask sends a request over a connection of its own, in the place of a program or a browser.
func Ask(t testing.TB, method, url, body string, header ...string) Answer {
	t.Helper()
	wire := &http.Transport{DisableKeepAlives: true}
	a, err := AnswerOf(wire.RoundTrip(Request(t, method, url, body, header...)))
	require.NoError(t, err)
	return a
}

// Handle gives a handler a request, as another server does.
func Handle(h http.Handler, req *http.Request) Answer {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, req)
	return Answer{Status: w.Code, Header: w.Header(), Body: w.Body.String()}
}

// Wires are the ways to a server's listener.
func Wires() map[string]*http.Transport {
	h2 := &http.Protocols{}
	h2.SetUnencryptedHTTP2(true)
	return map[string]*http.Transport{"HTTP/1.1": {}, "HTTP/2": {Protocols: h2}}
}

// Answer is a response on the wire.
type Answer struct {
	Status int
	Header http.Header
	Body   string
}

// Send sends a request without a socket. Headers are names and values in turn.
func Send(t testing.TB, srv http.RoundTripper, method, target, body string, header ...string) Answer {
	t.Helper()
	a, err := AnswerOf(srv.RoundTrip(Request(t, method, "http://host.example.com"+target, body, header...)))
	require.NoError(t, err)
	return a
}

// AnswerOf reads a response to its end.
func AnswerOf(res *http.Response, err error) (Answer, error) {
	if err != nil {
		return Answer{}, err
	}
	data, err := io.ReadAll(res.Body)
	return Answer{Status: res.StatusCode, Header: res.Header, Body: string(data)}, errors.Join(err, res.Body.Close())
}

// Get sends a GET that must succeed, and returns the body.
func Get(t testing.TB, srv http.RoundTripper, target string) string {
	t.Helper()
	a := Send(t, srv, http.MethodGet, target, "")
	require.Equal(t, http.StatusOK, a.Status, "%s: %s", target, a.Body)
	return a.Body
}

// Accept sends a write that must succeed, and returns the body.
func Accept(t testing.TB, srv http.RoundTripper, method, target, body string) string {
	t.Helper()
	a := Send(t, srv, method, target, body)
	require.Equal(t, http.StatusOK, a.Status, "%s %s: %s", method, target, a.Body)
	return a.Body
}

// At returns a value in a JSON body. The path has names and indexes with points between them.
func At(t testing.TB, body, path string) any {
	t.Helper()
	v, ok := Find(t, body, path)
	require.True(t, ok, "%s is not in %s", path, body)
	return v
}

// RequireAbsent requires that a JSON body does not have a member.
func RequireAbsent(t testing.TB, body, path string) {
	t.Helper()
	_, ok := Find(t, body, path)
	require.False(t, ok, "%s is in %s", path, body)
}

// Find returns a value in a JSON body, and whether it is there.
func Find(t testing.TB, body, path string) (any, bool) {
	t.Helper()
	var v any
	require.NoError(t, json.Unmarshal([]byte(body), &v), body)
	for step := range strings.SplitSeq(path, ".") {
		switch inner := v.(type) {
		case map[string]any:
			next, ok := inner[step]
			if !ok {
				return nil, false
			}
			v = next
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil || i >= len(inner) {
				return nil, false
			}
			v = inner[i]
		default:
			return nil, false
		}
	}
	return v, true
}

// Listed returns the ids of a list's rows.
func Listed(t testing.TB, srv http.RoundTripper, target, wrapper string) []int64 {
	t.Helper()
	var body map[string]struct{ Results []struct{ ID int64 } }
	require.NoError(t, json.Unmarshal([]byte(Get(t, srv, target)), &body))
	ids := []int64{}
	for _, row := range body[wrapper].Results {
		ids = append(ids, row.ID)
	}
	return ids
}

// Messages returns the messages of an error body.
func Messages(t testing.TB, a Answer) string {
	t.Helper()
	var body struct {
		Errors []struct {
			Code    *int
			Message string
		}
	}
	require.NoError(t, json.Unmarshal([]byte(a.Body), &body), a.Body)
	require.NotEmpty(t, body.Errors, a.Body)
	var texts []string
	for _, e := range body.Errors {
		require.NotNil(t, e.Code)
		require.NotEmpty(t, e.Message)
		texts = append(texts, e.Message)
	}
	return strings.Join(texts, "\n")
}

// ListVenues sends one read.
func ListVenues(t *testing.T, c *tourney.Client) error {
	t.Helper()
	_, err := c.Venues.List(t.Context(), tourney.VenueListOptions{})
	return err
}

// IsOpen reports whether a channel is open.
func IsOpen(c chan struct{}) bool {
	select {
	case <-c:
		return false
	default:
		return true
	}
}

// Dial sends the beginning of a request.
func Dial(t *testing.T, target, text string) net.Conn {
	t.Helper()
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", strings.TrimPrefix(target, "http://"))
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.Close() })
	_, err = io.WriteString(conn, text)
	require.NoError(t, err)
	return conn
}
