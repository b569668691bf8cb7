package mockserver

import (
	"maps"

	"github.com/tourney-go/tourney"
)

// An Edit method of the side door hands a deep copy of a row to a function, and stores what the function makes of it.
// It panics, and changes nothing, if the row is not there, if the function changes the id, or if the row then refers to
// a row that is not there (see AllowDanglingReferences).
//
// Names and other members of rows that the edited row refers to are changed at those rows, and refused here. The
// function runs while no other write can. It must not call the server, also not by a request: such a call panics. From
// another goroutine a write waits for ever, and a read shows the rows before the edit.

// EditEvent changes an event.
func (s *Server) EditEvent(id int64, f func(*tourney.Event)) {
	through(inner(s), "EditEvent", func(d *door) int64 {
		r := d.events.Get(id)
		d.exists(id, r != nil, "event")
		after := edit(d, r.Event, func(e tourney.Event) int64 { return e.ID }, f)
		d.events.Change(id, func(r *eventRow) { r.Event = after })
		return 0
	})
}

// EditDivision changes a division. Its teams and games follow it into another Event; without an Event it belongs to
// none. f gets the division without its Teams, and must leave them nil: EditTeam moves a team.
func (s *Server) EditDivision(id int64, f func(*tourney.Division)) {
	through(inner(s), "EditDivision", func(d *door) int64 {
		r := d.divisions.Get(id)
		d.exists(id, r != nil, "division")
		before := d.editableDivision(r)
		after := edit(d, before, func(x tourney.Division) int64 { return x.ID }, f)
		if after.Teams != nil {
			d.problem("Teams must stay nil: EditTeam moves a team")
		}
		d.checkEventChange("Event", before.Event, after.Event)
		d.checkDivisionLists(after)
		d.check()
		d.editDivision(after)
		return 0
	})
}

// EditPool changes a pool. A pool in which a team has a position stays in its division.
func (s *Server) EditPool(id int64, f func(*tourney.Pool)) {
	through(inner(s), "EditPool", func(d *door) int64 {
		r := d.pools.Get(id)
		d.exists(id, r != nil, "pool")
		before := d.reader().poolView(r)
		after := edit(d, before, func(p tourney.Pool) int64 { return p.ID }, f)
		d.checkDivisionChange("Division", before.Division, after.Division)
		if team := d.teamIn(id); team != 0 && idOf(after.Division) != r.DivisionID {
			d.problem("Division.Id: the pool has team %d, which is in division %d", team, r.DivisionID)
		}
		d.check()
		d.editPool(after)
		return 0
	})
}

// EditTeam changes a team. A line of the roster and a coach with the id of before stay, with their statistics and
// details, and what changes of a player also changes in the player's own row. A team that leaves its division leaves
// the pools of that division, and its event. f gets the team's own Season, also if responses show that of its parent.
func (s *Server) EditTeam(id int64, f func(*tourney.Team)) {
	through(inner(s), "EditTeam", func(d *door) int64 {
		r := d.teams.Get(id)
		d.exists(id, r != nil, "team")
		before := d.editableTeam(r)
		after := edit(d, before, func(t tourney.Team) int64 { return t.ID }, f)
		d.checkTeamChange(before, after)
		d.check()
		d.editTeam(after)
		return 0
	})
}

// EditTeamDetails changes the data of a team that writes set and no response shows. The keys of Coaches are ids of the
// team's coaches.
func (s *Server) EditTeamDetails(teamID int64, f func(*TeamDetails)) {
	through(inner(s), "EditTeamDetails", func(d *door) int64 {
		r := d.teams.Get(teamID)
		d.exists(teamID, r != nil, "team")
		after := edit(d, r.Details, func(TeamDetails) int64 { return teamID }, f)
		for id := range maps.Keys(after.Coaches) {
			if r.coachIndex(id) < 0 {
				d.problem("Coaches[%d] names no coach of the team", id)
			}
		}
		d.check()
		d.teams.Change(teamID, func(r *teamRow) { r.Details = after })
		return 0
	})
}

// EditPlayer changes a player, and its lines on rosters with it. f gets the player without its Teams, and must leave
// them nil: EditTeam changes a roster.
func (s *Server) EditPlayer(id int64, f func(*tourney.Player)) {
	through(inner(s), "EditPlayer", func(d *door) int64 {
		r := d.people.Get(id)
		d.exists(id, r != nil, "player")
		after := edit(d, r.Player, func(p tourney.Player) int64 { return p.ID }, f)
		if after.Teams != nil {
			d.problem("Teams must stay nil: EditTeam changes a roster")
		}
		d.bound(otherIDsOfPlayer(after), otherIDsOfPlayer(r.Player))
		d.check()
		d.editPlayer(after)
		return 0
	})
}

// EditVenue changes a venue. Games show its new name, and those of its courts.
func (s *Server) EditVenue(id int64, f func(*tourney.Venue)) {
	through(inner(s), "EditVenue", func(d *door) int64 {
		r := d.venues.Get(id)
		d.exists(id, r != nil, "venue")
		after := edit(d, r.Venue, func(v tourney.Venue) int64 { return v.ID }, f)
		d.checkVenue(after)
		d.check()
		d.editVenue(after)
		return 0
	})
}

// EditGame changes a game. f gets the sides with the names of their teams, which responses show instead of the names
// here. A game whose Division has no Event belongs to the event of that division.
func (s *Server) EditGame(id int64, f func(*tourney.Game)) {
	through(inner(s), "EditGame", func(d *door) int64 {
		r := d.games.Get(id)
		d.exists(id, r != nil, "game")
		before := d.editableGame(r)
		after := edit(d, before, func(g tourney.Game) int64 { return g.ID }, f)
		d.checkGameChange(before, after)
		d.check()
		d.editGame(after)
		return 0
	})
}

// EditPayment changes the payment with a transaction id. It does not keep the number and the security code of a card.
// References that stay may name rows that were removed meanwhile.
func (s *Server) EditPayment(transactionID string, f func(*PaymentRecord)) {
	through(inner(s), "EditPayment", func(d *door) int64 {
		r := d.payment(transactionID)
		d.exists(safe(transactionID), r != nil, "payment")
		after := edit(d, r.Record, func(p PaymentRecord) string { return p.TransactionID }, f)
		d.checkPaymentChange(r.Record, after)
		d.check()
		after.Request.Payment = withoutCard(after.Request.Payment)
		d.editPayment(after)
		return 0
	})
}

// EditRegistration changes the registration of a team. It does not keep the number and the security code of a card.
// References that stay may name rows that were removed meanwhile, also the team.
func (s *Server) EditRegistration(teamID int64, f func(*RegistrationRecord)) {
	through(inner(s), "EditRegistration", func(d *door) int64 {
		r := d.registration(teamID)
		d.exists(teamID, r != nil, "registration of team")
		after := edit(d, r.Record, func(p RegistrationRecord) int64 { return p.TeamID }, f)
		d.checkRegistrationChange(r.Record, after)
		d.check()
		after.Request.Payment = withoutCard(after.Request.Payment)
		d.editRegistration(after)
		return 0
	})
}
