package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/tourney-go/tourney/cmd/internal/command"
)

// login is the command login.
type login struct {
	connection

	username string
}

// Declare declares the flags.
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
	err = changeHosts(ctx, c.Config, func(f hostsFile) error {
		before := f.Hosts[name]
		if err := h.keep(account.Credentials); err != nil {
			return err
		}
		f.Hosts[name] = h
		if before.KeyFile == h.KeyFile && (h.KeyFile != "" || before.account() == h.account()) { // one place
			return nil
		}
		return before.forgetKeys()
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(to.Out, "Logged in as account %d. The keys are in %s. Use the host with --host %s.\n",
		account.ID, h.keyPlace(), name)
	return to.Done("the login is done, and the keys are in "+h.keyPlace(), err)
}

// newHost returns the host to log in to: a new one with --url and --host, or one of the file.
func (c *login) newHost() (name string, h host, err error) {
	switch name = c.Host; {
	case c.URL == "":
		name, h, err = c.chosen()
	case name == "":
		err = errors.New("--host is missing: a name for the host at --url")
	default:
		h.URL = c.URL
		if h.Profile, err = c.profile(); err == nil {
			err = c.checkMove(name)
		}
	}
	c.change(&h)
	h.Keyring = false
	return name, h, err
}

// checkMove returns an error if a variable, which a person may have forgotten, names another address for a host of the
// file: the password would go there.
func (c *login) checkMove(name string) error {
	f, err := readHosts(c.Config)
	if known, ok := f.Hosts[name]; err == nil && ok && known.URL != c.URL && !c.url.Given() {
		err = fmt.Errorf("%s is at %s, and TOURNEY_URL is another: --url says which", name, known.URL)
	}
	return err
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

// logout is the command logout.
type logout struct{ Config, Host string }

// Declare declares the flags.
func (c *logout) Declare(p *command.Parameters) {
	command.Add(p, &c.Host, "host", "NAME", command.Text, "The host. Without it, the only host that there is.")
	declareConfig(p, &c.Config)
}

// Run forgets a host and its keys.
func (c *logout) Run(ctx context.Context, _ command.Terminal) error {
	return changeHosts(ctx, c.Config, func(f hostsFile) error {
		name, h, err := f.find(c.Host)
		if err != nil {
			return command.Usage(err)
		}
		delete(f.Hosts, name)
		return h.forgetKeys()
	})
}
