package browser

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
)

// TestJourneyByKeyboard: a person without a mouse begins on the first page of the mock, finds a request, enters a score,
// arms a fault, goes back in time, resets and undoes that. Every key that moves the focus must show where it is.
func TestJourneyByKeyboard(t *testing.T) {
	srv := start(t, tourney.Soccer)
	traffic(t, srv)
	b := open(t, srv.URL())
	b.visit(srv.URL() + "/")
	b.follow(`a[href$="/_mock/console/"]`)
	b.shows("h1", "Requests")

	b.findsByKeys()
	before := scoreOf(t, srv)
	b.scoresByKeys()
	require.Equal(t, "47:46", scoreOf(t, srv))
	b.armsByKeys()
	require.Equal(t, http.StatusGatewayTimeout, ask(t, srv, http.MethodGet, "/api/v1/players?eventid=1001", ""))
	b.seesTheFaultByKeys()

	b.follow(railLink("timeline"))
	b.follow(`form[action$="timeline/0/show"] button`)
	b.shows("#past", "The world shows older rows")
	require.Equal(t, before, scoreOf(t, srv))
	b.follow("#past button")
	b.becomes("#past", "")
	require.Equal(t, "47:46", scoreOf(t, srv))

	b.follow(railLink("snapshots"))
	b.follow(`form[action$="/reset"] button`)
	b.shows(".note", "those of the start")
	require.Equal(t, before, scoreOf(t, srv))
	b.follow(`form[action*="undo/"] button`)
	b.shows(".note", "Undone")
	require.Equal(t, "47:46", scoreOf(t, srv))
}

// railLink is the link to a page in the navigation.
func railLink(name string) string { return `nav[aria-label=Pages] a[href$="/` + name + `"]` }

// findsByKeys filters the requests, opens one, reads on in it, and closes it.
func (b *tab) findsByKeys() {
	b.t.Helper()
	b.press("/")
	b.focusOn("[data-search]")
	b.types("games")
	b.tabTo("#answer")
	b.types("Failed")
	b.follow("form[role=search] button")
	b.shows("#list", "No. 7–7")
	b.opensByKeys(`tr[data-key="request-7"]`, `homescore must be a number, found "many"`)
}

// opensByKeys opens the first row, whose detail takes the focus, and closes it, which gives the focus back to the row.
func (b *tab) opensByKeys(row, detail string) {
	b.t.Helper()
	b.press("j")
	b.focusOn(row + " a[data-row]")
	b.press(enter)
	b.shows("#detail", detail)
	b.focusOn("#detail")
	b.press(kb.Tab)
	b.focusOn("#detail .head a")
	b.press(enter)
	b.wait("the list alone", `!document.querySelector("#detail")`)
	b.focusOn(row + " a[data-row]")
}

// scoresByKeys finds a game on the schedule, and enters its score.
func (b *tab) scoresByKeys() {
	b.t.Helper()
	b.follow(railLink("schedule"))
	b.press("j")
	for range maxSteps {
		if value[bool](b, fmt.Sprintf(`document.activeElement.matches(%q)`, gameRow+" a")) {
			break
		}
		b.focusOn("[data-row]")
		b.press("j")
	}
	b.focusOn(gameRow + " a")
	b.leave(func() { b.press(enter) })
	b.shows("h1", "Juniper Foxes")
	b.tabTo("#away")
	b.types("47")
	b.press(kb.Tab)
	b.focusOn("#home")
	b.types("46")
	b.leave(func() { b.press(enter) })
	b.shows(".note", "47 : 46")
}

// maxSteps bounds the keys to a row.
const maxSteps = 60

// armsByKeys arms a fault in the form.
func (b *tab) armsByKeys() {
	b.t.Helper()
	b.follow(railLink("faults"))
	b.tabTo("#operation")
	b.types("Players.List")
	b.tabTo("#action")
	b.types("answer with a status")
	b.tabTo("#status")
	b.types("504")
	b.leave(func() { b.press(enter) })
	b.shows(".note", "The fault f2 is armed")
	b.shows("#rules", "Players.List")
}

// seesTheFaultByKeys finds the request that the fault refused, and removes the fault.
func (b *tab) seesTheFaultByKeys() {
	b.t.Helper()
	b.shows("#rule-f2 td.number", "1")
	b.follow("#rule-f2 td.number a")
	b.press("j")
	b.focusOn("[data-row]")
	b.press(enter)
	b.shows("#detail", "The fault f2 fired")
	b.follow(railLink("faults"))
	b.follow(`form[action$="faults/f2/remove"] button`)
	b.shows(".note", "The fault f2 is removed")
}

// TestKeysOfTheConsole: a person without a mouse skips to the content, sees the keys, moves the clock and takes that back.
func TestKeysOfTheConsole(t *testing.T) {
	srv := start(t, tourney.Soccer)
	b := open(t, srv.URL())
	b.visit(srv.URL() + consolePath)

	b.tabTo("a.skip")
	b.press(enter)
	b.focusOn("#main")
	b.press("?")
	b.shows("dialog", "next and previous row")
	b.press(kb.Escape)
	b.wait("no dialog", `!document.querySelector("dialog").open`)

	now := srv.Clock.Now()
	b.tabTo("#clock summary")
	b.press(enter)
	b.tabTo("#advance")
	b.leave(func() { b.press(enter) })
	b.shows(".note", "The clock is now at")
	require.NotEqual(t, now, srv.Clock.Now())
	b.tabTo(`form[action*="undo/"] button`)
	b.leave(func() { b.press(enter) })
	b.shows(".note", "Undone")
	require.Equal(t, now, srv.Clock.Now())
}
