package mockserver

import (
	"fmt"
	"maps"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/scenario"
)

func hugeServer(t testing.TB, teams int, opts ...Option) *Server {
	t.Helper()
	s, err := New(tourney.Soccer, append(opts, ScenarioSize(teams), Scenario(scenario.HugeName))...)
	require.NoError(t, err)
	return s
}

// TestHugeWritesStayApart: rows share what is equal, and a write to one shows in no other.
func TestHugeWritesStayApart(t *testing.T) {
	s := hugeServer(t, 1200)
	before := s.Teams.All()
	s.Teams.Edit(scenario.FirstTeam, func(team *tourney.Team) {
		*team.Paid, *team.Status, *team.Address.Latitude = !*team.Paid, tourney.TeamWaitingList, 1
		team.Address.City, team.Players[0].Address.City = "Elsewhere", "Elsewhere"
		*team.Players[1].Number, *team.Coaches[0].Type = 99, tourney.CoachAssistantCoach
	})
	s.Players.Edit(scenario.PersonBase+101, func(p *tourney.Player) { p.Profile.Height, *p.Profile.Weight = "9'", 1 })
	after := s.Teams.All()
	require.NotEqual(t, before[0], after[0])
	require.Empty(t, cmp.Diff(before[1:], after[1:]))
}

// TestHugeIsCopiedByNothing: sessions, snapshots and restores share the rows, and cost the same for every size.
func TestHugeIsCopiedByNothing(t *testing.T) {
	allocated := func(teams int) float64 {
		s := hugeServer(t, teams)
		first := inner(s).state.Newest.Load().Teams.Get(scenario.FirstTeam)
		back := func() {
			s.Snapshots.Restore(s.Snapshots.Take())
			require.Same(t, first, inner(s).state.Newest.Load().Teams.Get(scenario.FirstTeam))
			session, err := s.NewSession("")
			require.NoError(t, err)
			require.Same(t, first, session.in.(*server).state.Newest.Load().Teams.Get(scenario.FirstTeam))
			session.Close()
		}
		return testing.AllocsPerRun(20, back)
	}
	require.InDelta(t, allocated(300), allocated(30_000), 20)
}

// TestHugeIsNotKept: a large scenario belongs to its server, and its sessions, alone.
func TestHugeIsNotKept(t *testing.T) {
	kept := func() (list []string) {
		scenario.BuiltScenarios.Mu.Lock()
		defer scenario.BuiltScenarios.Mu.Unlock()
		for _, p := range scenario.BuiltScenarios.List {
			list = append(list, fmt.Sprint(p.Scenario, p.Teams, p.Seed))
		}
		return list
	}
	before := kept()
	s := hugeServer(t, scenario.KeptTeams+1)
	session, err := s.NewSession("one")
	require.NoError(t, err)
	session.Teams.Add(tourney.Team{Name: "mine"})
	require.Len(t, session.Teams.All(), scenario.KeptTeams+2)
	require.Len(t, s.Teams.All(), scenario.KeptTeams+1)
	require.Equal(t, before, kept())
	hugeServer(t, scenario.KeptTeams, Seed(99))
	require.NotEqual(t, before, kept())
	require.Len(t, hugeServer(t, 3).Teams.All(), 3, "of another size")
}

func TestScenarioSizeIsChecked(t *testing.T) {
	for name, c := range map[string]struct {
		opts []Option
		says string
	}{
		"none":           {[]Option{Scenario(scenario.HugeName), ScenarioSize(0)}, "ScenarioSize is 0: give a number of teams from 1 to 100000"},
		"negative":       {[]Option{ScenarioSize(-1)}, "ScenarioSize is -1: give a number of teams from 1 to 100000"},
		"too large":      {[]Option{Scenario(scenario.HugeName), ScenarioSize(100_001)}, "ScenarioSize is 100001: give"},
		"another":        {[]Option{Scenario("finished"), ScenarioSize(9)}, "the scenario finished has no size to set: choose the scenario huge"},
		"the default":    {[]Option{ScenarioSize(9)}, "the scenario mid-tournament has no size"},
		"another, later": {[]Option{Scenario(scenario.HugeName), ScenarioSize(9), Scenario("empty")}, "the scenario empty has no size"},
	} {
		_, err := New(tourney.Soccer, c.opts...)
		require.ErrorContains(t, err, c.says, name)
	}
	for _, info := range Scenarios() {
		require.Equal(t, info.Name == scenario.HugeName, info.Teams == 100_000, info.Name)
	}
}

// TestHugeIDsAreApart: with the largest size, the last id of each kind is before those that the server gives out.
func TestHugeIDsAreApart(t *testing.T) {
	rosters := scenario.HugeTeams / scenario.HugeRosterStep
	next := model.NewSequence().Next
	for kind, last := range map[model.Kind]int64{
		model.TeamIDs: scenario.FirstTeam + scenario.HugeTeams, model.RosterIDs: scenario.PersonID(scenario.RosterBase, rosters, scenario.HugeRoster),
		model.PersonIDs: scenario.PersonID(scenario.PersonBase, rosters, scenario.HugeRoster), model.CoachIDs: scenario.PersonID(scenario.CoachBase, rosters, scenario.HugeCoaches),
		model.CoachPersonIDs: scenario.PersonID(scenario.CoachPersonBase, rosters, scenario.HugeCoaches), model.GameIDs: scenario.FirstGame + scenario.HugeGamesDivision*scenario.HugeTeams/scenario.HugeDivision,
		model.DivisionIDs: scenario.FirstDivision + scenario.HugeTeams/scenario.HugeDivision, model.PriceIDs: scenario.FirstPrice + scenario.InDivisionStep*scenario.HugeTeams/scenario.HugeDivision,
	} {
		require.Less(t, last, next[kind], kind)
	}
}

// TestHugeCrowdsHaveNamesEnough: no two persons of all crowds have one name.
func TestHugeCrowdsHaveNamesEnough(t *testing.T) {
	require.LessOrEqual(t, len(scenario.Towns)*len(scenario.AgeGroups)*(scenario.CrowdSize+scenario.HugeCoaches), len(scenario.FirstNames)*len(scenario.LastNames))
	names := map[string]bool{}
	for _, line := range rosterLines(hugeServer(t, 3000).Teams.All()) {
		names[line.FirstName+" "+line.LastName] = true
	}
	require.Greater(t, len(names), 1000)
	require.NotContains(t, strings.Join(slices.Collect(maps.Keys(names)), ","), "  ")
}

// BenchmarkHuge starts servers of the scenario huge.
func BenchmarkHuge(b *testing.B) {
	for b.Loop() {
		s := hugeServer(b, scenario.HugeTeams)
		answer := httptest.NewRecorder()
		s.ServeHTTP(answer, httptest.NewRequest("GET", "/api/v1/teams?eventid=1010&page=190", nil))
		require.Equal(b, 200, answer.Code)
	}
}
