// Command store mirrors the teams and games of an event into a database, and reads them back in the order of date and
// time. It is a module of its own, so that nobody else gets a database driver:
//
//	cd examples/store && go run .
//
// The host is a mock in this process. The database is SQLite in memory; give a file name to keep it, or the URL of a
// PostgreSQL, such as postgres://localhost/games. The program polls the host once. For a copy that follows the host,
// call Follow.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"text/tabwriter"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
)

func main() {
	path := ":memory:"
	if len(os.Args) > 1 {
		path = os.Args[1]
	}
	if err := run(os.Stdout, path); err != nil {
		fmt.Fprintln(os.Stderr, "store:", err)
		os.Exit(1)
	}
}

// run mirrors the mock's tournament and prints its first day, and the highest scores.
func run(out io.Writer, path string) (err error) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	srv, err := mockserver.New(tourney.Soccer)
	if err != nil {
		return err
	}
	store, err := Open(ctx, path)
	if err != nil {
		return err
	}
	defer func() {
		if closed := store.Close(); err == nil {
			err = closed
		}
	}()
	event := srv.Events.All()[0]
	if err := store.Poll(ctx, srv.Client(), event.ID); err != nil {
		return err
	}
	lines, err := store.Schedule(ctx, event.StartDate, event.StartDate, tourney.TimeOfDay{Hour: 11})
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s from 11:00\n\n", event.StartDate.ISO())
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, l := range lines {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", l.clock(), l.Away, l.Home, l.result())
	}
	if err := table.Flush(); err != nil {
		return err
	}
	best, err := store.HighestScores(ctx, 3)
	fmt.Fprintf(out, "\nThe highest scores: %v\n", best)
	return err
}
