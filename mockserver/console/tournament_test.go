package console_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/console"
)

// TestTournamentLists: a list shows the rows of its kind, finds them by id and name, and has pages, which keep what was
// searched for.
func TestTournamentLists(t *testing.T) {
	_, b := open(t)
	for path, want := range map[string]struct {
		rows int
		text string
	}{
		"tournament":                          {27, "4001 Granite Badgers 12U Meadow 8 yes EXT-T-0001"},
		"tournament/events":                   {1, "1001 Soccer Firefly Classic 6/12/2026 6/14/2026 America/Chicago"},
		"tournament/divisions":                {4, "2004 "},
		"tournament/divisions?event=1001":     {4, "Id of the event"},
		"tournament/teams?q=geck":             {1, "4003 Canyon Geckos"},
		"tournament/teams?q=4003":             {1, "1–1"},
		"tournament/teams?division=2001":      {8, "1–8 of 8"},
		"tournament/teams?q=zzz":              {0, "Nothing was found"},
		"tournament/players":                  {50, "1–50 of 227"},
		"tournament/players?team=4002":        {8, "River Skylarks"},
		"tournament/games":                    {48, "5 : 4 Fri 12 Jun 08:00 12U Meadow Whistlestop Fieldhouse, Court 1"},
		"tournament/games?q=geckos&team=4001": {1, "Canyon Geckos at Granite Badgers"},
		"tournament/games?day=2026-06-13":     {10, "Sat 13 Jun"},
		"tournament/venues":                   {2, "9001 Whistlestop Fieldhouse Prairie Puddle, Meadowland 3"},
	} {
		page := b.get(path)
		require.Equal(t, http.StatusOK, page.status, path)
		require.Len(t, keyedRows(t, page.body), want.rows, path)
		require.Contains(t, plain(t, page.body), want.text, path)
	}
	counts, _ := b.numbers("tournament/players?event=1001")
	require.Equal(t, []int{50, 50, 50, 50, 23}, counts)
	second := b.follow("tournament/players", b.get("tournament/players").body, "next")
	require.Contains(t, plain(t, b.get(second).body), "First 51–100 of 227 Next")
	_, empty := open(t, mockserver.Scenario("empty"))
	require.Contains(t, plain(t, empty.get("tournament/teams").body), "There are no teams Add them over the admin API")
}

// TestEnterScore: a person enters a score, removes it and takes back what was done. A score of 0 is a score.
func TestEnterScore(t *testing.T) {
	srv, b := open(t)
	const form, game = "tournament/games/7016/score", "tournament/games/7016"
	texts := func() [2]string {
		g, ok := srv.Games.Get(7016)
		require.True(t, ok)
		var found [2]string
		for i, side := range []*tourney.GameSide{g.AwayTeam, g.HomeTeam} {
			if side.Score != nil {
				found[i] = side.Score.String()
			}
		}
		return found
	}
	page := b.post(form, game, "away", " 3 ", "home", "0")
	require.Contains(t, plain(t, page.body), "Game 16, Birch Teacups at Copper Puffins: 3 : 0. Undo")
	require.Equal(t, [2]string{"3", "0"}, texts())
	undo := undoOf(t, page.body)
	page = b.post(form, game, "away", "3", "home", "")
	require.Contains(t, plain(t, page.body), "Game 16, Birch Teacups at Copper Puffins: 3 : –.")
	require.Equal(t, [2]string{"3", ""}, texts())
	b.post(undoOf(t, page.body), game)
	require.Equal(t, [2]string{"3", "0"}, texts())
	page = b.post(undo, game)
	require.Contains(t, plain(t, page.body), "Undone.")
	require.Equal(t, [2]string{}, texts())
	for _, bad := range []string{"-1", "x", "1.5", "1234567890", "<b>"} {
		page = b.post(form, game, "away", "2", "home", bad)
		require.Contains(t, plain(t, page.body), "Home: expected a whole number from 0 on, or nothing for no score, found")
		for field, typed := range map[string]string{"away": "2", "home": bad} {
			kept, _ := attribute(found(t, page.body, "input", "id", field)[0], "value")
			require.Equal(t, typed, kept, "the form keeps what was typed")
		}
		require.Equal(t, [2]string{}, texts())
	}
	require.Contains(t, plain(t, b.post("tournament/games/99/score", game, "away", "1", "home", "1").body), "There is no game 99")
	require.Contains(t, plain(t, b.post("tournament/games/x/score", game).body), "The id of a game: expected a whole number")
}

// TestScoreOfOneSide: a score of one side makes no other side.
func TestScoreOfOneSide(t *testing.T) {
	srv, b := open(t)
	srv.Games.Edit(7016, func(g *tourney.Game) { g.AwayTeam = nil })
	page := b.post("tournament/games/7016/score", "tournament/games/7016", "away", "", "home", "2")
	require.Contains(t, plain(t, page.body), "– : 2")
	g, _ := srv.Games.Get(7016)
	require.Nil(t, g.AwayTeam)
}

// TestScoresInTheWordsOfTheSport: the form says what the sides of a game score. The words come from the variants.
func TestScoresInTheWordsOfTheSport(t *testing.T) {
	scored := map[tourney.Variant]string{}
	for _, variant := range []tourney.Variant{tourney.Soccer, tourney.Baseball, tourney.Rugby, tourney.Volleyball} {
		srv, err := mockserver.New(variant, console.Serve())
		require.NoError(t, err)
		t.Cleanup(srv.Close)
		b := &browser{t, srv, nil}
		label := found(t, b.get("tournament/games/7001").body, "label", "for", "home")[0]
		scored[variant], _, _ = strings.Cut(textOf(label), " ")
	}
	require.Empty(t, cmp.Diff(map[tourney.Variant]string{
		tourney.Soccer: "Goals", tourney.Baseball: "Runs", tourney.Rugby: "Points", tourney.Volleyball: "Sets",
	}, scored))
}
