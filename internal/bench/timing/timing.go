// Package timing runs contenders by turns in one process, so that whatever slows down the machine slows down all of them.
package timing

import (
	"fmt"
	"runtime"
	"slices"
	"time"
)

const (
	// Rounds is how many turns a contender has; their median counts.
	Rounds = 6

	turn = 60 * time.Millisecond // that a contender has in a round
)

// Contender does one thing that is measured.
type Contender struct {
	Name string
	Do   func() error
}

// Measure gives every contender a turn in every round. It returns the median call of each turn, by the contender's name:
// a call that had to wait for a processor says nothing about the codec.
func Measure(contenders []Contender) (map[string][]time.Duration, error) {
	times := map[string][]time.Duration{}
	for range Rounds {
		for _, c := range contenders {
			runtime.GC() // what the contender before left behind is not this one's
			calls, err := c.turn()
			if err != nil {
				return nil, fmt.Errorf("%s: %w", c.Name, err)
			}
			times[c.Name] = append(times[c.Name], Median(calls))
		}
	}
	return times, nil
}

// turn returns how long each call took.
func (c *Contender) turn() (calls []time.Duration, err error) {
	for begin := time.Now(); time.Since(begin) < turn; {
		start := time.Now()
		if err := c.Do(); err != nil {
			return nil, err
		}
		calls = append(calls, time.Since(start))
	}
	return calls, nil
}

// Allocations counts those of one call, after Measure has warmed everything up.
func (c *Contender) Allocations() uint64 {
	const calls = 20
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range calls {
		_ = c.Do() // Measure has seen that it does not fail
	}
	runtime.ReadMemStats(&after)
	return (after.Mallocs - before.Mallocs) / calls
}

// Ratio returns the median of the ratios of the rounds: how many times as long slow takes as fast.
func Ratio(slow, fast []time.Duration) float64 {
	ratios := make([]float64, len(slow))
	for i := range ratios {
		ratios[i] = float64(slow[i]) / float64(fast[i])
	}
	return Median(ratios)
}

// Median returns the median.
func Median[T time.Duration | float64](of []T) T {
	sorted := slices.Sorted(slices.Values(of))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}
