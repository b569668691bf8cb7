package mockserver_test

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
func inBubble(t *testing.T, test func(t *testing.T, srv *mockserver.Server, door sideDoor)) {
	t.Helper()
	eachDoor(t, func(t *testing.T, open opener) {
		t.Helper()
		synctest.Test(t, func(t *testing.T) {
			srv := world(t, tourney.Soccer)
			test(t, srv, open(srv))
			srv.Close()
		})
	})
}

// TestFeedTells: each thing that happens is told once, and nothing else.
func TestFeedTells(t *testing.T) {
	inBubble(t, func(t *testing.T, srv *mockserver.Server, door sideDoor) {
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
			{func() { get(t, srv, "/api/v1/teams?id=101") }, []string{"request Teams.Get"}},
			{func() { send(t, srv, "GET", "/api/v1/teems", "") }, []string{"request "}},
			{func() { srv.Teams.Add(tourney.Team{Name: "Kites"}) }, []string{"write " + asText(before+1)}},
			{func() { rule = srv.Faults.Add(fault.On("Teams.Get").Status(503)) }, []string{"fault added f1"}},
			{
				func() { send(t, srv, "GET", "/api/v1/teams?id=101", "") },
				[]string{"fault fired f1", "request Teams.Get"},
			},
			{
				func() { send(t, srv, "GET", "/api/v1/teams?id=101", ""); rule.Remove() },
				[]string{"fault fired f1", "fault removed f1", "request Teams.Get"},
			},
			{func() { srv.Faults.Add(fault.OnAny().Status(500)).Remove() }, []string{}},
			{func() { srv.Clock.Set(time.Date(2027, 1, 2, 3, 4, 5, 0, time.UTC)) }, []string{"clock 2027-01-02T03:04:05Z"}},
			{func() { _, _ = srv.Snapshots.Keep("a"); srv.Snapshots.Forget("a"); srv.Snapshots.Forget("b") }, []string{"snapshots 2"}},
			{func() { _, _ = srv.Snapshots.Remember("a"); _, _ = srv.Snapshots.Remember("a") }, []string{"snapshots 3"}},
			{func() { anna, _ = srv.NewSession("anna") }, []string{"sessions 1"}},
			{func() { anna.Close() }, []string{"sessions 2"}},
			{srv.Calls.Clear, []string{"cleared 1"}},
			{func() { get(t, srv, "/_mock/info") }, []string{}},
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
	inBubble(t, func(t *testing.T, srv *mockserver.Server, door sideDoor) {
		f := follow(t, door.World, feed.Options{NumbersOnly: true})
		want := feed.Numbers{Write: srv.Writes.Newest(), Clock: srv.Clock.Now()}
		require.Empty(t, cmp.Diff(want, (<-f.news).Numbers))
		for range 3 {
			get(t, srv, "/api/v1/teams?id=101")
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

		get(t, srv, "/_mock/info")
		f = follow(t, door.World, feed.Options{NumbersOnly: true, After: n.ID})
		again := <-f.news
		require.Empty(t, cmp.Diff(want, again.Numbers))
		require.Equal(t, n.ID, again.ID)
	})
}

// TestFeedGoesOn: a feed that goes on after news misses nothing that the journal has, and repeats nothing.
func TestFeedGoesOn(t *testing.T) {
	inBubble(t, func(t *testing.T, srv *mockserver.Server, door sideDoor) {
		f := follow(t, door.World, feed.Options{})
		last := (<-f.news).ID
		srv.Teams.Add(tourney.Team{Name: "Kites"})
		for range 250 {
			get(t, srv, "/api/v1/teams?id=101")
		}
		live := f.next()
		require.Equal(t, []string{"write " + asText(srv.Writes.Newest()), "skipped 150 0", "request Teams.Get"}, texts(live)[:3])
		require.Len(t, live, 102)
		f.stop()

		f = follow(t, door.World, feed.Options{After: last})
		all := f.next()
		require.Len(t, all, 251)
		for i, n := range all[1:] {
			require.EqualValues(t, i+1, n.Call.Number)
		}
		f.stop()
		for _, at := range []int{0, 1, 99, 250} {
			f = follow(t, door.World, feed.Options{After: all[at].ID})
			require.Len(t, f.next(), 250-at, "after news %d", at)
			f.stop()
		}

		srv.Faults.Add(fault.OnAny().Status(500))
		f = follow(t, door.World, feed.Options{After: all[250].ID})
		require.Equal(t, []string{"fault missed"}, texts(f.next()))
		srv.Faults.Clear()
		require.Equal(t, []string{"fault removed f1"}, texts(f.next()))
		f.stop()

		other := world(t, tourney.Soccer)
		get(t, other, "/api/v1/teams?id=101")
		f = follow(t, other.World, feed.Options{After: all[250].ID})
		told := texts(f.next())
		require.Equal(t, "request Teams.Get", told[len(told)-1], "the id is of another server")
		f.stop()
		other.Close()
	})
}

// TestFeedSkips: of requests that the journal dropped or forgot a feed tells the number alone.
func TestFeedSkips(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		srv := world(t, tourney.Soccer, mockserver.WithLimits(mockserver.Limits{Calls: 3}))
		f := follow(t, srv.World, feed.Options{})
		first := (<-f.news).ID
		for range 5 {
			get(t, srv, "/api/v1/teams?id=101")
		}
		want := []string{"skipped 2 0", "request Teams.Get", "request Teams.Get", "request Teams.Get"}
		require.Equal(t, want, texts(f.next()))
		for range 120 {
			srv.Teams.Add(tourney.Team{Name: "Kites"})
		}
		get(t, srv, "/api/v1/teams?id=101")
		srv.Calls.Clear()
		told := texts(f.next())
		require.Equal(t, []string{"cleared 1", "skipped 0 20"}, told[:2])
		require.Equal(t, "skipped 1 0", told[len(told)-1])
		require.Len(t, told, 103)
		f.stop()
		f = follow(t, srv.World, feed.Options{After: first})
		require.Contains(t, texts(f.next()), "skipped 6 0")
		srv.Close()
	})
}

// TestFeedOfASession: a session has a feed of its own, which ends with it.
func TestFeedOfASession(t *testing.T) {
	inBubble(t, func(t *testing.T, srv *mockserver.Server, door sideDoor) {
		session, err := door.NewSession("anna")
		require.NoError(t, err)
		outer, inner := follow(t, door.World, feed.Options{}), follow(t, session, feed.Options{})
		require.Empty(t, outer.next())
		get(t, srv, "/api/v1/teams?id=101")
		get(t, srv, "/_mock/session/anna/api/v1/games?id=81")
		session.Teams.Add(tourney.Team{Name: "Kites"})
		require.Equal(t, []string{"write 1", "request Games.Get"}, texts(inner.next()))
		require.Equal(t, []string{"request Teams.Get"}, texts(outer.next()))
		session.Close()
		for range inner.end { // with an error through the remote door
		}
		require.Equal(t, []string{"sessions 2"}, texts(outer.next()))
	})
}

// TestFeedRefuses: a wrong id is an error, and no request.
func TestFeedRefuses(t *testing.T) {
	eachDoor(t, func(t *testing.T, open opener) {
		door := open(world(t, tourney.Soccer))
		for _, wrong := range []string{"7", "x-1.2", "x-1.2.3.4.5.6.-7", "x-1.2.3.4.5.6.7.8", "é-1.2.3.4.5.6.7"} {
			for _, err := range door.Feed(t.Context(), feed.Options{After: wrong}) {
				require.ErrorContains(t, err, "mockserver: Feed: feed.Options.After: expected the id of an event, such as 1-7.0.0.0.0.0.0, found ")
			}
			a := send(t, door, "GET", "/_mock/events", "", "Last-Event-ID", wrong)
			require.Equal(t, http.StatusBadRequest, a.status)
			require.Contains(t, a.body, "the header Last-Event-ID: expected the id of an event")
		}
		require.Contains(t, send(t, door, "GET", "/_mock/events?form=all", "").body, `form: expected numbers, found \"all\"`)
		require.Contains(t, send(t, door, "GET", "/_mock/events?after=x", "").body, `after: expected the id of an event`)
		head := send(t, door, "HEAD", "/_mock/events", "")
		require.Equal(t, "text/event-stream", head.header.Get("Content-Type"))
		require.Empty(t, head.body)
	})
}

// open opens the stream of events.
func openEvents(t *testing.T, client http.RoundTripper, target string, header ...string) *http.Response {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, target, nil)
	require.NoError(t, err)
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	resp, err := client.RoundTrip(req)
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
		srv := world(t, tourney.Soccer)
		resp := openEvents(t, srv, "http://localhost/_mock/events")
		require.Equal(t, "text/event-stream", resp.Header.Get("Content-Type"))
		require.Equal(t, "no-store", resp.Header.Get("Cache-Control"))
		from := bufio.NewReader(resp.Body)
		require.Equal(t, "retry: 1000\n", event(t, from))
		require.Regexp(t, `^id: \w+-0\.\d+\.0\.0\.0\.0\.0\nevent: change\ndata: \{"request":0,"write":\d+,"faults":0,"clock":"2026-`,
			event(t, from))
		began := time.Now()
		require.Equal(t, ":\n", event(t, from))
		require.Equal(t, 15*time.Second, time.Since(began))
		send(t, srv, "POST", "/api/v1/payments", `{"TeamId":101,"Payment":{"CardNumber":"`+card+`","CVV":"987"}}`)
		text := event(t, from)
		require.Regexp(t, `^id: \w+-1\.\d+\.0\.0\.0\.0\.0\nevent: request\ndata: \{"number":1,"variant":"soccer",`, text)
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

// TestLastEventID: a browser that connects again sends the id that it read last.
func TestLastEventID(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		srv := world(t, tourney.Soccer)
		first := openEvents(t, srv, "http://localhost/_mock/events")
		from := bufio.NewReader(first.Body)
		event(t, from)
		id, _, _ := strings.Cut(strings.TrimPrefix(event(t, from), "id: "), "\n")
		require.NoError(t, first.Body.Close())
		get(t, srv, "/api/v1/teams?id=101")
		from = bufio.NewReader(openEvents(t, srv, "http://localhost/_mock/events?after=ignored", "Last-Event-ID", id).Body)
		event(t, from)
		require.Contains(t, event(t, from), "id: "+id+"\nevent: change\n")
		require.Contains(t, event(t, from), `"operation":"Teams.Get"`)
		srv.Close()
	})
}

// TestStreamsLeaveNothing: two hundred streams that are closed, or whose requests end, leave no goroutine behind.
func TestStreamsLeaveNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		srv := world(t, tourney.Soccer)
		before := runtime.NumGoroutine()
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
		require.LessOrEqual(t, runtime.NumGoroutine(), before+3, "other tests can leave some that end")
		srv.Close()
		_, err := srv.RoundTrip(httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/_mock/events", nil))
		require.ErrorContains(t, err, "the server is closed")
	})
}

// wires are the ways to a server's listener.
func wires() map[string]*http.Transport {
	h2 := &http.Protocols{}
	h2.SetUnencryptedHTTP2(true)
	return map[string]*http.Transport{"HTTP/1.1": {}, "HTTP/2": {Protocols: h2}}
}

// TestEventsOverASocket: each event comes at once, streams that are dropped end, and Close does not wait for a client.
func TestEventsOverASocket(t *testing.T) {
	for name, wire := range wires() {
		t.Run(name, func(t *testing.T) {
			srv := mockserver.Start(t, tourney.Soccer, admin.Serve())
			t.Cleanup(wire.CloseIdleConnections)
			from := bufio.NewReader(openEvents(t, wire, srv.URL()+"/_mock/events").Body)
			event(t, from)
			require.Contains(t, event(t, from), "event: change\n")
			for range 3 {
				get(t, srv, "/api/v1/teams")
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

// TestDroppedStreamsOverASocket: two hundred streams whose clients go leave no goroutine behind.
func TestDroppedStreamsOverASocket(t *testing.T) {
	for name, wire := range wires() {
		t.Run(name, func(t *testing.T) {
			srv := mockserver.Start(t, tourney.Soccer, admin.Serve())
			before := runtime.NumGoroutine()
			for range 200 {
				resp := openEvents(t, wire, srv.URL()+"/_mock/events")
				require.NoError(t, resp.Body.Close())
			}
			wire.CloseIdleConnections()
			require.Eventually(t, func() bool { return runtime.NumGoroutine() <= before+2 }, 10*time.Second, 10*time.Millisecond)
		})
	}
}

// TestEventsOutliveDeadlines: the deadlines of an http.Server are for answers that end.
func TestEventsOutliveDeadlines(t *testing.T) {
	srv := world(t, tourney.Soccer)
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
	srv := world(t, tourney.Soccer)
	w := httptest.NewRecorder()
	srv.ServeHTTP(unflushable{w}, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/_mock/events", nil))
	require.Equal(t, http.StatusNotImplemented, w.Code)
	require.Contains(t, w.Body.String(), "its ResponseWriter has no Flush")
	require.Equal(t, "application/json; charset=utf-8", w.Header().Get("Content-Type"))
}
