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
)

func hugeServer(t testing.TB, teams int, opts ...Option) *Server {
	t.Helper()
	s, err := New(tourney.Soccer, append(opts, ScenarioSize(teams), Scenario(hugeName))...)
	require.NoError(t, err)
	return s
}

// addedAgain returns a version with the rows of another one, which the side door's ways add one after another.
func addedAgain(of *version) *version {
	st := newVersion(of.variant)
	for r := range of.events.Rows() {
		st.addEvent(r.event)
		st.events.Change(r.event.ID, func(again *eventRow) { again.owner = r.owner })
	}
	for r := range of.venues.Rows() {
		st.addVenue(r.venue, r.eventIDs)
	}
	for r := range of.divisions.Rows() {
		st.addDivision(of.wholeDivisionWithoutTeams(r))
	}
	for r := range of.teams.Rows() {
		team := r.team
		team.Division = &tourney.TeamDivision{ID: r.divisionID}
		st.addTeam(team)
	}
	for r := range of.games.Rows() {
		st.addGame(r.game)
	}
	return st
}

func (s *version) wholeDivisionWithoutTeams(r *divisionRow) tourney.Division {
	d := r.division
	d.Event, d.Active = &s.events.Get(r.eventID).event, &r.active
	return d
}

// TestHugeIsAsIfAdded: the scenario fills its tables at once, and has the rows, lists and indexes that single additions
// would make.
func TestHugeIsAsIfAdded(t *testing.T) {
	for _, teams := range []int{1, 7, 1000, 3333, 10_500} {
		t.Run(fmt.Sprint(teams), func(t *testing.T) {
			st := inner(hugeServer(t, teams)).state.newest.Load()
			again := addedAgain(st)
			again.accounts = st.accounts
			require.Empty(t, cmp.Diff(Everything(again), Everything(st)))
			require.Len(t, st.teams.All(), teams)
			sameLists(t, &again.teams, &st.teams)
			sameLists(t, &again.people, &st.people)
			sameLists(t, &again.games, &st.games)
		})
	}
}

// sameLists compares the lists of all keys of two tables.
func sameLists[K comparable, R any](t *testing.T, want, got *table[K, R]) {
	t.Helper()
	keys := map[K]bool{}
	for r := range want.Rows() {
		for k := range keysOf(want, r) {
			keys[k] = true
		}
	}
	for k := range keys {
		require.Equal(t, want.List(k).All(), got.List(k).All(), k)
	}
}

// keysOf returns the keys of a row of a table.
func keysOf[K comparable, R any](_ *table[K, R], r *R) map[K]bool {
	keyed := any(r).(interface{ keys(to []K) []K }) //nolint:forcetypeassert // as all rows
	keys := map[K]bool{}
	for _, k := range keyed.keys(nil) {
		keys[k] = true
	}
	return keys
}

// TestHuge reads and writes the scenario through a client.
func TestHuge(t *testing.T) {
	s := hugeServer(t, 5000)
	c, ctx := s.Client(), t.Context()
	require.Len(t, s.Events(), 5)
	require.Len(t, s.Divisions(), 5)
	require.Equal(t, []int64{firstDivision + 1}, s.EventDivisions(firstEvent+1))
	require.Len(t, s.EventDivisions(0), 5)
	require.Empty(t, s.EventDivisions(7))
	require.Len(t, s.Games(), 10)
	require.Len(t, s.Venues(), 2)

	list := tourney.TeamListOptions{
		DivisionID: firstDivision + 2, PageSize: 300, Includes: []tourney.Include{tourney.IncludePlayers, tourney.IncludeCoaches},
	}
	teams, err := tourney.Collect(c.Teams.All(ctx, list))
	require.NoError(t, err)
	require.Len(t, teams, 1000)
	rosters, paid := 0, 0
	for i, team := range teams {
		require.EqualValues(t, firstTeam+2000+i, team.ID, "the teams of a division come one after another")
		if len(team.Players) > 0 {
			rosters++
			require.Len(t, team.Players, 10)
			require.Len(t, team.Coaches, 2)
			unique(t, team.Players, func(p tourney.TeamPlayer) int { return *p.Number })
			unique(t, team.Players, func(p tourney.TeamPlayer) string { return p.FirstName + p.LastName })
		}
		if *team.Paid {
			paid++
		}
	}
	require.Equal(t, 100, rosters)
	require.InDelta(t, 875, paid, 60)
	unique(t, s.Teams(), func(team tourney.Team) string { return team.Name })

	player, err := c.Players.Get(ctx, teams[0].Players[0].PlayerID, tourney.IncludeTeams)
	require.NoError(t, err)
	require.Equal(t, teams[0].Name, player.Teams[0].Name)
	require.Equal(t, teams[0].Players[0].LastName, player.LastName)

	id, err := c.Teams.Create(ctx, tourney.TeamCreateInput{
		DivisionID: firstDivision + 2, Name: new("Latecomers"), ExternalTeamID: new("EXT-T-1"),
		Players: []tourney.PlayerInput{{FirstName: new("Ada"), LastName: new("Late")}},
	})
	require.NoError(t, err)
	require.NoError(t, c.Games.Update(ctx, tourney.GameUpdateInput{ID: firstGame, AwayScore: new(7), HomeScore: new(1)}))
	after, err := tourney.Collect(c.Teams.All(ctx, list))
	require.NoError(t, err)
	require.Len(t, after, 1001)
	require.Empty(t, cmp.Diff(teams, after[:1000]))
	require.NotZero(t, id)
	unique(t, rosterLines(s.Teams()), func(p tourney.TeamPlayer) int64 { return p.ID })

	s.Reset()
	require.Len(t, s.Teams(), 5000)
}

// TestHugeFollowsItsSeed: goroutines build the rows, whose order of work changes nothing.
func TestHugeFollowsItsSeed(t *testing.T) {
	first := Everything(inner(hugeServer(t, 2500, Seed(7))).state.newest.Load())
	for range 3 {
		require.Empty(t, cmp.Diff(first, Everything(inner(hugeServer(t, 2500, Seed(7))).state.newest.Load())))
	}
	other := Everything(inner(hugeServer(t, 2500, Seed(8))).state.newest.Load())
	require.NotEqual(t, first, other)
}

// TestHugeWritesStayApart: rows share what is equal, and a write to one shows in no other.
func TestHugeWritesStayApart(t *testing.T) {
	s := hugeServer(t, 1200)
	before := s.Teams()
	s.EditTeam(firstTeam, func(team *tourney.Team) {
		*team.Paid, *team.Status, *team.Address.Latitude = !*team.Paid, tourney.TeamWaitingList, 1
		team.Address.City, team.Players[0].Address.City = "Elsewhere", "Elsewhere"
		*team.Players[1].Number, *team.Coaches[0].Type = 99, tourney.CoachAssistantCoach
	})
	s.EditPlayer(personBase+101, func(p *tourney.Player) { p.Profile.Height, *p.Profile.Weight = "9'", 1 })
	after := s.Teams()
	require.NotEqual(t, before[0], after[0])
	require.Empty(t, cmp.Diff(before[1:], after[1:]))
}

// TestHugeIsCopiedByNothing: sessions, snapshots and restores share the rows, and cost the same for every size.
func TestHugeIsCopiedByNothing(t *testing.T) {
	allocated := func(teams int) float64 {
		s := hugeServer(t, teams)
		first := inner(s).state.newest.Load().teams.Get(firstTeam)
		back := func() {
			s.Restore(s.Snapshot())
			require.Same(t, first, inner(s).state.newest.Load().teams.Get(firstTeam))
			session, err := s.NewSession("")
			require.NoError(t, err)
			require.Same(t, first, inner(session).state.newest.Load().teams.Get(firstTeam))
			session.Close()
		}
		return testing.AllocsPerRun(20, back)
	}
	require.InDelta(t, allocated(300), allocated(30_000), 20)
}

// TestHugeIsNotKept: a large scenario belongs to its server, and its sessions, alone.
func TestHugeIsNotKept(t *testing.T) {
	kept := func() (list []string) {
		builtScenarios.mu.Lock()
		defer builtScenarios.mu.Unlock()
		for _, p := range builtScenarios.list {
			list = append(list, fmt.Sprint(p.scenario, p.teams, p.seed))
		}
		return list
	}
	before := kept()
	s := hugeServer(t, keptTeams+1)
	session, err := s.NewSession("one")
	require.NoError(t, err)
	session.AddTeam(tourney.Team{Name: "mine"})
	require.Len(t, session.Teams(), keptTeams+2)
	require.Len(t, s.Teams(), keptTeams+1)
	require.Equal(t, before, kept())
	hugeServer(t, keptTeams, Seed(99))
	require.NotEqual(t, before, kept())
	require.Len(t, hugeServer(t, 3).Teams(), 3, "of another size")
}

func TestScenarioSizeIsChecked(t *testing.T) {
	for name, c := range map[string]struct {
		opts []Option
		says string
	}{
		"none":           {[]Option{Scenario(hugeName), ScenarioSize(0)}, "ScenarioSize is 0: give a number of teams from 1 to 5000000"},
		"negative":       {[]Option{ScenarioSize(-1)}, "ScenarioSize is -1: give a number of teams from 1 to 5000000"},
		"too large":      {[]Option{Scenario(hugeName), ScenarioSize(5_000_001)}, "ScenarioSize is 5000001: give"},
		"another":        {[]Option{Scenario("finished"), ScenarioSize(9)}, "the scenario finished has no size to set: choose the scenario huge"},
		"the default":    {[]Option{ScenarioSize(9)}, "the scenario mid-tournament has no size"},
		"another, later": {[]Option{Scenario(hugeName), ScenarioSize(9), Scenario("empty")}, "the scenario empty has no size"},
	} {
		_, err := New(tourney.Soccer, c.opts...)
		require.ErrorContains(t, err, c.says, name)
	}
	for _, info := range Scenarios() {
		require.Equal(t, info.Name == hugeName, info.Teams == 1_000_000, info.Name)
	}
}

// TestHugeIDsAreApart: with the largest size, the last id of each kind is before those that the server gives out.
func TestHugeIDsAreApart(t *testing.T) {
	rosters := mostHugeTeams / hugeRosterStep
	next := newSequence().next
	for kind, last := range map[kind]int64{
		teamIDs: firstTeam + mostHugeTeams, rosterIDs: personID(rosterBase, rosters, hugeRoster),
		personIDs: personID(personBase, rosters, hugeRoster), coachIDs: personID(coachBase, rosters, hugeCoaches),
		coachPersonIDs: personID(coachPersonBase, rosters, hugeCoaches), gameIDs: firstGame + mostHugeGames,
		divisionIDs: firstDivision + mostHugeTeams/hugeDivision, priceIDs: firstPrice + inDivisionStep*mostHugeTeams/hugeDivision,
	} {
		require.Less(t, last, next[kind], kind)
	}
}

// TestHugeCrowdsHaveNamesEnough: no two persons of all crowds have one name.
func TestHugeCrowdsHaveNamesEnough(t *testing.T) {
	require.LessOrEqual(t, len(towns)*len(ageGroups)*(crowdSize+hugeCoaches), len(firstNames)*len(lastNames))
	names := map[string]bool{}
	for _, line := range rosterLines(hugeServer(t, 3000).Teams()) {
		names[line.FirstName+" "+line.LastName] = true
	}
	require.Greater(t, len(names), 1000)
	require.NotContains(t, strings.Join(slices.Collect(maps.Keys(names)), ","), "  ")
}

// BenchmarkHuge starts servers of the scenario huge.
func BenchmarkHuge(b *testing.B) {
	for b.Loop() {
		s := hugeServer(b, hugeTeams)
		answer := httptest.NewRecorder()
		s.ServeHTTP(answer, httptest.NewRequest("GET", "/api/v1/teams?eventid=1010&page=1900", nil))
		require.Equal(b, 200, answer.Code)
	}
}
