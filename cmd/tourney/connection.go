package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/internal/command"
	"github.com/tourney-go/tourney/internal/nearest"
)

// connection has the flags that choose a host. A command that uses a host embeds it, declares it, and calls open.
type connection struct {
	place

	Config    string
	Host      string
	KeyFile   string
	Format    string
	Timeout   *time.Duration
	PlainHTTP bool

	host *command.Flag
}

// Declare declares the flags.
func (c *connection) Declare(p *command.Parameters) {
	c.host = command.Add(p, &c.Host, "host", "NAME", command.Text,
		"A host of tourney login. Without it and --url, the only host that there is.")
	c.place.Declare(p)
	command.Add(p, &c.KeyFile, "key-file", "FILE", command.ExistingFile,
		"A file with the keys of the account: see tourney login --key-file.")
	command.Add(p, &c.Format, "format", "json|xml", command.OneOf("json", "xml"),
		"The format of requests and answers. The default is that of the host, json.")
	command.Add(p, &c.Timeout, "timeout", "DURATION", command.Optional(command.Duration),
		"How long a request may take, with all attempts. The default is 1m; 0 sets no bound.")
	command.AddSwitch(p, &c.PlainHTTP, "plain-http", "Send keys and passwords over http to other machines too.")
	declareConfig(p, &c.Config)
}

// declareConfig declares the flag of the file with the hosts.
func declareConfig(p *command.Parameters, file *string) {
	command.Add(p, file, "config", "FILE", command.Text,
		"The file with the hosts. The default is tourney/hosts.json in your folder of settings.")
}

// place has the flags that describe a host without the file of hosts.
type place struct {
	URL     string
	Variant string
	Profile string

	url *command.Flag
}

// Declare declares the flags.
func (l *place) Declare(p *command.Parameters) {
	l.url = command.Add(p, &l.URL, "url", "URL", command.Text,
		"The address of a host, such as https://soccer.example.com, in place of --host.")
	command.Add(p, &l.Variant, "variant", "NAME", command.Text,
		"The sport or the profile of --url: see mockserver variants. The default is multi-sport.")
	command.Add(p, &l.Profile, "profile", "FILE", command.ExistingFile,
		"A file with the profile of --url in JSON, in place of --variant.")
}

// profile returns the profile of the host at the URL.
func (l *place) profile() (profile tourney.Profile, err error) {
	if l.Profile == "" {
		host, err := tourney.ParseHost(cmp.Or(l.Variant, string(tourney.MultiSport)))
		if err != nil {
			return profile, err
		}
		return tourney.ProfileOf(host)
	}
	if l.Variant != "" {
		return profile, errors.New("--variant and --profile both say what --url is: give one of them")
	}
	data, err := os.ReadFile(l.Profile)
	if err == nil {
		err = readJSON(data, &profile)
	}
	if err != nil {
		return profile, fmt.Errorf("--profile %s: %w", l.Profile, err)
	}
	return tourney.ProfileOf(profile)
}

// chosen returns the host that the flags name, with its name in the file of hosts; the name is "" for --url. A flag
// counts more than a variable.
func (c *connection) chosen() (name string, h host, err error) {
	useURL, useHost := c.URL != "", c.Host != ""
	switch {
	case c.url.Given() && c.host.Given(), useURL && useHost && !c.url.Given() && !c.host.Given():
		return "", host{}, errors.New("--url and --host both name a host: give one of them")
	case useURL && !c.host.Given():
		h.URL = c.URL
		h.Profile, err = c.profile()
		return "", h, err
	case (c.Variant != "" || c.Profile != "") && !useURL:
		return "", host{}, errors.New("--variant and --profile belong to --url: a host of --host has its own")
	}
	hosts, err := readHosts(c.Config)
	if err != nil {
		return "", host{}, err
	}
	return hosts.find(c.Host)
}

// find returns the host with a name, and the only host for the name "".
func (f *hostsFile) find(name string) (string, host, error) {
	names := slices.Sorted(maps.Keys(f.Hosts))
	switch {
	case len(names) == 0:
		return "", host{}, errors.New("no host is known: give --url, or add a host with tourney login")
	case name == "" && len(names) == 1:
		name = names[0]
	case name == "":
		return "", host{}, fmt.Errorf("choose a host: --host is one of %s", strings.Join(names, ", "))
	}
	h, ok := f.Hosts[name]
	if !ok {
		return "", host{}, fmt.Errorf("--host: there is no host %q: %s", name, nearest.Hint(names, name))
	}
	return name, h, nil
}

// open returns a client of the host that the flags name, with the keys of its account if there are any.
func (c *connection) open(more ...tourney.Option) (*tourney.Client, error) {
	_, h, err := c.chosen()
	if err != nil {
		return nil, command.Usage(err)
	}
	h.KeyFile = cmp.Or(c.KeyFile, h.KeyFile)
	opts := c.options(&h)
	keys, err := h.keys()
	if err != nil {
		return nil, err
	}
	if keys.APIKey != "" {
		opts = append(opts, tourney.WithCredentials(keys))
	}
	if keys.APIKey != "" && h.Profile.Signer == nil {
		opts = append(opts, tourney.WithSigner(auth.HMAC{}))
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
