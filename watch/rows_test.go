package watch_test

import (
	"fmt"
	"iter"
	"net/http"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/watch"
)

// follow takes the rows that are there, and then one change after each of the steps.
func follow[T any](t *testing.T, changes iter.Seq2[watch.Change[T], error], there int, steps ...func()) (got []watch.Change[T]) {
	t.Helper()
	for change, err := range changes {
		require.NoError(t, err)
		if there > 0 {
			require.Equal(t, watch.KindAdded, change.Kind)
			there--
		} else {
			got = append(got, change)
		}
		if there == 0 {
			if len(got) == len(steps) {
				return got
			}
			steps[len(got)]()
		}
	}
	return got
}

// followed follows a list of the mock twice: a change and a removal, and with the State of that a change while nobody
// watched.
func followed[T watch.Row, O any](
	t *testing.T, of watch.List[T, O], list O, there int, edit func(name string), remove func(), name func(T) string,
) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		o := watch.Options{Existing: true, State: watch.File(filepath.Join(t.TempDir(), "rows.json"))}
		got := follow(t, watch.Rows(t.Context(), of, list, o), there, func() { edit("new") })
		require.Len(t, got, 1)
		require.Equal(t, watch.KindChanged, got[0].Kind)
		require.Equal(t, "new", name(got[0].After))
		require.NotEqual(t, "new", name(got[0].Before))
		edit("newer")
		got = follow(t, watch.Rows(t.Context(), of, list, o), 0, func() {}, remove)
		require.Len(t, got, 2, "only what changed while nobody watched, and after that")
		require.Equal(t, []string{"new", "newer"}, []string{name(got[0].Before), name(got[0].After)})
		require.Equal(t, watch.KindRemoved, got[1].Kind)
		require.Equal(t, "newer", name(got[1].Before))
	})
}

func TestRows(t *testing.T) {
	srv, err := mockserver.New(tourney.Soccer)
	require.NoError(t, err)
	client, teams := srv.Client(), tourney.TeamListOptions{EventID: 1001}
	followed(t, client.Teams, teams, 25,
		func(name string) { srv.Teams.Edit(4025, func(row *tourney.Team) { row.Name = name }) },
		func() { srv.Teams.Remove(4025) }, func(row tourney.Team) string { return row.Name })
	division := srv.Divisions.All()[0].ID
	divisions, err := client.Divisions.ReadAll(t.Context(), tourney.DivisionListOptions{EventID: 1001})
	require.NoError(t, err)
	followed(t, client.Divisions, tourney.DivisionListOptions{EventID: 1001}, len(divisions.Rows),
		func(name string) { srv.Divisions.Edit(division, func(row *tourney.Division) { row.Name = name }) },
		func() { srv.Divisions.Edit(division, func(row *tourney.Division) { row.Active = new(false) }) },
		func(row tourney.Division) string { return row.Name })
	venue := srv.Venues.Add(tourney.Venue{Name: "Annex"})
	followed(t, client.Venues, tourney.VenueListOptions{}, len(srv.Venues.All()),
		func(name string) { srv.Venues.Edit(venue, func(row *tourney.Venue) { row.Name = name }) },
		func() { srv.Venues.Remove(venue) }, func(row tourney.Venue) string { return row.Name })
	player := srv.Players.All()[0].ID
	followed(t, client.Players, tourney.PlayerListOptions{}, len(srv.Players.All()),
		func(name string) { srv.Players.Edit(player, func(row *tourney.Player) { row.LastName = name }) },
		func() { srv.Players.Remove(player) }, func(row tourney.Player) string { return row.LastName })
}

func TestStandings(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		srv, err := mockserver.New(tourney.Soccer)
		require.NoError(t, err)
		o := watch.Options{State: watch.File(filepath.Join(t.TempDir(), "standings.json")), Existing: true}
		list := tourney.StandingsOptions{EventID: 1001}
		table, err := srv.Client().Standings.Get(t.Context(), list)
		require.NoError(t, err)
		there := 0
		for _, group := range table.Groups {
			for _, in := range group.List {
				there += len(in.Participants)
			}
		}
		require.Greater(t, there, 10)
		post := func(score int) func() {
			return func() { srv.Games.Edit(7001, func(g *tourney.Game) { g.HomeTeam.Score = tourney.Score(score) }) }
		}
		got := follow(t, watch.Standings(t.Context(), srv.Client().Standings, list, o), there, post(8))
		post(9)()
		got = append(got, follow(t, watch.Standings(t.Context(), srv.Client().Standings, list, o), 0, func() {})...)
		require.Len(t, got, 2)
		for _, change := range got {
			require.Equal(t, watch.KindChanged, change.Kind)
			require.Equal(t, change.Before.Participant.ID, change.After.Participant.ID)
			require.NotEqual(t, change.Before.Participant, change.After.Participant)
			require.NotEmpty(t, change.After.Group+change.After.List)
			require.Len(t, change.After.Columns, len(change.After.Participant.Columns))
		}
	})
}

// TestRowsOfBrokenHosts: answers without a list, and rows that cannot be read, remove nothing.
func TestRowsOfBrokenHosts(t *testing.T) {
	const row, total = `{"Id":1,"Name":"A"}`, `,"Page":1,"PageSize":50,"Total":2}}`
	good := `{"Divisions":{"Results":[` + row + `,{"Id":2,"Name":"B"}]` + total
	bodies := []string{good, `{}`, `{}`, `{}`, `{"Divisions":{"Results":[` + row + `,{"Id":2,"Name":[]}]` + total}
	synctest.Test(t, func(t *testing.T) {
		poll := 0
		client := clienttest.Over(t, func(req *http.Request) (*http.Response, error) {
			body := bodies[min(poll/2, len(bodies)-1)] // a poll reads the list twice
			poll++
			if poll > 2*len(bodies)+4 {
				body = `{"Divisions":{"Results":[` + row + `],"Page":1,"PageSize":50,"Total":1}}`
			}
			return clienttest.Reply(200, body)(req)
		})
		var said []string
		o := watch.Options{Interval: time.Second}
		for change, err := range watch.Rows(t.Context(), client.Divisions, tourney.DivisionListOptions{}, o) {
			if err == nil {
				said = append(said, fmt.Sprint(change.Kind, change.Before.ID))
				break
			}
			failed := clienttest.As[*watch.Error](t, err)
			require.False(t, failed.Final)
			said = append(said, failed.Unwrap().Error())
		}
		unstated := "tourney: Divisions.List: the host did not state the list"
		unread := `tourney: Divisions.List: 1 row cannot be read: /Divisions/Results[1]/Name`
		require.Len(t, said, 7)
		require.Equal(t, []string{unstated, unstated, unstated}, said[:3])
		for _, line := range said[3:6] {
			require.Contains(t, line, unread)
		}
		require.Equal(t, "removed2", said[6], "when two polls in a row missed it")
	})
}

func TestRowsRefuse(t *testing.T) {
	srv, err := mockserver.New(tourney.Soccer)
	require.NoError(t, err)
	var none tourney.Client
	stored := func(state string) watch.Options { return watch.Options{State: &kept{data: []byte(state)}} }
	for want, c := range map[string]struct {
		client *tourney.Client
		list   tourney.TeamListOptions
		o      watch.Options
	}{
		"Page is 2: expected 0 or 1":             {client: srv.Client(), list: tourney.TeamListOptions{Page: 2}},
		`belongs to the list "soccer /games?"`:   {client: srv.Client(), o: stored(`{"version":1,"list":"soccer /games?"}`)},
		"this Client was not made by New":        {client: &none},
		"/Name (line 1, offset 8): found object": {client: srv.Client(), o: stored(`{"version":1,"list":"Team?","rows":[{"Name":{}}]}`)},
	} {
		var errs []error
		for _, err := range watch.Rows(t.Context(), c.client.Teams, c.list, c.o) {
			errs = append(errs, err)
		}
		require.Len(t, errs, 1)
		require.ErrorContains(t, errs[0], want)
		require.ErrorContains(t, errs[0], "tourney: watch: ended: ")
	}
	for _, err := range watch.Rows[tourney.Team, tourney.TeamListOptions](t.Context(), nil, tourney.TeamListOptions{}, watch.Options{}) {
		require.EqualError(t, err, "tourney: watch: ended: the list to watch is nil: pass a service of a Client, such as client.Teams")
	}
	for _, err := range watch.PollRows(t.Context(), (*tourney.TeamsService)(nil), tourney.TeamListOptions{}, watch.Options{}) {
		require.ErrorContains(t, err, "the list to watch is nil")
	}
	require.ErrorContains(t, watch.Forward[watch.Change[tourney.Game]](t.Context(), nil, nil, nil), "Forward needs changes")
}
