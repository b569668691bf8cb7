package direct

import (
	"slices"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/store"
	"github.com/tourney-go/tourney/mockserver/internal/views"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// Events are the events.
var Events = Noun[model.EventRow, tourney.Event]{
	Pages: Pages[model.EventRow, tourney.Event]{
		Name: "Events", Looks: maxLooks,
		table: func(st *model.Version) *model.Table[*model.EventRow] { return &st.Events },
		key:   func(*stored.Query) store.Key { return model.EventKey{}.Key() },
		text:  func(_ *model.Version, r *model.EventRow, to []byte) []byte { return append(to, r.Event.Name...) },
		view:  wholeEvent,
	},
	one: "event", whole: wholeEvent, editable: wholeEvent,
	all:   func(st *model.Version) []*model.EventRow { return st.Events.Under(model.EventKey{}.Key()) },
	id:    func(e tourney.Event) int64 { return e.ID },
	fresh: (*Call).FreshEvent, add: func(d *Call, e tourney.Event) int64 { return d.AddEvent(e) },
	change: func(d *Call, _, after tourney.Event) {
		d.checkOrganization("", after)
		d.check()
		d.Events.Change(after.ID, func(r *model.EventRow) { r.Event = after })
	},
	remove: (*Call).removeEvent,
}

func wholeEvent(_ *model.Version, r *model.EventRow) tourney.Event { return r.Event }

// EventDetails are the details of the events.
var EventDetails = Detailed[model.EventRow, stored.EventDetails]{
	name: "Events", one: "event", table: Events.table,
	get: func(r *model.EventRow) stored.EventDetails { return r.Details },
	set: func(d *Call, r *model.EventRow, before, after stored.EventDetails) {
		if after.ParentID != before.ParentID {
			d.refer("ParentId", model.EventIDs, after.ParentID)
		}
		if after.ParentID == r.Event.ID {
			d.Problem("ParentId %d is the event itself", after.ParentID)
		}
		if after.OrganizationID != 0 && after.OrganizationID != before.OrganizationID {
			d.chosen("OrganizationId", after.OrganizationID)
		}
		d.check()
		d.Events.Change(r.Event.ID, func(r *model.EventRow) { r.Details = after })
	},
}

// Divisions are the divisions.
var Divisions = Noun[model.DivisionRow, tourney.Division]{
	Pages: Pages[model.DivisionRow, tourney.Division]{
		Name: "Divisions", Takes: []string{"EventID"}, Looks: maxLooks,
		table: func(st *model.Version) *model.Table[*model.DivisionRow] { return &st.Divisions },
		key:   func(q *stored.Query) store.Key { return model.DivisionKey{Event: q.EventID}.Key() },
		text:  func(_ *model.Version, r *model.DivisionRow, to []byte) []byte { return append(to, r.Division.Name...) },
		view: func(st *model.Version, r *model.DivisionRow) tourney.Division {
			return views.DivisionWithoutTeams(st.Reader(), r, views.All)
		},
	},
	one: "division", whole: wholeDivision, editable: editableDivision,
	all:   func(st *model.Version) []*model.DivisionRow { return st.Divisions.Under(model.DivisionKey{}.Key()) },
	id:    func(division tourney.Division) int64 { return division.ID },
	fresh: (*Call).FreshDivision,
	add:   func(d *Call, division tourney.Division) int64 { return d.AddDivision(division) },
	change: func(d *Call, before, after tourney.Division) {
		if after.Teams != nil {
			d.Problem("Teams must stay nil: Teams.Edit moves a team")
		}
		d.checkEventChange("Event", before.Event, after.Event)
		d.checkDivisionLists(after)
		d.check()
		d.EditDivision(after)
	},
	remove: (*Call).removeDivision,
}

func wholeDivision(s *model.Version, r *model.DivisionRow) tourney.Division {
	return views.Division(s.Reader(), r, views.All)
}

// DivisionDetails are the details of the divisions.
var DivisionDetails = Detailed[model.DivisionRow, stored.DivisionDetails]{
	name: "Divisions", one: "division", table: Divisions.table,
	get: func(r *model.DivisionRow) stored.DivisionDetails {
		return stored.DivisionDetails{ExternalID: r.ExternalID}
	},
	set: func(d *Call, r *model.DivisionRow, _, after stored.DivisionDetails) {
		d.Divisions.Change(r.Division.ID, func(r *model.DivisionRow) { r.ExternalID = after.ExternalID })
	},
}

// Pools are the pools.
var Pools = Noun[model.PoolRow, tourney.Pool]{
	Pages: Pages[model.PoolRow, tourney.Pool]{
		Name: "Pools", Takes: []string{"DivisionID"}, Looks: maxLooks,
		table: func(st *model.Version) *model.Table[*model.PoolRow] { return &st.Pools },
		key: func(q *stored.Query) store.Key {
			if q.DivisionID == 0 {
				return model.EveryPool.Key()
			}
			return model.PoolKey(q.DivisionID).Key()
		},
		text: func(_ *model.Version, r *model.PoolRow, to []byte) []byte { return append(to, r.Name...) },
		view: wholePool,
	},
	one: "pool", whole: wholePool, editable: wholePool,
	all:   func(st *model.Version) []*model.PoolRow { return st.Pools.Under(model.EveryPool.Key()) },
	id:    func(p tourney.Pool) int64 { return p.ID },
	fresh: (*Call).FreshPool, add: func(d *Call, p tourney.Pool) int64 { return d.AddPool(p) },
	change: func(d *Call, before, after tourney.Pool) {
		d.checkDivisionChange("Division", before.Division, after.Division)
		was := d.Pools.Get(after.ID).DivisionID
		if team := teamIn(d.Version, after.ID); team != 0 && idOf(after.Division) != was {
			d.Problem("Division.Id: the pool has team %d, which is in division %d", team, was)
		}
		d.check()
		d.EditPool(after)
	},
	remove: func(d *Call, id int64) { d.RemovePool(id) },
}

func wholePool(s *model.Version, r *model.PoolRow) tourney.Pool {
	return views.Pool(s.Reader(), r)
}

// Teams are the teams.
var Teams = Noun[model.TeamRow, tourney.Team]{
	Pages: Pages[model.TeamRow, tourney.Team]{
		Name: "Teams", Takes: []string{"EventID", "DivisionID"}, Looks: maxLooks,
		table: func(st *model.Version) *model.Table[*model.TeamRow] { return &st.Teams },
		key: func(q *stored.Query) store.Key {
			return model.TeamKey{Scope: scopeOfQuery(q), Status: model.AnyStatus, Paid: model.PaidOrNot}.Key()
		},
		rest: func(q *stored.Query) func(*model.TeamRow) bool {
			if q.EventID == 0 || q.DivisionID == 0 {
				return nil
			}
			return func(r *model.TeamRow) bool { return r.EventID == q.EventID }
		},
		text: func(_ *model.Version, r *model.TeamRow, to []byte) []byte { return append(to, r.Team.Name...) },
		view: wholeTeam,
	},
	one: "team", whole: wholeTeam, editable: editableTeam,
	all: func(st *model.Version) []*model.TeamRow {
		return st.Teams.Under(model.TeamKey{Status: model.AnyStatus, Paid: model.PaidOrNot}.Key())
	},
	id:    func(t tourney.Team) int64 { return t.ID },
	fresh: (*Call).FreshTeam, add: func(d *Call, t tourney.Team) int64 { return d.AddTeam(t) },
	change: func(d *Call, before, after tourney.Team) {
		d.checkTeamChange(before, after)
		d.check()
		d.EditTeam(after)
	},
	remove: func(d *Call, id int64) { d.RemoveTeam(id) },
}

// wholeTeam returns a team with the fields that responses leave out.
func wholeTeam(s *model.Version, r *model.TeamRow) tourney.Team {
	t := views.Team(s.Reader(), r, views.All)
	t.ExternalTeamID, t.Address = r.Team.ExternalTeamID, r.Team.Address
	return t
}

// TeamDetails are the details of the teams.
var TeamDetails = Detailed[model.TeamRow, stored.TeamDetails]{
	name: "Teams", one: "team", table: Teams.table,
	get: func(r *model.TeamRow) stored.TeamDetails {
		details := r.Details
		details.EventID = r.EventID
		return details
	},
	set: func(d *Call, r *model.TeamRow, before, after stored.TeamDetails) {
		for id := range after.Coaches {
			if r.CoachIndex(id) < 0 {
				d.Problem("Coaches[%d] names no coach of the team", id)
			}
		}
		moves, eventID := after.EventID != before.EventID, after.EventID
		if moves {
			d.checkTeamEvent(r, eventID)
		}
		d.check()
		after.EventID = 0 // because the row stores it in its own field EventID
		d.Teams.Change(r.Team.ID, func(r *model.TeamRow) { r.Details = after })
		if moves {
			d.ChangeTeam(r.Team.ID, func(r *model.TeamRow) { r.EventID = eventID })
		}
	},
}

// checkTeamEvent checks the new event of a team. It refuses the change if the team's division belongs to an event,
// because then the division decides.
func (d *Call) checkTeamEvent(r *model.TeamRow, eventID int64) {
	d.refer("EventId", model.EventIDs, eventID)
	if division := d.Divisions.Get(r.DivisionID); division != nil && division.EventID != 0 {
		d.Problem("EventId: the team is in division %d, which belongs to event %d", r.DivisionID, division.EventID)
	}
}

// MoveTeam moves a team without a division to an event.
func (d *Call) MoveTeam(id, eventID int64) {
	if d.checkTeamEvent(d.Teams.Get(id), eventID); len(d.Problems) == 0 {
		d.ChangeTeam(id, func(r *model.TeamRow) { r.EventID = eventID })
	}
}

// scopeOfQuery returns the division of a query. Without a division it returns the event, and without both it returns
// everything.
func scopeOfQuery(q *stored.Query) model.Scope {
	all := model.Scopes(q.EventID, q.DivisionID)
	return all[len(all)-1]
}

// Players are the players.
var Players = Noun[model.PersonRow, tourney.Player]{
	Pages: Pages[model.PersonRow, tourney.Player]{
		Name: "Players", Takes: []string{"EventID", "DivisionID", "TeamID"}, Looks: maxLooks,
		table: func(st *model.Version) *model.Table[*model.PersonRow] { return &st.People },
		key: func(q *stored.Query) store.Key {
			all := playerScopes(q)
			return all[len(all)-1].Key()
		},
		rest: restOfPlayers,
		text: func(_ *model.Version, r *model.PersonRow, to []byte) []byte {
			return append(append(append(to, r.Player.FirstName...), ' '), r.Player.LastName...)
		},
		view: wholePlayer,
	},
	one: "player", whole: wholePlayer,
	editable: func(_ *model.Version, r *model.PersonRow) tourney.Player { return r.Player },
	all:      func(st *model.Version) []*model.PersonRow { return st.People.Under(model.Scope{}.Key()) },
	id:       func(p tourney.Player) int64 { return p.ID },
	fresh:    (*Call).FreshPlayer, add: func(d *Call, p tourney.Player) int64 { return d.AddPlayer(p) },
	change: func(d *Call, before, after tourney.Player) {
		if after.Teams != nil {
			d.Problem("Teams must stay nil: Teams.Edit changes a roster")
		}
		d.bound(otherIDsOfPlayer(after), otherIDsOfPlayer(before))
		d.check()
		d.EditPlayer(after)
	},
	remove: func(d *Call, id int64) { d.RemovePlayer(id) },
}

func wholePlayer(s *model.Version, r *model.PersonRow) tourney.Player {
	return views.Player(s.Reader(), r, views.All)
}

// playerScopes returns several scopes. Each scope contains all players of the query. The largest scope comes first.
func playerScopes(q *stored.Query) []model.Scope {
	all := model.Scopes(q.EventID, q.DivisionID)
	if q.TeamID != 0 {
		all = append(all, model.Scope{Level: model.InTeam, ID: q.TeamID})
	}
	return all
}

// restOfPlayers returns a function that reports whether a player that the index selects belongs to a query. It returns
// nil if all such players do.
func restOfPlayers(q *stored.Query) func(*model.PersonRow) bool {
	all := playerScopes(q)
	if len(all) <= 2 {
		return nil
	}
	return func(r *model.PersonRow) bool {
		return !slices.ContainsFunc(all[1:], func(sc model.Scope) bool {
			_, has := slices.BinarySearchFunc(r.Scopes.All(), sc, model.CompareScopes)
			return !has
		})
	}
}

// Venues are the venues.
var Venues = Noun[model.VenueRow, tourney.Venue]{
	Pages: Pages[model.VenueRow, tourney.Venue]{
		Name: "Venues", Takes: []string{"EventID"}, Looks: maxLooks,
		table: func(st *model.Version) *model.Table[*model.VenueRow] { return &st.Venues },
		key:   func(q *stored.Query) store.Key { return model.VenueKey(q.EventID).Key() },
		text:  func(_ *model.Version, r *model.VenueRow, to []byte) []byte { return append(to, r.Venue.Name...) },
		view:  wholeVenue,
	},
	one: "venue", whole: wholeVenue, editable: wholeVenue,
	all:   func(st *model.Version) []*model.VenueRow { return st.Venues.Under(model.VenueKey(0).Key()) },
	id:    func(v tourney.Venue) int64 { return v.ID },
	fresh: (*Call).FreshVenue, add: func(d *Call, v tourney.Venue) int64 { return d.AddVenue(v, nil) },
	change: func(d *Call, _, after tourney.Venue) {
		d.checkVenue(after)
		d.check()
		d.EditVenue(after)
	},
	remove: (*Call).removeVenue,
}

func wholeVenue(_ *model.Version, r *model.VenueRow) tourney.Venue { return r.Venue }

// VenueDetails are the details of the venues.
var VenueDetails = Detailed[model.VenueRow, stored.VenueDetails]{
	name: "Venues", one: "venue", table: Venues.table,
	get: func(r *model.VenueRow) stored.VenueDetails { return stored.VenueDetails{EventIDs: r.EventIDs} },
	set: func(d *Call, r *model.VenueRow, _, after stored.VenueDetails) {
		d.CheckEventIDs("EventIDs", after.EventIDs)
		d.check()
		d.Venues.Change(r.Venue.ID, func(r *model.VenueRow) { r.EventIDs = model.EachOnce(after.EventIDs) })
	},
}

// Games are the games.
var Games = Noun[model.GameRow, tourney.Game]{
	Pages: Pages[model.GameRow, tourney.Game]{
		Name: "Games", Takes: []string{"EventID", "DivisionID", "TeamID", "Day", "From", "To"}, Looks: maxLooksAtGames,
		table: func(st *model.Version) *model.Table[*model.GameRow] { return &st.Games },
		key: func(q *stored.Query) store.Key {
			return model.GameKey{Scope: scopeOfQuery(q), Team: q.TeamID, Date: q.Day}.Key()
		},
		rest: restOfGames,
		text: sideNames,
		view: wholeGame,
	},
	one: "game", whole: wholeGame, editable: editableGame,
	all:   func(st *model.Version) []*model.GameRow { return st.Games.Under(model.GameKey{}.Key()) },
	id:    func(g tourney.Game) int64 { return g.ID },
	fresh: (*Call).FreshGame, add: func(d *Call, g tourney.Game) int64 { return d.AddGame(g) },
	change: func(d *Call, before, after tourney.Game) {
		d.checkGameChange(before, after)
		d.check()
		d.EditGame(after)
	},
	remove: func(d *Call, id int64) { d.RemoveGame(id) },
}

func wholeGame(s *model.Version, r *model.GameRow) tourney.Game {
	return views.Game(s.Reader(), r)
}

// GameDetails are the details of the games.
var GameDetails = Detailed[model.GameRow, stored.GameDetails]{
	name: "Games", one: "game", table: Games.table,
	get: func(r *model.GameRow) stored.GameDetails { return stored.GameDetails{ExternalID: r.ExternalID} },
	set: func(d *Call, r *model.GameRow, _, after stored.GameDetails) {
		d.Games.Change(r.Game.ID, func(r *model.GameRow) { r.ExternalID = after.ExternalID })
	},
}

// restOfGames returns a function that reports whether a game that the index selects belongs to a query. It returns nil
// if all such games do.
func restOfGames(q *stored.Query) func(*model.GameRow) bool {
	both := q.EventID != 0 && q.DivisionID != 0
	if !both && q.From.IsZero() && q.To.IsZero() {
		return nil
	}
	return func(r *model.GameRow) bool {
		day := r.Game.Date
		return (!both || r.EventID == q.EventID) &&
			(q.From.IsZero() || day.Compare(q.From) >= 0) &&
			(q.To.IsZero() || !day.IsZero() && day.Compare(q.To) <= 0)
	}
}

// sideNames appends the names of the sides of a game, each on its own line. For a side with a team it appends the
// team's name.
func sideNames(s *model.Version, r *model.GameRow, to []byte) []byte {
	for _, side := range [2]*tourney.GameSide{r.Game.AwayTeam, r.Game.HomeTeam} {
		if side == nil {
			continue
		}
		name := side.Name
		if team := s.Teams.Get(model.TeamOf(side)); team != nil {
			name = team.Team.Name
		}
		to = append(append(to, name...), '\n')
	}
	return to
}
