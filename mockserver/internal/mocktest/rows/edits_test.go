package rows

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/admin"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// TestEditsThatChangeNothing: what a function gets can be stored as it is.
func TestEditsThatChangeNothing(t *testing.T) {
	mocktest.EachDoor(t, func(t *testing.T, through mocktest.Opener) {
		for _, start := range []string{"mid-tournament", "finished"} {
			local := mocktest.New(t, tourney.Baseball, mockserver.Scenario(start), admin.Serve())
			srv := through(local)
			before := mocktest.Dump(srv.World)
			for _, e := range before.Events {
				srv.Events.Edit(e.ID, func(*tourney.Event) {})
			}
			for _, d := range before.Divisions {
				srv.Divisions.Edit(d.ID, func(*tourney.Division) {})
			}
			for _, p := range before.Pools {
				srv.Pools.Edit(p.ID, func(*tourney.Pool) {})
			}
			for _, team := range before.Teams {
				srv.Teams.Edit(team.ID, func(*tourney.Team) {})
				srv.Teams.EditDetails(team.ID, func(*stored.TeamDetails) {})
			}
			for _, p := range before.Players {
				srv.Players.Edit(p.ID, func(*tourney.Player) {})
			}
			for _, v := range before.Venues {
				srv.Venues.Edit(v.ID, func(*tourney.Venue) {})
			}
			for _, g := range before.Games {
				srv.Games.Edit(g.ID, func(*tourney.Game) {})
			}
			mocktest.Unchanged(t, before, srv.World)
		}
	})
}

// TestAFunctionOfEditMustNotCallTheServer: it would wait for its own lock. Afterwards the server works as before.
func TestAFunctionOfEditMustNotCallTheServer(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	before, snapshot := mocktest.Dump(srv.World), srv.Snapshots.Take()
	const want = "mockserver: the function of an Edit method calls the server, which is locked while the function runs"
	for name, call := range map[string]func(){
		"read":  func() { srv.Teams.Get(mocktest.Herons) },
		"write": func() { srv.SetNextTransactionID("x") },
		"request": func() {
			srv.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/api/v1/teams?id=102", nil))
		},
		"reset":    func() { srv.Reset() },
		"snapshot": func() { srv.Snapshots.Take() },
		"restore":  func() { srv.Snapshots.Restore(snapshot) },
		"rewind":   func() { srv.Writes.Rewind(0) },
	} {
		require.PanicsWithError(t, want, func() {
			srv.Teams.Edit(mocktest.Otters, func(team *tourney.Team) { team.Name = "x"; call() })
		}, name)
	}
	require.PanicsWithValue(t, "mine", func() { srv.Teams.Edit(mocktest.Otters, func(*tourney.Team) { panic("mine") }) })
	mocktest.Unchanged(t, before, srv.World)
	_, err := srv.Client().Teams.Get(t.Context(), mocktest.Otters)
	require.NoError(t, err)
}

// TestEditKeepsNoPointer: a function may keep what it gets, and change it later.
func TestEditKeepsNoPointer(t *testing.T) {
	mocktest.EachDoor(t, func(t *testing.T, through mocktest.Opener) {
		srv := through(mocktest.World(t, tourney.Soccer))
		var kept *tourney.Team
		srv.Teams.Edit(mocktest.Otters, func(team *tourney.Team) { kept, team.Name = team, "Sea Otters" })
		before := mocktest.Dump(srv.World)
		kept.Name, kept.Players[0].FirstName, *kept.Paid = "x", "x", false
		mocktest.Unchanged(t, before, srv.World)
	})
}

// TestEditTeamOfARoster: the statistics of lines that stay remain, those of others go, and a name reaches the player.
func TestEditTeamOfARoster(t *testing.T) {
	mocktest.EachDoor(t, func(t *testing.T, through mocktest.Opener) {
		srv := through(mocktest.World(t, tourney.Soccer))
		srv.Statistics.Set(mocktest.Played, mocktest.Line2, "Goals", tourney.NewDecimal(7, 0))
		srv.Teams.Edit(mocktest.Otters, func(team *tourney.Team) {
			team.Players[0].FirstName, team.Players[0].School = "Adele", "Pond High"
			team.Players = append(team.Players[:1], tourney.TeamPlayer{FirstName: "Dot"})
		})
		player, _ := srv.Players.Get(mocktest.Ada)
		require.Equal(t, "Adele", player.FirstName)
		require.Equal(t, "Pond High", player.Profile.School)
		team, _ := srv.Teams.Get(mocktest.Otters)
		require.Equal(t, "Dot", team.Players[1].FirstName)
		require.NotZero(t, team.Players[1].PlayerID)
		require.True(t, mocktest.Found(srv.Statistics.Get(mocktest.Played, mocktest.Line1, "Goals")))
		require.False(t, mocktest.Found(srv.Statistics.Get(mocktest.Played, mocktest.Line2, "Goals")))
		require.NotContains(t, mocktest.Get(t, srv, "/api/v1/statistics?Categories=Goals"), "Pike")
		require.Equal(t, []int64{mocktest.Ada, team.Players[1].PlayerID}, mocktest.Listed(t, srv, "/api/v1/players?teamids=101", "Players"))
	})
}

// TestEditPlayerReachesRosters: the lines of the player on two teams show the new name.
func TestEditPlayerReachesRosters(t *testing.T) {
	mocktest.EachDoor(t, func(t *testing.T, through mocktest.Opener) {
		srv := through(mocktest.World(t, tourney.Soccer))
		srv.Teams.Edit(mocktest.Herons, func(team *tourney.Team) {
			team.Players = append(team.Players, tourney.TeamPlayer{PlayerID: mocktest.Ada, School: "Other"})
		})
		srv.Players.Edit(mocktest.Ada, func(p *tourney.Player) { p.FirstName, p.LastName, p.Profile.Height = "Adele", "Marsh", `6'0"` })
		for _, id := range []int64{mocktest.Otters, mocktest.Herons} {
			team, _ := srv.Teams.Get(id)
			line := team.Players[len(team.Players)-1]
			if id == mocktest.Otters {
				line = team.Players[0]
			}
			require.Equal(t, "Adele Marsh", line.FirstName+" "+line.LastName)
			require.Equal(t, `6'0"`, line.Height)
			require.Equal(t, id == mocktest.Herons, line.School == "Other", "what did not change stays")
		}
	})
}

// TestEditVenueReachesGames: games show the present names of a venue and its courts.
func TestEditVenueReachesGames(t *testing.T) {
	mocktest.EachDoor(t, func(t *testing.T, through mocktest.Opener) {
		srv := through(mocktest.World(t, tourney.Baseball))
		srv.Venues.Edit(mocktest.Fieldhouse, func(v *tourney.Venue) { v.Name, v.Locations[0].Name = "Barn", "Stage" })
		game := mocktest.Get(t, srv, "/api/v1/games?id=81")
		require.Equal(t, "Barn", mocktest.At(t, game, "Game.VenueCourt.Venue.Name"))
		require.Equal(t, "Stage", mocktest.At(t, game, "Game.VenueCourt.Court.Name"))
		player := mocktest.Get(t, srv, "/api/v1/players?id=2001&includes=Teams")
		require.Equal(t, "Barn", mocktest.At(t, player, "Player.Teams.0.Games.0.Venue"))
		require.Equal(t, "Stage", mocktest.At(t, player, "Player.Teams.0.Games.0.Court"))
	})
}

// TestSettersReachWhatResourcesDoNotShow: every value with a reader has a writer.
func TestSettersReachWhatResourcesDoNotShow(t *testing.T) {
	mocktest.EachDoor(t, func(t *testing.T, through mocktest.Opener) {
		srv := through(mocktest.World(t, tourney.Soccer))
		srv.Divisions.EditDetails(mocktest.Gold, func(d *stored.DivisionDetails) { d.ExternalID = "D-11" })
		require.Equal(t, "D-11", mocktest.DetailsOf(srv.Divisions, mocktest.Gold).ExternalID)
		srv.Games.EditDetails(mocktest.Open, func(d *stored.GameDetails) { d.ExternalID = "V-82" })
		require.Equal(t, "V-82", mocktest.DetailsOf(srv.Games, mocktest.Open).ExternalID)
		srv.Teams.EditDetails(mocktest.Club, func(d *stored.TeamDetails) { d.EventID = mocktest.League })
		require.EqualValues(t, mocktest.League, mocktest.DetailsOf(srv.Teams, mocktest.Club).EventID)
		require.Contains(t, mocktest.Listed(t, srv, "/api/v1/teams?eventid=2", "Teams"), int64(mocktest.Club))
		srv.Events.EditDetails(mocktest.Cup, func(d *stored.EventDetails) { *d = stored.EventDetails{OrganizationID: 5} })
		owner, ok := srv.Events.Details(mocktest.Cup)
		require.True(t, ok)
		require.EqualValues(t, 5, owner.OrganizationID)
		srv.Teams.EditDetails(mocktest.Otters, func(d *stored.TeamDetails) {
			d.Website, d.Coaches = "https://otters.example.com", map[int64]stored.CoachDetails{mocktest.Coach1: {Primary: true}}
		})
		details, _ := srv.Teams.Details(mocktest.Otters)
		require.True(t, details.Coaches[mocktest.Coach1].Primary)
		srv.Teams.Edit(mocktest.Otters, func(team *tourney.Team) { team.Coaches = nil })
		details, _ = srv.Teams.Details(mocktest.Otters)
		require.Empty(t, details.Coaches, "the coach is gone")
		require.Equal(t, "https://otters.example.com", details.Website)
		require.False(t, mocktest.Found(srv.Events.Details(9)))
		require.Zero(t, mocktest.DetailsOf(srv.Teams, 9).EventID)
		require.Empty(t, mocktest.DetailsOf(srv.Venues, 9).EventIDs)
	})
}

func statisticsOfLine(srv *mockserver.World, line int64) (names []string) {
	for _, s := range srv.Statistics.OfGame(mocktest.Played) {
		if s.TeamPlayerID == line {
			names = append(names, s.Name)
		}
	}
	return names
}

func TestSideDoorCopies(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	before := mocktest.Dump(srv.World)
	for _, team := range srv.Teams.All() {
		for i := range team.Players {
			team.Players[i].FirstName = "changed"
			*team.Paid = !*team.Paid
		}
	}
	d, _ := srv.Divisions.Get(mocktest.Gold)
	d.Settings.EnableRegistration = new(false)
	d.Brackets[0].Results[0].Images[0].Name = "changed"
	g, _ := srv.Games.Get(mocktest.Played)
	*g.AwayTeam.Score = tourney.NewDecimal(99, 0)
	p, _ := srv.Players.Get(mocktest.Ada)
	p.Teams[0].Games[0].Venue = "changed"
	mocktest.Unchanged(t, before, srv.World)

	side := &tourney.GameSide{TeamID: new(int64(mocktest.Otters))}
	id := srv.Games.Add(tourney.Game{AwayTeam: side})
	*side.TeamID = mocktest.Herons
	g, _ = srv.Games.Get(id)
	require.EqualValues(t, mocktest.Otters, *g.AwayTeam.TeamID)
	require.Contains(t, mocktest.Listed(t, srv, "/api/v1/games?teamid=101", "Games"), id)

	table := &tourney.Standings{Groups: []tourney.StandingsGroup{{Name: "mine"}}}
	srv.SetStandings(table)
	table.Groups[0].Name = "changed"
	require.Contains(t, mocktest.Get(t, srv, "/api/v1/standings"), "mine")
}

// TestEditTeamToNothing blanks a team on purpose. Its people must be gone, and its details stay.
func TestEditTeamToNothing(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	mocktest.Accept(t, srv, "PUT", "/api/v1/teams", `{"Id":101,"Notes":"keep"}`)
	before := mocktest.Dump(srv.World)
	srv.Teams.Edit(mocktest.Otters, func(*tourney.Team) {})
	mocktest.Unchanged(t, before, srv.World)

	srv.Teams.Edit(mocktest.Otters, func(t *tourney.Team) { *t = tourney.Team{ID: mocktest.Otters, Name: "Bare"} })
	details, _ := srv.Teams.Details(mocktest.Otters)
	require.Equal(t, "keep", details.Notes)
	p, ok := srv.Players.Get(mocktest.Ada)
	require.True(t, ok)
	require.Empty(t, p.Teams)
	require.Empty(t, mocktest.Listed(t, srv, "/api/v1/players?teamids=101", "Players"))
	require.NotContains(t, mocktest.Listed(t, srv, "/api/v1/teams?divisionid=11", "Teams"), int64(mocktest.Otters))
	team, _ := srv.Teams.Get(mocktest.Otters)
	require.Nil(t, team.Pools)
	a := mocktest.Send(t, srv, "PUT", "/api/v1/teams", `{"ExternalTeamId":"T-OTTERS","Name":"x"}`)
	require.Equal(t, 404, a.Status)
}

// TestEditDivisionMovesIt checks that teams, players and games follow a division into another event.
func TestEditDivisionMovesIt(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	before, _ := srv.Teams.Get(mocktest.Otters)
	srv.Divisions.Edit(mocktest.Gold, func(d *tourney.Division) {
		d.Settings.RegistrationStatus = tourney.RegistrationActivePaid
		d.Event = &tourney.Event{ID: mocktest.League}
	})
	require.Equal(t, []int64{mocktest.Played, mocktest.Open, mocktest.Final}, mocktest.Listed(t, srv, "/api/v1/games?eventid=2", "Games"))
	require.Equal(t, []int64{mocktest.Other}, mocktest.Listed(t, srv, "/api/v1/games?eventid=1", "Games"))
	require.Contains(t, mocktest.Get(t, srv, "/api/v1/statistics?EventId=2&Categories=Goals"), "Loft")
	require.Equal(t, []int64{mocktest.Ada, mocktest.Ben, mocktest.Cleo}, mocktest.Listed(t, srv, "/api/v1/players?eventid=2", "Players"))
	after, _ := srv.Teams.Get(mocktest.Otters)
	require.Len(t, after.Players, len(before.Players))
	require.Equal(t, before.Address, after.Address)
	require.Equal(t, []int64{mocktest.Otters}, mocktest.Listed(t, srv, "/api/v1/teams?divisionid=11", "Teams"), "herons have not paid")
	require.Contains(t, mocktest.Listed(t, srv, "/api/v1/teams?eventid=2", "Teams"), int64(mocktest.Otters))
	require.NotContains(t, mocktest.Listed(t, srv, "/api/v1/teams?eventid=1", "Teams"), int64(mocktest.Otters))
}

// TestAddDivisionWithTeams checks that unknown teams are added, and the event.
func TestAddDivisionWithTeams(t *testing.T) {
	srv := mocktest.Empty(t, tourney.Soccer, mockserver.AllowDanglingReferences())
	id := srv.Divisions.Add(tourney.Division{
		Name: "Gold", Event: &tourney.Event{ID: 4, Name: "Cup"},
		Teams: []tourney.Team{{ID: 5, Name: "Otters", ExternalTeamID: "T-5"}, {Name: "Herons"}},
	})
	require.Equal(t, []tourney.Event{{ID: 4, Name: "Cup"}}, srv.Events.All())
	require.Len(t, mocktest.Listed(t, srv, fmt.Sprintf("/api/v1/teams?eventid=4&divisionid=%d", id), "Teams"), 2)
	srv.Events.Edit(4, func(e *tourney.Event) { e.Name = "Mug" })
	require.Equal(t, "Mug", mocktest.At(t, mocktest.Get(t, srv, fmt.Sprintf("/api/v1/divisions?id=%d", id)), "Division.Event.Name"))
}

// TestEditPool checks that positions and teams stay, and that a team does not rename its pools.
func TestEditPool(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	srv.Pools.Edit(mocktest.PoolA, func(p *tourney.Pool) { p.Name, p.Label = "Blue", "Blue Pool" })
	require.EqualValues(t, 314, srv.Pools.AddPositions(mocktest.PoolA, 2, 314)[0])
	require.Empty(t, cmp.Diff([]tourney.Pool{
		{ID: mocktest.PoolA, Name: "Blue", Label: "Blue Pool", Division: &tourney.TeamDivision{ID: mocktest.Gold, Name: "Gold"}},
	}, srv.Pools.Page(stored.Query{DivisionID: mocktest.Gold}).Rows))
	require.EqualValues(t, mocktest.Otters, srv.Pools.Positions(mocktest.PoolA)[0].TeamID)
	require.Len(t, srv.Pools.Positions(mocktest.PoolA), 5)
	team, _ := srv.Teams.Get(mocktest.Herons)
	require.Equal(t, "Blue", team.Pools[0].Pool.Name)
	move := func() {
		srv.Pools.Edit(mocktest.PoolA, func(p *tourney.Pool) { p.Division = &tourney.TeamDivision{ID: mocktest.PaidOnly} })
	}
	require.PanicsWithError(t, "mockserver: Pools.Edit: Division.Id: the pool has team 101, which is in division 11", move)
	srv.Teams.Edit(mocktest.Otters, func(t *tourney.Team) { t.Pools = nil })
	srv.Teams.Edit(mocktest.Herons, func(t *tourney.Team) { t.Pools = nil })
	move()
	require.Equal(t, "Blue", srv.Pools.Page(stored.Query{DivisionID: mocktest.PaidOnly}).Rows[0].Name)
	require.Empty(t, srv.Pools.Page(stored.Query{DivisionID: mocktest.Gold}).Rows)
}

// TestEditDivisionKeepsTheExternalID because only writes and Divisions.EditDetails set it.
func TestEditDivisionKeepsTheExternalID(t *testing.T) {
	srv := mocktest.World(t, tourney.Rugby)
	mocktest.Accept(t, srv, "PUT", "/api/v1/divisions", `{"Id":11,"ExternalId":"D-11"}`)
	srv.Divisions.Edit(mocktest.Gold, func(d *tourney.Division) { d.Name = "Golden" })
	require.Equal(t, "D-11", mocktest.DetailsOf(srv.Divisions, mocktest.Gold).ExternalID)
	require.Equal(t, "Golden", mocktest.At(t, mocktest.Get(t, srv, "/api/v1/divisions?id=11"), "Division.Name"))
}
