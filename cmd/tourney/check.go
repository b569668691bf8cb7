package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/tourney-go/tourney/cmd/internal/command"
	"github.com/tourney-go/tourney/cmd/internal/survey"
	"github.com/tourney-go/tourney/internal/tempfile"
	"github.com/tourney-go/tourney/mockserver"
)

// exitRefuted is the exit code of a check that refuted a row of the assumptions.
const exitRefuted = 7

// refutedError is the error of such a check.
type refutedError int

func (n refutedError) Error() string {
	return fmt.Sprintf("the host differs from %d of the assumptions", int(n))
}

// errUnanswered is the error of a check to which the host answered nothing.
var errUnanswered = errors.New("the host answered no request")

// checkHost is the command check.
type checkHost struct {
	eventReader

	Scratch       int64
	Report, Write string
	Expect        *mockserver.Profile
}

func (c *checkHost) Declare(p *command.Parameters) {
	command.Add(p, &c.Scratch, "scratch-event", "ID", command.Number[int64],
		"An event to write into: teams are created there, and the result of a game is changed. Without it nothing is "+
			"written.")
	command.Add(p, &c.Report, "report", "FILE", command.Text,
		"Write the report to a file too: a page for .html, JSON for .json, else text.")
	command.AddFile(p, &c.Expect, "expect", command.Optional(profileOf),
		"A profile that --write-profile wrote, or one of the mock: what the host is expected to do.")
	command.Add(p, &c.Write, "write-profile", "FILE", command.Text,
		"Write a profile that makes a mock do what the host was seen to do: see mockserver --profile.")
	c.eventReader.Declare(p, "An event with teams and games, to read.", 2)
}

// Run checks the host. An interrupt ends the check, and the report says what it had found.
func (c *checkHost) Run(ctx context.Context, to command.Terminal) error {
	_, h, err := c.chosen()
	if err = cmp.Or(err, c.check()); err != nil {
		return command.Usage(err)
	}
	o := survey.Options{
		URL: h.URL, Profile: mockserver.Profile{Profile: h.Profile}, Event: c.Event, Scratch: c.Scratch, Rate: c.limit(),
		PlainHTTP: h.PlainHTTP,
	}
	if c.Expect != nil {
		o.Profile = *c.Expect
	}
	o.Profile.Format = cmp.Or(c.Format, o.Profile.Format)
	patient, cancel := patience(ctx, c.Timeout)
	defer cancel()
	if o.Keys, err = h.keys(patient); err != nil {
		return err
	}
	if c.Timeout != nil {
		o.Timeout = *c.Timeout
	}
	o.Progress = func(done, of, answers int) {
		to.Status(fmt.Sprintf("checking %s: %d of %d parts done, %d answers", h.URL, done, of, answers))
	}
	r, err := survey.Run(ctx, o)
	to.Status("")
	if err != nil {
		return command.Usage(err)
	}
	err = c.write(ctx, r, to)
	if len(r.Created) > 0 && err != nil {
		did := fmt.Sprintf("the check is done, and wrote into event %d: %s", c.Scratch, strings.Join(r.Created, "; "))
		err = to.Done(did, err)
	}
	if err != nil || ctx.Err() != nil {
		return cmp.Or(err, ctx.Err())
	}
	if r.Requests == 0 {
		return fmt.Errorf("%s: %w", r.Host, errUnanswered)
	}
	if r.Shown == 0 {
		return fmt.Errorf("%s shows no team, division or game of event %d: check the id, the address, and that the account "+
			"sees the event", r.Host, c.Event)
	}
	if n := len(r.Of(survey.Refuted)); n > 0 {
		return refutedError(n)
	}
	return nil
}

// write writes the files and prints the report, each of them also when another one cannot be written. The files come
// first, because a reader of the output can go away.
func (c *checkHost) write(ctx context.Context, r *survey.Report, to command.Terminal) error {
	var report, printed bytes.Buffer
	profile, err := json.MarshalIndent(r.Profile, "", "  ")
	if err = errors.Join(err, r.Write(&report, c.Report), r.Write(&printed, "")); err != nil {
		return err
	}
	for _, file := range []struct {
		path string
		data []byte
	}{{c.Report, report.Bytes()}, {c.Write, append(profile, '\n')}} {
		if file.path != "" {
			err = errors.Join(err, tempfile.Output(ctx, file.path, file.data))
		}
	}
	_, failed := to.Out.Write(printed.Bytes())
	return errors.Join(err, failed)
}
