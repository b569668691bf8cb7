// Command sync copies the teams and rosters of an event to another host, and keeps them up to date: each run looks
// teams up by external id, changes those that differ, and creates those that are missing. It is safe to run at any time
// and as often as you like, also after a run that failed half way.
//
// Both hosts are mocks in this process:
//
//	go run ./examples/sync
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
	if err := run(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "sync:", err)
		os.Exit(1)
	}
}

// run copies an event three times: to an empty host, without changes, and after a change.
func run(out io.Writer) error {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	source, target, err := hosts()
	if err != nil {
		return err
	}
	m := Mirror{
		Source: source.Client(), SourceEvent: source.Events.All()[0].ID,
		Target: target.Client(), TargetEvent: target.Events.All()[0].ID, Prefix: "firefly-",
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "RUN\tCREATED\tUPDATED\tUNCHANGED\tPLAYERS WRITTEN")
	for _, label := range []string{"first", "again", "after a change"} {
		if label == "after a change" {
			rename := tourney.TeamUpdateInput{
				ID: 4002, Name: new("River Larks"), Players: []tourney.PlayerUpdateInput{newcomer()},
			}
			if err := m.Source.Teams.Update(ctx, rename); err != nil {
				return fmt.Errorf("changing the source: %w", err)
			}
		}
		r, err := m.Sync(ctx)
		if err != nil {
			return err
		}
		fmt.Fprintf(table, "%s\t%d\t%d\t%d\t%d\n", label, r.Created, r.Updated, r.Unchanged, r.Players)
	}
	return table.Flush()
}

// hosts returns a host with a tournament, and one with the same divisions and no team in them.
func hosts() (source, target *mockserver.Server, err error) {
	if source, err = mockserver.New(tourney.Soccer); err != nil {
		return nil, nil, fmt.Errorf("making the source: %w", err)
	}
	if target, err = mockserver.New(tourney.Soccer, mockserver.Scenario("empty")); err != nil {
		return nil, nil, fmt.Errorf("making the target: %w", err)
	}
	target.Events.Add(tourney.Event{Name: "Firefly Mirror"})
	for _, d := range source.Divisions.All() {
		target.Divisions.Add(tourney.Division{Name: d.Name})
	}
	return source, target, nil
}

func newcomer() tourney.PlayerUpdateInput {
	return tourney.PlayerUpdateInput{PlayerInput: tourney.PlayerInput{
		FirstName: new("Tansy"), LastName: new("Quickstep"), Number: new(23),
	}}
}
