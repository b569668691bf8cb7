// Command bench compares each codec of this module with the codec of the standard library on the same bodies. It
// prints how many times as fast ours is. See docs/benchmarks.md.
package main

import (
	"fmt"
	"io"
	"os"
	"text/tabwriter"
	"time"

	"github.com/tourney-go/tourney/internal/dev/bench/timing"
)

func main() {
	if err := run(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, make := range []func() (*subject, error){players, teams, plainTypes} {
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

// row is a line of the table: how many times as fast as the rival our codec is, and how many times as fast it should
// be.
type row struct {
	name        string
	ours, rival string  // names of contenders
	goal        float64 // 0 for no goal
}

var rows = []row{
	{"JSON decode : encoding/json", "json decode", "encoding/json decode", 0},
	{"JSON encode : encoding/json", "json encode", "encoding/json encode", 0},
	{"JSON encode, fresh buffer : encoding/json", "json marshal", "encoding/json marshal", 0},
	{"XML decode, type order : encoding/xml", "xml decode typed", "encoding/xml decode typed", 15},
	{"XML decode, alphabetical : encoding/xml", "xml decode sorted", "encoding/xml decode sorted", 15},
	{"XML encode : encoding/xml", "xml encode", "encoding/xml encode", 6},
	{"XML encode, fresh buffer : encoding/xml", "xml marshal", "encoding/xml marshal", 0},
}

func (r row) print(w io.Writer, s *subject, times map[string][]time.Duration) {
	ours, rival := times[r.ours], times[r.rival]
	goal := ""
	if r.goal > 0 {
		goal = fmt.Sprintf(">= %g", r.goal)
	}
	fmt.Fprintf(w, "%s\t%v\t%v\t%.2f\t%s\t%d : %d\n", r.name, timing.Median(ours).Round(time.Microsecond/10),
		timing.Median(rival).Round(time.Microsecond/10), timing.Ratio(rival, ours), goal,
		s.allocations(r.ours), s.allocations(r.rival))
}
