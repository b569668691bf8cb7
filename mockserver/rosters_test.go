package mockserver_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
)

// TestPlayersShareNoProfileThatChanges: a change of a player whose profile was empty changes no other player.
func TestPlayersShareNoProfileThatChanges(t *testing.T) {
	s, err := mockserver.New(tourney.Soccer, mockserver.Scenario("empty"))
	require.NoError(t, err)
	s.Teams.Add(tourney.Team{
		ID: 1, Name: "Terns", Players: []tourney.TeamPlayer{{ID: 1, PlayerID: 1}, {ID: 2, PlayerID: 2}},
	})
	s.Players.Edit(1, func(p *tourney.Player) { p.Profile.School = "Otterford High" })
	s.Teams.Edit(1, func(of *tourney.Team) { of.Players[1].Grade = "9" })
	s.Teams.Add(tourney.Team{ID: 2, Name: "Gulls", Players: []tourney.TeamPlayer{{ID: 3, PlayerID: 3}}})

	got := map[int64]tourney.PlayerProfile{}
	for id := range int64(3) {
		p, _ := s.Players.Get(id + 1)
		got[id+1] = *p.Profile
	}
	want := map[int64]tourney.PlayerProfile{1: {School: "Otterford High"}, 2: {Grade: "9"}, 3: {}}
	require.Empty(t, cmp.Diff(want, got))
}

// TestPlayersShareNoStatusThatChanges: an edit behind the pointer of one new line changes no other line.
func TestPlayersShareNoStatusThatChanges(t *testing.T) {
	s, err := mockserver.New(tourney.Soccer, mockserver.Scenario("empty"))
	require.NoError(t, err)
	s.Events.Add(tourney.Event{ID: 1})
	s.Divisions.Add(tourney.Division{ID: 1})
	person := tourney.PlayerInput{FirstName: new("Ada"), LastName: new("Loft")}
	id, err := s.Client().Teams.Create(t.Context(), tourney.TeamCreateInput{
		EventID: 1, DivisionID: 1, Name: new("Terns"), Players: []tourney.PlayerInput{person, person},
	})
	require.NoError(t, err)
	s.Teams.Edit(id, func(of *tourney.Team) { *of.Players[0].Active = false })
	team, _ := s.Teams.Get(id)
	require.Equal(t, []bool{false, true}, []bool{*team.Players[0].Active, *team.Players[1].Active})
}
