package history

import (
	"sync"
	"time"

	"github.com/tourney-go/tourney/mockserver/internal/refusal"
)

// Clock is the clock of a World in this process. If only the field Base is set, the clock shows the time that Base
// returns.
type Clock struct {
	Base  func() time.Time
	Moved func()  // called after Set and Advance; nil for none
	start setting // the setting that Reset restores

	mu      sync.RWMutex
	changes int64 // how often the clock was set, moved or reset
	setting
}

// setting describes how a clock was moved: the clock showed the time to at the moment when Base showed the time from.
type setting struct {
	moved    bool
	from, to time.Time
}

// Fork returns a new clock that shows the same time. Setting one of the two clocks later does not change the other.
func (c *Clock) Fork() *Clock {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return &Clock{Base: c.Base, start: c.setting, setting: c.setting}
}

// Now returns the time of the clock.
func (c *Clock) Now() time.Time {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.after(c.Base())
}

// after returns the time of the clock at the moment when Base shows the given time.
func (c *Clock) after(base time.Time) time.Time {
	if !c.moved {
		return base
	}
	return c.to.Add(base.Sub(c.from))
}

// Set sets the clock to a time that RefuseUnsayable accepts.
func (c *Clock) Set(t time.Time) {
	c.move(func(time.Time) time.Time { return t })
}

// Advance moves the clock. It panics when the clock would show a time that Set refuses.
func (c *Clock) Advance(d time.Duration) {
	c.move(func(base time.Time) time.Time {
		to := c.after(base).Add(d)
		RefuseUnsayable("Clock.Advance", to)
		return to
	})
}

// Reach moves the clock forward to a time, unless the clock shows a later time already. It returns the time of the
// clock.
func (c *Clock) Reach(t time.Time) time.Time {
	if c.Now().Before(t) {
		RefuseUnsayable("Clock.Set", t)
		c.move(func(base time.Time) time.Time {
			if now := c.after(base); now.After(t) {
				return now
			}
			return t
		})
	}
	return c.Now()
}

// move makes the clock show the time that f returns for the time of Base.
func (c *Clock) move(f func(base time.Time) time.Time) {
	c.moveAlone(f)
	if c.Moved != nil {
		c.Moved()
	}
}

func (c *Clock) moveAlone(f func(base time.Time) time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	base := c.Base()
	c.setting = setting{true, base, f(base)}
	c.changes++
}

// RefuseUnsayable panics when JSON cannot represent a time: RFC 3339 has four digits for a year and two for the hours
// of a zone. With such a time every later answer that contains the time would fail.
func RefuseUnsayable(of string, t time.Time) {
	for _, said := range []time.Time{t, t.UTC()} {
		if _, err := said.MarshalJSON(); err != nil {
			panic(refusal.Errorf(of, "the clock would show %s: expected a year from 0 to 9999, and a zone less "+
				"than a day from UTC", said))
		}
	}
}

// Reset undoes every Set and Advance, or sets the clock to a time that is not zero. Calling undo takes back the Reset,
// unless the clock was changed after it.
func (c *Clock) Reset(to time.Time) (undo func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	before := c.setting
	c.setting = c.start
	if !to.IsZero() {
		c.setting = setting{true, c.Base(), to}
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

// Changed returns how often the clock was set, moved or reset.
func (c *Clock) Changed() int64 {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.changes
}
