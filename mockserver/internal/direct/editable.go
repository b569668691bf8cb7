package direct

import (
	"reflect"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/views"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// editableDivision returns the division that Divisions.Edit passes to its caller's function.
func editableDivision(s *model.Version, r *model.DivisionRow) tourney.Division {
	division := r.Division
	division.Active = new(r.Active)
	if e := s.Events.Get(r.EventID); e != nil {
		division.Event = model.NestedEvent(e.Event)
	}
	return division
}

// editableTeam returns the team that Teams.Edit passes to its caller's function.
func editableTeam(s *model.Version, r *model.TeamRow) tourney.Team {
	t := r.Team
	read := s.Reader()
	t.Division, t.Pools = views.TeamDivision(read, r.DivisionID), views.TeamPools(read, t.ID)
	return t
}

// editableGame returns the game that Games.Edit passes to its caller's function. The game has the present names of its
// teams, division and venue. Its sides lack the values that views compute from other rows.
func editableGame(s *model.Version, r *model.GameRow) tourney.Game {
	g := views.Game(s.Reader(), r)
	withoutViews(g.AwayTeam, r.Game.AwayTeam)
	withoutViews(g.HomeTeam, r.Game.HomeTeam)
	return g
}

// withoutViews replaces the members that a view may have computed for a side by the values that the row stores.
func withoutViews(view, row *tourney.GameSide) {
	if view != nil {
		view.ExternalID, view.PoolID, view.PoolName = row.ExternalID, row.PoolID, row.PoolName
	}
}

// checkEventChange checks a reference to an event that the function of an Edit call may have changed.
func (d *Call) checkEventChange(path string, before, after *tourney.Event) {
	d.checkEventOf(path, after)
	if before != nil && after != nil && before.ID == after.ID && d.Events.Get(after.ID) != nil {
		belongs(d, path, *before, *after, tourney.Event{ID: after.ID}, "the event: Events.Edit changes them")
	}
}

// checkDivisionChange checks a reference to a division that the function of an Edit call may have changed.
func (d *Call) checkDivisionChange(path string, before, after *tourney.TeamDivision) {
	d.checkDivisionOf(path, after)
	if before != nil && after != nil && before.ID == after.ID {
		belongs(d, path, *before, *after, tourney.TeamDivision{ID: after.ID}, "the division: Divisions.Edit changes them")
	}
}

func (d *Call) checkTeamChange(before, after tourney.Team) {
	d.checkDivisionChange("Division", before.Division, after.Division)
	if after.ParentID == after.ID {
		d.Problem("ParentId %d is the team itself", after.ParentID)
	}
	checked := after
	checked.Division = nil // checkDivisionChange has checked it
	if d.HasPlaces(after.ID, after.Pools) {
		checked.Pools = nil // a team that moves leaves its pools
	}
	d.checkTeam("", checked, idOf(after.Division))
	d.bound(otherIDsOfTeam("", after), otherIDsOfTeam("", before))
	for i, p := range after.Pools {
		for _, was := range before.Pools {
			if was.Pool.ID == p.Pool.ID {
				path := refusal.Indexed("Pools", i, "") + ".Pool"
				belongs(d, path, was.Pool, p.Pool, tourney.Pool{ID: p.Pool.ID}, "the pool: Pools.Edit changes them")
			}
		}
	}
	for i, p := range after.Players {
		if j := model.LineIndex(before.Players, p.ID); j >= 0 && before.Players[j].PlayerID != p.PlayerID {
			d.Problem("%s changed from %d to %d: a line of a roster keeps its player",
				refusal.Indexed("Players", i, "PlayerId"), before.Players[j].PlayerID, p.PlayerID)
		}
	}
}

func (d *Call) checkGameChange(before, after tourney.Game) {
	d.checkGame(after)
	d.checkPair(before, after)
	d.bound(otherIDsOfGame(after), otherIDsOfGame(before))
	d.checkSideChange("AwayTeam", before.AwayTeam, after.AwayTeam)
	d.checkSideChange("HomeTeam", before.HomeTeam, after.HomeTeam)
	if before.Division != nil && after.Division != nil && before.Division.ID == after.Division.ID {
		d.checkGameDivision(*before.Division, *after.Division)
	}
	if was, is := venueOf(before), venueOf(after); was.ID == is.ID && d.Venues.Get(is.ID) != nil {
		belongs(d, "VenueCourt.Venue", was, is, tourney.Venue{ID: is.ID}, "the venue: Venues.Edit changes them")
	}
}

// checkGameDivision checks the division of a game if the game stays in that division. A missing event means the event
// of the division.
func (d *Call) checkGameDivision(before, after tourney.GameDivision) {
	if d.Divisions.Get(after.ID) == nil {
		return
	}
	d.checkEventChange("Division.Event", before.Event, after.Event)
	before.Event, after.Event = nil, nil
	belongs(d, "Division", before, after, tourney.GameDivision{ID: after.ID}, "the division: Divisions.Edit changes them")
}

// checkPaymentChange checks only those references of a payment that changed. The others may name rows that no longer
// exist, because a record stays when such a row is removed.
func (d *Call) checkPaymentChange(before, after stored.Payment) {
	d.bound(otherIDsOfPayment(after), otherIDsOfPayment(before))
	forget(&after.TeamID, before.TeamID)
	forget(&after.DivisionID, before.DivisionID)
	forget(&after.EventID, before.EventID)
	d.checkPayment(after)
}

// checkRegistrationChange checks only those references of a registration that changed. The others may name rows that no
// longer exist, because a record stays when such a row is removed.
func (d *Call) checkRegistrationChange(before, after stored.Registration) {
	d.bound(otherIDsOfRegistration(after), otherIDsOfRegistration(before))
	forget(&after.TeamID, before.TeamID)
	forget(&after.Request.DivisionID, before.Request.DivisionID)
	forget(&after.Request.EventID, before.Request.EventID)
	forget(&after.TransactionID, before.TransactionID)
	d.checkRegistration(after)
}

// forget clears a reference that did not change, so that later checks skip the reference.
func forget[T comparable](after *T, before T) {
	if *after == before {
		var none T
		*after = none
	}
}

// checkSideChange refuses a change of a side's name if the side keeps its team, because the name is the team's name.
func (d *Call) checkSideChange(path string, before, after *tourney.GameSide) {
	if before == nil || after == nil || !reflect.DeepEqual(before.TeamID, after.TeamID) || after.TeamID == nil {
		return
	}
	if before.Name != after.Name && d.Teams.Get(*after.TeamID) != nil {
		d.Problem("%s.Name is that of team %d: Teams.Edit changes it", path, *after.TeamID)
	}
}

func venueOf(g tourney.Game) tourney.Venue {
	if g.VenueCourt == nil || g.VenueCourt.Venue == nil {
		return tourney.Venue{}
	}
	return *g.VenueCourt.Venue
}

// teamIn returns the id of some team on a position of a pool, 0 when all positions are empty.
func teamIn(s *model.Version, poolID int64) int64 {
	for _, r := range s.TeamPools.Under(model.TeamPoolKey{Pool: poolID}.Key()) {
		if r.TeamID != 0 {
			return r.TeamID
		}
	}
	return 0
}
