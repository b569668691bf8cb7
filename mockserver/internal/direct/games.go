package direct

import (
	"slices"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/store"
	"github.com/tourney-go/tourney/mockserver/internal/values"
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
		view: views.Game,
	},
	One: "game", whole: views.Game, editable: editableGame,
	id:    func(g tourney.Game) int64 { return g.ID },
	parts: model.IDsInGame,
	names: func(_ *Call, g tourney.Game) []named { return namesOfGame(g) },
	check: checkGame,
	add:   (*model.Version).AddGame, change: (*model.Version).EditGame,
	remove: func(d *Call, id int64) { d.RemoveGame(id) },
}

// editableGame returns the game that Games.Edit passes to its caller's function. The game has the present names of its
// teams, division and venue. Its sides lack the values that views compute from other rows.
func editableGame(s *model.Reader, r *model.GameRow) tourney.Game {
	g := views.Game(s, r)
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

// checkGame refuses a game whose sides contradict each other: see model.PairProblem. It allows a contradiction that the
// game had before the change. It refuses a change of a member that the game shows from another row.
func checkGame(d *Call, before *tourney.Game, after tourney.Game) {
	if before == nil {
		if before = new(tourney.Game); d.dangling {
			return
		}
	}
	if problem := model.PairProblem(&after); problem != "" && problem != model.PairProblem(before) {
		d.Problem("%s", problem)
	}
	d.checkSideChange("AwayTeam", before.AwayTeam, after.AwayTeam)
	d.checkSideChange("HomeTeam", before.HomeTeam, after.HomeTeam)
	d.checkGameDivision(before.Division, after.Division)
	was, is := venueOf(*before), venueOf(after)
	belongs(d, "VenueCourt.Venue", &was, &is, model.VenueIDs, func(v *tourney.Venue) *int64 { return &v.ID })
}

// checkGameDivision checks the division of a game if the game stays in that division. A missing event means the event
// of the division.
func (d *Call) checkGameDivision(before, after *tourney.GameDivision) {
	if before == nil || after == nil || before.ID != after.ID || d.Divisions.Get(after.ID) == nil {
		return
	}
	belongs(d, "Division.Event", before.Event, after.Event, model.EventIDs, eventID)
	was, is := *before, *after
	was.Event, is.Event = nil, nil
	belongs(d, "Division", &was, &is, model.DivisionIDs, func(g *tourney.GameDivision) *int64 { return &g.ID })
}

// checkSideChange refuses a change of a side's name if the side keeps its team, because the name is the team's name.
func (d *Call) checkSideChange(path string, before, after *tourney.GameSide) {
	id := model.TeamOf(after)
	if before != nil && id != 0 && id == model.TeamOf(before) && before.Name != after.Name && d.Teams.Get(id) != nil {
		d.Problem("%s.Name is that of team %d: Teams.Edit changes it", path, id)
	}
}

func venueOf(g tourney.Game) tourney.Venue {
	if g.VenueCourt == nil || g.VenueCourt.Venue == nil {
		return tourney.Venue{}
	}
	return *g.VenueCourt.Venue
}

// namesOfGame returns the ids with which a game names other things.
func namesOfGame(g tourney.Game) (names []named) {
	if g.Division != nil {
		names = append(names, named{"Division.Id", model.DivisionIDs, g.Division.ID, true})
		names = append(names, namesByEvent("Division.Event", g.Division.Event)...)
	}
	venue := venueOf(g)
	names = append(names, named{"VenueCourt.Venue.Id", model.VenueIDs, venue.ID, true})
	for i, l := range venue.Locations {
		path := "VenueCourt.Venue." + refusal.Indexed("Locations", i, "Id")
		names = append(names, named{path, model.CourtIDs, l.ID, false})
	}
	if g.VenueCourt != nil && g.VenueCourt.Court != nil {
		names = append(names, named{"VenueCourt.Court.Id", model.CourtIDs, g.VenueCourt.Court.ID, false})
	}
	return slices.Concat(names, namesOfSide("AwayTeam.", g.AwayTeam), namesOfSide("HomeTeam.", g.HomeTeam))
}

func namesOfSide(path string, side *tourney.GameSide) []named {
	if side == nil {
		return nil
	}
	return []named{
		{path + "TeamId", model.TeamIDs, values.Value(side.TeamID), true},
		{path + "DivisionId", model.DivisionIDs, values.Value(side.DivisionID), true},
		{path + "TeamPoolId", model.TeamPoolIDs, values.Value(side.TeamPoolID), true},
		{path + "PoolId", model.PoolIDs, values.Value(side.PoolID), true},
		{path + "BracketId", model.BracketIDs, values.Value(side.BracketID), false},
	}
}
