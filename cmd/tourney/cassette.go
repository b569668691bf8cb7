package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/cassette"
	"github.com/tourney-go/tourney/cmd/internal/command"
	"github.com/tourney-go/tourney/cmd/internal/eventcopy"
	"github.com/tourney-go/tourney/internal/httptext"
	"github.com/tourney-go/tourney/internal/plaintext"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/secret"
)

// door is where a command answers programs on this machine.
type door struct{ Listen string }

func (d *door) Declare(p *command.Parameters) {
	d.Listen = "127.0.0.1:0"
	command.Add(p, &d.Listen, "listen", "ADDRESS", command.Text,
		"The address on this machine at which to answer. The default is 127.0.0.1:0, a free port.")
}

// serve answers until ctx is done. It prints its URL, and what it does.
func (d *door) serve(ctx context.Context, to command.Terminal, answer http.Handler, does string) error {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", d.Listen)
	if err != nil {
		return err
	}
	if at, ok := listener.Addr().(*net.TCPAddr); !ok || !at.IP.IsLoopback() {
		return errors.Join(command.Usage(errors.New("--listen: expected an address of this machine alone, such as "+
			"127.0.0.1:8080")), listener.Close())
	}
	srv := &http.Server{Handler: answer, ReadHeaderTimeout: time.Minute, Protocols: new(http.Protocols)}
	srv.Protocols.SetHTTP1(true)
	srv.Protocols.SetUnencryptedHTTP2(true)
	stop := context.AfterFunc(ctx, func() { _ = srv.Close() })
	defer stop()
	fmt.Fprintf(to.Out, "http://%s %s. Ctrl-C ends it.\n", listener.Addr(), does)
	if err := srv.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// replacing is what the commands that write a file without people have in common.
type replacing struct {
	Seed []byte
	Keep []string
}

func (c *replacing) Declare(p *command.Parameters) {
	command.AddFile(p, &c.Seed, "seed-file", seedOf,
		"A secret file of any content, which decides the made-up values. Without it each run has its own.")
	command.AddList(p, &c.Keep, "keep", "NAME", "A member that stays as it is, with all that is in it. Secrets never "+
		"stay. Name only members that you have read.").Unbound = true
}

// seedOf reads a seed.
func seedOf(text string) ([]byte, error) {
	if strings.TrimSpace(text) == "" {
		return nil, errors.New("the seed is empty: expected a secret, as head -c 32 /dev/urandom writes it")
	}
	return []byte(text), nil
}

// recording is the command record.
type recording struct {
	connection
	door
	replacing

	Out string
}

func (c *recording) Declare(p *command.Parameters) {
	c.declareHost(p)
	command.Add(p, &c.Out, "out", "FILE", command.Text, "The file to write, or to add to.")
	c.door.Declare(p)
	c.replacing.Declare(p)
}

// Run passes requests to the host, and records them.
func (c *recording) Run(ctx context.Context, to command.Terminal) (err error) {
	_, h, err := c.chosen()
	var profile tourney.Profile
	if err == nil {
		profile, err = tourney.ProfileOf(h.Profile)
	}
	if c.Out == "" && err == nil {
		err = errors.New("--out is missing: the file to write")
	}
	if err != nil {
		return command.Usage(err)
	}
	at, err := httptext.BaseURL(h.URL)
	if err == nil && at.Scheme == "http" && !h.PlainHTTP && !httptext.IsLoopback(at) {
		err = errors.New("the host is reached over http: give --plain-http to send it keys and passwords all the same")
	}
	if err != nil {
		return command.Usage(err)
	}
	host := &http.Transport{Proxy: http.ProxyFromEnvironment, DisableCompression: true, ForceAttemptHTTP2: true}
	defer host.CloseIdleConnections()
	o := cassette.Options{Seed: secret.New(string(c.Seed)), Keep: c.Keep}
	if c.URL == "" || c.Variant != nil || c.Profile != nil { // else nobody said what --url is
		o.Variant = eventcopy.VariantOf(profile)
	}
	recorder, err := cassette.Record(c.Out, host, o)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, recorder.Close()) }()
	does := fmt.Sprintf("passes requests to %s, and records them in %s", at, c.Out)
	return c.serve(ctx, to, cassette.Proxy(at, recorder), does)
}

// replaying is the command replay.
type replaying struct {
	door

	file string
}

func (c *replaying) Declare(p *command.Parameters) {
	p.Argument(&c.file, "file", "A file of tourney record.")
	c.door.Declare(p)
}

func (c *replaying) Run(ctx context.Context, to command.Terminal) error {
	player, err := cassette.Open(c.file)
	if err != nil {
		return err
	}
	return c.serve(ctx, to, player, "answers from "+c.file)
}

// comparing is the command diff.
type comparing struct {
	connection

	file, scenario string
	startDate      tourney.Date
}

func (c *comparing) Declare(p *command.Parameters) {
	p.Argument(&c.file, "file", "A file of tourney record.")
	c.url = command.Add(p, &c.URL, "url", "URL", mockHere, "The address of a mock that runs, in place of a new one.")
	c.scenario = "mid-tournament"
	var names []string
	for _, s := range mockserver.Scenarios() {
		names = append(names, s.Name)
	}
	scenario := command.Add(p, &c.scenario, "scenario", "NAME", command.Text,
		"The rows of the new mock: see mockserver scenarios. The default is mid-tournament.").Offer(names...)
	start := command.Add(p, &c.startDate, "start-date", "DAY", command.StartDate(tourney.ParseDate),
		"The first day of the scenario: today, as of a mock that mockserver starts, m/d/yyyy, or fixed for 6/12/2026. The "+
			"default is fixed.").Offer("today", "fixed")
	described := c.declareProfile(p, "the mock", "that of the recording, or else multi-sport")
	command.Either([]*command.Flag{c.url}, append(described, scenario, start))
}

// mockHere reads the address of a mock on this machine.
func mockHere(text string) (string, error) {
	at, err := httptext.BaseURL(text)
	switch {
	case err != nil:
		return "", err
	case !httptext.IsLoopback(at):
		return "", errors.New("expected a mock on this machine, because the recorded writes are sent to it")
	}
	return at.String(), nil
}

// compare sends the requests of the file to the mock.
func (c *comparing) compare(ctx context.Context) ([]cassette.Difference, error) {
	if c.URL != "" && !c.startDate.IsZero() {
		return nil, command.Usage(errors.New("--start-date is for a new mock, and --url names one that runs"))
	}
	if c.URL != "" {
		return cassette.Compare(ctx, c.file, c.URL, http.DefaultTransport)
	}
	recorded, err := cassette.Open(c.file)
	if err != nil {
		return nil, err
	}
	if c.Variant == nil && c.Profile == nil && recorded.Variant() != "" {
		if c.Variant, err = tourney.ParseHost(recorded.Variant()); err != nil {
			return nil, fmt.Errorf("%s: %w", c.file, err)
		}
	}
	profile, err := c.profile()
	if err != nil {
		return nil, command.Usage(err)
	}
	o := []mockserver.Option{mockserver.Scenario(c.scenario)}
	if !c.startDate.IsZero() {
		o = append(o, mockserver.StartDate(c.startDate))
	}
	mock, err := mockserver.New(profile, o...)
	if err != nil {
		return nil, command.Usage(err)
	}
	defer mock.Close()
	return cassette.Compare(ctx, c.file, "http://localhost", mock)
}

func (c *comparing) Run(ctx context.Context, to command.Terminal) error {
	found, err := c.compare(ctx)
	if err != nil || len(found) == 0 {
		return err
	}
	table := command.Table{Head: []string{"OPERATION", "MEMBER", "RECORDED", "ANSWERED", "FIRST IN", "TIMES"}}
	for _, d := range found {
		const most = 30
		table.Add(d.Operation, cmp.Or(d.Member, "(status)"), plaintext.Excerpt(d.Recorded, most),
			plaintext.Excerpt(d.Answered, most), fmt.Sprint(d.Exchange), fmt.Sprint(d.Times))
	}
	return errors.Join(table.Write(to.Out), errors.New("the answers differ"))
}
