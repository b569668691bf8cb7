package doors

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/admin"
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/mockserver/feed"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
)

// listener is a feed that a goroutine reads.
type listener struct {
	t    *testing.T
	news chan feed.News
	end  chan error // the error at the end; nil without one
	stop func()
}

// follow reads the feed of a server. It ends with the test.
func follow(t *testing.T, door *mockserver.World, o feed.Options) *listener {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	f := &listener{t, make(chan feed.News, 10_000), make(chan error, 1), cancel}
	t.Cleanup(cancel)
	go func() {
		defer close(f.end)
		for n, err := range door.Feed(ctx, o) {
			if err != nil {
				f.end <- err
				return
			}
			f.news <- n
		}
	}()
	return f
}

// next returns the news up to the next look of the feed, without the first ones.
func (f *listener) next() (news []feed.News) {
	f.t.Helper()
	<-time.After(150 * time.Millisecond) // of the bubble
	synctest.Wait()
	for len(f.news) > 0 {
		if n := <-f.news; n.Kind != feed.KindChange {
			news = append(news, n)
		}
	}
	return news
}

// texts returns news in short.
func texts(news []feed.News) []string {
	list := []string{}
	for _, n := range news {
		text := string(n.Kind)
		switch n.Kind {
		case feed.KindRequest:
			text += " " + n.Call.Op
		case feed.KindWrite:
			text += " " + asText(n.Write)
		case feed.KindFault:
			text += " " + string(n.Change)
			if n.Fault != nil {
				text += " " + n.Fault.ID()
			}
		case feed.KindClock:
			text += " " + n.Clock.Format(time.RFC3339)
		case feed.KindSkipped:
			text += " " + asText(n.SkippedRequests) + " " + asText(n.SkippedWrites)
		default:
			text += " " + asText(n.Count)
		}
		list = append(list, text)
	}
	return list
}

func asText(n int64) string {
	data, _ := json.Marshal(n)
	return string(data)
}

// inBubble runs a test for both doors, in which time passes at once.
func inBubble(t *testing.T, test func(t *testing.T, srv *mockserver.Server, door mocktest.SideDoor)) {
	t.Helper()
	mocktest.EachDoor(t, func(t *testing.T, open mocktest.Opener) {
		t.Helper()
		synctest.Test(t, func(t *testing.T) {
			srv := mocktest.World(t, tourney.Soccer)
			test(t, srv, open(srv))
			srv.Close()
		})
	})
}

// TestFeedTells: each thing that happens is told once, and nothing else.
func TestFeedTells(t *testing.T) {
	inBubble(t, func(t *testing.T, srv *mockserver.Server, door mocktest.SideDoor) {
		f := follow(t, door.World, feed.Options{})
		require.Empty(t, f.next())
		before := srv.Writes.Newest()
		var rule *fault.Armed
		var anna *mockserver.World
		for _, step := range []struct {
			do   func()
			want []string
		}{
			{func() {}, []string{}},
			{func() { mocktest.Get(t, srv, "/api/v1/teams?id=101") }, []string{"request Teams.Get"}},
			{func() { mocktest.Send(t, srv, "GET", "/api/v1/teems", "") }, []string{"request "}},
			{func() { srv.Teams.Add(tourney.Team{Name: "Kites"}) }, []string{"write " + asText(before+1)}},
			{func() { rule = srv.Faults.Add(fault.On("Teams.Get").Status(503)) }, []string{"fault added f1"}},
			{
				func() { mocktest.Send(t, srv, "GET", "/api/v1/teams?id=101", "") },
				[]string{"fault fired f1", "request Teams.Get"},
			},
			{
				func() { mocktest.Send(t, srv, "GET", "/api/v1/teams?id=101", ""); rule.Remove() },
				[]string{"fault fired f1", "fault removed f1", "request Teams.Get"},
			},
			{func() { srv.Faults.Add(fault.OnAny().Status(500)).Remove() }, []string{}},
			{func() { srv.Clock.Set(time.Date(2027, 1, 2, 3, 4, 5, 0, time.UTC)) }, []string{"clock 2027-01-02T03:04:05Z"}},
			{func() { _, _ = srv.Snapshots.Keep("a"); srv.Snapshots.Forget("a"); srv.Snapshots.Forget("b") }, []string{"snapshots 2"}},
			{func() { anna, _ = srv.NewSession("anna") }, []string{"sessions 1"}},
			{func() { anna.Close() }, []string{"sessions 2"}},
			{srv.Calls.Clear, []string{"cleared 1"}},
			{func() { mocktest.Get(t, srv, "/_mock/info") }, []string{}},
		} {
			step.do()
			require.Empty(t, cmp.Diff(step.want, texts(f.next())))
		}
		f.stop()
		require.NoError(t, <-f.end)
	})
}

// TestFeedOfNumbers: the first news and each change of a number.
func TestFeedOfNumbers(t *testing.T) {
	inBubble(t, func(t *testing.T, srv *mockserver.Server, door mocktest.SideDoor) {
		f := follow(t, door.World, feed.Options{NumbersOnly: true})
		want := feed.Numbers{Write: srv.Writes.Newest(), Clock: srv.Clock.Now()}
		require.Empty(t, cmp.Diff(want, (<-f.news).Numbers))
		for range 3 {
			mocktest.Get(t, srv, "/api/v1/teams?id=101")
		}
		srv.Teams.Add(tourney.Team{Name: "Kites"})
		srv.Faults.Add(fault.OnAny().Status(500))
		srv.Clock.Advance(time.Hour)
		want.Request, want.Write, want.Faults, want.Clock = 3, want.Write+1, 1, want.Clock.Add(time.Hour)
		n := <-f.news
		require.Equal(t, feed.KindChange, n.Kind)
		require.Empty(t, cmp.Diff(want, n.Numbers))
		require.Empty(t, f.next())
		f.stop()
		require.NoError(t, <-f.end)
	})
}

// TestFeedSkips: of requests beyond a hundred, and of those that the journal dropped or forgot, a feed tells the number
// alone.
func TestFeedSkips(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		srv := mocktest.World(t, tourney.Soccer, mockserver.WithLimits(mockserver.Limits{Calls: 3}))
		f := follow(t, srv.World, feed.Options{})
		<-f.news
		for range 5 {
			mocktest.Get(t, srv, "/api/v1/teams?id=101")
		}
		want := []string{"skipped 2 0", "request Teams.Get", "request Teams.Get", "request Teams.Get"}
		require.Equal(t, want, texts(f.next()))
		for range 120 {
			srv.Teams.Add(tourney.Team{Name: "Kites"})
		}
		mocktest.Get(t, srv, "/api/v1/teams?id=101")
		srv.Calls.Clear()
		told := texts(f.next())
		require.Equal(t, []string{"cleared 1", "skipped 0 20"}, told[:2])
		require.Equal(t, "skipped 1 0", told[len(told)-1])
		require.Len(t, told, 103)
		f.stop()
		srv.Close()
	})
	synctest.Test(t, func(t *testing.T) {
		srv := mocktest.World(t, tourney.Soccer)
		f := follow(t, srv.World, feed.Options{})
		<-f.news
		for range 105 {
			mocktest.Get(t, srv, "/api/v1/teams?id=101")
		}
		told := texts(f.next())
		require.Equal(t, []string{"skipped 5 0", "request Teams.Get"}, told[:2])
		require.Len(t, told, 101)
		f.stop()
		srv.Close()
	})
}

// TestFeedOfASession: a session has a feed of its own, which ends with it.
func TestFeedOfASession(t *testing.T) {
	inBubble(t, func(t *testing.T, srv *mockserver.Server, door mocktest.SideDoor) {
		session, err := door.NewSession("anna")
		require.NoError(t, err)
		outer, inner := follow(t, door.World, feed.Options{}), follow(t, session, feed.Options{})
		require.Empty(t, outer.next())
		mocktest.Get(t, srv, "/api/v1/teams?id=101")
		mocktest.Get(t, srv, "/_mock/session/anna/api/v1/games?id=81")
		session.Teams.Add(tourney.Team{Name: "Kites"})
		require.Equal(t, []string{"write 1", "request Games.Get"}, texts(inner.next()))
		require.Equal(t, []string{"request Teams.Get"}, texts(outer.next()))
		session.Close()
		for range inner.end { // with an error through the remote door
		}
		require.Equal(t, []string{"sessions 2"}, texts(outer.next()))
	})
}

// TestFeedRefuses: a wrong form is refused, and a request for the header alone ends.
func TestFeedRefuses(t *testing.T) {
	mocktest.EachDoor(t, func(t *testing.T, open mocktest.Opener) {
		door := open(mocktest.World(t, tourney.Soccer))
		require.Contains(t, mocktest.Send(t, door, "GET", "/_mock/events?form=all", "").Body, `form: expected numbers, found \"all\"`)
		head := mocktest.Send(t, door, "HEAD", "/_mock/events", "")
		require.Equal(t, "text/event-stream", head.Header.Get("Content-Type"))
		require.Empty(t, head.Body)
	})
}

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
