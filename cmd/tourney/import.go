package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"golang.org/x/time/rate"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/command"
	"github.com/tourney-go/tourney/internal/eventcopy"
)

// importEvent is the command import.
type importEvent struct {
	connection

	Event         int64
	Out, SeedFile string
	Rate          rate.Limit
}

// Declare declares the flags.
func (c *importEvent) Declare(p *command.Parameters) {
	c.Out, c.Rate = "event.json", 5
	command.Add(p, &c.Event, "event", "ID", command.Number[int64], "The event to import.")
	command.Add(p, &c.Out, "out", "FILE", command.Text, "The file to write. The default is event.json.")
	command.Add(p, &c.SeedFile, "seed-file", "FILE", command.ExistingFile,
		"A secret file that decides the made-up people, as in tourney record. Without it each import has its own.")
	command.Add(p, &c.Rate, "rate", "N/TIME", pace, "The most requests in a time. The default is 5/s.")
	c.connection.Declare(p)
}

// Run imports the event.
func (c *importEvent) Run(ctx context.Context, to command.Terminal) error {
	if c.Event < 1 {
		return command.Usage(errors.New("--event: expected the id of an event"))
	}
	retry := tourney.DefaultRetry()
	retry.Max = 10
	client, err := c.open(tourney.WithRateLimit(rate.NewLimiter(c.Rate, 1)), tourney.WithRetry(retry),
		tourney.WithRetryBudget(tourney.RetryBudget{}))
	if err != nil {
		return err
	}
	o := eventcopy.Options{Client: client, Host: client.BaseURL(), EventID: c.Event, Path: c.Out}
	if c.SeedFile != "" {
		if o.Seed, err = os.ReadFile(c.SeedFile); err != nil {
			return err
		}
	}
	if to.People.Errs {
		o.Progress = func(part string, requests int64) {
			if requests == 1 || requests%50 == 0 {
				fmt.Fprintf(to.Errs, "reading %s, request %d\n", part, requests)
			}
		}
	}
	result, err := eventcopy.Copy(ctx, o)
	if result != nil {
		printImport(to, c.Out, result)
		_, h, _ := c.chosen() // as open did
		fmt.Fprintf(to.Out, "A mock serves it: mockserver --variant %s --seed-file %s\n", h.Profile.Variant, c.Out)
	} else if _, unfinished := os.Stat(o.Folder()); unfinished == nil {
		fmt.Fprintf(to.Errs, "What was read is in %s. The same command goes on.\n", o.Folder())
	}
	return err
}

// printImport prints what the file has, and to stderr what it has in another way than the host or not at all.
func printImport(to command.Terminal, file string, r *eventcopy.Result) {
	if len(r.Kept) > 0 {
		fmt.Fprintf(to.Errs, "read earlier: %s\n", strings.Join(r.Kept, ", "))
	}
	for _, note := range append(r.Notes, r.Unread...) {
		fmt.Fprintln(to.Errs, note)
	}
	var lists []string
	for _, rows := range r.Rows {
		lists = append(lists, fmt.Sprintf("%s %d", rows.List, rows.Rows))
	}
	fmt.Fprintf(to.Out, "%s: %s\n", file, strings.Join(lists, ", "))
}
