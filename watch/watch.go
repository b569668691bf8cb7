// Package watch follows the games of a host: [Games] polls a list of games and yields each [Change] between polls,
// because the interface has no events. A program needs it for a scoreboard, for notices to teams, or to copy results
// into another system. [Options] say how often it polls. A poll that fails yields an [Error], and the watch continues.
//
// With a [State], such as a [File], a restarted program continues where the last one stopped. See [docs/watching].
//
// [docs/watching]: https://github.com/tourney-go/tourney/blob/main/docs/watching.md
package watch

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"reflect"
	"slices"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/plaintext"
)

// The defaults of the Options.
const (
	DefaultInterval = 30 * time.Second
	DefaultMaxWait  = 10 * time.Minute
)

// Options sets how a watch polls. The zero value has useful defaults.
type Options struct {
	// Interval is the wait between the end of a poll's changes and the next poll, give or take a tenth. 0 stands for
	// DefaultInterval.
	Interval time.Duration
	// MaxWait bounds the waits after failed polls, give or take a tenth. 0 means DefaultMaxWait. A MaxWait below
	// Interval counts as Interval.
	MaxWait time.Duration
	// Existing makes the watch yield the games of the first poll as added, unless State holds a snapshot. Without
	// Existing the first poll yields nothing, and the watch only compares later polls with it.
	Existing bool
	// State keeps the games for a restarted program. nil keeps nothing.
	State State
	// Games gets the current games, in a new slice after each poll that did not fail, before the loop's body has the
	// first change of the poll. So it may already show later changes of the poll. Before the first poll it gets the
	// games of the State, or nil. The games are in the order of the list. A game that the last poll missed comes after
	// the others until it is removed. Games without an id are left out. The program may keep and sort the slice, but
	// must not change the sides of a game. Read the slice in the loop's body and after the loop, and in no other
	// goroutine. Watches that run at the same time need separate variables.
	Games *[]tourney.Game
}

// withDefaults sets the defaults, and refuses negative durations.
func (o Options) withDefaults() (Options, error) {
	if o.Interval < 0 || o.MaxWait < 0 {
		return o, fmt.Errorf("the Interval %v and the MaxWait %v must not be negative", o.Interval, o.MaxWait)
	}
	if o.Interval == 0 {
		o.Interval = DefaultInterval
	}
	if o.MaxWait == 0 {
		o.MaxWait = DefaultMaxWait
	}
	o.MaxWait = max(o.MaxWait, o.Interval)
	if state := reflect.ValueOf(o.State); state.Kind() == reflect.Pointer && state.IsNil() {
		return o, errors.New("the State of the Options holds nil")
	}
	return o, nil
}

// Error is the type of every error that a watch yields. The watch continues after an error that is not Final, if the
// loop does. So a loop can report every error and continue. Error wraps the error of the poll.
type Error struct {
	Failures int           // polls that failed in a row; 0 when the poll only left rows out (SkipBadRows)
	Wait     time.Duration // until the next poll; 0 when there is none
	Final    bool          // nothing follows
	Err      error
}

// Error says that the watch has ended, or when it polls again.
func (e *Error) Error() string {
	reason, wait := plaintext.Inner(e.Err), e.Wait.Round(time.Millisecond)
	switch {
	case e.Final:
		return "tourney: watch: ended: " + reason
	case e.Failures == 0:
		return fmt.Sprintf("tourney: watch: the next poll is in %v: %s", wait, reason)
	case e.Failures == 1:
		return fmt.Sprintf("tourney: watch: 1 poll failed, the next one is in %v: %s", wait, reason)
	}
	return fmt.Sprintf("tourney: watch: %d polls failed, the next one is in %v: %s", e.Failures, wait, reason)
}

// Unwrap returns the error of the poll.
func (e *Error) Unwrap() error { return e.Err }

// Games polls the list of games and yields the changes between polls. The games are those of Client.Games, or of Bouts,
// Races or Matches. A poll may yield several changes of one game, one of each kind. Games come in the order of the
// list. Polls begin with the first page. Call options apply to every request, and Prefetch helps with long lists. The
// next poll waits for the loop's body. Each range is a separate watch. Two watches at the same time must not share a
// [State].
//
// A range yields no change twice. With a State the next range continues after the last change, in another program as
// well. The watch saves the state after each poll with changes, when the loop has taken all of them, and when the loop
// ends earlier. It also saves the state after a poll that missed other games than the poll before. The loop has taken a
// change when the loop's body ends, also by break or return.
//
// Each change comes at least once. If the body panics, its change comes again. If the program is killed or calls
// [os.Exit], or if the last save fails, all changes of that poll come again. When the loop ends early, the watch cannot
// report a save that failed.
//
// The end of the context ends the loop without an error, also at a deadline and during a poll. After the loop, ctx.Err
// reports it. Only a state that could not be saved then yields a last error.
//
// A failed poll yields an Error. The watch continues after failures that may be temporary: no answer, an answer that
// cannot be decoded, or a status of 408, 409, 425, 429, 500 and above. The waits double from one failure in a row to
// the next, up to MaxWait. The watch waits for a longer Retry-After, but never longer than MaxWait. All other failures
// end the watch: a refused request (ErrInvalid, ErrUnauthorized, ErrForbidden, ErrNotFound, another status), an error
// of the State, and a State of another list.
//
// The watch reports a game as removed when two polls in a row missed it, because page numbers can hide a row from one
// poll without a trace. A game that comes back in between was never removed, and yields its other changes alone. A poll
// that failed does not count, nor one during which the list changed, nor one whose first page is NotStated. Such polls
// tell nothing about missing games. With SkipBadRows, a poll yields a BadRowsError after its changes, and a game that
// could not be read is not missing. If the first poll missed a game, a later poll yields it as added.
//
// With ConsistentRead a poll reads the list until two passes agree. A poll without agreement, or with more than MaxRows
// rows, failed with ErrListChanged. It yields no change, and the watch continues.
func Games(
	ctx context.Context, games tourney.GamesService, list tourney.GameListOptions, o Options, opts ...tourney.ListOption,
) iter.Seq2[Change, error] {
	opts = slices.Clone(opts)
	return func(yield func(Change, error) bool) {
		w := &watching{games: games, list: list, options: o, opts: opts, yield: yield}
		err := w.start(ctx)
		if err != nil && !endedWith(ctx, err) {
			w.end(err)
		}
		for more := err == nil; more; {
			more = w.pollOnce(ctx)
		}
	}
}
