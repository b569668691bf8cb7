package watch_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/tempfile"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/watch"
)

// killedChild names the variable that makes the test binary a program which saves a state and is killed.
const killedChild = "TOURNEY_SAVES_UNTIL_KILLED"

// saveUntilKilled is that program. It stops in the middle of a save and reports that.
func saveUntilKilled(path string) {
	temporary, err := tempfile.Write(path, []byte(`{"half":`))
	fmt.Println(err == nil)
	_, _ = io.Copy(io.Discard, os.Stdin) // for ever: nobody writes to it
	runtime.KeepAlive(temporary)
}

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

// child starts the test binary as that program. It returns after the report.
func child(t *testing.T, path string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.CommandContext(t.Context(), self)
	cmd.Env = append(os.Environ(), killedChild+"="+path)
	_, err = cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() { kill(cmd) })
	lines := bufio.NewScanner(out)
	require.True(t, lines.Scan())
	require.Equal(t, "true", lines.Text())
	return cmd
}

// kill ends a process as kill -9 does, and waits until it is gone.
func kill(cmd *exec.Cmd) {
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
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

// tellsWhoWrites reports whether the system tells that a program has a file open. Other systems remove only old files.
func tellsWhoWrites() bool {
	switch runtime.GOOS {
	case "aix", "js", "plan9", "solaris", "wasip1":
		return false
	}
	return true
}

// TestTheNextWatchTidiesUp: the next watch removes the temporary file of a killed program. While the program runs, no watch removes the
// file, however often other watches load and save.
func TestTheNextWatchTidiesUp(t *testing.T) {
	if !tellsWhoWrites() {
		t.Skip("the file has to be an hour old here")
	}
	folder := t.TempDir()
	path := filepath.Join(folder, "games.json")
	state := watch.File(path)
	require.NoError(t, state.Save(t.Context(), snapshotOf(1)))

	cmd := child(t, path)
	left := inFolder(t, folder)
	require.Len(t, left, 2)
	for range 3 {
		got, err := state.Load(t.Context())
		require.NoError(t, err)
		require.Len(t, gamesIn(t, got), 1)
		require.NoError(t, state.Save(t.Context(), got))
		require.Equal(t, left, inFolder(t, folder), "a file was removed that is being written")
	}
	kill(cmd)
	require.Equal(t, left, inFolder(t, folder))

	srv := mockserver.Start(t, tourney.Soccer)
	require.NoError(t, os.Remove(path)) // a watch refuses the state of another list
	o := watch.Options{State: state, Existing: true}
	for _, err := range watch.Games(t.Context(), srv.Client().Games, tourney.GameListOptions{}, o) {
		require.NoError(t, err)
		break
	}
	require.Equal(t, []string{"games.json"}, inFolder(t, folder))
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
