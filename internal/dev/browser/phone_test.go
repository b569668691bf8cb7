package browser

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
)

// TestPhonesLeaveNothingOut: a phone shows all pages of the navigation, and all values of requests and faults, without
// scrolling sideways, also inside a table.
func TestPhonesLeaveNothingOut(t *testing.T) {
	srv := start(t, tourney.Soccer)
	traffic(t, srv)
	b := open(t, srv.URL())
	b.size(phone)
	for page, want := range map[string]map[string][]string{
		"requests": {
			`tr[data-key="request-4"]`: {"GET", "Venues.List", "503", "Service Unavailable", "fault f1"},
			`tr[data-key="request-3"]`: {"GET", "Standings.Get", "200", "1 ignored", "3 assumed"},
			`tr[data-key="request-7"]`: {"PUT", "Games.Update", "400", "id must be an integer …"},
		},
		"faults": {"#rule-f1": {"f1", "Venues.List", "every request", "answer with a status, 503", "1", "Remove"}},
	} {
		t.Run(page, func(t *testing.T) {
			b := b.of(t)
			b.visit(srv.URL() + consolePath + page)
			require.Len(t, value[[]string](b, fmt.Sprintf(seen, "nav[aria-label=Pages] a")), 12)
			for row, texts := range want {
				require.Subset(t, value[[]string](b, fmt.Sprintf(seen, row+" :is(td, th, a, button, .badge)")), texts, row)
			}
			require.Empty(t, value[[]string](b, `[...document.querySelectorAll("main .table, .rail")]
				.filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.outerHTML.slice(0, 80))`))
		})
	}
}

// seen are the texts of those elements that are within the width of the window.
const seen = `[...document.querySelectorAll(%q)].filter((e) => {
	const box = e.getBoundingClientRect();
	return e.checkVisibility() && box.width > 0 && box.left >= 0 && box.right <= innerWidth;
}).map((e) => e.innerText.trim())`
