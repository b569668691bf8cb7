package sending

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
)

func dumped(req *http.Request) error {
	_, err := httputil.DumpRequestOut(req, true)
	return err
}

// recorded sends a request as a recorder does: it dumps the request before and after, and keeps the whole answer.
func recorded(next http.RoundTripper, req *http.Request) (*http.Response, error) {
	var body []byte
	if req.Body != nil {
		body, _ = io.ReadAll(req.Body)
		req.Body = io.NopCloser(bytes.NewReader(body))
	}
	if err := dumped(req); err != nil {
		return nil, err
	}
	res, err := next.RoundTrip(req)
	req.Body = io.NopCloser(bytes.NewReader(body))
	if e := dumped(req); err != nil || e != nil {
		return nil, err
	}
	answer, err := io.ReadAll(res.Body)
	_ = res.Body.Close()
	res.Body = io.NopCloser(bytes.NewReader(answer))
	return res, err
}

// withBody is a copy of a request with a body of its own.
func withBody(req *http.Request) *http.Request {
	copied := req.Clone(req.Context())
	if req.GetBody != nil {
		copied.Body, _ = req.GetBody()
	}
	return copied
}

// dumpers are transports for debugging, which must not change what a call does.
var dumpers = map[string]wrapper{
	"recorder": recorded,
	"a copy while the body is read": func(next http.RoundTripper, req *http.Request) (*http.Response, error) {
		res, err := next.RoundTrip(req)
		if err == nil {
			res.Body = &recordedBody{res.Body, func() { _ = dumped(withBody(req)) }}
		}
		return res, err
	},
	"written before": func(next http.RoundTripper, req *http.Request) (*http.Response, error) {
		if err := withBody(req).Write(io.Discard); err != nil {
			return nil, err
		}
		if err := withBody(req).WriteProxy(io.Discard); err != nil {
			return nil, err
		}
		return next.RoundTrip(req)
	},
}

// recordedBody is a body that calls a function before it is read.
type recordedBody struct {
	io.ReadCloser
	call func()
}

func (b *recordedBody) Read(p []byte) (int, error) {
	b.call()
	return b.ReadCloser.Read(p)
}

// TestDumpsAreNoRequests: with a transport that dumps a request, the host gets the same requests and the caller the same result.
func TestDumpsAreNoRequests(t *testing.T) {
	var requests atomic.Int64
	handlers := map[string]http.HandlerFunc{
		"ok":   func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, wholeBody) },
		"busy": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) },
		"hop": func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, "/hop") {
				_, _ = io.WriteString(w, wholeBody)
				return
			}
			http.Redirect(w, r, r.URL.Path+"/hop", http.StatusTemporaryRedirect)
		},
		"broken": func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
	}
	type deeds struct {
		requests int64
		attempts int
		err      string
	}
	streamID, turn := regexp.MustCompile(`stream ID \d+`), 0
	for name, handler := range handlers {
		for _, http2 := range []bool{false, true} {
			srv := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				requests.Add(1)
				_, _ = io.Copy(io.Discard, r.Body)
				w.Header().Set("Content-Type", "application/json")
				handler(w, r)
			}))
			srv.EnableHTTP2 = http2
			if http2 {
				srv.StartTLS()
			} else {
				srv.Start()
			}
			t.Cleanup(srv.Close)
			for call, send := range http2Calls() {
				if turn++; !clienttest.Thorough && turn%3 != 0 {
					continue
				}
				does := func(next http.RoundTripper, opts ...tourney.CallOption) deeds {
					var response tourney.Response
					requests.Store(0)
					c := clientOf(t, srv.URL, tourney.WithHTTPClient(&http.Client{Transport: next}))
					err := send(t.Context(), c, append(opts, tourney.ResponseInto(&response))...)
					if err != nil {
						return deeds{requests.Load(), response.Attempts, streamID.ReplaceAllString(err.Error(), "")}
					}
					return deeds{requests: requests.Load(), attempts: response.Attempts}
				}
				for _, opts := range [][]tourney.CallOption{nil, {tourney.WithRetry(tourney.Retry{})}} {
					want := does(srv.Client().Transport, opts...)
					for how, dump := range dumpers {
						got := does(dump.over(srv.Client().Transport), opts...)
						require.Equal(t, want, got, "%s, HTTP/2 %t, %s, %s, %d options", name, http2, call, how, len(opts))
					}
				}
			}
		}
	}
}

// TestReplaysAreNoRequests: a recorder that dumps a request and replays an answer needs no connection.
func TestReplaysAreNoRequests(t *testing.T) {
	for call, send := range http2Calls() {
		replay := clienttest.Transport(func(req *http.Request) (*http.Response, error) {
			if err := dumped(req); err != nil {
				return nil, err
			}
			return clienttest.JSON(200, wholeBody), nil
		})
		c := clientOf(t, "https://host.example.com", tourney.WithHTTPClient(&http.Client{Transport: replay}))
		require.NoError(t, send(t.Context(), c, tourney.WithRetry(tourney.Retry{})), call)
	}
}

// TestDumpsProveNothing: after a dump, a transport that reports nothing may have sent what failed.
func TestDumpsProveNothing(t *testing.T) {
	silent := clienttest.Transport(func(req *http.Request) (*http.Response, error) {
		if err := dumped(req); err != nil {
			return nil, err
		}
		return nil, io.ErrUnexpectedEOF
	})
	c := clientOf(t, "https://host.example.com", tourney.WithHTTPClient(&http.Client{Transport: silent}))
	var response tourney.Response
	require.ErrorIs(t, clienttest.ClassCalls["charge"](t.Context(), c, tourney.ResponseInto(&response)), tourney.ErrOutcomeUnknown)
	require.Equal(t, 1, response.Attempts)
}
