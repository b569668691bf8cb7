package fleet

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"
)

// DefaultMaxPause bounds a pause.
const DefaultMaxPause = time.Minute

// longest bounds the spans, pauses and waits of a limit. The key in Redis lives for longer than several of them.
const longest = 24 * time.Hour

const maxRequests = 1_000_000_000 // in a span

// LimitOptions are options of a [Limit]. The zero value has the defaults. All processes must use the same options.
type LimitOptions struct {
	// Burst is how many requests may go out at once after a quiet time. The default is 1. A span may have Burst-1
	// requests more than the limit.
	Burst int
	// MaxPause bounds the pause after an answer of the host. The default is [DefaultMaxPause], the longest is 24 hours.
	MaxPause time.Duration
	// Processes is the number of processes. When Redis fails, each process goes on with an equal share of the limit,
	// without bursts. The default is 0: calls then fail with [ErrRedis].
	Processes int
}

// Limit limits the requests of all processes of a fleet together. It is a [tourney.Limiter], for
// [tourney.WithRateLimit]. Requests go out in the order in which they asked, whichever process they come from. The
// methods may be called from several goroutines.
//
// [tourney.Limiter]: https://pkg.go.dev/github.com/tourney-go/tourney#Limiter
// [tourney.WithRateLimit]: https://pkg.go.dev/github.com/tourney-go/tourney#WithRateLimit
type Limit struct {
	fleet    *Fleet
	key      string
	interval time.Duration // between two permits
	early    time.Duration // how long before its time a permit is good, which makes bursts
	late     time.Duration // how long after its time a permit is good that a call left
	maxPause time.Duration
	share    *rate.Limiter    // without Redis; nil when calls fail then
	clock    func() time.Time // of tests; nil for the clocks of Redis and of the process

	wanted atomic.Int64  // permits for which calls wait for their turn
	turn   chan struct{} // held by the call that asks Redis

	mu     sync.Mutex
	spare  []permit      // booked, and not used by a call
	shift  time.Duration // how far pauses have moved permits, by the last answer of Redis
	seen   time.Time     // when that answer came
	paused time.Time     // end of the last pause that this process began
	down   error         // why Redis fails; nil while it does not
	retry  time.Time     // when a call may ask Redis again
}

// permit allows a request at a time.
type permit struct {
	at    time.Time
	shift time.Duration // of the pauses that at has taken in
}

// Limit returns the limit of requests in a span of time, such as 100 in a minute. It spreads the requests evenly over
// the span. The interval between two requests is rounded up to whole microseconds. All processes call Limit with the
// same arguments. A process calls Limit once, and all its clients use the result.
func (f *Fleet) Limit(requests int, per time.Duration, o LimitOptions) (*Limit, error) {
	o.Burst, o.MaxPause = cmp.Or(o.Burst, 1), cmp.Or(o.MaxPause, DefaultMaxPause)
	switch {
	case requests < 1 || requests > maxRequests:
		return nil, fmt.Errorf("fleet: the limit has %d requests: expected 1 to %d", requests, maxRequests)
	case per < time.Microsecond || per > longest:
		return nil, fmt.Errorf("fleet: the limit is for %v: expected a span from %v to %v", per, time.Microsecond, longest)
	case o.Burst < 1 || o.Burst > requests:
		return nil, fmt.Errorf("fleet: Burst is %d: expected 1 to %d, the requests of the limit", o.Burst, requests)
	case o.MaxPause < 0 || o.MaxPause > longest:
		return nil, fmt.Errorf("fleet: MaxPause is %v: expected a positive duration up to %v", o.MaxPause, longest)
	case o.Processes < 0:
		return nil, fmt.Errorf("fleet: Processes is %d: expected 0 or more", o.Processes)
	}
	micros := math.Ceil(float64(per) / float64(requests) / float64(time.Microsecond))
	l := &Limit{
		fleet: f, key: f.key("limit"), interval: time.Duration(micros) * time.Microsecond,
		late: max(per/50, 10*time.Millisecond), maxPause: o.MaxPause, turn: make(chan struct{}, 1),
	}
	l.early = time.Duration(o.Burst-1) * l.interval
	if o.Processes > 0 {
		l.share = rate.NewLimiter(rate.Every(l.interval)/rate.Limit(o.Processes), 1)
	}
	return l, nil
}

// Wait waits until the fleet may send one more request. If the deadline of ctx is before that, Wait returns an error at
// once. A permit whose call gives up while it waits goes to another call of the process, or is lost.
func (l *Limit) Wait(ctx context.Context) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	p, err := l.take(ctx)
	if l.share != nil && errors.Is(err, ErrRedis) {
		return l.waitForShare(ctx)
	}
	for moved := time.Duration(1); err == nil && moved > 0; {
		if err = l.sleepUntil(ctx, p.at); err != nil {
			l.keep(p)
			return err
		}
		moved = l.moved(ctx, p)
		p.at, p.shift = p.at.Add(moved), p.shift+moved
	}
	return err
}

// take returns the next permit. One call of a process asks Redis at a time. It asks for a permit for each call that
// waits for its turn.
func (l *Limit) take(ctx context.Context) (permit, error) {
	l.wanted.Add(1)
	defer l.wanted.Add(-1)
	within, leave, err := l.enter(ctx)
	if err != nil {
		return permit{}, err
	}
	defer leave()
	if p, ok := l.takeSpare(); ok {
		return p, nil
	}
	most := longest
	if deadline, has := ctx.Deadline(); has {
		most = min(most, deadline.Sub(l.now()))
	}
	got, err := l.ask(ctx, within, question{most: most, wanted: l.wanted.Load()})
	switch {
	case err != nil:
		return permit{}, err
	case got.booked == 0:
		return permit{}, tooLate(got.wait)
	}
	for i := range got.booked - 1 {
		l.keep(l.permitIn(got.wait + time.Duration(i+1)*l.interval))
	}
	return l.permitIn(got.wait), nil
}

// keep keeps a permit for another call of the process.
func (l *Limit) keep(p permit) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.spare = append(l.spare, p)
}

// takeSpare returns the first permit of those that the process keeps. It drops those that are too old.
func (l *Limit) takeSpare() (first permit, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.spare) > 0 {
		old := l.now().Add(-l.late)
		l.spare = slices.DeleteFunc(l.spare, func(p permit) bool { return p.at.Before(old) })
	}
	if len(l.spare) == 0 {
		return first, false
	}
	first = slices.MinFunc(l.spare, func(a, b permit) int { return a.at.Compare(b.at) })
	i := slices.Index(l.spare, first)
	l.spare = slices.Delete(l.spare, i, i+1)
	return first, true
}
