package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"
	"time"

	"github.com/tourney-go/tourney/mockserver"
)

// clientFlags are the flags of commands that talk to a mock that runs.
type clientFlags struct {
	URL        string `default:"http://127.0.0.1:8080" name:"url" placeholder:"URL"`
	AdminToken string `help:"The token that the mock was started with." placeholder:"TEXT"`
	Session    string `help:"The session to act on, in place of the main world." placeholder:"NAME"`
}

// use calls f with the mock. A refusal of the mock, with which the methods of the side door panic, is an error.
func (c *clientFlags) use(f func(mock *mockserver.RemoteServer) error) (err error) {
	target := strings.TrimSuffix(c.URL, "/")
	if c.Session != "" {
		target += "/_mock/session/" + url.PathEscape(c.Session)
	}
	var opts []mockserver.RemoteOption
	if c.AdminToken != "" {
		opts = append(opts, mockserver.RemoteToken(c.AdminToken))
	}
	mock, err := mockserver.Remote(target, opts...)
	if err != nil {
		return flagged(err)
	}
	defer mock.Close()
	defer func() {
		if cause := recover(); cause != nil {
			text, ok := cause.(string)
			if !ok || !strings.HasPrefix(text, "mockserver: ") {
				panic(cause)
			}
			err = errors.New(text)
		}
	}()
	return f(mock)
}

type resetCommand struct {
	clientFlags
	All bool `help:"Remove all faults and forget all requests too."`

	// The variables of the environment are those of serve: what a mock started with is no wish for another scenario.
	Scenario     string  `env:"-" help:"The rows of this scenario, in place of those of the start." placeholder:"NAME"`
	ScenarioSize int     `env:"-" help:"With --scenario huge: how many teams." placeholder:"TEAMS"`
	Seed         *uint64 `env:"-" help:"With --scenario: the seed of the made-up names and results." placeholder:"N"`
}

// Run resets the mock.
func (c *resetCommand) Run() error {
	if c.Scenario == "" && (c.Seed != nil || c.ScenarioSize != 0) {
		return usageError{errors.New("--seed and --scenario-size need --scenario: a reset to the start keeps both")}
	}
	return c.use(func(mock *mockserver.RemoteServer) error {
		if c.Scenario == "" {
			mock.Reset()
		} else if err := mock.ResetTo(mockserver.ScenarioChoice{
			Name: c.Scenario, Seed: c.Seed, Teams: c.ScenarioSize,
		}); err != nil {
			return err
		}
		if c.All {
			mock.ClearFaults()
			mock.ClearCalls()
		}
		return nil
	})
}

// faultCommand has the commands for faults.
type faultCommand struct {
	List   faultList   `cmd:"" default:"withargs" help:"List the rules with their hits: the default."`
	Add    faultAdd    `cmd:"" help:"Add a rule in JSON, and print its id."`
	Remove faultRemove `cmd:"" help:"Remove a rule."`
	Clear  faultClear  `cmd:"" help:"Remove all rules."`
}

type faultList struct{ clientFlags }

// Run lists the rules.
func (c *faultList) Run(to terminal) error {
	return c.use(func(mock *mockserver.RemoteServer) error {
		for _, f := range mock.Faults() {
			if _, err := fmt.Fprintf(to.out, "%s  %d hits  %s\n", f.ID(), f.Hits(), f); err != nil {
				return err
			}
		}
		return nil
	})
}

const exampleRule = `{"operation":"Teams.List","action":"status","status":503}`

type faultAdd struct {
	clientFlags
	Rule string `arg:""`
}

// Run adds a rule.
func (c *faultAdd) Run(to terminal) error {
	var rule mockserver.FaultRule
	if !json.Valid([]byte(c.Rule)) {
		return usageError{fmt.Errorf(`the rule %q is no JSON: expected one such as %s`, c.Rule, exampleRule)}
	}
	if err := json.Unmarshal([]byte(c.Rule), &rule); err != nil {
		return usageError{err}
	}
	return c.use(func(mock *mockserver.RemoteServer) error {
		f, err := mock.AddFault(rule)
		if err == nil {
			_, err = fmt.Fprintln(to.out, f.ID())
		}
		return err
	})
}

type faultRemove struct {
	clientFlags
	ID string `arg:"" help:"The id of the rule, such as f1."`
}

// Run removes a rule.
func (c *faultRemove) Run() error {
	return c.use(func(mock *mockserver.RemoteServer) error {
		for _, f := range mock.Faults() {
			if f.ID() == c.ID {
				f.Remove()
				return nil
			}
		}
		return fmt.Errorf("there is no rule %q: mockserver fault lists them", c.ID)
	})
}

type faultClear struct{ clientFlags }

// Run removes all rules.
func (c *faultClear) Run() error {
	return c.use(func(mock *mockserver.RemoteServer) error { mock.ClearFaults(); return nil })
}

// snapshotCommand has the commands for snapshots.
type snapshotCommand struct {
	List    snapshotList    `cmd:"" default:"withargs" help:"List the snapshots: the default."`
	Keep    snapshotKeep    `cmd:"" help:"Keep the rows as they are now, and print the name."`
	Restore snapshotRestore `cmd:"" help:"Restore the rows of a snapshot."`
	Forget  snapshotForget  `cmd:"" help:"Forget a snapshot."`

	Remember snapshotRemember `cmd:"" help:"Keep the snapshot again that was forgotten last."`
}

type snapshotList struct{ clientFlags }

// Run lists the snapshots.
func (c *snapshotList) Run(to terminal) error {
	return c.use(func(mock *mockserver.RemoteServer) error {
		for _, s := range mock.Snapshots() {
			at := s.Time().Format(time.RFC3339)
			if _, err := fmt.Fprintf(to.out, "%s  after write %d  %s\n", s.Name(), s.Write(), at); err != nil {
				return err
			}
		}
		return nil
	})
}

type snapshotKeep struct {
	clientFlags
	Name string `arg:"" optional:"" help:"The name. Without it the mock makes one."`
}

// Run keeps a snapshot.
func (c *snapshotKeep) Run(to terminal) error {
	return c.use(func(mock *mockserver.RemoteServer) error {
		kept, err := mock.KeepSnapshot(c.Name)
		if err == nil {
			_, err = fmt.Fprintln(to.out, kept.Name())
		}
		return err
	})
}

type snapshotRestore struct {
	clientFlags
	Name string `arg:"" help:"The name of the snapshot."`
}

// Run restores a snapshot.
func (c *snapshotRestore) Run() error {
	return c.use(func(mock *mockserver.RemoteServer) error {
		for _, s := range mock.Snapshots() {
			if s.Name() == c.Name {
				mock.Restore(s)
				return nil
			}
		}
		return fmt.Errorf("there is no snapshot %q: mockserver snapshot lists them", c.Name)
	})
}

type snapshotForget struct {
	clientFlags
	Name string `arg:"" help:"The name of the snapshot."`
}

// Run forgets a snapshot.
func (c *snapshotForget) Run() error {
	return c.use(func(mock *mockserver.RemoteServer) error {
		if !mock.ForgetSnapshot(c.Name) {
			return fmt.Errorf("there is no snapshot %q: mockserver snapshot lists them", c.Name)
		}
		return nil
	})
}

type snapshotRemember struct {
	clientFlags
	Name string `arg:"" help:"The name of the snapshot."`
}

// Run keeps the snapshot again that was forgotten last.
func (c *snapshotRemember) Run() error {
	return c.use(func(mock *mockserver.RemoteServer) error {
		_, err := mock.RememberSnapshot(c.Name)
		return err
	})
}

type requestsCommand struct {
	clientFlags
	Op     string `help:"Only those of an operation, such as Teams.List." placeholder:"NAME"`
	Failed bool   `help:"Only those with a status from 400 on, or without an answer."`
	Clear  bool   `help:"Forget all requests, and print none."`
	JSON   bool   `help:"Print each request as a line of JSON." name:"json"`
}

// Run prints the requests in the journal.
func (c *requestsCommand) Run(to terminal) error {
	return c.use(func(mock *mockserver.RemoteServer) error {
		if c.Clear {
			mock.ClearCalls()
			return nil
		}
		var filters []mockserver.CallFilter
		if c.Failed {
			filters = append(filters, mockserver.Failed())
		}
		for _, call := range mock.Calls(c.Op, filters...) {
			if err := c.print(to.out, call); err != nil {
				return err
			}
		}
		return nil
	})
}

func (c *requestsCommand) print(w io.Writer, call mockserver.Call) error {
	if c.JSON {
		return json.NewEncoder(w).Encode(call)
	}
	_, err := fmt.Fprintf(w, "%d  %s  %s\n", call.Number, call.Arrived.Format(time.RFC3339), call)
	return err
}

type clockCommand struct {
	clientFlags
	Set     string        `help:"Set the clock to a time, such as 2026-06-12T09:00:00Z." placeholder:"TIME" xor:"clock"`
	Advance time.Duration `help:"Move the clock, for example by 2h." placeholder:"DURATION" xor:"clock"`
}

// Run changes the clock, and prints its time.
func (c *clockCommand) Run(to terminal) error {
	var at time.Time
	if c.Set != "" {
		var err error
		if at, err = time.Parse(time.RFC3339Nano, c.Set); err != nil {
			return usageError{fmt.Errorf("--set is %q: expected a time such as 2026-06-12T09:00:00Z", c.Set)}
		}
	}
	return c.use(func(mock *mockserver.RemoteServer) error {
		switch {
		case c.Set != "":
			mock.Clock().Set(at)
		case c.Advance != 0:
			mock.Clock().Advance(c.Advance)
		}
		_, err := fmt.Fprintln(to.out, mock.Clock().Now().Format(time.RFC3339Nano))
		return err
	})
}
