package mockserver

import (
	"strings"

	"github.com/tourney-go/tourney"
)

// setStatistic adds or changes a statistic of a line of a roster.
func (s *store) setStatistic(gameID int64, line *tourney.TeamPlayer, name string, value tourney.Decimal) {
	if r := s.statistic(gameID, line.ID, name); r != nil {
		s.statistics.change(r.id, func(r *statisticRow) { r.value, r.cleared = value, false })
		return
	}
	var where []scope
	if game := s.games.get(gameID); game != nil {
		where = scopes(game.eventID(), game.divisionID())
	}
	s.statistics.add(statisticRow{
		id: s.ids.take(statisticIDs, 0), gameID: gameID, playerID: line.ID, personID: line.PlayerID,
		name: name, value: value, scopes: where,
	})
}

// setRosterStatistic sets a statistic of the player with this line of a roster. It reports false when there is no such
// game or no such line.
func (s *store) setRosterStatistic(gameID, lineID int64, name string, value tourney.Decimal) bool {
	line := s.rosterLine(lineID)
	if line == nil || s.games.get(gameID) == nil {
		return false
	}
	s.setStatistic(gameID, line, name, value)
	return true
}

// statistic returns a statistic by its name in any letter case, also one that was cleared.
func (s *store) statistic(gameID, playerID int64, name string) *statisticRow {
	for _, r := range s.statistics.under(statisticKey{game: gameID, player: playerID}) {
		if strings.EqualFold(r.name, name) {
			return r
		}
	}
	return nil
}
