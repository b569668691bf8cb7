package direct

import (
	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/model"
)

// The checks of a row that a method or a fixture adds.

// FreshEvent checks a new event.
func (d *Call) FreshEvent(e tourney.Event) {
	d.choose("", model.OnlyID(model.EventIDs, e.ID))
	d.fresh("Id", e.ID, d.Events.Get(e.ID) != nil, "event")
	d.checkOrganization("", e)
}

// FreshVenue checks a new venue.
func (d *Call) FreshVenue(v tourney.Venue) {
	d.fresh("Id", v.ID, d.Venues.Get(v.ID) != nil, "venue")
	d.checkVenue(v)
}

// FreshDivision checks a new division.
func (d *Call) FreshDivision(division tourney.Division) {
	d.fresh("Id", division.ID, d.Divisions.Get(division.ID) != nil, "division")
	d.checkDivision(division)
}

// FreshPool checks a new pool.
func (d *Call) FreshPool(p tourney.Pool) {
	d.choose("", model.OnlyID(model.PoolIDs, p.ID))
	d.fresh("Id", p.ID, d.Pools.Get(p.ID) != nil, "pool")
	d.checkDivisionOf("Division", p.Division)
}

// FreshTeam checks a new team.
func (d *Call) FreshTeam(t tourney.Team) {
	d.fresh("Id", t.ID, d.Teams.Get(t.ID) != nil, "team")
	d.checkTeam("", t, idOf(t.Division))
	d.bound(otherIDsOfTeam("", t), nil)
}

// FreshPlayer checks a new player.
func (d *Call) FreshPlayer(p tourney.Player) {
	d.fresh("Id", p.ID, d.People.Get(p.ID) != nil, "player")
	d.checkPlayer(p)
	d.bound(otherIDsOfPlayer(p), nil)
}

// FreshGame checks a new game.
func (d *Call) FreshGame(g tourney.Game) {
	d.fresh("Id", g.ID, d.Games.Get(g.ID) != nil, "game")
	d.checkGame(g)
	if !d.dangling {
		d.checkPair(tourney.Game{}, g)
	}
	d.bound(otherIDsOfGame(g), nil)
}
