// Command bench runs each codec beside its rival in the standard library, on the same bodies, and prints how many
// times faster it is. See docs/benchmarks.md.
package main

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"text/tabwriter"
	"time"
)

const (
	rounds = 6                     // of which the median counts
	turn   = 60 * time.Millisecond // that a contender has in a round
)

func main() {
	if err := run(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, make := range []func() (*subject, error){players, teams, ownTypes} {
		s, err := make()
		if err != nil {
			return err
		}
		times, err := s.measure()
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%s\tours\trival\tratio\tgoal\tallocations\n", s.name)
		for _, r := range rows {
			r.print(w, s, times)
		}
		fmt.Fprintln(w)
	}
	return w.Flush()
}

// row is a line of the table.
type row struct {
	name        string
	ours, rival string // names of contenders
	goal        float64
	least       bool // the goal is to be reached; else it is not to be passed
}

var rows = []row{
	{"JSON decode : encoding/json", "json decode", "encoding/json decode", 4.5, true},
	{"JSON encode : encoding/json", "json encode", "encoding/json encode", 3, true},
	{"XML decode, type order : encoding/xml", "xml decode typed", "encoding/xml decode typed", 18, true},
	{"XML decode, alphabetical : encoding/xml", "xml decode sorted", "encoding/xml decode sorted", 15, true},
	{"XML encode : encoding/xml", "xml encode", "encoding/xml encode", 12, true},
	{"XML decode, type order : JSON decode", "xml decode typed", "json decode", 1.2, false},
}

// print says how many times as fast ours is, or how many times as long it takes where the goal is a limit.
func (r row) print(w io.Writer, s *subject, times map[string][]time.Duration) {
	ratios := make([]float64, rounds)
	for i := range ratios {
		ratios[i] = float64(times[r.rival][i]) / float64(times[r.ours][i])
		if !r.least {
			ratios[i] = 1 / ratios[i]
		}
	}
	fmt.Fprintf(w, "%s\t%v\t%v\t%.2f\t%s\t%d : %d\n", r.name, median(times[r.ours]).Round(time.Microsecond/10),
		median(times[r.rival]).Round(time.Microsecond/10), median(ratios), r.aim(s), s.allocations(r.ours), s.allocations(r.rival))
}

func (r row) aim(s *subject) string {
	switch {
	case !s.goals:
		return ""
	case r.least:
		return fmt.Sprintf(">= %g", r.goal)
	}
	return fmt.Sprintf("<= %g", r.goal)
}

func median[T time.Duration | float64](of []T) T {
	sorted := slices.Sorted(slices.Values(of))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// subject is a page and everything that is done with it.
type subject struct {
	name       string
	goals      bool // the ratios have goals
	contenders []contender
}

type contender struct {
	name string
	do   func() error
}

// measure gives every contender a turn in every round, so that what slows down the machine slows down all of them.
// It returns the median call of each turn: a call that had to wait for a processor says nothing about the codec.
func (s *subject) measure() (map[string][]time.Duration, error) {
	times := map[string][]time.Duration{}
	for range rounds {
		for _, c := range s.contenders {
			runtime.GC() // what the contender before left behind is not this one's
			calls, err := c.turn()
			if err != nil {
				return nil, fmt.Errorf("%s, %s: %w", s.name, c.name, err)
			}
			times[c.name] = append(times[c.name], median(calls))
		}
	}
	return times, nil
}

// turn returns how long each call took.
func (c *contender) turn() (calls []time.Duration, err error) {
	for begin := time.Now(); time.Since(begin) < turn; {
		start := time.Now()
		if err := c.do(); err != nil {
			return nil, err
		}
		calls = append(calls, time.Since(start))
	}
	return calls, nil
}

// allocations counts those of one call, after measure has warmed everything up.
func (s *subject) allocations(name string) uint64 {
	const calls = 20
	i := slices.IndexFunc(s.contenders, func(c contender) bool { return c.name == name })
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range calls {
		_ = s.contenders[i].do() // measure has seen that it does not fail
	}
	runtime.ReadMemStats(&after)
	return (after.Mallocs - before.Mallocs) / calls
}
