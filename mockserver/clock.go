package mockserver

import (
	"sync"
	"time"
)

// clock is the clock of a World in this process: see Clock.
type clock struct {
	base  func() time.Time
	start setting // that Reset goes back to

	mu      sync.RWMutex
	changes int64 // how often the clock was set, moved or reset
	setting
}

// setting is how a clock was moved. It showed to when the base showed from.
type setting struct {
	moved    bool
	from, to time.Time
}

// fork returns a clock that shows the same time now.
func (c *clock) fork() *clock {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return &clock{base: c.base, start: c.setting, setting: c.setting}
}

// Now returns the time of the clock.
func (c *clock) Now() time.Time {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.after(c.base())
}

// after returns the time of the clock when the base shows a time.
func (c *clock) after(base time.Time) time.Time {
	if !c.moved {
		return base
	}
	return c.to.Add(base.Sub(c.from))
}

// Set sets the clock to a time that Clock.Set takes.
func (c *clock) Set(t time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.setting = setting{true, c.base(), t}
	c.changes++
}

// Advance moves the clock. It panics when the clock would show a time that Set refuses.
func (c *clock) Advance(d time.Duration) {
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
func (c *clock) reset(to time.Time) (undo func()) {
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
func (c *clock) changed() int64 {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.changes
}
