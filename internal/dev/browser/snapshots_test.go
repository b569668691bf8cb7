package browser

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
)

// TestResetIsUndone: a person resets the world after a write and a move of the clock, and takes that back with Undo. The
// schedule, which is open beside it, follows without a reload.
func TestResetIsUndone(t *testing.T) {
	srv := start(t, tourney.Soccer)
	board := beside(t, srv.URL(), "schedule")
	was, score, began := board.text(gameRow), scoreOf(t, srv), srv.Clock.Now()
	post(t, srv.Client(), playedGame, 47, 46)
	written := board.changes(gameRow, was)
	srv.Clock.Advance(30 * time.Minute)
	board.shows("#schedule h2", "23:30 on the mock's clock")

	b := open(t, srv.URL())
	b.visit(srv.URL() + consolePath + "snapshots")
	b.leave(func() { b.click(`form[action$="/reset"] button`) })
	b.shows(".note", "The rows and the time are those of the start.")
	board.becomes(gameRow, was)
	board.shows("#schedule h2", "23:00 on the mock's clock")
	require.Equal(t, score, scoreOf(t, srv))
	require.Equal(t, began, srv.Clock.Now())

	b.leave(func() { b.click(`.note form[action*="undo/"] button`) })
	b.shows(".note", "Undone.")
	board.becomes(gameRow, written)
	board.shows("#schedule h2", "23:30 on the mock's clock")
	require.Equal(t, "47:46", scoreOf(t, srv))
	require.Equal(t, began.Add(30*time.Minute), srv.Clock.Now())
	board.wasNotLoaded()
}
