package browser

import (
	"net/http"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
)

// TestRequestsShowAtOnce: a request shows on the open page without a reload, and one that comes while a person reads a row
// waits until the person asks for it.
func TestRequestsShowAtOnce(t *testing.T) {
	srv := start(t, tourney.Soccer)
	b := open(t, srv.URL())
	b.visit(srv.URL() + consolePath)
	b.shows("main", "No request has come yet")
	b.stays(func() {
		require.Equal(t, http.StatusOK, ask(t, srv, http.MethodGet, "/api/v1/teams?eventid=1001", ""))
		b.shows("#list", "Teams.List")
		b.press("j")
		require.Equal(t, http.StatusNotFound, ask(t, srv, http.MethodGet, "/api/v1/temas", ""))
		b.shows("#live", "new: show")
		require.NotContains(t, b.text("#list"), "temas")
		b.click("#show-new")
		b.shows("#list", "temas")
	})
}

// TestNothingIsMissedWhileAPageOpens: what comes before the stream of an open page begins is not lost when a person reads
// the list at once. The list waits, and says so.
func TestNothingIsMissedWhileAPageOpens(t *testing.T) {
	srv := start(t, tourney.Soccer)
	traffic(t, srv)
	b := open(t, srv.URL())
	send(b, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: slowStream})
	b.visit(srv.URL() + consolePath)
	b.press("j")
	require.Equal(t, http.StatusNotFound, ask(t, srv, http.MethodGet, "/api/v1/cups", ""))
	b.run(chromedp.Evaluate[chromedp.Void](`window.begin()`))
	b.shows("#live", "Show what is new")
	require.NotContains(t, b.text("#list"), "cups")
	b.stays(func() {
		b.click("#show-new")
		b.shows("#list", "cups")
	})
}

// TestHiddenTabsHaveNoStream: a browser opens six connections to a host, so a tab that nobody sees keeps none of them.
// It shows what it missed when it is seen again.
func TestHiddenTabsHaveNoStream(t *testing.T) {
	srv := start(t, tourney.Soccer)
	b := open(t, srv.URL())
	send(b, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: countedStreams})
	b.visit(srv.URL() + consolePath)
	b.wait("a stream", `window.streams.size === 1`)
	b.stays(func() {
		b.run(chromedp.Evaluate[chromedp.Void](`window.hide(true)`))
		b.wait("no stream", `window.streams.size === 0`)
		require.Equal(t, http.StatusOK, ask(t, srv, http.MethodGet, "/api/v1/teams?eventid=1001", ""))
		b.run(chromedp.Evaluate[chromedp.Void](`window.hide(false)`))
		b.shows("#list", "Teams.List")
		b.wait("one stream", `window.streams.size === 1`)
	})
}

// TestALostMockIsSaid: a page whose stream broke off says that it may be old, until the stream is there again.
func TestALostMockIsSaid(t *testing.T) {
	srv := start(t, tourney.Soccer)
	b := open(t, srv.URL())
	send(b, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: countedStreams})
	b.visit(srv.URL() + consolePath)
	b.wait("an open stream", `[...window.streams].some((stream) => stream.readyState === EventSource.OPEN)`)
	b.wait("no word of it", `document.getElementById("lost").hidden`)
	b.run(chromedp.Evaluate[chromedp.Void](`window.tell("error")`))
	b.shows("#lost", "The mock does not answer: this page may be old.")
	b.run(chromedp.Evaluate[chromedp.Void](`window.tell("open")`))
	b.wait("no word of it", `document.getElementById("lost").hidden`)
}

// countedStreams counts the open streams of a page, tells them of an event, and hides the page.
const countedStreams = `{
	const Source = window.EventSource;
	window.streams = new Set();
	window.EventSource = class extends Source {
		constructor(address) { super(address); window.streams.add(this); }
		close() { window.streams.delete(this); super.close(); }
	};
	window.tell = (name) => { for (const stream of window.streams) stream.dispatchEvent(new Event(name)); };
	window.hide = (yes) => {
		Object.defineProperty(document, "hidden", { get: () => yes, configurable: true });
		document.dispatchEvent(new Event("visibilitychange"));
	};
}`

// slowStream lets the events of a page begin on demand.
const slowStream = `{
	const Source = window.EventSource;
	window.EventSource = class {
		listeners = [];
		constructor(address) {
			window.begin = () => {
				this.source = new Source(address);
				for (const added of this.listeners) this.source.addEventListener(...added);
			};
		}
		addEventListener(...added) { this.listeners.push(added); }
		close() { this.source?.close(); }
	};
}`

// TestLinksHoldAfterASwap: a link that replaces a part of the page changes the address, and the links of the other parts
// lead where they led before. They are relative, and once went one level too deep.
func TestLinksHoldAfterASwap(t *testing.T) {
	srv := start(t, tourney.Soccer)
	traffic(t, srv)
	b := open(t, srv.URL())
	before := b.rail(srv.URL() + consolePath)
	b.stays(func() {
		b.click(`tr[data-key="request-3"] a`)
		b.shows("#detail", "No. 3")
		require.Equal(t, srv.URL()+consolePath+"requests/3#detail", value[string](b, `location.href`))
		require.Equal(t, before, value[[]string](b, `[...document.querySelectorAll("nav[aria-label=Pages] a")].map((a) => a.href)`))
		b.run(chromedp.Evaluate[chromedp.Void](`history.back()`))
		b.wait("the list alone", `!document.querySelector("#detail")`)
		b.click(`tr[data-key="request-4"] a`)
		b.shows("#detail", "No. 4")
	})
	b.leave(func() { b.run(chromedp.Reload()) })
	b.shows("#detail", "No. 4")
	b.leave(func() { b.click("nav[aria-label=Pages] a") })
	require.Equal(t, srv.URL()+consolePath+"requests", value[string](b, `location.href`))
}
