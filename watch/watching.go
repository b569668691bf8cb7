package watch

import (
	"context"
	cryptorand "crypto/rand"
	"errors"
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

// watching is the state of one watch.
type watching[T any] struct {
	form     *form[T]
	of       any    // the service that reads the rows
	name     string // of the list in the state; "" for a service that New did not make
	list     any    // options of the list
	read     func(ctx context.Context) (polled[T], error)
	publish  func(rows []T) // sets the variable with the current rows
	yield    func(RowChange[T], error) bool
	options  Options
	saved    saved[T]
	known    known[T] // rows that the watch compares the next poll with
	begun    bool     // known holds the rows of a poll or of the state
	failures int      // polls that failed in a row
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
	w.publish(nil)
	switch games, ok := w.list.(tourney.GameListOptions); {
	case w.of == nil:
		return errors.New("the list to watch is nil: pass a service of a Client, such as client.Teams")
	case w.name == "":
		return errors.New("this Client was not made by New: make one with tourney.New")
	case ctx == nil:
		return errors.New("the context is nil")
	case games.Page > 1:
		return errors.New("the options set Page: a watch reads all pages")
	case !ok && w.options.Games != nil:
		return errors.New("the Options set Games: expected nil, because only watch.Games has games")
	}
	if w.options, err = w.options.withDefaults(); err != nil {
		return err
	}
	if w.saved, err = newSaved(w.form, w.options.State, w.name, w.list); err != nil {
		return err
	}
	if w.known, w.begun, err = w.saved.load(ctx); w.options.State == nil {
		w.known.seeds.Next = cryptorand.Text()
	}
	w.publish(w.known.rows)
	return err
}

// pollOnce polls once and reports whether the watch continues.
func (w *watching[T]) pollOnce(ctx context.Context) bool {
	now, err := w.read(ctx)
	if err != nil {
		return w.failed(ctx, err)
	}
	w.failures = 0
	found := now.compare(w.form, w.known, w.begun || w.options.Existing)
	w.form.identify(found.changes, w.known.seeds)
	w.publish(found.next)
	pause := jitter(w.options.Interval)
	return w.yieldChanges(ctx, found) && w.yieldBadRows(now.bad, pause) && wait.Sleep(ctx, pause) == nil
}

// yieldBadRows yields the error about the rows that a poll left out.
func (w *watching[T]) yieldBadRows(bad *tourney.BadRowsError, wait time.Duration) bool {
	return bad == nil || w.yield(RowChange[T]{}, &Error{Wait: wait, Err: bad})
}

// yieldChanges yields the changes of a poll, and stores the changes that the loop took. It stores them even if the
// loop's body panics. The loop has not taken the change in whose body it panics.
func (w *watching[T]) yieldChanges(ctx context.Context, found comparison[T]) bool {
	taken, more, panicked := 0, true, true
	defer func() {
		if panicked {
			_ = w.persist(ctx, found, taken) // the panic ends the loop, so the loop cannot get the error
		}
	}()
	for more && taken < len(found.changes) && ctx.Err() == nil {
		more = w.yield(found.changes[taken], nil)
		taken++
	}
	panicked = false
	err := w.persist(ctx, found, taken)
	if more && err != nil {
		return w.end(err)
	}
	return more && ctx.Err() == nil
}

// persist stores the rows that the watch compares the next poll with: the rows of this poll, or the previous rows
// with the changes that the loop took.
func (w *watching[T]) persist(ctx context.Context, found comparison[T], taken int) error {
	before := w.known
	switch {
	case taken == len(found.changes):
		w.known.rows = found.next
	case !w.begun && taken == 0:
		return nil
	default:
		w.known.rows = w.form.withChanges(before.rows, found.changes[:taken])
	}
	w.known.missed = found.missedOf(w.form, w.known.rows)
	first := !w.begun
	w.begun = true
	if first || taken > 0 || !slices.Equal(before.missed, w.known.missed) {
		w.known.seeds = w.form.seedsAfter(w.known.seeds, found.changes[taken:])
		return w.saved.save(ctx, w.known)
	}
	return nil
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
	return w.yield(RowChange[T]{}, &Error{Failures: w.failures, Wait: pause, Err: err}) && wait.Sleep(ctx, pause) == nil
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
	w.yield(RowChange[T]{}, &Error{Failures: w.failures, Final: true, Err: err})
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
