package fleet

import "time"

// SetClock makes a limit count by a clock of a test in place of that of Redis.
func (l *Limit) SetClock(now func() time.Time) { l.clock = now }

// Key returns the name of a key in Redis.
func (f *Fleet) Key(of string) string { return f.key(of) }
