package rows

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
)

// plan knows what the sides of the games of a tournament wait for.
type plan struct {
	waits map[int64][2]string // the names of the sides before the first game, by the ids of games
	semis map[int64][]int64   // the games that W1, W2, L1 and L2 name, by division
}

func planOf(t testing.TB, v tourney.Variant) *plan {
	t.Helper()
	p := &plan{map[int64][2]string{}, map[int64][]int64{}}
	for _, g := range unplayed(t, v).Games.All() {
		if p.waits[g.ID] = [2]string{g.AwayTeam.Name, g.HomeTeam.Name}; g.Round != nil && *g.Round == tourney.RoundSemifinal {
			p.semis[g.Division.ID] = append(p.semis[g.Division.ID], g.ID)
		}
	}
	return p
}

// teams returns the teams of a game, 0 for a side without a team.
func teams(g *tourney.Game) (both [2]int64) {
	for i, side := range []*tourney.GameSide{g.AwayTeam, g.HomeTeam} {
		if side.TeamID != nil {
			both[i] = *side.TeamID
		}
	}
	return both
}

// order returns the teams of a pool in their final order, nil while a game of the pool is open.
func order(t *rapid.T, w *mockserver.World, games map[int64]tourney.Game, division int64, pool string) (ids []int64) {
	for _, g := range games {
		if g.Type == tourney.GamePool && g.Division.ID == division && g.AwayTeam.Pool == pool &&
			g.Winner() == tourney.WinnerUndecided {
			return nil
		}
	}
	table, err := w.Client().Standings.Get(t.Context(), tourney.StandingsOptions{EventID: 1001, DivisionID: division})
	require.NoError(t, err)
	for _, line := range table.Groups[0].List[strings.Index("AB", pool)].Participants {
		ids = append(ids, line.ID)
	}
	return ids
}

// decides returns the result that a side with a name waits for, and the team that it gives, 0 while it is open.
func (p *plan) decides(
	t *rapid.T, w *mockserver.World, games map[int64]tourney.Game, division int64, name string,
) (result string, team int64) {
	var place int
	var pool string
	if _, err := fmt.Sscanf(strings.NewReplacer("st", "", "nd", "").Replace(name), "%d in %s", &place, &pool); err == nil {
		if ids := order(t, w, games, division, pool); ids != nil {
			team = ids[place-1]
		}
		return fmt.Sprintf("pool %d", 3001+2*(division-2001)+int64(strings.Index("AB", pool))), team
	}
	g := games[p.semis[division][name[1]-'1']]
	result = fmt.Sprintf("game %d", g.ID)
	switch won, both := g.Winner(), teams(&g); {
	case won == tourney.WinnerUndecided || both[0] == 0 || both[1] == 0:
		return result, 0
	case (won == tourney.WinnerAway) == (name[0] == 'W'):
		return result, teams(&g)[0]
	}
	return result, teams(&g)[1]
}

// check fails unless each side has the team of its place, or waits, apart from results whose teams stayed.
func (p *plan) check(t *rapid.T, w *mockserver.World) {
	games := map[int64]tourney.Game{}
	for _, g := range w.Games.All() {
		games[g.ID] = g
	}
	stayed := ""
	for _, made := range w.Writes.Last(1000, 0) {
		stayed += strings.Join(made.Notes, "\n")
	}
	at, inStage := map[string]int64{}, map[string]int64{}
	for id, g := range games {
		both, begins := teams(&g), fmt.Sprint(g.Date, g.Time)
		require.True(t, both[0] != both[1] || both[0] == 0, "a team meets itself: %s", line(g))
		for i, team := range both {
			name, stage := p.waits[id][i], fmt.Sprintf("team %d from %t", team, strings.Contains(p.waits[id][i], " in "))
			if team != 0 {
				other, twice := at[fmt.Sprint(team, begins)]
				require.False(t, twice && g.Time != nil, "team %d plays in %d and %d at once", team, id, other)
				at[fmt.Sprint(team, begins)] = id
			}
			if g.Type == tourney.GamePool {
				continue
			}
			other, twice := inStage[stage]
			require.False(t, twice && team != 0, "team %d is in the games %d and %d of a stage", team, id, other)
			inStage[stage] = id
			if result, want := p.decides(t, w, games, g.Division.ID, name); !strings.Contains(stayed, "of "+result+" stay") {
				require.Equal(t, want, team, "%s waits for %s", line(g), name)
			}
		}
	}
}

// TestBracketsHold: in every scenario, while a tournament is played, and while results are corrected, in any order, nobody
// meets himself or plays twice at once, and each side has the team of its place. All games end with a result.
func TestBracketsHold(t *testing.T) {
	plans := map[tourney.Variant]*plan{}
	for _, v := range tourney.Variants() {
		plans[v] = planOf(t, v)
	}
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.SampledFrom(tourney.Variants()).Draw(t, "variant")
		p := plans[v]
		scenario := rapid.SampledFrom([]string{"not-started", "mid-tournament", "payments-mixed", "finished"}).Draw(t, "scenario")
		seed := rapid.Uint64Range(1, 1000).Draw(t, "seed")
		srv, err := mockserver.New(v, mockserver.Scenario(scenario), mockserver.PlayBrackets(), mockserver.Seed(seed))
		require.NoError(t, err)
		defer srv.Close()
		p.check(t, srv.World)
		for range rapid.IntRange(0, 6).Draw(t, "steps") {
			hours := time.Duration(rapid.IntRange(0, 24).Draw(t, "hours")) * time.Hour
			play(srv.World, seed, srv.Clock.Now().Add(hours))
			p.check(t, srv.World)
			games := srv.Games.All()
			id := games[rapid.IntRange(0, len(games)-1).Draw(t, "game")].ID
			away := rapid.IntRange(0, 9).Draw(t, "away")
			srv.Games.Edit(id, func(g *tourney.Game) {
				g.AwayTeam.WonBy, g.HomeTeam.WonBy, g.AwayTeam.Forfeited, g.HomeTeam.Forfeited = nil, nil, nil, nil
				g.AwayTeam.Score, g.HomeTeam.Score = tourney.Score(2*away), tourney.Score(9)
			})
			p.check(t, srv.World)
		}
		play(srv.World, seed, time.Time{})
		p.check(t, srv.World)
		for _, g := range srv.Games.All() {
			require.NotEqual(t, tourney.WinnerUndecided, g.Winner(), line(g))
		}
	})
}

// mustGet returns the teams of a game.
func mustGet(w *mockserver.World, id int64) []int64 {
	g, _ := w.Games.Get(id)
	both := teams(&g)
	return both[:]
}

// TestWinnerAndLoserStayTogether: when the final is played, a corrected semifinal moves nobody, in both games after it.
func TestWinnerAndLoserStayTogether(t *testing.T) {
	mocktest.EachDoor(t, func(t *testing.T, open mocktest.Opener) {
		srv := unplayed(t, tourney.Soccer, mockserver.PlayBrackets())
		w := open(srv).World
		play(w, 1, time.Date(2026, 6, 14, 9, 0, 0, 0, time.UTC)) // the semifinals
		sides := func() (all []int64) {
			return slices.Concat(mustGet(w, 7043), mustGet(w, 7044))
		}
		before := sides()
		w.Games.Edit(7044, func(g *tourney.Game) { g.AwayTeam.Score, g.HomeTeam.Score = tourney.Score(2), tourney.Score(1) })
		w.Games.Edit(7037, func(g *tourney.Game) {
			g.AwayTeam.Score, g.HomeTeam.Score = g.HomeTeam.Score, g.AwayTeam.Score
		})
		require.Equal(t, before, sides())
		require.Equal(t, []string{"the teams of game 7037 stay, because game 7044 has a score"}, w.Writes.Last(1, 0)[0].Notes)
	})
}

// TestARemovedScoreStaysAway: a score that a side had while it waited does not come back with another team.
func TestARemovedScoreStaysAway(t *testing.T) {
	mocktest.EachDoor(t, func(t *testing.T, open mocktest.Opener) {
		for _, again := range [][2]*tourney.Decimal{{tourney.Score(0), tourney.Score(9)}, {tourney.Score(9), tourney.Score(0)}, {}} {
			srv := unplayed(t, tourney.Soccer, mockserver.PlayBrackets())
			w := open(srv).World
			put(t, srv, 7043, 2, 1)
			play(w, 1, time.Date(2026, 6, 14, 9, 0, 0, 0, time.UTC)) // the semifinals
			w.Games.Edit(7043, func(g *tourney.Game) { g.AwayTeam.Score, g.HomeTeam.Score = nil, nil })
			w.Games.Edit(7037, func(g *tourney.Game) { g.AwayTeam.Score, g.HomeTeam.Score = again[0], again[1] })
			third, _ := w.Games.Get(7043)
			require.Nil(t, third.AwayTeam.Score)
			require.Nil(t, third.HomeTeam.Score)
			play(w, 1, time.Time{})
			third, _ = w.Games.Get(7043)
			require.NotEqual(t, tourney.WinnerUndecided, third.Winner(), line(third))
		}
	})
}

// TestAChosenTeamIsNoted: a side keeps the team that an edit chose, the other team of the result moves, and the write says
// so. When the team is removed, the side waits again.
func TestAChosenTeamIsNoted(t *testing.T) {
	note := []string{"game 7044 keeps a team against game 7037, because an edit chose the team"}
	for name, semifinals := range map[string]bool{"before the semifinals": false, "after them": true} {
		mocktest.EachDoor(t, func(t *testing.T, open mocktest.Opener) {
			srv := unplayed(t, tourney.Soccer, mockserver.PlayBrackets())
			w := open(srv).World
			hour := 8
			if semifinals {
				hour = 9
			}
			play(w, 1, time.Date(2026, 6, 14, hour, 0, 0, 0, time.UTC))
			semifinal, stranger := mustGet(w, 7037), w.Teams.Add(tourney.Team{Name: "Strangers"})
			w.Games.Edit(7044, func(g *tourney.Game) { g.AwayTeam.TeamID = &stranger })
			for _, score := range [][2]int64{{0, 3}, {3, 0}} {
				put(t, srv, 7037, score[0], score[1])
				require.Equal(t, note, w.Writes.Last(1, 0)[0].Notes, name)
				require.Equal(t, stranger, mustGet(w, 7044)[0], name)
				require.Equal(t, semifinal[min(score[0], 1)], mustGet(w, 7043)[0], name)
			}
			details, _ := w.Games.Details(7044)
			require.Empty(t, details.AwayWaited)
			w.Teams.Remove(stranger)
			put(t, srv, 7037, 4, 0)
			require.Equal(t, semifinal[0], mustGet(w, 7044)[0], name)
			put(t, srv, 7037, 0, 4)
			require.Equal(t, semifinal[1], mustGet(w, 7044)[0], name)
			require.Empty(t, w.Writes.Last(1, 0)[0].Notes)
		})
	}
}

// TestAMovedTeamLeavesTheBrackets: a team that moves to another division gives its place in the pool to the next one.
func TestAMovedTeamLeavesTheBrackets(t *testing.T) {
	srv := unplayed(t, tourney.Soccer, mockserver.PlayBrackets())
	play(srv.World, 1, time.Date(2026, 6, 14, 8, 0, 0, 0, time.UTC)) // the pools
	first, second := mustGet(srv.World, 7037)[0], mustGet(srv.World, 7038)
	mocktest.Accept(t, srv, "PUT", "/api/v1/teams", fmt.Sprintf(`{"Id":%d,"DivisionId":2002}`, first))
	require.Contains(t, second, mustGet(srv.World, 7037)[0])
	for _, id := range []int64{7037, 7038} {
		require.NotContains(t, mustGet(srv.World, id), first)
	}
}

// TestAGameAfterThePoolDecidesNoPlaces: a game between teams of a pool whom results put there comes after the pool, also
// if it is no bracket game.
func TestAGameAfterThePoolDecidesNoPlaces(t *testing.T) {
	fixed := func(team int64) *tourney.GameSide { return &tourney.GameSide{TeamID: &team} }
	for _, sides := range [][2]*tourney.GameSide{
		{{Name: "1st in A"}, {Name: "2nd in A"}}, {{Name: "1st in A"}, fixed(mocktest.Herons)}, {fixed(mocktest.Otters), {Name: "2nd in A"}},
	} {
		srv := mocktest.World(t, tourney.Soccer, mockserver.PlayBrackets())
		id := srv.Games.Add(tourney.Game{
			Type: tourney.GamePool, Division: &tourney.GameDivision{ID: mocktest.Gold}, AwayTeam: sides[0], HomeTeam: sides[1],
		})
		for _, score := range []int64{9, 8} {
			put(t, srv, mocktest.Open, 0, score)
			require.Equal(t, []int64{mocktest.Otters, mocktest.Herons}, mustGet(srv.World, id))
		}
	}
}

// TestAResultThatPairsATeamWithItselfMovesNobody: the final has a fixed team, and waits for the second of its pool.
func TestAResultThatPairsATeamWithItselfMovesNobody(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer, mockserver.PlayBrackets())
	put(t, srv, mocktest.Open, 9, 0) // Otters are second
	require.Equal(t, []int64{mocktest.Otters, 0}, mustGet(srv.World, mocktest.Final))
	require.Equal(t, []string{"the teams of pool 31 stay, because game 83 would have one team twice"},
		srv.Writes.Last(1, 0)[0].Notes)
}

// put sends the scores of a game over HTTP.
func put(t *testing.T, srv *mockserver.Server, id, away, home int64) {
	t.Helper()
	mocktest.Accept(t, srv, "PUT", "/api/v1/games", fmt.Sprintf(`{"Id":%d,"AwayScore":%d,"HomeScore":%d}`, id, away, home))
}
