package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/time/rate"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/cmd/internal/command"
	"github.com/tourney-go/tourney/mockserver"
)

// connection has the flags that choose a host. A command that uses a host embeds it, declares it, and calls open.
type connection struct {
	Config, Host, URL, KeyFile string

	Variant   tourney.Host
	Profile   *mockserver.Profile // what a mock needs beside the profile of a client has no effect
	Format    tourney.Format
	Timeout   *time.Duration
	PlainHTTP bool

	host, url *command.Flag
}

func (c *connection) Declare(p *command.Parameters) {
	c.declareHost(p)
	command.Add(p, &c.KeyFile, "key-file", "FILE", filepath.Abs, "A file with the keys of the account: see tourney login.")
	formats := []string{"json", "xml"}
	command.Add(p, &c.Format, "format", strings.Join(formats, "|"), func(text string) (tourney.Format, error) {
		name, err := command.OneOf(formats...)(text)
		return tourney.Format(strings.ToUpper(name)), err
	}, "The format of requests and answers. The default is that of the host, json.").Offer(formats...)
	command.Add(p, &c.Timeout, "timeout", "DURATION", command.Optional(command.Duration),
		"How long a request may take, with all attempts. The default is 1m; 0 sets no bound.")
}

// declareHost declares the flags that name a host and describe it, and where secrets may go.
func (c *connection) declareHost(p *command.Parameters) {
	c.host = command.Add(p, &c.Host, "host", "NAME", command.Text,
		"A host of tourney login. Without it and --url, the only host that there is.")
	c.host.Values = func() []string { return namesOfHosts(c.Config) }
	c.url = command.Add(p, &c.URL, "url", "URL", command.Text,
		"The address of a host, such as https://soccer.example.com, in place of --host.")
	command.Either([]*command.Flag{c.host}, []*command.Flag{c.url})
	command.Either([]*command.Flag{c.host}, append(c.declareProfile(p, "--url", "multi-sport"), c.url))
	command.AddSwitch(p, &c.PlainHTTP, "plain-http", "Send keys and passwords over http to other machines too.")
	declareConfig(p, &c.Config)
}

// declareProfile declares the flags that describe a host, which the help calls of, and returns them. The help names
// their default.
func (c *connection) declareProfile(p *command.Parameters, of, byDefault string) []*command.Flag {
	var names []string
	for _, v := range tourney.Variants() {
		names = append(names, string(v))
	}
	names = append(names, tourney.Basketball().Name)
	variant := command.Add(p, &c.Variant, "variant", "NAME", tourney.ParseHost,
		"The sport or the profile of "+of+": see mockserver variants. The default is "+byDefault+".").Offer(names...)
	profile := command.AddFile(p, &c.Profile, "profile", command.Optional(profileOf),
		"A file with the profile of "+of+" in JSON, in place of --variant.")
	command.Either([]*command.Flag{variant}, []*command.Flag{profile})
	return []*command.Flag{variant, profile}
}

// declareConfig declares the flag of the file with the hosts.
func declareConfig(p *command.Parameters, file *string) {
	command.Add(p, file, "config", "FILE", command.Text,
		"The file with the hosts. The default is tourney/hosts.json in your folder of settings.")
}

// profileOf reads the profile of a host or of a mock.
func profileOf(text string) (profile mockserver.Profile, err error) {
	err = profile.UnmarshalJSON([]byte(text))
	return profile, err
}

// profile returns the profile of the host at --url.
func (c *connection) profile() (tourney.Profile, error) {
	switch {
	case c.Variant != nil && c.Profile != nil:
		return tourney.Profile{}, errors.New("--variant and --profile both say what --url is: give one of them")
	case c.Profile != nil:
		return tourney.ProfileOf(c.Profile.Profile)
	case c.Variant != nil:
		return tourney.ProfileOf(c.Variant)
	}
	return tourney.ProfileOf(tourney.MultiSport)
}

// chosen returns the host that the flags name, with its name in the file of hosts; the name is "" for --url. Flags
// count more than the file.
func (c *connection) chosen() (name string, h host, err error) {
	switch {
	case c.URL != "" && c.Host != "":
		err = errors.New("--url and --host both name a host: give one of them")
	case c.URL != "":
		h.URL = c.URL
		h.Profile, err = c.profile()
	case c.Variant != nil || c.Profile != nil:
		err = errors.New("--variant and --profile belong to --url: a host of --host has its own")
	default:
		var hosts hostsFile
		if hosts, err = readHosts(c.Config); err == nil {
			name, h, err = hosts.find(c.Host)
		}
	}
	c.change(&h)
	return name, h, err
}

// change replaces the settings of a host by those that the flags give.
func (c *connection) change(h *host) {
	h.KeyFile = cmp.Or(c.KeyFile, h.KeyFile)
	h.Profile.Format = cmp.Or(c.Format, h.Profile.Format)
	h.PlainHTTP = c.PlainHTTP || h.PlainHTTP
}

// open returns a client of the host that the flags name, with the keys of its account if there are any.
func (c *connection) open(ctx context.Context, more ...tourney.Option) (*tourney.Client, error) {
	_, h, err := c.chosen()
	if err != nil {
		return nil, command.Usage(err)
	}
	ctx, cancel := patience(ctx, c.Timeout)
	defer cancel()
	keys, err := h.keys(ctx)
	if err != nil {
		return nil, err
	}
	if keys.APIKey != "" {
		more = append(more, tourney.WithCredentials(keys))
		if h.Profile.Signer == nil {
			more = append(more, tourney.WithSigner(auth.HMAC{}))
		}
	}
	return c.client(&h, more...)
}

// patience returns a context that ends when something else than the host has taken too long, such as the keyring.
func patience(ctx context.Context, timeout *time.Duration) (context.Context, context.CancelFunc) {
	wait := cmp.Or(timeout, new(time.Minute))
	if *wait == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, *wait)
}

// client returns a client of a host.
func (c *connection) client(h *host, more ...tourney.Option) (*tourney.Client, error) {
	if c.Timeout != nil {
		more = append(more, tourney.WithTimeout(*c.Timeout))
	}
	if h.PlainHTTP {
		more = append(more, tourney.WithPlainHTTP())
	}
	client, err := tourney.New(h.URL, h.Profile, more...)
	if err != nil {
		return nil, command.Usage(err)
	}
	return client, nil
}

// eventReader has the flags of commands that read an event with many requests.
type eventReader struct {
	connection

	Event int64
	Rate  command.Rate
}

// Declare declares the flags. The default of --rate is perSecond.
func (c *eventReader) Declare(p *command.Parameters, about string, perSecond int) {
	c.Rate = command.Rate{Requests: perSecond, Per: time.Second}
	command.Add(p, &c.Event, "event", "ID", command.Number[int64], about)
	command.Add(p, &c.Rate, "rate", "N/TIME", command.RateOf,
		fmt.Sprintf("The most requests in a time. The default is %d/s.", perSecond))
	c.connection.Declare(p)
}

func (c *eventReader) limit() rate.Limit {
	return rate.Every(c.Rate.Per / time.Duration(c.Rate.Requests))
}

// check refuses an event that is missing.
func (c *eventReader) check() error {
	if c.Event < 1 {
		return command.Usage(errors.New("--event: expected the id of an event"))
	}
	return nil
}
