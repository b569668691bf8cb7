package main

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/cmd/internal/command"
	"github.com/tourney-go/tourney/mockserver"
)

// strange is a host that differs from the assumptions in three ways.
var strange = mockserver.Profile{
	Profile:          tourney.Profile{Variant: tourney.Soccer, Signer: auth.HMAC{}},
	RequireSignature: true, MaxPageSize: 100, UnknownPathStatus: http.StatusNotFound,
}

// answersRead is how many answers a check read.
var answersRead = regexp.MustCompile(`\d+ answers`)

// TestCheckPage: the output in docs/hosts.md is that of the program, in which … stands for lines that the page leaves
// out. A mock with the profile that the check wrote has no difference when the profile is expected.
func TestCheckPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/hosts.md")
	require.NoError(t, err)
	_, shown, _ := strings.Cut(string(page), "```text\n")
	shown, _, _ = strings.Cut(shown, "```")
	withScratch := func(host mockserver.Profile) *mockserver.Server {
		srv := mockserver.Start(t, host)
		id := srv.Events.Add(tourney.Event{ID: 1002, Name: "Scratch"})
		division := srv.Divisions.Add(tourney.Division{Name: "Scratch", Event: &tourney.Event{ID: id}})
		team := srv.Teams.Add(tourney.Team{Name: "Newts", Division: &tourney.TeamDivision{ID: division}})
		side := &tourney.GameSide{TeamID: &team}
		srv.Games.Add(tourney.Game{Division: &tourney.GameDivision{ID: division}, HomeTeam: side})
		return srv
	}
	srv := withScratch(strange)
	p, folder := newPrompt(t), t.TempDir()
	report, profile := filepath.Join(folder, "report.html"), filepath.Join(folder, "host.json")
	keys, _ := srv.Accounts.Keys("")
	file := filepath.Join(folder, "keys.json")
	require.NoError(t, (&host{URL: srv.URL(), KeyFile: file}).keep(t.Context(), keys))
	args := []string{
		"check", "--url", srv.URL(), "--event", "1001", "--scratch-event", "1002", "--rate", "1000/s", "--key-file", file,
	}
	out, errs := p.want(exitRefuted, append(args, "--variant", "soccer", "--report", report, "--write-profile", profile)...)
	require.Equal(t, "tourney: the host differs from 3 of the assumptions\n", errs)
	out = strings.Replace(out, srv.Addr().String(), "soccer.example.com", 1)
	out = answersRead.ReplaceAllString(out, answersRead.FindString(shown)) // a new operation has more of them
	for part := range strings.SplitSeq(shown, "  …\n") {
		before, after, found := strings.Cut(out, part)
		require.True(t, found, "%s\n\nhas no\n\n%s", out, part)
		require.True(t, strings.HasPrefix(shown, part) == (before == ""), part)
		out = after
	}
	require.Empty(t, out)

	_, errs = p.want(command.ExitDone, append(args, "--report", folder)...)
	require.Contains(t, errs, "the check is done, and wrote into event 1002: created team ")

	html, err := os.ReadFile(report)
	require.NoError(t, err)
	require.Contains(t, string(html), "<td>page-size<td>")
	written, err := os.ReadFile(profile)
	require.NoError(t, err)
	var again mockserver.Profile
	require.NoError(t, json.Unmarshal(written, &again))
	args[2] = withScratch(again).URL()
	require.NoError(t, (&host{URL: args[2], KeyFile: file}).keep(t.Context(), keys))
	out, _ = p.want(0, append(args, "--expect", profile, "--report", filepath.Join(folder, "report.json"))...)
	require.Contains(t, out, "\nrefuted: 0\n")
	data, err := os.ReadFile(filepath.Join(folder, "report.json"))
	require.NoError(t, err)
	require.True(t, json.Valid(data))
}

// TestCheckReadsOnly: without a scratch event a check writes nothing. An interrupt ends it with the report so far.
func TestCheckReadsOnly(t *testing.T) {
	srv := mockserver.Start(t, tourney.Soccer)
	p := newPrompt(t)
	args := []string{"check", "--url", srv.URL(), "--variant", "soccer", "--event", "1001", "--rate", "1000/s"}
	p.people = true
	_, errs := p.want(0, args...)
	require.Regexp(t, `^(\rchecking http://[\d.:]+: \d+ of \d+ parts done, \d+ answers *)+\r *\r$`, strings.ReplaceAll(errs, "\r\r", "\r"))
	require.NotContains(t, errs, "\n")
	p.people = false
	_, errs = p.want(0, args...)
	require.Empty(t, errs)
	require.Zero(t, srv.Writes.Newest())
	nobody := httptest.NewUnstartedServer(nil)
	nobody.Close()
	_, errs = p.want(exitUnreachable, "check", "--url", "http://"+nobody.Listener.Addr().String(), "--event", "1001",
		"--rate", "1000/s")
	require.Contains(t, errs, "the host answered no request")
	_, errs = p.want(1, "check", "--url", srv.URL(), "--variant", "soccer", "--event", "9", "--rate", "1000/s")
	require.Contains(t, errs, "shows no team, division or game of event 9: check the id")

	ctx, cancel := context.WithCancel(t.Context())
	requests := 0
	broken := mockserver.Start(t, tourney.Soccer, mockserver.Wrap(func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
			if requests++; requests == 40 {
				cancel()
			}
			next.ServeHTTP(w, req)
		})
	}))
	args[2] = broken.URL()
	require.Equal(t, exitInterrupted, p.run(ctx, args...))
	require.True(t, bytes.Contains(p.out.Bytes(), []byte("comma-lists                  the survey was interrupted")))
}
