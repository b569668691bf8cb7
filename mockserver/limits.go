package mockserver

import (
	"cmp"
	"fmt"
)

// Limits bound what a server keeps. A field that is 0 leaves the default. Where a field can be -1, the server keeps
// none.
type Limits struct {
	// Calls and CallBytes bound the calls that the journal keeps, by their number and by the bytes that they take
	// together. The oldest calls go first. The defaults are 1000 calls and 16 MiB. The least values are 1 and 64 KiB.
	Calls     int
	CallBytes int64
	// Rewind is how many writes Rewind can go back: 1000 by default, or -1. Versions of the rows share what did not
	// change: an update or a create of a team keeps 2 to 11 kB, whatever the number of teams. Rows of files that Load and
	// LoadFixtures brought, and that a later write replaced, are kept within about 256 MiB, and those of the last such
	// file in any case: Rewind goes back less far then.
	Rewind int
	// Sessions is how many sessions of the server can be open at once: 1000 by default, or -1.
	Sessions int
	// EncodedRows bounds the memory in which the server keeps rows as answers show them, in JSON or XML, so that it need
	// not encode them anew for each answer. The server and its sessions share the limit, which is in bytes. Beyond it
	// the server forgets the encodings that it made first. No answer depends on it. It is 64 MiB by default, or -1.
	EncodedRows int64
}

// leastBytes is more than the largest call of the journal.
const leastBytes = 64 << 10

// WithLimits sets the limits of a server, in place of all that an earlier WithLimits set.
func WithLimits(l Limits) Option {
	return Option{func(o *options) error {
		for _, f := range []struct {
			name         string
			value, least int64
		}{
			{"Calls", int64(l.Calls), 1}, {"CallBytes", l.CallBytes, leastBytes},
			{"Rewind", int64(l.Rewind), -1}, {"Sessions", int64(l.Sessions), -1}, {"EncodedRows", l.EncodedRows, -1},
		} {
			if f.value != 0 && f.value < f.least {
				const wrong = "mockserver: Limits.%s is %d: must be at least %d, or 0 for the default"
				return fmt.Errorf(wrong, f.name, f.value, f.least)
			}
		}
		o.limits = l
		return nil
	}}
}

// settled returns the limits with the defaults, and 0 for none.
func (l Limits) settled() Limits {
	return Limits{
		Calls: cmp.Or(l.Calls, 1000), CallBytes: cmp.Or(l.CallBytes, 16<<20),
		Rewind: max(cmp.Or(l.Rewind, 1000), 0), Sessions: max(cmp.Or(l.Sessions, 1000), 0),
		EncodedRows: max(cmp.Or(l.EncodedRows, 64<<20), 0), // 100,000 teams in one format
	}
}
