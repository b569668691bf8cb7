package console_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
)

// written makes writes of several kinds: requests in both formats, without HTTP, one with many rows.
func written(t *testing.T, srv *mockserver.Server, b *browser) {
	t.Helper()
	b.api(http.MethodPut, "/api/v1/games", `{"Id":7016,"HomeScore":3,"AwayScore":1}`)
	b.api(http.MethodPost, "/api/v1/teams", `<Request><Name>Kites</Name><DivisionId>2001</DivisionId></Request>`,
		"Content-Type", "application/xml")
	srv.Clock.Advance(3600e9)
	srv.Teams.Edit(4005, func(team *tourney.Team) { team.Name = "Otters" })
	srv.Games.Remove(7001)
}

// made returns the real time of day of a write, as a page shows it.
func made(t *testing.T, srv *mockserver.Server, number int64) string {
	t.Helper()
	details, ok := srv.Writes.Get(number)
	require.True(t, ok)
	require.WithinRange(t, details.Made, time.Now().Add(-time.Hour), time.Now())
	return details.Made.Format("15:04:05")
}

// TestTimeline: every write has a row, newest first, that says who changed what from what to what.
func TestTimeline(t *testing.T) {
	srv, b := open(t)
	page := b.get("timeline")
	require.Contains(t, plain(t, page.body), "Nothing was written yet")
	require.Equal(t, []string{"0 the start The rows with which the mock started. now"}, keyedRows(t, page.body))
	was, _ := srv.Teams.Get(4005)
	written(t, srv, b)
	want := []string{
		"4 " + made(t, srv, 4) + " Games.Remove 43 rows now",
		"3 " + made(t, srv, 3) + " Teams.Edit team 4005 Name " + was.Name + " → Otters Show",
		"2 " + made(t, srv, 2) + " Teams.Create team 50000001 added Show",
		"1 " + made(t, srv, 1) + " Games.Update game 7016 AwayTeam.Score nothing → 1 game 7016 HomeTeam.Score nothing → 3 Show",
		"0 the start The rows with which the mock started. Show",
	}
	require.Empty(t, cmp.Diff(want, keyedRows(t, b.get("timeline").body)))

	for number, wants := range map[int][]string{
		1: {"Write 1: Games.Update", "Request No. 1", "game 7016 changed", "Game.HomeTeam.Score nothing 3", "Show the world here"},
		2: {"team 50000001 added", `"Name": "Kites"`},
		4: {"Write 4: Games.Remove", "Mock's clock Sat 13 Jun 2026, 00:00:00", "game 7001 removed", "statistic 140000001 removed"},
	} {
		text := plain(t, b.get(fmt.Sprint("timeline/", number)).body)
		for _, want := range wants {
			require.Contains(t, text, want, "%d", number)
		}
	}
	require.NotContains(t, plain(t, b.get("timeline/4").body), "Show the world here", "the world is there already")
}

// TestShowTheWorldHere: a person shows older rows, sees on every page that they are old, and goes back.
func TestShowTheWorldHere(t *testing.T) {
	srv, b := open(t)
	written(t, srv, b)
	newest, now := rowsIn(t, srv), srv.Clock.Now()
	page := b.post("timeline/2/show", "timeline")
	require.Contains(t, plain(t, page.body), "The rows are those after write 2. The clock stays as it was.")
	const banner = "The world shows older rows: those after write 2. The newest were those after write 4."
	for _, path := range []string{"timeline", "requests", "snapshots"} {
		require.Contains(t, plain(t, b.get(path).body), banner+" Back to write 4", path)
	}
	rows := keyedRows(t, b.get("timeline").body)
	require.Contains(t, rows[0], "5 "+made(t, srv, 5)+" Rewind to 2")
	require.True(t, strings.HasSuffix(rows[3], "now"), rows[3])
	require.True(t, strings.HasSuffix(rows[0], "Show"), rows[0])

	b.post("timeline/0/show", "timeline")
	require.Contains(t, plain(t, b.get("requests").body), "those after write 0. The newest were those after write 4.")
	b.post("timeline/5/show", "timeline")
	require.Contains(t, plain(t, b.get("requests").body), banner, "write 5 went to write 2")
	page = b.post("timeline/4/show", "requests")
	require.NotContains(t, plain(t, page.body), "The world shows older rows")
	require.Empty(t, cmp.Diff(newest, rowsIn(t, srv)))
	require.Equal(t, now, srv.Clock.Now())

	b.post("timeline/1/show", "timeline")
	srv.Teams.Edit(4005, func(team *tourney.Team) { team.Name = "Herons" })
	require.NotContains(t, plain(t, b.get("requests").body), "The world shows older rows", "a write goes on from there")

	srv.Writes.Rewind(2)
	back := srv.Writes.Newest()
	srv.Reset()
	srv.Writes.Rewind(back) // it undoes the reset, and what it goes back to went to write 2
	require.Contains(t, plain(t, b.get("requests").body), "The world shows older rows: those after write 2.")
}

// TestAnUndoneResetIsNoPast: after the undo of a reset no page offers the rows of the reset again.
func TestAnUndoneResetIsNoPast(t *testing.T) {
	srv, b := open(t)
	snapshot := srv.Snapshots.Take()
	for name, replace := range map[string]func(){
		"a reset": srv.Reset, "a restore": func() { srv.Snapshots.Restore(snapshot) },
	} {
		srv.Teams.Edit(4005, func(team *tourney.Team) { team.Name = name })
		before := srv.Writes.Newest()
		replace()
		srv.Writes.Rewind(before)
		require.NotContains(t, plain(t, b.get("requests").body), "The world shows older rows", name)
		srv.Writes.Rewind(before - 1)
		require.Contains(t, plain(t, b.get("requests").body), "The world shows older rows", name)
		srv.Writes.Rewind(before)
	}
}

// TestTimelinePages: a long timeline has pages, and ends with the oldest rows that the mock keeps.
func TestTimelinePages(t *testing.T) {
	srv, b := open(t, mockserver.WithLimits(mockserver.Limits{Rewind: 110}))
	for i := range 130 {
		srv.Teams.Edit(4005, func(team *tourney.Team) { team.Name = fmt.Sprint("Team ", i) })
	}
	counts, last := b.numbers("timeline")
	require.Equal(t, []int{50, 50, 11}, counts)
	require.Equal(t, "20 oldest rows The mock keeps no older rows. Show", last)
	require.Contains(t, b.get("timeline?before=81").body, `href="./timeline" rel="first"`)

	_, b = open(t, mockserver.WithLimits(mockserver.Limits{Rewind: -1}))
	require.Contains(t, plain(t, b.get("timeline").body), "Nothing was written yet")
}
