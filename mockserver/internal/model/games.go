package model

import (
	"cmp"
	"iter"
	"slices"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/store"
)

// GameRow is a game.
type GameRow struct {
	Game       tourney.Game `json:"Game"` // Division.Event is set only if it differs from the event of the division
	EventID    int64        `json:"EventId"`
	result     GameResult   // computed by Settle
	ExternalID string       `json:"ExternalId"`

	// A side before a result put its team there, while the side has that team. If an edit chose another team, the TeamID
	// is that team. Else nil.
	AwayWaiting *tourney.GameSide `json:"AwayWaiting"`
	HomeWaiting *tourney.GameSide `json:"HomeWaiting"`
}

// Open reports whether the game counts in standings and has no result yet.
func (r *GameRow) Open() bool { return counts(&r.Game) && !r.result.Decided }

// Settle computes the result from the game and stores it in the row.
func (r *GameRow) Settle() { r.result = resultOf(&r.Game) }

// Settled returns the result. Files do not contain it, because it is computed from the game.
func (r *GameRow) Settled() *GameResult { return &r.result }

// DivisionID returns the id of the division, 0 for a game without a division.
func (r *GameRow) DivisionID() int64 { return divisionOf(&r.Game) }

// countedIn returns the scopes in which the statistics of the game count for leaders. It returns nil for a game that
// does not count.
func (r *GameRow) countedIn() []Scope {
	if !counts(&r.Game) {
		return nil
	}
	return Scopes(r.EventID, r.DivisionID())
}

// BracketPlay reports whether the Type of the game is one of the two observed values for bracket games. Other games are
// pool play.
func (r *GameRow) BracketPlay() bool {
	return r.Game.Type == tourney.GameBracket || r.Game.Type == tourney.GameBracketAlt
}

// Sides returns the sides of the game that are known.
func (r *GameRow) Sides() []*tourney.GameSide {
	both := []*tourney.GameSide{r.Game.AwayTeam, r.Game.HomeTeam}
	return slices.DeleteFunc(both, func(side *tourney.GameSide) bool { return side == nil })
}

// ChangeSides replaces each side of games by the result of f.
func (s *Version) ChangeSides(games []*GameRow, f func(r *GameRow, side *tourney.GameSide) *tourney.GameSide) {
	for _, g := range games {
		s.ChangeGame(g.Game.ID, func(r *GameRow) {
			r.Game.AwayTeam, r.Game.HomeTeam = f(r, r.Game.AwayTeam), f(r, r.Game.HomeTeam)
		})
	}
}

func (r *GameRow) keys(to []store.Key) []store.Key {
	teams := [3]int64{0, TeamOf(r.Game.AwayTeam), TeamOf(r.Game.HomeTeam)}
	for _, scope := range appendScopes(make([]Scope, 0, maxScopes), r.EventID, r.DivisionID()) {
		for i, team := range teams {
			if i > 0 && (team == 0 || i == 2 && team == teams[1]) {
				continue // the side has no team, or both sides have the same team
			}
			to = append(to, GameKey{Scope: scope, Team: team}.Key())
			if !r.Game.Date.IsZero() {
				to = append(to, GameKey{scope, team, r.Game.Date}.Key())
			}
		}
	}
	return to
}

func (r *GameRow) claim(s *Version) error {
	return cmp.Or(s.Claim("Game.", IDsInGame(&r.Game)), s.Claim("Game.", PositionsIn(&r.Game)))
}

// BelongsTo reports whether the game is in one of the events.
func (r *GameRow) BelongsTo(events []int64) bool { return r == nil || inOne(events, r.EventID) }

// GameKey selects the games of a scope. The zero date selects all days.
type GameKey struct {
	Scope Scope
	Team  int64 // 0 for every team
	Date  tourney.Date
}

// Key returns the key for the table.
func (k GameKey) Key() store.Key {
	day := int64(k.Date.Year)<<32 | int64(k.Date.Month)<<16 | int64(k.Date.Day)
	return store.Key{int64(k.Scope.Level), k.Scope.ID, k.Team, day}
}

// AddGame adds a game.
func (s *Version) AddGame(g tourney.Game) int64 {
	g.ID = s.IDs.Assign(GameIDs, g.ID)
	store.Add(&s.Games, s.gameRowOf(g))
	return g.ID
}

// gameRowOf returns a row for a game. A game that names no event gets the event of its division.
func (s *Version) gameRowOf(g tourney.Game) GameRow {
	row := GameRow{Game: g}
	for _, side := range row.Sides() {
		if side.TeamPoolID != nil {
			s.IDs.Assign(TeamPoolIDs, *side.TeamPoolID)
		}
	}
	if g.Division == nil {
		return row
	}
	division, known := *g.Division, s.Divisions.Get(g.Division.ID)
	if known != nil && division.Event != nil && division.Event.ID == known.EventID {
		division.Event = nil
	}
	if division.Event != nil {
		row.EventID = division.Event.ID
	} else if known != nil {
		row.EventID = known.EventID
	}
	row.Game.Division = &division
	return row
}

// EditGame gives a game other values. A side with another team then takes no team of a result.
func (s *Version) EditGame(g tourney.Game) {
	row := s.gameRowOf(g)
	s.ChangeGame(g.ID, func(r *GameRow) {
		r.AwayWaiting = chosen(r.AwayWaiting, r.Game.AwayTeam, g.AwayTeam)
		r.HomeWaiting = chosen(r.HomeWaiting, r.Game.HomeTeam, g.HomeTeam)
		r.Game, r.EventID = row.Game, row.EventID
	})
}

// chosen returns how a side waits after an edit.
func chosen(waiting, was, is *tourney.GameSide) *tourney.GameSide {
	switch from := cmp.Or(waiting, was); {
	case TeamOf(was) == TeamOf(is):
		return waiting
	case TeamOf(is) == 0 || from == nil || waiting == nil && TeamOf(was) != 0:
		return nil
	default:
		side := *from
		side.TeamID = is.TeamID
		return &side
	}
}

// Moved reports whether a result put the team of a side there, by the side as it waited.
func Moved(waiting *tourney.GameSide) bool { return waiting != nil && waiting.TeamID == nil }

// ChangeGame applies f to a game. If f changes the event or division of the game, or whether the game counts, then
// ChangeGame updates the scopes of the game's statistics.
func (s *Version) ChangeGame(id int64, f func(*GameRow)) {
	var moved bool
	s.Games.Change(id, func(r *GameRow) {
		counted, eventID, divisionID := counts(&r.Game), r.EventID, r.DivisionID()
		f(r)
		moved = counted != counts(&r.Game) || eventID != r.EventID || divisionID != r.DivisionID()
	})
	if moved {
		s.refileStatistics(id, s.Games.Get(id).countedIn())
	}
}

// refileGames gives the games of a division the event of the division. A game that names another event itself keeps
// that event. Callers use refileGames after they add a division or change its event.
func (s *Version) refileGames(divisionID int64) {
	eventID := s.Divisions.Get(divisionID).EventID
	for _, r := range s.Games.Under(GameKey{Scope: Scope{InDivision, divisionID}}.Key()) {
		if r.Game.Division.Event == nil && r.EventID != eventID {
			s.ChangeGame(r.Game.ID, func(r *GameRow) { r.EventID = eventID })
		}
	}
}

// RemoveGame removes a game with its statistics.
func (s *Version) RemoveGame(id int64) {
	s.removeStatistics(func(r *StatisticRow) bool { return r.GameID == id })
	s.Games.Remove(id)
}

// IDsInGame yields the id of a game and the id of its VenueCourt.
func IDsInGame(g *tourney.Game) iter.Seq[RowID] {
	return func(yield func(RowID) bool) {
		_ = yield(RowID{Kind: GameIDs, ID: g.ID, field: "Id"}) &&
			(g.VenueCourt == nil || yield(RowID{Kind: venueCourtIDs, ID: g.VenueCourt.ID, field: "VenueCourt.Id"}))
	}
}

// PositionsIn yields the ids of the positions in pools that the sides of a game name. A game adds no position to a
// pool.
func PositionsIn(g *tourney.Game) iter.Seq[RowID] {
	return func(yield func(RowID) bool) {
		for _, position := range []RowID{
			{Kind: TeamPoolIDs, ID: teamPoolOf(g.AwayTeam), field: "AwayTeam.TeamPoolId"},
			{Kind: TeamPoolIDs, ID: teamPoolOf(g.HomeTeam), field: "HomeTeam.TeamPoolId"},
		} {
			if position.ID != 0 && !yield(position) {
				return
			}
		}
	}
}
