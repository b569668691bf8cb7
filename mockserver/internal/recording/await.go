package recording

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/journal"
)

// Unwanted returns how calls differ from the wanted operations; "" when they do not differ.
func Unwanted(ops []string, calls []journal.Call, dropped bool) string {
	for _, op := range ops {
		if reason := WrongOperation(op); reason != "" {
			return reason
		}
	}
	made := values.Mapped(calls, func(c journal.Call) string { return c.Op })
	switch {
	case dropped:
		return "the journal has dropped calls: Limits.Calls lets it keep more"
	case slices.Equal(made, ops):
		return ""
	}
	return "the calls are not the wanted ones (- wanted, + made):\n" + strings.Join(difference(ops, calls), "\n")
}

const maxDifference = 60

// difference compares wanted calls and made calls. Its lines show the longest common sequence, and the calls that are
// only in wanted or only in calls.
func difference(wanted []string, calls []journal.Call) []string {
	common := commonLengths(wanted, calls)
	var lines []string
	for i, k := 0, 0; i < len(wanted) || k < len(calls); {
		switch {
		case len(lines) == maxDifference:
			return append(lines, "  …")
		case i < len(wanted) && k < len(calls) && wanted[i] == calls[k].Op:
			lines = append(lines, "    "+wanted[i])
			i, k = i+1, k+1
		case k == len(calls) || i < len(wanted) && common[i+1][k] >= common[i][k+1]:
			lines = append(lines, "  - "+wanted[i])
			i++
		default:
			lines = append(lines, fmt.Sprintf("  + %s, number %d: %s", kindOf(calls[k]), calls[k].Number, calls[k]))
			k++
		}
	}
	return lines
}

// commonLengths returns for each pair of positions the length of the longest common sequence after these positions.
func commonLengths(wanted []string, calls []journal.Call) [][]int {
	lengths := make([][]int, len(wanted)+1)
	for i := range lengths {
		lengths[i] = make([]int, len(calls)+1)
	}
	for i := len(wanted) - 1; i >= 0; i-- {
		for k := len(calls) - 1; k >= 0; k-- {
			lengths[i][k] = max(lengths[i+1][k], lengths[i][k+1])
			if wanted[i] == calls[k].Op {
				lengths[i][k] = lengths[i+1][k+1] + 1
			}
		}
	}
	return lengths
}

// Next returns the calls of a journal with a number greater than last, and the number of the newest call. It can wait
// until there is such a call.
type Next func(ctx context.Context, last int64, wait bool) (calls []journal.Call, newest int64, err error)

// Await does the work of Calls.Wait for any journal.
func Await(
	ctx context.Context, op string, n int, filters []journal.Filter, next Next,
) ([]journal.Call, error) {
	matches := Matcher("Calls.Wait", op, filters)
	if n < 1 {
		return nil, refusal.Errorf("Calls.Wait", "n is %d: must be at least 1", n)
	}
	var found []journal.Call
	others := kindCounts{}
	for last, wait := int64(0), false; ; wait = true {
		calls, newest, err := next(ctx, last, wait)
		if err != nil {
			return found, waitError(op, len(found), n, &others, err)
		}
		for _, c := range calls {
			if matches(c) {
				found = append(found, c)
			} else {
				others.Add(kindOf(c) + leftOut(op, c))
			}
		}
		if last = newest; len(found) >= n {
			return found, nil
		}
	}
}

func leftOut(op string, c journal.Call) string {
	if op != "" && c.Op == op {
		return " (left out by a filter)"
	}
	return ""
}

func waitError(op string, found, wanted int, others *kindCounts, err error) error {
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
