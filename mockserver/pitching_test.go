package mockserver_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
)

// TestPitchingStatistics: a game shows innings as scorers write them, and the mock refuses what integers cannot show.
func TestPitchingStatistics(t *testing.T) {
	const put = `{"GameId":81,"Away":{"Id":101,"Players":[{"TeamPlayerId":1002,"Statistics":[{"Name":%q,"Value":%q}]}]}}`
	for _, c := range []struct {
		name, value string
		want        tourney.GameStatistic
		says        string // of the refusal
	}{
		{name: "InningsPitched", value: "5.2", want: innings(5, 2)},
		{name: "inningspitched", value: "0.1", want: innings(0, 1)},
		{name: "InningsPitched", value: "7.0", want: tourney.GameStatistic{InningsPitched: 7}},
		{name: "InningsPitched", value: "5.5", says: "must be innings, with .1 or .2"},
		{name: "InningsPitched", value: "-1", says: "must be innings"},
		{name: "InningsPitched", value: "99999999999999999999", says: "must be innings"},
		{name: "PitchCount", value: "62", want: tourney.GameStatistic{PitchCount: 62}},
		{name: "PitchCount", value: "62.5", says: "must be an integer"},
		{name: "PitchCount", value: "2147483648", says: "must be an integer"},
		{name: "pitchcount", value: "99999999999999999999", says: "must be an integer"},
	} {
		srv := world(t, tourney.Baseball)
		a := send(t, srv, "PUT", "/api/v1/statistics", fmt.Sprintf(put, c.name, c.value))
		if c.says != "" {
			require.Equal(t, 400, a.status, c.value)
			require.Contains(t, messages(t, a), "away.players[0].statistics[0].value "+c.says)
			continue
		}
		require.Equal(t, 200, a.status, a.body)
		player, err := srv.Client().Players.Get(t.Context(), 2002, tourney.IncludeTeams)
		require.NoError(t, err)
		require.Equal(t, c.want, *player.Teams[0].Games[0].Statistic, c.value)
	}
	other := world(t, tourney.Soccer)
	require.Equal(t, 200, send(t, other, "PUT", "/api/v1/statistics", fmt.Sprintf(put, "PitchCount", "62.5")).status)
}

func innings(whole, thirds int) tourney.GameStatistic {
	return tourney.GameStatistic{
		InningsPitched: whole, InningsPitchedNumerator: thirds, InningsPitchedDenominator: 3,
	}
}

// TestTeamLeavesThePoolsOfItsOldDivision: a position in a pool belongs to a team of that division.
func TestTeamLeavesThePoolsOfItsOldDivision(t *testing.T) {
	srv := mockserver.Start(t, tourney.MultiSport)
	c := srv.Client()
	before, err := c.Teams.Get(t.Context(), 4001, tourney.IncludePools)
	require.NoError(t, err)
	require.NotEmpty(t, before.Pools)
	require.NoError(t, c.Teams.Update(t.Context(), tourney.TeamUpdateInput{ID: 4001, Name: new("Moved")}))
	same, err := c.Teams.Get(t.Context(), 4001, tourney.IncludePools)
	require.NoError(t, err)
	require.Equal(t, before.Pools, same.Pools)

	require.NoError(t, c.Teams.Update(t.Context(), tourney.TeamUpdateInput{ID: 4001, DivisionID: 2002}))
	after, err := c.Teams.Get(t.Context(), 4001, tourney.IncludePools)
	require.NoError(t, err)
	require.Equal(t, int64(2002), after.Division.ID)
	require.Empty(t, after.Pools)
	for _, teamPool := range srv.Pools.Positions(before.Pools[0].Pool.ID) {
		require.NotEqual(t, int64(4001), teamPool.TeamID)
	}
}
