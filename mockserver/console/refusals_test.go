package console_test

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/tourney-go/tourney/mockserver/journal"
)

// TestRefusals: a form that is refused says why in the words of its page, and names no method of Go.
func TestRefusals(t *testing.T) {
	srv, b := open(t)
	for _, c := range []struct {
		path, from, want string
		pairs            []string
	}{
		{"faults/add", "faults", "Status is required where there are no errors", []string{"action", "status"}},
		{"faults/add", "faults", "For is required by “answer late”", []string{"action", "delay"}},
		{"faults/add", "faults", `For: expected a duration, such as 1.5s, found "2x"`, []string{"action", "delay", "for", "2x"}},
		{
			"faults/add", "faults", "Phase: “answer what cannot be read” has no meaning in “before anything is checked”",
			[]string{"action", "garble", "phase", "before"},
		},
		{
			"faults/add", "faults", `Operation: there is no "Teams.Lst": the nearest is Teams.List`,
			[]string{"action", "reset", "operation", "Teams.Lst"},
		},
		{"faults/add", "faults", "Code of an error: “answer without a body” takes none", []string{"action", "empty", "code", "1"}},
		{"faults/add", "faults", "Value of n: expected 1 or more, found 0", []string{"action", "reset", "trigger", "nth", "n", "0"}},
		{
			"faults/add", "faults", `Path: expected a path that begins with /, found "Writing"`,
			[]string{"action", "reset", "path", "Writing"},
		},
		{"faults/add", "faults", `Status: expected an integer, found "many"`, []string{"action", "status", "status", "many"}},
		{"faults/add", "faults", "Status: expected a status of 200 to 599, found 42", []string{"action", "status", "status", "42"}},
		{"faults/add", "faults", "Value of n: expected a number", []string{"action", "reset", "trigger", "probability", "n", "x"}},
		{
			"faults/add", "faults", `Value of n: expected a time, such as 2027-04-01T08:00:00Z, found "noon"`,
			[]string{"action", "reset", "trigger", "until", "n", "noon"},
		},
		{"faults/add", "faults", "Action: expected one of", []string{"action", "explode"}},
		{"faults/add", "faults", "Code of an error: expected an integer", []string{"action", "besideErrors", "code", "two"}},
		{"faults/add", "faults", "Rule: expected JSON", []string{"rule", "{"}},
		{"faults/f9/remove", "faults", `There is no rule "f9"`, nil},
		{"snapshots/keep", "snapshots", `The name "a/b": expected up to 64 letters`, []string{"name", "a/b"}},
		{"snapshots/gone/restore", "snapshots", `There is no snapshot "gone"`, nil},
		{"snapshots/gone/forget", "snapshots", `There is no snapshot "gone"`, nil},
		{"sessions", "requests", "letters, digits", []string{"name", "../x"}},
		{"import", "snapshots", "File: expected a file that Save or the export wrote", nil},
		{"sessions", "requests", `The name "a b": expected up to 64 letters`, []string{"name", "a b"}},
		{"timeline/99/show", "timeline", "There is no write 99: expected 0 to 0", nil},
		{"clock", "snapshots", `Advance by: expected a duration such as 90m or 24h, found "soon"`, []string{"advance", "soon"}},
		{"clock/set", "snapshots", "Set to: expected a time such as 2026-06-12T09:00:00, found", []string{"set", "2026-13-01T00:00"}},
		{"clock/set", "snapshots", "Set to: expected a time such as", nil},
		{"scenario", "snapshots", "Scenario: expected the name of a scenario", nil},
		{"scenario", "snapshots", `Seed: expected a whole number from 0 on, found "-1"`, []string{"scenario", "huge", "seed", "-1"}},
		{"scenario", "snapshots", `Teams: expected a whole number from 1 on, found "0"`, []string{"scenario", "huge", "teams", "0"}},
		{"scenario", "snapshots", "5000001 teams: give a number of teams from 1", []string{"scenario", "huge", "teams", "5000001"}},
		{"scenario", "snapshots", "The scenario empty has no number of teams to set", []string{"scenario", "empty", "teams", "5"}},
		{"scenario", "snapshots", `There is no scenario "finishd": the nearest is finished`, []string{"scenario", "finishd"}},
		{"timeline/x/show", "timeline", `The number of a write: expected a whole number, found "x"`, nil},
		{"tournament/games/x/score", "tournament/games/7001", "The id of a game: expected a whole number", nil},
		{"tournament/games/9/score", "tournament/games/7001", "There is no game 9", []string{"away", "1", "home", "1"}},
		{"undo/gone", "requests", "This was undone already, or is too long ago.", nil},
	} {
		page := b.post(c.path, c.from, append(c.pairs, "message", "kept <b>")...)
		require.Equal(t, http.StatusOK, page.status, c.path)
		notes := textsOf(t, page.body, "failed")
		require.Len(t, notes, 1, c.path)
		require.Contains(t, notes[0], c.want)
		require.NotRegexp(t, `^\w*[a-z][A-Z]\w*:`, notes[0])
		require.Regexp(t, `^[A-Z\d]`, notes[0])
		if c.path == "faults/add" && c.pairs[0] != "rule" {
			require.Contains(t, page.body, `value="kept &lt;b&gt;"`)
			labels := ""
			for _, n := range found(t, page.body, "label", "for", "") {
				labels += strings.ToLower(textOf(n)) + "\n"
			}
			require.Contains(t, labels, strings.ToLower(regexp.MustCompile(`: | is `).Split(notes[0], 2)[0]))
		}
	}
	require.Empty(t, srv.Faults.All())
	require.Zero(t, srv.Writes.Newest())
	page := b.post("faults/add", "faults", "action", "reset", "trigger", "nth", "n", "0", "operation", "Teams.Lst")
	notes := strings.Join(textsOf(t, page.body, "failed"), "\n")
	require.Contains(t, notes, "Value of n: expected 1 or more, found 0")
	require.Contains(t, notes, `Operation: there is no "Teams.Lst"`)
}

// TestErrorPages: the page of an error has the navigation and the bar of the others, and does not look for changes.
func TestErrorPages(t *testing.T) {
	_, b := open(t)
	for _, c := range []struct {
		method, path, want string
		status             int
	}{
		{http.MethodGet, "nowhere", "Not Found The console has no page nowhere", http.StatusNotFound},
		{http.MethodGet, "assets/gone.css", "Not Found There is no asset", http.StatusNotFound},
		{http.MethodPost, "nowhere", "Not Found The console has no form nowhere", http.StatusNotFound},
		{http.MethodPut, "requests", "Method Not Allowed Expected GET, HEAD or POST", http.StatusMethodNotAllowed},
	} {
		page := b.send(c.method, at+c.path, "")
		require.Equal(t, c.status, page.status, c.path)
		text := plain(t, page.body)
		require.Contains(t, text, c.want)
		require.Contains(t, text, "New session Open Address http://localhost:8080", c.path)
		require.Len(t, railOf(t, page.body), 12, c.path)
		require.NotContains(t, page.body, "data-events", c.path)
	}
}

// TestStrangersGetAPage: a browser that the mock does not let in gets a page of its own, which loads nothing and tells
// nothing. It leads to the console where the browser may open one. A program gets the answer that it had.
func TestStrangersGetAPage(t *testing.T) {
	srv, b := open(t)
	ended, err := srv.NewSession("ended")
	require.NoError(t, err)
	ended.Close()
	for _, c := range []struct {
		method, host, path, origin, want string
		home                             bool
	}{
		{http.MethodGet, "mock.evil.example", at + "requests", "", `The host name "mock.evil.example" is not one of this server`, false},
		{http.MethodGet, "mock.evil.example", at + "assets/console.css", "", "The host name", false},
		{http.MethodPost, "localhost", at + "clock", "https://evil.example", `from the origin "https://evil.example"`, true},
		{http.MethodGet, "localhost", "/_mock/session/ended" + at + "faults", "", `There is no session "ended"`, true},
		{http.MethodGet, "localhost", "/_mock/session/%3Czq9%3E" + at, "", `There is no session "<zq9>"`, true},
	} {
		for _, accept := range []string{"text/html", "application/json"} {
			req := httptest.NewRequest(c.method, "http://"+c.host+c.path, http.NoBody)
			req.Header.Set("Accept", accept)
			if c.origin != "" {
				req.Header.Set("Origin", c.origin)
			}
			w := httptest.NewRecorder()
			srv.ServeHTTP(w, req)
			require.Equal(t, http.StatusForbidden, w.Code, c.path)
			if accept != "text/html" {
				require.Contains(t, w.Body.String(), `{"Errors":[{"Code":6,`, c.path)
				continue
			}
			page := w.Body.String()
			require.Equal(t, "text/html; charset=utf-8", w.Header().Get("Content-Type"))
			style := between(page, "<style>", "</style>")
			require.Len(t, style, 1)
			sum := sha256.Sum256([]byte(style[0]))
			allowed := "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "';"
			require.Contains(t, w.Header().Get("Content-Security-Policy"), allowed, "the policy lets in the style")
			require.Contains(t, plain(t, page), "Mock Forbidden ")
			require.Contains(t, plain(t, page), c.want)
			require.Equal(t, c.home, strings.Contains(page, `href="/_mock/console/"`), c.path)
			for _, n := range parsed(t, page) {
				require.NotContains(t, []string{"link", "script", "img", "form", "zq9"}, n.Data)
			}
		}
	}
	require.Equal(t, http.StatusOK, b.get("requests").status)
	require.Empty(t, srv.Calls.All("", journal.Unmatched()), "no journal has the requests of the console")
	lost := httptest.NewRequest(http.MethodGet, "/_mock/session/ended/api/v1/teams", http.NoBody)
	srv.ServeHTTP(httptest.NewRecorder(), lost)
	require.Len(t, srv.Calls.All("", journal.Unmatched()), 1)
	require.Contains(t, srv.Calls.All("", journal.Unmatched())[0].Errors[0], "there is no session", "a lost session may be that of a client")
}

// railOf returns the pages of the navigation.
func railOf(t *testing.T, page string) []*html.Node {
	t.Helper()
	return found(t, strings.Join(between(page, `aria-label="Pages"`, "</nav>"), ""), "a", "href", "")
}
