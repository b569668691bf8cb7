package mockserver

import "github.com/tourney-go/tourney"

// addGame adds a game.
func (s *version) addGame(g tourney.Game) int64 {
	g.ID = s.ids.assign(gameIDs, g.ID)
	s.games.Add(s.gameRowOf(g))
	return g.ID
}

// gameRowOf returns a row for a game. The event of the game is that of its division, unless the game names another one.
func (s *version) gameRowOf(g tourney.Game) gameRow {
	for _, side := range []*tourney.GameSide{g.AwayTeam, g.HomeTeam} {
		if side != nil && side.TeamPoolID != nil {
			s.ids.assign(teamPoolIDs, *side.TeamPoolID)
		}
	}
	row := gameRow{Game: g}
	if g.Division == nil {
		return row
	}
	division, known := *g.Division, s.divisions.Get(g.Division.ID)
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

// editGame gives a game other values.
func (s *version) editGame(g tourney.Game) {
	row := s.gameRowOf(g)
	s.changeGame(g.ID, func(r *gameRow) { r.Game, r.EventID = row.Game, row.EventID })
}

// changeGame applies f to a game, and indexes the statistics of the game anew where they count elsewhere now.
func (s *version) changeGame(id int64, f func(*gameRow)) {
	var moved bool
	s.games.Change(id, func(r *gameRow) {
		counted, eventID, divisionID := counts(&r.Game), r.EventID, r.divisionID()
		f(r)
		moved = counted != counts(&r.Game) || eventID != r.EventID || divisionID != r.divisionID()
	})
	if moved {
		s.refileStatistics(id, s.games.Get(id).countedIn())
	}
}

// refileGames indexes the games of a division anew, after the event of the division changed.
func (s *version) refileGames(divisionID int64) {
	eventID := s.divisions.Get(divisionID).EventID
	for _, r := range s.games.Under(gameKey{scope: scope{inDivision, divisionID}}) {
		if r.Game.Division.Event == nil && r.EventID != eventID {
			s.changeGame(r.Game.ID, func(r *gameRow) { r.EventID = eventID })
		}
	}
}

// removeGame removes a game with its statistics.
func (s *version) removeGame(id int64) {
	s.removeStatistics(func(r *statisticRow) bool { return r.GameID == id })
	s.games.Remove(id)
}
