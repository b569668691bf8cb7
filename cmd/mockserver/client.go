package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/cmd/internal/command"
	"github.com/tourney-go/tourney/internal/plaintext"
	"github.com/tourney-go/tourney/internal/wait"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/mockserver/journal"
)

// clientFlags are the flags of commands that send requests to a running mock.
type clientFlags struct{ command.Mock }

// use calls f with the mock. When a method of a World panics with a refusal of the mock, use returns the refusal as an
// error. The methods of a World have no parameter for a context, so use stops waiting for them when ctx ends.
func (c *clientFlags) use(ctx context.Context, f func(mock *mockserver.World) error) error {
	var opts []mockserver.RemoteOption
	if c.AdminToken != "" {
		opts = append(opts, mockserver.RemoteToken(c.AdminToken))
	}
	if hc, err := c.HTTPClient(ctx); err != nil {
		return err
	} else if hc != nil {
		opts = append(opts, mockserver.RemoteHTTPClient(hc))
	}
	_, err := wait.For(ctx, func() (any, error) { //nolint:contextcheck // Remote has no such parameter
		mock, err := mockserver.Remote(c.Target(), opts...)
		if err = flagged(c.AboutTrust(err)); err != nil {
			if strings.HasPrefix(err.Error(), "--") { // the name of a flag
				err = command.Usage(err)
			}
			return nil, err
		}
		defer mock.Close()
		refused := mockserver.Try(func() { err = f(mock) })
		return nil, cmp.Or(refused, err)
	})
	return err
}

type resetCommand struct {
	clientFlags
	All          bool
	Scenario     string
	ScenarioSize int
	Seed         *uint64
	StartDate    tourney.Date
}

func (c *resetCommand) Declare(p *command.Parameters) {
	c.clientFlags.Declare(p)
	command.AddSwitch(p, &c.All, "all", "Remove all faults and forget all requests too.")

	// No environment variable sets these flags. The variables with their names set flags of serve: a scenario to
	// start with is no request to reset a mock to that scenario.
	command.Add(p, &c.Scenario, "scenario", "NAME", command.Text,
		"The rows of this scenario, in place of those of the start.").Unbound = true
	command.Add(p, &c.ScenarioSize, "scenario-size", "TEAMS", command.Number[int],
		"With --scenario huge: how many teams.").Unbound = true
	command.Add(p, &c.Seed, "seed", "N", command.Optional(command.Count),
		"With --scenario: the seed of the made-up names and results.").Unbound = true
	command.Add(p, &c.StartDate, "start-date", "DAY", command.StartDate(tourney.ParseDate),
		"With --scenario: today, or the first day as m/d/yyyy. Without it the mock keeps that of its start.").Unbound = true
}

func (c *resetCommand) Run(ctx context.Context, _ command.Terminal) error {
	if c.Scenario == "" && (c.Seed != nil || c.ScenarioSize != 0 || !c.StartDate.IsZero()) {
		return command.Usage(errors.New("--seed, --scenario-size and --start-date need --scenario: a reset to the " +
			"start keeps them"))
	}
	return c.use(ctx, func(mock *mockserver.World) error {
		switch {
		case c.Scenario == "" && c.All:
			mock.ResetAll()
			return nil
		case c.Scenario == "":
			mock.Reset()
			return nil
		}
		err := mock.ResetTo(mockserver.ScenarioChoice{
			Name: c.Scenario, Seed: c.Seed, Teams: c.ScenarioSize, StartDate: c.StartDate,
		})
		if err == nil && c.All {
			mock.Faults.Clear()
			mock.Calls.Clear()
		}
		return err
	})
}

// request is a command that sends one request to a running mock. Its row in commands says which.
type request struct {
	clientFlags
	argument, about string // "" for a command without an argument
	optional        bool
	do              func(mock *mockserver.World, argument string, out io.Writer) error

	given string
}

func (c *request) Declare(p *command.Parameters) {
	c.clientFlags.Declare(p)
	switch {
	case c.optional:
		p.OptionalArgument(&c.given, c.argument, c.about)
	case c.argument != "":
		p.Argument(&c.given, c.argument, c.about)
	}
}

func (c *request) Run(ctx context.Context, to command.Terminal) error {
	return c.use(ctx, func(mock *mockserver.World) error { return c.do(mock, c.given, to.Out) })
}

func listFaults(mock *mockserver.World, _ string, out io.Writer) error {
	for _, f := range mock.Faults.All() {
		if err := printLine(out, "%s  %d hits  %s", f.ID(), f.Hits(), f); err != nil {
			return err
		}
	}
	return nil
}

const exampleRule = `{"operation":"Teams.List","action":"status","status":503}`

// faultAdd reads the rule before it asks the mock, so that a wrong rule is a mistake of the caller.
type faultAdd struct{ request }

func (c *faultAdd) Run(ctx context.Context, to command.Terminal) error {
	var rule fault.Rule
	if !json.Valid([]byte(c.given)) {
		return command.Usage(fmt.Errorf(`the rule %q is no JSON: expected one such as %s`, c.given, exampleRule))
	}
	if err := json.Unmarshal([]byte(c.given), &rule); err != nil {
		return command.Usage(err)
	}
	return c.use(ctx, func(mock *mockserver.World) error {
		return printLine(to.Out, "%s", mock.Faults.Add(rule).ID())
	})
}

func removeFault(mock *mockserver.World, id string, _ io.Writer) error {
	for _, f := range mock.Faults.All() {
		if f.ID() == id {
			f.Remove()
			return nil
		}
	}
	return fmt.Errorf("there is no rule %q: mockserver fault lists them", id)
}

func clearFaults(mock *mockserver.World, _ string, _ io.Writer) error {
	mock.Faults.Clear()
	return nil
}

func listSnapshots(mock *mockserver.World, _ string, out io.Writer) error {
	for _, s := range mock.Snapshots.All() {
		at := s.Time().Format(time.RFC3339)
		if err := printLine(out, "%s  after write %d  %s", s.Name(), s.Write(), at); err != nil {
			return err
		}
	}
	return nil
}

func keepSnapshot(mock *mockserver.World, name string, out io.Writer) error {
	kept, err := mock.Snapshots.Keep(name)
	if err == nil {
		err = printLine(out, "%s", kept.Name())
	}
	return err
}

func restoreSnapshot(mock *mockserver.World, name string, _ io.Writer) error {
	for _, s := range mock.Snapshots.All() {
		if s.Name() == name {
			mock.Snapshots.Restore(s)
			return nil
		}
	}
	return noSnapshot(mock, name)
}

func forgetSnapshot(mock *mockserver.World, name string, _ io.Writer) error {
	if !mock.Snapshots.Forget(name) {
		return noSnapshot(mock, name)
	}
	return nil
}

func noSnapshot(mock *mockserver.World, name string) error {
	var names []string
	for _, s := range mock.Snapshots.All() {
		names = append(names, s.Name())
	}
	return fmt.Errorf("there is no snapshot %q: %s", name, plaintext.QuotedHint(names, name))
}

type requestsCommand struct {
	clientFlags
	Op     string
	Failed bool
	Clear  bool
	JSON   bool
}

func (c *requestsCommand) Declare(p *command.Parameters) {
	c.clientFlags.Declare(p)
	command.Add(p, &c.Op, "op", "NAME", command.Text, "Only those of an operation, such as Teams.List.")
	command.AddSwitch(p, &c.Failed, "failed", "Only those with a status from 400 on, or without an answer.")
	command.AddSwitch(p, &c.Clear, "clear", "Forget all requests, and print none.")
	command.AddSwitch(p, &c.JSON, "json", "Print each request as a line of JSON.")
}

func (c *requestsCommand) Run(ctx context.Context, to command.Terminal) error {
	if c.Clear && (c.Op != "" || c.Failed || c.JSON) {
		return command.Usage(errors.New("--clear forgets all requests, and prints none: leave --op, --failed and --json out"))
	}
	return c.use(ctx, func(mock *mockserver.World) error {
		if c.Clear {
			mock.Calls.Clear()
			return nil
		}
		var filters []journal.Filter
		if c.Failed {
			filters = append(filters, journal.Failed())
		}
		for _, call := range mock.Calls.All(c.Op, filters...) {
			if err := c.print(to.Out, call); err != nil {
				return err
			}
		}
		return nil
	})
}

func (c *requestsCommand) print(w io.Writer, call journal.Call) error {
	if c.JSON {
		return json.NewEncoder(w).Encode(call)
	}
	return printLine(w, "%d  %s  %s", call.Number, call.Arrived.Format(time.RFC3339), call)
}

// printLine prints texts that come from a mock on one line.
func printLine(w io.Writer, format string, args ...any) error {
	_, err := fmt.Fprintln(w, plaintext.OneLine(fmt.Sprintf(format, args...)))
	return err
}

type clockCommand struct {
	clientFlags
	Set     *string
	Advance *time.Duration
}

func (c *clockCommand) Declare(p *command.Parameters) {
	c.clientFlags.Declare(p)
	command.Add(p, &c.Set, "set", "TIME", command.Optional(command.Text),
		"Set the clock to a time, such as 2026-06-12T09:00:00Z.")
	command.Add(p, &c.Advance, "advance", "DURATION", command.Optional(command.Duration),
		"Move the clock, for example by 2h.")
}

// Run changes the clock, and prints its time.
func (c *clockCommand) Run(ctx context.Context, to command.Terminal) error {
	if c.Set != nil && c.Advance != nil {
		return command.Usage(errors.New("--set and --advance can't be used together"))
	}
	var at time.Time
	if c.Set != nil {
		var err error
		if at, err = time.Parse(time.RFC3339Nano, *c.Set); err != nil {
			return command.Usage(fmt.Errorf("--set is %q: expected a time such as 2026-06-12T09:00:00Z", *c.Set))
		}
	}
	return c.use(ctx, func(mock *mockserver.World) error {
		switch {
		case c.Set != nil:
			mock.Clock.Set(at)
		case c.Advance != nil:
			mock.Clock.Advance(*c.Advance)
		}
		_, err := fmt.Fprintln(to.Out, mock.Clock.Now().Format(time.RFC3339Nano))
		return err
	})
}
