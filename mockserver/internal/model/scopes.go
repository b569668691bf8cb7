package model

import (
	"cmp"
	"slices"
)

// Scope bounds a list of teams, players, games or statistics to an event, a division or a team.
type Scope struct {
	Level ScopeLevel
	ID    int64
}

// ScopeLevel says what a scope is.
type ScopeLevel uint8

// The levels. Files contain these numbers.
const (
	Everywhere ScopeLevel = iota
	InEvent
	InDivision
	InTeam
)

// Scopes returns the scopes of a row in an event and a division, either of which may be 0.
func Scopes(eventID, divisionID int64) []Scope { return appendScopes(nil, eventID, divisionID) }

// maxScopes is the largest number of scopes of a row in an event and a division.
const maxScopes = 3

func appendScopes(to []Scope, eventID, divisionID int64) []Scope {
	to = append(to, Scope{})
	if eventID != 0 {
		to = append(to, Scope{InEvent, eventID})
	}
	if divisionID != 0 {
		to = append(to, Scope{InDivision, divisionID})
	}
	return to
}

// CompareScopes orders scopes by level and id.
func CompareScopes(a, b Scope) int {
	return cmp.Or(cmp.Compare(a.Level, b.Level), cmp.Compare(a.ID, b.ID))
}

// ScopesOfTeams returns the scopes in which a player of these teams is found.
func (s *Version) ScopesOfTeams(teamIDs []int64) []Scope {
	var list []Scope
	for _, id := range teamIDs {
		list = append(list, Scope{InTeam, id})
		if team := s.Teams.Get(id); team != nil {
			list = append(list, Scopes(team.EventID, team.DivisionID)[1:]...)
		}
	}
	slices.SortFunc(list, CompareScopes)
	return slices.Compact(list)
}
