package doors

import (
	"context"
	"encoding/json"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
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
