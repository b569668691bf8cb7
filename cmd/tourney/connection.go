package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/internal/command"
	"github.com/tourney-go/tourney/mockserver"
)

// connection has the flags that choose a host. A command that uses a host embeds it, declares it, and calls open.
type connection struct {
	Config, Host, URL, Variant, Profile, KeyFile, Format string

	Timeout   *time.Duration
	PlainHTTP bool

	host, url *command.Flag
}

// Declare declares the flags.
func (c *connection) Declare(p *command.Parameters) {
	c.declareHost(p)
	c.declareProfile(p, "--url")
	command.Add(p, &c.KeyFile, "key-file", "FILE", command.Text,
		"A file with the keys of the account: see tourney login.")
	command.Add(p, &c.Format, "format", "json|xml", command.OneOf("json", "xml"),
		"The format of requests and answers. The default is that of the host, json.")
	command.Add(p, &c.Timeout, "timeout", "DURATION", command.Optional(command.Duration),
		"How long a request may take, with all attempts. The default is 1m; 0 sets no bound.")
	c.declarePlaces(p)
}

// declareHost declares the flags that name a host.
func (c *connection) declareHost(p *command.Parameters) {
	c.host = command.Add(p, &c.Host, "host", "NAME", command.Text,
		"A host of tourney login. Without it and --url, the only host that there is.")
	c.url = command.Add(p, &c.URL, "url", "URL", command.Text,
		"The address of a host, such as https://soccer.example.com, in place of --host.")
}

// declareProfile declares the flags that describe a host, which the help calls of.
func (c *connection) declareProfile(p *command.Parameters, of string) {
	command.Add(p, &c.Variant, "variant", "NAME", command.Text,
		"The sport or the profile of "+of+": see mockserver variants. The default is multi-sport.")
	command.Add(p, &c.Profile, "profile", "FILE", command.ExistingFile,
		"A file with the profile of "+of+" in JSON, in place of --variant.")
}

// declarePlaces declares where secrets may go, and where hosts are.
func (c *connection) declarePlaces(p *command.Parameters) {
	command.AddSwitch(p, &c.PlainHTTP, "plain-http", "Send keys and passwords over http to other machines too.")
	declareConfig(p, &c.Config)
}

// declareConfig declares the flag of the file with the hosts.
func declareConfig(p *command.Parameters, file *string) {
	command.Add(p, file, "config", "FILE", command.Text,
		"The file with the hosts. The default is tourney/hosts.json in your folder of settings.")
}

// profile returns the profile of the host at --url.
func (c *connection) profile() (tourney.Profile, error) {
	if c.Profile == "" {
		host, err := tourney.ParseHost(cmp.Or(c.Variant, string(tourney.MultiSport)))
		if err != nil {
			return tourney.Profile{}, err
		}
		return tourney.ProfileOf(host)
	}
	if c.Variant != "" {
		return tourney.Profile{}, errors.New("--variant and --profile both say what --url is: give one of them")
	}
	var profile mockserver.Profile // the profile of a client, and what a mock needs beside it
	data, err := os.ReadFile(c.Profile)
	if err == nil {
		err = profile.UnmarshalJSON(data)
	}
	if err != nil {
		return tourney.Profile{}, fmt.Errorf("--profile %s: %w", c.Profile, err)
	}
	return tourney.ProfileOf(profile.Profile)
}

// chosen returns the host that the flags name, with its name in the file of hosts; the name is "" for --url. A flag
// counts more than a variable.
func (c *connection) chosen() (name string, h host, err error) {
	useURL, useHost := c.URL != "" && !c.host.Given(), c.Host != "" && !c.url.Given()
	switch {
	case useURL && useHost, c.url.Given() && c.host.Given():
		return "", h, errors.New("--url and --host both name a host: give one of them")
	case useURL:
		h.URL = c.URL
		h.Profile, err = c.profile()
		return "", h, err
	case c.Variant != "" || c.Profile != "":
		return "", h, errors.New("--variant and --profile belong to --url: a host of --host has its own")
	}
	hosts, err := readHosts(c.Config)
	if err != nil {
		return "", h, err
	}
	return hosts.find(c.Host)
}

// open returns a client of the host that the flags name, with the keys of its account if there are any.
func (c *connection) open(more ...tourney.Option) (*tourney.Client, error) {
	_, h, err := c.chosen()
	if err != nil {
		return nil, command.Usage(err)
	}
	h.KeyFile = cmp.Or(c.KeyFile, h.KeyFile)
	keys, err := h.keys()
	if err != nil {
		return nil, err
	}
	opts := c.options(&h)
	if keys.APIKey != "" {
		opts = append(opts, tourney.WithCredentials(keys))
		if h.Profile.Signer == nil {
			opts = append(opts, tourney.WithSigner(auth.HMAC{}))
		}
	}
	client, err := tourney.New(h.URL, h.Profile, append(opts, more...)...)
	if err != nil {
		return nil, command.Usage(err)
	}
	return client, nil
}

// options returns the options of the flags for a client of a host.
func (c *connection) options(h *host) (opts []tourney.Option) {
	if c.Format != "" {
		opts = append(opts, tourney.WithFormat(tourney.Format(strings.ToUpper(c.Format))))
	}
	if c.Timeout != nil {
		opts = append(opts, tourney.WithTimeout(*c.Timeout))
	}
	if c.PlainHTTP || h.PlainHTTP {
		opts = append(opts, tourney.WithPlainHTTP())
	}
	return opts
}
