package mockserver

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/views"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
)

// naiveLeaders adds up all rows of a scope.
func naiveLeaders(s *model.Version, where model.Scope, size int) []tourney.StatisticCategory {
	known, sums, games := s.Variant.Categories, map[string]map[int64]tourney.Decimal{}, map[string]map[int64]bool{}
	for _, r := range s.Statistics.All() {
		if r.Cleared || !slices.Contains(r.Scopes, where) {
			continue
		}
		name := strings.ToLower(r.Name)
		if sums[name] == nil {
			sums[name] = map[int64]tourney.Decimal{}
			if s.Variant.Categories == nil {
				known = append(known, contract.Category{Code: r.Name, Name: r.Name, Statistic: r.Name})
			}
		}
		sums[name][r.PersonID] = sums[name][r.PersonID].Add(r.Value)
		player := fmt.Sprint(name, r.PersonID)
		if games[player] == nil {
			games[player] = map[int64]bool{}
		}
		games[player][r.GameID] = true
	}
	if s.Variant.Categories == nil {
		usual := func(name string) int {
			i := slices.IndexFunc(s.Variant.Statistics, func(n string) bool { return strings.EqualFold(n, name) })
			if i < 0 {
				return len(s.Variant.Statistics)
			}
			return i
		}
		slices.SortFunc(known, func(a, b contract.Category) int {
			return cmp.Or(cmp.Compare(usual(a.Name), usual(b.Name)),
				cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)))
		})
	}
	list := []tourney.StatisticCategory{}
	for _, c := range known {
		name, leaders := strings.ToLower(c.Statistic), []tourney.Leader{}
		for person, total := range sums[name] {
			if c.PerGame {
				mean, _ := new(big.Rat).SetString(total.String())
				played := int64(len(games[fmt.Sprint(name, person)]))
				total = tourney.MustDecimal(mean.Quo(mean, big.NewRat(played, 1)).FloatString(1))
			}
			leader := tourney.Leader{PlayerID: person, Value: total}
			if p := s.People.Get(person); p != nil {
				leader.FirstName, leader.LastName = p.Player.FirstName, p.Player.LastName
			}
			leaders = append(leaders, leader)
		}
		slices.SortFunc(leaders, func(a, b tourney.Leader) int {
			return cmp.Or(b.Value.Cmp(a.Value), cmp.Compare(a.PlayerID, b.PlayerID))
		})
		if len(leaders) > 0 {
			list = append(list, tourney.StatisticCategory{Name: c.Name, Participants: leaders[:min(size, len(leaders))]})
		}
	}
	return list
}

// scorebook writes statistics at random, through the interface and a World.
type scorebook struct {
	*rapid.T

	srv    *Server
	client *tourney.Client
}

func (b *scorebook) of(what string, ids ...int64) int64 {
	return rapid.SampledFrom(ids).Draw(b.T, what)
}

func (b *scorebook) decimal() tourney.Decimal {
	texts := []string{"0", "1", "3", "7", "-2", "+4", "007", "2.5", "0.25", "-1.50", "1e3", "1234567890123456789", "1e-2"}
	return tourney.MustDecimal(rapid.SampledFrom(texts).Draw(b.T, "value"))
}

func (b *scorebook) name() string {
	return rapid.SampledFrom([]string{"Points", "POINTS", "Assists", "Juggles", "juggles"}).Draw(b.T, "name")
}

// write makes one write. A World panics where a row is not there.
func (b *scorebook) write(ctx *testing.T) {
	ctx.Helper()
	defer func() {
		if r := recover(); r != nil && !strings.HasPrefix(fmt.Sprint(r), "mockserver: ") {
			panic(r)
		}
	}()
	game, line := b.of("game", 1, 2, 3), b.of("line", 11, 12, 21, 22)
	writes := []func(){
		func() { b.srv.Statistics.Set(game, line, b.name(), b.decimal()) },
		func() { b.srv.Statistics.Set(game, line, b.name(), b.decimal()) },
		func() { b.update(ctx, game, line, b.decimal().String()) },
		func() { b.update(ctx, game, line, "") },
		func() { b.srv.Statistics.Remove(game, line, b.name()) },
		func() {
			b.srv.Games.Edit(game, func(g *tourney.Game) { g.HomeTeam.Exhibition = new(b.of("flag", 0, 1) > 0) })
		},
		func() {
			b.srv.Games.Edit(game, func(g *tourney.Game) { g.Division = &tourney.GameDivision{ID: b.of("division", 1, 2)} })
		},
		func() {
			b.srv.Divisions.Edit(1, func(d *tourney.Division) { d.Event = &tourney.Event{ID: b.of("event", 1, 2)} })
		},
		func() {
			b.srv.Teams.Edit(b.of("team", 1, 2), func(t *tourney.Team) {
				t.Division = &tourney.TeamDivision{ID: b.of("division", 1, 2)}
			})
		},
		func() { b.srv.Players.Edit(b.of("player", 1, 2), func(p *tourney.Player) { p.FirstName = b.name() }) },
		func() { b.srv.Players.Remove(b.of("player", 1, 2)) },
		func() { b.srv.Games.Remove(game) },
		func() { b.srv.Games.Add(newGame(game)) },
	}
	writes[rapid.IntRange(0, len(writes)-1).Draw(b.T, "write")]()
}

// update sets a statistic through the interface.
func (b *scorebook) update(ctx *testing.T, game, line int64, value string) {
	ctx.Helper()
	side := &tourney.SideStatisticsInput{ID: line / 10, Players: []tourney.PlayerStatisticsInput{{
		TeamPlayerID: line, Statistics: []tourney.StatisticInput{{Name: b.name(), Value: &value}},
	}}}
	in := tourney.StatisticsUpdateInput{GameID: game, Away: side}
	if line > 20 {
		in.Away, in.Home = nil, side
	}
	_ = b.client.Statistics.Update(ctx.Context(), in)
}

func newGame(id int64) tourney.Game {
	return tourney.Game{
		ID: id, Division: &tourney.GameDivision{ID: 1},
		AwayTeam: &tourney.GameSide{TeamID: new(int64(1)), Score: tourney.Score(int(id))},
		HomeTeam: &tourney.GameSide{TeamID: new(int64(2)), Score: tourney.Score(2)},
	}
}

func newScorebook(t *rapid.T, of tourney.Host) *scorebook {
	srv, err := New(of, Scenario("empty"))
	require.NoError(t, err)
	for id := range int64(2) {
		srv.Events.Add(tourney.Event{ID: id + 1})
		srv.Divisions.Add(tourney.Division{ID: id + 1, Event: &tourney.Event{ID: id + 1}})
	}
	for id := range int64(2) { // the players 1 and 2 are on both teams, so a player can have two values in a game
		srv.Teams.Add(tourney.Team{ID: id + 1, Division: &tourney.TeamDivision{ID: 1}, Players: []tourney.TeamPlayer{
			{ID: 10*(id+1) + 1, PlayerID: 1, FirstName: "Ada"}, {ID: 10*(id+1) + 2, PlayerID: 2, FirstName: "Ben"},
		}})
	}
	for id := range int64(3) {
		srv.Games.Add(newGame(id + 1))
	}
	return &scorebook{t, srv, srv.Client()}
}

// TestTotalsAgainstAllRows writes at random, and compares leaders with sums of all rows: in the newest version, and in
// older ones and their forks.
func TestTotalsAgainstAllRows(t *testing.T) {
	for name, of := range map[string]tourney.Host{"totals": tourney.Soccer, "means": tourney.Basketball()} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) {
				b := newScorebook(rt, of)
				defer b.srv.Close()
				shared := new(views.Totals)
				versions := []*model.Version{inner(b.srv).State.Newest()}
				for range rapid.IntRange(1, 40).Draw(rt, "steps") {
					b.write(t)
					versions = append(versions, inner(b.srv).State.Newest())
					old := rapid.SampledFrom(versions).Draw(rt, "old").Fork()
					if line := old.RosterLine(b.of("line", 11, 21)); line != nil && old.Games.Get(1) != nil {
						old.SetStatistic(1, line, b.name(), b.decimal())
					}
					for _, st := range []*model.Version{versions[len(versions)-1], old, rapid.SampledFrom(versions).Draw(rt, "asked")} {
						b.compare(shared, st)
					}
				}
			})
		})
	}
}

func (b *scorebook) compare(shared *views.Totals, st *model.Version) {
	size := rapid.SampledFrom([]int{1, 2, 10, 1000}).Draw(b.T, "size")
	texts := gocmp.Comparer(func(x, y tourney.Decimal) bool { return x.String() == y.String() }) // 2 and 2.0 differ
	for _, where := range []model.Scope{
		{}, {Level: model.InEvent, ID: 1}, {Level: model.InEvent, ID: 2}, {Level: model.InDivision, ID: 1},
		{Level: model.InDivision, ID: 2}, {Level: model.InDivision, ID: 3},
	} {
		got := shared.Leaders(st, []model.Scope{where}, nil, size)
		if diff := gocmp.Diff(naiveLeaders(st, where, size), got, texts); diff != "" {
			b.Fatalf("leaders in %v (-all rows +totals):\n%s", where, diff)
		}
	}
}
