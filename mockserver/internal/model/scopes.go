package model

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/store"
)

// Scope bounds a list of teams, players, games or statistics to an event, a division or a team.
type Scope struct {
	Level ScopeLevel
	ID    int64
}

// Key returns the key of the players in the scope.
func (s Scope) Key() store.Key { return store.Key{int64(s.Level), s.ID} }

// ScopeLevel says what a scope is.
type ScopeLevel uint8

// The levels of scopes. Saved files contain these numbers, so they never change.
const (
	Everywhere ScopeLevel = iota
	InEvent
	InDivision
	InTeam
)

// Scopes returns the scopes that contain a row of an event and a division. The id 0 means no event or no division.
func Scopes(eventID, divisionID int64) []Scope { return appendScopes(nil, eventID, divisionID) }

// maxScopes is the largest number of scopes that Scopes returns.
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

// ScopesOfTeams returns the scopes of teams: each team, its event and its division. Lists of these scopes contain the
// players of the teams.
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

// scopesProblem returns what is wrong with the scopes of a row. The scopes must be sorted, because the mock finds a
// scope by binary search.
func scopesProblem(list []Scope) error {
	for i := 1; i < len(list); i++ {
		if CompareScopes(list[i-1], list[i]) >= 0 {
			return fmt.Errorf("%s: expected each scope once, in ascending order", refusal.Indexed("Scopes", i, ""))
		}
	}
	return nil
}
