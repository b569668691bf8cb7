package model

import (
	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/store"
)

// AddGame adds a game.
func (s *Version) AddGame(g tourney.Game) int64 {
	g.ID = s.IDs.Assign(GameIDs, g.ID)
	store.Add(&s.Games, s.gameRowOf(g))
	return g.ID
}

// gameRowOf returns a row for a game. A game that names no event gets the event of its division.
func (s *Version) gameRowOf(g tourney.Game) GameRow {
	for _, side := range []*tourney.GameSide{g.AwayTeam, g.HomeTeam} {
		if side != nil && side.TeamPoolID != nil {
			s.IDs.Assign(TeamPoolIDs, *side.TeamPoolID)
		}
	}
	row := GameRow{Game: g}
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

// EditGame gives a game other values. A side with another team then no longer waits for a result.
func (s *Version) EditGame(g tourney.Game) {
	row := s.gameRowOf(g)
	s.ChangeGame(g.ID, func(r *GameRow) {
		if TeamOf(r.Game.AwayTeam) != TeamOf(g.AwayTeam) {
			r.AwayWaiting = nil
		}
		if TeamOf(r.Game.HomeTeam) != TeamOf(g.HomeTeam) {
			r.HomeWaiting = nil
		}
		r.Game, r.EventID = row.Game, row.EventID
	})
}

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
