package browser

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
)

// TestFocusStaysWhenThePageChanges: what has the focus keeps it while the page shows what others do. It once went to
// another button, or to the top of the page.
func TestFocusStaysWhenThePageChanges(t *testing.T) {
	refuse := func(t *testing.T, srv *mockserver.Server) {
		require.Equal(t, http.StatusServiceUnavailable, ask(t, srv, http.MethodGet, "/api/v1/venues?eventid=1001", ""))
	}
	write := func(t *testing.T, srv *mockserver.Server) { post(t, srv.Client(), playedGame, 47, 46) }
	for name, test := range map[string]struct {
		page, focus string
		happen      func(t *testing.T, srv *mockserver.Server)
		shows, text string // where the page shows that, and how
	}{
		"a button of a rule":      {"faults", `form[action$="faults/f1/remove"] button`, refuse, "#rule-f1 td.number", "2"},
		"the hits of a rule":      {"faults", "#rule-f1 td.number a", refuse, "#rule-f1 td.number", "2"},
		"a button of the top":     {"overview", "#top button.copy", write, "#top", "Write 2"},
		"a team":                  {"standings", teamRow + " a", write, teamRow, "52"},
		"a day":                   {"schedule", "nav.tabs a[aria-current]", write, gameRow, "47 46"},
		"the button of the score": {"tournament/games/7014", "form.score button", write, "#row", "Foxes won"},
	} {
		t.Run(name, func(t *testing.T) {
			srv := start(t, tourney.Soccer)
			traffic(t, srv)
			b := open(t, srv.URL())
			b.visit(srv.URL() + consolePath + test.page)
			b.tabTo(test.focus)
			test.happen(t, srv)
			b.shows(test.shows, test.text)
			b.focusOn(test.focus)
		})
	}
}

// TestScrollStaysWhenThePageChanges: a table that a person has moved sideways stays where it is while its rows change.
func TestScrollStaysWhenThePageChanges(t *testing.T) {
	srv := start(t, tourney.Soccer)
	b := open(t, srv.URL())
	b.size(phone)
	b.visit(srv.URL() + consolePath + "bracket")
	b.run(chromedp.Evaluate[chromedp.Void](`document.querySelector(".drawing").scrollLeft = 120`))
	post(t, srv.Client(), semifinal, 31, 30)
	b.wait("the winner", fmt.Sprintf(`document.querySelector(%q).textContent.includes(%q)`, finalBox, semifinalist))
	require.Equal(t, 120, value[int](b, `document.querySelector(".drawing").scrollLeft`))
}

// TestRowsByKeys: on each page with rows the keys j and k go from row to row.
func TestRowsByKeys(t *testing.T) {
	srv := start(t, tourney.Soccer, mockserver.Scenario("finished"))
	traffic(t, srv)
	b := open(t, srv.URL())
	at := srv.URL() + consolePath
	for _, page := range []string{
		"requests", "requests/3", "overview", "tournament", "tournament/teams", "tournament/games", "tournament/divisions/2001",
		"schedule", "standings", "bracket", "leaders", "faults", "timeline", "assumptions", "api",
	} {
		t.Run(page, func(t *testing.T) {
			b := b.of(t)
			b.visit(at + page)
			place := func(key string) string {
				b.press(key)
				b.focusOn("[data-row]")
				return value[string](b, `document.activeElement.href`)
			}
			first := place("j")
			if value[int](b, `document.querySelectorAll("[data-row]").length`) > 1 {
				require.NotEqual(t, first, place("j"))
				require.Equal(t, first, place("k"))
			}
		})
	}
}
