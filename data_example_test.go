package tourney_test

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
)

// TestDataPageSave runs the code of docs/data.md.
func TestDataPageSave(t *testing.T) {
	srv, other := mockserver.Start(t, tourney.Soccer), mockserver.Start(t, tourney.Soccer, mockserver.Scenario("empty"))

	saved, err := os.Create(filepath.Join(t.TempDir(), "rows.jsonl"))
	require.NoError(t, err)
	require.NoError(t, srv.Save(saved))

	_, err = saved.Seek(0, io.SeekStart)
	require.NoError(t, err)
	require.NoError(t, other.Load(saved)) // a server for the same variant

	require.NoError(t, saved.Close())
	require.Equal(t, srv.Games.All(), other.Games.All())
}

// TestDataPageFile runs the code of docs/data.md.
func TestDataPageFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rows.jsonl")

	srv := mockserver.Start(t, tourney.Soccer, mockserver.DataFile(path, mockserver.DataSync()))
	srv.Games.Edit(7001, func(g *tourney.Game) { g.HomeTeam.Score = tourney.Score(9) })
	srv.Close()

	srv = mockserver.Start(t, tourney.Soccer, mockserver.DataFile(path)) // perhaps in another program
	game, _ := srv.Games.Get(7001)
	require.Equal(t, "9", game.HomeTeam.Score.String())
}

// TestDataPageFixtures runs the code of docs/data.md.
func TestDataPageFixtures(t *testing.T) {
	srv := mockserver.Start(t, tourney.Soccer, mockserver.Scenario("empty"),
		mockserver.Fixtures(os.DirFS("testdata"), "league.json"))
	game, _ := srv.Games.Get(srv.ID("final"))
	require.Equal(t, srv.ID("hawks"), *game.HomeTeam.TeamID)
	opener, _ := srv.Games.Get(srv.ID("opener"))
	require.Equal(t, "Hawks 3, Owls 1", fmt.Sprintf("%s %s, %s %s",
		opener.HomeTeam.Name, opener.HomeTeam.Score, opener.AwayTeam.Name, opener.AwayTeam.Score))
	page, err := os.ReadFile("docs/data.md")
	require.NoError(t, err)
	file, err := os.ReadFile("testdata/league.json")
	require.NoError(t, err)
	require.Contains(t, string(page), string(file))
}
