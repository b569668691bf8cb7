package main

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/zalando/go-keyring"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/cmd/internal/command"
	"github.com/tourney-go/tourney/internal/tempfile"
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
	const soccer, hoops, here = "https://soccer.example.com", "https://hoops.example.com", "http://[::1]"
	for name, c := range map[string]struct {
		env, args string
		url       string // of the chosen host
		says      string
	}{
		"by name":            {"", "--host soccer", soccer, ""},
		"by address":         {"", "--url " + here, here, ""},
		"by a variable":      {"HOST=hoops", "", hoops, ""},
		"two variables":      {"HOST=hoops URL=" + here, "", "", "--url and --host both name a host"},
		"a name outranks":    {"VARIANT=rugby URL=" + here, "--host=hoops", hoops, ""},
		"also a profile":     {"PROFILE=" + profile, "--host=hoops", hoops, ""},
		"also a broken one":  {"VARIANT=quidditch", "--host=hoops", hoops, ""},
		"a variant outranks": {"HOST=hoops PROFILE=main.go URL=" + here, "--variant=rugby", here, ""},
		"a profile outranks": {"VARIANT=rugby", "--url=" + here + " --profile=" + profile, here, ""},
		"the flag --url":     {"HOST=soccer", "--url=" + here, here, ""},
		"the flag --host":    {"URL=" + here, "--host=soccer", soccer, ""},
		"both flags":         {"", "--host=soccer --url=" + here, "", "--url and --host both name a host: give one of them"},
		"neither":            {"", "", "", "choose a host: --host is one of hoops, soccer"},
		"a wrong name":       {"", "--host=socer", "", `--host: there is no host "socer": the nearest is soccer`},
		"a useless flag":     {"", "--host=soccer --variant=rugby", "", "--variant and --profile belong to --url"},
		"a wrong variant":    {"", "--variant=quidditch --url=" + here, "", `unknown variant or profile "quidditch"`},
		"two descriptions":   {"", "--variant=rugby --profile=" + profile + " --url=" + here, "", "give one of them"},
		"no profile":         {"", "--profile=main.go --url=" + here, "", "--profile: main.go: "},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPrompt(t)
			p.writeHosts(twoHosts)
			require.NoError(t, (&host{URL: "https://hoops.example.com", Username: "ben"}).keep(t.Context(), testKeys))
			require.NoError(t, (&host{URL: "https://soccer.example.com", Username: "ada"}).keep(t.Context(), testKeys))
			setAll(t, c.env)
			open := &opens{}
			t.Setenv("TOURNEY_CONFIG", p.config)
			program := newProgram()
			program.Build = func(t command.Tree) command.Node { return t.Root("", open) }
			code := program.Run(t.Context(), strings.Fields(c.args), command.Terminal{Out: &p.out, Errs: &p.errs})
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
	if tempfile.IsUnix {
		require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	}
}
