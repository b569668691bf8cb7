package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/cmd/internal/command"
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
func readHosts(given string) (hostsFile, error) {
	file, err := configFile(given)
	if err != nil {
		return hostsFile{}, err
	}
	data, err := tempfile.Load(file)
	if err != nil {
		return hostsFile{}, err
	}
	return parseHosts(file, data)
}

// parseHosts reads the content of the file with the hosts.
func parseHosts(file string, data []byte) (f hostsFile, err error) {
	if data == nil {
		return f, nil
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields() // the next change of the file would lose them
	if err = d.Decode(&f); err == nil && d.More() {
		err = errors.New("something follows the JSON")
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", file, err)
	}
	return f, err
}

// namesOfHosts returns the names of the hosts that can be read.
func namesOfHosts(file string) []string {
	f, _ := readHosts(file)
	return slices.Sorted(maps.Keys(f.Hosts))
}

// find returns the host with a name, and the only host for the name "".
func (f hostsFile) find(name string) (string, host, error) {
	names := slices.Sorted(maps.Keys(f.Hosts))
	switch _, ok := f.Hosts[name]; {
	case len(names) == 0:
		return "", host{}, errors.New("no host is known: give --url, or add a host with tourney login")
	case name == "" && len(names) == 1:
		name = names[0]
	case name == "":
		return "", host{}, fmt.Errorf("choose a host: --host is one of %s", strings.Join(names, ", "))
	case !ok:
		return "", host{}, fmt.Errorf("--host: there is no host %q: %s", name, plaintext.Hint(names, name))
	}
	return name, f.Hosts[name], nil
}

// forget removes the keys of a host, unless a host of the file uses them.
func (f hostsFile) forget(ctx context.Context, h *host) error {
	for _, other := range f.Hosts {
		if other.sharesKeys(h) {
			return nil
		}
	}
	return h.forgetKeys(ctx)
}

// changeHosts changes the hosts of the file. Programs that change the file at the same time take turns, so that no
// change is lost.
func changeHosts(ctx context.Context, given string, change func(hostsFile) error) error {
	file, err := configFile(given)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(file), 0o700)
	}
	if err != nil {
		return err
	}
	return tempfile.Update(ctx, file, func(data []byte) ([]byte, error) {
		f, err := parseHosts(file, data)
		if f.Hosts == nil {
			f.Hosts = map[string]host{}
		}
		if err == nil {
			err = change(f)
		}
		if err != nil {
			return nil, err
		}
		return json.MarshalIndent(f, "", "  ")
	})
}

type hosts struct{ Config string }

func (c *hosts) Declare(p *command.Parameters) { declareConfig(p, &c.Config) }

func (c *hosts) Run(_ context.Context, to command.Terminal) error {
	f, err := readHosts(c.Config)
	if err != nil {
		return err
	}
	var table command.Table
	for _, name := range slices.Sorted(maps.Keys(f.Hosts)) {
		h := f.Hosts[name]
		table.Add(name, h.URL, h.Profile.Name, h.Username, "keys in "+h.keyPlace())
	}
	return table.Write(to.Out)
}
