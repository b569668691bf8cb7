package watch

import (
	"context"
	"fmt"
	"math"
)

// The defaults of a [RemovalLimit].
const (
	DefaultRemovedRows  = 10
	DefaultRemovedShare = 0.25
)

// RemovalLimit bounds how many of the known rows a poll may miss when the watch would report some of them as removed,
// because a broken host that answers with a part of the list must not look like a host that deleted rows. A poll is
// beyond the limit when it misses more than Rows and also more than the Share, when it misses fewer, but three or more
// and half of the known rows, or when it sees no row at all and misses two or more. The watch then reports nothing as
// removed.
type RemovalLimit struct {
	// Rows is a number of rows. 0 means DefaultRemovedRows, and a negative number means that there is no limit.
	Rows int
	// Share is a share of the known rows, from 0 to 1. 0 means DefaultRemovedShare.
	Share float64
	// Ask decides about a poll beyond the limit. When it returns true, the watch reports the rows as removed. When it
	// returns false, the watch yields the other changes of the poll, and asks again after the next poll beyond the limit.
	// With nil the watch ends with a [RemovalError].
	Ask func(context.Context, *RemovalError) bool
}

// RemovalError says that a poll missed more rows than the [RemovalLimit] allows.
type RemovalError struct {
	Known   int // rows before the poll
	Seen    int // rows of the poll
	Missing int // known rows that the poll did not see
}

// Error returns a text with the numbers.
func (e *RemovalError) Error() string {
	return fmt.Sprintf("%d of %d rows would be removed, and the list has %d now: is the host broken? "+
		"The Removals of the Options can allow it", e.Missing, e.Known, e.Seen)
}

func (l RemovalLimit) check() error {
	if l.Share < 0 || l.Share > 1 || math.IsNaN(l.Share) {
		return fmt.Errorf("the Share of the Removals is %v: expected 0 to 1", l.Share)
	}
	return nil
}

func (l RemovalLimit) withDefaults() RemovalLimit {
	if l.Rows == 0 {
		l.Rows = DefaultRemovedRows
	}
	if l.Share == 0 {
		l.Share = DefaultRemovedShare
	}
	return l
}

// exceeded returns an error if a poll is beyond the limit.
func (l RemovalLimit) exceeded(known, seen, missing int) *RemovalError {
	many := missing > l.Rows && float64(missing) > l.Share*float64(known)
	half := missing <= l.Rows && missing > 2 && 2*missing >= known
	if emptied := seen == 0 && missing > 1; l.Rows < 0 || !many && !half && !emptied {
		return nil
	}
	return &RemovalError{known, seen, missing}
}
