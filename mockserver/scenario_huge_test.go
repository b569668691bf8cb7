package mockserver

import (
	"net/http/httptest"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
)

func HugeServer(t testing.TB, teams int, opts ...Option) *Server {
	t.Helper()
	s, err := New(tourney.Soccer, append(opts, ScenarioSize(teams), Scenario("huge"))...)
	require.NoError(t, err)
	return s
}

// TestHugeWritesStayApart: rows share what is equal, and a write to one shows in no other.
func TestHugeWritesStayApart(t *testing.T) {
	s := HugeServer(t, 1200)
	before := s.Teams.All()
	s.Teams.Edit(4001, func(team *tourney.Team) {
		*team.Paid, *team.Status, *team.Address.Latitude = !*team.Paid, tourney.TeamWaitingList, 1
		team.Address.City, team.Players[0].Address.City = "Elsewhere", "Elsewhere"
		*team.Players[1].Number, *team.Coaches[0].Type = 99, tourney.CoachAssistantCoach
	})
	s.Players.Edit(60101, func(p *tourney.Player) { p.Profile.Height, *p.Profile.Weight = "9'", 1 })
	after := s.Teams.All()
	require.NotEqual(t, before[0], after[0])
	require.Empty(t, cmp.Diff(before[1:], after[1:]))
	session, err := s.NewSession("one")
	require.NoError(t, err)
	session.Teams.Add(tourney.Team{Name: "mine"})
	require.Len(t, session.Teams.All(), 1201)
	require.Len(t, s.Teams.All(), 1200)
}

// TestHugeIsCopiedByNothing: sessions, snapshots and restores share the rows, and cost the same for every size.
func TestHugeIsCopiedByNothing(t *testing.T) {
	allocated := func(teams int) float64 {
		s := HugeServer(t, teams)
		first := inner(s).State.Newest().Teams.Get(4001)
		back := func() {
			s.Snapshots.Restore(s.Snapshots.Take())
			require.Same(t, first, inner(s).State.Newest().Teams.Get(4001))
			session, err := s.NewSession("")
			require.NoError(t, err)
			require.Same(t, first, session.in.(*server).State.Newest().Teams.Get(4001))
			session.Close()
		}
		return testing.AllocsPerRun(20, back)
	}
	require.InDelta(t, allocated(300), allocated(30_000), 20)
}

func TestScenarioSizeIsChecked(t *testing.T) {
	for name, c := range map[string]struct {
		opts []Option
		says string
	}{
		"none":           {[]Option{Scenario("huge"), ScenarioSize(0)}, "ScenarioSize is 0: give a number of teams from 1 to 100000"},
		"negative":       {[]Option{ScenarioSize(-1)}, "ScenarioSize is -1: give a number of teams from 1 to 100000"},
		"too large":      {[]Option{Scenario("huge"), ScenarioSize(100_001)}, "ScenarioSize is 100001: give"},
		"another":        {[]Option{Scenario("finished"), ScenarioSize(9)}, "the scenario finished has no size to set: choose the scenario huge"},
		"the default":    {[]Option{ScenarioSize(9)}, "the scenario mid-tournament has no size"},
		"another, later": {[]Option{Scenario("huge"), ScenarioSize(9), Scenario("empty")}, "the scenario empty has no size"},
	} {
		_, err := New(tourney.Soccer, c.opts...)
		require.ErrorContains(t, err, c.says, name)
	}
	for _, info := range Scenarios() {
		require.Equal(t, info.Name == "huge", info.Teams == 100_000, info.Name)
	}
}

// BenchmarkHuge starts servers of the scenario huge.
func BenchmarkHuge(b *testing.B) {
	for b.Loop() {
		s := HugeServer(b, 100_000)
		answer := httptest.NewRecorder()
		s.ServeHTTP(answer, httptest.NewRequest("GET", "/api/v1/teams?eventid=1010&page=190", nil))
		require.Equal(b, 200, answer.Code)
	}
}
