package browser

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestScoreboardPage: a static page of another origin shows the scores, the standings and the bracket of a tournament
// while the program plays it, without a reload.
func TestScoreboardPage(t *testing.T) {
	page := httptest.NewServer(http.FileServer(http.Dir("../../../examples/scoreboard-page")))
	t.Cleanup(page.Close)
	p := run(t, "--scenario", "not-started", "--start-date", "fixed", "--allow-origin", page.URL)
	play := func(args ...string) string {
		args = append([]string{"play", "--url", p.URL, "--seed", "7"}, args...)
		said, err := exec.CommandContext(t.Context(), p.path, args...).CombinedOutput()
		require.NoError(t, err, "%s", said)
		return string(said)
	}
	b := open(t, page.URL, p.URL)
	b.visit(page.URL + "/?pause=100&division=2001&host=" + url.QueryEscape(p.URL))
	b.becomes("#state", "0 of 16 games have a score.")
	b.becomes("h1", "12U Meadow")
	const first, final = `tr[data-game="7001"]`, `tr[data-game="7044"]`
	require.Contains(t, b.text(first), "River Skylarks – Juniper Foxes")
	require.Contains(t, b.text(final), "W1 (Championship) – W2 (Championship)")
	b.stays(func() {
		require.Contains(t, play("--step"), "River Skylarks 2:4 Juniper Foxes")
		b.shows(first, "River Skylarks 2 : 4 Juniper Foxes")
		b.shows("#standings", "1st Juniper Foxes 1 1 0 0 4 2 +2 3")

		all := strings.Split(strings.TrimSpace(play("--speed", "20000x")), "\n") // four seconds
		require.Len(t, all, 47)
		b.becomes("#state", "16 of 16 games have a score.")
		require.NotContains(t, b.text(final), "W1")
		_, team, _ := strings.Cut(all[len(all)-5], "game 7044  ")
		require.NotEmpty(t, team, "the final of the division: %q", all)
		require.Equal(t, strings.ReplaceAll(team, ":", " : "),
			strings.TrimSuffix(strings.TrimPrefix(b.text(final), "6/14/2026 12:00 PM "), " Championship"))
	})
}
