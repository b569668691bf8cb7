package model

import (
	"cmp"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/store"
)

// StatisticRow is one statistic of a player in a game.
type StatisticRow struct {
	ID       int64           `json:"Id"`
	GameID   int64           `json:"GameId"`
	PlayerID int64           `json:"PlayerId"` // id of a line of a roster
	PersonID int64           `json:"PersonId"`
	Name     string          `json:"Name"`
	Value    tourney.Decimal `json:"Value"`
	Cleared  bool            `json:"Cleared"`
	Scopes   []Scope         `json:"Scopes"` // the scopes in which the game counts
}

func (r *StatisticRow) keys(to []store.Key) []store.Key {
	to = append(to, StatisticKey{game: r.GameID, player: r.PlayerID}.Key())
	if r.Cleared {
		return to
	}
	for _, sc := range r.Scopes {
		to = append(to, StatisticKey{Scope: sc}.Key())
	}
	return to
}

func (r *StatisticRow) claim(s *Version) error {
	return cmp.Or(s.Claim("", OnlyID(StatisticIDs, r.ID)), scopesProblem(r.Scopes))
}

// StatisticKey selects the statistics of a scope, or the statistics of a player in a game.
type StatisticKey struct {
	Scope  Scope
	game   int64
	player int64 // id of a line of a roster
}

// Key returns the key for the table.
func (k StatisticKey) Key() store.Key {
	return store.Key{int64(k.Scope.Level), k.Scope.ID, k.game, k.player}
}

// SetStatistic adds or changes a statistic of a player on a roster.
func (s *Version) SetStatistic(gameID int64, line *tourney.TeamPlayer, name string, value tourney.Decimal) {
	if r := s.Statistic(gameID, line.ID, name); r != nil {
		s.Statistics.Change(r.ID, func(r *StatisticRow) { r.Value, r.Cleared = value, false })
		return
	}
	var where []Scope
	if game := s.Games.Get(gameID); game != nil {
		where = game.countedIn()
	}
	row := NewStatisticRow(gameID, line, name, value, where)
	row.ID = s.IDs.Assign(StatisticIDs, 0)
	store.Add(&s.Statistics, row)
}

// NewStatisticRow returns a row without an id. The argument where has the scopes in which the game counts.
func NewStatisticRow(
	gameID int64, line *tourney.TeamPlayer, name string, value tourney.Decimal, where []Scope,
) StatisticRow {
	return StatisticRow{
		GameID: gameID, PlayerID: line.ID, PersonID: line.PlayerID, Name: name, Value: value, Scopes: where,
	}
}

// RosterLine returns the roster's line with an id, nil when no roster has such a line.
func (s *Version) RosterLine(id int64) *tourney.TeamPlayer {
	teamID, _ := s.Rosters.Get(id)
	team := s.Teams.Get(teamID)
	if team == nil {
		return nil
	}
	i := team.LineIndex(id)
	if i < 0 {
		return nil
	}
	return &team.Team.Players[i]
}

// refileStatistics gives the statistics of a game the scopes in which the game counts now.
func (s *Version) refileStatistics(gameID int64, where []Scope) {
	for _, r := range s.Statistics.Where(func(r *StatisticRow) bool { return r.GameID == gameID }) {
		s.Statistics.Change(r.ID, func(r *StatisticRow) { r.Scopes = where })
	}
}

// removeStatistics removes the statistics that a filter selects.
func (s *Version) removeStatistics(selects func(*StatisticRow) bool) {
	for _, r := range s.Statistics.Where(selects) {
		s.Statistics.Remove(r.ID)
	}
}

// Statistic returns a statistic by its name in any letter case, nil when nobody ever set it. Callers check the field
// Cleared, because Statistic also returns statistics that were cleared.
func (s *Version) Statistic(gameID, playerID int64, name string) *StatisticRow {
	for _, r := range s.Statistics.Under(StatisticKey{game: gameID, player: playerID}.Key()) {
		if strings.EqualFold(r.Name, name) {
			return r
		}
	}
	return nil
}
