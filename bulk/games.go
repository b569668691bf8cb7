package bulk

import (
	"context"
	"errors"
	"iter"
	"slices"

	"github.com/tourney-go/tourney"
)

// UpdateGames sends updates of games, at most parallel at once, and yields each update with its error. The games
// service is Client.Games, or Bouts, Races or Matches of the client. Less than 1 parallel means 1.
//
// The pairs have the order of the input, so a program that was killed can go on behind the last pair that it saw.
// Sending an update twice leaves the same state (section 1, convention 9), so such a program can also start again.
// UpdateGames sends two updates of one game one after the other.
//
// When ctx has ended, UpdateGames reads no more updates: after the pairs of those that it has sent, the last pair has
// the zero update and the error of ctx. When the loop stops, UpdateGames cancels the updates that it has sent and not
// yielded, and waits for them.
func UpdateGames(
	ctx context.Context, games tourney.GamesService, updates iter.Seq[tourney.GameUpdateInput], parallel int,
) iter.Seq2[tourney.GameUpdateInput, error] {
	return func(yield func(tourney.GameUpdateInput, error) bool) {
		if updates == nil {
			yield(tourney.GameUpdateInput{}, errors.New("bulk: UpdateGames: the updates are nil: pass them with slices.Values"))
			return
		}
		sending, cancel := context.WithCancel(ctx)
		w := window{yield: yield}
		defer w.wait()
		defer cancel()
		for in := range updates {
			if !w.makeRoom(in.ID, max(parallel, 1)) {
				return
			}
			if ctx.Err() != nil {
				break
			}
			w.running = append(w.running, send(sending, games, in))
		}
		for len(w.running) > 0 {
			if !w.first() {
				return
			}
		}
		if err := ctx.Err(); err != nil {
			yield(tourney.GameUpdateInput{}, err)
		}
	}
}

// window has the updates that were sent and not yielded, in the order of the input.
type window struct {
	running []*update
	yield   func(tourney.GameUpdateInput, error) bool
}

// makeRoom yields updates until fewer than limit are left, and no update of the same game.
func (w *window) makeRoom(id int64, limit int) bool {
	same := func(u *update) bool { return u.in.ID == id }
	for len(w.running) >= limit || slices.ContainsFunc(w.running, same) {
		if !w.first() {
			return false
		}
	}
	return true
}

// first waits for the first update and yields it.
func (w *window) first() bool {
	u := w.running[0]
	w.running = w.running[1:]
	<-u.done
	return w.yield(u.in, u.err)
}

// wait waits for the updates that were not yielded.
func (w *window) wait() {
	for _, u := range w.running {
		<-u.done
	}
}

// update is an update that was sent.
type update struct {
	in   tourney.GameUpdateInput
	err  error
	done chan struct{} // closed when err is set
}

func send(ctx context.Context, games tourney.GamesService, in tourney.GameUpdateInput) *update {
	u := &update{in: in, done: make(chan struct{})}
	go func() {
		defer close(u.done)
		u.err = games.Update(ctx, in)
	}()
	return u
}
