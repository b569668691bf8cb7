package watch_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/watch"
)

// kept is a State in memory.
type kept struct {
	data       []byte
	saves      int
	loadErr    error
	saveErr    error
	beforeSave func()
}

func (k *kept) Load(context.Context) ([]byte, error) { return k.data, k.loadErr }

func (k *kept) Save(ctx context.Context, data []byte) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if k.beforeSave != nil {
		k.beforeSave()
	}
	if k.saveErr != nil {
		return k.saveErr
	}
	k.saves++
	k.data = data
	return nil
}

// ids returns the ids of the stored games.
func (k *kept) ids(t *testing.T) (ids []int64) {
	t.Helper()
	for _, game := range gamesIn(t, k.data) {
		ids = append(ids, game.ID)
	}
	return ids
}

// said returns a change as a line: kind, game, and the changed members before and after.
func said(c watch.Change[tourney.Game]) string {
	line := func(g tourney.Game) string {
		side := func(s *tourney.GameSide) string {
			if s == nil {
				return "none"
			}
			text := "-"
			if s.TeamID != nil {
				text = fmt.Sprint(*s.TeamID)
			}
			if s.Score != nil {
				text += "=" + s.Score.String()
			}
			if s.WonBy != nil {
				text += "!"
			}
			return text
		}
		text := side(g.AwayTeam) + " " + side(g.HomeTeam) + " " + g.Date.String()
		if g.Time != nil {
			text += " " + g.Time.String()
		}
		if g.VenueCourt != nil {
			text += fmt.Sprint(" on ", g.VenueCourt.ID)
		}
		return text
	}
	switch c.Kind {
	case watch.KindAdded:
		return fmt.Sprintf("added %d: %s", c.Row().ID, line(c.After))
	case watch.KindRemoved:
		return fmt.Sprintf("removed %d: %s", c.Row().ID, line(c.Before))
	}
	return fmt.Sprintf("%v %d: %s -> %s", c.Kind, c.Row().ID, line(c.Before), line(c.After))
}

// pairing is a game of two teams. 0 stands for a side without a team.
func pairing(id, away, home int64) tourney.Game {
	side := func(team int64) *tourney.GameSide {
		s := &tourney.GameSide{Name: fmt.Sprint("Team ", team)}
		if team != 0 {
			s.TeamID = &team
		}
		return s
	}
	return tourney.Game{ID: id, Date: tourney.Date{Year: 2026, Month: time.June, Day: 12}, AwayTeam: side(away), HomeTeam: side(home)}
}

// with returns a changed copy of a game.
func with(g tourney.Game, change func(*tourney.Game)) tourney.Game {
	away, home := *g.AwayTeam, *g.HomeTeam
	g.AwayTeam, g.HomeTeam = &away, &home
	change(&g)
	return g
}

func score(away, home int) func(*tourney.Game) {
	return func(g *tourney.Game) {
		g.AwayTeam.Score, g.HomeTeam.Score = tourney.Score(away), tourney.Score(home)
	}
}

// board is a host whose list of games is set by the test.
type board struct {
	mu     sync.Mutex
	games  []tourney.Game
	status int      // of the answer, when it is not 200
	header []string // name and value
	total  int      // more than there are, to make the list not add up
	body   string   // of the answer in place of the games
	polls  []time.Time
}

func (b *board) RoundTrip(req *http.Request) (*http.Response, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.polls = append(b.polls, time.Now())
	switch b.status {
	case 0:
		if b.body != "" {
			return clienttest.Reply(http.StatusOK, b.body)(req)
		}
		page := tourney.Page[tourney.Game]{Results: b.games, Page: 1, PageSize: 50, Total: len(b.games) + b.total}
		data, err := json.Marshal(map[string]any{"Games": page})
		if err != nil {
			return nil, err
		}
		return clienttest.Reply(http.StatusOK, string(data))(req)
	case -1:
		return nil, errors.New("no route to host")
	}
	return clienttest.Reply(b.status, "", b.header...)(req)
}

// after changes the host later on.
func (b *board) after(d time.Duration, change func()) {
	time.AfterFunc(d, func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		change()
	})
}

func (b *board) client(t *testing.T) *tourney.Client {
	t.Helper()
	return clienttest.Over(t, b.RoundTrip)
}

// waits returns the times between the polls.
func (b *board) waits() []time.Duration {
	var waits []time.Duration
	for i := 1; i < len(b.polls); i++ {
		waits = append(waits, b.polls[i].Sub(b.polls[i-1]))
	}
	return waits
}

const minute = time.Minute

// watchFor ranges over a watch of all games for a while and returns the changes and errors. It writes errors that are not final as
// "failed".
func watchFor(t *testing.T, c *tourney.Client, d time.Duration, o watch.Options) (lines []string, last error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), d)
	defer cancel()
	if o.Interval == 0 {
		o.Interval = minute
	}
	for change, err := range watch.Games(ctx, c.Games, tourney.GameListOptions{}, o) {
		require.NoError(t, last, "something follows the last error")
		if err == nil {
			lines = append(lines, said(change))
			continue
		}
		failed := clienttest.As[*watch.Error](t, err)
		require.Zero(t, change)
		if failed.Final {
			last = err
		} else {
			lines = append(lines, "failed")
		}
	}
	return lines, last
}

// TestCompare: the changes from one list of games to another, as a watch yields them. Another spelling of a score is no
// change, and the names of courts count only without an id.
func TestCompare(t *testing.T) {
	clock := func(hour int) *tourney.TimeOfDay { return &tourney.TimeOfDay{Hour: hour} }
	court := func(id int64, name string) *tourney.VenueCourt {
		return &tourney.VenueCourt{ID: 5, Court: &tourney.Court{ID: id, Name: name}, Venue: &tourney.Venue{ID: 9, Name: name}}
	}
	at := func(id int64, name string) []tourney.Game {
		return []tourney.Game{with(pairing(1, 11, 12), func(g *tourney.Game) { g.VenueCourt = court(id, name) })}
	}
	scored := func(away, home string) []tourney.Game {
		return []tourney.Game{with(pairing(1, 11, 12), func(g *tourney.Game) {
			g.AwayTeam.Score, g.HomeTeam.Score = new(tourney.MustDecimal(away)), new(tourney.MustDecimal(home))
		})}
	}
	first := []tourney.Game{pairing(1, 11, 12), pairing(2, 0, 13)}
	for name, c := range map[string]struct {
		next []tourney.Game
		want []string
		from []tourney.Game // first, if there are none
	}{
		"nothing":    {first, nil, nil},
		"added":      {append(first[:2:2], pairing(3, 14, 15)), []string{"added 3: 14 15 6/12/2026"}, nil},
		"removed":    {first[1:], []string{"removed 1: 11 12 6/12/2026"}, nil},
		"all gone":   {nil, []string{"removed 1: 11 12 6/12/2026", "removed 2: - 13 6/12/2026"}, nil},
		"in between": {[]tourney.Game{first[1], pairing(3, 14, 15), first[0]}, []string{"added 3: 14 15 6/12/2026"}, nil},
		"a score": {[]tourney.Game{with(first[0], score(0, 2)), first[1]},
			[]string{"score 1: 11 12 6/12/2026 -> 11=0 12=2 6/12/2026"}, nil},
		"a team": {[]tourney.Game{first[0], with(first[1], func(g *tourney.Game) { g.AwayTeam.TeamID = new(int64(11)) })},
			[]string{"teams 2: - 13 6/12/2026 -> 11 13 6/12/2026"}, nil},
		"another day": {[]tourney.Game{with(first[0], func(g *tourney.Game) { g.Date.Day = 13 }), first[1]},
			[]string{"moved 1: 11 12 6/12/2026 -> 11 12 6/13/2026"}, nil},
		"a time": {[]tourney.Game{with(first[0], func(g *tourney.Game) { g.Time = clock(0) }), first[1]},
			[]string{"moved 1: 11 12 6/12/2026 -> 11 12 6/12/2026 12:00 AM"}, nil},
		"a court": {[]tourney.Game{with(first[0], func(g *tourney.Game) { g.VenueCourt = court(3, "A") }), first[1]},
			[]string{"moved 1: 11 12 6/12/2026 -> 11 12 6/12/2026 on 5"}, nil},
		"a result": {[]tourney.Game{with(first[0], func(g *tourney.Game) { g.AwayTeam.WonBy = &tourney.WonByForfeit }), first[1]},
			[]string{"result 1: 11 12 6/12/2026 -> 11! 12 6/12/2026"}, nil},
		"a forfeit": {[]tourney.Game{with(first[0], func(g *tourney.Game) { g.AwayTeam.Forfeited = new(true) }), first[1]},
			[]string{"result 1: 11 12 6/12/2026 -> 11 12 6/12/2026"}, nil},
		"everything": {[]tourney.Game{with(first[0], func(g *tourney.Game) {
			score(1, 0)(g)
			g.Time, g.HomeTeam.TeamID, g.AwayTeam.WonBy = clock(9), nil, &tourney.WonByForfeit
		}), first[1]}, []string{
			"teams 1: 11 12 6/12/2026 -> 11=1! -=0 6/12/2026 9:00 AM", "moved 1: 11 12 6/12/2026 -> 11=1! -=0 6/12/2026 9:00 AM",
			"score 1: 11 12 6/12/2026 -> 11=1! -=0 6/12/2026 9:00 AM", "result 1: 11 12 6/12/2026 -> 11=1! -=0 6/12/2026 9:00 AM",
		}, nil},
		"no side at all": {[]tourney.Game{{ID: 1, Date: first[0].Date}, first[1]},
			[]string{"teams 1: 11 12 6/12/2026 -> none none 6/12/2026"}, nil},
		"names alone": {[]tourney.Game{with(first[0], func(g *tourney.Game) { g.AwayTeam.Name, g.BracketName = "Otters B", "Gold" }), first[1]},
			nil, nil},
		"absent that says the same": {[]tourney.Game{with(first[0], func(g *tourney.Game) {
			g.AwayTeam.Forfeited, g.VenueCourt = new(false), &tourney.VenueCourt{}
		}), with(first[1], func(g *tourney.Game) { g.AwayTeam.TeamID = new(int64(0)) })}, nil, nil},
		"rows without an id":    {append(first[:2:2], tourney.Game{}), nil, nil},
		"the same number":       {scored("1.0", "0.00"), nil, scored("1", "0")},
		"zero is a score":       {scored("0", "0"), []string{"score 1: 11 12 6/12/2026 -> 11=0 12=0 6/12/2026"}, []tourney.Game{first[0]}},
		"a score is taken back": {first[:1], []string{"score 1: 11=0 12=0 6/12/2026 -> 11 12 6/12/2026"}, scored("0", "0")},
		"a court's new name":    {at(3, "Court 1"), nil, at(3, "C1")},
		"courts without ids":    {at(0, "C2"), []string{"moved 1: 11 12 6/12/2026 on 5 -> 11 12 6/12/2026 on 5"}, at(0, "C1")},
	} {
		if c.from == nil {
			c.from = first
		}
		var lines []string
		for _, change := range watch.Compare(c.from, c.next) {
			require.Empty(t, change.ID)
			lines = append(lines, said(change))
		}
		require.Equal(t, c.want, lines, name)
	}
	kites, owls := tourney.Team{ID: 7, Name: "Kites"}, tourney.Team{ID: 7, Name: "Owls"}
	require.Empty(t, watch.Compare([]tourney.Team{kites}, []tourney.Team{kites}))
	changed := watch.Compare([]tourney.Team{kites}, []tourney.Team{owls})
	require.Equal(t, []watch.Change[tourney.Team]{{Kind: watch.KindChanged, Before: kites, After: owls}}, changed)
	require.Len(t, watch.Compare(nil, []tourney.Venue{{ID: 1}}), 1)
}

func TestWatchPollsAtTheInterval(t *testing.T) {
	for want, o := range map[time.Duration]watch.Options{10 * time.Second: {Interval: 10 * time.Second}, 30 * time.Second: {}} {
		synctest.Test(t, func(t *testing.T) {
			host := &board{}
			ctx, cancel := context.WithTimeout(t.Context(), 200*want)
			defer cancel()
			for _, err := range watch.Games(ctx, host.client(t).Games, tourney.GameListOptions{}, o) {
				require.NoError(t, err)
			}
			waits := host.waits()
			slices.Sort(waits)
			require.GreaterOrEqual(t, waits[0], want*9/10)
			require.LessOrEqual(t, waits[len(waits)-1], want*11/10)
			require.Greater(t, len(slices.Compact(waits)), 100, "they are not all alike")
		})
	}
}

// TestWatchBacksOff: each failure in a row doubles the wait, and a successful poll resets the count.
func TestWatchBacksOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host := &board{games: []tourney.Game{pairing(1, 11, 12)}}
		start := time.Now()
		host.after(30*time.Second, func() { host.status = -1 })
		host.after(2*time.Hour, func() { host.status, host.games = 0, []tourney.Game{with(host.games[0], score(1, 0))} })
		host.after(150*time.Minute, func() { host.status = -1 })
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Hour)
		defer cancel()
		var failures []int
		var changed time.Time
		for change, err := range watch.Games(ctx, host.client(t).Games, tourney.GameListOptions{},
			watch.Options{Interval: minute, MaxWait: 20 * minute}) {
			if err == nil {
				require.Equal(t, watch.KindScore, change.Kind)
				changed = time.Now()
				continue
			}
			failed := clienttest.As[*watch.Error](t, err)
			require.False(t, failed.Final)
			require.ErrorContains(t, err, "no route to host")
			failures = append(failures, failed.Failures)
			want := min(minute<<failed.Failures, 20*minute)
			require.InDelta(t, want, failed.Wait, float64(want)/10)
		}
		again := 1 + slices.Index(failures[1:], 1)
		for i, n := range failures {
			require.Equal(t, i%again+1, n)
		}
		require.Contains(t, []int{8, 9, 10}, again, "2, 4, 8 and 16 minutes, then 20 each")
		require.Greater(t, len(failures), again+1)
		require.WithinRange(t, changed, start.Add(2*time.Hour), start.Add(2*time.Hour+22*minute))
		require.Greater(t, len(host.polls), len(failures)+10, "back to the interval")
	})
}

func TestWatchKeepsToRetryAfter(t *testing.T) {
	for hint, want := range map[string]time.Duration{"300": 5 * minute, "86400": 10 * minute, "1": 2 * minute} {
		synctest.Test(t, func(t *testing.T) {
			host := &board{status: http.StatusTooManyRequests, header: []string{"Retry-After", hint}}
			lines, _ := watchFor(t, host.client(t), minute, watch.Options{})
			require.Equal(t, []string{"failed"}, lines)
			for _, err := range watch.Games(t.Context(), host.client(t).Games, tourney.GameListOptions{}, watch.Options{Interval: minute}) {
				failed := clienttest.As[*watch.Error](t, err)
				require.InDelta(t, want, failed.Wait, float64(want)/10)
				break
			}
		})
	}
}

// TestWatchWaitsForTheGreatestInterval guards against an overflow that polled at once.
func TestWatchWaitsForTheGreatestInterval(t *testing.T) {
	for _, interval := range []time.Duration{math.MaxInt64, math.MaxInt64 - 1, math.MaxInt64 / 11 * 10} {
		for _, status := range []int{0, 500} {
			synctest.Test(t, func(t *testing.T) {
				host := &board{status: status}
				_, _ = watchFor(t, host.client(t), 1000*time.Hour, watch.Options{Interval: interval})
				require.Len(t, host.polls, 1)
			})
		}
	}
}

// TestWatchEnds: the watch yields a final error once, and sends no request after it.
func TestWatchEnds(t *testing.T) {
	for status, final := range map[int]bool{
		400: true, 401: true, 403: true, 404: true, 410: true, 422: true,
		408: false, 409: false, 425: false, 429: false, 500: false, 501: false, 502: false, 503: false, 504: false, -1: false,
		0: false, // 200 with Errors, which is none of a host that refuses for good
	} {
		synctest.Test(t, func(t *testing.T) {
			host := &board{status: status, body: `{"Errors":[{"Code":0,"Message":"later"}]}`}
			lines, err := watchFor(t, host.client(t), 90*time.Second, watch.Options{})
			require.Len(t, host.polls, 1)
			if !final {
				require.Equal(t, []string{"failed"}, lines, "status %d", status)
				require.NoError(t, err)
				return
			}
			require.Empty(t, lines, "status %d", status)
			answer := clienttest.As[*tourney.APIError](t, err)
			require.Equal(t, status, answer.Status)
			require.ErrorContains(t, err, "ended")
		})
	}
}

func TestWatchRefusals(t *testing.T) {
	host := &board{}
	client := host.client(t)
	for name, c := range map[string]struct {
		client  *tourney.Client
		list    tourney.GameListOptions
		options watch.Options
		opts    []tourney.ListOption
		want    string
	}{
		"a client of nobody": {client: &tourney.Client{}, options: watch.Options{State: &kept{loadErr: errors.New("loaded")}},
			want: "New"},
		"a negative interval": {options: watch.Options{Interval: -1}, want: "Interval"},
		"a negative wait":     {options: watch.Options{MaxWait: -1}, want: "MaxWait"},
		"a page":              {list: tourney.GameListOptions{Page: 2}, want: "page"},
		"a negative page":     {list: tourney.GameListOptions{Page: -2}, want: "page"},
		"a share of 2":        {options: watch.Options{Removals: watch.RemovalLimit{Share: 2}}, want: "Removals is 2: expected 0 to 1"},
		"from another list": {options: watch.Options{From: []byte(`{"version":1,"list":"rugby /games?"}`)},
			want: `the From of the Options belongs to the list "rugby /games?"`},
		"a state that is nil": {options: watch.Options{State: (*kept)(nil)}, want: "State"},
		"a nil option":        {opts: []tourney.ListOption{nil}, want: "a call option is nil"},
		"a negative prefetch": {opts: []tourney.ListOption{tourney.Prefetch(-1)}, want: "Prefetch"},
		"a day of no year": {list: tourney.GameListOptions{Date: tourney.Date{Month: 13}}, options: watch.Options{State: &kept{}},
			want: "day"},
	} {
		if c.client == nil {
			c.client = client
		}
		errs := 0
		for _, err := range watch.Games(t.Context(), c.client.Games, c.list, c.options, c.opts...) {
			errs++
			failed := clienttest.As[*watch.Error](t, err, name)
			require.True(t, failed.Final, name)
			require.ErrorContains(t, err, c.want, name)
		}
		require.Equal(t, 1, errs, name)
	}
	for _, err := range watch.Games(nil, client.Games, tourney.GameListOptions{}, watch.Options{}) { //nolint:staticcheck // what is tried
		require.ErrorContains(t, err, "context")
	}
	require.Empty(t, host.polls)
}

// TestTheEndOfTheContextIsNoError: at each moment of a watch.
func TestTheEndOfTheContextIsNoError(t *testing.T) {
	ended, end := context.WithCancel(t.Context())
	end()
	deadline := func(ctx context.Context) (context.Context, context.CancelFunc) {
		return context.WithTimeout(ctx, minute/6)
	}
	late := func(ctx context.Context) (context.Context, context.CancelFunc) {
		ctx, cancel := context.WithTimeout(ctx, minute/6+time.Millisecond)
		return lateContext{ctx}, cancel
	}
	cause := func(ctx context.Context) (context.Context, context.CancelFunc) {
		ctx, cancel := context.WithCancelCause(ctx)
		timer := time.AfterFunc(minute/6, func() { cancel(errors.New("the game is over")) })
		return ctx, func() { timer.Stop() }
	}
	slow := func(req *http.Request) (*http.Response, error) {
		<-req.Context().Done()
		return nil, req.Context().Err()
	}
	timesOut := func(*http.Request) (*http.Response, error) {
		<-time.After(minute / 6)
		return nil, os.ErrDeadlineExceeded
	}
	loads := &kept{loadErr: fmt.Errorf("cannot load: %w", context.Canceled)}
	for name, c := range map[string]struct {
		ctx     context.Context
		end     func(context.Context) (context.Context, context.CancelFunc)
		host    http.RoundTripper
		options watch.Options
		failed  int // polls before the end
	}{
		"before the first poll":       {ctx: ended, host: &board{}},
		"while the state is loaded":   {ctx: ended, host: &board{}, options: watch.Options{State: loads}},
		"during a poll":               {end: deadline, host: clienttest.Transport(slow)},
		"before the context says so":  {end: late, host: clienttest.Transport(timesOut)},
		"between polls":               {end: deadline, host: &board{}},
		"with a cause":                {end: cause, host: &board{}},
		"during a poll, with a cause": {end: cause, host: clienttest.Transport(slow)},
		"in the wait after a failure": {end: deadline, host: &board{status: 500}, failed: 1},
		"in a poll that fails for good": {end: cause, host: clienttest.Transport(func(req *http.Request) (*http.Response, error) {
			<-req.Context().Done()
			return clienttest.Reply(http.StatusForbidden, "")(req)
		})},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx := c.ctx
				if ctx == nil {
					var cancel context.CancelFunc
					ctx, cancel = c.end(t.Context())
					defer cancel()
				}
				client := clienttest.Over(t, c.host.RoundTrip)
				failed := 0
				for change, err := range watch.Games(ctx, client.Games, tourney.GameListOptions{}, c.options) {
					require.Zero(t, change)
					of := clienttest.As[*watch.Error](t, err)
					require.False(t, of.Final)
					failed++
				}
				require.Error(t, ctx.Err())
				require.Equal(t, c.failed, failed)
			})
		})
	}
}

// lateContext ends a moment after its deadline.
type lateContext struct{ context.Context }

func (c lateContext) Deadline() (time.Time, bool) {
	deadline, has := c.Context.Deadline()
	return deadline.Add(-time.Millisecond), has
}

// TestErrorsBesideTheEndOfTheContext: a watch says what else went wrong before its first poll.
func TestErrorsBesideTheEndOfTheContext(t *testing.T) {
	ended, end := context.WithCancel(t.Context())
	end()
	disk := errors.New("the disk is full")
	for want, o := range map[string]watch.Options{
		"Interval":         {Interval: -1},
		"the disk is full": {State: &kept{loadErr: disk}},
		"version 7":        {State: &kept{data: []byte(`{"version":7}`)}},
	} {
		errs := 0
		for _, err := range watch.Games(ended, (&board{}).client(t).Games, tourney.GameListOptions{}, o) {
			require.ErrorContains(t, err, want)
			errs++
		}
		require.Equal(t, 1, errs)
	}
}

// TestAnAnswerWithoutAPageRemovesNothing: only an answer that states an empty list removes games.
func TestAnAnswerWithoutAPageRemovesNothing(t *testing.T) {
	for body, gone := range map[string]bool{
		`{}`: false, `{"Games":null}`: false, `{"Games":{}}`: false, `{"Games":{"Page":0,"PageSize":0,"Total":0}}`: false,
		`{"Games":{"Results":[]}}`: true, `{"Games":{"Results":[],"Page":1,"PageSize":50,"Total":0}}`: true, `{"Games":{"Page":1}}`: true,
		`{"Games":{"PageSize":50,"Total":0}}`: true,
	} {
		for _, n := range []int{0, 1, 2, 8} {
			synctest.Test(t, func(t *testing.T) {
				host := &board{games: []tourney.Game{pairing(1, 11, 12), pairing(2, 13, 14)}}
				host.after(minute/2, func() { host.body = body })
				host.after(3*minute+minute/2, func() { host.body = "" })
				ctx, cancel := context.WithTimeout(t.Context(), 10*minute)
				defer cancel()
				var got []string
				o := watch.Options{Interval: minute, Removals: noLimit}
				for change, err := range watch.Games(ctx, host.client(t).Games, tourney.GameListOptions{}, o, tourney.Prefetch(n)) {
					require.NoError(t, err)
					got = append(got, fmt.Sprint(change.Kind, " ", change.Row().ID))
				}
				var want []string
				if gone {
					want = []string{"removed 1", "removed 2", "added 1", "added 2"}
				}
				require.Equal(t, want, got, body)
			})
		}
	}
}

// TestWatchSavesWhatWasTaken: the watch saves after each poll with changes, when the loop asks for more, and at no other time.
func TestWatchSavesWhatWasTaken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host := &board{games: []tourney.Game{pairing(1, 11, 12), pairing(2, 13, 14)}}
		state, taken := &kept{}, 0
		state.beforeSave = func() { require.Contains(t, []int{0, 2}, taken) }
		host.after(150*time.Second, func() {
			host.games = []tourney.Game{with(host.games[0], score(1, 0)), with(host.games[1], score(0, 1))}
		})
		ctx, cancel := context.WithTimeout(t.Context(), 10*minute)
		defer cancel()
		for _, err := range watch.Games(ctx, host.client(t).Games, tourney.GameListOptions{}, watch.Options{Interval: minute, State: state}) {
			if err == nil {
				require.Equal(t, 1, state.saves, "the first poll's only")
				taken++
			}
		}
		require.Equal(t, 2, taken)
		require.Equal(t, 2, state.saves)
	})
}

// TestLeavingAWatchKeepsWhatWasTaken: the next program gets all changes that the loop did not take, however the loop ends. If the loop's
// body panicked, they include the change that the body had.
func TestLeavingAWatchKeepsWhatWasTaken(t *testing.T) {
	before := []tourney.Game{pairing(1, 11, 0), pairing(2, 13, 14), pairing(3, 15, 16)}
	after := []tourney.Game{pairing(4, 17, 18), with(before[0], func(g *tourney.Game) {
		score(2, 1)(g)
		g.HomeTeam.TeamID, g.Time, g.HomeTeam.Forfeited = new(int64(12)), &tourney.TimeOfDay{Hour: 9}, new(true)
	}), with(before[2], score(0, 0))}
	kinds := []string{"added 4", "teams 1", "moved 1", "score 1", "result 1", "score 3", "removed 2"}
	for how := range leaves {
		for at := range kinds {
			synctest.Test(t, func(t *testing.T) {
				state := &kept{}
				first := watchUntil(t, &board{games: before}, state, byContext, 2)
				require.Equal(t, []string{"added 1", "added 2", "added 3"}, first)
				got := watchUntil(t, &board{games: after}, state, how, at)
				require.Equal(t, kinds[:at+1], got)
				rest := kinds[at+1:]
				if how == byPanic {
					rest = kinds[at:]
				}
				got = watchUntil(t, &board{games: after}, state, byContext, len(rest)-1)
				require.Equal(t, rest, append([]string{}, got...), "left by %d at change %d", how, at)
			})
		}
	}
}

// watchUntil leaves a watch at a change, or before the second poll, and returns the changes up to it.
func watchUntil(t *testing.T, host *board, state watch.State, how leave, at int) (kinds []string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	defer func() {
		if value := recover(); value != nil {
			require.Equal(t, errLoop, value)
		}
	}()
	if at < 0 { // nothing is to come, so the watch waits for its second poll
		defer time.AfterFunc(time.Second, cancel).Stop()
	}
	for change, err := range watch.Games(ctx, host.client(t).Games, tourney.GameListOptions{}, watch.Options{Existing: true, State: state}) {
		require.NoError(t, err)
		kinds = append(kinds, fmt.Sprint(change.Kind, " ", change.Row().ID))
		if len(kinds) <= at {
			continue
		}
		switch how {
		case byPanic:
			panic(errLoop)
		case byContext:
			cancel()
		default:
			return kinds
		}
	}
	return kinds
}

// TestLeavingAWatchInTheFirstPoll: the next watch yields the games that the loop did not take as added, whatever its options.
func TestLeavingAWatchInTheFirstPoll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host := &board{games: []tourney.Game{pairing(1, 11, 12), pairing(2, 13, 14)}}
		state := &kept{}
		require.Equal(t, []string{"added 1"}, watchUntil(t, host, state, byBreak, 0))
		lines, _ := watchFor(t, host.client(t), 3*minute, watch.Options{State: state})
		require.Equal(t, []string{"added 2: 13 14 6/12/2026"}, lines)
	})
}

// TestWatchSaysThatItCouldNotKeepWhatWasTaken: the watch reports a failed save when its context ends. It cannot report it to a loop that
// has ended.
func TestWatchSaysThatItCouldNotKeepWhatWasTaken(t *testing.T) {
	disk := errors.New("the disk is full")
	host := &board{games: []tourney.Game{pairing(1, 11, 12), pairing(2, 13, 14)}}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	o := watch.Options{Existing: true, State: &kept{saveErr: disk}}
	var last error
	for _, err := range watch.Games(ctx, host.client(t).Games, tourney.GameListOptions{}, o) {
		require.NoError(t, last)
		last = err
		cancel()
	}
	require.ErrorIs(t, last, disk)
	require.NotErrorIs(t, last, context.Canceled)
	for _, err := range watch.Games(t.Context(), host.client(t).Games, tourney.GameListOptions{}, o) {
		require.NoError(t, err)
		break
	}
}

func TestStatesThatFail(t *testing.T) {
	host := &board{games: []tourney.Game{pairing(1, 11, 12)}}
	client := host.client(t)
	other := &kept{}
	for _, err := range watch.Games(t.Context(), client.Games, tourney.GameListOptions{EventID: 9},
		watch.Options{State: &stopping{kept: other}}) {
		require.ErrorContains(t, err, "enough")
	}
	folder := t.TempDir()
	broken := filepath.Join(folder, "broken.json")
	require.NoError(t, os.WriteFile(broken, []byte(`{"version":1,"games":[`), 0o600))
	foreign := filepath.Join(folder, "foreign.json")
	require.NoError(t, os.WriteFile(foreign, []byte(`{}`), 0o600))
	disk := errors.New("the disk is full")
	for name, c := range map[string]struct {
		state watch.State
		want  string
	}{
		"cannot be loaded":   {&kept{loadErr: disk}, "load the state: the disk is full"},
		"cannot be saved":    {&kept{saveErr: disk}, "save the state: the disk is full"},
		"another version":    {&kept{data: []byte(`{"version":7}`)}, "version 7"},
		"another list":       {other, `"soccer /games?eventid=9"`},
		"a broken file":      {watch.File(broken), "broken.json"},
		"no name of a file":  {watch.File(""), "the path is empty"},
		"a foreign file":     {watch.File(foreign), "none of a watch"},
		"a missing folder":   {watch.File(filepath.Join(folder, "none", "a.json")), "save the state"},
		"a folder":           {watch.File(folder), "load the state"},
		"a file in the path": {watch.File(filepath.Join(broken, "a.json")), "load the state"},
	} {
		var got []string
		for change, err := range watch.Games(t.Context(), client.Games, tourney.GameListOptions{}, watch.Options{State: c.state}) {
			require.Zero(t, change, name)
			require.ErrorContains(t, err, c.want, name)
			got = append(got, err.Error())
		}
		require.Len(t, got, 1, name)
	}
}

// stopping ends the watch after its first save.
type stopping struct{ *kept }

func (s *stopping) Save(ctx context.Context, data []byte) error {
	return errors.Join(s.kept.Save(ctx, data), errors.New("enough"))
}

// TestWatchOnOtherPaths: bouts, races and matches are watched under their own paths, with separate states.
func TestWatchOnOtherPaths(t *testing.T) {
	for path, service := range map[string]func(*tourney.Client) tourney.GamesService{
		"/games":  func(c *tourney.Client) tourney.GamesService { return c.Games },
		"/bouts":  func(c *tourney.Client) tourney.GamesService { return c.Bouts },
		"/races":  func(c *tourney.Client) tourney.GamesService { return c.Races },
		"/matchs": func(c *tourney.Client) tourney.GamesService { return c.Matches },
	} {
		var sent []*http.Request
		var mu sync.Mutex
		host := clienttest.Transport(func(req *http.Request) (*http.Response, error) {
			mu.Lock()
			sent = append(sent, req)
			mu.Unlock()
			page, _ := strconv.Atoi(req.URL.Query().Get("page"))
			ids := clienttest.UpTo(120)[10*max(page-1, 0) : 10*max(page, 1)]
			return clienttest.Reply(http.StatusOK, clienttest.PageBody(ids, page, 10, 120, false))(req)
		})
		client := clienttest.Client(t, clienttest.BaseURL, tourney.MultiSport, host)
		state := &kept{}
		games := 0
		opts := []tourney.ListOption{tourney.Prefetch(4), tourney.WithHeader("X-Desk", "1")}
		changes := watch.Games(t.Context(), service(client), tourney.GameListOptions{DivisionID: 4, PageSize: 10},
			watch.Options{Existing: true, State: &stopping{kept: state}}, opts...)
		clear(opts) // the watch has its own
		for _, err := range changes {
			if err == nil {
				games++
			}
		}
		require.Equal(t, 120, games)
		require.True(t, strings.HasPrefix(string(state.data), `{"version":1,"list":"multi-sport `+path+`?divisionid=4",`),
			string(state.data[:80]))
		require.Len(t, sent, 12)
		for _, r := range sent {
			require.Equal(t, "/api/v1"+path, r.URL.Path)
			require.Equal(t, "1", r.Header.Get("X-Desk"))
		}
	}
}

func TestChangeInJSON(t *testing.T) {
	text, err := json.Marshal(watch.Change[tourney.Game]{Kind: watch.KindScore, After: tourney.Game{ID: 7001}})
	require.NoError(t, err)
	require.Contains(t, string(text), `{"Kind":"score",`)
	var back watch.Change[tourney.Game]
	require.NoError(t, json.Unmarshal(text, &back))
	require.Equal(t, watch.KindScore, back.Kind)
}

// TestWonBysOfAState: a state keeps both halves of a won-by, and a name that becomes known or is corrected is no change.
func TestWonBysOfAState(t *testing.T) {
	game := func(wonBy tourney.WonBy) tourney.Game {
		return with(pairing(1, 11, 12), func(g *tourney.Game) { g.AwayTeam.WonBy = &wonBy })
	}
	plain := tourney.Profile{Name: "Plain", Variant: tourney.Soccer}
	named := tourney.Profile{Name: "Named", Variant: tourney.Soccer, WonBy: []tourney.WonBy{{Code: 8, Name: "Walkover"}}}
	walkover := tourney.WonBy{Code: 8, Name: "Walkover"}
	for name, c := range map[string]struct {
		before, after tourney.Profile
		first, next   tourney.WonBy
		was           *tourney.WonBy // before the change; nil when there is no change
	}{
		"the same":             {named, named, tourney.WonBy{Code: 8}, tourney.WonBy{Code: 8}, nil},
		"a name that is known": {plain, named, tourney.WonBy{Code: 8}, tourney.WonBy{Code: 8}, nil},
		"a name that is lost":  {named, plain, tourney.WonBy{Code: 8}, tourney.WonBy{Code: 8}, nil},
		"a name alone":         {plain, plain, tourney.WonBy{Name: "Toss"}, tourney.WonBy{Name: "toss"}, nil},
		"another, of a pair":   {named, named, tourney.WonBy{Code: 8}, tourney.WonBy{Code: 9}, &walkover},
		"another, of no pair":  {plain, plain, tourney.WonBy{Code: 8}, tourney.WonBy{Code: 9}, &tourney.WonBy{Code: 8}},
		"none, after a pair":   {named, named, tourney.WonBy{Code: 8}, tourney.WonBy{}, &walkover},
		"none, after a code":   {plain, plain, tourney.WonBy{Code: 8}, tourney.WonBy{}, &tourney.WonBy{Code: 8}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				host, state := &board{games: []tourney.Game{game(c.first)}}, &kept{}
				client := clienttest.Client(t, clienttest.BaseURL, c.before, host)
				_, _ = watchFor(t, client, minute/2, watch.Options{State: state})
				require.Equal(t, 1, state.saves)
				host.games = []tourney.Game{game(c.next)}
				ctx, cancel := context.WithTimeout(t.Context(), minute)
				defer cancel()
				var was *tourney.WonBy
				for change, err := range watch.Games(ctx, clienttest.Client(t, clienttest.BaseURL, c.after, host).Games, tourney.GameListOptions{},
					watch.Options{State: state}) {
					require.NoError(t, err)
					require.Equal(t, watch.KindResult, change.Kind)
					was = change.Before.AwayTeam.WonBy
				}
				require.Equal(t, c.was, was)
			})
		})
	}
}

// TestWatchOfAListWithoutEnd: MaxRows ends a poll, and the watch goes on.
func TestWatchOfAListWithoutEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client := clienttest.Over(t, func(req *http.Request) (*http.Response, error) {
			page, _ := strconv.Atoi(req.URL.Query().Get("page"))
			return clienttest.Reply(http.StatusOK, clienttest.PageBody([]int64{int64(page)}, page, 1, math.MaxInt, false))(req)
		})
		for _, err := range watch.Games(t.Context(), client.Games, tourney.GameListOptions{}, watch.Options{}, tourney.MaxRows(95)) {
			failed := clienttest.As[*watch.Error](t, err)
			require.False(t, failed.Final)
			require.ErrorContains(t, err, "more than 95 rows")
			break
		}
	})
}
