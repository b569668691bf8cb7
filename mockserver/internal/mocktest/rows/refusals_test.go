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

const (
	firstOr = ": add it first"
	onlyID  = ": only its id can change here: its other members are those of the "
)

// side returns a side with a change.
func side(change func(*tourney.GameSide)) *tourney.GameSide {
	s := &tourney.GameSide{}
	change(s)
	return s
}

// addRefusals are Add calls with a known id, or with a reference to a row that is not there, by what the refusal says.
var addRefusals = map[string]func(w *mockserver.World){
	"Events.Add: Id 1: the event exists already: Edit changes it": func(w *mockserver.World) {
		w.Events.Add(tourney.Event{ID: mocktest.Cup})
	},
	"Divisions.Add: Id 11: the division exists already: Edit changes it": func(w *mockserver.World) {
		w.Divisions.Add(tourney.Division{ID: mocktest.Gold})
	},
	"Pools.Add: Id 31: the pool exists already: Edit changes it": func(w *mockserver.World) {
		mocktest.AddPool(w, tourney.Pool{ID: mocktest.PoolA}, 2)
	},
	"Teams.Add: Id 101: the team exists already: Edit changes it": func(w *mockserver.World) {
		w.Teams.Add(tourney.Team{ID: mocktest.Otters, Name: "Bare"})
	},
	"Players.Add: Id 2001: the player exists already: Edit changes it": func(w *mockserver.World) {
		w.Players.Add(tourney.Player{ID: mocktest.Ada})
	},
	"Venues.Add: Id 72: the venue exists already: Edit changes it": func(w *mockserver.World) {
		w.Venues.Add(tourney.Venue{ID: mocktest.Park})
	},
	"Games.Add: Id 81: the game exists already: Edit changes it": func(w *mockserver.World) {
		w.Games.Add(tourney.Game{ID: mocktest.Played})
	},
	"Venues.Add: Locations[2].Id 3 is there twice": func(w *mockserver.World) {
		w.Venues.Add(tourney.Venue{Locations: []tourney.Location{{ID: 3}, {}, {ID: 3}}})
	},
	"Divisions.Add: Prices[1].Id 3 is there twice; Brackets[2].Id 4 is there twice": func(w *mockserver.World) {
		w.Divisions.Add(tourney.Division{
			Prices: []tourney.Price{{ID: 3}, {ID: 3}}, Brackets: []tourney.Bracket{{ID: 4}, {ID: 5}, {ID: 4}},
		})
	},
	"Teams.Add: Coaches[1].Id 3 is there twice": func(w *mockserver.World) {
		w.Teams.Add(tourney.Team{Coaches: []tourney.Coach{{ID: 3}, {ID: 3}}})
	},
	"Teams.Add: Pools[0].Pool.Id 31 is a pool of division 11, not of the new one": func(w *mockserver.World) {
		w.Teams.Add(tourney.Team{
			Division: &tourney.TeamDivision{Name: "New"}, Pools: []tourney.TeamPool{{Number: 3, Pool: tourney.Pool{ID: mocktest.PoolA}}},
		})
	},
	"Divisions.Add: Teams[0].Pools[0].Pool.Id 31 is a pool of division 11, not of the new one": func(w *mockserver.World) {
		w.Divisions.Add(tourney.Division{Teams: []tourney.Team{{Pools: []tourney.TeamPool{{Number: 3,
			Pool: tourney.Pool{ID: mocktest.PoolA}}}}}})
	},
	"Accounts.Add: user name and password are required": func(w *mockserver.World) {
		w.Accounts.Add("sam", "", tourney.Account{})
	},
	"Accounts.Add: an API key needs its secret, and a secret its key": func(w *mockserver.World) {
		w.Accounts.Add("sam", "pass", tourney.Account{Credentials: auth.Credentials{APIKey: "key"}})
	},
	"Pools.AddPositions: ids[0] 311: the position exists already: Edit changes it; ids[2] 7 is there twice": func(w *mockserver.World) {
		w.Pools.AddPositions(mocktest.PoolA, 3, mocktest.TeamPool1, 7, 7)
	},
	"Pools.AddPositions: positions is 1, with 2 ids: expected 0 to 10000, and at most as many ids": func(w *mockserver.World) {
		w.Pools.AddPositions(mocktest.PoolA, 1, 8, 9)
	},
	"Pools.AddPositions: positions is -1, with 0 ids: expected 0 to 10000, and at most as many ids": func(w *mockserver.World) {
		w.Pools.AddPositions(mocktest.PoolA, -1)
	},
	"Pools.AddPositions: there is no pool 9": func(w *mockserver.World) { w.Pools.AddPositions(9, 1) },
	"Teams.Add: Players[0].Id 1001 is in the roster of team 101; Players[2].Id 7 is there twice": func(w *mockserver.World) {
		w.Teams.Add(tourney.Team{Players: []tourney.TeamPlayer{{ID: mocktest.Line1}, {ID: 7}, {ID: 7}}})
	},
	"Teams.Add: Pools[0].Number 1: team 101 has that position of pool 31": func(w *mockserver.World) {
		w.Teams.Add(tourney.Team{
			Division: &tourney.TeamDivision{ID: mocktest.Gold}, Pools: []tourney.TeamPool{{Number: 1, Pool: tourney.Pool{ID: mocktest.PoolA}}},
		})
	},
	"Teams.Add: Pools[0].Number 4: pool 31 has no such position: add it with Pools.AddPositions": func(w *mockserver.World) {
		w.Teams.Add(tourney.Team{Pools: []tourney.TeamPool{{Number: 4, Pool: tourney.Pool{ID: mocktest.PoolA}}}})
	},
	"Teams.Add: Pools[0].Pool.Id 31 is a pool of division 11, not of 21": func(w *mockserver.World) {
		w.Teams.Add(tourney.Team{
			Division: &tourney.TeamDivision{ID: mocktest.Abroad}, Pools: []tourney.TeamPool{{Number: 3, Pool: tourney.Pool{ID: mocktest.PoolA}}},
		})
	},
	"Divisions.Add: Event.Id 9 names no event" + firstOr: func(w *mockserver.World) {
		w.Divisions.Add(tourney.Division{Event: &tourney.Event{ID: 9}})
	},
	"Pools.Add: Division.Id 9 names no division" + firstOr: func(w *mockserver.World) {
		mocktest.AddPool(w, tourney.Pool{Division: &tourney.TeamDivision{ID: 9}}, 1)
	},
	"Teams.Add: Division.Id 9 names no division" + firstOr + "; ParentId 8 names no team" + firstOr +
		"; Pools[0].Pool.Id 7 names no pool" + firstOr: func(w *mockserver.World) {
		w.Teams.Add(tourney.Team{
			Division: &tourney.TeamDivision{ID: 9}, ParentID: 8, Pools: []tourney.TeamPool{{Number: 1, Pool: tourney.Pool{ID: 7}}},
		})
	},
	"Divisions.Add: Teams[0].ParentId 8 names no team" + firstOr: func(w *mockserver.World) {
		w.Divisions.Add(tourney.Division{Teams: []tourney.Team{{ParentID: 8}}})
	},
	"Divisions.Add: Teams[0].Pools[0].Pool.Id 31 is a pool of division 11, not of 911; Teams[1].Players[0].Id 7 is there twice; " +
		"Teams[1].Pools[0].Pool.Id 31 is a pool of division 11, not of 911; " +
		"Teams[1].Pools[0].Number 3 of pool 31 is there twice": func(w *mockserver.World) {
		team := tourney.Team{
			Players: []tourney.TeamPlayer{{ID: 7}}, Pools: []tourney.TeamPool{{Number: 3, Pool: tourney.Pool{ID: mocktest.PoolA}}},
		}
		w.Divisions.Add(tourney.Division{ID: mocktest.Gold + 900, Teams: []tourney.Team{team, team}})
	},
	"Players.Add: Teams[0].Games[0].Id 8 names no game" + firstOr + "; Teams[1].Id 9 names no team" + firstOr: func(w *mockserver.World) {
		w.Players.Add(tourney.Player{Teams: []tourney.PlayerTeam{{ID: mocktest.Otters, Games: []tourney.PlayerGame{{ID: 8}}}, {ID: 9}}})
	},
	"Venues.EditDetails: EventIDs[1] 9 names no event" + firstOr: func(w *mockserver.World) {
		w.Venues.EditDetails(mocktest.Park, func(d *stored.VenueDetails) { d.EventIDs = []int64{mocktest.Cup, 9} })
	},
	"Games.Add: Division.Id 9 names no division" + firstOr + "; Division.Event.Id 8 names no event" + firstOr +
		"; VenueCourt.Venue.Id 7 names no venue" + firstOr + "; AwayTeam.TeamId 6 names no team" + firstOr +
		"; AwayTeam.TeamPoolId 5 names no position of a pool" + firstOr + "; HomeTeam.DivisionId 4 names no division" + firstOr +
		"; HomeTeam.PoolId 3 names no pool" + firstOr: func(w *mockserver.World) {
		w.Games.Add(tourney.Game{
			Division:   &tourney.GameDivision{ID: 9, Event: &tourney.Event{ID: 8}},
			VenueCourt: &tourney.VenueCourt{Venue: &tourney.Venue{ID: 7}},
			AwayTeam:   side(func(s *tourney.GameSide) { s.TeamID, s.TeamPoolID = new(int64(6)), new(int64(5)) }),
			HomeTeam:   side(func(s *tourney.GameSide) { s.DivisionID, s.PoolID = new(int64(4)), new(int64(3)) }),
		})
	},
	"Payments.Add: TeamId 9 names no team" + firstOr + "; DivisionId 8 names no division" + firstOr +
		"; EventId 7 names no event" + firstOr: func(w *mockserver.World) {
		w.Payments.Add(stored.Payment{TeamID: 9, DivisionID: 8, EventID: 7})
	},
	`Payments.Add: TransactionId "TX-1" names a payment that exists: Payments.Edit changes it`: func(w *mockserver.World) {
		w.Payments.Add(stored.Payment{TransactionID: "TX-1"})
	},
	"Registrations.Add: TeamId 9 names no team" + firstOr + `; TransactionId "TX-9" names no payment` + firstOr: func(w *mockserver.World) {
		w.Registrations.Add(stored.Registration{TeamID: 9, TransactionID: "TX-9"})
	},
	"Registrations.Add: TeamId 101 names a team that has a registration: Registrations.Edit changes it": func(w *mockserver.World) {
		w.Registrations.Add(stored.Registration{TeamID: mocktest.Otters})
	},
	"Events.EditDetails: ParentId 9 names no event" + firstOr: func(w *mockserver.World) {
		w.Events.EditDetails(mocktest.Cup, func(d *stored.EventDetails) { *d = stored.EventDetails{ParentID: 9} })
	},
	"Venues.EditDetails: EventIDs[0] 9 names no event" + firstOr: func(w *mockserver.World) {
		w.Venues.EditDetails(mocktest.Park, func(d *stored.VenueDetails) { d.EventIDs = []int64{9} })
	},
	"Teams.EditDetails: EventId: the team is in division 11, which belongs to event 1": func(w *mockserver.World) {
		w.Teams.EditDetails(mocktest.Otters, func(d *stored.TeamDetails) { d.EventID = mocktest.League })
	},
	`SetNextTransactionID: a payment has the transaction id "TX-1"`: func(w *mockserver.World) {
		w.SetNextTransactionID("TX-1")
	},
	"SetNextID: the id 101: the team exists already: Edit changes it": func(w *mockserver.World) {
		w.SetNextID(mocktest.Otters)
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
	for _, refusals := range []map[string]func(*mockserver.World){addRefusals, editRefusals} {
		for want, call := range refusals {
			t.Run(want, func(t *testing.T) {
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
	}
}

// editRefusals are calls of Edit and Remove methods that would lose something, by what the refusal says.
var editRefusals = map[string]func(w *mockserver.World){
	"Teams.Edit: the function is nil":  func(w *mockserver.World) { w.Teams.Edit(mocktest.Otters, nil) },
	"Events.Edit: there is no event 9": func(w *mockserver.World) { w.Events.Edit(9, func(*tourney.Event) {}) },
	"Divisions.Edit: there is no division 9": func(w *mockserver.World) {
		w.Divisions.Edit(9, func(*tourney.Division) {})
	},
	"Pools.Edit: there is no pool 9":     func(w *mockserver.World) { w.Pools.Edit(9, func(*tourney.Pool) {}) },
	"Teams.Edit: there is no team 9":     func(w *mockserver.World) { w.Teams.Edit(9, func(*tourney.Team) {}) },
	"Players.Edit: there is no player 9": func(w *mockserver.World) { w.Players.Edit(9, func(*tourney.Player) {}) },
	"Venues.Edit: Locations[1].Id 3 is there twice": func(w *mockserver.World) {
		w.Venues.Edit(mocktest.Park, func(v *tourney.Venue) { v.Locations = []tourney.Location{{ID: 3}, {ID: 3}} })
	},
	"Divisions.Edit: Prices[1].Id 51 is there twice": func(w *mockserver.World) {
		w.Divisions.Edit(mocktest.Gold, func(d *tourney.Division) { d.Prices = append(d.Prices, d.Prices...) })
	},
	"Venues.Edit: there is no venue 9": func(w *mockserver.World) { w.Venues.Edit(9, func(*tourney.Venue) {}) },
	"Games.Edit: there is no game 9":   func(w *mockserver.World) { w.Games.Edit(9, func(*tourney.Game) {}) },
	"Teams.EditDetails: there is no team 9": func(w *mockserver.World) {
		w.Teams.EditDetails(9, func(*stored.TeamDetails) {})
	},
	"Payments.Edit: there is no payment \"TX-9\"": func(w *mockserver.World) {
		w.Payments.Edit("TX-9", func(*stored.Payment) {})
	},
	"Registrations.Edit: there is no registration of team 102": func(w *mockserver.World) {
		w.Registrations.Edit(mocktest.Herons, func(*stored.Registration) {})
	},
	"Teams.Edit: the id changed from 101 to 7: an id stays": func(w *mockserver.World) {
		w.Teams.Edit(mocktest.Otters, func(t *tourney.Team) { t.ID, t.Name = 7, "x" })
	},
	"Payments.Edit: the id changed from TX-1 to TX-2: an id stays": func(w *mockserver.World) {
		w.Payments.Edit("TX-1", func(p *stored.Payment) { p.TransactionID = "TX-2" })
	},
	"Games.Edit: AwayTeam.Name is that of team 101: Teams.Edit changes it": func(w *mockserver.World) {
		w.Games.Edit(mocktest.Played, func(g *tourney.Game) { g.AwayTeam.Name = "x" })
	},
	"Games.Edit: Division" + onlyID + "division: Divisions.Edit changes them": func(w *mockserver.World) {
		w.Games.Edit(mocktest.Played, func(g *tourney.Game) { g.Division.Name = "x" })
	},
	"Games.Edit: Division.Event" + onlyID + "event: Events.Edit changes them": func(w *mockserver.World) {
		w.Games.Edit(mocktest.Played, func(g *tourney.Game) { g.Division.Event.Name = "x" })
	},
	"Games.Edit: VenueCourt.Venue" + onlyID + "venue: Venues.Edit changes them": func(w *mockserver.World) {
		w.Games.Edit(mocktest.Played, func(g *tourney.Game) { g.VenueCourt.Venue.Name = "x" })
	},
	"Games.Edit: AwayTeam.TeamId 9 names no team" + firstOr: func(w *mockserver.World) {
		w.Games.Edit(mocktest.Played, func(g *tourney.Game) { *g.AwayTeam.TeamID = 9 })
	},
	"Teams.Edit: Division" + onlyID + "division: Divisions.Edit changes them": func(w *mockserver.World) {
		w.Teams.Edit(mocktest.Otters, func(t *tourney.Team) { t.Division.Name = "x" })
	},
	"Teams.Edit: Pools[0].Pool" + onlyID + "pool: Pools.Edit changes them": func(w *mockserver.World) {
		w.Teams.Edit(mocktest.Otters, func(t *tourney.Team) { t.Pools[0].Pool.Name = "x" })
	},
	"Teams.Edit: Players[0].PlayerId changed from 2001 to 2003: a line of a roster keeps its player": func(w *mockserver.World) {
		w.Teams.Edit(mocktest.Otters, func(t *tourney.Team) { t.Players[0].PlayerID = mocktest.Cleo })
	},
	"Teams.Edit: Pools[1].Pool.Id 31 is there twice: a team has one position in a pool": func(w *mockserver.World) {
		w.Teams.Edit(mocktest.Otters, func(t *tourney.Team) {
			t.Pools = append(t.Pools, tourney.TeamPool{Number: 3, Pool: tourney.Pool{ID: mocktest.PoolA}})
		})
	},
	"Teams.Edit: ParentId 101 is the team itself": func(w *mockserver.World) {
		w.Teams.Edit(mocktest.Otters, func(t *tourney.Team) { t.ParentID = mocktest.Otters })
	},
	"Teams.EditDetails: Coaches[9] names no coach of the team": func(w *mockserver.World) {
		w.Teams.EditDetails(mocktest.Otters, func(d *stored.TeamDetails) { d.Coaches = map[int64]stored.CoachDetails{9: {}} })
	},
	"Divisions.Edit: Teams must stay nil: Teams.Edit moves a team": func(w *mockserver.World) {
		w.Divisions.Edit(mocktest.Gold, func(d *tourney.Division) { d.Teams = []tourney.Team{{ID: mocktest.Swifts}} })
	},
	"Divisions.Edit: Event" + onlyID + "event: Events.Edit changes them": func(w *mockserver.World) {
		w.Divisions.Edit(mocktest.Gold, func(d *tourney.Division) { d.Event.Name = "x" })
	},
	"Players.Edit: Teams must stay nil: Teams.Edit changes a roster": func(w *mockserver.World) {
		w.Players.Edit(mocktest.Ada, func(p *tourney.Player) { p.Teams = []tourney.PlayerTeam{{ID: mocktest.Herons}} })
	},
	"Events.Remove: division 21 is there, with 1 in all: move or remove them first; " +
		"team 106 is there, with 1 in all: move or remove them first": func(w *mockserver.World) {
		w.Events.Remove(mocktest.League)
	},
	"Divisions.Remove: team 101 is there, with 2 in all: move or remove them first; " +
		"pool 31 is there, with 1 in all: move or remove them first; " +
		"game 81 is there, with 3 in all: move or remove them first": func(w *mockserver.World) {
		w.Divisions.Remove(mocktest.Gold)
	},
	"Venues.Remove: game 81 is there, with 1 in all: move or remove them first": func(w *mockserver.World) {
		w.Venues.Remove(mocktest.Fieldhouse)
	},
	"Statistics.Remove: there is no statistic Hops": func(w *mockserver.World) {
		w.Statistics.Remove(mocktest.Played, mocktest.Line1, "Hops")
	},
	"Events.Remove: there is no event 9":            func(w *mockserver.World) { w.Events.Remove(9) },
	"Divisions.Remove: there is no division 9":      func(w *mockserver.World) { w.Divisions.Remove(9) },
	"Pools.Remove: there is no pool 9":              func(w *mockserver.World) { w.Pools.Remove(9) },
	"Teams.Remove: there is no team 9":              func(w *mockserver.World) { w.Teams.Remove(9) },
	"Players.Remove: there is no player 9":          func(w *mockserver.World) { w.Players.Remove(9) },
	"Venues.Remove: there is no venue 9":            func(w *mockserver.World) { w.Venues.Remove(9) },
	"Games.Remove: there is no game 9":              func(w *mockserver.World) { w.Games.Remove(9) },
	"Payments.Remove: there is no payment \"TX-9\"": func(w *mockserver.World) { w.Payments.Remove("TX-9") },
	"Registrations.Remove: there is no registration of team 9": func(w *mockserver.World) {
		w.Registrations.Remove(9)
	},
}
