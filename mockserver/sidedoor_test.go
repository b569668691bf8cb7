package mockserver_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
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
	call func(srv mockserver.SideDoor)
	want string
}{
	"known event": {
		func(srv mockserver.SideDoor) { srv.AddEvent(tourney.Event{ID: cup}) },
		"AddEvent: Id 1: the event exists already: an Edit method changes it",
	},
	"known division": {
		func(srv mockserver.SideDoor) { srv.AddDivision(tourney.Division{ID: gold}) },
		"AddDivision: Id 11: the division exists already: an Edit method changes it",
	},
	"known pool": {
		func(srv mockserver.SideDoor) { srv.AddPool(tourney.Pool{ID: poolA}, 2) },
		"AddPool: Id 31: the pool exists already: an Edit method changes it",
	},
	"known team": {
		func(srv mockserver.SideDoor) { srv.AddTeam(tourney.Team{ID: otters, Name: "Bare"}) },
		"AddTeam: Id 101: the team exists already: an Edit method changes it",
	},
	"known player": {
		func(srv mockserver.SideDoor) { srv.AddPlayer(tourney.Player{ID: ada}) },
		"AddPlayer: Id 2001: the player exists already: an Edit method changes it",
	},
	"known venue": {
		func(srv mockserver.SideDoor) { srv.AddVenue(tourney.Venue{ID: park}) },
		"AddVenue: Id 72: the venue exists already: an Edit method changes it",
	},
	"known game": {
		func(srv mockserver.SideDoor) { srv.AddGame(tourney.Game{ID: played}) },
		"AddGame: Id 81: the game exists already: an Edit method changes it",
	},
	"court twice": {
		func(srv mockserver.SideDoor) {
			srv.AddVenue(tourney.Venue{Locations: []tourney.Location{{ID: 3}, {}, {ID: 3}}})
		},
		"AddVenue: Locations[2].Id 3 is there twice",
	},
	"price and bracket twice": {
		func(srv mockserver.SideDoor) {
			srv.AddDivision(tourney.Division{
				Prices: []tourney.Price{{ID: 3}, {ID: 3}}, Brackets: []tourney.Bracket{{ID: 4}, {ID: 5}, {ID: 4}},
			})
		},
		"AddDivision: Prices[1].Id 3 is there twice; Brackets[2].Id 4 is there twice",
	},
	"coach twice": {
		func(srv mockserver.SideDoor) { srv.AddTeam(tourney.Team{Coaches: []tourney.Coach{{ID: 3}, {ID: 3}}}) },
		"AddTeam: Coaches[1].Id 3 is there twice",
	},
	"pool of another division than the new one": {
		func(srv mockserver.SideDoor) {
			srv.AddTeam(tourney.Team{
				Division: &tourney.TeamDivision{Name: "New"}, Pools: []tourney.TeamPool{{Number: 3, Pool: tourney.Pool{ID: poolA}}},
			})
		},
		"AddTeam: Pools[0].Pool.Id 31 is a pool of division 11, not of the new one",
	},
	"team of a new division in a pool of another one": {
		func(srv mockserver.SideDoor) {
			srv.AddDivision(tourney.Division{Teams: []tourney.Team{{Pools: []tourney.TeamPool{{Number: 3, Pool: tourney.Pool{ID: poolA}}}}}})
		},
		"AddDivision: Teams[0].Pools[0].Pool.Id 31 is a pool of division 11, not of the new one",
	},
	"account without a password": {
		func(srv mockserver.SideDoor) { srv.AddAccount("sam", "", tourney.Account{}) },
		"AddAccount: user name and password are required",
	},
	"account with half of its keys": {
		func(srv mockserver.SideDoor) {
			srv.AddAccount("sam", "pass", tourney.Account{Credentials: tourney.Credentials{APIKey: "key"}})
		},
		"AddAccount: an API key needs its secret, and a secret its key",
	},
	"known positions": {
		func(srv mockserver.SideDoor) { srv.AddPool(tourney.Pool{}, 3, teamPool1, 7, 7) },
		"AddPool: ids[0] 311: the position exists already: an Edit method changes it; ids[2] 7 is there twice",
	},
	"more ids than positions": {
		func(srv mockserver.SideDoor) { srv.AddTeamPools(poolA, 1, 8, 9) },
		"AddTeamPools: positions is 1, with 2 ids: expected a number from 0 on, and at most as many ids",
	},
	"fewer than no positions": {
		func(srv mockserver.SideDoor) { srv.AddTeamPools(poolA, -1) },
		"AddTeamPools: positions is -1, with 0 ids: expected a number from 0 on, and at most as many ids",
	},
	"positions of no pool": {func(srv mockserver.SideDoor) { srv.AddTeamPools(9, 1) }, "AddTeamPools: there is no pool 9"},
	"line of another team": {
		func(srv mockserver.SideDoor) {
			srv.AddTeam(tourney.Team{Players: []tourney.TeamPlayer{{ID: line1}, {ID: 7}, {ID: 7}}})
		},
		"AddTeam: Players[0].Id 1001 is in the roster of team 101; Players[2].Id 7 is there twice",
	},
	"position of another team": {
		func(srv mockserver.SideDoor) {
			srv.AddTeam(tourney.Team{
				Division: &tourney.TeamDivision{ID: gold}, Pools: []tourney.TeamPool{{Number: 1, Pool: tourney.Pool{ID: poolA}}},
			})
		},
		"AddTeam: Pools[0].Number 1: team 101 has that position of pool 31",
	},
	"no such position": {
		func(srv mockserver.SideDoor) {
			srv.AddTeam(tourney.Team{Pools: []tourney.TeamPool{{Number: 4, Pool: tourney.Pool{ID: poolA}}}})
		},
		"AddTeam: Pools[0].Number 4: pool 31 has no such position: add it with AddTeamPools",
	},
	"pool of another division": {
		func(srv mockserver.SideDoor) {
			srv.AddTeam(tourney.Team{
				Division: &tourney.TeamDivision{ID: abroad}, Pools: []tourney.TeamPool{{Number: 3, Pool: tourney.Pool{ID: poolA}}},
			})
		},
		"AddTeam: Pools[0].Pool.Id 31 is a pool of division 11, not of 21",
	},
	"division of no event": {
		func(srv mockserver.SideDoor) { srv.AddDivision(tourney.Division{Event: &tourney.Event{ID: 9}}) },
		"AddDivision: Event.Id 9 names no event" + firstOr,
	},
	"pool of no division": {
		func(srv mockserver.SideDoor) { srv.AddPool(tourney.Pool{Division: &tourney.TeamDivision{ID: 9}}, 1) },
		"AddPool: Division.Id 9 names no division" + firstOr,
	},
	"team of no division, parent and pool": {
		func(srv mockserver.SideDoor) {
			srv.AddTeam(tourney.Team{
				Division: &tourney.TeamDivision{ID: 9}, ParentID: 8, Pools: []tourney.TeamPool{{Number: 1, Pool: tourney.Pool{ID: 7}}},
			})
		},
		"AddTeam: Division.Id 9 names no division" + firstOr + "; ParentId 8 names no team" + firstOr +
			"; Pools[0].Pool.Id 7 names no pool" + firstOr,
	},
	"division with a team of no parent": {
		func(srv mockserver.SideDoor) { srv.AddDivision(tourney.Division{Teams: []tourney.Team{{ParentID: 8}}}) },
		"AddDivision: Teams[0].ParentId 8 names no team" + firstOr,
	},
	"division with two teams on one line and position": {
		func(srv mockserver.SideDoor) {
			team := tourney.Team{
				Players: []tourney.TeamPlayer{{ID: 7}}, Pools: []tourney.TeamPool{{Number: 3, Pool: tourney.Pool{ID: poolA}}},
			}
			srv.AddDivision(tourney.Division{ID: gold + 900, Teams: []tourney.Team{team, team}})
		},
		"AddDivision: Teams[0].Pools[0].Pool.Id 31 is a pool of division 11, not of 911; Teams[1].Players[0].Id 7 is there twice; " +
			"Teams[1].Pools[0].Pool.Id 31 is a pool of division 11, not of 911; Teams[1].Pools[0].Number 3 of pool 31 is there twice",
	},
	"player of no team": {
		func(srv mockserver.SideDoor) {
			srv.AddPlayer(tourney.Player{Teams: []tourney.PlayerTeam{{ID: otters, Games: []tourney.PlayerGame{{ID: 8}}}, {ID: 9}}})
		},
		"AddPlayer: Teams[0].Games[0].Id 8 names no game" + firstOr + "; Teams[1].Id 9 names no team" + firstOr,
	},
	"venue of no event": {
		func(srv mockserver.SideDoor) { srv.AddVenue(tourney.Venue{}, cup, 9) },
		"AddVenue: eventIDs[1] 9 names no event" + firstOr,
	},
	"game of nothing": {
		func(srv mockserver.SideDoor) {
			srv.AddGame(tourney.Game{
				Division:   &tourney.GameDivision{ID: 9, Event: &tourney.Event{ID: 8}},
				VenueCourt: &tourney.VenueCourt{Venue: &tourney.Venue{ID: 7}},
				AwayTeam:   side(func(s *tourney.GameSide) { s.TeamID, s.TeamPoolID = new(int64(6)), new(int64(5)) }),
				HomeTeam:   side(func(s *tourney.GameSide) { s.DivisionID, s.PoolID = new(int64(4)), new(int64(3)) }),
			})
		},
		"AddGame: Division.Id 9 names no division" + firstOr + "; Division.Event.Id 8 names no event" + firstOr +
			"; VenueCourt.Venue.Id 7 names no venue" + firstOr + "; AwayTeam.TeamId 6 names no team" + firstOr +
			"; AwayTeam.TeamPoolId 5 names no position of a pool" + firstOr + "; HomeTeam.DivisionId 4 names no division" + firstOr +
			"; HomeTeam.PoolId 3 names no pool" + firstOr,
	},
	"payment of nobody": {
		func(srv mockserver.SideDoor) {
			srv.AddPayment(mockserver.PaymentRecord{TeamID: 9, DivisionID: 8, EventID: 7})
		},
		"AddPayment: TeamID 9 names no team" + firstOr + "; DivisionID 8 names no division" + firstOr + "; EventID 7 names no event" + firstOr,
	},
	"known payment": {
		func(srv mockserver.SideDoor) { srv.AddPayment(mockserver.PaymentRecord{TransactionID: "TX-1"}) },
		`AddPayment: TransactionID "TX-1" names a payment that exists: EditPayment changes it`,
	},
	"registration of nobody": {
		func(srv mockserver.SideDoor) {
			srv.AddRegistration(mockserver.RegistrationRecord{TeamID: 9, TransactionID: "TX-9"})
		},
		"AddRegistration: TeamID 9 names no team" + firstOr + `; TransactionID "TX-9" names no payment` + firstOr,
	},
	"known registration": {
		func(srv mockserver.SideDoor) { srv.AddRegistration(mockserver.RegistrationRecord{TeamID: otters}) },
		"AddRegistration: TeamID 101 names a team that has a registration: EditRegistration changes it",
	},
	"event below no event": {
		func(srv mockserver.SideDoor) { srv.SetEventOwner(cup, mockserver.EventOwner{ParentID: 9}) },
		"SetEventOwner: ParentID 9 names no event" + firstOr,
	},
	"venue of no event, later": {
		func(srv mockserver.SideDoor) { srv.SetVenueEvents(park, 9) },
		"SetVenueEvents: eventIDs[0] 9 names no event" + firstOr,
	},
	"event of a team in a division": {
		func(srv mockserver.SideDoor) { srv.SetTeamEvent(otters, league) },
		"SetTeamEvent: team 101 is in division 11, which belongs to event 1",
	},
	"next transaction id of a payment": {
		func(srv mockserver.SideDoor) { srv.NextTransactionID("TX-1") },
		`NextTransactionID: a payment has the transaction id "TX-1"`,
	},
	"next id of a team": {
		func(srv mockserver.SideDoor) { srv.NextID(otters) },
		"NextID: the id 101: the team exists already: an Edit method changes it",
	},
}

// editRefusals are calls of Edit and Remove methods that would lose something.
var editRefusals = map[string]struct {
	call func(srv mockserver.SideDoor)
	want string
}{
	"no function": {func(srv mockserver.SideDoor) { srv.EditTeam(otters, nil) }, "EditTeam: the function is nil"},
	"no event":    {func(srv mockserver.SideDoor) { srv.EditEvent(9, func(*tourney.Event) {}) }, "EditEvent: there is no event 9"},
	"no division": {
		func(srv mockserver.SideDoor) { srv.EditDivision(9, func(*tourney.Division) {}) }, "EditDivision: there is no division 9",
	},
	"no pool":   {func(srv mockserver.SideDoor) { srv.EditPool(9, func(*tourney.Pool) {}) }, "EditPool: there is no pool 9"},
	"no team":   {func(srv mockserver.SideDoor) { srv.EditTeam(9, func(*tourney.Team) {}) }, "EditTeam: there is no team 9"},
	"no player": {func(srv mockserver.SideDoor) { srv.EditPlayer(9, func(*tourney.Player) {}) }, "EditPlayer: there is no player 9"},
	"court twice": {
		func(srv mockserver.SideDoor) {
			srv.EditVenue(park, func(v *tourney.Venue) { v.Locations = []tourney.Location{{ID: 3}, {ID: 3}} })
		},
		"EditVenue: Locations[1].Id 3 is there twice",
	},
	"price twice": {
		func(srv mockserver.SideDoor) {
			srv.EditDivision(gold, func(d *tourney.Division) { d.Prices = append(d.Prices, d.Prices...) })
		},
		"EditDivision: Prices[1].Id 51 is there twice",
	},
	"no venue": {func(srv mockserver.SideDoor) { srv.EditVenue(9, func(*tourney.Venue) {}) }, "EditVenue: there is no venue 9"},
	"no game":  {func(srv mockserver.SideDoor) { srv.EditGame(9, func(*tourney.Game) {}) }, "EditGame: there is no game 9"},
	"no details": {
		func(srv mockserver.SideDoor) { srv.EditTeamDetails(9, func(*mockserver.TeamDetails) {}) },
		"EditTeamDetails: there is no team 9",
	},
	"no payment": {
		func(srv mockserver.SideDoor) { srv.EditPayment("TX-9", func(*mockserver.PaymentRecord) {}) },
		"EditPayment: there is no payment TX-9",
	},
	"no registration": {
		func(srv mockserver.SideDoor) { srv.EditRegistration(herons, func(*mockserver.RegistrationRecord) {}) },
		"EditRegistration: there is no registration of team 102",
	},
	"another id": {
		func(srv mockserver.SideDoor) { srv.EditTeam(otters, func(t *tourney.Team) { t.ID, t.Name = 7, "x" }) },
		"EditTeam: the id changed from 101 to 7: an id stays",
	},
	"another transaction id": {
		func(srv mockserver.SideDoor) {
			srv.EditPayment("TX-1", func(p *mockserver.PaymentRecord) { p.TransactionID = "TX-2" })
		},
		"EditPayment: the id changed from TX-1 to TX-2: an id stays",
	},
	"a team's name in a game": {
		func(srv mockserver.SideDoor) { srv.EditGame(played, func(g *tourney.Game) { g.AwayTeam.Name = "x" }) },
		"EditGame: AwayTeam.Name is that of team 101: EditTeam changes it",
	},
	"a division's name in a game": {
		func(srv mockserver.SideDoor) { srv.EditGame(played, func(g *tourney.Game) { g.Division.Name = "x" }) },
		"EditGame: Division: only its id can change here: its other members are those of the division: EditDivision changes them",
	},
	"an event's name in a game": {
		func(srv mockserver.SideDoor) {
			srv.EditGame(played, func(g *tourney.Game) { g.Division.Event.Name = "x" })
		},
		"EditGame: Division.Event: only its id can change here: its other members are those of the event: EditEvent changes them",
	},
	"a venue's name in a game": {
		func(srv mockserver.SideDoor) {
			srv.EditGame(played, func(g *tourney.Game) { g.VenueCourt.Venue.Name = "x" })
		},
		"EditGame: VenueCourt.Venue: only its id can change here: its other members are those of the venue: EditVenue changes them",
	},
	"a game of no team": {
		func(srv mockserver.SideDoor) { srv.EditGame(played, func(g *tourney.Game) { *g.AwayTeam.TeamID = 9 }) },
		"EditGame: AwayTeam.TeamId 9 names no team" + firstOr,
	},
	"a division's name in a team": {
		func(srv mockserver.SideDoor) { srv.EditTeam(otters, func(t *tourney.Team) { t.Division.Name = "x" }) },
		"EditTeam: Division: only its id can change here: its other members are those of the division: EditDivision changes them",
	},
	"a pool's name in a team": {
		func(srv mockserver.SideDoor) {
			srv.EditTeam(otters, func(t *tourney.Team) { t.Pools[0].Pool.Name = "x" })
		},
		"EditTeam: Pools[0].Pool: only its id can change here: its other members are those of the pool: EditPool changes them",
	},
	"another player on a line": {
		func(srv mockserver.SideDoor) {
			srv.EditTeam(otters, func(t *tourney.Team) { t.Players[0].PlayerID = cleo })
		},
		"EditTeam: Players[0].PlayerId changed from 2001 to 2003: a line of a roster keeps its player",
	},
	"two positions in a pool": {
		func(srv mockserver.SideDoor) {
			srv.EditTeam(otters, func(t *tourney.Team) {
				t.Pools = append(t.Pools, tourney.TeamPool{Number: 3, Pool: tourney.Pool{ID: poolA}})
			})
		},
		"EditTeam: Pools[1].Pool.Id 31 is there twice: a team has one position in a pool",
	},
	"its own parent": {
		func(srv mockserver.SideDoor) { srv.EditTeam(otters, func(t *tourney.Team) { t.ParentID = otters }) },
		"EditTeam: ParentId 101 is the team itself",
	},
	"details of no coach": {
		func(srv mockserver.SideDoor) {
			srv.EditTeamDetails(otters, func(d *mockserver.TeamDetails) { d.Coaches = map[int64]mockserver.CoachDetails{9: {}} })
		},
		"EditTeamDetails: Coaches[9] names no coach of the team",
	},
	"teams of a division": {
		func(srv mockserver.SideDoor) {
			srv.EditDivision(gold, func(d *tourney.Division) { d.Teams = []tourney.Team{{ID: swifts}} })
		},
		"EditDivision: Teams must stay nil: EditTeam moves a team",
	},
	"an event's name in a division": {
		func(srv mockserver.SideDoor) {
			srv.EditDivision(gold, func(d *tourney.Division) { d.Event.Name = "x" })
		},
		"EditDivision: Event: only its id can change here: its other members are those of the event: EditEvent changes them",
	},
	"teams of a player": {
		func(srv mockserver.SideDoor) {
			srv.EditPlayer(ada, func(p *tourney.Player) { p.Teams = []tourney.PlayerTeam{{ID: herons}} })
		},
		"EditPlayer: Teams must stay nil: EditTeam changes a roster",
	},
	"an event with rows": {
		func(srv mockserver.SideDoor) { srv.RemoveEvent(league) },
		"RemoveEvent: division 21 is there, with 1 in all: move or remove them first; " +
			"team 106 is there, with 1 in all: move or remove them first",
	},
	"a division with rows": {
		func(srv mockserver.SideDoor) { srv.RemoveDivision(gold) },
		"RemoveDivision: team 101 is there, with 2 in all: move or remove them first; " +
			"pool 31 is there, with 1 in all: move or remove them first; " +
			"game 81 is there, with 3 in all: move or remove them first",
	},
	"a venue with a game": {
		func(srv mockserver.SideDoor) { srv.RemoveVenue(fieldhouse) },
		"RemoveVenue: game 81 is there, with 1 in all: move or remove them first",
	},
	"no statistic": {
		func(srv mockserver.SideDoor) { srv.RemoveStatistic(played, line1, "Hops") }, "RemoveStatistic: there is no statistic Hops",
	},
	"remove no event":    {func(srv mockserver.SideDoor) { srv.RemoveEvent(9) }, "RemoveEvent: there is no event 9"},
	"remove no division": {func(srv mockserver.SideDoor) { srv.RemoveDivision(9) }, "RemoveDivision: there is no division 9"},
	"remove no pool":     {func(srv mockserver.SideDoor) { srv.RemovePool(9) }, "RemovePool: there is no pool 9"},
	"remove no team":     {func(srv mockserver.SideDoor) { srv.RemoveTeam(9) }, "RemoveTeam: there is no team 9"},
	"remove no player":   {func(srv mockserver.SideDoor) { srv.RemovePlayer(9) }, "RemovePlayer: there is no player 9"},
	"remove no venue":    {func(srv mockserver.SideDoor) { srv.RemoveVenue(9) }, "RemoveVenue: there is no venue 9"},
	"remove no game":     {func(srv mockserver.SideDoor) { srv.RemoveGame(9) }, "RemoveGame: there is no game 9"},
	"remove no payment":  {func(srv mockserver.SideDoor) { srv.RemovePayment("TX-9") }, "RemovePayment: there is no payment TX-9"},
	"remove no registration": {
		func(srv mockserver.SideDoor) { srv.RemoveRegistration(9) }, "RemoveRegistration: there is no registration of team 9",
	},
}

// recorded returns world with a payment and a registration.
func recorded(t *testing.T) *mockserver.Server {
	t.Helper()
	srv := world(t, tourney.Soccer)
	require.Equal(t, "TX-1", srv.AddPayment(mockserver.PaymentRecord{TransactionID: "TX-1", TeamID: otters}))
	srv.AddRegistration(mockserver.RegistrationRecord{TeamID: otters, TransactionID: "TX-1"})
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

func requireRefusal(t *testing.T, name string, call func(mockserver.SideDoor), want string) {
	t.Helper()
	t.Run(name, func(t *testing.T) {
		eachDoor(t, func(t *testing.T, through opener) {
			srv := through(recorded(t))
			before := dump(srv)
			require.PanicsWithValue(t, "mockserver: "+want, func() { call(srv) })
			unchanged(t, before, srv)
			next := srv.AddTeam(tourney.Team{})
			require.Equal(t, recorded(t).AddTeam(tourney.Team{}), next, "a refused call takes no id")
		})
	})
}

// TestEditsThatChangeNothing: what a function gets can be stored as it is.
func TestEditsThatChangeNothing(t *testing.T) {
	eachDoor(t, func(t *testing.T, through opener) {
		for _, start := range []string{"mid-tournament", "finished"} {
			local, err := mockserver.New(tourney.Baseball, mockserver.Scenario(start), mockserver.AdminAPI())
			require.NoError(t, err)
			srv := through(local)
			before := dump(srv)
			for _, e := range before.Events {
				srv.EditEvent(e.ID, func(*tourney.Event) {})
			}
			for _, d := range before.Divisions {
				srv.EditDivision(d.ID, func(*tourney.Division) {})
			}
			for _, p := range before.Pools {
				srv.EditPool(p.ID, func(*tourney.Pool) {})
			}
			for _, team := range before.Teams {
				srv.EditTeam(team.ID, func(*tourney.Team) {})
				srv.EditTeamDetails(team.ID, func(*mockserver.TeamDetails) {})
			}
			for _, p := range before.Players {
				srv.EditPlayer(p.ID, func(*tourney.Player) {})
			}
			for _, v := range before.Venues {
				srv.EditVenue(v.ID, func(*tourney.Venue) {})
			}
			for _, g := range before.Games {
				srv.EditGame(g.ID, func(*tourney.Game) {})
			}
			unchanged(t, before, srv)
		}
	})
}

// TestAFunctionOfEditMustNotCallTheServer: it would wait for its own lock. Afterwards the server works as before.
func TestAFunctionOfEditMustNotCallTheServer(t *testing.T) {
	srv := world(t, tourney.Soccer)
	before, snapshot := dump(srv), srv.Snapshot()
	const want = "mockserver: the function of an Edit method calls the server, which is locked while the function runs"
	for name, call := range map[string]func(){
		"read":  func() { srv.Team(herons) },
		"write": func() { srv.NextTransactionID("x") },
		"request": func() {
			srv.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/api/v1/teams?id=102", nil))
		},
		"reset":    func() { srv.Reset() },
		"snapshot": func() { srv.Snapshot() },
		"restore":  func() { srv.Restore(snapshot) },
		"rewind":   func() { srv.Rewind(0) },
	} {
		require.PanicsWithValue(t, want, func() {
			srv.EditTeam(otters, func(team *tourney.Team) { team.Name = "x"; call() })
		}, name)
	}
	require.PanicsWithValue(t, "mine", func() { srv.EditTeam(otters, func(*tourney.Team) { panic("mine") }) })
	unchanged(t, before, srv)
	_, err := srv.Client().Teams.Get(t.Context(), otters)
	require.NoError(t, err)
}

// TestEditKeepsNoPointer: a function may keep what it gets, and change it later.
func TestEditKeepsNoPointer(t *testing.T) {
	eachDoor(t, func(t *testing.T, through opener) {
		srv := through(world(t, tourney.Soccer))
		var kept *tourney.Team
		srv.EditTeam(otters, func(team *tourney.Team) { kept, team.Name = team, "Sea Otters" })
		before := dump(srv)
		kept.Name, kept.Players[0].FirstName, *kept.Paid = "x", "x", false
		unchanged(t, before, srv)
	})
}

// TestEditTeamOfARoster: the statistics of lines that stay remain, those of others go, and a name reaches the player.
func TestEditTeamOfARoster(t *testing.T) {
	eachDoor(t, func(t *testing.T, through opener) {
		srv := through(world(t, tourney.Soccer))
		require.True(t, srv.SetStatistic(played, line2, "Goals", tourney.NewDecimal(7, 0)))
		srv.EditTeam(otters, func(team *tourney.Team) {
			team.Players[0].FirstName, team.Players[0].School = "Adele", "Pond High"
			team.Players = append(team.Players[:1], tourney.TeamPlayer{FirstName: "Dot"})
		})
		player, _ := srv.Player(ada)
		require.Equal(t, "Adele", player.FirstName)
		require.Equal(t, "Pond High", player.Profile.School)
		team, _ := srv.Team(otters)
		require.Equal(t, "Dot", team.Players[1].FirstName)
		require.NotZero(t, team.Players[1].PlayerID)
		require.True(t, second(srv.Statistic(played, line1, "Goals")))
		require.False(t, second(srv.Statistic(played, line2, "Goals")))
		require.NotContains(t, get(t, srv, "/api/v1/statistics?Categories=Goals"), "Pike")
		require.Equal(t, []int64{ada, team.Players[1].PlayerID}, listed(t, srv, "/api/v1/players?teamids=101", "Players"))
	})
}

// TestEditPlayerReachesRosters: the lines of the player on two teams show the new name.
func TestEditPlayerReachesRosters(t *testing.T) {
	eachDoor(t, func(t *testing.T, through opener) {
		srv := through(world(t, tourney.Soccer))
		srv.EditTeam(herons, func(team *tourney.Team) {
			team.Players = append(team.Players, tourney.TeamPlayer{PlayerID: ada, School: "Other"})
		})
		srv.EditPlayer(ada, func(p *tourney.Player) { p.FirstName, p.LastName, p.Profile.Height = "Adele", "Marsh", `6'0"` })
		for _, id := range []int64{otters, herons} {
			team, _ := srv.Team(id)
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
		srv.EditVenue(fieldhouse, func(v *tourney.Venue) { v.Name, v.Locations[0].Name = "Barn", "Stage" })
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
		srv.EditTeam(storks, func(team *tourney.Team) { team.ParentID = otters })
		srv.RemoveTeam(otters)
		require.False(t, second(srv.Team(otters)))
		require.Equal(t, 404, send(t, srv, "GET", "/api/v1/teams?id=101", "").status)
		require.Equal(t, 404, send(t, srv, "PUT", "/api/v1/teams", `{"ExternalTeamId":"T-OTTERS","Name":"x"}`).status)
		require.Equal(t, []int64{herons}, listed(t, srv, "/api/v1/teams?divisionid=11", "Teams"))
		require.Equal(t, []int64{0, herons, 0}, teamsOn(srv, poolA))
		require.Empty(t, listed(t, srv, "/api/v1/games?teamid=101", "Games"))
		game, _ := srv.Game(played)
		require.Nil(t, game.AwayTeam.TeamID)
		require.Equal(t, "Otters", game.AwayTeam.Name)
		require.Equal(t, "3", game.AwayTeam.Score.String())
		require.NotContains(t, get(t, srv, "/api/v1/statistics"), "Loft")
		player, ok := srv.Player(ada)
		require.True(t, ok)
		require.Empty(t, player.Teams)
		child, _ := srv.Team(storks)
		require.Zero(t, child.ParentID)
		require.EqualValues(t, otters, srv.Registrations()[0].TeamID, "a record stays")
		require.Len(t, srv.Payments(), 1)

		require.EqualValues(t, otters, srv.AddTeam(tourney.Team{ID: otters, Name: "New", Division: &tourney.TeamDivision{ID: gold}}))
		require.Equal(t, []int64{herons, otters}, listed(t, srv, "/api/v1/teams?divisionid=11", "Teams"), "a new row comes last")
	})
}

func TestRemoveContainersWhenTheyAreEmpty(t *testing.T) {
	eachDoor(t, func(t *testing.T, through opener) {
		srv := through(world(t, tourney.Soccer))
		for _, id := range []int64{played, open, final} {
			srv.RemoveGame(id)
		}
		require.Empty(t, srv.Statistics(played))
		require.Contains(t, get(t, srv, "/api/v1/statistics"), `"Statistics":[]`)
		srv.RemovePool(poolA)
		require.Empty(t, srv.TeamPools(poolA))
		require.Equal(t, 404, send(t, srv, "PUT", "/api/v1/standings", `{"TeamPoolId":311,"TeamId":101}`).status)
		srv.EditTeam(otters, func(team *tourney.Team) { team.Division = nil })
		srv.RemoveTeam(herons)
		srv.RemoveDivision(gold)
		require.Equal(t, []int64{paidOnly}, listed(t, srv, "/api/v1/divisions", "Divisions")[:1])
		srv.RemoveVenue(fieldhouse)
		srv.RemoveTeam(storks)
		srv.RemoveDivision(abroad)
		srv.RemoveEvent(league)
		require.Len(t, srv.Events(), 1)
		srv.RemovePlayer(ada)
		team, _ := srv.Team(otters)
		require.Len(t, team.Players, 1)
	})
}

// TestRemovePoolLeavesGames: the sides of games no longer name the pool and its positions.
func TestRemovePoolLeavesGames(t *testing.T) {
	eachDoor(t, func(t *testing.T, through opener) {
		srv := through(world(t, tourney.Soccer))
		srv.EditGame(open, func(g *tourney.Game) { g.AwayTeam.PoolID = new(int64(poolA)) })
		srv.RemovePool(poolA)
		for _, g := range srv.Games() {
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
		srv.EditPayment("TX-1", func(p *mockserver.PaymentRecord) {
			p.Amount, p.Request.Payment = tourney.MustDecimal("12.50"), paying(nil)
		})
		require.Equal(t, "12.50", srv.Payments()[0].Amount.String())
		noCardIn(t, srv.Payments()[0].Request.Payment)
		srv.EditRegistration(otters, func(r *mockserver.RegistrationRecord) {
			r.Request.Name, r.Request.Payment = new("Sea Otters"), paying(nil)
		})
		require.Equal(t, "Sea Otters", *srv.Registrations()[0].Request.Name)
		noCardIn(t, srv.Registrations()[0].Request.Payment)
		require.Equal(t, "MOCK-000002", srv.AddPayment(mockserver.PaymentRecord{}))
		srv.RemovePayment("TX-1")
		require.Empty(t, srv.Registrations()[0].TransactionID)
		require.Equal(t, "MOCK-000003", srv.AddPayment(mockserver.PaymentRecord{}), "no transaction id is given out twice")
		srv.RemoveRegistration(otters)
		require.Empty(t, srv.Registrations())
		srv.AddRegistration(mockserver.RegistrationRecord{TeamID: otters})
	})
}

// TestSettersReachWhatResourcesDoNotShow: every value with a reader has a writer.
func TestSettersReachWhatResourcesDoNotShow(t *testing.T) {
	eachDoor(t, func(t *testing.T, through opener) {
		srv := through(world(t, tourney.Soccer))
		require.True(t, srv.SetDivisionExternalID(gold, "D-11"))
		require.Equal(t, "D-11", srv.DivisionExternalID(gold))
		require.True(t, srv.SetGameExternalID(open, "V-82"))
		require.Equal(t, "V-82", srv.GameExternalID(open))
		require.True(t, srv.SetTeamEvent(club, league))
		require.EqualValues(t, league, srv.TeamEvent(club))
		require.Contains(t, listed(t, srv, "/api/v1/teams?eventid=2", "Teams"), int64(club))
		require.True(t, srv.SetEventOwner(cup, mockserver.EventOwner{OrganizationID: 5}))
		owner, ok := srv.EventOwner(cup)
		require.True(t, ok)
		require.EqualValues(t, 5, owner.OrganizationID)
		srv.EditTeamDetails(otters, func(d *mockserver.TeamDetails) {
			d.Website, d.Coaches = "https://otters.example.com", map[int64]mockserver.CoachDetails{coach1: {Primary: true}}
		})
		details, _ := srv.TeamDetails(otters)
		require.True(t, details.Coaches[coach1].Primary)
		srv.EditTeam(otters, func(team *tourney.Team) { team.Coaches = nil })
		details, _ = srv.TeamDetails(otters)
		require.Empty(t, details.Coaches, "the coach is gone")
		require.Equal(t, "https://otters.example.com", details.Website)
		for _, ok := range []bool{
			srv.SetDivisionExternalID(9, "x"), srv.SetGameExternalID(9, "x"), srv.SetTeamEvent(9, cup), srv.SetVenueEvents(9),
		} {
			require.False(t, ok)
		}
		require.False(t, second(srv.EventOwner(9)))
		require.Zero(t, srv.TeamEvent(9))
		require.Empty(t, srv.VenueEvents(9))
	})
}

func TestStatisticOrder(t *testing.T) {
	eachDoor(t, func(t *testing.T, through opener) {
		srv := through(world(t, tourney.Soccer))
		for _, name := range []string{"Assists", "Hops", "Goals", "Saves"} {
			require.True(t, srv.SetStatistic(played, line2, name, tourney.NewDecimal(1, 0)))
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
		srv.SetStatisticOrder("hops", "Saves")
		require.Equal(t, []string{"hops", "Saves"}, srv.StatisticOrder())
		require.Equal(t, []string{"Hops", "Saves"}, order()[:2])
		require.ElementsMatch(t, usual, order())
		srv.SetStatisticOrder()
		require.Equal(t, usual, order())
		srv.RemoveStatistic(played, line2, "HOPS")
		require.NotContains(t, order(), "Hops")
		require.Empty(t, cmp.Diff([]string{"Assists", "Goals", "Saves"}, statisticsOfLine(srv, line2)))
	})
}

func statisticsOfLine(srv mockserver.SideDoor, line int64) (names []string) {
	for _, s := range srv.Statistics(played) {
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
			return tourney.Account{Credentials: tourney.Credentials{APIKey: key, APISecret: tourney.NewSecret("s")}}
		}
		srv.AddAccount("sam", "old", keys("one"))
		srv.AddAccount("sam", "new", keys("two"))
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
		srv := through(world(t, tourney.Soccer, mockserver.RequireAuth(tourney.HMACSigner{})))
		signed := func(keys tourney.Credentials) error {
			_, err := srv.Client(tourney.WithCredentials(keys)).Venues.List(t.Context(), tourney.VenueListOptions{})
			return err
		}
		login := func(password string) tourney.Credentials {
			account, err := srv.Client(tourney.AllowPlainHTTP()).Authenticate(t.Context(), "sam", password)
			require.NoError(t, err)
			require.NotEmpty(t, account.Credentials.APIKey)
			return account.Credentials
		}
		srv.AddAccount("sam", "old", tourney.Account{})
		made := login("old")
		require.NoError(t, signed(made))
		srv.AddAccount("sam", "new", tourney.Account{})
		require.Equal(t, made, login("new"))
		rotated, ok := srv.RotateKeys("sam")
		require.True(t, ok)
		require.NotEqual(t, made, rotated)
		own := tourney.Credentials{APIKey: "own", APISecret: tourney.NewSecret("own secret")}
		srv.AddAccount("sam", "new", tourney.Account{Credentials: own})
		again, _ := srv.RotateKeys("sam")
		for _, old := range []tourney.Credentials{made, rotated, own} {
			require.ErrorIs(t, signed(old), tourney.ErrUnauthorized)
		}
		require.NoError(t, signed(again))
	})
}

// TestRecordsOutliveTheirRows: a record that names a removed team can still be edited.
func TestRecordsOutliveTheirRows(t *testing.T) {
	eachDoor(t, func(t *testing.T, through opener) {
		srv := through(recorded(t))
		srv.RemoveTeam(otters)
		srv.EditPayment("TX-1", func(p *mockserver.PaymentRecord) { p.Title = "Refund" })
		srv.EditRegistration(otters, func(r *mockserver.RegistrationRecord) { r.Request.Name = new("Gone") })
		require.Equal(t, "Refund", srv.Payments()[0].Title)
		require.EqualValues(t, otters, srv.Payments()[0].TeamID)
		require.Equal(t, "Gone", *srv.Registrations()[0].Request.Name)
		require.Equal(t, "TX-1", srv.Registrations()[0].TransactionID)
		require.PanicsWithValue(t, "mockserver: EditPayment: TeamID 9 names no team"+firstOr, func() {
			srv.EditPayment("TX-1", func(p *mockserver.PaymentRecord) { p.TeamID = 9 })
		})
	})
}

// TestDanglingReferences: a game of a division that is not there belongs to it once it is.
func TestDanglingReferences(t *testing.T) {
	eachDoor(t, func(t *testing.T, through opener) {
		srv := through(empty(t, tourney.Soccer, mockserver.AllowDanglingReferences()))
		event := srv.AddEvent(tourney.Event{Name: "Cup"})
		id := srv.AddGame(tourney.Game{
			Division: &tourney.GameDivision{ID: 7}, AwayTeam: &tourney.GameSide{TeamID: new(int64(8)), Name: "Somebody"},
		})
		require.Empty(t, listed(t, srv, "/api/v1/games?eventid="+text(t, event), "Games"))
		srv.AddDivision(tourney.Division{ID: 7, Name: "Gold"})
		srv.AddTeam(tourney.Team{ID: 8, Name: "Otters"})
		require.Equal(t, []int64{id}, listed(t, srv, "/api/v1/games?eventid="+text(t, event), "Games"))
		game, _ := srv.Game(id)
		require.Equal(t, "Gold", game.Division.Name)
		require.Equal(t, "Otters", game.AwayTeam.Name)
		require.Panics(t, func() { srv.AddTeam(tourney.Team{ID: 8}) }, "a known id is refused all the same")
	})
}

// TestNextIDThatARowTook: a create replaces no row.
func TestNextIDThatARowTook(t *testing.T) {
	eachDoor(t, func(t *testing.T, through opener) {
		srv := through(empty(t, tourney.Soccer))
		srv.NextID(5)
		srv.AddTeam(tourney.Team{ID: 5})
		created, err := srv.Client().Teams.Create(t.Context(), tourney.TeamCreateInput{Name: new("x")})
		require.NoError(t, err)
		require.NotEqualValues(t, 5, created)
		team, _ := srv.Team(5)
		require.Empty(t, team.Name)
	})
}
