package doors

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/admin"
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
)

// open opens the stream of events.
func openEvents(t *testing.T, client http.RoundTripper, target string) *http.Response {
	t.Helper()
	resp, err := client.RoundTrip(mocktest.GetRequest(t, target))
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, resp.StatusCode)
	t.Cleanup(func() { _ = resp.Body.Close() })
	return resp
}

// event reads an event as it is on the wire.
func event(t *testing.T, from *bufio.Reader) (text string) {
	t.Helper()
	for {
		line, err := from.ReadString('\n')
		require.NoError(t, err, "after %q", text)
		if line == "\n" {
			return text
		}
		text += line
	}
}

// TestEventsOnTheWire: what a browser reads, and that a stream without events stays open.
func TestEventsOnTheWire(t *testing.T) {
	const card = "4111111111111111"
	synctest.Test(t, func(t *testing.T) {
		srv := mocktest.World(t, tourney.Soccer)
		resp := openEvents(t, srv, "http://localhost/_mock/events")
		require.Equal(t, "text/event-stream", resp.Header.Get("Content-Type"))
		require.Equal(t, "no-store", resp.Header.Get("Cache-Control"))
		from := bufio.NewReader(resp.Body)
		require.Equal(t, "retry: 1000\n", event(t, from))
		require.Regexp(t, `^event: change\ndata: \{"request":0,"write":\d+,"faults":0,"clock":"2026-`,
			event(t, from))
		began := time.Now()
		require.Equal(t, ":\n", event(t, from))
		require.Equal(t, 15*time.Second, time.Since(began))
		mocktest.Send(t, srv, "POST", "/api/v1/payments", `{"TeamId":101,"Payment":{"CardNumber":"`+card+`","CVV":"987"}}`)
		text := event(t, from)
		require.Regexp(t, `^event: request\ndata: \{"number":1,"variant":"soccer",`, text)
		require.NotContains(t, text, card)
		require.NotContains(t, text, "987")
		srv.Teams.Add(tourney.Team{Name: "Kites"})
		require.Contains(t, event(t, from), "event: write\ndata: {\"number\":")
		srv.Faults.Add(fault.On("Authentication.Authenticate").Where("Password", "hunter2").Status(500))
		text = event(t, from)
		require.Contains(t, text, "event: fault\ndata: {\"change\":\"added\",\"fault\":{\"id\":\"f1\",\"hits\":0,")
		require.NotContains(t, text, "hunter2")
		srv.Close()
		_, err := from.ReadString('\n')
		require.Error(t, err)
		require.NotErrorIs(t, err, io.EOF)
	})
}

// TestStreamsLeaveNothing: two hundred streams that are closed, or whose requests end, leave no goroutine behind.
func TestStreamsLeaveNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		srv := mocktest.World(t, tourney.Soccer)
		before, _ := bubbled()
		ctx, cancel := context.WithCancel(t.Context())
		for i := range 200 {
			req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://localhost/_mock/events", nil)
			require.NoError(t, err)
			resp, err := srv.RoundTrip(req)
			require.NoError(t, err)
			event(t, bufio.NewReader(resp.Body))
			if i%2 == 0 {
				require.NoError(t, resp.Body.Close())
			}
		}
		cancel()
		synctest.Wait()
		after, stacks := bubbled()
		require.LessOrEqual(t, after, before, stacks)
		srv.Close()
		_, err := srv.RoundTrip(httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/_mock/events", nil))
		require.ErrorContains(t, err, "the server is closed")
	})
}

// bubbled returns how many goroutines of this test there are, and the stacks of some. Other tests can leave goroutines
// that are about to end.
func bubbled() (count int, stacks string) {
	all := make([]byte, 1<<20)
	for stack := range strings.SplitSeq(string(all[:runtime.Stack(all, true)]), "\n\n") {
		if strings.Contains(stack, "synctest bubble") {
			if count++; count < 5 {
				stacks += stack + "\n\n"
			}
		}
	}
	return count, stacks
}

// TestEventsOverASocket: each event comes at once, streams that are dropped end, and Close does not wait for a client.
func TestEventsOverASocket(t *testing.T) {
	for name, wire := range mocktest.Wires() {
		t.Run(name, func(t *testing.T) {
			srv := mockserver.Start(t, tourney.Soccer, admin.Serve())
			t.Cleanup(wire.CloseIdleConnections)
			from := bufio.NewReader(openEvents(t, wire, srv.URL()+"/_mock/events").Body)
			event(t, from)
			require.Contains(t, event(t, from), "event: change\n")
			for range 3 {
				mocktest.Get(t, srv, "/api/v1/teams")
				require.Contains(t, event(t, from), "event: request\n")
			}
			session, err := srv.NewSession("anna")
			require.NoError(t, err)
			require.Contains(t, event(t, from), "event: sessions\n")
			inner := bufio.NewReader(openEvents(t, wire, session.URL()+"/_mock/events?form=numbers").Body)
			event(t, inner)
			event(t, inner)
			began := time.Now()
			session.Close()
			_, err = io.Copy(io.Discard, inner)
			t.Log("the stream of the session ended:", err)
			srv.Close()
			require.Less(t, time.Since(began), 5*time.Second)
			_, err = io.Copy(io.Discard, from)
			t.Log("the stream ended:", err)
		})
	}
}

// TestEventsOutliveDeadlines: the deadlines of an http.Server are for answers that end.
func TestEventsOutliveDeadlines(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	front := httptest.NewUnstartedServer(srv)
	front.Config.ReadTimeout, front.Config.WriteTimeout = 50*time.Millisecond, 50*time.Millisecond
	front.Start()
	defer front.Close()
	defer srv.Close()
	wire := &http.Transport{}
	defer wire.CloseIdleConnections()
	from := bufio.NewReader(openEvents(t, wire, front.URL+"/_mock/events").Body)
	event(t, from)
	event(t, from)
	for began := time.Now(); time.Since(began) < 200*time.Millisecond; {
		srv.Teams.Add(tourney.Team{Name: "Kites"})
		require.Contains(t, event(t, from), "event: write\n")
	}
}

// unflushable is an http.ResponseWriter without Flush.
type unflushable struct{ http.ResponseWriter }

// TestEventsNeedFlush: a server that cannot send bit by bit refuses the stream.
func TestEventsNeedFlush(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	w := httptest.NewRecorder()
	srv.ServeHTTP(unflushable{w}, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/_mock/events", nil))
	require.Equal(t, http.StatusNotImplemented, w.Code)
	require.Contains(t, w.Body.String(), "its ResponseWriter has no Flush")
	require.Equal(t, "application/json; charset=utf-8", w.Header().Get("Content-Type"))
}
