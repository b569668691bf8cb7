package mockserver

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/mockserver/internal/values"
)

// built returns a server of a scenario with a seed, and with few teams where their number is a choice.
func built(t testing.TB, v tourney.Variant, name string, seed uint64) *Server {
	t.Helper()
	opts := []Option{Scenario(name), Seed(seed)}
	if name == "huge" {
		opts = append(opts, ScenarioSize(300))
	}
	s := newServer(t, v, opts...)
	return s
}

// eachBuilt runs a check on a scenario of every variant.
func eachBuilt(t *testing.T, name string, check func(t *testing.T, s *Server)) {
	t.Helper()
	for _, v := range tourney.Variants() {
		t.Run(string(v), func(t *testing.T) { check(t, built(t, v, name, 1)) })
	}
}

func sidesOf(g tourney.Game) []*tourney.GameSide { return []*tourney.GameSide{g.AwayTeam, g.HomeTeam} }

// The brackets have the teams that are first and second in the standings, which other code computes.
func TestScenarioBracketsFollowTheStandings(t *testing.T) {
	for _, seed := range []uint64{1, 2, 3} {
		for _, v := range tourney.Variants() {
			s := built(t, v, "finished", seed)
			table, err := s.Client().Standings.Get(t.Context(), tourney.StandingsOptions{EventID: 1001})
			require.NoError(t, err)
			places := map[int64]string{}
			for _, group := range table.Groups {
				for _, pool := range group.List {
					for i, p := range pool.Participants {
						places[p.ID] = fmt.Sprint(i+1, " ", strings.TrimPrefix(pool.Name, "Pool "))
					}
				}
			}
			for _, g := range s.Games.All() {
				for _, side := range sidesOf(g) {
					if g.Type != tourney.GamePool {
						require.Equal(t, fmt.Sprint(*side.PoolSeed, " ", side.Pool), places[*side.TeamID], "%s, seed %d, game %d", v, seed, g.ID)
					}
				}
			}
		}
	}
}

// No data of a scenario can reach a real person: e-mail addresses are of example.com, telephone numbers are reserved
// for fiction, and postal codes do not exist.
func TestScenarioReachesNobody(t *testing.T) {
	rules := map[string]string{
		`[^"\s]*@[^"\s]*`:                         `^[a-z]+\.[a-z]+@example\.com$`,
		`https?://[^"\s]*`:                        `^https://files\.example\.com/`,
		`"(?:Home|Mobile|Work|Fax)Phone":"[^"]*"`: `"515-555-01\d\d"$`,
		`"PostalCode":"[^"]*"`:                    `"000\d\d"$`,
		`"StateRegion":"[^"]*"`:                   `"Meadowland"$`,
	}
	for _, name := range []string{"mid-tournament", "not-started", "finished"} {
		text := strings.Join(Everything(Newest(built(t, tourney.Baseball, name, 1))), "\n")
		for found, wanted := range rules {
			all := regexp.MustCompile(found).FindAllString(text, -1)
			require.NotEmpty(t, all, found)
			for _, one := range all {
				require.Regexp(t, wanted, one)
			}
		}
	}
}

// TestTheClockIsBehindEveryResult: a game of the future has no result, whether a program reads its date and time in the
// time zone of the event or in UTC.
func TestTheClockIsBehindEveryResult(t *testing.T) {
	const lasts = 90 * time.Minute // the plan has a court for so long
	for _, info := range Scenarios() {
		eachBuilt(t, info.Name, func(t *testing.T, s *Server) {
			played, c := 0, s.Client()
			for event, err := range c.Events.All(t.Context(), tourney.EventListOptions{}) {
				require.NoError(t, err)
				zone, err := time.LoadLocation(event.TimeZone)
				require.NoError(t, err)
				for g, err := range c.Games.All(t.Context(), tourney.GameListOptions{EventID: event.ID}) {
					require.NoError(t, err)
					if !g.Played() {
						continue
					}
					played++
					for _, loc := range []*time.Location{zone, time.UTC} {
						end := g.Date.At(*g.Time, loc).Add(lasts)
						require.False(t, end.After(s.Clock.Now()), "%s: game %d ends at %s", info.Name, g.ID, end)
					}
				}
			}
			require.Equal(t, s.Clock.Now() != contract.DefaultTime, played > 0, "the first morning has no results")
			other := newServer(t, s.Profile().Variant, Scenario("empty"))
			require.NoError(t, other.ResetTo(ScenarioChoice{Name: info.Name, Teams: values.IfElse(info.Name == "huge", 1000, 0)}))
			require.Equal(t, s.Clock.Now(), other.Clock.Now(), "ResetTo brings the time with the rows")
			other.Reset()
			require.Equal(t, contract.DefaultTime, other.Clock.Now())
		})
	}
}

// TestHugeIsCopiedByNothing: sessions, snapshots and restores share the rows, and cost the same for every size.
func TestHugeIsCopiedByNothing(t *testing.T) {
	allocated := func(teams int) float64 {
		s := newServer(t, tourney.Soccer, Scenario("huge"), ScenarioSize(teams))
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
