package recording

import (
	"context"
	"slices"

	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/journal"
)

// Calls returns the calls of an operation that pass all filters, oldest first.
func (j *Journal) Calls(op string, filters []journal.Filter) []journal.Call {
	matches := Matcher("Calls.All", op, filters)
	calls, _ := j.after(0)
	return slices.DeleteFunc(calls, func(c journal.Call) bool { return !matches(c) })
}

// LastCalls returns the newest n calls that Calls returns, oldest first.
func (j *Journal) LastCalls(n int, op string, filters []journal.Filter) []journal.Call {
	matches := Matcher("Calls.Last", op, filters)
	CheckCount("Calls.Last", n)
	calls := []journal.Call{}
	entries, _ := j.ring.After(0)
	for _, e := range slices.Backward(entries) {
		if len(calls) == n {
			break
		}
		if c := j.call(e.Number, e.Value); matches(c) {
			calls = append(calls, c)
		}
	}
	slices.Reverse(calls)
	return calls
}

// Call returns the call with a number, and false if the journal does not have it.
func (j *Journal) Call(number int64) (journal.Call, bool) {
	entries, _ := j.ring.After(number - 1)
	if len(entries) == 0 || entries[0].Number != number {
		return journal.Call{}, false
	}
	return j.call(number, entries[0].Value), true
}

// WaitCalls waits until Calls returns at least n calls.
func (j *Journal) WaitCalls(ctx context.Context, op string, n int, filters []journal.Filter) ([]journal.Call, error) {
	next := func(ctx context.Context, last int64, wait bool) ([]journal.Call, int64, error) {
		if wait {
			if err := j.ring.Wait(ctx, last); err != nil {
				return nil, last, err
			}
		}
		calls, newest := j.after(last)
		return calls, newest, nil
	}
	return Await(ctx, op, n, filters, next)
}

// Unwanted returns how the calls differ from the wanted operations; "" when they do not differ.
func (j *Journal) Unwanted(ops []string) string {
	calls, _ := j.after(0)
	return Unwanted(ops, calls, j.CallsDropped())
}

// CallsDropped reports whether the journal has dropped calls.
func (j *Journal) CallsDropped() bool { return j.ring.Dropped() }

// ClearCalls forgets all calls. The next call still gets the next number.
func (j *Journal) ClearCalls() { j.ring.Clear() }

// Close ends the waits for calls.
func (j *Journal) Close() { j.ring.Close() }

// Writers returns the numbers of calls. The keys are the numbers of the writes that the calls made.
func (j *Journal) Writers() map[int64]int64 {
	entries, _ := j.ring.After(0)
	of := make(map[int64]int64, len(entries))
	for _, e := range entries {
		if number := e.Value.written(); number != 0 {
			of[number] = e.Number
		}
	}
	return of
}

// Report returns the text about the last calls that a failed test writes to its log.
func (j *Journal) Report() string {
	calls, newest := j.after(0)
	return reportOf(j.Session, calls, newest, j.rules.All())
}

// after returns the calls with a greater number, oldest first, and the number of the newest call that was ever added.
func (j *Journal) after(number int64) (calls []journal.Call, newest int64) {
	entries, newest := j.ring.After(number)
	return j.calls(entries), newest
}

func (j *Journal) calls(entries []Entry[*entry]) []journal.Call {
	return values.Mapped(entries, func(e Entry[*entry]) journal.Call { return j.call(e.Number, e.Value) })
}
