package direct

import (
	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// MostPositions bounds how many positions one call, or one pool of a file, adds.
const MostPositions = 10_000

// The checks of rows that callers add or change without HTTP. If a resource names the id of a row that it belongs to,
// that row must exist: the event of a division, the division, pools and parent of a team, the division and teams of a
// game. A call adds the parts of a resource together with the resource: the players and coaches of a team, the courts
// of a venue, the prices of a division.

func (d *Call) checkEventOf(path string, e *tourney.Event) {
	if e != nil {
		d.refer(path+".Id", model.EventIDs, e.ID)
		d.checkOrganization(path+".", *e)
	}
}

func (d *Call) checkOrganization(prefix string, e tourney.Event) {
	if e.Organization != nil && e.Organization.ID != 0 {
		d.chosen(prefix+"Organization.Id", e.Organization.ID)
	}
}

func (d *Call) checkDivisionOf(path string, division *tourney.TeamDivision) {
	if division != nil {
		d.refer(path+".Id", model.DivisionIDs, division.ID)
		d.checkEventOf(path+".Event", division.Event)
	}
}

func (d *Call) checkDivision(division tourney.Division) {
	d.choose("", model.IDsInDivision(&division))
	d.checkEventOf("Event", division.Event)
	d.checkDivisionLists(division)
	own := idOf(&tourney.TeamDivision{ID: division.ID})
	for i, t := range division.Teams {
		if d.Teams.Get(t.ID) == nil {
			path := refusal.Indexed("Teams", i, "") + "."
			d.checkTeam(path, t, own)
			d.bound(otherIDsOfTeam(path, t), nil)
		}
	}
}

// checkDivisionLists refuses a division in which two prices or two brackets have the same id.
func (d *Call) checkDivisionLists(division tourney.Division) {
	once(d, "Prices", division.Prices, func(p tourney.Price) int64 { return p.ID })
	once(d, "Brackets", division.Brackets, func(b tourney.Bracket) int64 { return b.ID })
}

// checkVenue checks the ids of a venue and its courts. It refuses a venue in which two courts have the same id.
func (d *Call) checkVenue(v tourney.Venue) {
	d.choose("", model.IDsInVenue(&v))
	once(d, "Locations", v.Locations, func(l tourney.Location) int64 { return l.ID })
}

// once refuses a list in which two elements have the same id, because requests would find only the first one.
func once[T any](d *Call, list string, rows []T, id func(T) int64) {
	seen := map[int64]bool{}
	for i, r := range rows {
		if n := id(r); n != 0 && seen[n] {
			d.Problem("%s %d is there twice", refusal.Indexed(list, i, "Id"), n)
		}
		seen[id(r)] = true
	}
}

// checkTeam checks a team that is in a division or moves to it. The paths in problems begin with the prefix.
func (d *Call) checkTeam(prefix string, t tourney.Team, divisionID int64) {
	d.choose(prefix, model.IDsInTeam(&t))
	d.checkDivisionOf(prefix+"Division", t.Division)
	d.refer(prefix+"ParentId", model.TeamIDs, t.ParentID)
	d.checkLines(prefix, t)
	once(d, prefix+"Coaches", t.Coaches, func(c tourney.Coach) int64 { return c.ID })
	pools := map[int64]bool{}
	for i, p := range t.Pools {
		path := prefix + refusal.Indexed("Pools", i, "")
		if p.Pool.ID != 0 && pools[p.Pool.ID] {
			d.Problem("%s.Pool.Id %d is there twice: a team has one position in a pool", path, p.Pool.ID)
		}
		pools[p.Pool.ID] = true
		d.checkPlace(path, p, t.ID, divisionID)
	}
}

// checkLines refuses a team whose roster has the id of a line of another roster, or the same id twice.
func (d *Call) checkLines(prefix string, t tourney.Team) {
	for i, p := range t.Players {
		path := prefix + refusal.Indexed("Players", i, "Id")
		if owner, known := d.Rosters.Get(p.ID); known && owner != t.ID {
			d.Problem("%s %d is in the roster of team %d", path, p.ID, owner)
		}
		if p.ID != 0 && d.lines[p.ID] {
			d.Problem("%s %d is there twice", path, p.ID)
		}
		d.lines[p.ID] = true
	}
}

// checkPlace refuses a position of a pool if the position does not exist, if another team has it, or if the pool is in
// another division.
func (d *Call) checkPlace(path string, p tourney.TeamPool, teamID, divisionID int64) {
	d.refer(path+".Pool.Id", model.PoolIDs, p.Pool.ID)
	pool := d.Pools.Get(p.Pool.ID)
	if pool == nil {
		d.checkDivisionOf(path+".Pool.Division", p.Pool.Division)
		return
	}
	switch differs := pool.DivisionID != 0 && pool.DivisionID != divisionID; {
	case differs && divisionID == newDivision:
		d.Problem("%s.Pool.Id %d is a pool of division %d, not of the new one", path, pool.ID, pool.DivisionID)
	case differs && divisionID != 0:
		d.Problem("%s.Pool.Id %d is a pool of division %d, not of %d", path, pool.ID, pool.DivisionID, divisionID)
	}
	position, here := d.Position(pool.ID, p.Number), model.Place{PoolID: pool.ID, Number: p.Number}
	switch {
	case d.places[here]:
		d.Problem("%s.Number %d of pool %d is there twice", path, p.Number, pool.ID)
	case position == nil && !d.dangling:
		d.Problem("%s.Number %d: pool %d has no such position: add it with Pools.AddPositions", path, p.Number, pool.ID)
	case position != nil && position.TeamID != 0 && position.TeamID != teamID:
		d.Problem("%s.Number %d: team %d has that position of pool %d", path, p.Number, position.TeamID, pool.ID)
	}
	d.places[here] = true
}

func (d *Call) checkTeamPoolIDs(ids []int64) {
	for i, id := range ids {
		path := refusal.Indexed("ids", i, "")
		d.chosen(path, id)
		d.fresh(path, id, d.TeamPools.Get(id) != nil, "position")
		for _, before := range ids[:i] {
			if id != 0 && id == before {
				d.Problem("ids[%d] %d is there twice", i, id)
			}
		}
	}
}

// CheckPositions refuses a number of positions below 0 or above MostPositions, and more ids than positions.
func (d *Call) CheckPositions(positions int, ids []int64) {
	if positions < 0 || positions > MostPositions || len(ids) > max(positions, 0) {
		d.Problem("positions is %d, with %d ids: expected 0 to %d, and at most as many ids",
			positions, len(ids), MostPositions)
	}
	d.checkTeamPoolIDs(ids)
}

func (d *Call) checkGame(g tourney.Game) {
	d.choose("", model.IDsInGame(&g))
	if g.Division != nil {
		d.refer("Division.Id", model.DivisionIDs, g.Division.ID)
		d.checkEventOf("Division.Event", g.Division.Event)
	}
	if vc := g.VenueCourt; vc != nil && vc.Venue != nil {
		d.refer("VenueCourt.Venue.Id", model.VenueIDs, vc.Venue.ID)
	}
	d.checkSide("AwayTeam", g.AwayTeam)
	d.checkSide("HomeTeam", g.HomeTeam)
}

// checkPair refuses a game whose sides contradict each other: see model.PairProblem. It allows a contradiction that the
// game had before the change.
func (d *Call) checkPair(before, after tourney.Game) {
	if problem := model.PairProblem(&after); problem != "" && problem != model.PairProblem(&before) {
		d.Problem("%s", problem)
	}
}

func (d *Call) checkSide(path string, side *tourney.GameSide) {
	if side == nil {
		return
	}
	check := func(field string, to model.Kind, id *int64) {
		if id != nil {
			d.refer(path+"."+field, to, *id)
		}
	}
	check("TeamId", model.TeamIDs, side.TeamID)
	check("DivisionId", model.DivisionIDs, side.DivisionID)
	check("TeamPoolId", model.TeamPoolIDs, side.TeamPoolID)
	check("PoolId", model.PoolIDs, side.PoolID)
}

func (d *Call) checkPlayer(p tourney.Player) {
	d.choose("", model.OnlyID(model.PersonIDs, p.ID))
	for i, t := range p.Teams {
		path := refusal.Indexed("Teams", i, "")
		d.refer(path+".Id", model.TeamIDs, t.ID)
		d.checkPlayerTeam(path, t)
		for j, g := range t.Games {
			d.refer(path+"."+refusal.Indexed("Games", j, "Id"), model.GameIDs, g.ID)
		}
	}
}

// checkPlayerTeam checks the references of a team in a player. If the team is new, the call adds it with these
// references. If the team exists, the call ignores them.
func (d *Call) checkPlayerTeam(path string, t tourney.PlayerTeam) {
	if fresh := d.Teams.Get(t.ID) == nil && (d.dangling || t.ID == 0); !fresh {
		d.bound([]otherID{
			{model.DivisionIDs, t.DivisionID, path + ".DivisionId"}, {model.TeamIDs, t.ParentID, path + ".ParentId"},
		}, nil)
		return
	}
	d.refer(path+".DivisionId", model.DivisionIDs, t.DivisionID)
	d.refer(path+".ParentId", model.TeamIDs, t.ParentID)
}

// CheckEventIDs checks the ids of the events that a venue belongs to.
func (d *Call) CheckEventIDs(path string, ids []int64) {
	for i, id := range ids {
		d.refer(refusal.Indexed(path, i, ""), model.EventIDs, id)
	}
}

func (d *Call) checkPayment(r stored.Payment) {
	d.refer("TeamId", model.TeamIDs, r.TeamID)
	d.refer("DivisionId", model.DivisionIDs, r.DivisionID)
	d.refer("EventId", model.EventIDs, r.EventID)
}

func (d *Call) checkRegistration(r stored.Registration) {
	d.refer("TeamId", model.TeamIDs, r.TeamID)
	d.refer("Request.DivisionId", model.DivisionIDs, r.Request.DivisionID)
	d.refer("Request.EventId", model.EventIDs, r.Request.EventID)
	if r.TransactionID != "" && d.Payment(r.TransactionID) == nil && !d.dangling {
		d.Problem("TransactionId %q names no payment: add it first", redact.Safe(r.TransactionID))
	}
}

// The functions below return the ids in rows that identify something for which the mock has no row.

func otherIDsOfTeam(prefix string, t tourney.Team) (ids []otherID) {
	for i, p := range t.Players {
		ids = append(ids, otherID{model.NoKind, p.ParentID, prefix + refusal.Indexed("Players", i, "ParentId")})
	}
	for i, c := range t.Coaches {
		ids = append(ids, otherID{model.NoKind, c.ParentID, prefix + refusal.Indexed("Coaches", i, "ParentId")})
	}
	if t.Season != nil {
		ids = append(ids, otherID{model.NoKind, t.Season.SeasonDivisionID, prefix + "Season.SeasonDivisionId"})
	}
	return ids
}

func otherIDsOfPlayer(p tourney.Player) []otherID {
	return []otherID{{model.NoKind, p.ParentID, "ParentId"}}
}

func otherIDsOfGame(g tourney.Game) (ids []otherID) {
	ids = append(bracketOf("AwayTeam", g.AwayTeam), bracketOf("HomeTeam", g.HomeTeam)...)
	if g.VenueCourt == nil {
		return ids
	}
	if court := g.VenueCourt.Court; court != nil {
		ids = append(ids, otherID{model.CourtIDs, court.ID, "VenueCourt.Court.Id"})
	}
	if venue := g.VenueCourt.Venue; venue != nil {
		for i, l := range venue.Locations {
			ids = append(ids, otherID{model.CourtIDs, l.ID, "VenueCourt.Venue." + refusal.Indexed("Locations", i, "Id")})
		}
	}
	return ids
}

// bracketOf returns the id of the bracket that a side names, because the mock has no rows for brackets.
func bracketOf(path string, side *tourney.GameSide) []otherID {
	if side == nil || side.BracketID == nil {
		return nil
	}
	return []otherID{{model.BracketIDs, *side.BracketID, path + ".BracketId"}}
}

func otherIDsOfPayment(r stored.Payment) []otherID {
	return append(otherIDsOfCharge(r.Request.Payment),
		otherID{model.PriceIDs, r.PriceID, "PriceId"},
		otherID{model.TeamIDs, r.Request.TeamID, "Request.TeamId"},
		otherID{model.DivisionIDs, r.Request.DivisionID, "Request.DivisionId"},
		otherID{model.EventIDs, r.Request.EventID, "Request.EventId"},
		otherID{model.NoKind, r.Request.CollegeCoachID, "Request.CollegeCoachId"},
		otherID{model.SeasonIDs, r.Request.SeasonID, "Request.SeasonId"},
	)
}

func otherIDsOfCharge(p *tourney.PaymentDetailsInput) []otherID {
	if p == nil {
		return nil
	}
	return []otherID{{model.PriceIDs, p.PriceID, "Request.Payment.PriceId"}}
}

func otherIDsOfRegistration(r stored.Registration) []otherID {
	ids := otherIDsOfCharge(r.Request.Payment)
	for i, p := range r.Request.Players {
		ids = append(ids, otherID{model.NoKind, p.ID, "Request." + refusal.Indexed("Players", i, "Id")})
	}
	return ids
}

// newDivision is what idOf returns for a division that the call adds and that has no id yet.
const newDivision = -1 << 63

// idOf returns the id of the division that a team or pool names, 0 for nil, and newDivision for a division without an
// id.
func idOf(division *tourney.TeamDivision) int64 {
	switch {
	case division == nil:
		return 0
	case division.ID == 0:
		return newDivision
	}
	return division.ID
}
