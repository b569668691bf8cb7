package world

import (
	"math/rand/v2"
	"slices"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/history"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/scenario"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/internal/views"
)

// PlayNext gives a result to the game that ends next, as one write, and moves the clock to the end of the game. It
// returns false when no game can end until then. If there are games that end later, the clock moves on to until. A zero
// until means no limit.
//
// The seed and the id of the game decide the scores. Several calls at once play different games.
func PlayNext(state *history.State, clock *history.Clock, seed uint64, until time.Time) (played tourney.Game, ok bool) {
	for !ok {
		row, end := nextOf(state.Settled().Fork())
		switch {
		case row == nil:
			return played, false
		case !until.IsZero() && end.After(until):
			clock.Reach(until)
			return played, false
		}
		now := clock.Reach(end)
		ok = history.Write(state, "Play", func(s *model.Version) bool {
			row, end := nextOf(s)
			if row == nil || end.After(now) { // another write came first
				return false
			}
			score(s, row.Game.ID, seed)
			s.By.Notes = Advance(s, state.Newest())
			played = values.DeepCopy(views.Game(s.Reader(), s.Games.Get(row.Game.ID)))
			return true
		})
	}
	return played, ok
}

const length = time.Hour

// nextOf puts teams into the sides that wait for them, and returns the game that ends next, nil if there is none.
func nextOf(s *model.Version) (next *model.GameRow, end time.Time) {
	for _, d := range s.Divisions.Under(model.DivisionKey{}.Key()) {
		advanceIn(s, d.Division.ID)
	}
	for _, r := range s.Games.Under(model.GameKey{}.Key()) {
		if !isPlayable(r) {
			continue
		}
		if at := endOf(&r.Game); next == nil || at.Before(end) {
			next, end = r, at
		}
	}
	return next, end
}

// isPlayable reports whether a game has a date and two teams, and neither a score nor another result.
func isPlayable(r *model.GameRow) bool {
	g := &r.Game
	return !g.Date.IsZero() && model.TeamOf(g.AwayTeam) != 0 && model.TeamOf(g.HomeTeam) != 0 && !hasBegun(r) &&
		model.PairProblem(g) == ""
}

func hasBegun(r *model.GameRow) bool {
	return r.Game.Winner() != tourney.WinnerUndecided ||
		slices.ContainsFunc(r.Sides(), func(side *tourney.GameSide) bool { return side.Score != nil })
}

// endOf returns when a game ends. A game without a time ends with its day. Times have no zone, so the clock of the mock
// counts as a clock on the wall of each venue.
func endOf(g *tourney.Game) time.Time {
	if at, ok := g.Start(time.UTC); ok {
		return at.Add(length)
	}
	return g.Date.AddDays(1).At(tourney.TimeOfDay{}, time.UTC)
}

func score(s *model.Version, id int64, seed uint64) {
	rng := rand.New(rand.NewPCG(seed, uint64(id))) //nolint:gosec // made-up scores, not secrets
	won, lost := scenario.Scores(s.Variant, rng)
	away, home := tourney.Score(won), tourney.Score(lost)
	if rng.IntN(2) == 0 {
		away, home = home, away
	}
	s.ChangeGame(id, func(r *model.GameRow) {
		awayTeam, homeTeam := *r.Game.AwayTeam, *r.Game.HomeTeam
		awayTeam.Score, homeTeam.Score = away, home
		r.Game.AwayTeam, r.Game.HomeTeam = &awayTeam, &homeTeam
	})
}
