package mockserver

import (
	"slices"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/redact"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// The pages of rows cost the same at any position of a list. A page with Query.Text looks at 100,000 rows at most, of
// games at 10,000, so it can have fewer rows than its limit, or none, and a Next to go on with. So can a page of
// games with From or To, and one with ids of both an event and a division. The row whose id is the text comes first.
// Positions stay when rows are added or removed. After Reset, Rewind, Restore and Load they can name other rows.

var eventNoun = noun[eventKey, eventRow, tourney.Event]{
	pages: pages[eventKey, eventRow, tourney.Event]{
		name: "Events", looks: mostLooks,
		table: func(st *version) *table[eventKey, eventRow] { return &st.events },
		key:   func(*stored.Query) eventKey { return eventKey{} },
		text:  func(_ *version, r *eventRow, to []byte) []byte { return append(to, r.Event.Name...) },
		view:  wholeEvent,
	},
	one: "event", whole: wholeEvent, editable: wholeEvent,
	all:   func(st *version) []*eventRow { return st.events.Under(eventKey{}) },
	id:    func(e tourney.Event) int64 { return e.ID },
	fresh: (*door).freshEvent, add: func(d *door, e tourney.Event) int64 { return d.addEvent(e) },
	change: func(d *door, _, after tourney.Event) {
		d.events.Change(after.ID, func(r *eventRow) { r.Event = after })
	},
	remove: (*door).removeEvent,
}

func wholeEvent(_ *version, r *eventRow) tourney.Event { return r.Event }

var eventDetails = detailed[eventKey, eventRow, stored.EventDetails]{
	name: "Events", one: "event", table: eventNoun.table,
	get: func(r *eventRow) stored.EventDetails { return r.Details },
	set: func(d *door, r *eventRow, before, after stored.EventDetails) {
		if after.ParentID != before.ParentID {
			d.refer("ParentId", eventIDs, after.ParentID)
		}
		if after.ParentID == r.Event.ID {
			d.problem("ParentId %d is the event itself", after.ParentID)
		}
		if after.OrganizationID != 0 && after.OrganizationID != before.OrganizationID {
			d.chosen("OrganizationId", after.OrganizationID)
		}
		d.check()
		d.events.Change(r.Event.ID, func(r *eventRow) { r.Details = after })
	},
}

var divisionNoun = noun[divisionKey, divisionRow, tourney.Division]{
	pages: pages[divisionKey, divisionRow, tourney.Division]{
		name: "Divisions", takes: []string{"EventID"}, looks: mostLooks,
		table: func(st *version) *table[divisionKey, divisionRow] { return &st.divisions },
		key:   func(q *stored.Query) divisionKey { return divisionKey{event: q.EventID} },
		text:  func(_ *version, r *divisionRow, to []byte) []byte { return append(to, r.Division.Name...) },
		view:  func(st *version, r *divisionRow) tourney.Division { return st.reader().divisionAlone(r, allIncludes) },
	},
	one: "division", whole: (*version).wholeDivision, editable: (*version).editableDivision,
	all:   func(st *version) []*divisionRow { return st.divisions.Under(divisionKey{}) },
	id:    func(division tourney.Division) int64 { return division.ID },
	fresh: (*door).freshDivision,
	add:   func(d *door, division tourney.Division) int64 { return d.addDivision(division) },
	change: func(d *door, before, after tourney.Division) {
		if after.Teams != nil {
			d.problem("Teams must stay nil: Teams.Edit moves a team")
		}
		d.checkEventChange("Event", before.Event, after.Event)
		d.checkDivisionLists(after)
		d.check()
		d.editDivision(after)
	},
	remove: (*door).removeDivision,
}

func (s *version) wholeDivision(r *divisionRow) tourney.Division {
	return s.reader().divisionView(r, allIncludes)
}

var divisionDetails = detailed[divisionKey, divisionRow, stored.DivisionDetails]{
	name: "Divisions", one: "division", table: divisionNoun.table,
	get: func(r *divisionRow) stored.DivisionDetails { return stored.DivisionDetails{ExternalID: r.ExternalID} },
	set: func(d *door, r *divisionRow, _, after stored.DivisionDetails) {
		d.divisions.Change(r.Division.ID, func(r *divisionRow) { r.ExternalID = after.ExternalID })
	},
}

var poolNoun = noun[int64, poolRow, tourney.Pool]{
	pages: pages[int64, poolRow, tourney.Pool]{
		name: "Pools", takes: []string{"DivisionID"}, looks: mostLooks,
		table: func(st *version) *table[int64, poolRow] { return &st.pools },
		key: func(q *stored.Query) int64 {
			if q.DivisionID == 0 {
				return everyPool
			}
			return q.DivisionID
		},
		text: func(_ *version, r *poolRow, to []byte) []byte { return append(to, r.Name...) },
		view: (*version).wholePool,
	},
	one: "pool", whole: (*version).wholePool, editable: (*version).wholePool,
	all:   func(st *version) []*poolRow { return st.pools.Under(everyPool) },
	id:    func(p tourney.Pool) int64 { return p.ID },
	fresh: (*door).freshPool, add: func(d *door, p tourney.Pool) int64 { return d.addPool(p) },
	change: func(d *door, before, after tourney.Pool) {
		d.checkDivisionChange("Division", before.Division, after.Division)
		was := d.pools.Get(after.ID).DivisionID
		if team := d.teamIn(after.ID); team != 0 && idOf(after.Division) != was {
			d.problem("Division.Id: the pool has team %d, which is in division %d", team, was)
		}
		d.check()
		d.editPool(after)
	},
	remove: func(d *door, id int64) { d.removePool(id) },
}

func (s *version) wholePool(r *poolRow) tourney.Pool { return s.reader().poolView(r) }

var teamNoun = noun[teamKey, teamRow, tourney.Team]{
	pages: pages[teamKey, teamRow, tourney.Team]{
		name: "Teams", takes: []string{"EventID", "DivisionID"}, looks: mostLooks,
		table: func(st *version) *table[teamKey, teamRow] { return &st.teams },
		key:   func(q *stored.Query) teamKey { return teamKey{scopeOfQuery(q), anyStatus, paidOrNot} },
		rest: func(q *stored.Query) func(*teamRow) bool {
			if q.EventID == 0 || q.DivisionID == 0 {
				return nil
			}
			return func(r *teamRow) bool { return r.EventID == q.EventID }
		},
		text: func(_ *version, r *teamRow, to []byte) []byte { return append(to, r.Team.Name...) },
		view: (*version).wholeTeam,
	},
	one: "team", whole: (*version).wholeTeam, editable: (*version).editableTeam,
	all:   func(st *version) []*teamRow { return st.teams.Under(teamKey{status: anyStatus, paid: paidOrNot}) },
	id:    func(t tourney.Team) int64 { return t.ID },
	fresh: (*door).freshTeam, add: func(d *door, t tourney.Team) int64 { return d.addTeam(t) },
	change: func(d *door, before, after tourney.Team) {
		d.checkTeamChange(before, after)
		d.check()
		d.editTeam(after)
	},
	remove: func(d *door, id int64) { d.removeTeam(id) },
}

// wholeTeam returns a team with the fields that responses leave out.
func (s *version) wholeTeam(r *teamRow) tourney.Team {
	t := s.reader().teamView(r, allIncludes)
	t.ExternalTeamID, t.Address = r.Team.ExternalTeamID, r.Team.Address
	return t
}

var teamDetails = detailed[teamKey, teamRow, stored.TeamDetails]{
	name: "Teams", one: "team", table: teamNoun.table,
	get: func(r *teamRow) stored.TeamDetails {
		details := r.Details
		details.EventID = r.EventID
		return details
	},
	set: func(d *door, r *teamRow, before, after stored.TeamDetails) {
		for id := range after.Coaches {
			if r.coachIndex(id) < 0 {
				d.problem("Coaches[%d] names no coach of the team", id)
			}
		}
		moves, eventID := after.EventID != before.EventID, after.EventID
		if moves {
			d.checkTeamEvent(r, eventID)
		}
		d.check()
		after.EventID = 0 // it is a column
		d.teams.Change(r.Team.ID, func(r *teamRow) { r.Details = after })
		if moves {
			d.changeTeam(r.Team.ID, func(r *teamRow) { r.EventID = eventID })
		}
	},
}

// checkTeamEvent refuses another event for a team whose division has one.
func (d *door) checkTeamEvent(r *teamRow, eventID int64) {
	d.refer("EventId", eventIDs, eventID)
	if division := d.divisions.Get(r.DivisionID); division != nil && division.EventID != 0 {
		d.problem("EventId: the team is in division %d, which belongs to event %d", r.DivisionID, division.EventID)
	}
}

// scopeOfQuery returns the division or else the event of a query, or everything.
func scopeOfQuery(q *stored.Query) scope {
	all := scopes(q.EventID, q.DivisionID)
	return all[len(all)-1]
}

var playerNoun = noun[personKey, personRow, tourney.Player]{
	pages: pages[personKey, personRow, tourney.Player]{
		name: "Players", takes: []string{"EventID", "DivisionID", "TeamID"}, looks: mostLooks,
		table: func(st *version) *table[personKey, personRow] { return &st.people },
		key: func(q *stored.Query) personKey {
			all := playerScopes(q)
			return all[len(all)-1]
		},
		rest: restOfPlayers,
		text: func(_ *version, r *personRow, to []byte) []byte {
			return append(append(append(to, r.Player.FirstName...), ' '), r.Player.LastName...)
		},
		view: (*version).wholePlayer,
	},
	one: "player", whole: (*version).wholePlayer,
	editable: func(_ *version, r *personRow) tourney.Player { return r.Player },
	all:      func(st *version) []*personRow { return st.people.Under(scope{}) },
	id:       func(p tourney.Player) int64 { return p.ID },
	fresh:    (*door).freshPlayer, add: func(d *door, p tourney.Player) int64 { return d.addPlayer(p) },
	change: func(d *door, before, after tourney.Player) {
		if after.Teams != nil {
			d.problem("Teams must stay nil: Teams.Edit changes a roster")
		}
		d.bound(otherIDsOfPlayer(after), otherIDsOfPlayer(before))
		d.check()
		d.editPlayer(after)
	},
	remove: func(d *door, id int64) { d.removePlayer(id) },
}

func (s *version) wholePlayer(r *personRow) tourney.Player {
	return s.reader().playerView(r, allIncludes)
}

// playerScopes returns everything, and the scopes that all hold players of the query, the smallest last.
func playerScopes(q *stored.Query) []scope {
	all := scopes(q.EventID, q.DivisionID)
	if q.TeamID != 0 {
		all = append(all, scope{inTeam, q.TeamID})
	}
	return all
}

// restOfPlayers returns which players of an index are those of a query, nil for all.
func restOfPlayers(q *stored.Query) func(*personRow) bool {
	all := playerScopes(q)
	if len(all) <= 2 {
		return nil
	}
	return func(r *personRow) bool {
		return !slices.ContainsFunc(all[1:], func(sc scope) bool {
			_, has := slices.BinarySearchFunc(r.scopes.All(), sc, compareScopes)
			return !has
		})
	}
}

var venueNoun = noun[int64, venueRow, tourney.Venue]{
	pages: pages[int64, venueRow, tourney.Venue]{
		name: "Venues", takes: []string{"EventID"}, looks: mostLooks,
		table: func(st *version) *table[int64, venueRow] { return &st.venues },
		key:   func(q *stored.Query) int64 { return q.EventID },
		text:  func(_ *version, r *venueRow, to []byte) []byte { return append(to, r.Venue.Name...) },
		view:  wholeVenue,
	},
	one: "venue", whole: wholeVenue, editable: wholeVenue,
	all:   func(st *version) []*venueRow { return st.venues.Under(0) },
	id:    func(v tourney.Venue) int64 { return v.ID },
	fresh: (*door).freshVenue, add: func(d *door, v tourney.Venue) int64 { return d.addVenue(v, nil) },
	change: func(d *door, _, after tourney.Venue) {
		d.checkVenue(after)
		d.check()
		d.editVenue(after)
	},
	remove: (*door).removeVenue,
}

func wholeVenue(_ *version, r *venueRow) tourney.Venue { return r.Venue }

var venueDetails = detailed[int64, venueRow, stored.VenueDetails]{
	name: "Venues", one: "venue", table: venueNoun.table,
	get: func(r *venueRow) stored.VenueDetails { return stored.VenueDetails{EventIDs: r.EventIDs} },
	set: func(d *door, r *venueRow, _, after stored.VenueDetails) {
		d.checkEventIDs("EventIDs", after.EventIDs)
		d.check()
		d.venues.Change(r.Venue.ID, func(r *venueRow) { r.EventIDs = eachOnce(after.EventIDs) })
	},
}

var gameNoun = noun[gameKey, gameRow, tourney.Game]{
	pages: pages[gameKey, gameRow, tourney.Game]{
		name: "Games", takes: []string{"EventID", "DivisionID", "TeamID", "Day", "From", "To"}, looks: mostLooksAtGames,
		table: func(st *version) *table[gameKey, gameRow] { return &st.games },
		key:   func(q *stored.Query) gameKey { return gameKey{scopeOfQuery(q), q.TeamID, q.Day} },
		rest:  restOfGames,
		text:  (*version).sideNames,
		view:  (*version).wholeGame,
	},
	one: "game", whole: (*version).wholeGame, editable: (*version).editableGame,
	all:   func(st *version) []*gameRow { return st.games.Under(gameKey{}) },
	id:    func(g tourney.Game) int64 { return g.ID },
	fresh: (*door).freshGame, add: func(d *door, g tourney.Game) int64 { return d.addGame(g) },
	change: func(d *door, before, after tourney.Game) {
		d.checkGameChange(before, after)
		d.check()
		d.editGame(after)
	},
	remove: func(d *door, id int64) { d.removeGame(id) },
}

func (s *version) wholeGame(r *gameRow) tourney.Game { return s.reader().gameView(r) }

var gameDetails = detailed[gameKey, gameRow, stored.GameDetails]{
	name: "Games", one: "game", table: gameNoun.table,
	get: func(r *gameRow) stored.GameDetails { return stored.GameDetails{ExternalID: r.ExternalID} },
	set: func(d *door, r *gameRow, _, after stored.GameDetails) {
		d.games.Change(r.Game.ID, func(r *gameRow) { r.ExternalID = after.ExternalID })
	},
}

// restOfGames returns which games of an index are those of a query, nil for all.
func restOfGames(q *stored.Query) func(*gameRow) bool {
	both := q.EventID != 0 && q.DivisionID != 0
	if !both && q.From.IsZero() && q.To.IsZero() {
		return nil
	}
	return func(r *gameRow) bool {
		day := r.Game.Date
		return (!both || r.EventID == q.EventID) &&
			(q.From.IsZero() || day.Compare(q.From) >= 0) &&
			(q.To.IsZero() || !day.IsZero() && day.Compare(q.To) <= 0)
	}
}

// sideNames appends the names of the sides of a game, each on a line. A side has the name of its team.
func (s *version) sideNames(r *gameRow, to []byte) []byte {
	for _, side := range [2]*tourney.GameSide{r.Game.AwayTeam, r.Game.HomeTeam} {
		if side == nil {
			continue
		}
		name := side.Name
		if team := s.teams.Get(teamOf(side)); team != nil {
			name = team.Team.Name
		}
		to = append(append(to, name...), '\n')
	}
	return to
}

var paymentNoun = recordNoun[string, stored.Payment]{
	name: "Payments", one: "payment", all: (*version).paymentRecords,
	key: func(p stored.Payment) string { return p.TransactionID },
	find: func(st *version, id string) (record stored.Payment, ok bool) {
		if r := st.payment(id); r != nil {
			return r.Record, true
		}
		return record, false
	},
	plain: func(p stored.Payment) stored.Payment {
		p.Request.Payment = withoutCard(p.Request.Payment)
		return p
	},
	fresh: func(d *door, p stored.Payment) {
		if d.payment(p.TransactionID) != nil {
			d.problem("TransactionId %q names a payment that exists: Payments.Edit changes it", redact.Safe(p.TransactionID))
		}
		d.checkPayment(p)
		d.bound(otherIDsOfPayment(p), nil)
	},
	add:    func(d *door, p stored.Payment) string { return d.addPayment(p) },
	check:  (*door).checkPaymentChange,
	change: func(d *door, p stored.Payment) { d.editPayment(p) },
	remove: func(d *door, id string) { d.removePayment(id) },
}

var registrationNoun = recordNoun[int64, stored.Registration]{
	name: "Registrations", one: "registration of team", all: (*version).registrationRecords,
	key: func(r stored.Registration) int64 { return r.TeamID },
	find: func(st *version, teamID int64) (record stored.Registration, ok bool) {
		if r := st.registration(teamID); r != nil {
			return r.Record, true
		}
		return record, false
	},
	plain: func(r stored.Registration) stored.Registration {
		r.Request.Payment = withoutCard(r.Request.Payment)
		return r
	},
	fresh: func(d *door, r stored.Registration) {
		if r.TeamID == 0 {
			d.problem("TeamID is 0: expected the id of the team that registered")
		}
		if d.registration(r.TeamID) != nil {
			d.problem("TeamId %d names a team that has a registration: Registrations.Edit changes it", r.TeamID)
		}
		d.checkRegistration(r)
		d.bound(otherIDsOfRegistration(r), nil)
	},
	add: func(d *door, r stored.Registration) int64 {
		d.addRegistration(r)
		return r.TeamID
	},
	check:  (*door).checkRegistrationChange,
	change: func(d *door, r stored.Registration) { d.editRegistration(r) },
	remove: func(d *door, teamID int64) { d.removeRegistration(teamID) },
}
