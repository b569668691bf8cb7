package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"strings"

	"golang.org/x/time/rate"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/cmd/internal/command"
	"github.com/tourney-go/tourney/cmd/internal/eventcopy"
)

// importEvent is the command import.
type importEvent struct {
	eventReader
	replacing

	Out string
}

func (c *importEvent) Declare(p *command.Parameters) {
	c.Out = "event.json"
	command.Add(p, &c.Out, "out", "FILE", command.Text, "The file to write. The default is event.json.")
	c.replacing.Declare(p)
	c.eventReader.Declare(p, "The event to import.", 5)
}

func (c *importEvent) Run(ctx context.Context, to command.Terminal) error {
	if err := c.check(); err != nil {
		return err
	}
	retry := tourney.DefaultRetry()
	retry.Max = 10
	client, err := c.open(ctx, tourney.WithRetry(retry), tourney.WithRetryBudget(tourney.RetryBudget{}))
	if err != nil {
		return err
	}
	host := http.DefaultTransport.(*http.Transport).Clone() //nolint:forcetypeassert // no package of a program replaces it
	defer host.CloseIdleConnections()
	o := eventcopy.Options{
		Client: client, Host: client.BaseURL(), EventID: c.Event, Path: c.Out, Seed: c.Seed, Keep: c.Keep,
		Transport: host, Pace: rate.NewLimiter(c.limit(), 1),
	}
	o.Progress = func(at eventcopy.Progress) {
		text := fmt.Sprintf("reading %s, request %d", at.List, at.Requests)
		if at.Of > 0 {
			text = fmt.Sprintf("reading %s: %d of %d rows, request %d", at.List, at.Rows, at.Of, at.Requests)
		}
		to.Status(text)
	}
	result, err := eventcopy.Copy(ctx, o)
	to.Status("")
	if result != nil {
		for _, note := range append(result.Notes, result.Unread...) { // what the file has in another way or not at all
			fmt.Fprintln(to.Errs, note)
		}
		fmt.Fprintf(to.Out, "%s: %s\n", c.Out, strings.Join(result.Rows, ", "))
		variant := eventcopy.VariantOf(client.Profile())
		fmt.Fprintf(to.Out, "A mock serves it: mockserver --variant %s --seed-file %s\n", variant, c.Out)
	} else if _, unfinished := os.Stat(o.Unfinished()); unfinished == nil {
		fmt.Fprintf(to.Errs, "What was read is in %s. The same command goes on.\n", o.Unfinished())
	}
	if err != nil {
		return err
	}
	return to.Done("the import is done, and the event is in "+c.Out, nil)
}
