package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"golang.org/x/time/rate"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/command"
	"github.com/tourney-go/tourney/internal/survey"
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

// checkHost is the command check.
type checkHost struct {
	connection

	Event, Scratch        int64
	Report, Expect, Write string
	Rate                  rate.Limit
}

// Declare declares the flags.
func (c *checkHost) Declare(p *command.Parameters) {
	c.Rate = 2
	command.Add(p, &c.Event, "event", "ID", command.Number[int64], "An event with teams and games, to read.")
	command.Add(p, &c.Scratch, "scratch-event", "ID", command.Number[int64],
		"An event to write into: teams are created there, and the result of a game is changed. Without it nothing is "+
			"written.")
	command.Add(p, &c.Report, "report", "FILE", command.Text,
		"Write the report to a file too: a page for .html, JSON for .json, else text.")
	command.Add(p, &c.Expect, "expect", "FILE", command.ExistingFile,
		"A profile that --write-profile wrote, or one of the mock: what the host is expected to do.")
	command.Add(p, &c.Write, "write-profile", "FILE", command.Text,
		"Write a profile that makes a mock do what the host was seen to do: see mockserver --profile.")
	command.Add(p, &c.Rate, "rate", "N/TIME", pace, "The most requests in a time. The default is 2/s.")
	c.connection.Declare(p)
}

// pace reads a number of requests and a time, such as 5/s or 100/1m.
func pace(value string) (rate.Limit, error) {
	n, per, _ := strings.Cut(value, "/")
	if per != "" && strings.Trim(per, "hms") == "" {
		per = "1" + per
	}
	requests, errRequests := strconv.Atoi(n)
	d, errPer := time.ParseDuration(per)
	if errRequests != nil || errPer != nil || requests < 1 || d <= 0 {
		return 0, fmt.Errorf("expected a number of requests and a time, as in 5/s or 100/1m, found %q", value)
	}
	return rate.Every(d / time.Duration(requests)), nil
}

// Run checks the host. An interrupt ends the check, and the report says what it had found.
func (c *checkHost) Run(ctx context.Context, to command.Terminal) error {
	_, h, err := c.chosen()
	if err == nil && c.Event < 1 {
		err = errors.New("--event: expected the id of an event")
	}
	if err != nil {
		return command.Usage(err)
	}
	h.KeyFile = cmp.Or(c.KeyFile, h.KeyFile)
	o := survey.Options{
		URL: h.URL, Profile: mockserver.Profile{Profile: h.Profile}, Event: c.Event, Scratch: c.Scratch, Rate: c.Rate,
		PlainHTTP: c.PlainHTTP || h.PlainHTTP,
	}
	if o.Keys, err = h.keys(); err != nil {
		return err
	}
	if c.Expect != "" {
		data, err := os.ReadFile(c.Expect)
		if err == nil {
			err = json.Unmarshal(data, &o.Profile)
		}
		if err != nil {
			return fmt.Errorf("--expect %s: %w", c.Expect, err)
		}
	}
	if c.Format != "" {
		o.Profile.Format = tourney.Format(strings.ToUpper(c.Format))
	}
	if c.Timeout != nil {
		o.Timeout = *c.Timeout
	}
	r, err := survey.Run(ctx, o)
	if err != nil {
		return command.Usage(err)
	}
	if err := c.write(r, to); err != nil || ctx.Err() != nil {
		return cmp.Or(err, ctx.Err())
	}
	if n := len(r.Of(survey.Refuted)); n > 0 {
		return refutedError(n)
	}
	return nil
}

// write prints the report, and writes the files.
func (c *checkHost) write(r *survey.Report, to command.Terminal) error {
	var file bytes.Buffer
	err := r.Write(to.Out, "")
	if err == nil && c.Report != "" {
		if err = r.Write(&file, c.Report); err == nil {
			err = tempfile.Replace(c.Report, file.Bytes())
		}
	}
	if err == nil && c.Write != "" {
		var profile []byte
		if profile, err = json.MarshalIndent(r.Profile, "", "  "); err == nil {
			err = tempfile.Replace(c.Write, append(profile, '\n'))
		}
	}
	return err
}
