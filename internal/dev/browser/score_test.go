package browser

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
)

// playedGame is a game of a pool that has a score in the scenario of mocks. It stands on the first page of the schedule,
// and its away team in the first standings.
const playedGame = 7014

const (
	gameRow = `tr[data-key="game-7014"]`
	teamRow = `tr[data-key="line-0-0-4004"]`
)

// beside opens a page in a tab of its own, which shows what others do.
func beside(t *testing.T, url, page string) *tab {
	t.Helper()
	b := open(t, url)
	b.visit(url + consolePath + page)
	b.mark()
	return b
}

// post sends a score through the SDK.
func post(t *testing.T, client *tourney.Client, game int64, away, home int) {
	t.Helper()
	require.NoError(t, client.Games.Update(t.Context(), tourney.GameUpdateInput{
		ID: game, AwayScore: tourney.Score(away), HomeScore: tourney.Score(home),
	}))
}

// scoreOf returns the score of the played game, as the mock holds it: the away side's first.
func scoreOf(t *testing.T, srv *mockserver.Server) string {
	t.Helper()
	game, found := srv.Games.Get(playedGame)
	require.True(t, found)
	require.True(t, game.Played())
	return game.AwayTeam.Score.String() + ":" + game.HomeTeam.Score.String()
}
