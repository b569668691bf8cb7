package sending

import (
	"context"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/secret"
)

// wrapper is a user's transport around a transport of net/http.
type wrapper func(next http.RoundTripper, req *http.Request) (*http.Response, error)

func (w wrapper) over(next http.RoundTripper) http.RoundTripper {
	return clienttest.Transport(func(req *http.Request) (*http.Response, error) { return w(next, req) })
}

// insistent sends a request again until the answer is good.
func insistent(next http.RoundTripper, req *http.Request) (res *http.Response, err error) {
	for range 6 {
		again := req.Clone(req.Context())
		if req.GetBody != nil {
			if again.Body, err = req.GetBody(); err != nil {
				return nil, err
			}
		}
		res, err = next.RoundTrip(again)
		if err == nil && res.StatusCode < 500 {
			return res, nil
		}
		if err == nil {
			_, _ = io.Copy(io.Discard, res.Body)
			_ = res.Body.Close()
		}
	}
	return res, err
}

// detached ignores the end of the attempt, but keeps the values of its context.
func detached(next http.RoundTripper, req *http.Request) (*http.Response, error) {
	return next.RoundTrip(req.WithContext(context.WithoutCancel(req.Context())))
}

// TestTransportsThatRepeat: a transport around the transport of net/http repeats a request after a bad answer. The client stops it before
// the second request of a create, a charge or a login, and of every call under the zero Retry.
func TestTransportsThatRepeat(t *testing.T) {
	for class, call := range clienttest.ClassCalls {
		var requests atomic.Int64
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			requests.Add(1)
			w.WriteHeader(http.StatusServiceUnavailable)
		}))
		transport := &http.Transport{}
		c := clientOf(t, srv.URL, tourney.WithHTTPClient(&http.Client{Transport: wrapper(insistent).over(transport)}))
		err := call(t.Context(), c, tourney.WithRetry(tourney.Retry{}))
		require.Error(t, err, class)
		require.Equal(t, int64(1), requests.Load(), class)
		if !idempotentCalls[class] {
			require.ErrorIs(t, err, tourney.ErrOutcomeUnknown, class)
		}
		transport.CloseIdleConnections()
		srv.Close()
	}
}

// TestTransportsThatIgnoreTheContext: such a transport gets no second copy of the request's body.
func TestTransportsThatIgnoreTheContext(t *testing.T) {
	h := newHTTP2Host(t)
	h.lies.Store(-1)
	how := streamEnds["RST_STREAM"]
	h.how.Store(&how)
	h.code.Store(1) // PROTOCOL_ERROR, which net/http repeats
	for class, call := range clienttest.ClassCalls {
		if class == "read" || class == "raw read" {
			continue // they have no body
		}
		h.streams.Store(0)
		transport := h.transport()
		c := clientOf(t, "https://"+h.address, tourney.WithHTTPClient(&http.Client{Transport: wrapper(detached).over(transport)}))
		require.Error(t, call(t.Context(), c, tourney.WithRetry(tourney.Retry{})), class)
		require.Equal(t, int64(1), h.streams.Load(), class)
		transport.CloseIdleConnections()
	}
}

// TestNoBodyGoesOutTwice: a transport that ignores the context, and sends a request again after an answer of HTTP/2, has no second body.
func TestNoBodyGoesOutTwice(t *testing.T) {
	for class, call := range clienttest.ClassCalls {
		if class == "read" || class == "raw read" {
			continue
		}
		var bodies atomic.Int64
		srv := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if _, err := io.Copy(io.Discard, r.Body); err == nil {
				bodies.Add(1)
			}
			w.WriteHeader(http.StatusServiceUnavailable)
		}))
		srv.Config.ErrorLog = log.New(io.Discard, "", 0)
		srv.EnableHTTP2 = true
		srv.StartTLS()
		user := wrapper(insistent).over(wrapper(detached).over(srv.Client().Transport))
		c := clientOf(t, srv.URL, tourney.WithHTTPClient(&http.Client{Transport: user}))
		require.Error(t, call(t.Context(), c, tourney.WithRetry(tourney.Retry{})), class)
		srv.Close()
		require.Equal(t, int64(1), bodies.Load(), class)
	}
}

// askingSigner requests every signature from a service, with the context of the request.
type askingSigner struct {
	url string
	hc  *http.Client
}

// Sign sets a header to the service's answer.
func (s askingSigner) Sign(req *http.Request, _ auth.Credentials) error {
	ask, err := http.NewRequestWithContext(req.Context(), http.MethodGet, s.url, http.NoBody)
	if err != nil {
		return err
	}
	res, err := s.hc.Do(ask)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	req.Header.Set("X-Signature", string(text))
	return err
}

// TestSignersMayAsk: requests of a signer do not count as sending the call's request.
func TestSignersMayAsk(t *testing.T) {
	keys := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "signed") }))
	keys.EnableHTTP2 = true
	keys.StartTLS()
	t.Cleanup(keys.Close)
	var mu sync.Mutex
	signed := map[string]int{}
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		signed[r.Header.Get("X-Signature")]++
		mu.Unlock()
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"Id":7,"TransactionId":"7","TeamId":7}`)
	}))
	t.Cleanup(srv.Close)
	c := clientOf(t, srv.URL, tourney.WithCredentials(auth.Credentials{APIKey: "k", APISecret: secret.New("s")}),
		tourney.WithSigner(askingSigner{keys.URL, keys.Client()}))
	for _, class := range []string{"create", "charge", "raw read"} {
		require.NoError(t, clienttest.ClassCalls[class](t.Context(), c, tourney.WithRetry(tourney.Retry{})), class)
	}
	require.Equal(t, map[string]int{"signed": 3}, signed)
}

// TestStoppedAttemptsHarmNobody: other requests on the same connection of HTTP/2 without TLS go on.
func TestStoppedAttemptsHarmNobody(t *testing.T) {
	arrived, answer := make(chan struct{}), make(chan struct{})
	var first atomic.Bool
	h := &http2Host{}
	how := streamEnds["RST_STREAM"]
	h.how.Store(&how)
	h.code.Store(codeRefused)
	h.hold = func() bool {
		if first.CompareAndSwap(false, true) {
			close(arrived)
			return true
		}
		return false
	}
	h.held = answer
	h.lies.Store(1)
	h.address = listen(t, func(conn net.Conn) { h.serve(conn) })
	transport := &http.Transport{Protocols: new(http.Protocols)}
	transport.Protocols.SetUnencryptedHTTP2(true)
	t.Cleanup(transport.CloseIdleConnections)
	c := clientOf(t, "http://"+h.address, tourney.WithHTTPClient(&http.Client{Transport: transport}))
	done := make(chan error, 1)
	go func() { done <- clienttest.ClassCalls["raw set"](t.Context(), c) }()
	<-arrived
	require.Error(t, clienttest.ClassCalls["raw read"](t.Context(), c, tourney.WithRetry(tourney.Retry{})))
	close(answer)
	require.NoError(t, <-done)
}

// TestRedirectsThatCannotBeRead: a login, a create and a charge end with the redirect as their answer, whatever its target, and the error
// keeps its content.
func TestRedirectsThatCannotBeRead(t *testing.T) {
	for class, call := range clienttest.ClassCalls {
		if followsRedirects(class) {
			continue
		}
		for _, location := range []string{"http://[bad", "%zz", "://"} {
			c, h := clienttest.Serve(t, tourney.Soccer, clienttest.Always(307, `{"TransactionId":"T1"}`, "Location", location), clienttest.Quick)
			var response tourney.Response
			err := call(t.Context(), c, tourney.ResponseInto(&response))
			require.ErrorContains(t, err, "the redirect was not followed", class)
			require.Len(t, h.Requests(), 1, class)
			require.Equal(t, location, response.Header.Get("Location"), class)
			if class == "charge" {
				require.Equal(t, "T1", clienttest.RequireUnknown(t, err, class).TransactionID)
			}
		}
	}
}

// TestResultsUnderAWrongType: a wrong content type does not hide the result of a write.
func TestResultsUnderAWrongType(t *testing.T) {
	for name, answer := range map[string][2]string{
		"JSON as XML": {"application/xml", `{"TransactionId":"T1"}`},
		"XML as JSON": {"application/json", `<Response><TransactionId>T1</TransactionId></Response>`},
		"a mark":      {"application/xml", "\ufeff" + `{"TransactionId":"T1"}`},
		"as a page":   {"text/html", `{"TransactionId":"T1"}`},
	} {
		for _, status := range []int{200, 409} {
			c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(status, answer[1], "Content-Type", answer[0]))
			_, err := c.Payments.Pay(t.Context(), clienttest.CardPayment())
			if status == 200 && err == nil {
				continue
			}
			require.Equal(t, "T1", clienttest.RequireUnknown(t, err, name).TransactionID, "%s %d", name, status)
		}
	}
	for _, none := range []string{
		"true", "undefined", "None", "nil", "NaN", "0e5", "0x0", "0_0", "\uff10", "\u0660", "-1L", "-1.00 USD", "-1-1", "(1)", "( 1 )",
		"- 1", "\u20131", "\uff0d1", "\u22121", "\ufeff-1", "\u200e-1", "-1\u200b", "\u00a0-1", "-\u0663", "-\u0967", "-inf",
	} {
		c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, `{"TransactionId":"`+none+`"}`))
		_, err := c.Payments.Pay(t.Context(), clienttest.CardPayment())
		require.Empty(t, clienttest.RequireUnknown(t, err, none).TransactionID)
	}
}
