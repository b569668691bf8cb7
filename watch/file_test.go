package watch_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/tempfile"
	"github.com/tourney-go/tourney/watch"
)

// snapshotOf returns the state of a watch of that many games.
func snapshotOf(games int) []byte {
	list := make([]tourney.Game, games)
	for i := range list {
		list[i] = pairing(int64(i+1), 2, 3)
	}
	data, err := json.Marshal(map[string]any{"version": 1, "list": "soccer /games?", "games": list})
	if err != nil {
		panic(err)
	}
	return data
}

// gamesIn returns the games in the state of a watch.
func gamesIn(t *testing.T, state []byte) []tourney.Game {
	t.Helper()
	var snapshot struct {
		Games []tourney.Game `json:"games"`
	}
	if state != nil {
		require.NoError(t, json.Unmarshal(state, &snapshot))
	}
	return snapshot.Games
}

// inFolder returns what is in a folder.
func inFolder(t *testing.T, folder string) []string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	var list []string
	for _, entry := range entries {
		list = append(list, entry.Name())
	}
	return list
}

// TestFileIsAlwaysWhole: after a failed save the file holds the last snapshot, and no other file is left. The file of a
// program that was killed goes, and that of one which still writes stays.
func TestFileIsAlwaysWhole(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "games.json")
	file := watch.File(path)
	empty, err := file.Load(t.Context())
	require.NoError(t, err)
	require.Nil(t, empty)
	writing, err := tempfile.Write(path, []byte(`{"half":`))
	require.NoError(t, err)
	for i := range 3 {
		want := snapshotOf(i)
		require.NoError(t, file.Save(t.Context(), want))
		got, err := file.Load(t.Context())
		require.NoError(t, err)
		require.Equal(t, string(want), string(got))
		require.Len(t, inFolder(t, folder), 2)
	}
	require.NoError(t, writing.Close()) // as a kill does
	require.NoError(t, os.Mkdir(filepath.Join(folder, "taken"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "taken", "x"), nil, 0o600))
	require.Error(t, watch.File(filepath.Join(folder, "taken")).Save(t.Context(), snapshotOf(1)))
	_, err = file.Load(t.Context())
	require.NoError(t, err)
	require.Equal(t, []string{"games.json", "taken"}, inFolder(t, folder), "no file is left beside it")
	info, err := os.Stat(path)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
}

// TestFileFollowsLinks: a link stays a link, also one whose file does not exist yet.
func TestFileFollowsLinks(t *testing.T) {
	folder, elsewhere := t.TempDir(), t.TempDir()
	file, chain, link := filepath.Join(elsewhere, "state.json"), filepath.Join(folder, "chain"), filepath.Join(folder, "link")
	to, err := filepath.Rel(folder, file)
	if err == nil {
		err = os.Symlink(to, chain)
	}
	if err != nil {
		t.Skip(err)
	}
	require.NoError(t, os.Symlink("chain", link))
	for n := range 3 {
		state := watch.File(link)
		before, err := state.Load(t.Context())
		require.NoError(t, err)
		require.Len(t, gamesIn(t, before), n)
		require.NoError(t, state.Save(t.Context(), snapshotOf(n+1)))
		after, err := watch.File(file).Load(t.Context())
		require.NoError(t, err)
		require.Len(t, gamesIn(t, after), n+1)
	}
	require.Equal(t, []string{"chain", "link"}, inFolder(t, folder))
	require.Equal(t, []string{"state.json"}, inFolder(t, elsewhere))
	require.NoError(t, os.Remove(chain))
	require.NoError(t, os.Symlink("link", chain))
	_, err = watch.File(link).Load(t.Context())
	require.Error(t, err, "a circle")
	require.Error(t, watch.File(link).Save(t.Context(), snapshotOf(1)))
}

// TestLinksLeadFromTheirRealFolder: a relative link begins where its file is, and not where the path to it seems to be.
func TestLinksLeadFromTheirRealFolder(t *testing.T) {
	root := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(root, "deep", "er"), 0o700))
	if err := os.Symlink(filepath.Join("deep", "er"), filepath.Join(root, "short")); err != nil {
		t.Skip(err)
	}
	for link, to := range map[string]string{"one": "../state.json", "two": "../../short/../state.json"} {
		require.NoError(t, os.Symlink(to, filepath.Join(root, "deep", "er", link)))
		state := watch.File(filepath.Join(root, "short", link))
		require.NoError(t, state.Save(t.Context(), snapshotOf(1)))
		require.Equal(t, []string{"deep", "short"}, inFolder(t, root))
		require.Equal(t, []string{"er", "state.json"}, inFolder(t, filepath.Join(root, "deep")))
		require.NoError(t, os.Remove(filepath.Join(root, "deep", "state.json")))
	}
}

// TestFileNeedsAFile guards against a read that never ends, of a pipe or a device.
func TestFileNeedsAFile(t *testing.T) {
	folder := t.TempDir()
	paths := []string{folder}
	if pipe := filepath.Join(folder, "pipe"); makePipe(pipe) == nil {
		link := filepath.Join(folder, "link")
		require.NoError(t, os.Symlink("pipe", link))
		paths = append(paths, pipe, link, "/dev/zero")
	}
	for _, path := range paths {
		_, err := watch.File(path).Load(t.Context())
		require.ErrorContains(t, err, "expected a regular file", path)
		require.ErrorContains(t, watch.File(path).Save(t.Context(), snapshotOf(1)), "expected a regular file", path)
	}
}
