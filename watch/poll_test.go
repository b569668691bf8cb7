package watch_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/watch"
)

// poller is a host whose polls have the games that the test lists, poll by poll. The last list stays.
type poller struct {
	polls []string // a body, or a status
	n     int
}

func (p *poller) RoundTrip(req *http.Request) (*http.Response, error) {
	body := p.polls[min(p.n, len(p.polls)-1)]
	p.n++
	if body == "down" {
		return clienttest.Reply(http.StatusServiceUnavailable, "")(req)
	}
	return clienttest.Reply(http.StatusOK, body)(req)
}

// pollOf is the answer to a poll with these games, one page that states its Total.
func pollOf(ids ...int64) string { return clienttest.PageBody(ids, 1, 50, len(ids), false) }

// noLimit is for tests in which small lists become empty.
var noLimit = watch.RemovalLimit{Rows: -1}

// watchPolls watches the polls of a host, and returns the changes before each poll as lines such as "2: removed 7",
// where 2 is the number of the poll from 1.
func watchPolls(t *testing.T, host *poller, polls int, o watch.Options, opts ...tourney.ListOption) (lines []string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	o.Interval, o.MaxWait, o.Removals = minute, minute, noLimit
	client := clienttest.Over(t, func(req *http.Request) (*http.Response, error) {
		if host.n == polls {
			cancel()
			return nil, ctx.Err()
		}
		return host.RoundTrip(req)
	})
	for change, err := range watch.Games(ctx, client.Games, tourney.GameListOptions{}, o, opts...) {
		if err == nil {
			lines = append(lines, fmt.Sprint(host.n, ": ", change.Kind, " ", change.Row().ID))
		}
	}
	return lines
}

// TestRemovedAfterTwoPolls: one poll that misses a game is no evidence, and a poll that tells nothing does not count.
func TestRemovedAfterTwoPolls(t *testing.T) {
	const moved = `{"Games":{"Results":[{"Id":1}],"Page":1,"PageSize":50,"Total":2}}`
	unread := clienttest.GamesPage([]int64{1, -2}, `,"Page":1,"PageSize":50,"Total":2`)
	for name, c := range map[string]struct {
		polls []string
		want  []string
	}{
		"missing twice":                 {[]string{pollOf(1), pollOf(1)}, []string{"3: removed 2"}},
		"missing once":                  {[]string{pollOf(1), pollOf(1, 2)}, nil},
		"missing every other time":      {[]string{pollOf(1), pollOf(1, 2), pollOf(1), pollOf(1, 2), pollOf(1), pollOf(1, 2)}, nil},
		"back on another place":         {[]string{pollOf(1), pollOf(2, 1)}, nil},
		"back with another":             {[]string{pollOf(1), pollOf(1, 2, 3)}, []string{"3: added 3"}},
		"a failure in between":          {[]string{pollOf(1), "down", pollOf(1)}, []string{"4: removed 2"}},
		"nothing stated in between":     {[]string{pollOf(1), `{}`, pollOf(1)}, []string{"4: removed 2"}},
		"something else in between":     {[]string{pollOf(1), `{"Message":"maintenance"}`, pollOf(1)}, []string{"4: removed 2"}},
		"a list that moved in between":  {[]string{pollOf(1), moved, pollOf(1)}, []string{"4: removed 2"}},
		"a list that moved twice":       {[]string{moved, moved, moved, pollOf(1, 2)}, nil},
		"a list that moved, then none":  {[]string{moved, pollOf(1), pollOf(1, 2)}, nil},
		"a bad row in between":          {[]string{pollOf(1), unread, pollOf(1), pollOf(1, 2)}, nil},
		"a bad row of it for ever":      {[]string{unread, unread, unread}, nil},
		"an empty list once":            {[]string{pollOf(), pollOf(1, 2)}, nil},
		"an empty list":                 {[]string{pollOf(), pollOf()}, []string{"3: removed 1", "3: removed 2"}},
		"two that leave by turns":       {[]string{pollOf(1), pollOf(2), pollOf(1), pollOf(1, 2)}, nil},
		"gone, and back as a new game":  {[]string{pollOf(1), pollOf(1), pollOf(1, 2)}, []string{"3: removed 2", "4: added 2"}},
		"gone while another one leaves": {[]string{pollOf(1), pollOf(), pollOf()}, []string{"3: removed 2", "4: removed 1"}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				host := &poller{polls: append([]string{pollOf(1, 2)}, c.polls...)}
				got := watchPolls(t, host, len(host.polls), watch.Options{}, tourney.SkipBadRows())
				require.Empty(t, cmp.Diff(c.want, got))
			})
			synctest.Test(t, func(t *testing.T) { // each poll in a program of its own
				host := &poller{polls: append([]string{pollOf(1, 2)}, c.polls...)}
				file := watch.File(filepath.Join(t.TempDir(), "games.json"))
				var got []string
				for n := range host.polls {
					o := watch.Options{State: file}
					got = append(got, watchPolls(t, host, n+1, o, tourney.SkipBadRows())...)
				}
				require.Empty(t, cmp.Diff(c.want, got), "with a state")
			})
		})
	}
}

// TestStatesWithoutMissedGames: a state of an older version has no missed games, and one without any has none either.
func TestStatesWithoutMissedGames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		state := &kept{data: []byte(`{"version":1,"list":"soccer /games?","games":[{"Id":1},{"Id":2}]}`)}
		host := &poller{polls: []string{pollOf(1)}}
		require.Empty(t, watchPolls(t, host, 1, watch.Options{State: state}))
		require.Equal(t, []int64{1, 2}, state.ids(t), "the game stays known")
		require.Contains(t, string(state.data), `"missed":[2]`)
		require.Equal(t, []string{"2: removed 2"}, watchPolls(t, host, 2, watch.Options{State: state}))
		require.NotContains(t, string(state.data), "missed")
		require.Equal(t, 2, state.saves)
	})
}

// TestMissedGamesAreSavedOnce: a poll that misses the same games as the poll before writes no state.
func TestMissedGamesAreSavedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		state := &kept{}
		host := &poller{polls: []string{pollOf(1, 2), pollOf(1), `{}`, `{}`, `{}`, pollOf(1, 2), pollOf(1, 2)}}
		require.Empty(t, watchPolls(t, host, 7, watch.Options{State: state}))
		require.Equal(t, 3, state.saves, "the first poll, the one that missed a game, and the one that had it again")
	})
}

// TestRowsThatNeverAgree: a watch of rows reads the list until two readings agree, and a poll without agreement failed.
func TestRowsThatNeverAgree(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host := &poller{polls: []string{
			pollOf(1, 2, 3), pollOf(1, 2, 3), // poll 1
			pollOf(1, 2), pollOf(1, 2), // poll 2 misses 3
			pollOf(1), pollOf(2), pollOf(1), pollOf(2), pollOf(1), // poll 3 fails
			pollOf(1, 2), pollOf(1), pollOf(1, 2), pollOf(1, 2), // poll 4
		}}
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		client := clienttest.Over(t, func(req *http.Request) (*http.Response, error) {
			if host.n == len(host.polls) {
				cancel()
				return nil, ctx.Err()
			}
			return host.RoundTrip(req)
		})
		var got []string
		for change, err := range watch.Rows(ctx, client.Games, tourney.GameListOptions{}, watch.Options{}) {
			var failed *watch.Error
			if errors.As(err, &failed) {
				require.ErrorIs(t, err, tourney.ErrListChanged)
				require.False(t, failed.Final)
				require.Equal(t, 1, failed.Failures)
				got = append(got, fmt.Sprint(host.n, ": failed"))
				continue
			}
			got = append(got, fmt.Sprint(host.n, ": ", change.Kind, " ", change.Row().ID))
		}
		require.Equal(t, []string{"9: failed", "13: removed 3"}, got)
	})
}

// TestWatchWithBadRows: a game that cannot be read counts as neither removed nor changed. The poll reports it after its
// changes, and the watch goes on.
func TestWatchWithBadRows(t *testing.T) {
	for name, c := range map[string]struct {
		ids  []int64
		want []string
	}{
		"one game":                {[]int64{1, -2, 3}, []string{"bad 1", "bad 1", "bad 1"}},
		"one game, another left":  {[]int64{1, -2}, []string{"bad 1", "removed 3", "bad 1", "bad 1", "added 3"}},
		"a game without its id":   {[]int64{1, 0}, []string{"bad 1", "bad 1", "bad 1"}},
		"a bad game that is new":  {[]int64{1, 2, 3, -4}, []string{"bad 1", "bad 1", "bad 1"}},
		"nothing else on a page":  {[]int64{-1, -2, -3}, []string{"bad 3", "bad 3", "bad 3"}},
		"a list that moved, with": {[]int64{1, -2, -99}, []string{"bad 2", "bad 2", "bad 2"}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				total := fmt.Sprintf(`,"Page":1,"PageSize":50,"Total":%d`, len(c.ids))
				if strings.HasPrefix(name, "a list that moved") {
					total = `,"Page":1,"PageSize":50,"Total":9`
				}
				host := &board{body: clienttest.GamesPage([]int64{1, 2, 3}, "")}
				host.after(minute/2, func() { host.body = clienttest.GamesPage(c.ids, total) })
				host.after(3*minute+minute/2, func() { host.body = clienttest.GamesPage([]int64{1, 2, 3}, "") })
				ctx, cancel := context.WithTimeout(t.Context(), 10*minute)
				defer cancel()
				var got []string
				for change, err := range watch.Games(ctx, host.client(t).Games, tourney.GameListOptions{},
					watch.Options{Interval: minute}, tourney.SkipBadRows()) {
					got = append(got, watchedLine(t, change, err)...)
				}
				require.Empty(t, cmp.Diff(c.want, got))
			})
		})
	}
}

// TestMoreBadRowsThanAreDescribed: any game may be among the rows that the error does not describe.
func TestMoreBadRowsThanAreDescribed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ids := clienttest.UpTo(101)
		bad, total := make([]int64, len(ids)), fmt.Sprintf(`,"PageSize":200,"Total":%d`, len(ids))
		for i, id := range ids {
			bad[i] = -id
		}
		good, wrong := clienttest.GamesPage(ids, total), clienttest.GamesPage(bad, total)
		host := &poller{polls: []string{good, wrong, wrong, wrong}}
		require.Empty(t, watchPolls(t, host, len(host.polls), watch.Options{}, tourney.SkipBadRows()))
	})
}

// watchedLine returns a line for a change and for the rows that a poll left out.
func watchedLine(t *testing.T, change watch.Change[tourney.Game], err error) []string {
	t.Helper()
	var of *watch.Error
	var bad *tourney.BadRowsError
	switch {
	case err == nil:
		return []string{fmt.Sprint(change.Kind, " ", change.Row().ID)}
	case errors.As(err, &bad):
		require.ErrorAs(t, err, &of)
		require.False(t, of.Final)
		require.Zero(t, of.Failures)
		require.InDelta(t, minute, of.Wait, float64(minute/5))
		require.ErrorContains(t, err, "tourney: watch: the next poll is in ")
		return []string{fmt.Sprint("bad ", bad.Count)}
	}
	require.NoError(t, err)
	return nil
}

// TestWatchThatFailsWithBadRows: a poll that left rows out and then failed counts as failed.
func TestWatchThatFailsWithBadRows(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bodies := []string{clienttest.GamesPage([]int64{1, -2}, `,"PageSize":2,"Total":4`), `{`}
		client := clienttest.Over(t, func(req *http.Request) (*http.Response, error) {
			if req.URL.Query().Get("page") == "2" {
				return clienttest.Reply(http.StatusOK, bodies[1])(req)
			}
			return clienttest.Reply(http.StatusOK, bodies[0])(req)
		})
		ctx, cancel := context.WithTimeout(t.Context(), 3*minute)
		defer cancel()
		failures := 0
		for _, err := range watch.Games(ctx, client.Games, tourney.GameListOptions{}, watch.Options{Interval: minute}, tourney.SkipBadRows()) {
			of := clienttest.As[*watch.Error](t, err)
			if of.Final {
				break
			}
			failures++
			require.Equal(t, failures, of.Failures)
			_ = clienttest.As[*tourney.DecodeError](t, err)
			require.ErrorIs(t, err, tourney.ErrBadRows)
			require.Greater(t, of.Wait, minute+time.Second)
		}
		require.Positive(t, failures)
	})
}

// TestARowThatComesAgain: a game on two pages of a poll is one game.
func TestARowThatComesAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client := clienttest.Over(t, func(req *http.Request) (*http.Response, error) {
			ids := []int64{1, 2}
			if req.URL.Query().Get("page") == "2" {
				ids = []int64{2, 3}
			}
			return clienttest.Reply(http.StatusOK, clienttest.PageBody(ids, 1, 2, 3, false))(req)
		})
		lines, err := watchFor(t, client, 5*minute, watch.Options{Existing: true})
		require.NoError(t, err)
		require.Len(t, lines, 3)
	})
}
