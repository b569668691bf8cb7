package fleet

import (
	"context"
	"net/http"
	"time"

	"github.com/tourney-go/tourney/observe"
)

// BudgetPause is the pause after a request that is not sent again because the budget for retries is empty.
const BudgetPause = time.Second

// fresh is how long a process relies on the last answer of Redis about pauses.
const fresh = 100 * time.Millisecond

// Observer returns the observer that makes all processes pause, for [tourney.WithObserver]. They pause for the
// Retry-After of an answer with status 429 or 503, at most for MaxPause, also when that request is not sent again. They
// pause for [BudgetPause] when a client's budget for retries is empty. The process itself pauses at once. Another
// process may still send requests for 0.1 seconds.
//
// [tourney.WithObserver]: https://pkg.go.dev/github.com/tourney-go/tourney#WithObserver
func (l *Limit) Observer() observe.Observer {
	return observe.Observer{
		AttemptEnd: func(ctx context.Context, e observe.AttemptEnd) {
			if e.Status == http.StatusTooManyRequests || e.Status == http.StatusServiceUnavailable {
				l.pause(ctx, min(e.RetryAfter, l.maxPause))
			}
		},
		Retry: func(ctx context.Context, e observe.RetryDecision) {
			if e.Refusal == observe.RefusedBudget {
				l.pause(ctx, min(BudgetPause, l.maxPause))
			}
		},
	}
}

// pause begins a pause in all processes. When many calls get the same answer, one of them tells Redis.
func (l *Limit) pause(ctx context.Context, length time.Duration) {
	if length <= 0 || !l.extends(l.now().Add(length)) {
		return
	}
	// The call's own time may be over. Without Redis, the process pauses alone.
	_ = l.request(context.WithoutCancel(ctx), question{pause: length})
}

// extends notes the end of a pause, and reports whether that is later than the end of the last pause.
func (l *Limit) extends(end time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if end.Sub(l.paused) < fresh {
		return false
	}
	l.paused = end
	return true
}

// moved returns how far pauses moved a permit whose time has come, since the permit took them in. When Redis fails, the
// permit stays good, except during a pause of this process.
func (l *Limit) moved(ctx context.Context, p permit) time.Duration {
	shift, known := l.lastShift()
	if !known {
		if err := l.request(ctx, question{}); err != nil {
			return l.ownPause()
		}
		shift, _ = l.lastShift()
	}
	return shift - p.shift
}

// lastShift returns how far pauses have moved permits by the last answer of Redis, and whether that is fresh.
func (l *Limit) lastShift() (shift time.Duration, known bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.shift, l.now().Sub(l.seen) < fresh
}

// ownPause returns the rest of the pause that this process began.
func (l *Limit) ownPause() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.paused.Sub(l.now())
}
