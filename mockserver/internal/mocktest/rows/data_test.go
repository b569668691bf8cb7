package rows

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
	"github.com/tourney-go/tourney/mockserver/internal/savefile"
)

// TestAllWritesHaveNumbersAcrossRestarts: writes that change no row have numbers too, which no later write gets.
func TestAllWritesHaveNumbersAcrossRestarts(t *testing.T) {
	path := mocktest.DataPath(t)
	srv := mocktest.Kept(t, path)
	srv.Teams.Add(tourney.Team{})
	srv.Accounts.RotateKeys(mockserver.DefaultUsername)
	srv.Teams.Edit(srv.Teams.All()[0].ID, func(*tourney.Team) {})
	srv.Accounts.ExpireKeys(mockserver.DefaultUsername)
	keys, writes := mocktest.KeysOf(srv.World), srv.Writes.Newest()
	srv.Close()
	require.Positive(t, writes)

	again := mocktest.Kept(t, path)
	require.Equal(t, writes, again.Writes.Newest())
	require.NotEqual(t, keys, mocktest.KeysOf(again.World), "keys are those of the options")
	again.Teams.Add(tourney.Team{})
	require.Equal(t, writes+1, again.Writes.Newest())
	require.Contains(t, mocktest.RefusalOf(func() { again.Writes.Rewind(1) }), "write 1 is no longer kept: expected 4 to 5")
}

// TestDataNotesMayUseTheServer: no lock is held while the function runs.
func TestDataNotesMayUseTheServer(t *testing.T) {
	path := mocktest.DataPath(t)
	var srv *mockserver.Server
	var notes []int64
	srv = mocktest.Kept(t, path, mockserver.DataCompactAt(1), mockserver.DataNotes(func(string) {
		notes = append(notes, srv.Writes.Newest())
		if len(notes) == 1 {
			srv.Teams.Add(tourney.Team{Name: "from the function"})
		}
	}))
	require.NoError(t, os.Mkdir(path+".new", 0o700)) // where the new file would be
	srv.Teams.Add(tourney.Team{Name: "first"})
	require.NotEmpty(t, notes)
	require.Equal(t, int64(1), notes[0], "the write is done")
	require.Len(t, srv.Teams.All(), 2)
}

// logTB is a test that keeps its log.
type logTB struct {
	mockserver.TB

	log *[]string
}

func (l logTB) Logf(format string, args ...any) {
	*l.log = append(*l.log, fmt.Sprintf(format, args...))
}

func TestStartLogsWhatItCut(t *testing.T) {
	path := mocktest.DataPath(t)
	mocktest.Kept(t, path).Close()
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, append(whole, "torn"...), 0o600))
	var log []string
	mockserver.Start(logTB{t, &log}, tourney.Soccer, mockserver.DataFile(path)).Close()
	require.Equal(t, []string{"mockserver: " + path + ": cut 4 bytes at the end, a write behind write 0 that was written in part"}, log)
}

func TestDataFileIsRefused(t *testing.T) {
	whole := func(t *testing.T, change func(string) string) string {
		t.Helper()
		path := mocktest.DataPath(t)
		srv := mocktest.Kept(t, path)
		for range 3 {
			srv.Teams.Add(tourney.Team{Name: "Otters"})
		}
		srv.Close()
		data, err := os.ReadFile(path)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(path, []byte(change(string(data))), 0o600))
		return path
	}
	for name, c := range map[string]struct {
		change func(string) string
		says   string
	}{
		"another version": {
			func(s string) string { return strings.Replace(s, `"Version":1`, `"Version":7`, 1) },
			"line 1: header: the file has Version 7",
		},
		"another variant": {
			func(s string) string { return strings.Replace(s, `"soccer"`, `"rugby"`, 1) },
			`line 1: header: the rows are of the Variant "rugby"`,
		},
		"empty":        {func(string) string { return "" }, ": this is no saved file: "},
		"changed rows": {func(s string) string { return strings.Replace(s, `"teams":50000001`, `"teams":50000002`, 1) }, "end: expected the CRC"},
		"changed write": {
			func(s string) string { return strings.Replace(s, "Otters", "Otterz", 1) },
			"line 5: the line is no write, or its checksum is wrong, and line 6 behind it is whole",
		},
		"a write less": {func(s string) string {
			lines := strings.SplitAfter(s, "\n")
			return strings.Join(append(lines[:4], lines[5], lines[4]), "")
		}, "line 5: write.Number: expected 1, found 2: a line before it is missing, or stands twice"},
		"no line in the middle": {func(s string) string {
			lines := strings.SplitAfter(s, "\n")
			return strings.Join(append(lines[:5], lines[6:]...), "")
		}, "line 6: write.Number: expected 2, found 3: a line before it is missing, or stands twice"},
	} {
		t.Run(name, func(t *testing.T) {
			path := whole(t, c.change)
			before, err := os.ReadFile(path)
			require.NoError(t, err)
			_, err = mockserver.New(tourney.Soccer, mockserver.DataFile(path))
			require.ErrorContains(t, err, c.says)
			require.ErrorContains(t, err, "mockserver: DataFile: "+path+": ")
			after, err := os.ReadFile(path)
			require.NoError(t, err)
			require.Equal(t, string(before), string(after), "a refused file stays as it is")
		})
	}
	path := mocktest.DataPath(t)
	first := mocktest.Kept(t, path)
	_, err := mockserver.New(tourney.Soccer, mockserver.DataFile(path))
	require.ErrorIs(t, err, savefile.ErrLocked)
	first.Close()
	mocktest.Kept(t, path)
	for _, opt := range []mockserver.Option{
		mockserver.DataFile(""), mockserver.DataFile("x", mockserver.DataOption{}),
		mockserver.DataFile("x", mockserver.DataCompactAt(0)), mockserver.DataFile("x", mockserver.DataNotes(nil)),
		mockserver.DataFile(filepath.Join(path, "inside", "a", "file")),
	} {
		_, err := mockserver.New(tourney.Soccer, opt)
		require.ErrorContains(t, err, "mockserver: Data")
	}
}

// TestCompactionThatFails: a file that cannot be replaced still takes writes.
func TestCompactionThatFails(t *testing.T) {
	path := mocktest.DataPath(t)
	require.NoError(t, os.Mkdir(path+".new", 0o700)) // where the new file would be
	_, err := mockserver.New(tourney.Soccer, mockserver.DataFile(path))
	require.Error(t, err, "there is no file yet")
	require.NoError(t, os.Remove(path+".new"))

	var notes []string
	srv := mocktest.Kept(t, path, mockserver.DataCompactAt(1), mockserver.DataNotes(func(note string) { notes = append(notes, note) }))
	require.NoError(t, os.Mkdir(path+".new", 0o700))
	for range 50 {
		srv.Teams.Add(tourney.Team{Name: "Otters"})
	}
	require.NotEmpty(t, notes)
	require.Less(t, len(notes), 10, "each try waits for twice as many writes")
	require.Contains(t, notes[0], "the writes in it could not be removed: ")
	srv.Close()
	require.Len(t, mocktest.Kept(t, path).Teams.All(), 50)
}

// TestTheFileUnderItsOwnersHands: a write that would not be in the file with its name is refused with the reason, and
// Close notes that earlier ones are not there.
func TestTheFileUnderItsOwnersHands(t *testing.T) {
	for says, deed := range map[string]func(path string) error{
		"another program removed the file": os.Remove,
		"another program changed the file": func(path string) error { return os.Truncate(path, 9) },
		"another program replaced the file": func(path string) error {
			return errors.Join(os.WriteFile(path+".other", []byte("mine"), 0o600), os.Rename(path+".other", path))
		},
	} {
		t.Run(says, func(t *testing.T) {
			path := mocktest.DataPath(t)
			var notes []string
			srv := mocktest.Kept(t, path, mockserver.DataNotes(func(note string) { notes = append(notes, note) }))
			srv.Teams.Add(tourney.Team{Name: "Otters"})
			require.NoError(t, deed(path))
			before, _ := os.ReadFile(path)
			a := mocktest.Send(t, srv, "POST", "/api/v1/teams", `{"Name":"Voles"}`)
			require.Equal(t, http.StatusServiceUnavailable, a.Status)
			require.Contains(t, a.Body, "the data file cannot be written: "+says)
			require.Contains(t, mocktest.RefusalOf(func() { srv.Teams.Add(tourney.Team{}) }), says)
			require.Contains(t, mocktest.RefusalOf(srv.Reset), says)
			require.Len(t, srv.Teams.All(), 1)
			srv.Close()
			after, _ := os.ReadFile(path)
			require.Equal(t, string(before), string(after))
			require.Len(t, notes, 1)
			require.Contains(t, notes[0], path+": "+says)
		})
	}
}

// TestEveryFlippedBit flips each bit of a file, the ends of lines too. The server does not start and leaves the file as
// it is, or only the last write is gone. A change of the end of a line once cut two writes.
func TestEveryFlippedBit(t *testing.T) {
	path := mocktest.DataPath(t)
	srv := mocktest.Kept(t, path)
	for _, name := range []string{"a", "b", "c"} {
		srv.Teams.Add(tourney.Team{Name: name})
	}
	srv.Close()
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	last := bytes.LastIndexByte(whole[:len(whole)-1], '\n') + 1
	outcomes, inLast, picked := map[string]int{}, map[bool]int{}, mocktest.Sample(t, 9)
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

// TestAForeignFileStays: the server refuses a file that is not its own, and leaves it and the files beside it alone.
func TestAForeignFileStays(t *testing.T) {
	path := mocktest.DataPath(t)
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
