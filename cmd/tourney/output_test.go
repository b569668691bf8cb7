package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/cmd/internal/command"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/fault"
)

// mock starts a mock of soccer, and makes the program use it.
func (p *prompt) mock(opts ...mockserver.Option) *mockserver.Server {
	p.t.Helper()
	srv := mockserver.Start(p.t, tourney.Soccer, opts...)
	p.t.Setenv("TOURNEY_URL", srv.URL())
	p.t.Setenv("TOURNEY_VARIANT", "soccer")
	return srv
}

// TestForms: each form of the output, of a list and of a row.
func TestForms(t *testing.T) {
	p := newPrompt(t)
	p.mock()
	t.Setenv("COLUMNS", "60")
	list := "teams list --event 1001 --pagesize 2 "
	row := "teams get 4001 --include players "
	const cut = "2 of 24: --all reads all\n"
	for _, c := range []struct {
		people     bool
		args, says string
	}{
		{false, list, "[\n  {\n    \"Id\": 4001,\n    \"ParentId\": 4091,"},
		{false, list + "--ndjson", `{"Id":4001,"ParentId":4091,"Name":"Granite Badgers",`},
		{false, list + "--jq map(.Name)", "[\"Granite Badgers\",\"River Skylarks\"]\n"},
		{false, list + "--ndjson --jq .Name", "Granite Badgers\nRiver Skylarks\n"},
		{false, list + "--raw", `{"Teams":{"Results":[{"Id":4001,`},
		{false, list + "--raw --format xml", `<Response`},
		{false, list + "--jq .[0]|halt", ""},
		{false, "teams list --event 1001 --all --jq length", "24\n"},
		{false, "teams list --event 999", "[]\n"},
		{false, row + "--jq .Players[0].FirstName", "Moxie\n"},
		{false, "venues list --jq length", "2\n"},
		{false, "raw GET /api/v1/teams?id=4001", `{"Team":{"Id":4001,`},
		{true, list, "Id    ParentId  Name             Gender  Paid  Status\n" +
			"4001  4091      Granite Badgers  0       true  1\n" +
			"4002            River Skylarks   0       true  1\n"},
		{true, list + "--json", "[\n  {\n"},
		{true, row, "Name                  Granite Badgers\n"},
		{true, row, "Players:\nId     PlayerId  ParentId  Number  FirstName  LastName"},
		{true, "standings get --division 2001", "12U Meadow, Pool A:\nPlace  Name             GP  W  L  T  GF  GA  GD  Pts\n1st    "},
		{true, "statistics leaders --event 1001 --categories Goals", "Goals:\n" +
			"LastName      FirstName   Value  PlayerId\nNoodlebank    Biscuit     8      60107\n"},
		{true, "games list --division 2001 --pagesize 1", "AwayTeam"},
		{true, list + "--page 3 --jq length", "2\n"},
	} {
		p.people = c.people
		out, errs := p.want(command.ExitOK, strings.Fields(c.args)...)
		errs = regexp.MustCompile(`^hidden columns: \d, --json shows all\n`).ReplaceAllString(errs, "")
		require.Equal(t, strings.HasPrefix(c.args, list), errs == cut, "%s: %s", c.args, errs)
		require.Contains(t, out, c.says, c.args)
	}
}

// TestUnknownInclude: a host may have includes that this program does not know.
func TestUnknownInclude(t *testing.T) {
	p := newPrompt(t)
	srv := p.mock()
	out, _ := p.want(command.ExitOK, "teams", "get", "4001", "--include", "PLAYERS,kits", "--jq", ".Players[0].FirstName")
	require.Equal(t, "Moxie\n", out)
	require.Equal(t, "id=4001&includes=Players%2CKits", srv.Calls.All("Teams.Get")[0].Query)
}

// answering starts a host that always gives one answer, and returns its URL.
func answering(t *testing.T, contentType, body string) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		_, _ = w.Write([]byte(body))
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// TestRowsAreWhole: JSON has the members that the library does not know, and every digit of an id, also behind a filter.
func TestRowsAreWhole(t *testing.T) {
	const id = "9007199254740993" // no float64 has it
	url := answering(t, "application/json", `{"Team":{"Id":`+id+`,"Name":"A","Mascot":{"Kind":"owl"}}}`)
	p := newPrompt(t)
	args := []string{"teams", "get", id, "--url", url}
	out, _ := p.want(command.ExitOK, args...)
	require.JSONEq(t, `{"Id":`+id+`,"Name":"A","Mascot":{"Kind":"owl"}}`, out)
	out, _ = p.want(command.ExitOK, append(args, "--jq", "[.Id, .Mascot.Kind]")...)
	require.Equal(t, "["+id+",\"owl\"]\n", out)
}

// TestHostileTexts: no text of the host acts on a terminal, in any form. Where nobody looks, it arrives unchanged.
func TestHostileTexts(t *testing.T) {
	const hostile = "A\x1b[2J\u202eB\nforged"
	p := newPrompt(t)
	text, err := json.Marshal(hostile)
	require.NoError(t, err)
	t.Setenv("TOURNEY_URL", answering(t, "application/json", `{"Team":{"Id":4001,"Name":`+string(text)+`}}`))
	for _, form := range []string{"", "--json", "--jq=.Name", "--raw"} {
		p.people = true
		out, errs := p.want(command.ExitOK, strings.Fields("teams get 4001 "+form)...)
		require.NotContains(t, out+errs, "\x1b")
		require.NotContains(t, out+errs, "\u202e")
		if form == "" {
			require.NotContains(t, out, "\nforged")
		}
	}
	p.people = false
	out, _ := p.want(command.ExitOK, "teams", "get", "4001", "--jq=.Name")
	require.Equal(t, hostile+"\n", out)
	_, errs := p.want(command.ExitUsage, "teams", "get", "4001", "--jq=\x1b[2J")
	require.NotContains(t, errs, "\x1b")
}

// TestProgress: people see that a long list grows.
func TestProgress(t *testing.T) {
	p := newPrompt(t)
	srv := p.mock(mockserver.Scenario("huge"), mockserver.ScenarioSize(1200))
	p.people = true
	_, errs := p.want(command.ExitOK, "teams", "list", "--event=1001", "--all", "--pagesize=500")
	require.Contains(t, errs, "500 rows\n1000 rows\n")
	p.people = false
	out, errs := p.want(command.ExitOK, "teams", "list", "--event=1001", "--all", "--pagesize=500", "--ndjson")
	require.Empty(t, errs)
	require.Equal(t, len(srv.Teams.All()), strings.Count(out, "\n"))
}

// TestExitCodes: scripts tell failures apart.
func TestExitCodes(t *testing.T) {
	p := newPrompt(t)
	srv := p.mock()
	html := answering(t, "text/html", "<html>")
	p.want(exitRefused, "teams", "get", "99")
	p.want(command.ExitUsage, "registration", "register", "--name=A", "--yes", "--body=-")
	p.want(exitUnreadable, "teams", "get", "4001", "--url", html)
	out, _ := p.want(exitUnreadable, "teams", "get", "4001", "--url", html, "--raw")
	require.Equal(t, "<html>", out)
	p.want(exitUnreachable, "teams", "get", "4001", "--url", "http://127.0.0.1:1", "--timeout=100ms")
	p.want(command.ExitFailed, "teams", "get", "4001", "--jq", `error("no")`)
	srv.Faults.Add(fault.On("Teams.Create").AfterCommit().Drop())
	p.want(exitUnknown, "teams", "create", "--name=A", "--yes")
	require.Equal(t, exitInterrupted, exitCode(&tourney.TransportError{Err: context.Canceled}))
	require.Equal(t, command.ExitFailed, exitCode(errors.New("another")))
}

// TestAnInterruptEndsAFilter: a filter that never ends, with and without results, ends with the context.
func TestAnInterruptEndsAFilter(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, text := range []string{"last(repeat(1))", "repeat(1)"} {
		f, err := newFilter(text)
		require.NoError(t, err)
		err = apply(ended, command.Terminal{Out: io.Discard, Bytes: io.Discard}, f, []byte("{}"))
		require.Equal(t, exitInterrupted, exitCode(err))
	}
}
