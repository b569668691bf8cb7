package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/tourney-go/tourney/cmd/internal/command"
	"github.com/tourney-go/tourney/internal/httptext"
)

type login struct {
	connection

	username string
}

func (c *login) Declare(p *command.Parameters) {
	command.Add(p, &c.username, "username", "NAME", command.Text,
		"The user name of the account. A person types the password, or $"+password+" or the first line of the input has it.")
	c.connection.Declare(p)
}

// Run logs in, stores the keys, and adds the host to the file of hosts.
func (c *login) Run(ctx context.Context, to command.Terminal) error {
	name, h, err := c.newHost()
	if h.Username = cmp.Or(c.username, h.Username); err == nil && h.Username == "" {
		err = errors.New("--username is missing")
	}
	if err != nil {
		return command.Usage(err)
	}
	client, err := c.client(&h)
	if err != nil {
		return err
	}
	word, err := askPassword(ctx, to, name)
	if err != nil {
		return err
	}
	account, err := client.Authenticate(ctx, h.Username, word)
	if err != nil {
		return err
	}
	ctx, cancel := patience(ctx, c.Timeout)
	defer cancel()
	var before host
	err = changeHosts(ctx, c.Config, func(f hostsFile) error {
		before, f.Hosts[name] = f.Hosts[name], h
		return h.keep(ctx, account.Credentials)
	})
	if err == nil && (before.KeyFile != "" || before.Keyring) { // not earlier: a login that fails changes nothing
		err = changeHosts(ctx, c.Config, func(f hostsFile) error { return f.forget(ctx, &before) })
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(to.Out, "Logged in as account %d. The keys are in %s. Use the host with --host %s.\n",
		account.ID, h.keyPlace(), name)
	return to.Done("the login is done, and the keys are in "+h.keyPlace(), err)
}

// newHost returns the host to log in to: a new one with --url and --host, or one of the file. It returns an error if
// variables, which a person may have forgotten, name another address for a host of the file: the password would go
// there.
func (c *login) newHost() (name string, h host, err error) {
	if c.URL == "" {
		if name, h, err = c.chosen(); err != nil {
			return "", h, err
		}
	} else {
		f, err := readHosts(c.Config)
		known, ok := f.Hosts[c.Host]
		h.URL, name = c.URL, c.Host
		switch {
		case err != nil:
			return "", h, err
		case name == "":
			return "", h, errors.New("--host is missing: a name for the host at --url")
		case ok && !c.url.Given() && !httptext.SameHost(known.URL, c.URL):
			return "", h, fmt.Errorf("%s is at %s, and TOURNEY_URL is another: --url says which", name, known.URL)
		}
		if h.Profile, err = c.profile(); err != nil {
			return "", h, err
		}
	}
	c.change(&h)
	h.Keyring = h.KeyFile == ""
	return name, h, nil
}

// password is the variable of the environment that may have the password.
const password = "TOURNEY_PASSWORD"

// askPassword returns the password of the variable, or what a person types without showing it, or the first line that
// the program reads.
func askPassword(ctx context.Context, to command.Terminal, name string) (word string, err error) {
	if word = os.Getenv(password); word != "" {
		return word, nil
	}
	if to.People.In {
		word, err = to.Ask(ctx, "Password of the account at "+name+": ", true)
	} else {
		word, err = to.ReadLine(ctx)
	}
	if word == "" && (err == nil || errors.Is(err, io.EOF)) {
		err = command.Usage(errors.New("there is no password: type it, or give it in the first line or in " + password))
	}
	return word, err
}

type logout struct{ Config, Host string }

func (c *logout) Declare(p *command.Parameters) {
	host := command.Add(p, &c.Host, "host", "NAME", command.Text, "The host. Without it, the only host that there is.")
	host.Values = func() []string { return namesOfHosts(c.Config) }
	declareConfig(p, &c.Config)
}

func (c *logout) Run(ctx context.Context, _ command.Terminal) error {
	ctx, cancel := patience(ctx, nil)
	defer cancel()
	return changeHosts(ctx, c.Config, func(f hostsFile) error {
		name, h, err := f.find(c.Host)
		if err != nil {
			return command.Usage(err)
		}
		delete(f.Hosts, name)
		return f.forget(ctx, &h)
	})
}
