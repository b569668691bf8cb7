package operations

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
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
		srv := mocktest.World(t, tourney.Baseball)
		a := mocktest.Send(t, srv, "PUT", "/api/v1/statistics", fmt.Sprintf(put, c.name, c.value))
		if c.says != "" {
			require.Equal(t, 400, a.Status, c.value)
			require.Contains(t, mocktest.Messages(t, a), "away.players[0].statistics[0].value "+c.says)
			continue
		}
		require.Equal(t, 200, a.Status, a.Body)
		player, err := srv.Client().Players.Get(t.Context(), 2002, tourney.IncludeTeams)
		require.NoError(t, err)
		require.Equal(t, c.want, *player.Teams[0].Games[0].Statistic, c.value)
	}
	other := mocktest.World(t, tourney.Soccer)
	require.Equal(t, 200, mocktest.Send(t, other, "PUT", "/api/v1/statistics", fmt.Sprintf(put, "PitchCount", "62.5")).Status)
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

func TestStatisticsUpdate(t *testing.T) {
	goals := func(changes string) map[string]string { // the statistics after a request, by line and name
		srv := mocktest.World(t, tourney.Soccer)
		require.Equal(t, "{}", mocktest.Accept(t, srv, "PUT", "/api/v1/statistics", changes))
		list := map[string]string{}
		for _, line := range []int64{mocktest.Line1, mocktest.Line2, mocktest.Line3} {
			for _, name := range []string{"Goals", "Assists"} {
				if value, ok := srv.Statistics.Get(mocktest.Played, line, name); ok {
					list[fmt.Sprint(line, " ", name)] = value.String()
				}
			}
		}
		return list
	}
	before := map[string]string{"1001 Goals": "2", "1003 Goals": "1"}
	with := func(changes ...string) map[string]string {
		all := map[string]string{}
		for key, value := range before {
			all[key] = value
		}
		for i := 0; i < len(changes); i += 2 {
			all[changes[i]] = changes[i+1]
			if changes[i+1] == "" {
				delete(all, changes[i])
			}
		}
		return all
	}
	away := func(player, statistics string) string {
		return `{"GameId":81,"Away":{"Id":101,"Players":[{` + player + `,"Statistics":[` + statistics + `]}]}}`
	}
	cleo := `{"GameId":81,"Home":{"ExternalTeamId":"T-HERONS","Players":[
		{"ExternalPlayerId":"P-CLEO","Statistics":[{"Name":"Goals","Value":"9"}]}]}}`
	for body, want := range map[string]map[string]string{
		away(`"TeamPlayerId":1001`, `{"Name":"Goals","Value":"5"}`):                                with("1001 Goals", "5"),
		away(`"TeamPlayerId":"1001"`, `{"Name":"goals","Value":"0"}`):                              with("1001 Goals", "0"),
		away(`"TeamPlayerId":1001`, `{"Name":"Assists","Value":"2.5"}`):                            with("1001 Assists", "2.5"),
		away(`"ExternalPlayerId":"P-ADA"`, `{"Name":"Assists","Value":"1"}`):                       with("1001 Assists", "1"),
		away(`"TeamPlayerId":1002`, `{"Name":"Goals","Value":"1"},{"Name":"Assists","Value":"3"}`): with("1002 Goals", "1", "1002 Assists", "3"),
		away(`"TeamPlayerId":1001`, `{"Name":"Goals","Value":""}`):                                 with("1001 Goals", ""),
		away(`"TeamPlayerId":1001`, `{"Name":"Assists","Value":""}`):                               before,
		away(`"TeamPlayerId":1001`, `{"Name":"Goals","Value":null}`):                               before,
		away(`"TeamPlayerId":1001`, `{"Name":"Goals"}`):                                            before,
		away(`"TeamPlayerId":1001`, ``):                                                            before,
		away(`"TeamPlayerId":1001`, `{"Name":"Goals","Value":"7"},{"Name":"Goals","Value":"8"}`):   with("1001 Goals", "8"),
		cleo: with("1003 Goals", "9"),
		`{"GameId":81,"Home":{"Id":102,"Players":[]},"Away":{"Id":101}}`: before,
		`{"GameId":81}`: before,
	} {
		require.Empty(t, cmp.Diff(want, goals(body)), body)
	}
}

func TestStatisticsThatWereClearedCanBeSetAgain(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	put := func(value string) {
		mocktest.Accept(t, srv, "PUT", "/api/v1/statistics",
			`{"GameId":81,"Away":{"Id":101,"Players":[{"TeamPlayerId":1001,"Statistics":[{"Name":"Goals","Value":"`+value+`"}]}]}}`)
	}
	put("")
	require.NotContains(t, mocktest.Get(t, srv, "/api/v1/statistics?Categories=Goals"), "Loft")
	put("6")
	require.InDelta(t, 6, mocktest.At(t, mocktest.Get(t, srv, "/api/v1/statistics?Categories=goals"),
		"Players.Statistics.0.Participants.0.Value"), 0)
}

func TestStatisticsLeaders(t *testing.T) {
	srv := mocktest.Empty(t, tourney.Soccer)
	for division := range int64(2) {
		srv.Events.Add(tourney.Event{ID: division + 1})
		srv.Divisions.Add(tourney.Division{ID: division + 1, Event: &tourney.Event{ID: division + 1}})
		game := srv.Games.Add(tourney.Game{Division: &tourney.GameDivision{ID: division + 1}})
		for i := range int64(15) {
			line := 100*(division+1) + i
			srv.Teams.Add(tourney.Team{
				Division: &tourney.TeamDivision{ID: division + 1}, Players: []tourney.TeamPlayer{{ID: line, PlayerID: i + 1}},
			})
			srv.Statistics.Set(game, line, "Goals", tourney.NewDecimal(i+1, 0))
			srv.Statistics.Set(game, line, "Juggles", tourney.NewDecimal(division, 0))
		}
	}
	leaders := func(query string) (categories []string, players [][]int64, best []any) {
		t.Helper()
		body := mocktest.Get(t, srv, "/api/v1/statistics?"+query)
		list, _ := mocktest.At(t, body, "Players.Statistics").([]any)
		for i := range list {
			name, _ := mocktest.At(t, body, fmt.Sprintf("Players.Statistics.%d.Name", i)).(string)
			categories = append(categories, name)
			best = append(best, mocktest.At(t, body, fmt.Sprintf("Players.Statistics.%d.Participants.0.Value", i)))
			participants, _ := mocktest.At(t, body, fmt.Sprintf("Players.Statistics.%d.Participants", i)).([]any)
			ids := []int64{}
			for j := range participants {
				id, _ := mocktest.At(t, body, fmt.Sprintf("Players.Statistics.%d.Participants.%d.PlayerId", i, j)).(float64)
				ids = append(ids, int64(id))
			}
			players = append(players, ids)
		}
		return categories, players, best
	}
	names, players, best := leaders("")
	require.Equal(t, []string{"Goals", "Juggles"}, names, "the sport's own first")
	require.Equal(t, []int64{15, 14, 13, 12, 11, 10, 9, 8, 7, 6}, players[0], "ten are the default")
	require.Equal(t, []any{30.0, 1.0}, best, "totals of all games")
	require.Equal(t, []int64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, players[1])
	for query, want := range map[string]float64{"EventId=1": 15, "eventid=2": 15, "DivisionId=2": 15, "EventId=1&DivisionId=1": 15} {
		_, _, best = leaders(query)
		require.InDelta(t, want, best[0], 0, query)
	}
	for _, query := range []string{"EventId=1&DivisionId=2", "EventId=9", "Categories=Nothing"} {
		require.JSONEq(t, `{"Players":{"Statistics":[]}}`, mocktest.Get(t, srv, "/api/v1/statistics?"+query))
	}
	for query, want := range map[string][]string{
		"Categories=juggles": {"Juggles"}, "categories=Juggles,%20GOALS": {"Goals", "Juggles"}, "Categories=": {"Goals", "Juggles"},
	} {
		names, _, _ = leaders(query)
		require.Equal(t, want, names, query)
	}
	for size, want := range map[string]int{"1": 1, "12": 12, "500": 15} {
		_, players, _ = leaders("PageSize=" + size)
		require.Len(t, players[0], want)
	}
}

func TestSetLeaders(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	want := []tourney.StatisticCategory{{
		Name: "Hops", Participants: []tourney.Leader{{LastName: "L", FirstName: "F", Value: tourney.MustDecimal("1.50"), PlayerID: 1}},
	}}
	srv.SetLeaders(want)
	got, err := srv.Client().Statistics.Leaders(t.Context(), tourney.LeadersOptions{EventID: 999})
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(want, got))
	srv.SetLeaders(nil)
	require.Contains(t, mocktest.Get(t, srv, "/api/v1/statistics"), "Goals")
}
