package traffic

import (
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
)

// TestResetIsReal: over HTTP/1.1 with and without TLS the client's system reports a reset, and not an end.
func TestResetIsReal(t *testing.T) {
	for _, secure := range []bool{false, true} {
		srv := mocktest.Empty(t, tourney.Soccer)
		other := httptest.NewUnstartedServer(srv)
		if secure {
			other.StartTLS()
		} else {
			other.Start()
		}
		for phase, rule := range map[string]fault.Rule{
			"before": fault.OnAny().Before().Reset(), "writing": fault.OnAny().Writing().Reset(),
		} {
			f := srv.Faults.Add(rule)
			res, err := other.Client().Do(mocktest.GetRequest(t, other.URL+"/api/v1/venues"))
			if err == nil {
				_, err = io.ReadAll(res.Body)
				_ = res.Body.Close()
			}
			require.ErrorIs(t, err, syscall.ECONNRESET, "%s, TLS %t", phase, secure)
			f.Remove()
		}
		other.Close()
	}
}

// TestLocalErrors are the errors of a client in the same process, which name what happened on a wire.
func TestLocalErrors(t *testing.T) {
	srv := mocktest.Empty(t, tourney.Soccer)
	var dial *net.OpError
	for want, rule := range map[error]fault.Rule{
		syscall.ECONNRESET: fault.OnAny().Reset(), io.EOF: fault.OnAny().Drop(),
	} {
		f := srv.Faults.Add(rule)
		_, err := srv.RoundTrip(mocktest.GetRequest(t, "http://localhost/api/v1/venues"))
		require.ErrorIs(t, err, want)
		f.Remove()
	}
	for name, rule := range map[string]fault.Rule{
		"truncated": fault.OnAny().Truncate(3), "dropped": fault.OnAny().Writing().Drop(),
	} {
		f := srv.Faults.Add(rule)
		res, err := srv.RoundTrip(mocktest.GetRequest(t, "http://localhost/api/v1/venues"))
		require.NoError(t, err)
		body, err := io.ReadAll(res.Body)
		require.NoError(t, res.Body.Close())
		require.ErrorIs(t, err, io.ErrUnexpectedEOF, name)
		require.Greater(t, res.ContentLength, int64(len(body)), name)
		require.NotEmpty(t, body, name)
		f.Remove()
	}
	srv.Faults.Add(fault.OnAny().Nth(1).Unreachable(time.Hour))
	for range 2 {
		_, err := srv.RoundTrip(mocktest.GetRequest(t, "http://localhost/api/v1/venues"))
		require.ErrorIs(t, err, syscall.ECONNREFUSED)
		require.ErrorAs(t, err, &dial)
		require.Equal(t, "dial", dial.Op)
	}
	require.Len(t, srv.Calls.All(""), 5, "a request to an unreachable server does not arrive")
}

// TestUnreachableForATime: in process the time is that of the bubble, and a longer time wins.
func TestUnreachableForATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		srv := mocktest.Empty(t, tourney.Soccer)
		client := once(srv)
		srv.Unreachable(time.Minute)
		srv.Unreachable(time.Second)
		var failed *tourney.TransportError
		_, err := client.Payments.Pay(t.Context(), tourney.PaymentInput{
			EventID: 1, EnableCreditCard: new(false), Payment: &tourney.PaymentDetailsInput{PriceID: 1},
		})
		require.ErrorAs(t, err, &failed)
		require.NotErrorIs(t, err, tourney.ErrOutcomeUnknown, "it certainly was not sent")
		<-time.After(time.Minute - 1)
		require.Error(t, mocktest.ListVenues(t, client))
		<-time.After(1)
		require.NoError(t, mocktest.ListVenues(t, client))
	})
}

// TestUnreachableOverASocket: the port refuses connections, and takes them again afterwards.
func TestUnreachableOverASocket(t *testing.T) {
	before := goleak.IgnoreCurrent()
	srv := mocktest.Empty(t, tourney.Soccer)
	require.NoError(t, srv.Listen("127.0.0.1:0"))
	client := once(srv)
	require.NoError(t, mocktest.ListVenues(t, client))
	url := srv.URL()
	back := func() {
		for mocktest.ListVenues(t, client) != nil {
			require.NoError(t, t.Context().Err())
		}
		require.Equal(t, url, srv.URL())
	}
	for range 3 {
		srv.Unreachable(time.Hour)
		refused := false
		for !refused { // until the client has noticed that its kept connection is closed
			err := mocktest.ListVenues(t, client)
			require.Error(t, err)
			refused = errors.Is(err, syscall.ECONNREFUSED)
		}
		srv.Unreachable(0)
		back()
	}
	srv.Unreachable(20 * time.Millisecond)
	back()
	srv.Unreachable(time.Hour)
	srv.Close()
	goleak.VerifyNone(t, before)
	require.Error(t, mocktest.ListVenues(t, client))
}

// TestHangOfAClientThatGoes: the request leaves the server when the client goes, also one with an unread body.
func TestHangOfAClientThatGoes(t *testing.T) {
	for _, method := range []string{http.MethodGet, http.MethodPost} {
		srv := mocktest.Empty(t, tourney.Soccer)
		ended := make(chan struct{})
		other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
			defer close(ended)
			srv.ServeHTTP(w, req)
		}))
		srv.Faults.Add(fault.OnAny().Hang())
		conn := mocktest.Dial(t, other.URL, method+" /api/v1/teams HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n{\"a\":")
		for len(srv.Calls.All("")) == 0 {
			require.True(t, mocktest.IsOpen(ended))
		}
		require.NoError(t, conn.Close())
		<-ended
		other.Close()
	}
}
