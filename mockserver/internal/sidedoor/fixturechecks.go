package sidedoor

import (
	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/model"
)

// The checks of a row that a method or a fixture adds.

func (d *Door) FreshEvent(e tourney.Event) {
	d.choose("", model.OnlyID(model.EventIDs, e.ID))
	d.fresh("Id", e.ID, d.Events.Get(e.ID) != nil, "event")
}

func (d *Door) FreshVenue(v tourney.Venue) {
	d.fresh("Id", v.ID, d.Venues.Get(v.ID) != nil, "venue")
	d.checkVenue(v)
}

func (d *Door) FreshDivision(division tourney.Division) {
	d.fresh("Id", division.ID, d.Divisions.Get(division.ID) != nil, "division")
	d.checkDivision(division)
}

func (d *Door) FreshPool(p tourney.Pool) {
	d.choose("", model.OnlyID(model.PoolIDs, p.ID))
	d.fresh("Id", p.ID, d.Pools.Get(p.ID) != nil, "pool")
	d.checkDivisionOf("Division", p.Division)
}

func (d *Door) FreshTeam(t tourney.Team) {
	d.fresh("Id", t.ID, d.Teams.Get(t.ID) != nil, "team")
	d.checkTeam("", t, idOf(t.Division))
	d.bound(otherIDsOfTeam("", t), nil)
}

func (d *Door) FreshPlayer(p tourney.Player) {
	d.fresh("Id", p.ID, d.People.Get(p.ID) != nil, "player")
	d.checkPlayer(p)
	d.bound(otherIDsOfPlayer(p), nil)
}

func (d *Door) FreshGame(g tourney.Game) {
	d.fresh("Id", g.ID, d.Games.Get(g.ID) != nil, "game")
	d.checkGame(g)
	d.checkPair(tourney.Game{}, g)
	d.bound(otherIDsOfGame(g), nil)
}
