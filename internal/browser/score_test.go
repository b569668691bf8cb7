package browser

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
)

// TestScoreShowsEverywhere: a score that a program posts through the SDK shows on the schedule, in the standings and in
// the bracket without a reload.
func TestScoreShowsEverywhere(t *testing.T) {
	srv := start(t, tourney.Soccer, mockserver.Scenario("finished"))
	pages := map[string]*tab{}
	before := map[string]string{}
	for _, name := range []string{"schedule", "standings", "bracket"} {
		b := open(t, srv.URL())
		b.visit(srv.URL() + consolePath + name)
		b.mark()
		pages[name], before[name] = b, b.text("#"+name)
	}
	for _, game := range srv.Games() {
		if game.HomeTeam == nil || game.HomeTeam.TeamID == nil || game.AwayTeam == nil || game.AwayTeam.TeamID == nil {
			continue
		}
		require.NoError(t, srv.Client().Games.Update(t.Context(), tourney.GameUpdateInput{
			ID: game.ID, HomeScore: new(47), AwayScore: new(46),
		}))
	}
	for name, b := range pages {
		b.wait("another text of the "+name, fmt.Sprintf(`document.querySelector("#%s").innerText.replace(/\s+/g, " ") !== %q`,
			name, before[name]))
		if name != "standings" { // which have sums
			b.shows("#"+name, "47")
		}
		require.True(t, value[bool](b, `window.isBefore === true`), "%s was loaded again", name)
	}
}
