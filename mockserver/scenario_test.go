package mockserver

import (
	"encoding/json"
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

// contents holds all rows of a scenario that the side door shows.
type contents struct {
	Events     []tourney.Event
	Divisions  []tourney.Division
	Teams      []tourney.Team
	Players    []tourney.Player
	Venues     []tourney.Venue
	Games      []tourney.Game
	Statistics []statisticText
}

type statisticText struct {
	Game, Player int64
	Name, Value  string
}

func contentsOf(s *Server) contents {
	c := contents{
		Events: s.Events(), Divisions: s.Divisions(), Teams: s.Teams(), Venues: s.Venues(), Games: s.Games(),
		Statistics: statisticsOf(s),
	}
	for _, line := range rosterLines(c.Teams) {
		if p, ok := s.Player(line.PlayerID); ok {
			c.Players = append(c.Players, p)
		}
	}
	return c
}

func rosterLines(teams []tourney.Team) []tourney.TeamPlayer {
	var lines []tourney.TeamPlayer
	for _, team := range teams {
		lines = append(lines, team.Players...)
	}
	return lines
}

func statisticsOf(s *Server) []statisticText {
	var list []statisticText
	for _, g := range s.Games() {
		for _, side := range sidesOf(g) {
			if side.TeamID == nil {
				continue
			}
			team, _ := s.Team(*side.TeamID)
			for _, p := range team.Players {
				for _, name := range inner(s).responder.variant.Statistics {
					if value, ok := s.Statistic(g.ID, p.ID, name); ok {
						list = append(list, statisticText{g.ID, p.ID, name, value.String()})
					}
				}
			}
		}
	}
	return list
}

func sidesOf(g tourney.Game) []*tourney.GameSide { return []*tourney.GameSide{g.AwayTeam, g.HomeTeam} }

// entered returns the teams in a division.
func entered(teams []tourney.Team) []tourney.Team {
	return slices.DeleteFunc(teams, func(t tourney.Team) bool { return t.Division == nil })
}

func countGames(games []tourney.Game, has func(tourney.Game) bool) int {
	return len(slices.DeleteFunc(slices.Clone(games), func(g tourney.Game) bool { return !has(g) }))
}

func TestScenarioEachBuildsForEachVariant(t *testing.T) {
	for _, sc := range scenarios {
		eachBuilt(t, sc.name, func(t *testing.T, s *Server) {
			require.NotEmpty(t, sc.about)
			require.Contains(t, scenarioNames(), sc.name)
			require.Equal(t, sc.name == "empty", len(s.Events()) == 0)
		})
	}
	require.Equal(t, "mid-tournament", scenarios[0].name, "the default")
	_, err := New(tourney.Soccer, Scenario("half-baked"))
	require.ErrorContains(t, err, strings.Join(scenarioNames(), ", "))
}

func TestScenarioEmpty(t *testing.T) {
	eachBuilt(t, "empty", func(t *testing.T, s *Server) {
		require.Empty(t, cmp.Diff(contents{
			Events: []tourney.Event{}, Divisions: []tourney.Division{}, Teams: []tourney.Team{}, Venues: []tourney.Venue{},
			Games: []tourney.Game{},
		}, contentsOf(s)))
	})
}

func TestScenarioIsTheSameForASeed(t *testing.T) {
	eachBuilt(t, "mid-tournament", func(t *testing.T, s *Server) {
		first := contentsOf(s)
		require.Empty(t, cmp.Diff(first, contentsOf(built(t, s.Variant(), "mid-tournament", 1))))
		other := built(t, s.Variant(), "mid-tournament", 2)
		require.NotEqual(t, told(first.Teams, first.Games), told(other.Teams(), other.Games()))
	})
	for _, sc := range scenarios {
		s := built(t, tourney.Baseball, sc.name, 3)
		first := contentsOf(s)
		s.Reset()
		require.Empty(t, cmp.Diff(first, contentsOf(s)), sc.name)
	}
}

// told returns the names and results of a scenario. They are short enough to compare.
func told(teams []tourney.Team, games []tourney.Game) (list []string) {
	for _, team := range teams {
		list = append(list, team.Name)
	}
	for _, g := range games {
		list = append(list, fmt.Sprint(g.AwayTeam.Score, " ", g.HomeTeam.Score))
	}
	return list
}

// A seed changes only names and results, because examples name the ids.
func TestScenarioIDsDoNotDependOnTheSeed(t *testing.T) {
	ids := func(seed uint64) (list []string) {
		c := contentsOf(built(t, tourney.Soccer, "mid-tournament", seed))
		for _, d := range c.Divisions {
			list = append(list, fmt.Sprint("division ", d.ID, d.Name, len(d.Teams)))
		}
		for _, team := range c.Teams {
			list = append(list, fmt.Sprint("team ", team.ID, team.ParentID, team.Players[0].ID, team.Coaches[0].ID))
		}
		for _, g := range c.Games {
			list = append(list, fmt.Sprint("game ", g.ID, g.Type, g.Date, g.Time, g.Played()))
		}
		return list
	}
	require.Equal(t, ids(1), ids(77))
}

func TestScenarioTeams(t *testing.T) {
	eachBuilt(t, "mid-tournament", func(t *testing.T, s *Server) {
		teams := entered(s.Teams())
		require.Len(t, teams, 25)
		numbers := map[int]bool{}
		paid := map[bool]int{}
		for _, team := range teams {
			require.True(t, 8 <= len(team.Players) && len(team.Players) <= 10, "%d players", len(team.Players))
			require.Len(t, team.Coaches, 2)
			require.Equal(t, new(tourney.CoachHeadCoach), team.Coaches[0].Type)
			require.NotNil(t, team.Address.Latitude)
			paid[*team.Paid]++
			own := map[int]bool{}
			for _, p := range team.Players {
				require.False(t, own[*p.Number], "number %d twice in %s", *p.Number, team.Name)
				own[*p.Number], numbers[*p.Number] = true, true
				require.NotEmpty(t, p.Position)
				require.Equal(t, p.Birthdate.Year, p.BirthYear)
				require.False(t, p.Birthdate.IsZero())
			}
		}
		require.True(t, numbers[0], "somebody wears a 0")
		require.Equal(t, map[bool]int{true: 21, false: 4}, paid)
	})
}

func TestScenarioDivisions(t *testing.T) {
	eachBuilt(t, "mid-tournament", func(t *testing.T, s *Server) {
		active, registering, summaries := 0, 0, 0
		urls := map[bool]int{}
		for _, d := range s.Divisions() {
			if !*d.Active {
				require.Empty(t, d.Teams)
				continue
			}
			active++
			if *d.Settings.EnableRegistration {
				registering++
			}
			for _, team := range d.Teams {
				if team.ExternalTeamID != "" {
					summaries++
				}
			}
			for _, b := range d.Brackets {
				urls[b.URL != nil]++
			}
			require.Len(t, d.Prices, 5)
			require.NotEmpty(t, d.Assets)
			require.NotEmpty(t, d.Reports)
			require.Empty(t, d.Brackets[championship].Results)
			require.NotEmpty(t, d.Brackets[skills].Results[0].Images)
		}
		require.Equal(t, 3, active)
		require.Equal(t, 2, registering)
		require.Equal(t, 22, summaries, "teams with an external id")
		require.Equal(t, map[bool]int{true: 6, false: 3}, urls)
	})
}

func TestScenarioListsShowTheVisible(t *testing.T) {
	eachBuilt(t, "mid-tournament", func(t *testing.T, s *Server) {
		c := s.Client()
		teams, err := c.Teams.List(t.Context(), tourney.TeamListOptions{EventID: firstEvent})
		require.NoError(t, err)
		require.Equal(t, 24, teams.Total)
		divisions, err := c.Divisions.List(t.Context(), tourney.DivisionListOptions{EventID: firstEvent})
		require.NoError(t, err)
		require.Equal(t, 3, divisions.Total)
		unpaid, err := c.Teams.List(t.Context(), tourney.TeamListOptions{EventID: firstEvent, Paid: new(false)})
		require.NoError(t, err)
		require.Equal(t, 4, unpaid.Total, "with the team on the waiting list")
	})
}

func TestScenarioGames(t *testing.T) {
	eachBuilt(t, "mid-tournament", func(t *testing.T, s *Server) {
		games := s.Games()
		require.Len(t, games, 48)
		require.Equal(t, 21, countGames(games, tourney.Game.Played))
		require.Equal(t, 3, countGames(games, func(g tourney.Game) bool { return !g.Played() && g.Date == games[0].Date }))
		require.Equal(t, 3, countGames(games, func(g tourney.Game) bool { return (g.AwayTeam.TeamID == nil) != (g.HomeTeam.TeamID == nil) }))
		require.Equal(t, 9, countGames(games, func(g tourney.Game) bool { return g.AwayTeam.TeamID == nil && g.HomeTeam.TeamID == nil }))
		require.Equal(t, 7, countGames(games, func(g tourney.Game) bool { return g.VenueCourt == nil }))
		require.Equal(t, 3, countGames(games, func(g tourney.Game) bool { return g.Time == nil }))
		require.Equal(t, 1, countGames(games, func(g tourney.Game) bool { return g.AwayTeam.WonBy != nil || g.HomeTeam.WonBy != nil }))
		ties := countGames(games, func(g tourney.Game) bool { return g.Played() && g.AwayTeam.Score.Equal(*g.HomeTeam.Score) })
		require.Equal(t, hasColumn(inner(s).responder.variant, contract.Ties), ties == 1, "a tie where the sport counts ties")
		for _, side := range []string{"1st in B", "2nd in A", "2nd in B", "W1 (Championship)", "L2 (Championship)"} {
			require.Equal(t, 3, countGames(games, func(g tourney.Game) bool { return g.AwayTeam.Name == side || g.HomeTeam.Name == side }), side)
		}
		checkSides(t, games)
	})
}

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

func checkSides(t *testing.T, games []tourney.Game) {
	t.Helper()
	color := regexp.MustCompile(`^[0-9A-F]{6}$`)
	for _, g := range games {
		for _, side := range sidesOf(g) {
			require.Equal(t, side.TeamID != nil, color.MatchString(side.Color))
			require.Equal(t, side.TeamID != nil, side.TeamPoolID != nil)
			if side.TeamPoolID != nil {
				require.Equal(t, side.Pool, *side.PoolName, "bare, as front ends index by it")
			}
			require.Equal(t, g.Type != tourney.GamePool, side.BracketID != nil)
			require.Equal(t, g.BracketName, side.BracketName)
			require.NotNil(t, side.Exhibition)
			require.NotNil(t, side.Forfeited)
			if side.WonBy != nil {
				require.Equal(t, tourney.WonByForfeit, *side.WonBy)
			}
		}
		require.False(t, *g.AwayTeam.Forfeited && *g.HomeTeam.Forfeited)
		require.Equal(t, *g.AwayTeam.Forfeited, g.HomeTeam.WonBy != nil)
		require.Equal(t, *g.HomeTeam.Forfeited, g.AwayTeam.WonBy != nil)
	}
}

func TestScenarioNotStarted(t *testing.T) {
	eachBuilt(t, "not-started", func(t *testing.T, s *Server) {
		c := contentsOf(s)
		require.Empty(t, c.Statistics)
		for _, g := range c.Games {
			for _, side := range sidesOf(g) {
				require.Nil(t, side.Score)
				require.Nil(t, side.WonBy)
				require.Equal(t, g.Type == tourney.GamePool, side.TeamID != nil)
			}
		}
		for _, d := range c.Divisions {
			for _, b := range d.Brackets {
				require.Empty(t, b.Results)
			}
		}
		require.Empty(t, cmp.Diff(c.Teams, built(t, s.Variant(), "mid-tournament", 1).Teams()), "the teams of another stage")
	})
}

func TestScenarioFinished(t *testing.T) {
	eachBuilt(t, "finished", func(t *testing.T, s *Server) {
		c := contentsOf(s)
		for _, g := range c.Games {
			require.True(t, g.Played() && g.Time != nil && g.VenueCourt != nil, "game %d", g.ID)
			require.True(t, g.AwayTeam.TeamID != nil && g.HomeTeam.TeamID != nil, "game %d", g.ID)
			if g.Type != tourney.GamePool {
				require.False(t, g.AwayTeam.Score.Equal(*g.HomeTeam.Score), "game %d has a winner", g.ID)
			}
		}
		for _, d := range c.Divisions[:3] {
			final := finalOf(t, c.Games, d.ID)
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

func TestScenarioStatistics(t *testing.T) {
	eachBuilt(t, "mid-tournament", func(t *testing.T, s *Server) {
		games, names := map[int64]bool{}, map[string]bool{}
		for _, row := range statisticsOf(s) {
			games[row.Game], names[row.Name] = true, true
		}
		require.Len(t, games, 20, "every game that was played, but not the forfeit")
		require.Len(t, names, len(inner(s).responder.variant.Statistics))
		leaders, err := s.Client().Statistics.Leaders(t.Context(), tourney.LeadersOptions{EventID: firstEvent})
		require.NoError(t, err)
		require.NotEmpty(t, leaders)
	})
}

func TestScenarioSeasons(t *testing.T) {
	s := built(t, tourney.Soccer, "mid-tournament", 1)
	season := func(id int64) *tourney.Season {
		team, ok := s.Team(id)
		require.True(t, ok)
		return team.Season
	}
	require.NotNil(t, season(firstClub))
	require.Equal(t, season(firstClub), season(firstTeam), "linked, with none of its own")
	require.Equal(t, season(firstClub+1), season(firstTeam+8), "linked, with one of its own beside it")
	require.Nil(t, season(firstTeam+2))
	with := 0
	for _, team := range entered(s.Teams()) {
		if team.Season != nil {
			with++
		}
	}
	require.Equal(t, 23, with)
}

func TestScenarioOnePlayerIsOnTwoRosters(t *testing.T) {
	eachBuilt(t, "mid-tournament", func(t *testing.T, s *Server) {
		twice, seen := []int64{}, map[int64]string{}
		for _, p := range rosterLines(s.Teams()) {
			if name, ok := seen[p.PlayerID]; ok {
				require.Equal(t, name, p.FirstName+" "+p.LastName)
				twice = append(twice, p.PlayerID)
			}
			seen[p.PlayerID] = p.FirstName + " " + p.LastName
		}
		require.Equal(t, []int64{60201}, twice)
		player, _ := s.Player(60201)
		require.Len(t, player.Teams, 2)
	})
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
			known.add("pool", pool.id)
			for _, teamPool := range inner(s).state.newest.Load().teamPools.Under(teamPoolKey{pool: pool.id}) {
				known.add("team pool", teamPool.id)
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
		text, err := json.Marshal(contentsOf(built(t, tourney.Baseball, name, 1)))
		require.NoError(t, err)
		for found, wanted := range rules {
			all := regexp.MustCompile(found).FindAllString(string(text), -1)
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
