package mockserver

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
)

// built returns a server of a scenario with a seed, and with few teams where their number is a choice.
func built(t testing.TB, v tourney.Variant, name string, seed uint64) *Server {
	t.Helper()
	s, err := New(v, SmallScenario(ScenarioInfo{Name: name, Teams: ifElse(name == hugeName, hugeTeams, 0)}), Seed(seed))
	require.NoError(t, err)
	return s
}

// eachBuilt runs a check on a scenario of every variant.
func eachBuilt(t *testing.T, name string, check func(t *testing.T, s *Server)) {
	t.Helper()
	for _, v := range tourney.Variants() {
		t.Run(string(v), func(t *testing.T) { check(t, built(t, v, name, 1)) })
	}
}

func rosterLines(teams []tourney.Team) []tourney.TeamPlayer {
	var lines []tourney.TeamPlayer
	for _, team := range teams {
		lines = append(lines, team.Players...)
	}
	return lines
}

func sidesOf(g tourney.Game) []*tourney.GameSide { return []*tourney.GameSide{g.AwayTeam, g.HomeTeam} }

// TestScenarioEvents: the event is a tournament, as hosts were seen to say it.
func TestScenarioEvents(t *testing.T) {
	for _, info := range Scenarios() {
		eachBuilt(t, info.Name, func(t *testing.T, s *Server) {
			for _, e := range s.Events() {
				require.Equal(t, tourney.EventTournament, e.Type)
				require.Equal(t, tourney.ParticipationTeam, *e.ParticipationType)
				for _, day := range []tourney.TextOrNumber{
					e.Settings.RegistrationStartDate, e.Settings.RegistrationEndDate, e.Settings.ScheduleAvailabilityDate,
				} {
					d, err := tourney.ParseDate(string(day))
					require.NoError(t, err)
					require.Negative(t, d.Compare(e.StartDate))
				}
				require.Equal(t, len(s.Games()) > 0, *e.Settings.ShowSchedule)
			}
			for _, v := range s.Venues() {
				for _, court := range v.Locations {
					require.Equal(t, inner(s).responder.variant.SportCode, court.Sport)
				}
			}
		})
	}
}

func TestScenarioFinished(t *testing.T) {
	eachBuilt(t, "finished", func(t *testing.T, s *Server) {
		games := s.Games()
		for _, g := range games {
			require.True(t, g.Played() && g.Time != nil && g.VenueCourt != nil, "game %d", g.ID)
			require.True(t, g.AwayTeam.TeamID != nil && g.HomeTeam.TeamID != nil, "game %d", g.ID)
			if g.Type != tourney.GamePool {
				require.False(t, g.AwayTeam.Score.Equal(*g.HomeTeam.Score), "game %d has a winner", g.ID)
			}
		}
		for _, d := range s.Divisions()[:3] {
			final := finalOf(t, games, d.ID)
			require.Equal(t, "Champion: "+winnerOf(final).Name, d.Brackets[championship].Results[0].Name)
			require.NotEmpty(t, d.Brackets[thirdPlace].Results)
		}
		for _, g := range built(t, s.Variant(), "mid-tournament", 1).Games() {
			if g.Played() {
				later, _ := s.Game(g.ID)
				require.Empty(t, cmp.Diff(g, later), "a result does not change between stages")
			}
		}
	})
}

func finalOf(t *testing.T, games []tourney.Game, divisionID int64) tourney.Game {
	t.Helper()
	i := slices.IndexFunc(games, func(g tourney.Game) bool {
		return g.Division.ID == divisionID && g.Round != nil && *g.Round == tourney.RoundChampionship
	})
	require.GreaterOrEqual(t, i, 0)
	return games[i]
}

func winnerOf(g tourney.Game) *tourney.GameSide {
	if g.AwayTeam.Score.Cmp(*g.HomeTeam.Score) > 0 {
		return g.AwayTeam
	}
	return g.HomeTeam
}

// The brackets have the teams that are first and second in the standings, which other code computes.
func TestScenarioBracketsFollowTheStandings(t *testing.T) {
	for _, seed := range []uint64{1, 2, 3} {
		for _, v := range tourney.Variants() {
			s := built(t, v, "finished", seed)
			table, err := s.Client().Standings.Get(t.Context(), tourney.StandingsOptions{EventID: firstEvent})
			require.NoError(t, err)
			places := map[int64]string{}
			for _, group := range table.Groups {
				for _, pool := range group.List {
					for i, p := range pool.Participants {
						places[p.ID] = fmt.Sprint(i+1, " ", strings.TrimPrefix(pool.Name, "Pool "))
					}
				}
			}
			for _, g := range s.Games() {
				for _, side := range sidesOf(g) {
					if g.Type != tourney.GamePool {
						require.Equal(t, fmt.Sprint(*side.PoolSeed, " ", side.Pool), places[*side.TeamID], "%s, seed %d, game %d", v, seed, g.ID)
					}
				}
			}
		}
	}
}

func TestScenarioNobodyIsInTwoPlacesAtOnce(t *testing.T) {
	s := built(t, tourney.Soccer, "finished", 1)
	taken := map[string]int64{}
	take := func(g tourney.Game, what string, id int64) {
		key := fmt.Sprint(g.Date, *g.Time, what, id)
		require.Zero(t, taken[key], "games %d and %d: %s", taken[key], g.ID, key)
		taken[key] = g.ID
	}
	before := tourney.DateTime{}
	for _, g := range s.Games() {
		take(g, "court", g.VenueCourt.Court.ID)
		take(g, "team", *g.AwayTeam.TeamID)
		take(g, "team", *g.HomeTeam.TeamID)
		now := tourney.DateTime{Date: g.Date, Time: *g.Time}
		require.LessOrEqual(t, before.Date.Compare(now.Date), 0, "games are in the order of the schedule")
		before = now
	}
}

func TestScenarioNamesAndIDsAreUnique(t *testing.T) {
	for seed := range uint64(20) {
		s := built(t, tourney.Rugby, "finished", seed)
		unique(t, s.Teams(), func(x tourney.Team) string { return x.Name })
		unique(t, s.Teams(), func(x tourney.Team) int64 { return x.ID })
		unique(t, rosterLines(s.Teams()), func(x tourney.TeamPlayer) int64 { return x.ID })
		unique(t, s.Games(), func(x tourney.Game) int64 { return x.ID })
		unique(t, s.Divisions(), func(x tourney.Division) int64 { return x.ID })
		var coaches []tourney.Coach
		var brackets []tourney.Bracket
		for _, team := range s.Teams() {
			coaches = append(coaches, team.Coaches...)
		}
		for _, d := range s.Divisions() {
			brackets = append(brackets, d.Brackets...)
		}
		unique(t, coaches, func(x tourney.Coach) int64 { return x.ID })
		unique(t, brackets, func(x tourney.Bracket) int64 { return x.ID })
	}
}

func unique[T any, K comparable](t *testing.T, list []T, key func(T) K) {
	t.Helper()
	seen := map[K]bool{}
	for _, x := range list {
		require.False(t, seen[key(x)], "%v twice", key(x))
		seen[key(x)] = true
	}
}

func TestScenarioReferencesExist(t *testing.T) {
	for _, sc := range scenarios {
		eachBuilt(t, sc.name, func(t *testing.T, s *Server) {
			known := knownIDs(s)
			for _, team := range s.Teams() {
				known.require(t, "team", team.ParentID)
				for _, p := range team.Players {
					known.require(t, "player", p.PlayerID)
					known.require(t, "player", p.ParentID)
				}
				for _, c := range team.Coaches {
					known.require(t, "coach", c.ParentID)
				}
				for _, p := range team.Pools {
					known.require(t, "pool", p.Pool.ID)
					known.require(t, "division", p.Pool.Division.ID)
				}
			}
			for _, g := range s.Games() {
				checkGameReferences(t, known, g)
			}
		})
	}
}

func checkGameReferences(t *testing.T, known idSet, g tourney.Game) {
	t.Helper()
	known.require(t, "division", g.Division.ID)
	known.require(t, "event", g.Division.Event.ID)
	if g.VenueCourt != nil {
		known.require(t, "venue", g.VenueCourt.Venue.ID)
		known.require(t, "court", g.VenueCourt.Court.ID)
	}
	for _, side := range sidesOf(g) {
		for kind, id := range map[string]*int64{
			"team": side.TeamID, "bracket": side.BracketID, "division": side.DivisionID, "team pool": side.TeamPoolID,
		} {
			if id != nil {
				known.require(t, kind, *id)
			}
		}
	}
}

type idSet map[string]bool

func (s idSet) add(kind string, id int64) { s[fmt.Sprint(kind, " ", id)] = true }

// require ignores 0, which stands for no id.
func (s idSet) require(t *testing.T, kind string, id int64) {
	t.Helper()
	require.True(t, id == 0 || s[fmt.Sprint(kind, " ", id)], "there is no %s %d", kind, id)
}

func knownIDs(s *Server) idSet {
	known := idSet{}
	for _, e := range s.Events() {
		known.add("event", e.ID)
	}
	for _, d := range s.Divisions() {
		known.add("division", d.ID)
		for _, b := range d.Brackets {
			known.add("bracket", b.ID)
		}
		for _, pool := range inner(s).state.newest.Load().pools.Under(d.ID) {
			known.add("pool", pool.ID)
			for _, teamPool := range inner(s).state.newest.Load().teamPools.Under(teamPoolKey{pool: pool.ID}) {
				known.add("team pool", teamPool.ID)
			}
		}
	}
	for _, v := range s.Venues() {
		known.add("venue", v.ID)
		for _, court := range v.Locations {
			known.add("court", court.ID)
		}
	}
	for _, team := range s.Teams() {
		known.add("team", team.ID)
		for _, c := range team.Coaches {
			known.add("coach", c.CoachID)
		}
		for _, p := range team.Players {
			if _, ok := s.Player(p.PlayerID); ok {
				known.add("player", p.PlayerID)
			}
		}
	}
	return known
}

// No data of a scenario can reach a real person: e-mail addresses are of example.com, telephone numbers are reserved for
// fiction, and postal codes do not exist.
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

func TestScenarioWords(t *testing.T) {
	people := len(firstNames) * len(lastNames)
	require.Greater(t, people, 25*12)
	require.GreaterOrEqual(t, len(towns), 25)
	require.GreaterOrEqual(t, len(mascots), 25)
	for _, list := range [][]string{firstNames, lastNames, mascots} {
		unique(t, list, func(s string) string { return s })
	}
	unique(t, towns, func(x town) string { return x.short })
	unique(t, towns, func(x town) string { return x.name })
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
						require.False(t, end.After(s.Clock().Now()), "%s: game %d ends at %s", info.Name, g.ID, end)
					}
				}
			}
			require.Equal(t, s.Clock().Now() != contract.DefaultTime, played > 0, "the first morning has no results")
			other, err := New(s.Variant(), Scenario(emptyName))
			require.NoError(t, err)
			require.NoError(t, other.ResetTo(ScenarioChoice{Name: info.Name, Teams: ifElse(info.Name == hugeName, 1000, 0)}))
			require.Equal(t, s.Clock().Now(), other.Clock().Now(), "ResetTo brings the time with the rows")
			other.Reset()
			require.Equal(t, contract.DefaultTime, other.Clock().Now())
		})
	}
}
