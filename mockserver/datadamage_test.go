package mockserver_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
)

// TestEveryFlippedBit flips each bit of a file, the ends of lines too. The server does not start and leaves the file as
// it is, or only the last write is gone. A change of the end of a line once cut two writes.
func TestEveryFlippedBit(t *testing.T) {
	path := dataPath(t)
	srv := kept(t, path)
	for _, name := range []string{"a", "b", "c"} {
		srv.Teams.Add(tourney.Team{Name: name})
	}
	srv.Close()
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	last := bytes.LastIndexByte(whole[:len(whole)-1], '\n') + 1
	outcomes, inLast, picked := map[string]int{}, map[bool]int{}, sample(t, 9)
	for at := range whole {
		for bit := range 8 {
			if !picked() {
				continue
			}
			inLast[at >= last]++
			damaged := bytes.Clone(whole)
			damaged[at] ^= 1 << bit
			require.NoError(t, os.WriteFile(path, damaged, 0o600))
			outcomes[opening(t, path, damaged, whole[:last])]++
		}
	}
	require.Equal(t, inLast[true], outcomes["cut"], "in the last write alone")
	require.Equal(t, inLast[false], outcomes["refused"]+outcomes["harmless"])
	require.Less(t, outcomes["harmless"], 10, "the name of a member that can be left out")
}

// opening opens a damaged file, and says what came of it.
func opening(t *testing.T, path string, damaged, rest []byte) string {
	t.Helper()
	srv, err := mockserver.New(tourney.Soccer, mockserver.Scenario("empty"), mockserver.DataFile(path))
	after, failed := os.ReadFile(path)
	require.NoError(t, failed)
	if err == nil {
		defer srv.Close()
	}
	switch {
	case err != nil:
		require.Equal(t, string(damaged), string(after), "a refused file stays as it is")
		return "refused"
	case bytes.Equal(after, damaged):
		require.Len(t, srv.Teams.All(), 3)
		return "harmless"
	}
	require.Equal(t, string(rest), string(after))
	require.Len(t, srv.Teams.All(), 2)
	return "cut"
}

// unsyncable is a disk that cannot sync a folder.
type unsyncable struct {
	disk

	fails bool
}

func (d *unsyncable) SyncFolder(name string) error {
	if d.fails {
		return errors.New("input/output error")
	}
	return d.disk.SyncFolder(name)
}

// TestAReplacedFileHasTheWrite: a write that is in the file was made, whatever failed later.
func TestAReplacedFileHasTheWrite(t *testing.T) {
	path, d := dataPath(t), &unsyncable{}
	var notes []string
	srv := kept(t, path, mockserver.DataDisk(d), mockserver.DataNotes(func(note string) { notes = append(notes, note) }))
	srv.Teams.Add(tourney.Team{Name: "Otters"})
	d.fails = true
	srv.Reset()
	require.Empty(t, srv.Teams.All())
	require.Equal(t, []string{path + ": the new file is in place, but the name of the new file could not be written: " +
		"input/output error"}, notes)
	require.Contains(t, refusalOf(func() { srv.Teams.Add(tourney.Team{Name: "lost"}) }), "the name of the new file")
	srv.Close()
	require.Empty(t, kept(t, path).Teams.All())
}

// TestAFailedCompactionLeavesNoFile: it would keep a full disk full.
func TestAFailedCompactionLeavesNoFile(t *testing.T) {
	path, d := dataPath(t), &disk{}
	srv := kept(t, path, mockserver.DataDisk(d))
	srv.Teams.Add(tourney.Team{Name: "Otters"})
	d.full.Store(true)
	require.NotEmpty(t, refusalOf(srv.Reset))
	require.NoFileExists(t, path+".new")
	srv.Close()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path+".new", data[:len(data)/2], 0o600)) // of a killed program
	kept(t, path)
	require.NoFileExists(t, path+".new")
}

// TestAForeignFileStays: the server refuses a file that is not its own, and leaves it and the files beside it alone.
func TestAForeignFileStays(t *testing.T) {
	path := dataPath(t)
	for _, name := range []string{path, path + ".new"} {
		require.NoError(t, os.WriteFile(name, []byte("a: b\n"), 0o600))
	}
	_, err := mockserver.New(tourney.Soccer, mockserver.DataFile(path))
	require.Error(t, err)
	require.NoError(t, os.Remove(path))
	_, err = mockserver.New(tourney.Soccer, mockserver.DataFile(path))
	require.ErrorContains(t, err, filepath.Base(path)+".new is in the way, and no data file: move it")
	kept, err := os.ReadFile(path + ".new")
	require.NoError(t, err)
	require.Equal(t, "a: b\n", string(kept))
}
