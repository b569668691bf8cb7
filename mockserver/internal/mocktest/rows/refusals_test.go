package rows

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
	"github.com/tourney-go/tourney/mockserver/stored"
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
		func(srv *mockserver.World) { srv.Events.Add(tourney.Event{ID: mocktest.Cup}) },
		"Events.Add: Id 1: the event exists already: Edit changes it",
	},
	"known division": {
		func(srv *mockserver.World) { srv.Divisions.Add(tourney.Division{ID: mocktest.Gold}) },
		"Divisions.Add: Id 11: the division exists already: Edit changes it",
	},
	"known pool": {
		func(srv *mockserver.World) { mocktest.AddPool(srv, tourney.Pool{ID: mocktest.PoolA}, 2) },
		"Pools.Add: Id 31: the pool exists already: Edit changes it",
	},
	"known team": {
		func(srv *mockserver.World) { srv.Teams.Add(tourney.Team{ID: mocktest.Otters, Name: "Bare"}) },
		"Teams.Add: Id 101: the team exists already: Edit changes it",
	},
	"known player": {
		func(srv *mockserver.World) { srv.Players.Add(tourney.Player{ID: mocktest.Ada}) },
		"Players.Add: Id 2001: the player exists already: Edit changes it",
	},
	"known venue": {
		func(srv *mockserver.World) { srv.Venues.Add(tourney.Venue{ID: mocktest.Park}) },
		"Venues.Add: Id 72: the venue exists already: Edit changes it",
	},
	"known game": {
		func(srv *mockserver.World) { srv.Games.Add(tourney.Game{ID: mocktest.Played}) },
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
				Division: &tourney.TeamDivision{Name: "New"}, Pools: []tourney.TeamPool{{Number: 3, Pool: tourney.Pool{ID: mocktest.PoolA}}},
			})
		},
		"Teams.Add: Pools[0].Pool.Id 31 is a pool of division 11, not of the new one",
	},
	"team of a new division in a pool of another one": {
		func(srv *mockserver.World) {
			srv.Divisions.Add(tourney.Division{Teams: []tourney.Team{{Pools: []tourney.TeamPool{{Number: 3,
				Pool: tourney.Pool{ID: mocktest.PoolA}}}}}})
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
		func(srv *mockserver.World) { srv.Pools.AddPositions(mocktest.PoolA, 3, mocktest.TeamPool1, 7, 7) },
		"Pools.AddPositions: ids[0] 311: the position exists already: Edit changes it; ids[2] 7 is there twice",
	},
	"more ids than positions": {
		func(srv *mockserver.World) { srv.Pools.AddPositions(mocktest.PoolA, 1, 8, 9) },
		"Pools.AddPositions: positions is 1, with 2 ids: expected 0 to 10000, and at most as many ids",
	},
	"fewer than no positions": {
		func(srv *mockserver.World) { srv.Pools.AddPositions(mocktest.PoolA, -1) },
		"Pools.AddPositions: positions is -1, with 0 ids: expected 0 to 10000, and at most as many ids",
	},
	"positions of no pool": {func(srv *mockserver.World) { srv.Pools.AddPositions(9, 1) }, "Pools.AddPositions: there is no pool 9"},
	"line of another team": {
		func(srv *mockserver.World) {
			srv.Teams.Add(tourney.Team{Players: []tourney.TeamPlayer{{ID: mocktest.Line1}, {ID: 7}, {ID: 7}}})
		},
		"Teams.Add: Players[0].Id 1001 is in the roster of team 101; Players[2].Id 7 is there twice",
	},
	"position of another team": {
		func(srv *mockserver.World) {
			srv.Teams.Add(tourney.Team{
				Division: &tourney.TeamDivision{ID: mocktest.Gold}, Pools: []tourney.TeamPool{{Number: 1, Pool: tourney.Pool{ID: mocktest.PoolA}}},
			})
		},
		"Teams.Add: Pools[0].Number 1: team 101 has that position of pool 31",
	},
	"no such position": {
		func(srv *mockserver.World) {
			srv.Teams.Add(tourney.Team{Pools: []tourney.TeamPool{{Number: 4, Pool: tourney.Pool{ID: mocktest.PoolA}}}})
		},
		"Teams.Add: Pools[0].Number 4: pool 31 has no such position: add it with Pools.AddPositions",
	},
	"pool of another division": {
		func(srv *mockserver.World) {
			srv.Teams.Add(tourney.Team{
				Division: &tourney.TeamDivision{ID: mocktest.Abroad}, Pools: []tourney.TeamPool{{Number: 3, Pool: tourney.Pool{ID: mocktest.PoolA}}},
			})
		},
		"Teams.Add: Pools[0].Pool.Id 31 is a pool of division 11, not of 21",
	},
	"division of no event": {
		func(srv *mockserver.World) { srv.Divisions.Add(tourney.Division{Event: &tourney.Event{ID: 9}}) },
		"Divisions.Add: Event.Id 9 names no event" + firstOr,
	},
	"pool of no division": {
		func(srv *mockserver.World) {
			mocktest.AddPool(srv, tourney.Pool{Division: &tourney.TeamDivision{ID: 9}}, 1)
		},
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
				Players: []tourney.TeamPlayer{{ID: 7}}, Pools: []tourney.TeamPool{{Number: 3, Pool: tourney.Pool{ID: mocktest.PoolA}}},
			}
			srv.Divisions.Add(tourney.Division{ID: mocktest.Gold + 900, Teams: []tourney.Team{team, team}})
		},
		"Divisions.Add: Teams[0].Pools[0].Pool.Id 31 is a pool of division 11, not of 911; Teams[1].Players[0].Id 7 is there twice; " +
			"Teams[1].Pools[0].Pool.Id 31 is a pool of division 11, not of 911; Teams[1].Pools[0].Number 3 of pool 31 is there twice",
	},
	"player of no team": {
		func(srv *mockserver.World) {
			srv.Players.Add(tourney.Player{Teams: []tourney.PlayerTeam{{ID: mocktest.Otters, Games: []tourney.PlayerGame{{ID: 8}}}, {ID: 9}}})
		},
		"Players.Add: Teams[0].Games[0].Id 8 names no game" + firstOr + "; Teams[1].Id 9 names no team" + firstOr,
	},
	"venue of no event": {
		func(srv *mockserver.World) {
			srv.Venues.EditDetails(mocktest.Park, func(d *stored.VenueDetails) { d.EventIDs = []int64{mocktest.Cup, 9} })
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
		func(srv *mockserver.World) { srv.Registrations.Add(stored.Registration{TeamID: mocktest.Otters}) },
		"Registrations.Add: TeamId 101 names a team that has a registration: Registrations.Edit changes it",
	},
	"event below no event": {
		func(srv *mockserver.World) {
			srv.Events.EditDetails(mocktest.Cup, func(d *stored.EventDetails) { *d = stored.EventDetails{ParentID: 9} })
		},
		"Events.EditDetails: ParentId 9 names no event" + firstOr,
	},
	"venue of no event, later": {
		func(srv *mockserver.World) {
			srv.Venues.EditDetails(mocktest.Park, func(d *stored.VenueDetails) { d.EventIDs = []int64{9} })
		},
		"Venues.EditDetails: EventIDs[0] 9 names no event" + firstOr,
	},
	"event of a team in a division": {
		func(srv *mockserver.World) {
			srv.Teams.EditDetails(mocktest.Otters, func(d *stored.TeamDetails) { d.EventID = mocktest.League })
		},
		"Teams.EditDetails: EventId: the team is in division 11, which belongs to event 1",
	},
	"next transaction id of a payment": {
		func(srv *mockserver.World) { srv.SetNextTransactionID("TX-1") },
		`SetNextTransactionID: a payment has the transaction id "TX-1"`,
	},
	"next id of a team": {
		func(srv *mockserver.World) { srv.SetNextID(mocktest.Otters) },
		"SetNextID: the id 101: the team exists already: Edit changes it",
	},
}

// recorded returns world with a payment and a registration.
func recorded(t *testing.T) *mockserver.Server {
	t.Helper()
	srv := mocktest.World(t, tourney.Soccer)
	require.Equal(t, "TX-1", srv.Payments.Add(stored.Payment{TransactionID: "TX-1", TeamID: mocktest.Otters}))
	srv.Registrations.Add(stored.Registration{TeamID: mocktest.Otters, TransactionID: "TX-1"})
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
		mocktest.EachDoor(t, func(t *testing.T, through mocktest.Opener) {
			srv := through(recorded(t))
			before := mocktest.Dump(srv.World)
			require.PanicsWithError(t, "mockserver: "+want, func() { call(srv.World) })
			mocktest.Unchanged(t, before, srv.World)
			next := srv.Teams.Add(tourney.Team{})
			require.Equal(t, recorded(t).Teams.Add(tourney.Team{}), next, "a refused call takes no id")
		})
	})
}
