package mockserver

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tourney-go/tourney/mockserver/internal/recording"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/journal"
)

func (s *server) WantCalls(t TB, ops []string) {
	t.Helper()
	calls, _ := s.journal.after(0)
	if reason := unwanted(ops, calls, s.CallsDropped()); reason != "" {
		t.Fatalf("mockserver: Calls.Want: %s", reason)
	}
}

func (s *server) CallsDropped() bool { return s.journal.ring.Dropped() }

// unwanted returns why calls are not of these operations; "" when they are.
func unwanted(ops []string, calls []journal.Call, dropped bool) string {
	for _, op := range ops {
		if reason := wrongOperation(op); reason != "" {
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

// maxDifference bounds the lines of a difference.
const maxDifference = 60

// difference returns the lines of the longest common sequence of wanted and made calls, and what is in one of both
// alone.
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
			lines = append(lines, fmt.Sprintf("  + %s, number %d: %s", recording.KindOf(calls[k]), calls[k].Number, calls[k]))
			k++
		}
	}
	return lines
}

// commonLengths returns for each pair of positions the length of the longest common sequence behind them.
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
