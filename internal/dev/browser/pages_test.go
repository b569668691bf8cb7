package browser

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/admin"
	"github.com/tourney-go/tourney/mockserver/console"
)

// consolePath is where the console is.
const consolePath = "/_mock/console/"

// TestEveryPage: each page of the console opens without a complaint of the browser, fits a phone, passes the rules of
// axe-core in both modes, and says the same without scripts. The pages are those that the navigation and the pages
// themselves link to, so the test covers a new page as soon as a link leads to it.
func TestEveryPage(t *testing.T) {
	for name, world := range map[string]struct {
		variant tourney.Variant
		opts    []mockserver.Option
		fill    func(t *testing.T, srv *mockserver.Server)
		opens   []string // kinds of pages that the links must lead to
	}{
		"busy": {
			variant: tourney.Soccer, fill: traffic, opens: append(details, "requests/N", "requests/N with a query", "timeline/N"),
		},
		"empty": {variant: tourney.Soccer, opts: []mockserver.Option{mockserver.Scenario("empty")}},
		"finished, with long names": {
			variant: tourney.Volleyball, opts: []mockserver.Option{mockserver.Scenario("finished")}, fill: lengthen, opens: details,
		},
	} {
		t.Run(name, func(t *testing.T) {
			srv := start(t, world.variant, world.opts...)
			if world.fill != nil {
				world.fill(t, srv)
			}
			b := open(t, srv.URL())
			opened := b.crawl(srv.URL()+consolePath, func(b *tab, address string) { b.looksRight(address) })
			require.Subset(t, opened, world.opens)
		})
	}
}

// details are the pages of one row, and of one part of the interface.
var details = []string{
	"tournament/events/N", "tournament/divisions/N", "tournament/teams/N", "tournament/players/N", "tournament/games/N",
	"tournament/venues/N", "api/operations/N", "api/schemas/N",
}

// TestTokenPage: the page that asks for the token looks right too, also after a wrong one, and so does the page of an
// error.
func TestTokenPage(t *testing.T) {
	srv := start(t, tourney.Soccer, admin.Token("open-sesame"))
	b := open(t, srv.URL())
	at := srv.URL() + consolePath
	b.watch.refuses(at+"requests", http.StatusUnauthorized)
	b.watch.refuses(at+"login", http.StatusUnauthorized)
	nowhere := at + "nowhere/" + strings.Repeat("w", 99)
	b.watch.refuses(nowhere, http.StatusNotFound)
	b.looksRight(at + "requests")
	b.click("input[name=token]")
	b.types("open-barley")
	b.leave(func() { b.press(enter) })
	b.shows(".note.failed", "The token is not that of this mock.")
	b.isDrawnRight()
	b.click("input[name=token]")
	b.types("open-sesame")
	b.leave(func() { b.press(enter) })
	b.shows("h1", "Requests")
	b.looksRight(nowhere)
	b.visit(at + "requests")
	b.leave(func() { b.click(`form[action$="logout"] button`) })
	b.wait("the form for the token", `document.querySelector("input[name=token]")`)
}

// start starts a mock with the console.
func start(t *testing.T, variant tourney.Variant, opts ...mockserver.Option) *mockserver.Server {
	t.Helper()
	running.browser(t) // skips the test without one
	return mockserver.Start(t, variant, append([]mockserver.Option{console.Serve()}, opts...)...)
}

// rail returns the addresses of the pages in the navigation.
func (b *tab) rail(at string) []string {
	b.t.Helper()
	b.visit(at)
	return value[[]string](b, `[...document.querySelectorAll("nav[aria-label=Pages] a")].map((a) => a.href)`)
}

// crawl calls check for each kind of page: those of the navigation first, then those that pages link to. Pages whose
// addresses differ only in numbers, and in names and values of the query, are of one kind. It returns the kinds.
func (b *tab) crawl(at string, check func(b *tab, address string)) []string {
	b.t.Helper()
	queue := b.rail(at)
	require.NotEmpty(b.t, queue, "the navigation has no page")
	seen := map[string]bool{"": true} // the console itself, which sends the browser to its first page
	for ; len(queue) > 0; queue = queue[1:] {
		address := queue[0]
		kind := kindOf(strings.TrimPrefix(address, at))
		if seen[kind] || !strings.HasPrefix(address, at) {
			continue
		}
		seen[kind] = true
		require.LessOrEqual(b.t, len(seen), maxKinds, "too many kinds of pages, the last is %s", kind)
		b.t.Run(kind, func(t *testing.T) { check(b.of(t), address) })
		b.visit(address)
		queue = append(queue, value[[]string](b, `[...document.querySelectorAll("a[href]")].map((a) => a.href.split("#")[0])`)...)
	}
	return slices.Collect(maps.Keys(seen))
}

// maxKinds bounds how many kinds of pages a test opens.
const maxKinds = 80

// names are the parts of addresses that tell rows apart: numbers, and names of operations and schemas.
var names = regexp.MustCompile(`\d+|(operations/|schemas/)\w+`)

// kindOf returns the kind of a page.
func kindOf(path string) string {
	path, query, _ := strings.Cut(path, "?")
	kind := names.ReplaceAllString(path, "${1}N")
	if values, err := url.ParseQuery(query); err == nil && len(values) > 0 {
		kind += " with a query"
	}
	return kind
}

// looksRight checks a page in every way.
func (b *tab) looksRight(address string) {
	b.t.Helper()
	b.visit(address)
	require.NotEmpty(b.t, b.text("h1"), "%s has no heading", address)
	require.Equal(b.t, address, value[string](b, `location.href`), "%s sends the browser elsewhere", address)
	b.isDrawnRight()
	with := value[[]string](b, texts)
	b.scripts(false)
	b.visit(address)
	b.wantNone("scripts", lines(cmp.Diff(with, value[[]string](b, texts))))
	assert.True(b.t, value[bool](b, wayOn), "%s without scripts leads nowhere", address)
	b.scripts(true)
	b.wantQuiet()
}

// isDrawnRight checks how the open page is drawn, as it is now: its rules in both modes, and its width on a phone and a
// tablet.
func (b *tab) isDrawnRight() {
	b.t.Helper()
	b.wantNone("rules", b.brokenRules("light"))
	b.size(phone)
	b.wantNone(fmt.Sprint("width-", phone), b.tooWide())
	b.dark()
	b.wantNone("rules", b.brokenRules("dark"))
	b.light()
	b.size(tablet)
	b.wantNone(fmt.Sprint("width-", tablet), b.tooWide())
	b.size(wide)
}

// lines returns a text as a complaint, none for no text.
func lines(text string) []string {
	if text == "" {
		return nil
	}
	return []string{text}
}

// wantNone fails the test and keeps a picture when there is a complaint about the page.
func (b *tab) wantNone(what string, complaints []string) {
	b.t.Helper()
	for _, complaint := range complaints {
		assert.Fail(b.t, "the page is not right", "%s on %s\n%s", what, b.watch.address(), complaint)
	}
	if len(complaints) > 0 {
		b.picture(what)
	}
}

// tooWide returns the elements that make the page wider than the window.
func (b *tab) tooWide() []string {
	b.t.Helper()
	return value[[]string](b, `(() => {
		const room = document.documentElement.clientWidth, page = document.scrollingElement;
		if (page.scrollWidth <= room) return [];
		const wide = [...document.querySelectorAll("body *")]
			.filter((e) => e.checkVisibility() && e.getBoundingClientRect().right > room + 1)
			.map((e) => room + " px are too few for " + e.outerHTML.slice(0, 160)).slice(0, 5);
		return wide.length ? wide : ["the page has " + page.scrollWidth + " px and the window " + room];
	})()`)
}

// wayOn says whether a page leads to another one: by its navigation, the form for the token, or the link of an error page.
const wayOn = `Boolean(document.querySelector("nav[aria-label=Pages] a, input[name=token], header a"))`

// texts are the texts that a person reads on a page, without the buttons that need a script.
const texts = `[...document.querySelectorAll("main :is(h1, h2, h3, th, td, dt, dd, p, label, summary, li, svg text)")]
	.filter((e) => e.checkVisibility()).map((e) => {
		const copy = e.cloneNode(true);
		for (const button of copy.querySelectorAll("button.copy")) button.remove();
		return copy.textContent.replace(/\s+/g, " ").trim();
	})`
