package mockserver

import (
	"cmp"
	"time"

	"github.com/tourney-go/tourney/mockserver/internal/history"
)

// Clock is the clock of a [Server]. Everything in the server that depends on the time uses this clock: whether a card
// has expired, the year of a registration, the times in the journal, keys that expire, rate limits and faults that
// end. The clock stands still at a time that suits the scenario, unless the option [WallClock] or [Now] makes it run.
// Call.Arrived and Write.Made have the real time of a request or a write. A Clock is safe for concurrent use.
type Clock struct{ in anyClock }

type anyClock interface {
	Now() time.Time
	Set(t time.Time)
	Advance(d time.Duration)
}

// Now returns the time of the clock.
func (c *Clock) Now() time.Time { return made(cmp.Or(c, new(Clock)).in).Now() }

// Set sets the clock. A running clock continues from the new time. Set panics when the year is not 0 to 9999, in the
// time's own zone or in UTC, because the answers of the admin API cannot contain such a time.
func (c *Clock) Set(t time.Time) {
	history.RefuseUnsayable("Clock.Set", t)
	made(cmp.Or(c, new(Clock)).in).Set(t)
}

// Advance moves the clock forward, or back with a negative duration. It panics when the clock would show a time that
// Set refuses.
func (c *Clock) Advance(d time.Duration) { made(cmp.Or(c, new(Clock)).in).Advance(d) }
