package mockserver_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/admin"
	"github.com/tourney-go/tourney/mockserver/stored"
	"github.com/tourney-go/tourney/secret"
)

const firstOr = ": add it first"

// side returns a side with a change.
func side(change func(*tourney.GameSide)) *tourney.GameSide {
	s := &tourney.GameSide{}
	change(s)
	return s
}

// addRefusals are Add calls with a known id, or with a reference to a row that is not there.
var addRefusals = map[string]struct {
	call func(srv *mockserver.World)
	want string
}{
	"known event": {
		func(srv *mockserver.World) { srv.Events.Add(tourney.Event{ID: cup}) },
		"Events.Add: Id 1: the event exists already: Edit changes it",
	},
	"known division": {
		func(srv *mockserver.World) { srv.Divisions.Add(tourney.Division{ID: gold}) },
		"Divisions.Add: Id 11: the division exists already: Edit changes it",
	},
	"known pool": {
		func(srv *mockserver.World) { addPool(srv, tourney.Pool{ID: poolA}, 2) },
		"Pools.Add: Id 31: the pool exists already: Edit changes it",
	},
	"known team": {
		func(srv *mockserver.World) { srv.Teams.Add(tourney.Team{ID: otters, Name: "Bare"}) },
		"Teams.Add: Id 101: the team exists already: Edit changes it",
	},
	"known player": {
		func(srv *mockserver.World) { srv.Players.Add(tourney.Player{ID: ada}) },
		"Players.Add: Id 2001: the player exists already: Edit changes it",
	},
	"known venue": {
		func(srv *mockserver.World) { srv.Venues.Add(tourney.Venue{ID: park}) },
		"Venues.Add: Id 72: the venue exists already: Edit changes it",
	},
	"known game": {
		func(srv *mockserver.World) { srv.Games.Add(tourney.Game{ID: played}) },
		"Games.Add: Id 81: the game exists already: Edit changes it",
	},
	"court twice": {
		func(srv *mockserver.World) {
			srv.Venues.Add(tourney.Venue{Locations: []tourney.Location{{ID: 3}, {}, {ID: 3}}})
		},
		"Venues.Add: Locations[2].Id 3 is there twice",
	},
	"price and bracket twice": {
		func(srv *mockserver.World) {
			srv.Divisions.Add(tourney.Division{
				Prices: []tourney.Price{{ID: 3}, {ID: 3}}, Brackets: []tourney.Bracket{{ID: 4}, {ID: 5}, {ID: 4}},
			})
		},
		"Divisions.Add: Prices[1].Id 3 is there twice; Brackets[2].Id 4 is there twice",
	},
	"coach twice": {
		func(srv *mockserver.World) { srv.Teams.Add(tourney.Team{Coaches: []tourney.Coach{{ID: 3}, {ID: 3}}}) },
		"Teams.Add: Coaches[1].Id 3 is there twice",
	},
	"pool of another division than the new one": {
		func(srv *mockserver.World) {
			srv.Teams.Add(tourney.Team{
				Division: &tourney.TeamDivision{Name: "New"}, Pools: []tourney.TeamPool{{Number: 3, Pool: tourney.Pool{ID: poolA}}},
			})
		},
		"Teams.Add: Pools[0].Pool.Id 31 is a pool of division 11, not of the new one",
	},
	"team of a new division in a pool of another one": {
		func(srv *mockserver.World) {
			srv.Divisions.Add(tourney.Division{Teams: []tourney.Team{{Pools: []tourney.TeamPool{{Number: 3, Pool: tourney.Pool{ID: poolA}}}}}})
		},
		"Divisions.Add: Teams[0].Pools[0].Pool.Id 31 is a pool of division 11, not of the new one",
	},
	"account without a password": {
		func(srv *mockserver.World) { srv.Accounts.Add("sam", "", tourney.Account{}) },
		"Accounts.Add: user name and password are required",
	},
	"account with half of its keys": {
		func(srv *mockserver.World) {
			srv.Accounts.Add("sam", "pass", tourney.Account{Credentials: auth.Credentials{APIKey: "key"}})
		},
		"Accounts.Add: an API key needs its secret, and a secret its key",
	},
	"known positions": {
		func(srv *mockserver.World) { srv.Pools.AddPositions(poolA, 3, teamPool1, 7, 7) },
		"Pools.AddPositions: ids[0] 311: the position exists already: Edit changes it; ids[2] 7 is there twice",
	},
	"more ids than positions": {
		func(srv *mockserver.World) { srv.Pools.AddPositions(poolA, 1, 8, 9) },
		"Pools.AddPositions: positions is 1, with 2 ids: expected 0 to 10000, and at most as many ids",
	},
	"fewer than no positions": {
		func(srv *mockserver.World) { srv.Pools.AddPositions(poolA, -1) },
		"Pools.AddPositions: positions is -1, with 0 ids: expected 0 to 10000, and at most as many ids",
	},
	"positions of no pool": {func(srv *mockserver.World) { srv.Pools.AddPositions(9, 1) }, "Pools.AddPositions: there is no pool 9"},
	"line of another team": {
		func(srv *mockserver.World) {
			srv.Teams.Add(tourney.Team{Players: []tourney.TeamPlayer{{ID: line1}, {ID: 7}, {ID: 7}}})
		},
		"Teams.Add: Players[0].Id 1001 is in the roster of team 101; Players[2].Id 7 is there twice",
	},
	"position of another team": {
		func(srv *mockserver.World) {
			srv.Teams.Add(tourney.Team{
				Division: &tourney.TeamDivision{ID: gold}, Pools: []tourney.TeamPool{{Number: 1, Pool: tourney.Pool{ID: poolA}}},
			})
		},
		"Teams.Add: Pools[0].Number 1: team 101 has that position of pool 31",
	},
	"no such position": {
		func(srv *mockserver.World) {
			srv.Teams.Add(tourney.Team{Pools: []tourney.TeamPool{{Number: 4, Pool: tourney.Pool{ID: poolA}}}})
		},
		"Teams.Add: Pools[0].Number 4: pool 31 has no such position: add it with Pools.AddPositions",
	},
	"pool of another division": {
		func(srv *mockserver.World) {
			srv.Teams.Add(tourney.Team{
				Division: &tourney.TeamDivision{ID: abroad}, Pools: []tourney.TeamPool{{Number: 3, Pool: tourney.Pool{ID: poolA}}},
			})
		},
		"Teams.Add: Pools[0].Pool.Id 31 is a pool of division 11, not of 21",
	},
	"division of no event": {
		func(srv *mockserver.World) { srv.Divisions.Add(tourney.Division{Event: &tourney.Event{ID: 9}}) },
		"Divisions.Add: Event.Id 9 names no event" + firstOr,
	},
	"pool of no division": {
		func(srv *mockserver.World) { addPool(srv, tourney.Pool{Division: &tourney.TeamDivision{ID: 9}}, 1) },
		"Pools.Add: Division.Id 9 names no division" + firstOr,
	},
	"team of no division, parent and pool": {
		func(srv *mockserver.World) {
			srv.Teams.Add(tourney.Team{
				Division: &tourney.TeamDivision{ID: 9}, ParentID: 8, Pools: []tourney.TeamPool{{Number: 1, Pool: tourney.Pool{ID: 7}}},
			})
		},
		"Teams.Add: Division.Id 9 names no division" + firstOr + "; ParentId 8 names no team" + firstOr +
			"; Pools[0].Pool.Id 7 names no pool" + firstOr,
	},
	"division with a team of no parent": {
		func(srv *mockserver.World) { srv.Divisions.Add(tourney.Division{Teams: []tourney.Team{{ParentID: 8}}}) },
		"Divisions.Add: Teams[0].ParentId 8 names no team" + firstOr,
	},
	"division with two teams on one line and position": {
		func(srv *mockserver.World) {
			team := tourney.Team{
				Players: []tourney.TeamPlayer{{ID: 7}}, Pools: []tourney.TeamPool{{Number: 3, Pool: tourney.Pool{ID: poolA}}},
			}
			srv.Divisions.Add(tourney.Division{ID: gold + 900, Teams: []tourney.Team{team, team}})
		},
		"Divisions.Add: Teams[0].Pools[0].Pool.Id 31 is a pool of division 11, not of 911; Teams[1].Players[0].Id 7 is there twice; " +
			"Teams[1].Pools[0].Pool.Id 31 is a pool of division 11, not of 911; Teams[1].Pools[0].Number 3 of pool 31 is there twice",
	},
	"player of no team": {
		func(srv *mockserver.World) {
			srv.Players.Add(tourney.Player{Teams: []tourney.PlayerTeam{{ID: otters, Games: []tourney.PlayerGame{{ID: 8}}}, {ID: 9}}})
		},
		"Players.Add: Teams[0].Games[0].Id 8 names no game" + firstOr + "; Teams[1].Id 9 names no team" + firstOr,
	},
	"venue of no event": {
		func(srv *mockserver.World) {
			srv.Venues.EditDetails(park, func(d *stored.VenueDetails) { d.EventIDs = []int64{cup, 9} })
		},
		"Venues.EditDetails: EventIDs[1] 9 names no event" + firstOr,
	},
	"game of nothing": {
		func(srv *mockserver.World) {
			srv.Games.Add(tourney.Game{
				Division:   &tourney.GameDivision{ID: 9, Event: &tourney.Event{ID: 8}},
				VenueCourt: &tourney.VenueCourt{Venue: &tourney.Venue{ID: 7}},
				AwayTeam:   side(func(s *tourney.GameSide) { s.TeamID, s.TeamPoolID = new(int64(6)), new(int64(5)) }),
				HomeTeam:   side(func(s *tourney.GameSide) { s.DivisionID, s.PoolID = new(int64(4)), new(int64(3)) }),
			})
		},
		"Games.Add: Division.Id 9 names no division" + firstOr + "; Division.Event.Id 8 names no event" + firstOr +
			"; VenueCourt.Venue.Id 7 names no venue" + firstOr + "; AwayTeam.TeamId 6 names no team" + firstOr +
			"; AwayTeam.TeamPoolId 5 names no position of a pool" + firstOr + "; HomeTeam.DivisionId 4 names no division" + firstOr +
			"; HomeTeam.PoolId 3 names no pool" + firstOr,
	},
	"payment of nobody": {
		func(srv *mockserver.World) {
			srv.Payments.Add(stored.Payment{TeamID: 9, DivisionID: 8, EventID: 7})
		},
		"Payments.Add: TeamId 9 names no team" + firstOr + "; DivisionId 8 names no division" + firstOr + "; EventId 7 names no event" + firstOr,
	},
	"known payment": {
		func(srv *mockserver.World) { srv.Payments.Add(stored.Payment{TransactionID: "TX-1"}) },
		`Payments.Add: TransactionId "TX-1" names a payment that exists: Payments.Edit changes it`,
	},
	"registration of nobody": {
		func(srv *mockserver.World) {
			srv.Registrations.Add(stored.Registration{TeamID: 9, TransactionID: "TX-9"})
		},
		"Registrations.Add: TeamId 9 names no team" + firstOr + `; TransactionId "TX-9" names no payment` + firstOr,
	},
	"known registration": {
		func(srv *mockserver.World) { srv.Registrations.Add(stored.Registration{TeamID: otters}) },
		"Registrations.Add: TeamId 101 names a team that has a registration: Registrations.Edit changes it",
	},
	"event below no event": {
		func(srv *mockserver.World) {
			srv.Events.EditDetails(cup, func(d *stored.EventDetails) { *d = stored.EventDetails{ParentID: 9} })
		},
		"Events.EditDetails: ParentId 9 names no event" + firstOr,
	},
	"venue of no event, later": {
		func(srv *mockserver.World) {
			srv.Venues.EditDetails(park, func(d *stored.VenueDetails) { d.EventIDs = []int64{9} })
		},
		"Venues.EditDetails: EventIDs[0] 9 names no event" + firstOr,
	},
	"event of a team in a division": {
		func(srv *mockserver.World) {
			srv.Teams.EditDetails(otters, func(d *stored.TeamDetails) { d.EventID = league })
		},
		"Teams.EditDetails: EventId: the team is in division 11, which belongs to event 1",
	},
	"next transaction id of a payment": {
		func(srv *mockserver.World) { srv.SetNextTransactionID("TX-1") },
		`SetNextTransactionID: a payment has the transaction id "TX-1"`,
	},
	"next id of a team": {
		func(srv *mockserver.World) { srv.SetNextID(otters) },
		"SetNextID: the id 101: the team exists already: Edit changes it",
	},
}

// editRefusals are calls of Edit and Remove methods that would lose something.
var editRefusals = map[string]struct {
	call func(srv *mockserver.World)
	want string
}{
	"no function": {func(srv *mockserver.World) { srv.Teams.Edit(otters, nil) }, "Teams.Edit: the function is nil"},
	"no event":    {func(srv *mockserver.World) { srv.Events.Edit(9, func(*tourney.Event) {}) }, "Events.Edit: there is no event 9"},
	"no division": {
		func(srv *mockserver.World) { srv.Divisions.Edit(9, func(*tourney.Division) {}) }, "Divisions.Edit: there is no division 9",
	},
	"no pool":   {func(srv *mockserver.World) { srv.Pools.Edit(9, func(*tourney.Pool) {}) }, "Pools.Edit: there is no pool 9"},
	"no team":   {func(srv *mockserver.World) { srv.Teams.Edit(9, func(*tourney.Team) {}) }, "Teams.Edit: there is no team 9"},
	"no player": {func(srv *mockserver.World) { srv.Players.Edit(9, func(*tourney.Player) {}) }, "Players.Edit: there is no player 9"},
	"court twice": {
		func(srv *mockserver.World) {
			srv.Venues.Edit(park, func(v *tourney.Venue) { v.Locations = []tourney.Location{{ID: 3}, {ID: 3}} })
		},
		"Venues.Edit: Locations[1].Id 3 is there twice",
	},
	"price twice": {
		func(srv *mockserver.World) {
			srv.Divisions.Edit(gold, func(d *tourney.Division) { d.Prices = append(d.Prices, d.Prices...) })
		},
		"Divisions.Edit: Prices[1].Id 51 is there twice",
	},
	"no venue": {func(srv *mockserver.World) { srv.Venues.Edit(9, func(*tourney.Venue) {}) }, "Venues.Edit: there is no venue 9"},
	"no game":  {func(srv *mockserver.World) { srv.Games.Edit(9, func(*tourney.Game) {}) }, "Games.Edit: there is no game 9"},
	"no details": {
		func(srv *mockserver.World) { srv.Teams.EditDetails(9, func(*stored.TeamDetails) {}) },
		"Teams.EditDetails: there is no team 9",
	},
	"no payment": {
		func(srv *mockserver.World) { srv.Payments.Edit("TX-9", func(*stored.Payment) {}) },
		"Payments.Edit: there is no payment \"TX-9\"",
	},
	"no registration": {
		func(srv *mockserver.World) { srv.Registrations.Edit(herons, func(*stored.Registration) {}) },
		"Registrations.Edit: there is no registration of team 102",
	},
	"another id": {
		func(srv *mockserver.World) { srv.Teams.Edit(otters, func(t *tourney.Team) { t.ID, t.Name = 7, "x" }) },
		"Teams.Edit: the id changed from 101 to 7: an id stays",
	},
	"another transaction id": {
		func(srv *mockserver.World) {
			srv.Payments.Edit("TX-1", func(p *stored.Payment) { p.TransactionID = "TX-2" })
		},
		"Payments.Edit: the id changed from TX-1 to TX-2: an id stays",
	},
	"a team's name in a game": {
		func(srv *mockserver.World) { srv.Games.Edit(played, func(g *tourney.Game) { g.AwayTeam.Name = "x" }) },
		"Games.Edit: AwayTeam.Name is that of team 101: Teams.Edit changes it",
	},
	"a division's name in a game": {
		func(srv *mockserver.World) { srv.Games.Edit(played, func(g *tourney.Game) { g.Division.Name = "x" }) },
		"Games.Edit: Division: only its id can change here: its other members are those of the division: Divisions.Edit changes them",
	},
	"an event's name in a game": {
		func(srv *mockserver.World) {
			srv.Games.Edit(played, func(g *tourney.Game) { g.Division.Event.Name = "x" })
		},
		"Games.Edit: Division.Event: only its id can change here: its other members are those of the event: Events.Edit changes them",
	},
	"a venue's name in a game": {
		func(srv *mockserver.World) {
			srv.Games.Edit(played, func(g *tourney.Game) { g.VenueCourt.Venue.Name = "x" })
		},
		"Games.Edit: VenueCourt.Venue: only its id can change here: its other members are those of the venue: Venues.Edit changes them",
	},
	"a game of no team": {
		func(srv *mockserver.World) { srv.Games.Edit(played, func(g *tourney.Game) { *g.AwayTeam.TeamID = 9 }) },
		"Games.Edit: AwayTeam.TeamId 9 names no team" + firstOr,
	},
	"a division's name in a team": {
		func(srv *mockserver.World) { srv.Teams.Edit(otters, func(t *tourney.Team) { t.Division.Name = "x" }) },
		"Teams.Edit: Division: only its id can change here: its other members are those of the division: Divisions.Edit changes them",
	},
	"a pool's name in a team": {
		func(srv *mockserver.World) {
			srv.Teams.Edit(otters, func(t *tourney.Team) { t.Pools[0].Pool.Name = "x" })
		},
		"Teams.Edit: Pools[0].Pool: only its id can change here: its other members are those of the pool: Pools.Edit changes them",
	},
	"another player on a line": {
		func(srv *mockserver.World) {
			srv.Teams.Edit(otters, func(t *tourney.Team) { t.Players[0].PlayerID = cleo })
		},
		"Teams.Edit: Players[0].PlayerId changed from 2001 to 2003: a line of a roster keeps its player",
	},
	"two positions in a pool": {
		func(srv *mockserver.World) {
			srv.Teams.Edit(otters, func(t *tourney.Team) {
				t.Pools = append(t.Pools, tourney.TeamPool{Number: 3, Pool: tourney.Pool{ID: poolA}})
			})
		},
		"Teams.Edit: Pools[1].Pool.Id 31 is there twice: a team has one position in a pool",
	},
	"its own parent": {
		func(srv *mockserver.World) { srv.Teams.Edit(otters, func(t *tourney.Team) { t.ParentID = otters }) },
		"Teams.Edit: ParentId 101 is the team itself",
	},
	"details of no coach": {
		func(srv *mockserver.World) {
			srv.Teams.EditDetails(otters, func(d *stored.TeamDetails) { d.Coaches = map[int64]stored.CoachDetails{9: {}} })
		},
		"Teams.EditDetails: Coaches[9] names no coach of the team",
	},
	"teams of a division": {
		func(srv *mockserver.World) {
			srv.Divisions.Edit(gold, func(d *tourney.Division) { d.Teams = []tourney.Team{{ID: swifts}} })
		},
		"Divisions.Edit: Teams must stay nil: Teams.Edit moves a team",
	},
	"an event's name in a division": {
		func(srv *mockserver.World) {
			srv.Divisions.Edit(gold, func(d *tourney.Division) { d.Event.Name = "x" })
		},
		"Divisions.Edit: Event: only its id can change here: its other members are those of the event: Events.Edit changes them",
	},
	"teams of a player": {
		func(srv *mockserver.World) {
			srv.Players.Edit(ada, func(p *tourney.Player) { p.Teams = []tourney.PlayerTeam{{ID: herons}} })
		},
		"Players.Edit: Teams must stay nil: Teams.Edit changes a roster",
	},
	"an event with rows": {
		func(srv *mockserver.World) { srv.Events.Remove(league) },
		"Events.Remove: division 21 is there, with 1 in all: move or remove them first; " +
			"team 106 is there, with 1 in all: move or remove them first",
	},
	"a division with rows": {
		func(srv *mockserver.World) { srv.Divisions.Remove(gold) },
		"Divisions.Remove: team 101 is there, with 2 in all: move or remove them first; " +
			"pool 31 is there, with 1 in all: move or remove them first; " +
			"game 81 is there, with 3 in all: move or remove them first",
	},
	"a venue with a game": {
		func(srv *mockserver.World) { srv.Venues.Remove(fieldhouse) },
		"Venues.Remove: game 81 is there, with 1 in all: move or remove them first",
	},
	"no statistic": {
		func(srv *mockserver.World) { srv.Statistics.Remove(played, line1, "Hops") }, "Statistics.Remove: there is no statistic Hops",
	},
	"remove no event":    {func(srv *mockserver.World) { srv.Events.Remove(9) }, "Events.Remove: there is no event 9"},
	"remove no division": {func(srv *mockserver.World) { srv.Divisions.Remove(9) }, "Divisions.Remove: there is no division 9"},
	"remove no pool":     {func(srv *mockserver.World) { srv.Pools.Remove(9) }, "Pools.Remove: there is no pool 9"},
	"remove no team":     {func(srv *mockserver.World) { srv.Teams.Remove(9) }, "Teams.Remove: there is no team 9"},
	"remove no player":   {func(srv *mockserver.World) { srv.Players.Remove(9) }, "Players.Remove: there is no player 9"},
	"remove no venue":    {func(srv *mockserver.World) { srv.Venues.Remove(9) }, "Venues.Remove: there is no venue 9"},
	"remove no game":     {func(srv *mockserver.World) { srv.Games.Remove(9) }, "Games.Remove: there is no game 9"},
	"remove no payment":  {func(srv *mockserver.World) { srv.Payments.Remove("TX-9") }, "Payments.Remove: there is no payment \"TX-9\""},
	"remove no registration": {
		func(srv *mockserver.World) { srv.Registrations.Remove(9) }, "Registrations.Remove: there is no registration of team 9",
	},
}

// recorded returns world with a payment and a registration.
func recorded(t *testing.T) *mockserver.Server {
	t.Helper()
	srv := world(t, tourney.Soccer)
	require.Equal(t, "TX-1", srv.Payments.Add(stored.Payment{TransactionID: "TX-1", TeamID: otters}))
	srv.Registrations.Add(stored.Registration{TeamID: otters, TransactionID: "TX-1"})
	return srv
}

// TestSideDoorRefusals: a refused call says why, and changes nothing.
func TestSideDoorRefusals(t *testing.T) {
	for name, c := range addRefusals {
		requireRefusal(t, "add: "+name, c.call, c.want)
	}
	for name, c := range editRefusals {
		requireRefusal(t, "edit: "+name, c.call, c.want)
	}
}

func requireRefusal(t *testing.T, name string, call func(*mockserver.World), want string) {
	t.Helper()
	t.Run(name, func(t *testing.T) {
		eachDoor(t, func(t *testing.T, through opener) {
			srv := through(recorded(t))
			before := dump(srv.World)
			require.PanicsWithError(t, "mockserver: "+want, func() { call(srv.World) })
			unchanged(t, before, srv.World)
			next := srv.Teams.Add(tourney.Team{})
			require.Equal(t, recorded(t).Teams.Add(tourney.Team{}), next, "a refused call takes no id")
		})
	})
}

// TestEditsThatChangeNothing: what a function gets can be stored as it is.
func TestEditsThatChangeNothing(t *testing.T) {
	eachDoor(t, func(t *testing.T, through opener) {
		for _, start := range []string{"mid-tournament", "finished"} {
			local, err := mockserver.New(tourney.Baseball, mockserver.Scenario(start), admin.Serve())
			require.NoError(t, err)
			srv := through(local)
			before := dump(srv.World)
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
			unchanged(t, before, srv.World)
		}
	})
}

// TestAFunctionOfEditMustNotCallTheServer: it would wait for its own lock. Afterwards the server works as before.
func TestAFunctionOfEditMustNotCallTheServer(t *testing.T) {
	srv := world(t, tourney.Soccer)
	before, snapshot := dump(srv.World), srv.Snapshots.Take()
	const want = "mockserver: the function of an Edit method calls the server, which is locked while the function runs"
	for name, call := range map[string]func(){
		"read":  func() { srv.Teams.Get(herons) },
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
			srv.Teams.Edit(otters, func(team *tourney.Team) { team.Name = "x"; call() })
		}, name)
	}
	require.PanicsWithValue(t, "mine", func() { srv.Teams.Edit(otters, func(*tourney.Team) { panic("mine") }) })
	unchanged(t, before, srv.World)
	_, err := srv.Client().Teams.Get(t.Context(), otters)
	require.NoError(t, err)
}

// TestEditKeepsNoPointer: a function may keep what it gets, and change it later.
func TestEditKeepsNoPointer(t *testing.T) {
	eachDoor(t, func(t *testing.T, through opener) {
		srv := through(world(t, tourney.Soccer))
		var kept *tourney.Team
		srv.Teams.Edit(otters, func(team *tourney.Team) { kept, team.Name = team, "Sea Otters" })
		before := dump(srv.World)
		kept.Name, kept.Players[0].FirstName, *kept.Paid = "x", "x", false
		unchanged(t, before, srv.World)
	})
}

// TestEditTeamOfARoster: the statistics of lines that stay remain, those of others go, and a name reaches the player.
func TestEditTeamOfARoster(t *testing.T) {
	eachDoor(t, func(t *testing.T, through opener) {
		srv := through(world(t, tourney.Soccer))
		srv.Statistics.Set(played, line2, "Goals", tourney.NewDecimal(7, 0))
		srv.Teams.Edit(otters, func(team *tourney.Team) {
			team.Players[0].FirstName, team.Players[0].School = "Adele", "Pond High"
			team.Players = append(team.Players[:1], tourney.TeamPlayer{FirstName: "Dot"})
		})
		player, _ := srv.Players.Get(ada)
		require.Equal(t, "Adele", player.FirstName)
		require.Equal(t, "Pond High", player.Profile.School)
		team, _ := srv.Teams.Get(otters)
		require.Equal(t, "Dot", team.Players[1].FirstName)
		require.NotZero(t, team.Players[1].PlayerID)
		require.True(t, second(srv.Statistics.Get(played, line1, "Goals")))
		require.False(t, second(srv.Statistics.Get(played, line2, "Goals")))
		require.NotContains(t, get(t, srv, "/api/v1/statistics?Categories=Goals"), "Pike")
		require.Equal(t, []int64{ada, team.Players[1].PlayerID}, listed(t, srv, "/api/v1/players?teamids=101", "Players"))
	})
}

// TestEditPlayerReachesRosters: the lines of the player on two teams show the new name.
func TestEditPlayerReachesRosters(t *testing.T) {
	eachDoor(t, func(t *testing.T, through opener) {
		srv := through(world(t, tourney.Soccer))
		srv.Teams.Edit(herons, func(team *tourney.Team) {
			team.Players = append(team.Players, tourney.TeamPlayer{PlayerID: ada, School: "Other"})
		})
		srv.Players.Edit(ada, func(p *tourney.Player) { p.FirstName, p.LastName, p.Profile.Height = "Adele", "Marsh", `6'0"` })
		for _, id := range []int64{otters, herons} {
			team, _ := srv.Teams.Get(id)
			line := team.Players[len(team.Players)-1]
			if id == otters {
				line = team.Players[0]
			}
			require.Equal(t, "Adele Marsh", line.FirstName+" "+line.LastName)
			require.Equal(t, `6'0"`, line.Height)
			require.Equal(t, id == herons, line.School == "Other", "what did not change stays")
		}
	})
}

// TestEditVenueReachesGames: games show the present names of a venue and its courts.
func TestEditVenueReachesGames(t *testing.T) {
	eachDoor(t, func(t *testing.T, through opener) {
		srv := through(world(t, tourney.Baseball))
		srv.Venues.Edit(fieldhouse, func(v *tourney.Venue) { v.Name, v.Locations[0].Name = "Barn", "Stage" })
		game := get(t, srv, "/api/v1/games?id=81")
		require.Equal(t, "Barn", at(t, game, "Game.VenueCourt.Venue.Name"))
		require.Equal(t, "Stage", at(t, game, "Game.VenueCourt.Court.Name"))
		player := get(t, srv, "/api/v1/players?id=2001&includes=Teams")
		require.Equal(t, "Barn", at(t, player, "Player.Teams.0.Games.0.Venue"))
		require.Equal(t, "Stage", at(t, player, "Player.Teams.0.Games.0.Court"))
	})
}

func TestRemoveTeam(t *testing.T) {
	eachDoor(t, func(t *testing.T, through opener) {
		srv := through(recorded(t))
		srv.Teams.Edit(storks, func(team *tourney.Team) { team.ParentID = otters })
		srv.Teams.Remove(otters)
		require.False(t, second(srv.Teams.Get(otters)))
		require.Equal(t, 404, send(t, srv, "GET", "/api/v1/teams?id=101", "").status)
		require.Equal(t, 404, send(t, srv, "PUT", "/api/v1/teams", `{"ExternalTeamId":"T-OTTERS","Name":"x"}`).status)
		require.Equal(t, []int64{herons}, listed(t, srv, "/api/v1/teams?divisionid=11", "Teams"))
		require.Equal(t, []int64{0, herons, 0}, teamsOn(srv.World, poolA))
		require.Empty(t, listed(t, srv, "/api/v1/games?teamid=101", "Games"))
		game, _ := srv.Games.Get(played)
		require.Nil(t, game.AwayTeam.TeamID)
		require.Equal(t, "Otters", game.AwayTeam.Name)
		require.Equal(t, "3", game.AwayTeam.Score.String())
		require.NotContains(t, get(t, srv, "/api/v1/statistics"), "Loft")
		player, ok := srv.Players.Get(ada)
		require.True(t, ok)
		require.Empty(t, player.Teams)
		child, _ := srv.Teams.Get(storks)
		require.Zero(t, child.ParentID)
		require.EqualValues(t, otters, srv.Registrations.All()[0].TeamID, "a record stays")
		require.Len(t, srv.Payments.All(), 1)

		require.EqualValues(t, otters, srv.Teams.Add(tourney.Team{ID: otters, Name: "New", Division: &tourney.TeamDivision{ID: gold}}))
		require.Equal(t, []int64{herons, otters}, listed(t, srv, "/api/v1/teams?divisionid=11", "Teams"), "a new row comes last")
	})
}

func TestRemoveContainersWhenTheyAreEmpty(t *testing.T) {
	eachDoor(t, func(t *testing.T, through opener) {
		srv := through(world(t, tourney.Soccer))
		for _, id := range []int64{played, open, final} {
			srv.Games.Remove(id)
		}
		require.Empty(t, srv.Statistics.OfGame(played))
		require.Contains(t, get(t, srv, "/api/v1/statistics"), `"Statistics":[]`)
		srv.Pools.Remove(poolA)
		require.Empty(t, srv.Pools.Positions(poolA))
		require.Equal(t, 404, send(t, srv, "PUT", "/api/v1/standings", `{"TeamPoolId":311,"TeamId":101}`).status)
		srv.Teams.Edit(otters, func(team *tourney.Team) { team.Division = nil })
		srv.Teams.Remove(herons)
		srv.Divisions.Remove(gold)
		require.Equal(t, []int64{paidOnly}, listed(t, srv, "/api/v1/divisions", "Divisions")[:1])
		srv.Venues.Remove(fieldhouse)
		srv.Teams.Remove(storks)
		srv.Divisions.Remove(abroad)
		srv.Events.Remove(league)
		require.Len(t, srv.Events.All(), 1)
		srv.Players.Remove(ada)
		team, _ := srv.Teams.Get(otters)
		require.Len(t, team.Players, 1)
	})
}

// TestRemovePoolLeavesGames: the sides of games no longer name the pool and its positions.
func TestRemovePoolLeavesGames(t *testing.T) {
	eachDoor(t, func(t *testing.T, through opener) {
		srv := through(world(t, tourney.Soccer))
		srv.Games.Edit(open, func(g *tourney.Game) { g.AwayTeam.PoolID = new(int64(poolA)) })
		srv.Pools.Remove(poolA)
		for _, g := range srv.Games.All() {
			for _, s := range []*tourney.GameSide{g.AwayTeam, g.HomeTeam} {
				require.Nil(t, s.TeamPoolID)
				require.Nil(t, s.PoolID)
			}
		}
		require.Equal(t, []int64{otters, herons}, listed(t, srv, "/api/v1/teams?divisionid=11", "Teams"))
	})
}

func TestRecordsAreEdited(t *testing.T) {
	eachDoor(t, func(t *testing.T, through opener) {
		srv := through(recorded(t))
		srv.Payments.Edit("TX-1", func(p *stored.Payment) {
			p.Amount, p.Request.Payment = tourney.MustDecimal("12.50"), paying(nil)
		})
		require.Equal(t, "12.50", srv.Payments.All()[0].Amount.String())
		noCardIn(t, srv.Payments.All()[0].Request.Payment)
		srv.Registrations.Edit(otters, func(r *stored.Registration) {
			r.Request.Name, r.Request.Payment = new("Sea Otters"), paying(nil)
		})
		require.Equal(t, "Sea Otters", *srv.Registrations.All()[0].Request.Name)
		noCardIn(t, srv.Registrations.All()[0].Request.Payment)
		require.Equal(t, "MOCK-000002", srv.Payments.Add(stored.Payment{}))
		srv.Payments.Remove("TX-1")
		require.Empty(t, srv.Registrations.All()[0].TransactionID)
		require.Equal(t, "MOCK-000003", srv.Payments.Add(stored.Payment{}), "no transaction id is given out twice")
		srv.Registrations.Remove(otters)
		require.Empty(t, srv.Registrations.All())
		srv.Registrations.Add(stored.Registration{TeamID: otters})
	})
}

// TestSettersReachWhatResourcesDoNotShow: every value with a reader has a writer.
func TestSettersReachWhatResourcesDoNotShow(t *testing.T) {
	eachDoor(t, func(t *testing.T, through opener) {
		srv := through(world(t, tourney.Soccer))
		srv.Divisions.EditDetails(gold, func(d *stored.DivisionDetails) { d.ExternalID = "D-11" })
		require.Equal(t, "D-11", detailsOf(srv.Divisions, gold).ExternalID)
		srv.Games.EditDetails(open, func(d *stored.GameDetails) { d.ExternalID = "V-82" })
		require.Equal(t, "V-82", detailsOf(srv.Games, open).ExternalID)
		srv.Teams.EditDetails(club, func(d *stored.TeamDetails) { d.EventID = league })
		require.EqualValues(t, league, detailsOf(srv.Teams, club).EventID)
		require.Contains(t, listed(t, srv, "/api/v1/teams?eventid=2", "Teams"), int64(club))
		srv.Events.EditDetails(cup, func(d *stored.EventDetails) { *d = stored.EventDetails{OrganizationID: 5} })
		owner, ok := srv.Events.Details(cup)
		require.True(t, ok)
		require.EqualValues(t, 5, owner.OrganizationID)
		srv.Teams.EditDetails(otters, func(d *stored.TeamDetails) {
			d.Website, d.Coaches = "https://otters.example.com", map[int64]stored.CoachDetails{coach1: {Primary: true}}
		})
		details, _ := srv.Teams.Details(otters)
		require.True(t, details.Coaches[coach1].Primary)
		srv.Teams.Edit(otters, func(team *tourney.Team) { team.Coaches = nil })
		details, _ = srv.Teams.Details(otters)
		require.Empty(t, details.Coaches, "the coach is gone")
		require.Equal(t, "https://otters.example.com", details.Website)
		require.False(t, second(srv.Events.Details(9)))
		require.Zero(t, detailsOf(srv.Teams, 9).EventID)
		require.Empty(t, detailsOf(srv.Venues, 9).EventIDs)
	})
}

func TestStatisticOrder(t *testing.T) {
	eachDoor(t, func(t *testing.T, through opener) {
		srv := through(world(t, tourney.Soccer))
		for _, name := range []string{"Assists", "Hops", "Goals", "Saves"} {
			srv.Statistics.Set(played, line2, name, tourney.NewDecimal(1, 0))
		}
		order := func() (names []string) {
			leaders, err := srv.Client().Statistics.Leaders(t.Context(), tourney.LeadersOptions{})
			require.NoError(t, err)
			for _, c := range leaders {
				names = append(names, c.Name)
			}
			return names
		}
		usual := order()
		srv.Statistics.SetOrder("hops", "Saves")
		require.Equal(t, []string{"hops", "Saves"}, srv.Statistics.Order())
		require.Equal(t, []string{"Hops", "Saves"}, order()[:2])
		require.ElementsMatch(t, usual, order())
		srv.Statistics.SetOrder()
		require.Equal(t, usual, order())
		srv.Statistics.Remove(played, line2, "HOPS")
		require.NotContains(t, order(), "Hops")
		require.Empty(t, cmp.Diff([]string{"Assists", "Goals", "Saves"}, statisticsOfLine(srv.World, line2)))
	})
}

func statisticsOfLine(srv *mockserver.World, line int64) (names []string) {
	for _, s := range srv.Statistics.OfGame(played) {
		if s.TeamPlayerID == line {
			names = append(names, s.Name)
		}
	}
	return names
}

// TestAddAccountReplaces: a user name names one account.
func TestAddAccountReplaces(t *testing.T) {
	eachDoor(t, func(t *testing.T, through opener) {
		srv := through(empty(t, tourney.Soccer))
		keys := func(key string) tourney.Account {
			return tourney.Account{Credentials: auth.Credentials{APIKey: key, APISecret: secret.New("s")}}
		}
		srv.Accounts.Add("sam", "old", keys("one"))
		srv.Accounts.Add("sam", "new", keys("two"))
		account, err := srv.Client().Authenticate(t.Context(), "sam", "new")
		require.NoError(t, err)
		require.Equal(t, "two", account.Credentials.APIKey)
		_, err = srv.Client().Authenticate(t.Context(), "sam", "old")
		require.ErrorIs(t, err, tourney.ErrUnauthorized)
	})
}

// TestAddAccountKeepsKeys: an account without keys of its own can sign, and no rotation brings old keys back.
func TestAddAccountKeepsKeys(t *testing.T) {
	eachDoor(t, func(t *testing.T, through opener) {
		srv := through(world(t, tourney.Soccer, mockserver.RequireAuth(auth.HMAC{})))
		signed := func(keys auth.Credentials) error {
			_, err := srv.Client(tourney.WithCredentials(keys)).Venues.List(t.Context(), tourney.VenueListOptions{})
			return err
		}
		login := func(password string) auth.Credentials {
			account, err := srv.Client(tourney.WithPlainHTTP()).Authenticate(t.Context(), "sam", password)
			require.NoError(t, err)
			require.NotEmpty(t, account.Credentials.APIKey)
			return account.Credentials
		}
		srv.Accounts.Add("sam", "old", tourney.Account{})
		made := login("old")
		require.NoError(t, signed(made))
		srv.Accounts.Add("sam", "new", tourney.Account{})
		require.Equal(t, made, login("new"))
		rotated := srv.Accounts.RotateKeys("sam")
		require.NotEqual(t, made, rotated)
		own := auth.Credentials{APIKey: "own", APISecret: secret.New("own secret")}
		srv.Accounts.Add("sam", "new", tourney.Account{Credentials: own})
		again := srv.Accounts.RotateKeys("sam")
		for _, old := range []auth.Credentials{made, rotated, own} {
			require.ErrorIs(t, signed(old), tourney.ErrUnauthorized)
		}
		require.NoError(t, signed(again))
	})
}

// TestRecordsOutliveTheirRows: a record that names a removed team can still be edited.
func TestRecordsOutliveTheirRows(t *testing.T) {
	eachDoor(t, func(t *testing.T, through opener) {
		srv := through(recorded(t))
		srv.Teams.Remove(otters)
		srv.Payments.Edit("TX-1", func(p *stored.Payment) { p.Title = "Refund" })
		srv.Registrations.Edit(otters, func(r *stored.Registration) { r.Request.Name = new("Gone") })
		require.Equal(t, "Refund", srv.Payments.All()[0].Title)
		require.EqualValues(t, otters, srv.Payments.All()[0].TeamID)
		require.Equal(t, "Gone", *srv.Registrations.All()[0].Request.Name)
		require.Equal(t, "TX-1", srv.Registrations.All()[0].TransactionID)
		require.PanicsWithError(t, "mockserver: Payments.Edit: TeamId 9 names no team"+firstOr, func() {
			srv.Payments.Edit("TX-1", func(p *stored.Payment) { p.TeamID = 9 })
		})
	})
}

// TestDanglingReferences: a game of a division that is not there belongs to it once it is.
func TestDanglingReferences(t *testing.T) {
	eachDoor(t, func(t *testing.T, through opener) {
		srv := through(empty(t, tourney.Soccer, mockserver.AllowDanglingReferences()))
		event := srv.Events.Add(tourney.Event{Name: "Cup"})
		id := srv.Games.Add(tourney.Game{
			Division: &tourney.GameDivision{ID: 7}, AwayTeam: &tourney.GameSide{TeamID: new(int64(8)), Name: "Somebody"},
		})
		require.Empty(t, listed(t, srv, "/api/v1/games?eventid="+text(t, event), "Games"))
		srv.Divisions.Add(tourney.Division{ID: 7, Name: "Gold"})
		srv.Teams.Add(tourney.Team{ID: 8, Name: "Otters"})
		require.Equal(t, []int64{id}, listed(t, srv, "/api/v1/games?eventid="+text(t, event), "Games"))
		game, _ := srv.Games.Get(id)
		require.Equal(t, "Gold", game.Division.Name)
		require.Equal(t, "Otters", game.AwayTeam.Name)
		require.Panics(t, func() { srv.Teams.Add(tourney.Team{ID: 8}) }, "a known id is refused all the same")
	})
}

// TestNextIDThatARowTook: a create replaces no row.
func TestNextIDThatARowTook(t *testing.T) {
	eachDoor(t, func(t *testing.T, through opener) {
		srv := through(empty(t, tourney.Soccer))
		srv.SetNextID(5)
		srv.Teams.Add(tourney.Team{ID: 5})
		created, err := srv.Client().Teams.Create(t.Context(), tourney.TeamCreateInput{Name: new("x")})
		require.NoError(t, err)
		require.NotEqualValues(t, 5, created)
		team, _ := srv.Teams.Get(5)
		require.Empty(t, team.Name)
	})
}
