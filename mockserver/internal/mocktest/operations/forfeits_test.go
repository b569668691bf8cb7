package operations

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
)

func TestStandingsOfForfeits(t *testing.T) {
	srv := mocktest.World(t, tourney.Football)
	mocktest.Accept(t, srv, "PUT", "/api/v1/games", `{"Id":82,"AwayTeamForfeited":true}`)
	require.Equal(t, []string{"Gold/Pool A 1st Otters 2 0 0 3 0 +3 1.000", "Gold/Pool A 2nd Herons 0 2 0 0 3 -3 .000"},
		table(t, srv, tourney.StandingsOptions{DivisionID: mocktest.Gold}))
}

// TestStandingsOfTwoForfeits checks that both sides have lost, whatever the scores are.
func TestStandingsOfTwoForfeits(t *testing.T) {
	srv := contest(t, tourney.Football, 2, "A 2 B 0")
	id := srv.Games.All()[0].ID
	mocktest.Accept(t, srv, "PUT", "/api/v1/games", fmt.Sprintf(`{"Id":%d,"AwayTeamForfeited":true,"HomeTeamForfeited":true}`, id))
	require.Equal(t, []string{"D/P T-1st A 0 1 0 0 0 0 .000", "D/P T-1st B 0 1 0 0 0 0 .000"}, table(t, srv, tourney.StandingsOptions{}))
	srv.Games.Add(tourney.Game{
		Type: tourney.GamePool, Division: &tourney.GameDivision{ID: 1},
		AwayTeam: &tourney.GameSide{TeamID: new(int64(1)), Forfeited: new(true)},
		HomeTeam: &tourney.GameSide{TeamID: new(int64(2)), Forfeited: new(true)},
	})
	require.Equal(t, []string{"D/P T-1st A 0 2 0 0 0 0 .000", "D/P T-1st B 0 2 0 0 0 0 .000"}, table(t, srv, tourney.StandingsOptions{}))
}

// TestStandingsLeaveOutContradictions: a game that both sides won, or that a side both won and forfeited, does not
// count. An update stores such a result as supplied, in the order of its writes. A World refuses it.
func TestStandingsLeaveOutContradictions(t *testing.T) {
	srv := contest(t, tourney.Soccer, 2, "A 2 B 0", "A 0 B 5")
	id := srv.Games.All()[1].ID
	srv.Teams.Edit(srv.Teams.All()[0].ID, func(tm *tourney.Team) { tm.Players = []tourney.TeamPlayer{{FirstName: "Ann"}} })
	srv.Statistics.Set(id, srv.Teams.All()[0].Players[0].ID, "Goals", tourney.NewDecimal(2, 0))
	leaders, err := srv.Client().Statistics.Leaders(t.Context(), tourney.LeadersOptions{})
	require.NoError(t, err)
	require.Len(t, leaders, 1)
	mocktest.Accept(t, srv, "PUT", "/api/v1/games", fmt.Sprintf(`{"Id":%d,"AwayWonBy":3}`, id))
	mocktest.Accept(t, srv, "PUT", "/api/v1/games", fmt.Sprintf(`{"Id":%d,"HomeWonBy":7}`, id))
	require.Equal(t, []string{"D/P 1st A 1 1 0 0 2 0 +2 3", "D/P 2nd B 1 0 1 0 0 2 -2 0"}, table(t, srv, tourney.StandingsOptions{}))
	leaders, err = srv.Client().Statistics.Leaders(t.Context(), tourney.LeadersOptions{})
	require.NoError(t, err)
	require.Empty(t, leaders)
	srv.Games.Edit(id, func(g *tourney.Game) { g.BracketName = "A" }) // what updates led to can stay
	saved := new(bytes.Buffer)
	require.NoError(t, srv.Save(saved))
	require.NoError(t, srv.Load(saved))
}

// TestSidesThatNoHostCouldHave: a World and fixtures refuse them.
func TestSidesThatNoHostCouldHave(t *testing.T) {
	type side = tourney.GameSide
	won, lost := &tourney.WonBy{Code: 3}, new(true)
	for says, game := range map[string]tourney.Game{
		"AwayTeam and HomeTeam have the same TeamId 1: a team cannot play itself": {
			AwayTeam: &side{TeamID: new(int64(1))}, HomeTeam: &side{TeamID: new(int64(1))},
		},
		"AwayTeam and HomeTeam have the same TeamPoolId 40000001: a team cannot play itself": {
			AwayTeam: &side{TeamPoolID: new(int64(40000001))}, HomeTeam: &side{TeamPoolID: new(int64(40000001))},
		},
		"AwayTeam and HomeTeam have a WonBy: only one side can have won": {
			AwayTeam: &side{WonBy: won}, HomeTeam: &side{WonBy: &tourney.WonByForfeit},
		},
		"HomeTeam has a WonBy and is Forfeited: a side that forfeited has not won": {
			HomeTeam: &side{WonBy: won, Forfeited: lost},
		},
		"AwayTeam has a WonBy and is Forfeited: a side that forfeited has not won": {
			AwayTeam: &side{WonBy: won, Forfeited: lost}, HomeTeam: &side{Forfeited: lost},
		},
	} {
		srv := contest(t, tourney.Soccer, 2, "A 2 B 0")
		before := mocktest.Dump(srv.World)
		require.PanicsWithError(t, "mockserver: Games.Add: "+says, func() { srv.Games.Add(game) })
		id := srv.Games.All()[0].ID
		require.PanicsWithError(t, "mockserver: Games.Edit: "+says, func() {
			srv.Games.Edit(id, func(g *tourney.Game) {
				for to, from := range map[*tourney.GameSide]*tourney.GameSide{g.AwayTeam: game.AwayTeam, g.HomeTeam: game.HomeTeam} {
					if from != nil {
						to.TeamID, to.TeamPoolID, to.WonBy, to.Forfeited = from.TeamID, from.TeamPoolID, from.WonBy, from.Forfeited
						to.Name = map[bool]string{true: "A"}[from.TeamID != nil]
					}
				}
			})
		})
		row, err := tourney.MarshalRow(game)
		require.NoError(t, err)
		err = srv.LoadFixtures(mocktest.OneFile(`{"games":[`+string(row)+`]}`), "rows.json")
		require.EqualError(t, err, "mockserver: LoadFixtures: rows.json:1: games[0]: "+says)
		mocktest.Unchanged(t, before, srv.World)
	}
}

// TestExhibitionsAndForfeits: an exhibition counts nowhere, and a side that forfeits gives its points to nobody.
func TestExhibitionsAndForfeits(t *testing.T) {
	for file, want := range map[string][2]string{
		"B12-exhibition.json":         {"A 0 0 0 0 0 0 0 0", "B 0 0 0 0 0 0 0 0"},
		"B13-forfeit-with-score.json": {"B 1 1 0 0 0 0 0 3", "A 1 0 1 0 0 0 0 0"},
	} {
		srv := mocktest.Empty(t, tourney.Soccer)
		require.NoError(t, srv.LoadFixtures(os.DirFS("testdata/cases"), file))
		srv.Games.Edit(srv.ID("g"), func(g *tourney.Game) { g.BracketName = "Cup" })
		srv.Divisions.Edit(srv.ID("d"), func(d *tourney.Division) { d.Brackets = []tourney.Bracket{{Name: "Cup"}} })
		mocktest.AddPool(srv.World, tourney.Pool{ID: 1, Name: "P", Division: &tourney.TeamDivision{ID: srv.ID("d")}}, 2)
		for i, ref := range []string{"a", "b"} {
			srv.Teams.Edit(srv.ID(ref), func(tm *tourney.Team) {
				tm.Pools = []tourney.TeamPool{{Number: i + 1, Pool: tourney.Pool{ID: 1}}}
				tm.Players = []tourney.TeamPlayer{{FirstName: "Ann"}}
			})
		}
		for _, display := range []tourney.Display{
			tourney.DisplayPool, tourney.DisplayDivision, tourney.DisplayEvent, tourney.DisplayBracket,
		} {
			lines := table(t, srv, tourney.StandingsOptions{Display: display})
			require.Len(t, lines, 2)
			for i, line := range lines {
				require.Regexp(t, " "+regexp.QuoteMeta(want[i])+"$", line, "%s %s", file, display)
			}
		}
		line, exhibition := srv.Teams.All()[0].Players[0].ID, file == "B12-exhibition.json"
		srv.Statistics.Set(srv.ID("g"), line, "Goals", tourney.NewDecimal(2, 0))
		for range 3 { // the leaders follow the flag
			leaders, err := srv.Client().Statistics.Leaders(t.Context(), tourney.LeadersOptions{})
			require.NoError(t, err)
			require.Equal(t, exhibition, len(leaders) == 0)
			exhibition = !exhibition
			srv.Games.Edit(srv.ID("g"), func(g *tourney.Game) { g.AwayTeam.Exhibition = &exhibition })
		}
	}
}
