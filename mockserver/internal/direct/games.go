package direct

import (
	"reflect"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/store"
	"github.com/tourney-go/tourney/mockserver/internal/views"
	"github.com/tourney-go/tourney/mockserver/stored"
)

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
	One: "game", whole: wholeGame, editable: editableGame,
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

// GameDetails are the details of the games.
var GameDetails = Detailed[model.GameRow, stored.GameDetails]{
	name: "Games", one: "game", table: Games.table,
	get: func(r *model.GameRow) stored.GameDetails {
		return stored.GameDetails{
			ExternalID: r.ExternalID, AwayWaited: nameOf(r.AwayWaiting), HomeWaited: nameOf(r.HomeWaiting),
		}
	},
	set: func(d *Call, r *model.GameRow, _, after stored.GameDetails) {
		away := d.waited("AwayWaited", after.AwayWaited, r.AwayWaiting, r.Game.AwayTeam)
		home := d.waited("HomeWaited", after.HomeWaited, r.HomeWaiting, r.Game.HomeTeam)
		d.check()
		d.Games.Change(r.Game.ID, func(r *model.GameRow) {
			r.ExternalID, r.AwayWaiting, r.HomeWaiting = after.ExternalID, away, home
		})
	},
}

func nameOf(side *tourney.GameSide) (name string) {
	if model.Moved(side) {
		name = side.Name
	}
	return name
}

// waited returns a side with a team as it waited under a name.
func (d *Call) waited(path, name string, was, side *tourney.GameSide) *tourney.GameSide {
	switch {
	case name == nameOf(was):
		return was
	case name == "":
		return nil
	case model.TeamOf(side) == 0:
		d.Problem("%s: the side has no team, so its Name says what it waits for", path)
		return was
	}
	return &tourney.GameSide{
		Name: name, BracketID: side.BracketID, BracketName: side.BracketName, ExternalBracketID: side.ExternalBracketID,
		DivisionID: side.DivisionID, DivisionName: side.DivisionName,
	}
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

// FreshGame checks a new game.
func (d *Call) FreshGame(g tourney.Game) {
	d.fresh("Id", g.ID, d.Games.Get(g.ID) != nil, "game")
	d.checkGame(g)
	if !d.dangling {
		d.checkPair(tourney.Game{}, g)
	}
	d.bound(otherIDsOfGame(g), nil)
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
