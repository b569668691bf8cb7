package mockserver

import "github.com/tourney-go/tourney"

// The checks of a row that a method or a fixture adds.

func (d *door) freshEvent(e tourney.Event) {
	d.choose("", only(eventIDs, e.ID))
	d.fresh("Id", e.ID, d.events.Get(e.ID) != nil, "event")
}

func (d *door) freshVenue(v tourney.Venue) {
	d.fresh("Id", v.ID, d.venues.Get(v.ID) != nil, "venue")
	d.checkVenue(v)
}

func (d *door) freshDivision(division tourney.Division) {
	d.fresh("Id", division.ID, d.divisions.Get(division.ID) != nil, "division")
	d.checkDivision(division)
}

func (d *door) freshPool(p tourney.Pool) {
	d.choose("", only(poolIDs, p.ID))
	d.fresh("Id", p.ID, d.pools.Get(p.ID) != nil, "pool")
	d.checkDivisionOf("Division", p.Division)
}

func (d *door) freshTeam(t tourney.Team) {
	d.fresh("Id", t.ID, d.teams.Get(t.ID) != nil, "team")
	d.checkTeam("", t, idOf(t.Division))
	d.bound(otherIDsOfTeam("", t), nil)
}

func (d *door) freshPlayer(p tourney.Player) {
	d.fresh("Id", p.ID, d.people.Get(p.ID) != nil, "player")
	d.checkPlayer(p)
	d.bound(otherIDsOfPlayer(p), nil)
}

func (d *door) freshGame(g tourney.Game) {
	d.fresh("Id", g.ID, d.games.Get(g.ID) != nil, "game")
	d.checkGame(g)
	d.checkPair(tourney.Game{}, g)
	d.bound(otherIDsOfGame(g), nil)
}
