package browser

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
)

// TestBoxesByKeys: a person without a mouse goes from box to box in the picture of a bracket, sees which one has the
// focus, also on a phone, and opens its game.
func TestBoxesByKeys(t *testing.T) {
	srv := start(t, tourney.Soccer)
	b := open(t, srv.URL())
	for name, width := range map[string]int64{"phone": phone, "wide": wide} {
		t.Run(name, func(t *testing.T) {
			b := b.of(t)
			b.size(width)
			b.visit(srv.URL() + consolePath + "bracket")
			b.tabTo(`g[data-key="box-7037"] a`)
			b.tabTo(finalBox + " a")
			require.Contains(t, value[string](b, `document.activeElement.textContent`), "Game 44, Sun 14 Jun, 12:00")
			b.leave(func() { b.press(enter) })
			b.shows("h1", "Game 44")
		})
	}
}
