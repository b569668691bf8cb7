package mockserver

import (
	"context"
	"iter"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/form"
	"github.com/tourney-go/tourney/mockserver/internal/history"
	"github.com/tourney-go/tourney/mockserver/internal/world"
)

// PlayOptions say how [World.Play] plays.
type PlayOptions struct {
	Seed  uint64    // decides the scores, together with the ids of the games
	Until time.Time // Play leaves games that end later; the zero Time for no limit
}

// Play gives results to games, one after another, and yields each game with its result. It plays games that have a
// date, two teams and no score, in the order in which they end, and moves the clock to the end of each. A game ends an
// hour after it begins, or with its day if it has no time. The clock of the mock counts as a clock on the wall of each
// venue. A game that should have ended before gets its result at once.
//
// Teams move on as with [PlayBrackets], also without that option. Two Plays at once play different games. The same seed
// gives a game the same scores, however its play is divided, and no game ends in a tie.
//
// The iteration ends when there is no such game that ends until o.Until. If there are games that end later, the clock
// has then moved on to o.Until. The iteration also ends when ctx ends, and when the server or the session closes. Each
// result is a write, which [History.Rewind] can undo. Play panics when a write is refused, as other methods do. It does
// nothing between two steps of the iteration, so Reset, Rewind and writes of others count from the next game on.
func (w *World) Play(ctx context.Context, o PlayOptions) iter.Seq[tourney.Game] {
	return func(yield func(tourney.Game) bool) {
		history.RefuseUnsayable("Play: Until", o.Until)
		for ctx.Err() == nil {
			game, ok := w.made().PlayNext(ctx, o)
			if !ok || !yield(game) {
				return
			}
		}
	}
}

func (s *server) PlayNext(_ context.Context, o PlayOptions) (game tourney.Game, ok bool) {
	s.running.Do(func() { game, ok = world.PlayNext(s.State, s.Clock, o.Seed, o.Until) })
	return game, ok
}

func (r *elsewhere) PlayNext(ctx context.Context, o PlayOptions) (game tourney.Game, ok bool) {
	of := form.Play{Seed: o.Seed}
	if !o.Until.IsZero() {
		of.Until = new(o.Until.Format(time.RFC3339Nano))
	}
	if played := r.Server.Play(ctx, of); played != nil {
		return *played, true
	}
	return game, false
}
