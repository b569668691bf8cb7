package main

import (
	"crypto/x509"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/cmd/internal/command"
)

// TestClientCommands talks to a mock that runs, as a script does.
func TestClientCommands(t *testing.T) {
	p := start(t, "--variant", "soccer", "--admin-token", "open-sesame", "--start-date", "fixed")
	defer p.stop()
	for _, step := range []struct {
		args   string
		code   int
		prints string // the beginning, of both outputs
	}{
		{`fault add {"operation":"Teams.List","trigger":"first","n":1,"action":"status","status":503}`, 0, "f1\n"},
		{`fault add Teams.List`, 2, `mockserver: the rule "Teams.List" is no JSON: expected one such as {"operation":`},
		{`fault add {"operatin":"Teams.List"}`, 2, `mockserver: fault: "operatin": no such member`},
		{`fault add {"operation":"Teams.Lst","action":"status","status":503}`, 1, `mockserver: Faults.Add: operation: there is no "Teams.Lst"`},
		{"fault", 0, `f1  0 hits  On("Teams.List").First(1).Before().Status(503)`},
		{"snapshot keep before", 0, "before\n"},
		{"snapshot", 0, "before  after write 0  2026-06-12T23:00:00Z\n"},
		{"clock --advance 90m", 0, "2026-06-13T00:30:00Z\n"},
		{"clock --set noon", 2, `mockserver: --set is "noon": expected a time such as 2026-06-12T09:00:00Z`},
		{"snapshot restore before", 0, ""},
		{"snapshot restore befor", 1, `mockserver: there is no snapshot "befor": the nearest is "before"`},
		{"snapshot forget before", 0, ""},
		{"snapshot", 0, ""},
		{"requests --op Teams.Lst", 1, `mockserver: Calls.All: no operation is called "Teams.Lst": the nearest is "Teams.List"`},
		{"requests --clear --op=Teams.List", 2, "mockserver: --clear forgets all requests, and prints none: leave --op,"},
		{"requests --clear", 0, ""},
		{"requests", 0, ""},
		{"fault remove f9", 1, `mockserver: there is no rule "f9"`},
		{"fault remove f1", 0, ""},
		{"fault clear", 0, ""},
		{"reset --scenario finishd", 1, `mockserver: ResetTo: there is no scenario "finishd": the nearest is finished: choose`},
		{"reset --scenario=empty --scenario-size=5", 1, "mockserver: ResetTo: the scenario empty has no number of teams to set"},
		{"reset --seed 7", 2, "mockserver: --seed, --scenario-size and --start-date need --scenario"},
		{"reset --scenario=huge --scenario-size=20", 0, ""},
		{"reset --scenario=finished --seed=7", 0, ""},
		{"reset --scenario=not-started --start-date=2/28/2028", 0, ""},
		{"clock", 0, "2028-02-28T08:00:00Z\n"},
		{"reset --scenario=empty --start-date=2/28/1815", 1, `mockserver: ResetTo: StartDate: "2/28/1815" is no start: expected`},
		{"reset --all", 0, ""},
		{"clock", 0, "2026-06-12T23:00:00Z\n"},
		{"clock --session anna", 1, "mockserver: Remote: there is no session \"anna\""},
	} {
		words := strings.SplitN(step.args, " ", 3)
		code, out, errs := runToEnd(t, append(words, "--url", p.url(), "--admin-token", "open-sesame")...)
		require.Equal(t, step.code, code, "%s: %s", step.args, errs)
		require.True(t, strings.HasPrefix(out+errs, step.prints), "%s printed %s%s", step.args, out, errs)
	}
	code, _, errs := runToEnd(t, "reset", "--url", p.url())
	require.Equal(t, 1, code)
	require.Contains(t, errs, "the admin API needs its token")
}

// TestClientCommandsFollowNoRedirect: the program that is asked gets the token, and no other. A redirect is a failure.
func TestClientCommandsFollowNoRedirect(t *testing.T) {
	t.Setenv("MOCKSERVER_ADMIN_TOKEN", "open-sesame")
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("it followed") }))
	defer elsewhere.Close()
	asked := httptest.NewServer(http.RedirectHandler(elsewhere.URL+"/open-sesame", http.StatusTemporaryRedirect))
	defer asked.Close()
	for _, args := range []string{"reset", "fault", "fault clear", "snapshot keep", "requests", "clock --advance 1h"} {
		code, out, errs := runToEnd(t, append(strings.Fields(args), "--url", asked.URL)...)
		require.Equal(t, command.ExitFailed, code, args)
		require.Empty(t, out)
		require.Contains(t, errs, "307 Temporary Redirect, a redirect to "+strings.TrimPrefix(elsewhere.URL, "http://")+", which is not followed")
		require.NotContains(t, errs, "sesame")
	}
	for _, args := range []string{"reset --help", "reset --wrong", "reset --admin-token", "reset --admin-token=open-sesame x"} {
		_, out, errs := runToEnd(t, strings.Fields(args)...)
		require.NotContains(t, out+errs, "sesame", args)
	}
}

// TestHintNamesTheHelpOfTheCommand: an error leads to the help that has the flags of the command.
func TestHintNamesTheHelpOfTheCommand(t *testing.T) {
	for args, want := range map[string]string{
		"clock -advance 2h":          "Flags have two dashes: --advance. See mockserver clock --help.",
		"fault list --url A --url A": "See mockserver fault list --help.",
		"fault --url A --url A":      "See mockserver fault list --help.",
		"fault ad":                   "See mockserver fault --help for the commands.",
		"snapshot forget":            "See mockserver snapshot forget --help.",
		"serve --seed x":             "See mockserver serve --help.",
		"--seed x":                   "See mockserver serve --help.",
		"serv":                       "See mockserver --help for the commands.",
	} {
		code, out, errs := runToEnd(t, strings.Fields(args)...)
		require.Equal(t, command.ExitUsage, code, args)
		require.Empty(t, out, args)
		_, hint, _ := strings.Cut(errs, "\n")
		require.Contains(t, hint, want, args)
	}
	for _, url := range []string{"127.0.0.1:8080", "foo", "", "http://u:open-sesame@127.0.0.1:8080"} {
		_, _, errs := runToEnd(t, "reset", "--url", url)
		require.Equal(t, "mockserver: --url: expected a URL such as http://127.0.0.1:8080\nSee mockserver reset --help.\n", errs)
	}
}

// TestClientOfAMockWithTLS: a client command trusts the certificate in the file of --tls-ca, and no other.
func TestClientOfAMockWithTLS(t *testing.T) {
	p := start(t, "--tls", "--print-json")
	defer p.stop()
	var got printed
	require.NoError(t, json.Unmarshal([]byte(p.greeting[0]), &got))
	folder, at := t.TempDir(), got.Servers[0].URL
	mine, other, none := filepath.Join(folder, "mock.pem"), filepath.Join(folder, "other.pem"), filepath.Join(folder, "none.pem")
	made, err := newCertificate(time.Now(), nil)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(mine, []byte(got.Servers[0].Certificate), 0o600))
	require.NoError(t, os.WriteFile(other, []byte(made.pem), 0o600))
	require.NoError(t, os.WriteFile(none, []byte("no PEM"), 0o600))

	for _, args := range []string{"reset", "fault", "snapshot", "requests", "clock", "fault clear", "snapshot keep"} {
		code, _, errs := runToEnd(t, append(strings.Fields(args), "--url", at, "--tls-ca", mine)...)
		require.Equal(t, command.ExitOK, code, "%s: %s", args, errs)
	}
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{nil, 1, ": --tls-ca names a file with the certificate of the mock, which mockserver --tls --print-json prints\n"},
		{[]string{"--tls-ca", other}, 1, ": --tls-ca " + other + " has another certificate than the mock\n"},
		{[]string{"--tls-ca", none}, 2, "mockserver: --tls-ca: " + none + " has no certificate: expected one in PEM, which begins with "},
		{[]string{"--tls-ca", mine + "x"}, 2, "mockserver: --tls-ca: " + bySystem("stat ", "GetFileAttributesEx ") + mine + "x: "},
		{[]string{"--tls-ca", folder}, 2, "mockserver: --tls-ca: " + strconv.Quote(folder) + " exists but is a directory"},
		{[]string{"--tls-ca", ""}, 2, "mockserver: --tls-ca: expected a file, found no name"},
	} {
		code, out, errs := runToEnd(t, append(c.args, "clock", "--url", at)...)
		require.Equal(t, c.code, code, errs)
		require.Empty(t, out)
		require.Contains(t, errs, c.says)
	}
	t.Setenv("MOCKSERVER_TLS_CA", mine)
	code, _, errs := runToEnd(t, "clock", "--url", at)
	require.Equal(t, command.ExitOK, code, errs)

	parsed, err := x509.ParseCertificate(made.Certificate.Certificate[0])
	require.NoError(t, err)
	err = (&command.Mock{TLSCA: mine}).AboutTrust(fmt.Errorf("no answer: %w", parsed.VerifyHostname("mock.internal")))
	require.ErrorContains(t, err, "mock.internal: --allow-host of a mock with --tls adds a name to its certificate")
}

// TestNoAdmin: the admin API can be turned off.
func TestNoAdmin(t *testing.T) {
	p := start(t, "--no-admin")
	defer p.stop()
	code, _, errs := runToEnd(t, "reset", "--url", p.url())
	require.Equal(t, 1, code)
	require.Contains(t, errs, "the admin API begins with /_mock/, and is off: in Go the option admin.Serve turns it on, "+
		"and in the program --no-admin turns it off")
}
