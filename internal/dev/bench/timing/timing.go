// Package timing runs contenders in turns in one process, so that other work of the machine slows down all contenders
// alike.
package timing

import (
	"fmt"
	"runtime"
	"slices"
	"time"
)

const (
	// Rounds is how many turns each contender has. The result is a median of the turns.
	Rounds = 6

	turn = 60 * time.Millisecond // the length of a contender's turn in a round
)

// Contender is a function that is measured, with its name.
type Contender struct {
	Name string
	Do   func() error
}

// Measure gives every contender a turn in every round. It returns the median time of a call in each turn, by the
// names of the contenders. It uses medians because a call that had to wait for a processor says nothing about the
// codec.
func Measure(contenders []Contender) (map[string][]time.Duration, error) {
	times := map[string][]time.Duration{}
	for range Rounds {
		for _, c := range contenders {
			runtime.GC() // frees the garbage of the contender before
			calls, err := c.turn()
			if err != nil {
				return nil, fmt.Errorf("%s: %w", c.Name, err)
			}
			times[c.Name] = append(times[c.Name], Median(calls))
		}
	}
	return times, nil
}

// turn calls the function for the length of a turn, and returns how long each call took.
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

// Allocations returns how many allocations one call makes, on average. Call Measure first, so that caches are filled.
func (c *Contender) Allocations() uint64 {
	const calls = 20
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range calls {
		_ = c.Do() // Measure has checked that Do returns no error
	}
	runtime.ReadMemStats(&after)
	return (after.Mallocs - before.Mallocs) / calls
}

// Ratio returns how many times as long slow takes as fast: the median of the ratios of all rounds.
func Ratio(slow, fast []time.Duration) float64 {
	ratios := make([]float64, len(slow))
	for i := range ratios {
		ratios[i] = float64(slow[i]) / float64(fast[i])
	}
	return Median(ratios)
}

// Median returns the median of the values.
func Median[T time.Duration | float64](of []T) T {
	sorted := slices.Sorted(slices.Values(of))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}
