package mockserver

import (
	"slices"

	"github.com/tourney-go/tourney"
)

func (s *store) addGame(g tourney.Game) int64 {
	g.ID = s.ids.take(gameIDs, g.ID)
	if g.Division != nil {
		division := *g.Division
		if known := s.divisions.get(division.ID); known != nil && division.Event == nil {
			division.Event = s.shortEvent(known.eventID)
		}
		g.Division = &division
	}
	for _, side := range []*tourney.GameSide{g.AwayTeam, g.HomeTeam} {
		if side != nil && side.TeamPoolID != nil {
			s.ids.take(teamPoolIDs, *side.TeamPoolID)
		}
	}
	if s.games.get(g.ID) == nil {
		s.games.add(gameRow{game: g})
	} else {
		s.replaceGame(g)
	}
	return g.ID
}

// replaceGame puts a game in the place of the one with its id. Its statistics are then found where it is.
func (s *store) replaceGame(g tourney.Game) {
	var before, after []scope
	s.games.change(g.ID, func(r *gameRow) {
		before = scopes(r.eventID(), r.divisionID())
		r.game = g
		after = scopes(r.eventID(), r.divisionID())
	})
	if slices.Equal(before, after) {
		return
	}
	for i := range s.statistics.rows.len {
		if r := s.statistics.rows.at(i); r.gameID == g.ID {
			s.statistics.change(r.id, func(r *statisticRow) { r.scopes = after })
		}
	}
}
