package tourney

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/tourney-go/tourney/internal/transport"
)

// WatchOptions sets how a watch polls. The zero value has useful defaults.
type WatchOptions struct {
	// Interval is the wait between the end of a poll's changes and the next poll, give or take a tenth. 0 stands for
	// DefaultWatchInterval.
	Interval time.Duration
	// MaxWait bounds the waits after failed polls, give or take a tenth. 0 stands for DefaultWatchMaxWait. A MaxWait
	// below Interval stands for Interval.
	MaxWait time.Duration
	// Existing makes the watch yield the games of the first poll as added, unless State holds a snapshot. Without
	// Existing the first poll yields nothing, and the watch only compares later polls with it.
	Existing bool
	// State keeps the games for a restarted program. nil keeps nothing.
	State WatchState
	// Games gets the current games, in a new slice after each poll that did not fail, before the loop's body has the
	// first change of the poll. So it may already show later changes of the poll. Before the first poll it gets the
	// games of the State, or nil. The games are in the order of the list. A game that the last poll missed comes after
	// the others until it is removed. Games without an id are left out. The program may keep and sort the slice, but
	// must not change the sides of a game. Read the slice in the loop's body and after the loop, and in no other
	// goroutine. Watches that run at the same time need separate variables.
	Games *[]Game
}

// withDefaults sets the defaults, and refuses negative durations.
func (o WatchOptions) withDefaults() (WatchOptions, error) {
	if o.Interval < 0 || o.MaxWait < 0 {
		return o, fmt.Errorf("tourney: Interval %v and MaxWait %v must not be negative", o.Interval, o.MaxWait)
	}
	if o.Interval == 0 {
		o.Interval = DefaultWatchInterval
	}
	if o.MaxWait == 0 {
		o.MaxWait = DefaultWatchMaxWait
	}
	o.MaxWait = max(o.MaxWait, o.Interval)
	if o.State != nil && isNil(o.State) {
		return o, errors.New("tourney: the State of the WatchOptions holds nil")
	}
	return o, nil
}

// WatchError is the type of every error that a watch yields. The watch goes on after an error that is not Final, if the
// loop does. So a loop can report every error and continue. WatchError wraps the error of the poll.
type WatchError struct {
	Failures int           // polls that failed in a row; 0 when the poll only left rows out (SkipBadRows)
	Wait     time.Duration // until the next poll; 0 when there is none
	Final    bool          // nothing follows
	Err      error
}

// Error says that the watch has ended, or when it polls again.
func (e *WatchError) Error() string {
	if e.Final {
		return "tourney: Watch: ended: " + strings.TrimPrefix(innerText(e.Err), "Watch: ")
	}
	wait := e.Wait.Round(time.Millisecond)
	if e.Failures == 0 {
		return fmt.Sprintf("tourney: Watch: the next poll is in %v: %s", wait, innerText(e.Err))
	}
	polls := "polls"
	if e.Failures == 1 {
		polls = "poll"
	}
	reason := innerText(e.Err)
	return fmt.Sprintf("tourney: Watch: %d %s failed, the next one is in %v: %s", e.Failures, polls, wait, reason)
}

// Unwrap returns the error of the poll.
func (e *WatchError) Unwrap() error { return e.Err }

// Watch polls the list of games and yields the changes between polls, because the interface has no events. A poll may
// yield several changes of one game, one of each kind. Games come in the order of the list. Polls begin with the first
// page. Call options apply to every request, and Prefetch helps with long lists. The next poll waits for the loop's
// body. Each range is a separate watch. Two watches at the same time must not share a WatchState.
//
// A range yields no change twice. With a WatchState the next range continues after the last change, in another program
// as well. Watch saves the state after each poll with changes, when the loop has taken all of them, and when the loop
// ends earlier. It also saves the state after a poll that missed other games than the poll before. The loop has taken a
// change when the loop's body ends, also by break or return.
//
// Each change comes at least once. If the body panics, its change comes again. If the program is killed or calls
// os.Exit, or if the last save fails, all changes of that poll come again. When the loop ends early, Watch cannot
// report a save that failed.
//
// The end of the context ends the loop without an error, also at a deadline and during a poll. The program ended it,
// and ctx.Err says so after the loop. Only a state that could not be saved then yields a last error.
//
// A failed poll yields a WatchError. The watch goes on after failures that may be temporary: no answer, an answer that
// cannot be decoded, or a status of 408, 409, 425, 429, 500 and above. The waits double from one failure in a row to
// the next, up to MaxWait. The watch waits for a longer Retry-After, but never longer than MaxWait. All other failures
// end the watch: a refused request (ErrInvalid, ErrUnauthorized, ErrForbidden, ErrNotFound, another status), an error
// of the WatchState, and a WatchState of another list.
//
// Watch reports a game as removed when two polls in a row missed it, because page numbers can hide a row from one poll
// without a trace. A game that comes back in between was never removed, and yields its other changes alone. A poll that
// failed does not count, nor one during which the list changed, nor one whose first page is NotStated. Such polls tell
// nothing about missing games. With SkipBadRows, a poll yields a BadRowsError after its changes, and a game that could
// not be read is not missing. If the first poll missed a game, a later poll yields it as added.
//
// With ConsistentRead a poll reads the list until two passes agree. A poll without agreement, or with more than MaxRows
// rows, failed with ErrListChanged. It yields no change, and the watch goes on.
func (s GamesService) Watch(
	ctx context.Context, list GameListOptions, o WatchOptions, opts ...ListOption,
) iter.Seq2[GameChange, error] {
	opts = slices.Clone(opts)
	return func(yield func(GameChange, error) bool) {
		w := &watching{games: s, list: list, options: o, opts: opts, yield: yield}
		err := w.start(ctx)
		if err != nil && !endedWith(ctx, err) {
			w.end(err)
		}
		for more := err == nil; more; {
			more = w.round(ctx)
		}
	}
}

// endedWith reports whether an error is only the end of the context.
func endedWith(ctx context.Context, err error) bool {
	return ctx != nil && ctx.Err() != nil && errors.Is(err, ctx.Err())
}

// hasEnded reports whether a context has ended. At a deadline, the request of a poll may end just before the context
// does, so hasEnded waits a moment for it.
func hasEnded(ctx context.Context) bool {
	if deadline, has := ctx.Deadline(); has && !time.Now().Before(deadline) {
		select {
		case <-ctx.Done():
		case <-time.After(time.Second): // a context of the caller's own may never say that it has ended
		}
	}
	return ctx.Err() != nil
}

// watching is the state of one watch.
type watching struct {
	games    GamesService
	list     GameListOptions
	options  WatchOptions
	saved    savedWatch
	opts     []ListOption
	yield    func(GameChange, error) bool
	known    knownGames // to compare the next poll with
	begun    bool       // known holds the games of a poll or of the state
	failures int        // polls that failed in a row
}

func (w *watching) start(ctx context.Context) (err error) {
	w.show(nil)
	if err = ready(ctx, coreOf(w.games.inside)); err != nil {
		return err
	}
	if w.options, err = w.options.withDefaults(); err != nil {
		return err
	}
	if w.list.Page > 1 {
		return errors.New("tourney: the options set Page: a watch reads all pages")
	}
	core := coreOf(w.games.inside)
	if w.saved, err = newSavedWatch(core, w.options.State, w.games.alias, w.list); err != nil {
		return err
	}
	w.known, w.begun, err = w.saved.load(ctx)
	w.show(w.known.games)
	return err
}

// show fills WatchOptions.Games.
func (w *watching) show(games []Game) {
	if w.options.Games != nil {
		*w.options.Games = slices.Clone(games)
	}
}

// round polls once and reports whether the watch goes on.
func (w *watching) round(ctx context.Context) bool {
	now, err := poll(ctx, gameListing(w.games, w.list, w.opts))
	if err != nil {
		return w.failed(ctx, err)
	}
	w.failures = 0
	found := now.compare(w.known, w.begun || w.options.Existing)
	w.show(found.next)
	wait := jitter(w.options.Interval)
	return w.yieldChanges(ctx, found) && w.yieldBadRows(now.bad, wait) && sleep(ctx, wait) == nil
}

// yieldBadRows yields the rows that a poll left out.
func (w *watching) yieldBadRows(bad *BadRowsError, wait time.Duration) bool {
	return bad == nil || w.yield(GameChange{}, &WatchError{Wait: wait, Err: bad})
}

// yieldChanges yields the changes of a poll and keeps those that the loop took. It does so even if the loop's body
// panics, which does not take its change.
func (w *watching) yieldChanges(ctx context.Context, found comparison) bool {
	taken, more, panicked := 0, true, true
	defer func() {
		if panicked {
			_ = w.keep(ctx, found, taken) // the panic ends the loop, so nobody can get the error
		}
	}()
	for more && taken < len(found.changes) && ctx.Err() == nil {
		more = w.yield(found.changes[taken], nil)
		taken++
	}
	panicked = false
	err := w.keep(ctx, found, taken)
	if more && err != nil {
		return w.end(err)
	}
	return more && ctx.Err() == nil
}

// keep stores the games to compare the next poll with: the games of this poll, or the previous games with the changes
// that the loop took.
func (w *watching) keep(ctx context.Context, found comparison, taken int) error {
	before := w.known
	switch {
	case taken == len(found.changes):
		w.known.games = found.next
	case !w.begun && taken == 0:
		return nil
	default:
		w.known.games = withChanges(before.games, found.changes[:taken])
	}
	w.known.missed = found.missedOf(w.known.games)
	first := !w.begun
	w.begun = true
	if first || taken > 0 || !slices.Equal(before.missed, w.known.missed) {
		return w.saved.save(ctx, w.known)
	}
	return nil
}

// failed yields the error of a poll, and reports whether the watch goes on. It yields nothing when the context has
// ended, because the program ended it.
func (w *watching) failed(ctx context.Context, err error) bool {
	w.failures++
	switch {
	case hasEnded(ctx):
		return false
	case !mayPass(err):
		return w.end(err)
	}
	wait := w.backOff(err)
	return w.yield(GameChange{}, &WatchError{Failures: w.failures, Wait: wait, Err: err}) && sleep(ctx, wait) == nil
}

// backOff returns the wait after a failed poll.
func (w *watching) backOff(err error) time.Duration {
	wait := w.options.Interval
	for range w.failures {
		if wait > w.options.MaxWait/2 {
			wait = w.options.MaxWait
			break
		}
		wait *= 2
	}
	wait = jitter(wait)
	var answer *APIError
	if errors.As(err, &answer) {
		wait = max(wait, min(answer.RetryAfter, w.options.MaxWait))
	}
	return wait
}

// end yields the last error.
func (w *watching) end(err error) bool {
	w.yield(GameChange{}, &WatchError{Failures: w.failures, Final: true, Err: err})
	return false
}

// sleep waits, or returns the error of the context.
func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// jitter returns d give or take a tenth, so that programs that start together do not poll together.
func jitter(d time.Duration) time.Duration {
	tenth := d / 10
	most := min(2*tenth, math.MaxInt64-(d-tenth)) // near the greatest duration
	return d - tenth + rand.N(most+1)             //nolint:gosec // no secret
}

// mayPass reports whether a later poll may succeed.
func mayPass(err error) bool {
	for _, kind := range []error{ErrInvalid, ErrUnauthorized, ErrForbidden, ErrNotFound} {
		if errors.Is(err, kind) {
			return false
		}
	}
	var answer *APIError
	if errors.As(err, &answer) {
		return answer.Status >= 500 || answer.Status/100 == 2 || answer.Status == http.StatusConflict ||
			transport.IsTransient(answer.Status)
	}
	var lost *TransportError
	var garbled *DecodeError
	return errors.As(err, &lost) || errors.As(err, &garbled) || errors.Is(err, ErrListChanged)
}
