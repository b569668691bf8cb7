package watch

import (
	"context"
	"errors"
	"iter"
	"math"
	"math/rand/v2"
	"net/http"
	"slices"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/transport"
	"github.com/tourney-go/tourney/internal/wait"
)

// endedWith reports whether an error only says that the context has ended.
func endedWith(ctx context.Context, err error) bool {
	return ctx != nil && ctx.Err() != nil && errors.Is(err, ctx.Err())
}

// hasEnded reports whether a context has ended. At a deadline, the request of a poll may end just before the context
// does, so hasEnded waits a moment for the context.
func hasEnded(ctx context.Context) bool {
	if deadline, has := ctx.Deadline(); has && !time.Now().Before(deadline) {
		_ = wait.Sleep(ctx, time.Second) // a context type of the caller may never report its end
	}
	return ctx.Err() != nil
}

// source is a list that a watch polls.
type source[T any] struct {
	form *form[T]
	name string // of the list in the state; "" for a service that New did not make
	list any    // options of the list
	read func(ctx context.Context) (polled[T], error)
	none bool // there is no service
}

// watching is the state of one watch.
type watching[T any] struct {
	source[T]
	options  Options
	saved    saved[T]
	known    known[T] // rows that the watch compares the next poll with
	begun    bool     // known holds the rows of a poll or of a state
	failures int      // polls that failed in a row

	take func(ctx context.Context, found comparison[T], wait time.Duration) bool // yields a poll
	fail func(error) bool                                                        // yields an error
}

// changes returns a watch that yields each change.
func changes[T any](ctx context.Context, from source[T], o Options) iter.Seq2[Change[T], error] {
	return func(yield func(Change[T], error) bool) {
		w := &watching[T]{source: from, options: o, fail: func(err error) bool { return yield(Change[T]{}, err) }}
		w.take = func(ctx context.Context, found comparison[T], wait time.Duration) bool {
			return w.yieldChanges(ctx, found, yield) &&
				(found.bad == nil || w.fail(&Error{Wait: wait, Err: found.bad}))
		}
		w.run(ctx)
	}
}

// polls returns a watch that yields each poll.
func polls[T any](ctx context.Context, from source[T], o Options) iter.Seq2[Poll[T], error] {
	return func(yield func(Poll[T], error) bool) {
		w := &watching[T]{source: from, options: o, fail: func(err error) bool { return yield(Poll[T]{}, err) }}
		if o.State != nil {
			w.end(errors.New("the Options set State: expected nil, because the program stores the State of each poll, " +
				"and gives it back as From"))
			return
		}
		w.options.Existing = true
		w.take = func(ctx context.Context, found comparison[T], _ time.Duration) bool {
			w.advance(found, len(found.changes))
			return yield(Poll[T]{
				Changes: found.changes, Rows: slices.Clone(found.next), Seen: found.seen, Unread: found.bad,
				Time: found.read, known: w.known, saved: w.saved,
			}, nil) && ctx.Err() == nil
		}
		w.run(ctx)
	}
}

// run polls until the watch ends.
func (w *watching[T]) run(ctx context.Context) {
	err := w.start(ctx)
	if err != nil && !endedWith(ctx, err) {
		w.end(err)
	}
	for more := err == nil; more; {
		more = w.pollOnce(ctx)
	}
}

func (w *watching[T]) start(ctx context.Context) (err error) {
	switch games, ok := w.list.(tourney.GameListOptions); {
	case w.none:
		return errors.New("the list to watch is nil: pass a service of a Client, such as client.Teams")
	case w.name == "":
		return errors.New("this Client was not made by New: make one with tourney.New")
	case ctx == nil:
		return errors.New("the context is nil")
	case ok && games.Page > 1:
		return errors.New("the options set Page: a watch reads all pages")
	}
	if w.options, err = w.options.withDefaults(); err != nil {
		return err
	}
	if w.saved, err = newSaved(w.source, w.options); err != nil {
		return err
	}
	w.known, w.begun, err = w.saved.load(ctx)
	return err
}

// pollOnce polls once and reports whether the watch continues.
func (w *watching[T]) pollOnce(ctx context.Context) bool {
	now, err := w.read(ctx)
	if err != nil {
		return w.failed(ctx, err)
	}
	read := time.Now()
	w.failures = 0
	found := now.compare(w.form, w.known, w.begun || w.options.Existing)
	if over := w.options.Removals.exceeded(len(w.known.rows), found.seen, found.missing); found.removed && over != nil {
		if w.options.Removals.Ask == nil {
			return w.end(over)
		}
		if !w.options.Removals.Ask(ctx, over) {
			now.whole = false
			found = now.compare(w.form, w.known, true)
		}
	}
	found.read = read
	w.form.identify(found.changes, w.known.seeds)
	pause := jitter(w.options.Interval)
	return w.take(ctx, found, pause) && wait.Sleep(ctx, pause) == nil
}

// yieldChanges yields the changes of a poll, and stores the changes that the loop took. It stores them even if the
// loop's body panics. The loop has not taken the change in whose body it panics.
func (w *watching[T]) yieldChanges(
	ctx context.Context, found comparison[T], yield func(Change[T], error) bool,
) bool {
	taken, more, panicked := 0, true, true
	defer func() {
		if panicked {
			_ = w.persist(ctx, found, taken) // the panic ends the loop, so the loop cannot get the error
		}
	}()
	for more && taken < len(found.changes) && ctx.Err() == nil {
		more = yield(found.changes[taken], nil)
		taken++
	}
	panicked = false
	err := w.persist(ctx, found, taken)
	if more && err != nil {
		return w.end(err)
	}
	return more && ctx.Err() == nil
}

// persist stores the rows that the watch compares the next poll with, if they are not those that are stored.
func (w *watching[T]) persist(ctx context.Context, found comparison[T], taken int) error {
	if !w.advance(found, taken) {
		return nil
	}
	return w.saved.save(ctx, w.known)
}

// advance sets the rows that the watch compares the next poll with: the rows of this poll, or the previous rows with
// the changes that the loop took. It reports whether the state is another one now.
func (w *watching[T]) advance(found comparison[T], taken int) bool {
	before := w.known
	switch {
	case taken == len(found.changes):
		w.known.rows = found.next
	case !w.begun && taken == 0:
		return false
	default:
		w.known.rows = w.form.withChanges(before.rows, found.changes[:taken])
	}
	w.known.missed = found.missedOf(w.form, w.known.rows)
	first := !w.begun
	w.begun = true
	if !first && taken == 0 && slices.Equal(before.missed, w.known.missed) {
		return false
	}
	w.known.seeds = w.form.seedsAfter(w.known.seeds, found.changes[taken:])
	return true
}

// failed yields the error of a poll, and reports whether the watch continues. It yields nothing when the context has
// ended, because the program then wants no error.
func (w *watching[T]) failed(ctx context.Context, err error) bool {
	w.failures++
	switch {
	case hasEnded(ctx):
		return false
	case !isTemporary(err):
		return w.end(err)
	}
	pause := w.backOff(err)
	return w.fail(&Error{Failures: w.failures, Wait: pause, Err: err}) && wait.Sleep(ctx, pause) == nil
}

// backOff returns the wait after a failed poll.
func (w *watching[T]) backOff(err error) time.Duration {
	wait := w.options.Interval
	for range w.failures {
		if wait > w.options.MaxWait/2 {
			wait = w.options.MaxWait
			break
		}
		wait *= 2
	}
	wait = jitter(wait)
	var answer *tourney.APIError
	if errors.As(err, &answer) {
		wait = max(wait, min(answer.RetryAfter, w.options.MaxWait))
	}
	return wait
}

// end yields the last error.
func (w *watching[T]) end(err error) bool {
	w.fail(&Error{Failures: w.failures, Final: true, Err: err})
	return false
}

// jitter returns a random duration within a tenth of d, so that programs that start together do not poll together.
func jitter(d time.Duration) time.Duration {
	tenth := d / 10
	most := min(2*tenth, math.MaxInt64-(d-tenth)) // d may be near the greatest duration
	return d - tenth + rand.N(most+1)             //nolint:gosec // no secret
}

// isTemporary reports whether a later poll may succeed.
func isTemporary(err error) bool {
	for _, kind := range []error{
		tourney.ErrInvalid, tourney.ErrUnauthorized, tourney.ErrForbidden, tourney.ErrNotFound,
	} {
		if errors.Is(err, kind) {
			return false
		}
	}
	var answer *tourney.APIError
	if errors.As(err, &answer) {
		return answer.Status >= 500 || answer.Status/100 == 2 || answer.Status == http.StatusConflict ||
			transport.IsTransient(answer.Status)
	}
	var lost *tourney.TransportError
	var garbled *tourney.DecodeError
	return errors.As(err, &lost) || errors.As(err, &garbled) || errors.Is(err, tourney.ErrListChanged) ||
		errors.Is(err, tourney.ErrTooManyRows) || errors.Is(err, tourney.ErrNotStated)
}
