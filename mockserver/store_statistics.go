package mockserver

import (
	"strings"

	"github.com/tourney-go/tourney"
)

// setStatistic adds or changes a statistic of a player on a roster.
func (s *version) setStatistic(gameID int64, line *tourney.TeamPlayer, name string, value tourney.Decimal) {
	if r := s.statistic(gameID, line.ID, name); r != nil {
		s.statistics.Change(r.ID, func(r *statisticRow) { r.Value, r.Cleared = value, false })
		return
	}
	var where []scope
	if game := s.games.Get(gameID); game != nil {
		where = game.countedIn()
	}
	row := statisticRowOf(gameID, line, name, value, where)
	row.ID = s.ids.assign(statisticIDs, 0)
	s.statistics.Add(row)
}

// statisticRowOf returns a row without an id. The scopes are those of the game.
func statisticRowOf(
	gameID int64, line *tourney.TeamPlayer, name string, value tourney.Decimal, where []scope,
) statisticRow {
	return statisticRow{
		GameID: gameID, PlayerID: line.ID, PersonID: line.PlayerID, Name: name, Value: value, Scopes: where,
	}
}

// rosterLine returns the line with an id, nil when no roster has it.
func (s *version) rosterLine(id int64) *tourney.TeamPlayer {
	teamID, _ := s.rosters.Get(id)
	team := s.teams.Get(teamID)
	if team == nil {
		return nil
	}
	i := team.lineIndex(id)
	if i < 0 {
		return nil
	}
	return &team.Team.Players[i]
}

// refileStatistics indexes the statistics of a game anew, after its event or its division changed.
func (s *version) refileStatistics(gameID int64, where []scope) {
	for _, r := range s.statistics.Where(func(r *statisticRow) bool { return r.GameID == gameID }) {
		s.statistics.Change(r.ID, func(r *statisticRow) { r.Scopes = where })
	}
}

// removeStatistics removes the statistics that a filter selects.
func (s *version) removeStatistics(selects func(*statisticRow) bool) {
	for _, r := range s.statistics.Where(selects) {
		s.statistics.Remove(r.ID)
	}
}

// statistic returns a statistic by its name in any letter case, nil when it was never set. It may be cleared.
func (s *version) statistic(gameID, playerID int64, name string) *statisticRow {
	for _, r := range s.statistics.Under(statisticKey{game: gameID, player: playerID}) {
		if strings.EqualFold(r.Name, name) {
			return r
		}
	}
	return nil
}
