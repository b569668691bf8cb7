package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/cmd/internal/command"
	"github.com/tourney-go/tourney/mockserver"
)

// TestLogin: the password comes from a person, the input or a variable. The keys are in the keyring or a file, sign later
// requests, and go with the host. Neither shows anywhere else.
func TestLogin(t *testing.T) {
	file := filepath.Join(t.TempDir(), "keys")
	const word = "open sesame"
	for name, c := range map[string]struct {
		people bool
		in     string
		env    string
		more   []string
		place  string
	}{
		"a person":   {people: true, in: word + "\r\n", place: "the keyring"},
		"a script":   {in: word + "\nmore\n", place: "the keyring"},
		"a variable": {env: word, place: "the keyring"},
		"a file":     {in: word, more: []string{"--key-file", file}, place: file},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPrompt(t)
			srv := p.mock(mockserver.RequireAuth(auth.HMAC{}), mockserver.Account("ada", word, tourney.Account{ID: 7, Email: "ada@example.com"}))
			url := srv.URL()
			t.Setenv("TOURNEY_URL", "")
			t.Setenv("TOURNEY_VARIANT", "")
			t.Setenv(password, c.env)
			p.people, p.in = c.people, c.in
			shown := &bytes.Buffer{}
			want := func(code int, args ...string) string {
				out, errs := p.want(code, args...)
				shown.WriteString(out + errs)
				return out + errs
			}
			out := want(command.ExitOK, append([]string{"login", "--host=cup", "--url", url, "--variant=soccer", "--username=ada"}, c.more...)...)
			require.Contains(t, out, "The keys are in "+c.place+". Use the host with --host cup.\n")
			want(command.ExitOK, "teams", "list", "--event=1001", "--host=cup", "--json")
			require.Contains(t, want(command.ExitOK, "hosts"), "keys in "+c.place)
			settings, err := os.ReadFile(p.config)
			require.NoError(t, err)
			keys, _ := srv.Accounts.Keys("")
			for _, secret := range []string{word, keys.APIKey, keys.APISecret.Reveal()} {
				require.NotContains(t, shown.String()+string(settings), secret)
			}
			want(command.ExitOK, "logout")
			require.NoFileExists(t, file)
			require.Contains(t, want(command.ExitUsage, "teams", "get", "4001"), "no host is known")
		})
	}
}

// TestWrongLogins: a wrong password stores nothing, and the program says what is missing.
func TestWrongLogins(t *testing.T) {
	p := newPrompt(t)
	srv := p.mock()
	t.Setenv("TOURNEY_URL", "")
	t.Setenv("TOURNEY_VARIANT", "")
	url := "--url=" + srv.URL()
	for args, c := range map[string]struct {
		code     int
		in, says string
	}{
		"--host=a --username=ada":                 {command.ExitUsage, "x", "no host is known"},
		url + " --username=ada":                   {command.ExitUsage, "x", "--host is missing: a name for the host at --url"},
		"--host=a " + url:                         {command.ExitUsage, "x", "--username is missing"},
		"--host=a --username=ada " + url:          {exitRefused, "wrong-password", "401 Unauthorized"},
		"--host=a --username=bo " + url:           {command.ExitUsage, "", "there is no password"},
		"--host=a --username=b --url=http://a.b":  {command.ExitUsage, "wrong-password", "plain http"},
		"--host=a --username=b --password=sesame": {command.ExitUsage, "", "unknown flag --password"},
		"--host=a --username=b --key-file=" + p.t.TempDir() + "/no/keys --username=director " + url: {command.ExitUsage, "", "given twice"},
	} {
		p.in = c.in
		_, errs := p.want(c.code, append([]string{"login"}, strings.Fields(args)...)...)
		require.Contains(t, errs, c.says)
		require.NotContains(t, errs, "wrong-password")
		require.NotContains(t, errs, "sesame")
		require.NoFileExists(t, p.config)
	}
}

// TestLoginAgain: a login removes the keys of the login before, but not those that it stores in the same place.
func TestLoginAgain(t *testing.T) {
	p := newPrompt(t)
	p.mock(mockserver.Account("bo", "sesame", tourney.Account{ID: 8})).Accounts.Add("ada", "sesame", tourney.Account{ID: 7})
	folder := t.TempDir()
	first, second := filepath.Join(folder, "first"), filepath.Join(folder, "second")
	p.in = "sesame"
	for _, c := range []struct{ user, file, gone string }{{"ada", first, second}, {"bo", first, second}, {"bo", second, first}} {
		url := os.Getenv("TOURNEY_URL")
		p.want(command.ExitOK, "login", "--host=cup", "--url", url, "--username", c.user, "--key-file", c.file)
		require.FileExists(t, c.file)
		require.NoFileExists(t, c.gone)
	}
}

// TestVariablesMoveNoHost: a password for a known host does not go to the address in a variable.
func TestVariablesMoveNoHost(t *testing.T) {
	p := newPrompt(t)
	p.mock()
	p.writeHosts(`{"hosts": {"cup": {"url": "https://host.test", "profile": {"Name": "soccer", "Variant": "soccer"}}}}`)
	p.in = mockserver.DefaultPassword
	_, errs := p.want(command.ExitUsage, "login", "--host=cup", "--username=director")
	require.Contains(t, errs, "cup is at https://host.test, and TOURNEY_URL is another: --url says which")
}

// TestKeyFiles: keys that others can read are not used, and a file without keys is named.
func TestKeyFiles(t *testing.T) {
	p := newPrompt(t)
	p.mock()
	file := filepath.Join(t.TempDir(), "keys")
	for _, c := range []struct {
		text string
		mode os.FileMode
		says string
	}{{"a2V5 b3du", 0o644, "others can read " + file}, {"key-of-ada", 0o600, "no keys in " + file + ", tourney login gets new ones: "}} {
		require.NoError(t, os.WriteFile(file, []byte(c.text), 0o600))
		require.NoError(t, os.Chmod(file, c.mode))
		_, errs := p.want(command.ExitFailed, "teams", "get", "4001", "--key-file", file)
		require.Contains(t, errs, c.says)
		require.NotContains(t, errs, "key-of-ada")
	}
}

// TestCompletion: shells complete commands and flags.
func TestCompletion(t *testing.T) {
	for args, says := range map[string]string{
		"__complete te":                "teams\t",
		"__complete teams ":            "list\tThe operation Teams.List (section 4.3).\n",
		"__complete teams list --ev":   "--event",
		"__complete games update --ho": "--homescore",
	} {
		var out bytes.Buffer
		words := strings.Split(args, " ")
		code, asked := complete(words, &out)
		require.True(t, asked)
		require.Equal(t, command.ExitOK, code)
		require.Contains(t, out.String(), says)
	}
	_, asked := complete([]string{"teams"}, io.Discard)
	require.False(t, asked)
	p := newPrompt(t)
	for shell, says := range map[string]string{
		"bash": "__start_tourney()", "zsh": "#compdef tourney", "fish": "complete -c tourney",
		"powershell": "Register-ArgumentCompleter -CommandName 'tourney'",
	} {
		out, _ := p.want(command.ExitOK, "completion", shell)
		require.Contains(t, out, says)
	}
	_, errs := p.want(command.ExitUsage, "completion", "tcsh")
	require.Contains(t, errs, `no shell "tcsh": expected one of bash`)
	p.want(command.ExitUsage, "completion")
	p.want(command.ExitOK, "completion", "--help")
}
