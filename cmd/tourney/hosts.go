package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"text/tabwriter"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/command"
	"github.com/tourney-go/tourney/internal/plaintext"
	"github.com/tourney-go/tourney/internal/tempfile"
)

// hostsFile is the file with the hosts. It holds no keys.
type hostsFile struct {
	Hosts map[string]host `json:"hosts"`
}

// host is a host of the file.
type host struct {
	URL       string          `json:"url"`
	Profile   tourney.Profile `json:"profile"`
	PlainHTTP bool            `json:"plainHTTP,omitempty"` // keys and passwords may go to the host over http
	Username  string          `json:"username,omitempty"`
	Keyring   bool            `json:"keyring,omitempty"` // the keyring of the system has the keys
	KeyFile   string          `json:"keyFile,omitempty"` // the file that has the keys, "" for none
}

// configFile returns the name of the file with the hosts.
func configFile(given string) (string, error) {
	if given != "" {
		return given, nil
	}
	folder, err := os.UserConfigDir()
	if err != nil {
		return "", fmt.Errorf("--config has no default: %w", err)
	}
	return filepath.Join(folder, "tourney", "hosts.json"), nil
}

// readHosts reads the file with the hosts. A file that does not exist has no hosts.
func readHosts(given string) (*hostsFile, error) {
	file, err := configFile(given)
	if err != nil {
		return nil, err
	}
	data, err := os.ReadFile(file) //nolint:gosec // the file that the user named
	if errors.Is(err, fs.ErrNotExist) {
		return &hostsFile{}, nil
	}
	if err != nil {
		return nil, err
	}
	return parseHosts(file, data)
}

func parseHosts(file string, data []byte) (*hostsFile, error) {
	f := &hostsFile{}
	if len(data) > 0 {
		if err := readJSON(data, f); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	return f, nil
}

// readJSON reads a whole file of JSON, and refuses members that mean nothing.
func readJSON(data []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("something follows the JSON")
	}
	return nil
}

// changeHosts changes the hosts of the file. Programs that change the file at the same time take turns, so that no
// change is lost.
func changeHosts(ctx context.Context, given string, change func(hosts map[string]host) error) error {
	file, err := configFile(given)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	return tempfile.Update(ctx, file, func(data []byte) ([]byte, error) {
		f, err := parseHosts(file, data)
		if err != nil {
			return nil, err
		}
		if f.Hosts == nil {
			f.Hosts = map[string]host{}
		}
		if err := change(f.Hosts); err != nil {
			return nil, err
		}
		text, err := json.MarshalIndent(f, "", "  ")
		return append(text, '\n'), err
	})
}

// hostsList is the command hosts list.
type hostsList struct{ Config string }

// Declare declares the flags.
func (c *hostsList) Declare(p *command.Parameters) { declareConfig(p, &c.Config) }

// Run lists the hosts.
func (c *hostsList) Run(_ context.Context, to command.Terminal) error {
	f, err := readHosts(c.Config)
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(to.Out, 0, 0, 2, ' ', 0)
	for _, name := range slices.Sorted(maps.Keys(f.Hosts)) {
		h := f.Hosts[name]
		keys := "no keys"
		switch {
		case h.KeyFile != "":
			keys = "keys in " + h.KeyFile
		case h.Keyring:
			keys = "keys in the keyring"
		}
		for _, cell := range []string{name, h.URL, h.Profile.Name, h.Username} {
			fmt.Fprint(table, plaintext.OneLine(cell)+"\t")
		}
		fmt.Fprintln(table, plaintext.OneLine(keys))
	}
	return table.Flush()
}

// hostsRemove is the command hosts remove.
type hostsRemove struct{ Config, Name string }

// Declare declares the flags and the argument.
func (c *hostsRemove) Declare(p *command.Parameters) {
	declareConfig(p, &c.Config)
	p.Argument(&c.Name, "name", "The name of the host.")
}

// Run forgets a host and its keys.
func (c *hostsRemove) Run(ctx context.Context, _ command.Terminal) error {
	return changeHosts(ctx, c.Config, func(hosts map[string]host) error {
		_, h, err := (&hostsFile{hosts}).find(c.Name)
		if err != nil {
			return command.Usage(err)
		}
		delete(hosts, c.Name)
		return h.forgetKeys()
	})
}
