package mockserver

import (
	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/redact"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// mostPositions bounds the positions that a call or a pool of a file adds.
const mostPositions = 10_000

// The checks of rows that come without HTTP. What a resource belongs to must be there if it has an id: the event of a
// division, the division, the pools and the parent of a team, the division and the teams of a game. What a resource
// consists of is added with it: the players and coaches of a team, the courts of a venue, the prices of a division.

func (d *door) checkEventOf(path string, e *tourney.Event) {
	if e != nil {
		d.refer(path+".Id", eventIDs, e.ID)
	}
}

func (d *door) checkDivisionOf(path string, division *tourney.TeamDivision) {
	if division != nil {
		d.refer(path+".Id", divisionIDs, division.ID)
		d.checkEventOf(path+".Event", division.Event)
	}
}

func (d *door) checkDivision(division tourney.Division) {
	d.choose("", idsOfDivision(&division))
	d.checkEventOf("Event", division.Event)
	d.checkDivisionLists(division)
	own := idOf(&tourney.TeamDivision{ID: division.ID})
	for i, t := range division.Teams {
		if d.teams.Get(t.ID) == nil {
			path := indexed("Teams", i, "") + "."
			d.checkTeam(path, t, own)
			d.bound(otherIDsOfTeam(path, t), nil)
		}
	}
}

// checkDivisionLists refuses ids that the lists of a division have twice.
func (d *door) checkDivisionLists(division tourney.Division) {
	once(d, "Prices", division.Prices, func(p tourney.Price) int64 { return p.ID })
	once(d, "Brackets", division.Brackets, func(b tourney.Bracket) int64 { return b.ID })
}

// checkVenue refuses ids that the courts of a venue have twice.
func (d *door) checkVenue(v tourney.Venue) {
	d.choose("", idsOfVenue(&v))
	once(d, "Locations", v.Locations, func(l tourney.Location) int64 { return l.ID })
}

// once refuses an id that a list has twice: requests find only the first row under it.
func once[T any](d *door, list string, rows []T, id func(T) int64) {
	seen := map[int64]bool{}
	for i, r := range rows {
		if n := id(r); n != 0 && seen[n] {
			d.problem("%s %d is there twice", indexed(list, i, "Id"), n)
		}
		seen[id(r)] = true
	}
}

// checkTeam checks a team that is in a division, or that moves to it. Paths begin with the prefix.
func (d *door) checkTeam(prefix string, t tourney.Team, divisionID int64) {
	d.choose(prefix, idsOfTeam(&t))
	d.checkDivisionOf(prefix+"Division", t.Division)
	d.refer(prefix+"ParentId", teamIDs, t.ParentID)
	d.checkLines(prefix, t)
	once(d, prefix+"Coaches", t.Coaches, func(c tourney.Coach) int64 { return c.ID })
	pools := map[int64]bool{}
	for i, p := range t.Pools {
		path := prefix + indexed("Pools", i, "")
		if p.Pool.ID != 0 && pools[p.Pool.ID] {
			d.problem("%s.Pool.Id %d is there twice: a team has one position in a pool", path, p.Pool.ID)
		}
		pools[p.Pool.ID] = true
		d.checkPlace(path, p, t.ID, divisionID)
	}
}

// checkLines refuses ids of the lines of other rosters.
func (d *door) checkLines(prefix string, t tourney.Team) {
	for i, p := range t.Players {
		path := prefix + indexed("Players", i, "Id")
		if owner, known := d.rosters.Get(p.ID); known && owner != t.ID {
			d.problem("%s %d is in the roster of team %d", path, p.ID, owner)
		}
		if p.ID != 0 && d.lines[p.ID] {
			d.problem("%s %d is there twice", path, p.ID)
		}
		d.lines[p.ID] = true
	}
}

// checkPlace refuses a position of a pool that is not there, that another team has, or that is in another division.
func (d *door) checkPlace(path string, p tourney.TeamPool, teamID, divisionID int64) {
	d.refer(path+".Pool.Id", poolIDs, p.Pool.ID)
	pool := d.pools.Get(p.Pool.ID)
	if pool == nil {
		d.checkDivisionOf(path+".Pool.Division", p.Pool.Division)
		return
	}
	switch differs := pool.DivisionID != 0 && pool.DivisionID != divisionID; {
	case differs && divisionID == newDivision:
		d.problem("%s.Pool.Id %d is a pool of division %d, not of the new one", path, pool.ID, pool.DivisionID)
	case differs && divisionID != 0:
		d.problem("%s.Pool.Id %d is a pool of division %d, not of %d", path, pool.ID, pool.DivisionID, divisionID)
	}
	position, here := d.position(pool.ID, p.Number), place{pool.ID, p.Number}
	switch {
	case d.places[here]:
		d.problem("%s.Number %d of pool %d is there twice", path, p.Number, pool.ID)
	case position == nil && !d.dangling:
		d.problem("%s.Number %d: pool %d has no such position: add it with Pools.AddPositions", path, p.Number, pool.ID)
	case position != nil && position.TeamID != 0 && position.TeamID != teamID:
		d.problem("%s.Number %d: team %d has that position of pool %d", path, p.Number, position.TeamID, pool.ID)
	}
	d.places[here] = true
}

func (d *door) checkTeamPoolIDs(ids []int64) {
	for i, id := range ids {
		path := indexed("ids", i, "")
		d.chosen(path, id)
		d.fresh(path, id, d.teamPools.Get(id) != nil, "position")
		for _, before := range ids[:i] {
			if id != 0 && id == before {
				d.problem("ids[%d] %d is there twice", i, id)
			}
		}
	}
}

// checkPositions refuses a number of positions that no pool can have.
func (d *door) checkPositions(positions int, ids []int64) {
	if positions < 0 || positions > mostPositions || len(ids) > max(positions, 0) {
		d.problem("positions is %d, with %d ids: expected 0 to %d, and at most as many ids",
			positions, len(ids), mostPositions)
	}
	d.checkTeamPoolIDs(ids)
}

func (d *door) checkGame(g tourney.Game) {
	d.choose("", idsOfGame(&g))
	if g.Division != nil {
		d.refer("Division.Id", divisionIDs, g.Division.ID)
		d.checkEventOf("Division.Event", g.Division.Event)
	}
	if vc := g.VenueCourt; vc != nil && vc.Venue != nil {
		d.refer("VenueCourt.Venue.Id", venueIDs, vc.Venue.ID)
	}
	d.checkSide("AwayTeam", g.AwayTeam)
	d.checkSide("HomeTeam", g.HomeTeam)
}

// checkPair refuses sides that no host could have, unless updates led there before.
func (d *door) checkPair(before, after tourney.Game) {
	if problem := pairProblem(&after); problem != "" && problem != pairProblem(&before) {
		d.problem("%s", problem)
	}
}

func (d *door) checkSide(path string, side *tourney.GameSide) {
	if side == nil {
		return
	}
	check := func(field string, to kind, id *int64) {
		if id != nil {
			d.refer(path+"."+field, to, *id)
		}
	}
	check("TeamId", teamIDs, side.TeamID)
	check("DivisionId", divisionIDs, side.DivisionID)
	check("TeamPoolId", teamPoolIDs, side.TeamPoolID)
	check("PoolId", poolIDs, side.PoolID)
}

func (d *door) checkPlayer(p tourney.Player) {
	d.choose("", only(personIDs, p.ID))
	for i, t := range p.Teams {
		path := indexed("Teams", i, "")
		d.refer(path+".Id", teamIDs, t.ID)
		d.checkPlayerTeam(path, t)
		for j, g := range t.Games {
			d.refer(path+"."+indexed("Games", j, "Id"), gameIDs, g.ID)
		}
	}
}

// checkPlayerTeam checks what the team of a player belongs to. The call adds a new team with it, and ignores it in a
// team that is there.
func (d *door) checkPlayerTeam(path string, t tourney.PlayerTeam) {
	if fresh := d.teams.Get(t.ID) == nil && (d.dangling || t.ID == 0); !fresh {
		d.bound([]otherID{{divisionIDs, t.DivisionID, path + ".DivisionId"}, {teamIDs, t.ParentID, path + ".ParentId"}}, nil)
		return
	}
	d.refer(path+".DivisionId", divisionIDs, t.DivisionID)
	d.refer(path+".ParentId", teamIDs, t.ParentID)
}

func (d *door) checkEventIDs(path string, ids []int64) {
	for i, id := range ids {
		d.refer(indexed(path, i, ""), eventIDs, id)
	}
}

func (d *door) checkPayment(r stored.Payment) {
	d.refer("TeamId", teamIDs, r.TeamID)
	d.refer("DivisionId", divisionIDs, r.DivisionID)
	d.refer("EventId", eventIDs, r.EventID)
}

func (d *door) checkRegistration(r stored.Registration) {
	d.refer("TeamId", teamIDs, r.TeamID)
	d.refer("Request.DivisionId", divisionIDs, r.Request.DivisionID)
	d.refer("Request.EventId", eventIDs, r.Request.EventID)
	if r.TransactionID != "" && d.payment(r.TransactionID) == nil && !d.dangling {
		d.problem("TransactionId %q names no payment: add it first", redact.Safe(r.TransactionID))
	}
}

// The ids in rows under which the mock looks up no row of its own.

func otherIDsOfTeam(prefix string, t tourney.Team) (ids []otherID) {
	for i, p := range t.Players {
		ids = append(ids, otherID{noKind, p.ParentID, prefix + indexed("Players", i, "ParentId")})
	}
	for i, c := range t.Coaches {
		ids = append(ids, otherID{noKind, c.ParentID, prefix + indexed("Coaches", i, "ParentId")})
	}
	if t.Season != nil {
		ids = append(ids, otherID{noKind, t.Season.SeasonDivisionID, prefix + "Season.SeasonDivisionId"})
	}
	return ids
}

func otherIDsOfPlayer(p tourney.Player) []otherID { return []otherID{{noKind, p.ParentID, "ParentId"}} }

func otherIDsOfGame(g tourney.Game) (ids []otherID) {
	ids = append(bracketOf("AwayTeam", g.AwayTeam), bracketOf("HomeTeam", g.HomeTeam)...)
	if g.VenueCourt == nil {
		return ids
	}
	if court := g.VenueCourt.Court; court != nil {
		ids = append(ids, otherID{courtIDs, court.ID, "VenueCourt.Court.Id"})
	}
	if venue := g.VenueCourt.Venue; venue != nil {
		for i, l := range venue.Locations {
			ids = append(ids, otherID{courtIDs, l.ID, "VenueCourt.Venue." + indexed("Locations", i, "Id")})
		}
	}
	return ids
}

// bracketOf returns the id of the bracket of a side, of which the mock has no row.
func bracketOf(path string, side *tourney.GameSide) []otherID {
	if side == nil || side.BracketID == nil {
		return nil
	}
	return []otherID{{bracketIDs, *side.BracketID, path + ".BracketId"}}
}

func otherIDsOfPayment(r stored.Payment) []otherID {
	return append(otherIDsOfCharge(r.Request.Payment),
		otherID{priceIDs, r.PriceID, "PriceId"},
		otherID{teamIDs, r.Request.TeamID, "Request.TeamId"},
		otherID{divisionIDs, r.Request.DivisionID, "Request.DivisionId"},
		otherID{eventIDs, r.Request.EventID, "Request.EventId"},
		otherID{noKind, r.Request.CollegeCoachID, "Request.CollegeCoachId"},
		otherID{seasonIDs, r.Request.SeasonID, "Request.SeasonId"},
	)
}

func otherIDsOfCharge(p *tourney.PaymentDetailsInput) []otherID {
	if p == nil {
		return nil
	}
	return []otherID{{priceIDs, p.PriceID, "Request.Payment.PriceId"}}
}

func otherIDsOfRegistration(r stored.Registration) []otherID {
	ids := otherIDsOfCharge(r.Request.Payment)
	for i, p := range r.Request.Players {
		ids = append(ids, otherID{noKind, p.ID, "Request." + indexed("Players", i, "Id")})
	}
	return ids
}

// newDivision stands for the id of a division that the call adds and that has no id yet.
const newDivision = -1 << 63

// idOf returns the id of the division that a team or pool carries, 0 for none.
func idOf(division *tourney.TeamDivision) int64 {
	switch {
	case division == nil:
		return 0
	case division.ID == 0:
		return newDivision
	}
	return division.ID
}
