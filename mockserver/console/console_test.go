package console_test

import (
	"bufio"
	"context"
	"encoding/json"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/admin"
	"github.com/tourney-go/tourney/mockserver/console"
	"github.com/tourney-go/tourney/mockserver/fault"
)

// asked makes requests of every kind: answered, refused, unmatched, with ignored names, with a fault.
func asked(b *browser, srv *mockserver.Server) {
	b.t.Helper()
	b.api(http.MethodGet, "/api/v1/teams?eventid=1001", "")
	b.api(http.MethodGet, "/api/v1/teams?eventid=x&foo=2", "")
	b.api(http.MethodGet, "/api/v1/temas", "")
	b.api(http.MethodPut, "/api/v1/games", `{"Id":7016,"HomeScore":"x","Nonsense":{"a":1}}`)
	b.api(http.MethodPut, "/api/v1/games", `<Request><Id>7016</Id><AwayScore>1</AwayScore><HomeScore>4</HomeScore></Request>`,
		"Content-Type", "application/xml")
	srv.Faults.Add(fault.On("Venues.List").Status(503))
	b.api(http.MethodGet, "/api/v1/venues", "")
}

// TestEveryPage: every page has what a person and a screen reader need, forbids foreign scripts, and has no dead link.
func TestEveryPage(t *testing.T) {
	srv, b := open(t)
	asked(b, srv)
	keys, _ := srv.Accounts.Keys("")
	b.crawl(console.Pages(), func(path string, page shown) {
		require.Equal(t, http.StatusOK, page.status, path)
		require.Equal(t, "text/html; charset=utf-8", page.header.Get("Content-Type"))
		require.Equal(t, "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "+
			"form-action 'self'; base-uri 'none'; frame-ancestors 'none'", page.header.Get("Content-Security-Policy"))
		require.Equal(t, "nosniff", page.header.Get("X-Content-Type-Options"))
		require.Equal(t, "no-referrer", page.header.Get("Referrer-Policy"))
		require.Equal(t, "no-store", page.header.Get("Cache-Control"))
		isSound(t, path, page.body)
		here := slices.DeleteFunc(railOf(t, page.body), func(n *html.Node) bool { _, is := attribute(n, "aria-current"); return !is })
		require.Len(t, here, 1, "%s: the navigation marks the page", path)
		if path != at+"overview" { // no other page has a key of an account
			require.NotContains(t, page.body, keys.APISecret.Reveal(), path)
			require.NotContains(t, page.body, keys.APIKey, path)
		}
		require.NotContains(t, page.body, mockserver.DefaultPassword, path)
	})
	require.Len(t, srv.Calls.All(""), 6, "the journal has no request of the console")
}

// isSound checks the structure of a page.
func isSound(t *testing.T, path, page string) {
	t.Helper()
	ids, labelled, count, level := map[string]bool{}, map[string]bool{}, map[string]int{}, 0
	elements := parsed(t, page)
	for _, n := range elements {
		count[n.Data]++
		if id, ok := attribute(n, "id"); ok {
			require.False(t, ids[id], "%s: the id %s is there twice", path, id)
			ids[id] = true
		}
		if to, ok := attribute(n, "for"); ok && n.Data == "label" {
			labelled[to] = true
		}
		if len(n.Data) == 2 && n.Data[0] == 'h' && n.Data[1] >= '1' && n.Data[1] <= '6' && n.Parent.Data != "dialog" {
			require.LessOrEqual(t, int(n.Data[1]-'0'), level+1, "%s: the heading %q leaves a level out", path, textOf(n))
			level = int(n.Data[1] - '0')
		}
	}
	for _, name := range []string{"html", "title", "header", "main", "nav", "h1"} {
		require.GreaterOrEqual(t, count[name], 1, "%s: <%s>", path, name)
	}
	require.Equal(t, 1, count["main"], path)
	require.Equal(t, 1, count["h1"], path)
	lang, _ := attribute(elements[0], "lang")
	require.Equal(t, "en", lang)
	for _, n := range elements {
		_, region := attribute(n, "data-region")
		live, waits := attribute(n, "data-live")
		_, hasID := attribute(n, "id")
		require.True(t, region == waits && (hasID || !region), "%s: a region needs an id and numbers", path)
		require.Subset(t, streamed, strings.Fields(live), path)
		kind, _ := attribute(n, "type")
		id, _ := attribute(n, "id")
		_, named := attribute(n, "aria-label")
		switch n.Data {
		case "input", "select", "textarea":
			require.True(t, labelled[id] || named || kind == "hidden", "%s: <%s id=%q> has no label", path, n.Data, id)
		case "button", "a", "th":
			require.True(t, named || textOf(n) != "", "%s: a <%s> says nothing", path, n.Data)
		case "form":
			to, _ := attribute(n, "action")
			_, dialog := attribute(n, "method")
			require.True(t, strings.HasPrefix(to, ".") || dialog, "%s: a form goes to %q", path, to)
		}
		for _, name := range []string{"aria-labelledby", "aria-describedby"} {
			if to, ok := attribute(n, name); ok {
				require.True(t, ids[to], "%s: %s names %q, which is not there", path, name, to)
			}
		}
	}
}

// TestAssets: pages load their assets under names with hashes, which a browser keeps, and nothing else.
func TestAssets(t *testing.T) {
	_, b := open(t)
	loaded := 0
	for _, n := range parsed(t, b.get("requests").body) {
		to, ok := attribute(n, "href")
		if n.Data == "script" {
			to, ok = attribute(n, "src")
		}
		if n.Data != "link" && n.Data != "script" {
			continue
		}
		require.True(t, ok)
		require.Regexp(t, `^\./assets/[a-z]+\.[0-9a-f]{12}\.(css|js|svg)$`, to)
		file := b.get(strings.TrimPrefix(to, "./"))
		require.Equal(t, http.StatusOK, file.status, to)
		require.Equal(t, "public, max-age=31536000, immutable", file.header.Get("Cache-Control"))
		require.NotContains(t, file.body, "https://")
		require.Empty(t, b.send(http.MethodHead, at+strings.TrimPrefix(to, "./"), "").body)
		loaded++
	}
	require.Equal(t, 3, loaded)
	require.Equal(t, http.StatusNotFound, b.get("assets/console.css").status)
	require.Equal(t, http.StatusNotFound, b.get("assets/../layout.templ").status)
}

// TestWaysIn: / links to the console, and a browser that opens /_mock/ is sent there. Programs get JSON as before.
func TestWaysIn(t *testing.T) {
	srv, b := open(t)
	session := srv.StartSession(t)
	for _, prefix := range []string{"", "/_mock/session/" + session.SessionName()} {
		require.Contains(t, b.send(http.MethodGet, prefix+"/", "").body, `href="`+prefix+`/_mock/console/"`)
		require.Equal(t, prefix+at, b.send(http.MethodGet, prefix+"/_mock/", "").location)
		require.Equal(t, prefix+at, b.send(http.MethodGet, prefix+"/_mock/console", "").location)
		require.Equal(t, prefix+at+"requests", b.send(http.MethodGet, prefix+at, "").location)
		require.Equal(t, http.StatusOK, b.send(http.MethodGet, prefix+at+"requests", "").status)
	}
	require.Contains(t, b.api(http.MethodGet, "/_mock/", "").body, `"routes"`)
	require.Equal(t, http.StatusNotFound, b.send(http.MethodPost, at+"requests", "").status)
	require.Empty(t, b.send(http.MethodHead, at+"requests", "").body)

	without, err := mockserver.New(tourney.Soccer, admin.Serve())
	require.NoError(t, err)
	t.Cleanup(without.Close)
	b = &browser{t, without, nil}
	require.Equal(t, http.StatusNotFound, b.get("requests").status)
	require.NotContains(t, b.send(http.MethodGet, "/", "").body, "console")
	require.Contains(t, b.send(http.MethodGet, "/_mock/", "").body, `"routes"`)
}

// TestSessions: a session has its own console, and the consoles link to each other.
func TestSessions(t *testing.T) {
	srv, b := open(t)
	page := b.post("sessions", "requests", "name", "anna")
	require.Contains(t, plain(t, page.body), "The session anna begins with the rows of this world.")
	b.api(http.MethodGet, "/_mock/session/anna/api/v1/venues", "")
	require.Contains(t, plain(t, b.get("requests").body), "No request has come yet")
	const inside = "/_mock/session/anna" + at
	require.Contains(t, plain(t, b.send(http.MethodGet, inside+"requests/1", "").body), "Venues.List")
	for from, links := range map[string][]string{
		at + "requests":       {at, inside},
		inside + "requests/1": {at, inside},
	} {
		var worlds []string
		body := b.send(http.MethodGet, from, "").body
		for _, n := range parsed(t, body) {
			if to, ok := attribute(n, "href"); ok && n.Data == "a" && strings.HasSuffix(to, "/console/") {
				req := httptest.NewRequest(http.MethodGet, from, http.NoBody)
				u, err := req.URL.Parse(to)
				require.NoError(t, err)
				worlds = append(worlds, u.Path)
			}
		}
		require.Equal(t, links, worlds, from)
	}
	require.Contains(t, plain(t, b.post(undoOf(t, page.body), "requests").body), "Undone.")
	require.Empty(t, srv.Sessions())
}

// TestClock: a person moves the clock, and takes it back once.
func TestClock(t *testing.T) {
	srv, b := open(t)
	before := srv.Clock.Now()
	page := b.post("clock", "requests?op=Teams.List", "advance", "90m")
	require.Contains(t, plain(t, page.body), "The clock is now at Sat 13 Jun 2026, 00:30:00.")
	require.Contains(t, page.body, `value="requests?op=Teams.List"`, "the page is that which the form was on")
	require.Equal(t, before.Add(5400e9), srv.Clock.Now())
	undo := undoOf(t, page.body)
	require.Contains(t, plain(t, b.post(undo, "requests").body), "Undone.")
	require.Equal(t, before, srv.Clock.Now())
	require.Contains(t, plain(t, b.post(undo, "requests").body), "This was undone already, or is too long ago.")
	require.Contains(t, plain(t, b.post("clock", "//evil.example/", "advance", "soon").body),
		`Advance by: expected a duration such as 90m or 24h, found "soon"`)
	require.NotContains(t, plain(t, b.get("requests?note=made-up").body), "made-up")
}

// TestStrangers: pages of other origins cannot post, also to a mock that lets them use its interface.
func TestStrangers(t *testing.T) {
	srv, b := open(t, mockserver.AllowOrigins("*"))
	before := srv.Clock.Now()
	for _, headers := range [][]string{
		{"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Site", "same-site"}, {"Origin", "https://evil.example"}, {"Origin", "null"},
	} {
		headers = append(headers, "Content-Type", "application/x-www-form-urlencoded")
		got := b.send(http.MethodPost, at+"clock", "advance=1h", headers...)
		require.Equal(t, http.StatusForbidden, got.status, headers)
	}
	require.Equal(t, before, srv.Clock.Now())
}

// TestToken: with a token the console shows nothing without it, and keeps it where no script reads it.
func TestToken(t *testing.T) {
	srv, b := open(t, admin.Token("open,sesame;\\1"))
	for _, path := range []string{"requests", "requests/1", "overview"} {
		page := b.get(path)
		require.Equal(t, http.StatusUnauthorized, page.status, path)
		require.Contains(t, plain(t, page.body), "This mock wants its token")
		require.Len(t, railOf(t, page.body), 12)
		require.NotRegexp(t, "Address|mid-tournament", plain(t, page.body), "it tells nothing of the mock")
	}
	nowhere := b.get("nowhere").body
	require.Len(t, railOf(t, nowhere), 12)
	require.NotRegexp(t, "Address|mid-tournament", plain(t, nowhere))
	for _, form := range []string{"clock", "scenario", "import", "sessions", "undo/1"} {
		require.Equal(t, http.StatusUnauthorized, b.post(form, "requests", "advance", "1h").status, form)
	}
	wrong := b.post("login", "requests", "token", "shut")
	require.Equal(t, http.StatusUnauthorized, wrong.status)
	require.Contains(t, plain(t, wrong.body), "The token is not that of this mock.")
	require.NotContains(t, wrong.body, "shut")
	require.Empty(t, b.cookies)
	page := b.post("login", "requests?op=Teams.List", "token", "open,sesame;\\1")
	require.Equal(t, http.StatusOK, page.status)
	require.Contains(t, page.body, `value="requests?op=Teams.List"`)
	require.NotContains(t, page.body, "sesame")
	require.Contains(t, plain(t, b.post("clock", "requests", "advance", "1h").body), "The clock is now at")
	require.Contains(t, plain(t, b.post("logout", "requests").body), "This mock wants its token")
	require.Empty(t, b.cookies)
	require.Empty(t, srv.Calls.All(""))

	set := b.send(http.MethodPost, at+"login", "token=open%2Csesame%3B%5C1", "Content-Type", "application/x-www-form-urlencoded")
	require.Regexp(t, `^mock-console-8080=[\w-]+; Path=/_mock/; HttpOnly; SameSite=Strict$`, set.header.Get("Set-Cookie"))
}

// TestEvents: the stream that keeps pages up to date is that of the admin API, with the token of the person.
func TestEvents(t *testing.T) {
	srv, b := open(t, admin.Token("sesame"))
	listening := httptest.NewServer(srv)
	t.Cleanup(func() { srv.Close(); listening.Close() })
	require.Equal(t, http.StatusUnauthorized, b.get("events").status)
	b.post("login", "requests", "token", "sesame")
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, listening.URL+at+"events", http.NoBody)
	require.NoError(t, err)
	_, port, err := net.SplitHostPort(req.URL.Host)
	require.NoError(t, err)
	req.AddCookie(&http.Cookie{Name: "mock-console-" + port, Value: b.cookies["mock-console-8080"]})
	res, err := listening.Client().Do(req)
	require.NoError(t, err)
	t.Cleanup(func() { _ = res.Body.Close() })
	require.Equal(t, "text/event-stream", strings.Split(res.Header.Get("Content-Type"), ";")[0])
	lines := bufio.NewScanner(res.Body)
	numbers := func() (all map[string]any) {
		for lines.Scan() {
			if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				require.NoError(t, json.Unmarshal([]byte(data), &all))
				return all
			}
		}
		return nil
	}
	require.InDelta(t, 0, numbers()["request"], 0)
	b.api(http.MethodGet, "/api/v1/venues", "")
	require.InDelta(t, 1, numbers()["request"], 0)
	for _, name := range streamed {
		srv.Clock.Advance(1e9)
		require.Contains(t, numbers(), name, "pages wait for this number")
	}
}

// streamed are the numbers of the stream that pages can wait for.
var streamed = []string{"request", "write", "faults", "clock", "snapshots", "sessions", "cleared"}
