package mockserver

import "github.com/tourney-go/tourney"

// A row in which others are is not removed: an event with divisions, a division with teams, pools and games, a venue
// with games. Records of payments and registrations stay, because they record requests. A removal can cost the length
// of the lists.

func (d *door) removeEvent(id int64) {
	in := scope{inEvent, id}
	d.refuseIn("division", ids(d.divisions.Under(divisionKey{event: id}), d.divisions.ID))
	d.refuseIn("team", ids(d.teams.Under(teamKey{in, anyStatus, paidOrNot}), d.teams.ID))
	d.refuseIn("game", ids(d.games.Under(gameKey{scope: in}), d.games.ID))
	d.refuseIn("venue", ids(d.venues.Under(id), d.venues.ID))
	d.refuseIn("event", ids(d.events.Where(func(r *eventRow) bool { return r.Details.ParentID == id }), d.events.ID))
	d.check()
	d.events.Remove(id)
}

func (d *door) removeDivision(id int64) {
	in, games := scope{inDivision, id}, func(r *gameRow) bool { return r.divisionID() == id || r.hasSideOf(id) }
	d.refuseIn("team", ids(d.teams.Under(teamKey{in, anyStatus, paidOrNot}), d.teams.ID))
	d.refuseIn("pool", ids(d.pools.Under(id), d.pools.ID))
	d.refuseIn("game", ids(d.games.Where(games), d.games.ID))
	d.check()
	d.divisions.Remove(id)
}

func (d *door) removeVenue(id int64) {
	at := func(r *gameRow) bool { return venueOf(r.Game).ID == id }
	d.refuseIn("game", ids(d.games.Where(at), d.games.ID))
	d.check()
	d.venues.Remove(id)
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
