package mockserver

import (
	"sync"
	"time"
)

// Clock is the clock of a Server. Everything of the server that has a time follows it: whether a card has expired, the
// year of a registration, the times in the journal, keys that expire, rate limits and faults that end. It stands still
// at the first morning of the scenarios, unless the option WallClock or Now makes it run. It is safe for concurrent
// use.
type Clock struct {
	base func() time.Time

	mu     sync.RWMutex
	offset time.Duration // of the time from the base
}

// Now returns the time of the clock.
func (c *Clock) Now() time.Time {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.base().Add(c.offset)
}

// Set sets the clock. A clock that runs goes on from there.
func (c *Clock) Set(t time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.offset = t.Sub(c.base())
}

// Advance moves the clock forward, or back with a negative duration.
func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.offset += d
}

// reset undoes every Set and Advance.
func (c *Clock) reset() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.offset = 0
}
