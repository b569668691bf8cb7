package watch_test

import (
	"context"
	"fmt"
	"iter"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/watch"
	"github.com/tourney-go/tourney/watch/webhook"
)

// polled begins a watch, reads so many polls and errors of it, and returns them.
func polled(t *testing.T, host *poller, most int, o watch.Options) (polls []watch.Poll[tourney.Game], errs []error) {
	t.Helper()
	o.Interval, o.MaxWait = minute, minute
	client := clienttest.Over(t, host.RoundTrip)
	for poll, err := range watch.PollGames(t.Context(), client.Games, tourney.GameListOptions{}, o, tourney.SkipBadRows()) {
		if err != nil {
			errs = append(errs, err)
		} else {
			polls = append(polls, poll)
		}
		if len(polls)+len(errs) == most {
			break
		}
	}
	return polls, errs
}

// line returns a text with what a poll found.
func line(poll watch.Poll[tourney.Game]) string {
	var changes, rows []string
	for _, c := range poll.Changes {
		changes = append(changes, fmt.Sprint(c.Kind, " ", c.Row().ID))
	}
	for i := range poll.Rows {
		rows = append(rows, fmt.Sprint(poll.Rows[i].ID))
	}
	text := fmt.Sprintf("%v of %d: %v", changes, poll.Seen, rows)
	if poll.Unread != nil {
		text += fmt.Sprint(", unread ", poll.Unread.Count)
	}
	return text
}

// TestPolls: each poll that did not fail is a value with its changes, and with the rows of the list.
func TestPolls(t *testing.T) {
	unread := clienttest.GamesPage([]int64{5, -4}, `,"Page":1,"PageSize":50,"Total":2`)
	synctest.Test(t, func(t *testing.T) {
		host := &poller{polls: []string{
			"down", pollOf(3, 1, 2), pollOf(3, 1, 2), "down", pollOf(1, 4), `{}`, pollOf(1, 4), unread, pollOf(5, 0, 4),
		}}
		polls, errs := polled(t, host, len(host.polls), watch.Options{})
		var lines []string
		for i, poll := range polls {
			lines = append(lines, line(poll))
			require.True(t, i == 0 || poll.Time.After(polls[i-1].Time))
		}
		require.Empty(t, cmp.Diff([]string{
			"[added 3 added 1 added 2] of 3: [3 1 2]", "[] of 3: [3 1 2]", "[added 4] of 2: [1 4 3 2]", "[] of 0: [1 4 3 2]",
			"[removed 3 removed 2] of 2: [1 4]", "[added 5] of 1: [5 1 4], unread 1", "[removed 1] of 2: [5 4]",
		}, lines))
		require.Len(t, errs, 2)
	})
}

// TestPollsThatAreNotCommitted: a program that did not store the state of a poll gets its changes again, with the same
// IDs, and a program that did gets the next ones. Each program reads one poll.
func TestPollsThatAreNotCommitted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		lists := []string{pollOf(1, 2), pollOf(1, 2, 3), pollOf(1, 3), pollOf(1, 3), pollOf(1, 2, 3)}
		var stored []byte
		var got []string
		seen := map[string]bool{}
		for n := range lists {
			first, errs := polled(t, &poller{polls: lists[n:]}, 1, watch.Options{From: stored})
			require.Empty(t, errs)
			again, _ := polled(t, &poller{polls: lists[n:]}, 1, watch.Options{From: stored})
			require.Empty(t, cmp.Diff(first[0].Changes, again[0].Changes), "the IDs too")
			got = append(got, line(again[0]))
			for _, c := range again[0].Changes {
				require.False(t, seen[c.ID], "%s comes twice", c.ID)
				seen[c.ID] = true
			}
			var err error
			stored, err = again[0].State()
			require.NoError(t, err)
		}
		require.Empty(t, cmp.Diff([]string{
			"[added 1 added 2] of 2: [1 2]", "[added 3] of 3: [1 2 3]", "[] of 2: [1 3 2]", "[removed 2] of 2: [1 3]",
			"[added 2] of 3: [1 2 3]",
		}, got))
	})
}

// TestWatchFromRows: a watch that begins with the rows of ReadAll yields what changed since, in both forms.
func TestWatchFromRows(t *testing.T) {
	for _, variant := range tourney.Variants() {
		srv, err := mockserver.New(variant)
		require.NoError(t, err)
		client, event := srv.Client(), srv.Events.All()[0].ID
		games, err := client.Games.ReadAll(t.Context(), tourney.GameListOptions{EventID: event})
		require.NoError(t, err)
		teams, err := client.Teams.ReadAll(t.Context(), tourney.TeamListOptions{EventID: event})
		require.NoError(t, err)
		table, err := client.Standings.Get(t.Context(), tourney.StandingsOptions{EventID: event})
		require.NoError(t, err)
		var lines []watch.StandingsRow
		for _, group := range table.Groups {
			for _, list := range group.List {
				for _, p := range list.Participants {
					lines = append(lines, watch.StandingsRow{
						GroupID: group.ID, Group: group.Name, ListID: list.ID, List: list.Name, Columns: table.Columns, Participant: p,
					})
				}
			}
		}
		begins(t, games.Rows, func(ctx context.Context, o watch.Options) iter.Seq2[watch.Poll[tourney.Game], error] {
			return watch.PollGames(ctx, client.Games, tourney.GameListOptions{EventID: event}, o)
		})
		begins(t, games.Rows, func(ctx context.Context, o watch.Options) iter.Seq2[watch.Poll[tourney.Game], error] {
			return watch.PollRows(ctx, client.Games, tourney.GameListOptions{EventID: event}, o)
		})
		begins(t, teams.Rows, func(ctx context.Context, o watch.Options) iter.Seq2[watch.Poll[tourney.Team], error] {
			return watch.PollRows(ctx, client.Teams, tourney.TeamListOptions{EventID: event}, o)
		})
		begins(t, lines, func(ctx context.Context, o watch.Options) iter.Seq2[watch.Poll[watch.StandingsRow], error] {
			return watch.PollStandings(ctx, client.Standings, tourney.StandingsOptions{EventID: event}, o)
		})
	}
	var ids []string
	for range 2 {
		from, err := watch.StateOf([]tourney.Game{{ID: 1}})
		require.NoError(t, err)
		polls, errs := polled(t, &poller{polls: []string{pollOf(1, 2)}}, 1, watch.Options{From: from})
		require.Empty(t, errs)
		ids = append(ids, polls[0].Changes[0].ID)
	}
	require.NotEqual(t, ids[0], ids[1], "each StateOf is a watch of its own")
	polls, errs := polled(t, &poller{polls: []string{pollOf(1)}}, 1, watch.Options{From: []byte{}})
	require.Empty(t, errs)
	require.Len(t, polls[0].Changes, 1, "an empty column is no state")
	from, err := watch.StateOf([]tourney.Team{{ID: 1}})
	require.NoError(t, err)
	_, errs = polled(t, &poller{polls: []string{pollOf(1)}}, 1, watch.Options{From: from})
	require.ErrorContains(t, errs[0], `the From of the Options belongs to the list "Team?*", not to "soccer /games?"`)
	_, errs = polled(t, &poller{polls: []string{pollOf(1)}}, 1, watch.Options{State: &kept{}})
	require.ErrorContains(t, errs[0], "the Options set State: expected nil")
}

// begins watches a list from the rows that it has but one, and from an older row.
func begins[T watch.Row | watch.StandingsRow](
	t *testing.T, rows []T, run func(context.Context, watch.Options) iter.Seq2[watch.Poll[T], error],
) {
	t.Helper()
	first := func(rows []T) watch.Poll[T] {
		from, err := watch.StateOf(rows)
		require.NoError(t, err)
		for poll, err := range run(t.Context(), watch.Options{From: from}) {
			require.NoError(t, err)
			return poll
		}
		return watch.Poll[T]{}
	}
	require.Greater(t, len(rows), 2)
	require.Empty(t, first(rows).Changes)
	changes := first(rows[1:]).Changes
	require.Len(t, changes, 1)
	require.Equal(t, watch.KindAdded, changes[0].Kind)
	require.Len(t, first(nil).Changes, len(rows), "all rows")
}

// TestRemovalLimit: a poll that would remove more rows than a normal day does removes none.
func TestRemovalLimit(t *testing.T) {
	most := func(n int64) (ids []int64) {
		for id := range n {
			ids = append(ids, id+1)
		}
		return ids
	}
	asked := 0
	ask := func(answers ...bool) func(context.Context, *watch.RemovalError) bool {
		return func(context.Context, *watch.RemovalError) bool {
			asked++
			return answers[min(asked, len(answers))-1]
		}
	}
	for name, c := range map[string]struct {
		had     int64
		now     []int64 // the polls after the first
		limit   watch.RemovalLimit
		removed []int // by each poll that was yielded
		err     string
		asked   int
	}{
		"an empty answer":           {25, []int64{0, 0}, watch.RemovalLimit{}, []int{0, 0}, "25 of 25 rows", 0},
		"two of a small list":       {2, []int64{0, 0}, watch.RemovalLimit{}, []int{0, 0}, "2 of 2 rows", 0},
		"the only one":              {1, []int64{0, 0}, watch.RemovalLimit{}, []int{0, 0, 1}, "", 0},
		"an empty answer once":      {25, []int64{0, 25, 0, 25}, watch.RemovalLimit{}, []int{0, 0, 0, 0, 0}, "", 0},
		"others in their place":     {9, []int64{-9, -9}, watch.RemovalLimit{}, []int{0, 0}, "9 of 18 rows", 0},
		"a page":                    {60, []int64{40, 40}, watch.RemovalLimit{}, []int{0, 0}, "20 of 60 rows", 0},
		"step by step":              {60, []int64{55, 20}, watch.RemovalLimit{}, []int{0, 0}, "40 of 60 rows", 0},
		"nine of 20":                {20, []int64{11, 11}, watch.RemovalLimit{}, []int{0, 0, 9}, "", 0},
		"half of 20":                {20, []int64{10, 10}, watch.RemovalLimit{}, []int{0, 0}, "10 of 20 rows", 0},
		"two of four":               {4, []int64{2, 2}, watch.RemovalLimit{}, []int{0, 0, 2}, "", 0},
		"eight of nine":             {9, []int64{1, 1}, watch.RemovalLimit{}, []int{0, 0}, "8 of 9 rows", 0},
		"eleven of 20":              {20, []int64{9, 9}, watch.RemovalLimit{}, []int{0, 0}, "11 of 20 rows", 0},
		"eleven of 44":              {44, []int64{33, 33}, watch.RemovalLimit{}, []int{0, 0, 11}, "", 0},
		"a number":                  {44, []int64{40, 40}, watch.RemovalLimit{Rows: 3, Share: 0.01}, []int{0, 0}, "4 of 44 rows", 0},
		"a share":                   {44, []int64{22, 22}, watch.RemovalLimit{Share: 0.5}, []int{0, 0, 22}, "", 0},
		"no limit":                  {25, []int64{0, 0}, watch.RemovalLimit{Rows: -1}, []int{0, 0, 25}, "", 0},
		"allowed":                   {25, []int64{0, 0}, watch.RemovalLimit{Ask: ask(true)}, []int{0, 0, 25}, "", 1},
		"not allowed, and it heals": {25, []int64{0, 0, 0, 25}, watch.RemovalLimit{Ask: ask(false)}, []int{0, 0, 0, 0, 0}, "", 2},
		"allowed later":             {25, []int64{0, 0, 0}, watch.RemovalLimit{Ask: ask(false, true)}, []int{0, 0, 0, 25}, "", 2},
	} {
		synctest.Test(t, func(t *testing.T) {
			asked = 0
			host := &poller{polls: []string{pollOf(most(c.had)...)}}
			for _, n := range c.now {
				ids := most(max(n, -n))
				for i := range ids {
					ids[i] += 100 * max(-n, 0) // other rows for a negative number
				}
				host.polls = append(host.polls, pollOf(ids...))
			}
			polls, errs := polled(t, host, len(host.polls), watch.Options{Removals: c.limit})
			var removed []int
			for _, poll := range polls {
				n := 0
				for _, change := range poll.Changes {
					if change.Kind == watch.KindRemoved {
						n++
					}
				}
				removed = append(removed, n)
			}
			require.Empty(t, cmp.Diff(c.removed, removed), name)
			require.Equal(t, c.asked, asked, name)
			if c.err == "" {
				require.Empty(t, errs, name)
				return
			}
			many := clienttest.As[*watch.RemovalError](t, errs[0], name)
			require.ErrorContains(t, errs[0], c.err, name)

			host.n, host.polls = 0, append(host.polls, pollOf(1)) // a loop over changes has the limit too, and stores no state
			state, sent := &kept{}, 0
			o := watch.Options{Interval: minute, State: state, Removals: c.limit}
			changes := watch.Games(t.Context(), clienttest.Over(t, host.RoundTrip).Games, tourney.GameListOptions{}, o)
			require.ErrorAs(t, watch.Forward(t.Context(), changes, func(_ context.Context, e webhook.Event) error {
				if e.Type == "game.removed" {
					sent++
				}
				return nil
			}, nil), &many, name)
			require.GreaterOrEqual(t, len(state.ids(t)), int(c.had), name)
			require.Zero(t, sent, name)
		})
	}
}
