package scenario

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/mockserver/internal/model"
)

// choice returns a choice of a scenario. A number of teams of 0 stands for that of the scenario.
func choice(t *testing.T, name string, teams int, seed uint64) Choice {
	t.Helper()
	s, err := Named(name)
	require.NoError(t, err)
	if teams > 0 {
		s.Teams = teams
	}
	return Choice{Scenario: s, Seed: seed}
}

// built returns the rows of a scenario.
func built(t *testing.T, host tourney.Variant, c Choice) *model.Version {
	t.Helper()
	v, ok := contract.LookupVariant(string(host))
	require.True(t, ok)
	return Prepare(v, c).Fork(v, c)
}

func TestNobodyIsInTwoPlacesAtOnce(t *testing.T) {
	taken := map[string]int64{}
	take := func(g tourney.Game, what string, id int64) {
		key := fmt.Sprint(g.Date, *g.Time, what, id)
		require.Zero(t, taken[key], "games %d and %d: %s", taken[key], g.ID, key)
		taken[key] = g.ID
	}
	before := tourney.DateTime{}
	for _, r := range built(t, tourney.Soccer, choice(t, finished, 0, 1)).Games.All() {
		g := r.Game
		take(g, "court", g.VenueCourt.Court.ID)
		take(g, "team", *g.AwayTeam.TeamID)
		take(g, "team", *g.HomeTeam.TeamID)
		now := tourney.DateTime{Date: g.Date, Time: *g.Time}
		require.LessOrEqual(t, before.Date.Compare(now.Date), 0, "games are in the order of the schedule")
		before = now
	}
	require.Len(t, taken, 3*3*(2*6+4))
}

func TestNamesAreUnique(t *testing.T) {
	for seed := range uint64(20) {
		seen := map[string]bool{}
		for _, r := range built(t, tourney.Rugby, choice(t, finished, 0, seed)).Teams.All() {
			require.False(t, seen[r.Team.Name], "%s twice", r.Team.Name)
			seen[r.Team.Name] = true
		}
	}
}

// TestPreparedScenariosAreBounded prepares more scenarios than the process keeps.
func TestPreparedScenariosAreBounded(t *testing.T) {
	for seed := range uint64(40) {
		require.Len(t, built(t, tourney.Soccer, choice(t, beforeStart, 0, seed)).Events.All(), 1)
	}
	require.Len(t, prepared.list, keptScenarios)
}

// TestLargeScenariosAreNotKept: a large scenario belongs to its server alone.
func TestLargeScenariosAreNotKept(t *testing.T) {
	v, _ := contract.LookupVariant(string(tourney.Soccer))
	large, small := choice(t, Huge, keptTeams+1, 1), choice(t, Huge, keptTeams, 99)
	first, second := Prepare(v, large), Prepare(v, large)
	require.NotSame(t, first, second)
	first, second = Prepare(v, small), Prepare(v, small)
	require.Same(t, first, second)
	require.Len(t, built(t, tourney.Soccer, choice(t, Huge, 3, 99)).Teams.All(), 3, "of another size")
}

// TestHugeIDsAreApart: with the largest size, the last id of each kind is before those that the server gives out.
func TestHugeIDsAreApart(t *testing.T) {
	const rosters, divisions = MostTeams / hugeRosterStep, MostTeams / hugeDivision
	next := model.NewSequence().Next
	for kind, last := range map[model.Kind]int64{
		model.TeamIDs:        firstTeam + MostTeams,
		model.RosterIDs:      personID(rosterBase, rosters, hugeRoster),
		model.PersonIDs:      personID(personBase, rosters, hugeRoster),
		model.CoachIDs:       personID(coachBase, rosters, hugeCoaches),
		model.CoachPersonIDs: personID(coachPersonBase, rosters, hugeCoaches),
		model.GameIDs:        firstGame + hugeGames*divisions,
		model.DivisionIDs:    firstDivision + divisions,
		model.PriceIDs:       firstPrice + divisionStep*divisions,
	} {
		require.Less(t, last, next[kind], kind)
	}
}

// TestHugeCrowdsHaveNamesEnough: no two persons of all crowds have one name.
func TestHugeCrowdsHaveNamesEnough(t *testing.T) {
	require.LessOrEqual(t, len(towns)*len(ageGroups)*(crowdSize+hugeCoaches), len(firstNames)*len(lastNames))
	names := map[string]bool{}
	for _, r := range built(t, tourney.Soccer, choice(t, Huge, 3000, 1)).Teams.All() {
		for _, line := range r.Team.Players {
			require.NotContains(t, line.FirstName+line.LastName, " ")
			names[line.FirstName+" "+line.LastName] = true
		}
	}
	require.Greater(t, len(names), 1000)
}
