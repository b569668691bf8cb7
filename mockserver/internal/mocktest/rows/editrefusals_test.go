package rows

import (
	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// editRefusals are calls of Edit and Remove methods that would lose something.
var editRefusals = map[string]struct {
	call func(srv *mockserver.World)
	want string
}{
	"no function": {func(srv *mockserver.World) { srv.Teams.Edit(mocktest.Otters, nil) }, "Teams.Edit: the function is nil"},
	"no event":    {func(srv *mockserver.World) { srv.Events.Edit(9, func(*tourney.Event) {}) }, "Events.Edit: there is no event 9"},
	"no division": {
		func(srv *mockserver.World) { srv.Divisions.Edit(9, func(*tourney.Division) {}) }, "Divisions.Edit: there is no division 9",
	},
	"no pool":   {func(srv *mockserver.World) { srv.Pools.Edit(9, func(*tourney.Pool) {}) }, "Pools.Edit: there is no pool 9"},
	"no team":   {func(srv *mockserver.World) { srv.Teams.Edit(9, func(*tourney.Team) {}) }, "Teams.Edit: there is no team 9"},
	"no player": {func(srv *mockserver.World) { srv.Players.Edit(9, func(*tourney.Player) {}) }, "Players.Edit: there is no player 9"},
	"court twice": {
		func(srv *mockserver.World) {
			srv.Venues.Edit(mocktest.Park, func(v *tourney.Venue) { v.Locations = []tourney.Location{{ID: 3}, {ID: 3}} })
		},
		"Venues.Edit: Locations[1].Id 3 is there twice",
	},
	"price twice": {
		func(srv *mockserver.World) {
			srv.Divisions.Edit(mocktest.Gold, func(d *tourney.Division) { d.Prices = append(d.Prices, d.Prices...) })
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
		func(srv *mockserver.World) { srv.Registrations.Edit(mocktest.Herons, func(*stored.Registration) {}) },
		"Registrations.Edit: there is no registration of team 102",
	},
	"another id": {
		func(srv *mockserver.World) {
			srv.Teams.Edit(mocktest.Otters, func(t *tourney.Team) { t.ID, t.Name = 7, "x" })
		},
		"Teams.Edit: the id changed from 101 to 7: an id stays",
	},
	"another transaction id": {
		func(srv *mockserver.World) {
			srv.Payments.Edit("TX-1", func(p *stored.Payment) { p.TransactionID = "TX-2" })
		},
		"Payments.Edit: the id changed from TX-1 to TX-2: an id stays",
	},
	"a team's name in a game": {
		func(srv *mockserver.World) {
			srv.Games.Edit(mocktest.Played, func(g *tourney.Game) { g.AwayTeam.Name = "x" })
		},
		"Games.Edit: AwayTeam.Name is that of team 101: Teams.Edit changes it",
	},
	"a division's name in a game": {
		func(srv *mockserver.World) {
			srv.Games.Edit(mocktest.Played, func(g *tourney.Game) { g.Division.Name = "x" })
		},
		"Games.Edit: Division: only its id can change here: its other members are those of the division: Divisions.Edit changes them",
	},
	"an event's name in a game": {
		func(srv *mockserver.World) {
			srv.Games.Edit(mocktest.Played, func(g *tourney.Game) { g.Division.Event.Name = "x" })
		},
		"Games.Edit: Division.Event: only its id can change here: its other members are those of the event: Events.Edit changes them",
	},
	"a venue's name in a game": {
		func(srv *mockserver.World) {
			srv.Games.Edit(mocktest.Played, func(g *tourney.Game) { g.VenueCourt.Venue.Name = "x" })
		},
		"Games.Edit: VenueCourt.Venue: only its id can change here: its other members are those of the venue: Venues.Edit changes them",
	},
	"a game of no team": {
		func(srv *mockserver.World) {
			srv.Games.Edit(mocktest.Played, func(g *tourney.Game) { *g.AwayTeam.TeamID = 9 })
		},
		"Games.Edit: AwayTeam.TeamId 9 names no team" + firstOr,
	},
	"a division's name in a team": {
		func(srv *mockserver.World) {
			srv.Teams.Edit(mocktest.Otters, func(t *tourney.Team) { t.Division.Name = "x" })
		},
		"Teams.Edit: Division: only its id can change here: its other members are those of the division: Divisions.Edit changes them",
	},
	"a pool's name in a team": {
		func(srv *mockserver.World) {
			srv.Teams.Edit(mocktest.Otters, func(t *tourney.Team) { t.Pools[0].Pool.Name = "x" })
		},
		"Teams.Edit: Pools[0].Pool: only its id can change here: its other members are those of the pool: Pools.Edit changes them",
	},
	"another player on a line": {
		func(srv *mockserver.World) {
			srv.Teams.Edit(mocktest.Otters, func(t *tourney.Team) { t.Players[0].PlayerID = mocktest.Cleo })
		},
		"Teams.Edit: Players[0].PlayerId changed from 2001 to 2003: a line of a roster keeps its player",
	},
	"two positions in a pool": {
		func(srv *mockserver.World) {
			srv.Teams.Edit(mocktest.Otters, func(t *tourney.Team) {
				t.Pools = append(t.Pools, tourney.TeamPool{Number: 3, Pool: tourney.Pool{ID: mocktest.PoolA}})
			})
		},
		"Teams.Edit: Pools[1].Pool.Id 31 is there twice: a team has one position in a pool",
	},
	"its own parent": {
		func(srv *mockserver.World) {
			srv.Teams.Edit(mocktest.Otters, func(t *tourney.Team) { t.ParentID = mocktest.Otters })
		},
		"Teams.Edit: ParentId 101 is the team itself",
	},
	"details of no coach": {
		func(srv *mockserver.World) {
			srv.Teams.EditDetails(mocktest.Otters, func(d *stored.TeamDetails) { d.Coaches = map[int64]stored.CoachDetails{9: {}} })
		},
		"Teams.EditDetails: Coaches[9] names no coach of the team",
	},
	"teams of a division": {
		func(srv *mockserver.World) {
			srv.Divisions.Edit(mocktest.Gold, func(d *tourney.Division) { d.Teams = []tourney.Team{{ID: mocktest.Swifts}} })
		},
		"Divisions.Edit: Teams must stay nil: Teams.Edit moves a team",
	},
	"an event's name in a division": {
		func(srv *mockserver.World) {
			srv.Divisions.Edit(mocktest.Gold, func(d *tourney.Division) { d.Event.Name = "x" })
		},
		"Divisions.Edit: Event: only its id can change here: its other members are those of the event: Events.Edit changes them",
	},
	"teams of a player": {
		func(srv *mockserver.World) {
			srv.Players.Edit(mocktest.Ada, func(p *tourney.Player) { p.Teams = []tourney.PlayerTeam{{ID: mocktest.Herons}} })
		},
		"Players.Edit: Teams must stay nil: Teams.Edit changes a roster",
	},
	"an event with rows": {
		func(srv *mockserver.World) { srv.Events.Remove(mocktest.League) },
		"Events.Remove: division 21 is there, with 1 in all: move or remove them first; " +
			"team 106 is there, with 1 in all: move or remove them first",
	},
	"a division with rows": {
		func(srv *mockserver.World) { srv.Divisions.Remove(mocktest.Gold) },
		"Divisions.Remove: team 101 is there, with 2 in all: move or remove them first; " +
			"pool 31 is there, with 1 in all: move or remove them first; " +
			"game 81 is there, with 3 in all: move or remove them first",
	},
	"a venue with a game": {
		func(srv *mockserver.World) { srv.Venues.Remove(mocktest.Fieldhouse) },
		"Venues.Remove: game 81 is there, with 1 in all: move or remove them first",
	},
	"no statistic": {
		func(srv *mockserver.World) { srv.Statistics.Remove(mocktest.Played, mocktest.Line1, "Hops") },
		"Statistics.Remove: there is no statistic Hops",
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
