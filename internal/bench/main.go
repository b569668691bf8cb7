// Command bench runs each codec beside its rival in the standard library, on the same bodies, and prints how many times
// as fast it is. See docs/benchmarks.md.
package main

import (
	"fmt"
	"io"
	"os"
	"text/tabwriter"
	"time"

	"github.com/tourney-go/tourney/internal/bench/timing"
)

func main() {
	if err := run(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, make := range []func() (*subject, error){players, teams, plainTypes, plainByPlan, ownTypes} {
		s, err := make()
		if err != nil {
			return err
		}
		times, err := timing.Measure(s.contenders)
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
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
	ours, rival string  // names of contenders
	goal        float64 // 0 for none
	least       bool    // the goal is to be reached; else it is not to be passed
}

var rows = []row{
	{"JSON decode : encoding/json", "json decode", "encoding/json decode", 4.5, true},
	{"JSON encode : encoding/json", "json encode", "encoding/json encode", 3, true},
	{"JSON encode, fresh buffer : encoding/json", "json marshal", "encoding/json marshal", 3, true},
	{"XML decode, type order : encoding/xml", "xml decode typed", "encoding/xml decode typed", 18, true},
	{"XML decode, alphabetical : encoding/xml", "xml decode sorted", "encoding/xml decode sorted", 15, true},
	{"XML encode : encoding/xml", "xml encode", "encoding/xml encode", 12, true},
	{"XML encode, fresh buffer : encoding/xml", "xml marshal", "encoding/xml marshal", 0, true},
	{"XML decode, type order : JSON decode", "xml decode typed", "json decode", 1.2, false},
}

// print says how many times as fast ours is, or how many times as long it takes where the goal is a limit.
func (r row) print(w io.Writer, s *subject, times map[string][]time.Duration) {
	ours, rival := times[r.ours], times[r.rival]
	ratio := timing.Ratio(rival, ours)
	if !r.least {
		ratio = timing.Ratio(ours, rival)
	}
	fmt.Fprintf(w, "%s\t%v\t%v\t%.2f\t%s\t%d : %d\n", r.name, timing.Median(ours).Round(time.Microsecond/10),
		timing.Median(rival).Round(time.Microsecond/10), ratio, r.aim(s), s.allocations(r.ours), s.allocations(r.rival))
}

func (r row) aim(s *subject) string {
	switch {
	case r.goal == 0 || !s.generated:
		return ""
	case r.least:
		return fmt.Sprintf(">= %g", r.goal)
	}
	return fmt.Sprintf("<= %g", r.goal)
}
