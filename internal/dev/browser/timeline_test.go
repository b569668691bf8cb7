package browser

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
)

// TestRewindAndReturn: a person shows the world after older writes and returns to the newest one. The schedule and the
// standings, which are open beside it, follow without a reload, and say that the rows are old.
func TestRewindAndReturn(t *testing.T) {
	srv := start(t, tourney.Soccer)
	board, table := beside(t, srv.URL(), "schedule"), beside(t, srv.URL(), "standings")
	states := []struct{ game, team, score string }{{board.text(gameRow), table.text(teamRow), scoreOf(t, srv)}}
	for _, score := range [][2]int{{47, 46}, {28, 29}} {
		before := states[len(states)-1]
		post(t, srv.Client(), playedGame, score[0], score[1])
		before.game, before.team = board.changes(gameRow, before.game), table.changes(teamRow, before.team)
		before.score = scoreOf(t, srv)
		states = append(states, before)
	}
	require.Equal(t, "47:46", states[1].score)
	require.Equal(t, "28:29", states[2].score)

	b := open(t, srv.URL())
	b.visit(srv.URL() + consolePath + "timeline")
	b.shows(`tr[data-key="write-2"]`, "now")
	wants := func(row string, write int) {
		t.Helper()
		b.shows(`tr[data-key="`+row+`"]`, "now")
		board.becomes(gameRow, states[write].game)
		table.becomes(teamRow, states[write].team)
		require.Equal(t, states[write].score, scoreOf(t, srv))
	}
	b.leave(func() { b.click(`form[action$="timeline/1/show"] button`) })
	wants("write-1", 1)
	for _, page := range []*tab{b, board, table} {
		page.shows("#past", "The world shows older rows: those after write 1. The newest were those after write 2.")
	}
	b.leave(func() { b.click(`form[action$="timeline/0/show"] button`) })
	b.shows(".note", "The rows are those after write 0.")
	wants("write-0-rows", 0)
	b.leave(func() { b.click("#past button") })
	b.shows(".note", "The rows are those after write 2.")
	wants("write-5", 2) // going back is a write, the third one here
	for _, page := range []*tab{b, board, table} {
		page.wait("no word of older rows", `document.querySelector("#past").innerText.trim() === ""`)
	}
	board.wasNotLoaded()
	table.wasNotLoaded()
}
