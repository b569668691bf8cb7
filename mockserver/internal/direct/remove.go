package direct

import (
	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/values"
)

// A row that other rows belong to cannot be removed: an event with divisions, a division with teams, pools or games, a
// venue with games. Records of payments and registrations stay, because they record requests. A removal can take time
// in proportion to the length of the lists that contain the row.

func (d *Call) removeEvent(id int64) {
	in := model.Scope{Level: model.InEvent, ID: id}
	d.refuseIn("division", idsOf(d.Divisions.Under(model.DivisionKey{Event: id}.Key()), d.Divisions.ID))
	d.refuseIn("team", teamsIn(d, in))
	d.refuseIn("game", idsOf(d.Games.Under(model.GameKey{Scope: in}.Key()), d.Games.ID))
	d.refuseIn("venue", idsOf(d.Venues.Under(model.VenueKey(id).Key()), d.Venues.ID))
	below := func(r *model.EventRow) bool { return r.Details.ParentID == id }
	d.refuseIn("event", idsOf(d.Events.Where(below), d.Events.ID))
	d.check()
	d.Events.Remove(id)
}

func (d *Call) removeDivision(id int64) {
	in := model.Scope{Level: model.InDivision, ID: id}
	games := func(r *model.GameRow) bool { return r.DivisionID() == id || hasSideOf(r, id) }
	d.refuseIn("team", teamsIn(d, in))
	d.refuseIn("pool", idsOf(d.Pools.Under(model.PoolKey(id).Key()), d.Pools.ID))
	d.refuseIn("game", idsOf(d.Games.Where(games), d.Games.ID))
	d.check()
	d.Divisions.Remove(id)
}

func (d *Call) removeVenue(id int64) {
	at := func(r *model.GameRow) bool { return venueOf(r.Game).ID == id }
	d.refuseIn("game", idsOf(d.Games.Where(at), d.Games.ID))
	d.check()
	d.Venues.Remove(id)
}

// refuseIn refuses to remove a row if other rows belong to it. The ids are the ids of these other rows, and noun is the
// word for them.
func (d *Call) refuseIn(noun string, ids []int64) {
	if len(ids) > 0 {
		d.Problem("%s %d is there, with %d in all: move or remove them first", noun, ids[0], len(ids))
	}
}

func idsOf[R any](rows []*R, id func(*R) int64) []int64 { return values.Mapped(rows, id) }

// hasSideOf reports whether a side of the game has a team of a division.
func hasSideOf(r *model.GameRow, divisionID int64) bool {
	for _, side := range []*tourney.GameSide{r.Game.AwayTeam, r.Game.HomeTeam} {
		if side != nil && side.DivisionID != nil && *side.DivisionID == divisionID {
			return true
		}
	}
	return false
}

func teamsIn(d *Call, in model.Scope) []int64 {
	return idsOf(d.Teams.Under(model.TeamKey{Scope: in, Status: model.AnyStatus, Paid: model.PaidOrNot}.Key()), d.Teams.ID)
}
