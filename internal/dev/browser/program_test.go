package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
)

// semifinal is a game in the first bracket whose away team is known. Its winner plays the final.
const (
	semifinal    = 7037
	semifinalist = "River Skylarks"
	finalRow     = `tr[data-key="game-7044"]`
	finalBox     = `g[data-key="box-7044"]`
)

// process is a run of the program mockserver.
type process struct {
	URL string

	client *tourney.Client
	path   string // of the program
}

// TestProgramShowsScores: a person opens the console from the first page of the program. Scores that a program posts through the
// SDK show on the schedule, in the standings and in the bracket without a reload, and winners advance.
func TestProgramShowsScores(t *testing.T) {
	p := run(t)
	b := open(t, p.URL)
	b.visit(p.URL + "/")
	b.shows("h1", "Mock for soccer")
	b.leave(func() { b.click(`a[href$="/_mock/console/"]`) })
	require.Equal(t, p.URL+consolePath+"requests", value[string](b, `location.href`))
	b.shows("#list", "No request has come yet")

	board, table, bracket := beside(t, p.URL, "schedule"), beside(t, p.URL, "standings"), beside(t, p.URL, "bracket")
	game, team, final := board.text(gameRow), table.text(teamRow), bracket.text(finalRow)
	b.stays(func() {
		post(t, p.client, playedGame, 47, 46)
		b.shows(`tr[data-key="request-1"]`, "Games.Update 200")
	})
	require.Contains(t, board.changes(gameRow, game), "47 46")
	require.Contains(t, table.changes(teamRow, team), "52") // with the 5 goals of two other games
	post(t, p.client, semifinal, 31, 30)
	require.Contains(t, bracket.changes(finalRow, final), semifinalist)
	bracket.wait("the winner in the picture",
		fmt.Sprintf(`document.querySelector(%q).textContent.includes(%q)`, finalBox, semifinalist))
	for _, page := range []*tab{board, table, bracket} {
		page.wasNotLoaded()
	}
}

// run builds the program and starts it on a free port. The end of the test stops it.
func run(t *testing.T, args ...string) *process {
	t.Helper()
	running.browser(t) // skips the test without one
	built := filepath.Join(t.TempDir(), "mockserver")
	build := exec.CommandContext(t.Context(), "go", "build", "-o", built, "github.com/tourney-go/tourney/cmd/mockserver")
	said, err := build.CombinedOutput()
	require.NoError(t, err, "%s", said)

	args = append([]string{"--variant", "soccer", "--listen", "127.0.0.1:0", "--print-json"}, args...)
	command := exec.CommandContext(context.WithoutCancel(t.Context()), built, args...)
	var errs strings.Builder
	command.Stderr = &errs
	out, err := command.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, command.Start())
	t.Cleanup(func() {
		require.NoError(t, command.Process.Signal(os.Interrupt))
		require.NoError(t, command.Wait(), "the program printed: %s", &errs)
	})
	var printed struct{ Servers []process }
	require.NoError(t, json.NewDecoder(out).Decode(&printed))
	require.Len(t, printed.Servers, 1)
	p := &printed.Servers[0]
	p.path = built
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	p.client, err = tourney.New(p.URL, tourney.Soccer, tourney.WithPlainHTTP(),
		tourney.WithHTTPClient(&http.Client{Transport: transport}))
	require.NoError(t, err)
	return p
}
