package main

import (
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/zalando/go-keyring"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/cmd/internal/command"
	"github.com/tourney-go/tourney/secret"
)

const twoHosts = `{"hosts": {
	"soccer": {"url": "https://soccer.example.com", "profile": {"Name": "soccer", "Variant": "soccer"}, "keyring": true, "username": "ada"},
	"hoops": {"url": "https://hoops.example.com", "profile": {"Name": "hoops"}, "keyring": true, "username": "ben"}}}`

var testKeys = auth.Credentials{APIKey: "key-of-ben", APISecret: secret.New("secret-of-ben")}

// TestChoosingAHost: flags count more than variables, and two names of a host are a mistake.
func TestChoosingAHost(t *testing.T) {
	profile := filepath.Join(t.TempDir(), "profile.json")
	require.NoError(t, os.WriteFile(profile, []byte(`{"Variant": "soccer"}`), 0o600))
	for name, c := range map[string]struct {
		env  map[string]string
		args []string
		url  string // of the chosen host
		says string
	}{
		"by name":       {args: []string{"--host", "soccer"}, url: "https://soccer.example.com"},
		"by address":    {args: []string{"--url", "http://127.0.0.1:1"}, url: "http://127.0.0.1:1"},
		"by a variable": {env: map[string]string{"TOURNEY_HOST": "hoops"}, url: "https://hoops.example.com"},
		"two variables": {
			env:  map[string]string{"TOURNEY_HOST": "hoops", "TOURNEY_URL": "http://[::1]"},
			says: "--url and --host both name a host",
		},
		"a name outranks": {
			env:  map[string]string{"TOURNEY_URL": "http://[::1]", "TOURNEY_VARIANT": "rugby"},
			args: []string{"--host=hoops"}, url: "https://hoops.example.com",
		},
		"also a profile": {
			env:  map[string]string{"TOURNEY_PROFILE": profile},
			args: []string{"--host=hoops"}, url: "https://hoops.example.com",
		},
		"also a broken one": {
			env:  map[string]string{"TOURNEY_VARIANT": "quidditch"},
			args: []string{"--host=hoops"}, url: "https://hoops.example.com",
		},
		"a variant outranks": {
			env:  map[string]string{"TOURNEY_HOST": "hoops", "TOURNEY_URL": "http://[::1]", "TOURNEY_PROFILE": "main.go"},
			args: []string{"--variant=rugby"}, url: "http://[::1]",
		},
		"a profile outranks": {
			env:  map[string]string{"TOURNEY_VARIANT": "rugby"},
			args: []string{"--url=http://[::1]", "--profile=" + profile}, url: "http://[::1]",
		},
		"the flag --url": {
			env:  map[string]string{"TOURNEY_HOST": "soccer"},
			args: []string{"--url=http://[::1]"}, url: "http://[::1]",
		},
		"the flag --host": {
			env:  map[string]string{"TOURNEY_URL": "http://[::1]"},
			args: []string{"--host=soccer"}, url: "https://soccer.example.com",
		},
		"both flags":       {args: []string{"--host=soccer", "--url=http://[::1]"}, says: "--url and --host both name a host: give one of them"},
		"neither":          {says: "choose a host: --host is one of hoops, soccer"},
		"a wrong name":     {args: []string{"--host=socer"}, says: `--host: there is no host "socer": the nearest is soccer`},
		"a useless flag":   {args: []string{"--host=soccer", "--variant=rugby"}, says: "--variant and --profile belong to --url"},
		"a wrong variant":  {args: []string{"--url=http://[::1]", "--variant=quidditch"}, says: `unknown variant or profile "quidditch"`},
		"two descriptions": {args: []string{"--url=http://[::1]", "--variant=rugby", "--profile=" + profile}, says: "give one of them"},
		"no profile":       {args: []string{"--url=http://[::1]", "--profile=main.go"}, says: "--profile: main.go: "},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPrompt(t)
			p.writeHosts(twoHosts)
			require.NoError(t, (&host{URL: "https://hoops.example.com", Username: "ben"}).keep(t.Context(), testKeys))
			require.NoError(t, (&host{URL: "https://soccer.example.com", Username: "ada"}).keep(t.Context(), testKeys))
			for key, value := range c.env {
				t.Setenv(key, value)
			}
			open := &opens{}
			t.Setenv("TOURNEY_CONFIG", p.config)
			program := newProgram()
			program.Build = func(t command.Tree) command.Node { return t.Root("", open) }
			code := program.Run(t.Context(), c.args, command.Terminal{Out: &p.out, Errs: &p.errs})
			require.Equal(t, c.says == "", code == command.ExitOK, p.errs.String())
			require.Contains(t, p.errs.String(), c.says)
			require.Equal(t, c.url, open.url)
		})
	}
}

// TestHosts: the list names the place of the keys, and a host that is removed loses them.
func TestHosts(t *testing.T) {
	p := newPrompt(t)
	out, _ := p.want(command.ExitOK, "hosts")
	require.Empty(t, out, "there is no file")
	p.writeHosts(twoHosts)
	out, _ = p.want(command.ExitOK, "hosts")
	require.Equal(t, "hoops   https://hoops.example.com   hoops   ben  keys in the keyring\n"+
		"soccer  https://soccer.example.com  soccer  ada  keys in the keyring\n", out)
	hoops := host{URL: "https://hoops.example.com", Username: "ben"}
	require.NoError(t, hoops.keep(t.Context(), testKeys))
	p.want(command.ExitOK, "logout", "--host=hoops")
	_, err := keyring.Get(ring, hoops.account())
	require.ErrorIs(t, err, keyring.ErrNotFound)
	p.want(command.ExitOK, "logout")
	_, errs := p.want(command.ExitUsage, "logout")
	require.Contains(t, errs, "no host is known")
	for text, says := range map[string]string{
		`{"hosts": {"a": {"url": "x", "profil": {}}}}`: `unknown field "profil"`, `{"hosts":`: "unexpected EOF", `{} {}`: "something follows",
	} {
		p.writeHosts(text)
		_, errs := p.want(command.ExitFailed, "hosts")
		require.Contains(t, errs, p.config+": ")
		require.Contains(t, errs, says)
	}
}

// TestNoHostIsLost: programs that change the file at the same time take turns.
func TestNoHostIsLost(t *testing.T) {
	file := filepath.Join(t.TempDir(), "new", "hosts.json")
	var changes sync.WaitGroup
	const many = 20
	for i := range many {
		changes.Go(func() {
			if err := changeHosts(t.Context(), file, func(f hostsFile) error {
				f.Hosts[strconv.Itoa(i)] = host{Profile: tourney.Basketball()}
				return nil
			}); err != nil {
				t.Error(err)
			}
		})
	}
	changes.Wait()
	f, err := readHosts(file)
	require.NoError(t, err)
	require.Len(t, f.Hosts, many)
	info, err := os.Stat(file)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
}
