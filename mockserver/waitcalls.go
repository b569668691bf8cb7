package mockserver

import (
	"context"
	"errors"
	"fmt"

	"github.com/tourney-go/tourney/mockserver/internal/recording"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/ring"
	"github.com/tourney-go/tourney/mockserver/journal"
)

func (s *server) WaitCalls(ctx context.Context, op string, n int, filters []journal.Filter) ([]journal.Call, error) {
	next := func(ctx context.Context, last int64, wait bool) ([]journal.Call, int64, error) {
		if wait {
			if err := s.journal.ring.Wait(ctx, last); err != nil {
				return nil, last, err
			}
		}
		calls, newest := s.journal.after(last)
		return calls, newest, nil
	}
	return awaitCalls(ctx, op, n, filters, next)
}

// nextCalls returns the calls of a journal with a number greater than last, and the number of the newest call. It can
// wait until there is one.
type nextCalls func(ctx context.Context, last int64, wait bool) (calls []journal.Call, newest int64, err error)

// awaitCalls is Calls.Wait for any journal.
func awaitCalls(
	ctx context.Context, op string, n int, filters []journal.Filter, next nextCalls,
) ([]journal.Call, error) {
	matches := matcher("Calls.Wait", op, filters)
	if n < 1 {
		return nil, refusal.Errorf("Calls.Wait", "n is %d: must be at least 1", n)
	}
	var found []journal.Call
	others := recording.Counts{}
	for last, wait := int64(0), false; ; wait = true {
		calls, newest, err := next(ctx, last, wait)
		if err != nil {
			return found, waitError(op, len(found), n, &others, err)
		}
		for _, c := range calls {
			if matches(c) {
				found = append(found, c)
			} else {
				others.Add(recording.KindOf(c) + leftOut(op, c))
			}
		}
		if last = newest; len(found) >= n {
			return found, nil
		}
	}
}

// leftOut says that a call is one of the operation that a filter left out.
func leftOut(op string, c journal.Call) string {
	if op != "" && c.Op == op {
		return " (left out by a filter)"
	}
	return ""
}

// waitError returns the error of a wait that ended too early.
func waitError(op string, found, wanted int, others *recording.Counts, err error) error {
	if errors.Is(err, ring.ErrClosed) {
		err = refusal.ErrClosed
	}
	of := ""
	if op != "" {
		of = " of " + op
	}
	text := fmt.Sprintf("%d of %d calls%s came", found, wanted, of)
	if len(others.Kinds) == 0 {
		return refusal.Errorf("Calls.Wait", "%s, and no other call: %w", text, err)
	}
	return refusal.Errorf("Calls.Wait", "%s, and other calls: %s: %w", text, others, err)
}
