package main

import (
	"fmt"
	"io"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/bench/timing"
	"github.com/tourney-go/tourney/mockserver"
)

// rewindRows shows what going back costs with many teams.
func rewindRows(w io.Writer) error {
	small, err := measureRewind(100)
	if err != nil {
		return err
	}
	large, err := measureRewind(1_000_000)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "snapshot + restore at 1,000,000 teams : at 100\t%.2f\t<= 100\n",
		float64(large.back)/float64(small.back))
	fmt.Fprintf(w, "the first write after a snapshot : a plain write\t%.2f\t<= 5\n",
		float64(large.first)/float64(large.plain))
	return nil
}

// rewound has the medians of what going back costs.
type rewound struct{ back, plain, first time.Duration }

// measureRewind measures the scenario huge with a number of teams.
func measureRewind(teams int) (rewound, error) {
	const calls = 1000
	srv, err := mockserver.New(tourney.Soccer, mockserver.Scenario("huge"), mockserver.ScenarioSize(teams))
	if err != nil {
		return rewound{}, err
	}
	times := map[string][]time.Duration{}
	timed := func(name string, do func()) {
		begin := time.Now()
		do()
		times[name] = append(times[name], time.Since(begin))
	}
	write := writer(srv, teams)
	for range calls {
		write() // the first one after a restore
		timed("plain", write)
		var at *mockserver.Snapshot
		timed("snapshot", func() { at = srv.Snapshot() })
		timed("first", write)
		timed("restore", func() { srv.Restore(at) })
	}
	back := timing.Median(times["snapshot"]) + timing.Median(times["restore"])
	return rewound{back, timing.Median(times["plain"]), timing.Median(times["first"])}, nil
}

// The ids of the scenario huge begin with these.
const (
	firstEvent = 1001
	firstTeam  = 4001
)

// stride is the distance between rows that come one after the other, so that they share little.
const stride = 7919

// writer returns a function that writes to one team after another.
func writer(srv *mockserver.Server, teams int) func() {
	n := 0
	return func() {
		n++
		name := fmt.Sprint("Team ", n)
		srv.EditTeam(int64(firstTeam+n*stride%teams), func(t *tourney.Team) { t.Name = name })
	}
}
