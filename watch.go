package tourney

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"net/http"
	"slices"
	"time"

	"github.com/tourney-go/tourney/internal/transport"
)

// The defaults of WatchOptions.
const (
	DefaultWatchInterval = 30 * time.Second
	DefaultWatchMaxWait  = 10 * time.Minute
)

// WatchOptions says how games are watched. The zero value is good.
type WatchOptions struct {
	// Interval is the wait between the end of a poll's changes and the next poll, give or take a tenth. 0 is
	// DefaultWatchInterval.
	Interval time.Duration
	// MaxWait bounds the waits after polls that failed, give or take a tenth. 0 is DefaultWatchMaxWait, and less than
	// Interval is Interval.
	MaxWait time.Duration
	// Existing yields the games of the first poll as added, unless a state was saved. Without Existing such a first poll
	// yields nothing, and later polls are compared with it.
	Existing bool
	// State keeps the games for a restarted program. nil keeps nothing.
	State WatchState
}

// withDefaults refuses what cannot be meant.
func (o WatchOptions) withDefaults() (WatchOptions, error) {
	if o.Interval < 0 || o.MaxWait < 0 {
		return o, fmt.Errorf("tourney: Watch: Interval %v and MaxWait %v must not be negative", o.Interval, o.MaxWait)
	}
	if o.Interval == 0 {
		o.Interval = DefaultWatchInterval
	}
	if o.MaxWait == 0 {
		o.MaxWait = DefaultWatchMaxWait
	}
	o.MaxWait = max(o.MaxWait, o.Interval)
	return o, nil
}

// WatchError is every error that a watch yields. Unless it is Final, the watch goes on when the loop does, so a loop
// that reports errors and continues is right in both cases. It wraps the error of the poll.
type WatchError struct {
	Failures int           // polls that failed in a row
	Wait     time.Duration // until the next poll; 0 when there is none
	Final    bool          // nothing follows
	Err      error
}

// Error says whether and when the watch goes on.
func (e *WatchError) Error() string {
	if e.Final {
		return "tourney: Watch: ended: " + inner(e.Err)
	}
	return fmt.Sprintf("tourney: Watch: %d polls failed, the next one is in %v: %s",
		e.Failures, e.Wait.Round(time.Millisecond), inner(e.Err))
}

// Unwrap returns the error of the poll.
func (e *WatchError) Unwrap() error { return e.Err }

// Watch polls the list of games and yields the changes from one poll to the next (the interface has no events). A poll
// may yield several changes of one game, one of each kind, and the games come in the order of the list. Polls begin
// with the first page. Call options go with every request, and Prefetch is worth its while on long lists. The loop's
// body holds up the next poll. Each range is a watch of its own, and two of them must not use one WatchState at once.
//
// A range yields no change twice. With a WatchState the next range, in another program as well, goes on where the last
// one ended. Watch saves the state after each poll with changes, once the loop has taken all of them, and when the loop
// ends before that. A change is taken when the loop's body is done with it, also by break or return. A body that panics
// gets its change once more. A program that is ended from outside or by os.Exit, or whose last save fails, gets all
// changes of that poll once more: each change comes at least once. When the loop ends early, nobody hears of a save
// that failed.
//
// Polls that fail for a reason that may pass yield a WatchError: no answer, an answer that cannot be decoded, or a
// status of 408, 409, 425, 429, 500 and above. The waits double from one such poll to the next up to MaxWait; a longer
// Retry-After is cut to it. All else ends the watch: a refused request (ErrInvalid, ErrUnauthorized, ErrForbidden,
// ErrNotFound, another status), a WatchState that fails or belongs to another watch, and the context, whose error is
// yielded too.
//
// When the list changed during a poll, Watch compares the games that came and takes none for removed. A game that the
// first poll missed is yielded as added later on. Watch treats an answer without any page, as in {}, in the same way.
// An empty list has to say that it is empty, with Results or any of Page, PageSize and Total.
func (s GamesService) Watch(
	ctx context.Context, list GameListOptions, o WatchOptions, opts ...CallOption,
) iter.Seq2[GameChange, error] {
	list.Includes, opts = slices.Clone(list.Includes), slices.Clone(opts)
	return func(yield func(GameChange, error) bool) {
		w := &watching{games: s, list: list, options: o, opts: opts, yield: yield}
		if err := w.start(ctx); err != nil {
			w.end(err)
			return
		}
		more := true
		for more {
			more = w.round(ctx)
		}
	}
}

// watching is one range over a watch.
type watching struct {
	games    GamesService
	list     GameListOptions
	options  WatchOptions
	saved    savedWatch
	opts     []CallOption
	yield    func(GameChange, error) bool
	known    []Game // what the next poll is compared with
	begun    bool   // there is something to compare with
	failures int    // polls that failed in a row
}

func (w *watching) start(ctx context.Context) (err error) {
	if err = ready(ctx, w.games.core); err != nil {
		return err
	}
	if w.options, err = w.options.withDefaults(); err != nil {
		return err
	}
	if w.list.Page > 1 {
		return errors.New("tourney: Watch: the options name a page: a watch reads all of them")
	}
	core := w.games.core
	if w.saved, err = newSavedWatch(w.options.State, core.variant, w.games.alias, w.list); err != nil {
		return err
	}
	w.known, w.begun, err = w.saved.load(ctx)
	return err
}

// round polls once and reports whether to go on.
func (w *watching) round(ctx context.Context) bool {
	now, whole, err := w.poll(ctx)
	if err != nil {
		return w.failed(ctx, err)
	}
	w.failures = 0
	changes, next := w.compare(now, whole)
	return w.yieldChanges(ctx, changes, next) && w.wait(ctx, jitter(w.options.Interval))
}

// yieldChanges yields the changes of a poll and keeps those that the loop took, however the loop ends. A body that
// panics has not taken its change, a body that leaves the loop has.
func (w *watching) yieldChanges(ctx context.Context, changes []GameChange, next []Game) bool {
	taken, more, panicked := 0, true, true
	defer func() {
		if panicked {
			_ = w.keep(ctx, changes, taken, next) // nobody is left to tell
		}
	}()
	for more && taken < len(changes) && ctx.Err() == nil {
		more = w.yield(changes[taken], nil)
		taken++
	}
	panicked = false
	err := w.keep(ctx, changes, taken, next)
	switch {
	case !more:
		return false
	case taken < len(changes):
		return w.end(errors.Join(ctx.Err(), err))
	case err != nil:
		return w.end(err)
	}
	return true
}

// keep notes and saves the games that the next poll is compared with: the games of this poll, or the previous games
// with the changes that the loop took.
func (w *watching) keep(ctx context.Context, changes []GameChange, taken int, next []Game) error {
	first := !w.begun
	switch {
	case taken == len(changes):
		w.known = next
	case taken == 0:
		return nil
	default:
		w.known = settle(w.known, changes[:taken])
	}
	w.begun = true
	if first || taken > 0 {
		return w.saved.save(ctx, w.known)
	}
	return nil
}

// poll reads the list, and reports whether all of it came.
func (w *watching) poll(ctx context.Context) (games []Game, whole bool, err error) {
	missing := false
	list := w.games.listing(w.list, w.opts)
	fetch := list.fetch
	list.fetch = func(ctx context.Context, number int, opts []CallOption) (Page[Game], error) {
		page, err := fetch(ctx, number, opts)
		if number == 1 { // which is fetched alone
			missing = saysNothing(page)
		}
		return page, err
	}
	for game, err := range list.all(ctx) {
		switch {
		case errors.Is(err, ErrListChanged):
			return games, false, nil
		case err != nil:
			return nil, false, err
		case game.ID != 0: // else it could not be told from others
			games = append(games, game)
		}
	}
	return games, !missing, nil
}

// saysNothing reports whether an answer had no page in it. A listing takes that for an empty list, but a host that errs
// once must not make every game look removed.
func saysNothing(p Page[Game]) bool {
	return p.Results == nil && p.Page == 0 && p.PageSize == 0 && p.Total == 0
}

// compare returns what changed since the last poll, and what the next one is compared with.
func (w *watching) compare(now []Game, whole bool) (changes []GameChange, next []Game) {
	left := make(map[int64]Game, len(w.known))
	for _, game := range w.known {
		left[game.ID] = game
	}
	for _, game := range now {
		before, had := left[game.ID]
		delete(left, game.ID)
		switch {
		case had:
			changes = appendChanges(changes, before, game)
		case w.begun || w.options.Existing:
			changes = append(changes, GameChange{Kind: ChangeAdded, After: game})
		}
	}
	for _, game := range w.known {
		switch _, missing := left[game.ID]; {
		case missing && whole:
			changes = append(changes, GameChange{Kind: ChangeRemoved, Before: game})
		case missing:
			now = append(now, game)
		}
	}
	return changes, now
}

// failed yields why a poll failed, and goes on if that may pass.
func (w *watching) failed(ctx context.Context, err error) bool {
	w.failures++
	if ctx.Err() != nil || !mayPass(err) {
		return w.end(err)
	}
	wait := w.backOff(err)
	return w.yield(GameChange{}, &WatchError{Failures: w.failures, Wait: wait, Err: err}) && w.wait(ctx, wait)
}

// backOff returns how long to wait after a poll that failed.
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

func (w *watching) wait(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return w.end(ctx.Err())
	}
}

// jitter returns d give or take a tenth, so that programs that were started together do not stay together.
func jitter(d time.Duration) time.Duration {
	tenth := d / 10
	return d - tenth + rand.N(2*tenth+1) //nolint:gosec // no secret
}

// mayPass reports whether a poll that failed may succeed later on.
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
	return errors.As(err, &lost) || errors.As(err, &garbled)
}
