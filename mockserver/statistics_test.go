package mockserver_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
)

func TestStatisticsUpdate(t *testing.T) {
	goals := func(changes string) map[string]string { // the statistics after a request, by line and name
		srv := world(t, tourney.Soccer)
		require.Equal(t, "{}", accept(t, srv, "PUT", "/api/v1/statistics", changes))
		list := map[string]string{}
		for _, line := range []int64{line1, line2, line3} {
			for _, name := range []string{"Goals", "Assists"} {
				if value, ok := srv.Statistics.Get(played, line, name); ok {
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
	srv := world(t, tourney.Soccer)
	put := func(value string) {
		accept(t, srv, "PUT", "/api/v1/statistics",
			`{"GameId":81,"Away":{"Id":101,"Players":[{"TeamPlayerId":1001,"Statistics":[{"Name":"Goals","Value":"`+value+`"}]}]}}`)
	}
	put("")
	require.NotContains(t, get(t, srv, "/api/v1/statistics?Categories=Goals"), "Loft")
	put("6")
	require.InDelta(t, 6, at(t, get(t, srv, "/api/v1/statistics?Categories=goals"), "Players.Statistics.0.Participants.0.Value"), 0)
}

func TestStatisticsByTheClient(t *testing.T) {
	srv := world(t, tourney.Soccer)
	err := srv.Client().Statistics.Update(t.Context(), tourney.StatisticsUpdateInput{
		GameID: open,
		Home: &tourney.SideStatisticsInput{ID: otters, Players: []tourney.PlayerStatisticsInput{{
			TeamPlayerID: line1, Statistics: []tourney.StatisticInput{{Name: "Goals", Value: new("3")}},
		}}},
	})
	require.NoError(t, err)
	leaders, err := srv.Client().Statistics.Leaders(t.Context(), tourney.LeadersOptions{EventID: cup, Categories: []string{"Goals"}})
	require.NoError(t, err)
	require.Empty(t, cmp.Diff([]tourney.StatisticCategory{{Name: "Goals", Participants: []tourney.Leader{
		{LastName: "Loft", FirstName: "Ada", Value: tourney.NewDecimal(5, 0), PlayerID: ada},
		{LastName: "Reed", FirstName: "Cleo", Value: tourney.NewDecimal(1, 0), PlayerID: cleo},
	}}}, leaders))
}

func TestStatisticsLeaders(t *testing.T) {
	srv := empty(t, tourney.Soccer)
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
		body := get(t, srv, "/api/v1/statistics?"+query)
		list, _ := at(t, body, "Players.Statistics").([]any)
		for i := range list {
			name, _ := at(t, body, fmt.Sprintf("Players.Statistics.%d.Name", i)).(string)
			categories = append(categories, name)
			best = append(best, at(t, body, fmt.Sprintf("Players.Statistics.%d.Participants.0.Value", i)))
			participants, _ := at(t, body, fmt.Sprintf("Players.Statistics.%d.Participants", i)).([]any)
			ids := []int64{}
			for j := range participants {
				id, _ := at(t, body, fmt.Sprintf("Players.Statistics.%d.Participants.%d.PlayerId", i, j)).(float64)
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
		require.JSONEq(t, `{"Players":{"Statistics":[]}}`, get(t, srv, "/api/v1/statistics?"+query))
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
	srv := world(t, tourney.Soccer)
	want := []tourney.StatisticCategory{{
		Name: "Hops", Participants: []tourney.Leader{{LastName: "L", FirstName: "F", Value: tourney.MustDecimal("1.50"), PlayerID: 1}},
	}}
	srv.SetLeaders(want)
	got, err := srv.Client().Statistics.Leaders(t.Context(), tourney.LeadersOptions{EventID: 999})
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(want, got))
	srv.SetLeaders(nil)
	require.Contains(t, get(t, srv, "/api/v1/statistics"), "Goals")
}
