package browser

import (
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// lengthen gives names without a space, of which some are long, to all rows with a name.
func lengthen(t *testing.T, srv *mockserver.Server) {
	t.Helper()
	name := func(s *string) { *s = strings.ReplaceAll(*s, " ", "") + strings.Repeat("W", 80) }
	for _, r := range srv.Events.All() {
		srv.Events.Edit(r.ID, func(e *tourney.Event) { name(&e.Name) })
	}
	for _, r := range srv.Divisions.All() {
		srv.Divisions.Edit(r.ID, func(d *tourney.Division) { name(&d.Name) })
		for _, p := range srv.Pools.Page(stored.Query{DivisionID: r.ID}).Rows {
			srv.Pools.Edit(p.ID, func(p *tourney.Pool) { name(&p.Name) })
		}
	}
	for _, r := range srv.Teams.All() {
		srv.Teams.Edit(r.ID, func(team *tourney.Team) { name(&team.Name) })
	}
	for _, r := range srv.Players.All() {
		srv.Players.Edit(r.ID, func(p *tourney.Player) { name(&p.LastName) })
	}
	for _, r := range srv.Venues.All() {
		srv.Venues.Edit(r.ID, func(v *tourney.Venue) { name(&v.Name) })
	}
	ask(t, srv, http.MethodGet, "/api/v1/"+strings.Repeat("w", 300), "")
	ask(t, srv, http.MethodPut, "/api/v1/teams", `{"Name":"`+strings.Repeat("w", 300)+`","`+strings.Repeat("v", 300)+`":1}`)
	srv.Snapshots.Take()
}

// TestWhatFormsShow: what a page shows after a form looks right: a change with its Undo, a refusal with the form as it
// was sent, older rows.
func TestWhatFormsShow(t *testing.T) {
	for name, test := range map[string]struct {
		page  string
		do    func(b *tab)
		shows string
	}{
		"a change": {
			"snapshots", func(b *tab) { b.enters("#snapshot-name", strings.Repeat("w", 60)) }, "keeps the rows after write 1",
		},
		"a refusal": {"faults", func(b *tab) { b.enters("#status", strings.Repeat("9", 60)) }, "Status: expected"},
		"older rows": {
			"timeline", func(b *tab) { b.leave(func() { b.click(`form[action$="timeline/0/show"] button`) }) }, "older rows",
		},
		"a score that is none": {
			"tournament/games/7014", func(b *tab) { b.enters("#away", "seven"+strings.Repeat("n", 4)) }, "expected a whole number",
		},
	} {
		t.Run(name, func(t *testing.T) {
			srv := start(t, tourney.Soccer)
			traffic(t, srv)
			b := open(t, srv.URL())
			b.visit(srv.URL() + consolePath + test.page)
			test.do(b)
			b.shows("main .note", test.shows)
			b.looksRight(value[string](b, `location.href`))
		})
	}
}

// enters types a text into a field, in place of what it holds, and presses Enter, which sends its form.
func (b *tab) enters(field, text string) {
	b.t.Helper()
	b.click(field)
	b.run(chromedp.Evaluate[chromedp.Void](`document.activeElement.select()`))
	b.types(text)
	b.leave(func() { b.press(enter) })
}

// TestWhatOpens: what opens on a page at a click or a key looks right: the menus at the top, the help for the keys, a
// detail, the button for what is new.
func TestWhatOpens(t *testing.T) {
	srv := start(t, tourney.Soccer)
	traffic(t, srv)
	b := open(t, srv.URL())
	for name, open := range map[string]func(b *tab){
		"the clock":    func(b *tab) { b.click("#clock summary"); b.shows("#clock", "Advance by") },
		"the sessions": func(b *tab) { b.click("#sessions summary"); b.shows("#sessions", "main world") },
		"the keys":     func(b *tab) { b.press("?"); b.shows("dialog", "next and previous row") },
		"a detail":     func(b *tab) { b.click(`tr[data-key="request-7"] a`); b.click("#body summary") },
		"what is new": func(b *tab) {
			b.press("j")
			ask(b.t, srv, http.MethodGet, "/api/v1/events", "")
			b.shows("#live", "new")
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := b.of(t)
			b.visit(srv.URL() + consolePath)
			b.shows("#list", "No. ")
			open(b)
			b.isDrawnRight()
			b.wantQuiet()
		})
	}
}
