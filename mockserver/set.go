package mockserver

import (
	"slices"

	"github.com/tourney-go/tourney"
)

// A Set method of the side door sets what no resource has a field for, and values of the whole server. It reports
// whether the row is there, and else changes nothing.

// SetEventOwner says where an event belongs. It panics if the ParentID names no event.
func (s *Server) SetEventOwner(eventID int64, o EventOwner) bool {
	return through(inner(s), "SetEventOwner", func(d *door) bool {
		d.refer("ParentID", eventIDs, o.ParentID)
		d.check()
		d.events.Change(eventID, func(r *eventRow) { r.Owner = o })
		return d.events.Get(eventID) != nil
	})
}

// SetDivisionExternalID sets the external id of a division, which only writes show.
func (s *Server) SetDivisionExternalID(divisionID int64, externalID string) bool {
	return write(inner(s).state, "SetDivisionExternalID", func(st *version) bool {
		st.divisions.Change(divisionID, func(r *divisionRow) { r.ExternalID = externalID })
		return st.divisions.Get(divisionID) != nil
	})
}

// SetGameExternalID sets the vendor's id of a game.
func (s *Server) SetGameExternalID(gameID int64, externalID string) bool {
	return write(inner(s).state, "SetGameExternalID", func(st *version) bool {
		st.games.Change(gameID, func(r *gameRow) { r.ExternalID = externalID })
		return st.games.Get(gameID) != nil
	})
}

// SetVenueEvents sets the events of a venue. It panics if one of the ids names no event.
func (s *Server) SetVenueEvents(venueID int64, eventIDs ...int64) bool {
	return through(inner(s), "SetVenueEvents", func(d *door) bool {
		d.checkEventIDs("eventIDs", eventIDs)
		d.check()
		d.venues.Change(venueID, func(r *venueRow) { r.EventIDs = eachOnce(eventIDs) })
		return d.venues.Get(venueID) != nil
	})
}

// SetTeamEvent sets the event of a team that is in no division, or in a division without an event; 0 removes it.
// Another event makes a team in no division leave its positions in pools. SetTeamEvent panics if the id names no event,
// or if the team's division has one.
func (s *Server) SetTeamEvent(teamID, eventID int64) bool {
	return through(inner(s), "SetTeamEvent", func(d *door) bool {
		d.refer("eventID", eventIDs, eventID)
		if r := d.teams.Get(teamID); r != nil {
			if division := d.divisions.Get(r.DivisionID); division != nil && division.EventID != 0 {
				d.problem("team %d is in division %d, which belongs to event %d", teamID, r.DivisionID, division.EventID)
			}
		}
		d.check()
		d.changeTeam(teamID, func(r *teamRow) { r.EventID = eventID })
		return d.teams.Get(teamID) != nil
	})
}

// SetSeason sets the season that a team is registered for; nil removes it. It panics if the season's id is below 0 or
// above 2^62.
func (s *Server) SetSeason(teamID int64, season *tourney.Season) bool {
	return through(inner(s), "SetSeason", func(d *door) bool {
		if season != nil {
			d.chosen("season.Id", season.ID)
			d.check()
			d.take(seasonIDs, season.ID)
		}
		return d.setSeason(teamID, deepCopy(season))
	})
}

// SetStatistic sets a statistic of a player on a roster in a game. It reports whether the game and the player exist.
func (s *Server) SetStatistic(gameID, teamPlayerID int64, name string, value tourney.Decimal) bool {
	return write(inner(s).state, "SetStatistic", func(st *version) bool {
		return st.setRosterStatistic(gameID, teamPlayerID, name, value)
	})
}

// SetStatisticOrder sets the order of the categories of leaders, by the names of their statistics in any letter case.
// Other statistics come behind them in the usual order, which is that of all of them without names.
func (s *Server) SetStatisticOrder(names ...string) {
	write(inner(s).state, "SetStatisticOrder", func(st *version) int64 { st.statNames = slices.Clone(names); return 0 })
}

// SetStandings makes the server answer every request for standings with this table, until Reset. With nil the server
// computes standings from the games again.
func (s *Server) SetStandings(table *tourney.Standings) {
	write(inner(s).state, "SetStandings", func(st *version) int64 { st.standings = deepCopy(table); return 0 })
}

// SetLeaders makes the server answer every request for leaders with these categories, until Reset. With nil the server
// adds up the statistics again.
func (s *Server) SetLeaders(categories []tourney.StatisticCategory) {
	write(inner(s).state, "SetLeaders", func(st *version) int64 { st.leaders = deepCopy(categories); return 0 })
}

// NextID sets the id of the next team or division that a request creates, also by a registration. It panics if a team
// or a division has the id, or if it is below 0 or above 2^62; 0 takes the id back. If AddTeam or AddDivision gives a
// row the id meanwhile, the request gets another one.
func (s *Server) NextID(id int64) {
	through(inner(s), "NextID", func(d *door) int64 {
		d.chosen("the id", id)
		d.fresh("the id", id, d.teams.Get(id) != nil, "team")
		d.fresh("the id", id, d.divisions.Get(id) != nil, "division")
		d.check()
		d.nextID = id
		return 0
	})
}

// NextTransactionID sets the transaction id of the next payment. It panics if a payment has the id.
func (s *Server) NextTransactionID(id string) {
	through(inner(s), "NextTransactionID", func(d *door) int64 {
		if id != "" && d.payment(id) != nil {
			d.problem("a payment has the transaction id %q", safe(id))
		}
		d.check()
		d.nextTransaction = id
		return 0
	})
}
