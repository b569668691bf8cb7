package mockserver

import (
	"sync"
	"time"
)

// Clock is the clock of a Server. Everything of the server that has a time follows it: whether a card has expired, the
// year of a registration, the times in the journal, keys that expire, rate limits and faults that end. It stands still
// at a time that suits the scenario, unless the option WallClock or Now makes it run. When a request or a write
// really came stands beside it: Call.Arrived and Write.Made. It is safe for concurrent use.
type Clock struct {
	base  func() time.Time
	start setting  // that Reset goes back to
	far   farClock // of a server in another process; nil for one in this process

	mu      sync.RWMutex
	changes int64 // how often the clock was set, moved or reset
	setting
}

// farClock is the clock of a server in another process.
type farClock interface {
	now() time.Time
	set(t time.Time)
	advance(d time.Duration)
}

// setting is how a clock was moved. It showed to when the base showed from.
type setting struct {
	moved    bool
	from, to time.Time
}

// fork returns a clock that shows the same time now.
func (c *Clock) fork() *Clock {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return &Clock{base: c.base, start: c.setting, setting: c.setting}
}

// Now returns the time of the clock.
func (c *Clock) Now() time.Time {
	if c.far != nil {
		return c.far.now()
	}
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.after(c.base())
}

// after returns the time of the clock when the base shows a time.
func (c *Clock) after(base time.Time) time.Time {
	if !c.moved {
		return base
	}
	return c.to.Add(base.Sub(c.from))
}

// Set sets the clock. A clock that runs goes on from there. It panics when the year is not 0 to 9999, in the time's own
// zone or in UTC, because no answer of the admin API could say such a time.
func (c *Clock) Set(t time.Time) {
	refuseUnsayable("Set", t)
	if c.far != nil {
		c.far.set(t)
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.setting = setting{true, c.base(), t}
	c.changes++
}

// Advance moves the clock forward, or back with a negative duration. It panics when the clock would show a time that
// Set refuses.
func (c *Clock) Advance(d time.Duration) {
	if c.far != nil {
		c.far.advance(d)
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	base := c.base()
	to := c.after(base).Add(d)
	refuseUnsayable("Advance", to)
	c.setting = setting{true, base, to}
	c.changes++
}

// refuseUnsayable panics when JSON cannot say a time: RFC 3339 has four digits for a year and two for the hours of a
// zone. Every later answer with the time would fail.
func refuseUnsayable(method string, t time.Time) {
	for _, said := range []time.Time{t, t.UTC()} {
		if _, err := said.MarshalJSON(); err != nil {
			panic(refusing("Clock."+method, "the clock would show %s: expected a year from 0 to 9999, and a zone less "+
				"than a day from UTC", said))
		}
	}
}

// reset undoes every Set and Advance, or sets the clock to a time that is not zero. A call of undo brings the time
// back, unless the clock changed since.
func (c *Clock) reset(to time.Time) (undo func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	before := c.setting
	c.setting = c.start
	if !to.IsZero() {
		c.setting = setting{true, c.base(), to}
	}
	c.changes++
	reset := c.changes
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.changes == reset {
			c.setting = before
			c.changes++
		}
	}
}

// changed returns how often the clock was set, moved or reset.
func (c *Clock) changed() int64 {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.changes
}
