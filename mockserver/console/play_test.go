package console_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/console"
)

// enter sends a score as a program does.
func (b *browser) enter(body string) {
	b.t.Helper()
	require.Equal(b.t, http.StatusOK, b.api(http.MethodPut, "/api/v1/games", body).status)
}

// TestSchedule: the schedule begins with the day of the mock's clock, and says where each game stands at that time.
func TestSchedule(t *testing.T) {
	srv, b := open(t)
	srv.Clock.Set(time.Date(2026, 6, 12, 13, 0, 0, 0, time.UTC))
	page := b.get("schedule").body
	text := plain(t, page)
	require.Contains(t, text, "Today, Fri 12 Jun 26 Sat 13 Jun 10 Sun 14 Jun 12")
	require.Contains(t, text, "Friday 12 June 2026, 13:00 on the mock's clock 2 on now 23 final 1 to come")
	games := keyed(t, page, "game-")
	require.Len(t, games, 26)
	require.Equal(t, "08:00 River Skylarks Juniper Foxes 5 4 final Court 1 12U Meadow", games["game-7001"])
	require.Equal(t, "12:30 Birch Teacups Copper Puffins – – on now Court 1 12U Meadow", games["game-7016"])
	require.Contains(t, games["game-7024"], "to come")
	require.Contains(t, text, "Now, 13:00")
	b.enter(`{"Id":7016,"AwayScore":2,"HomeScore":0}`)
	require.Contains(t, keyed(t, b.get("schedule").body, "game-")["game-7016"], "Birch Teacups Copper Puffins 2 0 final")
	srv.Clock.Advance(2 * time.Hour)
	require.Contains(t, keyed(t, b.get("schedule").body, "game-")["game-7020"], "no score yet")

	srv.Games.Edit(7024, func(g *tourney.Game) { g.Time = nil })
	require.NotContains(t, keyed(t, b.get("schedule").body, "game-")["game-7024"], ":")

	other := srv.Events.Add(tourney.Event{Name: "Otters Cup"})
	division := srv.Divisions.Add(tourney.Division{Name: "Otters", Event: &tourney.Event{ID: other}})
	require.Contains(t, b.get(fmt.Sprint("schedule?division=", division)).body, "selected>Otters Cup", "the event of the division")
	require.NotContains(t, b.get(fmt.Sprintf("schedule?event=1001&division=%d", division)).body, "selected>Otters")

	second := plain(t, b.get("schedule?day=2026-06-14&division=2001").body)
	require.Contains(t, second, "Sunday 14 June 2026 4 to come")
	require.NotContains(t, second, "Now,")
	require.Contains(t, second, "No place yet")
	srv.Clock.Advance(24 * 365 * time.Hour)
	require.Contains(t, plain(t, b.get("schedule").body), "Sunday 14 June 2026", "after the event its last day is shown")
	require.Contains(t, plain(t, b.get("schedule?day=2026-06-20").body), "No game is on this day")
}

// TestStandingsOfManyTeams: a page counts the games of more than 10,000 teams only when somebody asks for it.
func TestStandingsOfManyTeams(t *testing.T) {
	srv, b := open(t, mockserver.Scenario("huge"), mockserver.ScenarioSize(100_000)) // 10,000 in an event
	srv.Teams.Add(tourney.Team{Division: &tourney.TeamDivision{ID: srv.Divisions.All()[0].ID}})
	page := b.get("standings?display=Event")
	require.Contains(t, plain(t, page.body), "teams To count their games takes a moment.")
	require.NotContains(t, page.body, "<table")
	counted := b.get("standings?display=Event&anyway=yes")
	require.Contains(t, plain(t, counted.body), "These are the first 300 lines.")
	require.Contains(t, b.get("standings?display=Division").body, "<table")
}

// TestStandings: all displays are there with the columns of the variant, and a score changes the order.
func TestStandings(t *testing.T) {
	_, b := open(t)
	page := b.get("standings?division=2001")
	text := plain(t, page.body)
	require.Contains(t, text, "Place Team GP W L T GF GA GD Pts 1st River Skylarks 3 3 0 0 11 5 +6 9 2nd Canyon Geckos")
	places := func() map[string]string { return keyed(t, b.get("standings?division=2001").body, "line-0-1-") }
	require.Contains(t, places()["line-0-1-4007"], "4th")
	b.enter(`{"Id":7016,"AwayScore":0,"HomeScore":9}`)
	require.Contains(t, places()["line-0-1-4007"], "2nd")
	for display, want := range map[string]string{
		"Division": "12U Meadow", "Event": "Soccer Firefly Classic", "Bracket": "Championship Place Team", "": "Pool A",
	} {
		require.Contains(t, plain(t, b.get("standings?display="+display).body), want, display)
	}
	srv, err := mockserver.New(tourney.Rugby, console.Serve())
	require.NoError(t, err)
	t.Cleanup(srv.Close)
	rugby := &browser{t, srv, nil}
	require.Contains(t, plain(t, rugby.get("standings").body), "Place Team GP W D L PF PA PD Pts 1st")
}

// TestLeaders: the categories of the variant have their best players, for the event and for a division.
func TestLeaders(t *testing.T) {
	_, b := open(t)
	page := b.get("leaders").body
	require.Contains(t, plain(t, page), "Shots on goal Player Shots on goal")
	require.Len(t, keyed(t, page, "leader-0-"), 10)
	require.Contains(t, keyed(t, page, "leader-0-")["leader-0-60107"], "Biscuit Noodlebank 8")
	require.NotEqual(t, keyed(t, page, "leader-0-"), keyed(t, b.get("leaders?division=2002").body, "leader-0-"))
}

// TestBracket: the picture has a box for each game, which leads to it. A box says where an empty side comes from, and who
// won. The picture sends winners on when a score comes.
func TestBracket(t *testing.T) {
	_, b := open(t)
	page := b.get("bracket?division=2001").body
	require.Empty(t, cmp.Diff(map[string]string{
		"box-7037": "Game 37, Sun 14 Jun, 08:00 River Skylarks 2nd in B Semifinals, no score",
		"box-7038": "Game 38, Sun 14 Jun, 08:00 1st in B Canyon Geckos Semifinals, no score",
		"box-7043": "Game 43, Sun 14 Jun, 12:00 Loser of game 37 Loser of game 38 Final, no score",
		"box-7044": "Game 44, Sun 14 Jun, 12:00 Winner of game 37 Winner of game 38 Championship, no score",
	}, keyed(t, page, "box-")))
	require.Equal(t, []string{"Semifinals", "Championship", "Final"}, textsOf(t, page, "round"))
	require.Len(t, textsOf(t, page, "join"), 2, "two lines lead to the final")
	b.api(http.MethodPatch, "/_mock/rows/games/7038", `{"AwayTeam":{"TeamId":4005,"Score":1},"HomeTeam":{"TeamId":4003,"Score":2}}`)
	b.enter(`{"Id":7037,"AwayScore":3,"HomeScore":1}`)
	page = b.get("bracket?division=2001").body
	box := keyed(t, page, "box-")
	require.Equal(t, "Game 37, Sun 14 Jun, 08:00 River Skylarks 3 2nd in B 1 Semifinals, River Skylarks won", box["box-7037"])
	require.Equal(t, "Game 44, Sun 14 Jun, 12:00 River Skylarks Canyon Geckos Championship, no score", box["box-7044"])
	require.Equal(t, "Game 43, Sun 14 Jun, 12:00 Loser of game 37 Pepper Kazoos Final, no score", box["box-7043"])
	require.Equal(t, []string{"River Skylarks", "3", "Canyon Geckos", "2"}, slices.DeleteFunc(textsOf(t, page, "won"), func(s string) bool {
		return strings.Contains(s, "game") // of the list
	})[:4])
	require.Contains(t, keyed(t, page, "game-")["game-7044"], "River Skylarks winner of game 37")

	var boxes []string
	for _, n := range found(t, page, "a", "class", "box") {
		to, _ := attribute(n, "href")
		boxes = append(boxes, to)
	}
	require.Equal(t, []string{
		"./tournament/games/7037", "./tournament/games/7038", "./tournament/games/7044", "./tournament/games/7043",
	}, boxes)

	_, done := open(t, mockserver.Scenario("finished"))
	page = done.get("bracket?division=2002").body
	require.Len(t, textsOf(t, page, "join"), 2, "the teams of the final tell which games they come from")
	require.Contains(t, plain(t, page), "winner of game 39")
	done.api(http.MethodPatch, "/_mock/rows/games/7040", `{"AwayTeam":{"TeamId":4009},"HomeTeam":{"TeamId":4010}}`)
	list := keyed(t, done.get("bracket?division=2002").body, "game-")
	require.NotContains(t, list["game-7040"], "of game", "a team that a person chose comes from no game")

	srv, played := open(t, mockserver.Scenario("finished"), mockserver.PlayBrackets())
	srv.Games.Edit(7037, func(g *tourney.Game) { g.AwayTeam.Score, g.HomeTeam.Score = g.HomeTeam.Score, g.AwayTeam.Score })
	require.Contains(t, plain(t, played.get("timeline/1").body), "the teams of game 7037 stay, because game 7043 has a score")
}

// TestEmptyPagesLeadOn: the pages of a mock without rows lead to the scenarios, which have some.
func TestEmptyPagesLeadOn(t *testing.T) {
	_, b := open(t, mockserver.Scenario("empty"))
	for path, want := range map[string]string{
		"schedule": "There are no games", "standings": "There are no standings", "bracket": "There are no divisions",
		"leaders": "Nobody leads yet",
	} {
		page := b.get(path).body
		require.Contains(t, plain(t, page), want)
		require.Equal(t, []string{"See the scenarios"}, textsOf(t, page, "empty-more"), path)
		require.Contains(t, page, `<a href="./snapshots">See the scenarios</a>`, path)
	}
}
