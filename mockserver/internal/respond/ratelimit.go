package respond

import (
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/wire"
)

// Limiter counts the requests of each account in windows of time, measured by the server's clock. The first request
// after a window has ended begins the next window.
type Limiter struct {
	limit wire.RateLimit
	now   func() time.Time

	mu      sync.Mutex
	windows map[string]rateWindow // by user name; "" for requests that no account signed
}

type rateWindow struct {
	start time.Time
	count int
}

// NewLimiter returns a limiter that measures time with a clock.
func NewLimiter(limit wire.RateLimit, now func() time.Time) *Limiter {
	return &Limiter{limit: limit, now: now, windows: map[string]rateWindow{}}
}

// admit counts a request, or refuses the request if the account's window already has the largest allowed number of
// requests. A refused request does not count.
func (l *Limiter) admit(account string) error {
	if l.limit.Requests == 0 {
		return nil
	}
	now := l.now()
	l.mu.Lock()
	defer l.mu.Unlock()
	w, known := l.windows[account]
	if age := now.Sub(w.start); !known || age < 0 || age >= l.limit.Per {
		w = rateWindow{start: now}
	}
	if w.count >= l.limit.Requests {
		return l.refusal(now, w.start.Add(l.limit.Per))
	}
	w.count++
	l.windows[account] = w
	return nil
}

// refusal returns the refusal of a request at now, which tells the client to wait until the window ends. It rounds the
// wait up to whole seconds, because Retry-After counts in seconds.
func (l *Limiter) refusal(now, until time.Time) error {
	wait := (until.Sub(now) + time.Second - 1) / time.Second
	header := strconv.FormatInt(int64(wait), 10)
	if l.limit.Date {
		header = until.Add(time.Second - 1).UTC().Truncate(time.Second).Format(http.TimeFormat)
	}
	message := fmt.Sprintf("more than %d requests in %v: the next one is taken in %d s",
		l.limit.Requests, l.limit.Per, wait)
	refused := refusal.Because(http.StatusTooManyRequests, tourney.CodeMaximum, message)
	refused.RetryAfter = header
	return refused
}

// Reset forgets all requests, so that every account begins a new window.
func (l *Limiter) Reset() {
	l.mu.Lock()
	defer l.mu.Unlock()
	clear(l.windows)
}
