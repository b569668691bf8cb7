package mockserver

import "github.com/tourney-go/tourney"

// A Remove method of the side door removes a row. It panics, and changes nothing, if the row is not there, or if others
// are in it: the divisions of an event, the teams, pools and games of a division, the games at a venue. Records of
// payments and registrations stay, because they record requests. A removal can cost the length of the lists.

// RemoveEvent removes an event. Divisions, teams, venues and games must not be in it, and no event below it.
func (s *Server) RemoveEvent(id int64) {
	through(inner(s), "RemoveEvent", func(d *door) int64 {
		d.exists(id, d.events.Get(id) != nil, "event")
		in := scope{inEvent, id}
		d.refuseIn("division", ids(d.divisions.Under(divisionKey{event: id}), d.divisions.ID))
		d.refuseIn("team", ids(d.teams.Under(teamKey{in, anyStatus, paidOrNot}), d.teams.ID))
		d.refuseIn("game", ids(d.games.Under(gameKey{scope: in}), d.games.ID))
		d.refuseIn("venue", ids(d.venues.Under(id), d.venues.ID))
		d.refuseIn("event", ids(d.events.Where(func(r *eventRow) bool { return r.Owner.ParentID == id }), d.events.ID))
		d.check()
		d.events.Remove(id)
		return 0
	})
}

// RemoveDivision removes a division. Teams, pools and games must not be in it, and no side of a game.
func (s *Server) RemoveDivision(id int64) {
	through(inner(s), "RemoveDivision", func(d *door) int64 {
		d.exists(id, d.divisions.Get(id) != nil, "division")
		in, games := scope{inDivision, id}, func(r *gameRow) bool { return r.divisionID() == id || r.hasSideOf(id) }
		d.refuseIn("team", ids(d.teams.Under(teamKey{in, anyStatus, paidOrNot}), d.teams.ID))
		d.refuseIn("pool", ids(d.pools.Under(id), d.pools.ID))
		d.refuseIn("game", ids(d.games.Where(games), d.games.ID))
		d.check()
		d.divisions.Remove(id)
		return 0
	})
}

// RemovePool removes a pool with its positions. Its teams stay in the division, and the sides of games no longer name
// the pool and its positions.
func (s *Server) RemovePool(id int64) {
	through(inner(s), "RemovePool", func(d *door) int64 {
		d.exists(id, d.pools.Get(id) != nil, "pool")
		d.removePool(id)
		return 0
	})
}

// RemoveTeam removes a team with its roster and the statistics of its players, who stay. Its sides of games keep its
// name and their results, its positions in pools become empty, and the teams that it is the parent of have no parent.
func (s *Server) RemoveTeam(id int64) {
	through(inner(s), "RemoveTeam", func(d *door) int64 {
		d.exists(id, d.teams.Get(id) != nil, "team")
		d.removeTeam(id)
		return 0
	})
}

// RemovePlayer removes a player with its lines on rosters and the statistics of these.
func (s *Server) RemovePlayer(id int64) {
	through(inner(s), "RemovePlayer", func(d *door) int64 {
		d.exists(id, d.people.Get(id) != nil, "player")
		d.removePlayer(id)
		return 0
	})
}

// RemoveVenue removes a venue. No game must be there.
func (s *Server) RemoveVenue(id int64) {
	through(inner(s), "RemoveVenue", func(d *door) int64 {
		d.exists(id, d.venues.Get(id) != nil, "venue")
		at := func(r *gameRow) bool { return venueOf(r.Game).ID == id }
		d.refuseIn("game", ids(d.games.Where(at), d.games.ID))
		d.check()
		d.venues.Remove(id)
		return 0
	})
}

// RemoveGame removes a game with its statistics.
func (s *Server) RemoveGame(id int64) {
	through(inner(s), "RemoveGame", func(d *door) int64 {
		d.exists(id, d.games.Get(id) != nil, "game")
		d.removeGame(id)
		return 0
	})
}

// RemoveStatistic removes a statistic of a player on a roster in a game. It panics if the statistic is not set.
func (s *Server) RemoveStatistic(gameID, teamPlayerID int64, name string) {
	through(inner(s), "RemoveStatistic", func(d *door) int64 {
		r := d.statistic(gameID, teamPlayerID, name)
		d.exists(safe(name), r != nil && !r.Cleared, "statistic")
		d.statistics.Remove(r.ID)
		return 0
	})
}

// RemovePayment removes the payment with a transaction id. A registration that it paid for then has none.
func (s *Server) RemovePayment(transactionID string) {
	through(inner(s), "RemovePayment", func(d *door) int64 {
		d.exists(safe(transactionID), d.payment(transactionID) != nil, "payment")
		d.removePayment(transactionID)
		return 0
	})
}

// RemoveRegistration removes the registration of a team. The team stays.
func (s *Server) RemoveRegistration(teamID int64) {
	through(inner(s), "RemoveRegistration", func(d *door) int64 {
		d.exists(teamID, d.registration(teamID) != nil, "registration of team")
		d.removeRegistration(teamID)
		return 0
	})
}

// refuseIn refuses to remove a row that these rows are in.
func (d *door) refuseIn(noun string, ids []int64) {
	if len(ids) > 0 {
		d.problem("%s %d is there, with %d in all: move or remove them first", noun, ids[0], len(ids))
	}
}

func ids[R any](rows []*R, id func(*R) int64) []int64 { return mapped(rows, id) }

// hasSideOf reports whether a side of the game is of a division.
func (r *gameRow) hasSideOf(divisionID int64) bool {
	for _, side := range []*tourney.GameSide{r.Game.AwayTeam, r.Game.HomeTeam} {
		if side != nil && side.DivisionID != nil && *side.DivisionID == divisionID {
			return true
		}
	}
	return false
}
