package mockserver_test

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/admin"
	"github.com/tourney-go/tourney/mockserver/internal/datafile"
	"github.com/tourney-go/tourney/mockserver/journal"
)

// kept returns a server with a data file.
func kept(t testing.TB, path string, opts ...mockserver.DataOption) *mockserver.Server {
	t.Helper()
	srv, err := mockserver.New(tourney.Soccer, mockserver.Scenario("empty"), mockserver.DataFile(path, opts...))
	require.NoError(t, err)
	t.Cleanup(srv.Close)
	return srv
}

func dataPath(t testing.TB) string {
	t.Helper()
	return filepath.Join(t.TempDir(), "rows.jsonl")
}

func TestDataFileOutlivesTheServer(t *testing.T) {
	path := dataPath(t)
	srv := kept(t, path)
	require.NoError(t, srv.Load(strings.NewReader(saved(t, populated(t)))))
	sendWrites(srv, 1)
	srv.Games.Remove(72)
	srv.SetStandings(&tourney.Standings{})
	writes := srv.Writes.Newest()
	srv.Close()

	again := kept(t, path)
	same(t, srv, again)
	require.Equal(t, writes, again.Writes.Newest(), "the numbers of writes go on")
	sendWrites(again, 2)
	again.Close()
	third := kept(t, path)
	same(t, again, third)
	third.Reset()
	third.Close()
	require.Empty(t, kept(t, path).Teams.All(), "Reset is a write, to the scenario of the options")
}

// TestAllWritesHaveNumbersAcrossRestarts: writes that change no row have numbers too, which no later write gets.
func TestAllWritesHaveNumbersAcrossRestarts(t *testing.T) {
	path := dataPath(t)
	srv := kept(t, path)
	srv.Teams.Add(tourney.Team{})
	srv.Accounts.RotateKeys(mockserver.DefaultUsername)
	srv.Teams.Edit(srv.Teams.All()[0].ID, func(*tourney.Team) {})
	srv.Accounts.ExpireKeys(mockserver.DefaultUsername)
	keys, writes := keysOf(srv.World), srv.Writes.Newest()
	srv.Close()
	require.Positive(t, writes)

	again := kept(t, path)
	require.Equal(t, writes, again.Writes.Newest())
	require.NotEqual(t, keys, keysOf(again.World), "keys are those of the options")
	again.Teams.Add(tourney.Team{})
	require.Equal(t, writes+1, again.Writes.Newest())
	require.Contains(t, refusalOf(func() { again.Writes.Rewind(1) }), "write 1 is no longer kept: expected 4 to 5")
}

// TestDataNotesMayUseTheServer: no lock is held while the function runs.
func TestDataNotesMayUseTheServer(t *testing.T) {
	path := dataPath(t)
	var srv *mockserver.Server
	var notes []int64
	srv = kept(t, path, mockserver.DataCompactAt(1), mockserver.DataNotes(func(string) {
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
	path := dataPath(t)
	kept(t, path).Close()
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, append(whole, "torn"...), 0o600))
	var log []string
	mockserver.Start(logTB{t, &log}, tourney.Soccer, mockserver.DataFile(path)).Close()
	require.Equal(t, []string{"mockserver: " + path + ": cut 4 bytes at the end, a write behind write 0 that was written in part"}, log)
}

// TestDataFileTakesAnyWrites makes random writes, restarts the server between them, and compares it with a server
// without a file.
func TestDataFileTakesAnyWrites(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		path := filepath.Join(t.TempDir(), "rows.jsonl")
		compact := mockserver.DataCompactAt(rapid.SampledFrom([]int64{1, 3000, 1 << 20}).Draw(rt, "compact"))
		srv := kept(t, path, compact)
		require.NoError(rt, srv.Load(strings.NewReader(saved(rt, populated(t)))))
		snapshots := []*mockserver.Snapshot{srv.Snapshots.Take()}
		for i := range rapid.IntRange(1, 10).Draw(rt, "steps") {
			g := gambler{T: rt, srv: srv}
			switch rapid.IntRange(0, 5).Draw(rt, "kind") {
			case 0:
				sendWrites(srv, i)
			case 1:
				before := srv
				before.Close()
				srv = kept(t, path, compact)
				same(rt, before, srv)
			case 2:
				srv.Snapshots.Restore(rapid.SampledFrom(snapshots).Draw(rt, "snapshot"))
			default:
				g.step(t)
			}
			snapshots = append(snapshots, srv.Snapshots.Take())
		}
		srv.Close()
		last := kept(t, path, compact)
		same(rt, srv, last)
		last.Close()
	})
}

func TestDataFileIsRefused(t *testing.T) {
	whole := func(t *testing.T, change func(string) string) string {
		t.Helper()
		path := dataPath(t)
		srv := kept(t, path)
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
	path := dataPath(t)
	first := kept(t, path)
	_, err := mockserver.New(tourney.Soccer, mockserver.DataFile(path))
	require.ErrorIs(t, err, datafile.ErrLocked)
	first.Close()
	kept(t, path)
	for _, opt := range []mockserver.Option{
		mockserver.DataFile(""), mockserver.DataFile("x", mockserver.DataOption{}),
		mockserver.DataFile("x", mockserver.DataCompactAt(0)), mockserver.DataFile("x", mockserver.DataNotes(nil)),
		mockserver.DataFile(filepath.Join(path, "inside", "a", "file")),
	} {
		_, err := mockserver.New(tourney.Soccer, opt)
		require.ErrorContains(t, err, "mockserver: Data")
	}
}

// TestATornTailIsCut: the last write was written in part, in each of its bytes.
func TestATornTailIsCut(t *testing.T) {
	path := dataPath(t)
	srv := kept(t, path)
	srv.Teams.Add(tourney.Team{Name: "first"})
	before, err := os.ReadFile(path)
	require.NoError(t, err)
	srv.Teams.Add(tourney.Team{Name: "second"})
	srv.Close()
	after, err := os.ReadFile(path)
	require.NoError(t, err)
	for size := len(before); size <= len(after); size++ {
		require.NoError(t, os.WriteFile(path, after[:size], 0o600))
		var notes []string
		again := kept(t, path, mockserver.DataNotes(func(note string) { notes = append(notes, note) }))
		switch size {
		case len(before):
			require.Len(t, again.Teams.All(), 1)
			require.Empty(t, notes)
		case len(after):
			require.Len(t, again.Teams.All(), 2)
			require.Empty(t, notes)
		default:
			require.Len(t, again.Teams.All(), 1)
			require.Len(t, notes, 1)
			require.Regexp(t, `: cut \d+ bytes at the end, a write behind write 1 that was written in part$`, notes[0])
		}
		again.Teams.Add(tourney.Team{Name: "third"})
		again.Close()
		last := kept(t, path)
		same(t, again, last)
		last.Close()
	}
	require.NoError(t, os.WriteFile(path, append(after[:len(after)-9:len(after)-9], "garbled}\n"...), 0o600))
	last := kept(t, path)
	require.Len(t, last.Teams.All(), 1, "a last line with a wrong checksum is torn too")
}

// disk is a disk that counts, and fails if it is told to.
type disk struct {
	datafile.Real

	full     atomic.Bool
	mu       sync.Mutex
	unsynced int // bytes that were written and are not synced
}

type handle struct {
	datafile.Handle

	disk *disk
}

func (d *disk) Create(name string) (datafile.Handle, error) {
	h, err := d.Real.Create(name)
	return handle{h, d}, err
}

func (d *disk) Append(name string) (datafile.Handle, error) {
	h, err := d.Real.Append(name)
	return handle{h, d}, err
}

func (h handle) Write(p []byte) (int, error) {
	h.disk.mu.Lock()
	defer h.disk.mu.Unlock()
	if h.disk.full.Load() {
		n, _ := h.Handle.Write(p[:len(p)/2])
		return n, errors.New("no space left on device")
	}
	h.disk.unsynced += len(p)
	return h.Handle.Write(p)
}

func (h handle) Sync() error {
	h.disk.mu.Lock()
	defer h.disk.mu.Unlock()
	h.disk.unsynced = 0
	return h.Handle.Sync()
}

func (d *disk) pending() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.unsynced
}

// TestAnsweredWritesWereSynced looks at the disk when each answer is ready and not yet written.
func TestAnsweredWritesWereSynced(t *testing.T) {
	for name, opts := range map[string][]mockserver.DataOption{
		"synced": {mockserver.DataSync()}, "synced and compacted": {mockserver.DataSync(), mockserver.DataCompactAt(1)}, "not synced": nil,
	} {
		t.Run(name, func(t *testing.T) {
			d := &disk{}
			pending := 0
			srv, err := mockserver.New(tourney.Soccer, mockserver.Scenario("empty"),
				mockserver.DataFile(dataPath(t), append(opts, mockserver.DataDisk(d))...),
				mockserver.OnCall(func(journal.Call) { pending += d.pending() }))
			require.NoError(t, err)
			t.Cleanup(srv.Close)
			for range 5 {
				accept(t, srv, http.MethodPost, "/api/v1/teams", `{"Name":"Otters"}`)
				srv.Teams.Add(tourney.Team{Name: "without HTTP"})
				pending += d.pending()
			}
			require.Equal(t, opts == nil, pending > 0)
		})
	}
}

// TestAFullDiskRefusesWrites: nothing changes while the disk is full, and all goes on afterwards.
func TestAFullDiskRefusesWrites(t *testing.T) {
	path, d := dataPath(t), &disk{}
	srv := kept(t, path, mockserver.DataDisk(d))
	team := srv.Teams.Add(tourney.Team{Name: "before"})
	before, writes := mockserver.Everything(mockserver.Newest(srv)), srv.Writes.Newest()
	d.full.Store(true)
	a := send(t, srv, http.MethodPost, "/api/v1/teams", `{"Name":"lost"}`)
	require.GreaterOrEqual(t, a.status, 500)
	require.Contains(t, a.body, "the data file cannot be written: no space left on device")
	require.NotContains(t, a.body, path)
	_, err := srv.Client(tourney.WithRetry(tourney.Retry{})).Teams.Create(t.Context(), tourney.TeamCreateInput{Name: new("lost")})
	require.ErrorIs(t, err, tourney.CodeUnavailable)
	require.Equal(t, "mockserver: Teams.Add: the data file cannot be written: no space left on device",
		refusalOf(func() { srv.Teams.Add(tourney.Team{Name: "lost"}) }))
	require.NotEmpty(t, refusalOf(srv.Reset))
	require.Error(t, srv.Load(strings.NewReader(saved(t, populated(t)))))
	get(t, srv, "/api/v1/teams")
	require.Equal(t, before, mockserver.Everything(mockserver.Newest(srv)))
	require.Equal(t, writes, srv.Writes.Newest())

	d.full.Store(false)
	srv.Teams.Edit(team, func(t *tourney.Team) { t.Name = "after" })
	srv.Close()
	require.Contains(t, refusalOf(func() { srv.Teams.Add(tourney.Team{}) }), "the data file is closed")
	require.Equal(t, "after", kept(t, path).Teams.All()[0].Name)
}

// TestAFullDiskTakesKeys: keys are in no file, so a full disk does not refuse them. Rows that come later are behind
// them.
func TestAFullDiskTakesKeys(t *testing.T) {
	path, d := dataPath(t), &disk{}
	var notes []string
	srv := kept(t, path, mockserver.DataDisk(d), mockserver.DataNotes(func(note string) { notes = append(notes, note) }))
	srv.Teams.Add(tourney.Team{Name: "before"})
	before := keysOf(srv.World)
	d.full.Store(true)
	keys := srv.Accounts.RotateKeys(mockserver.DefaultUsername)
	require.NotEqual(t, before, keys)
	require.Equal(t, keys, keysOf(srv.World))
	srv.Accounts.ExpireKeys(mockserver.DefaultUsername)
	account, err := srv.Client().Authenticate(t.Context(), mockserver.DefaultUsername, mockserver.DefaultPassword)
	require.NoError(t, err)
	require.NotEqual(t, keys, account.Credentials, "a login issues new keys")
	srv.Accounts.Add("ann", "secret", tourney.Account{})
	require.EqualValues(t, 5, srv.Writes.Newest())
	require.Len(t, notes, 4)
	require.Equal(t, path+": the number of write 2, which changed no row, is not in the file: no space left on device", notes[0])
	require.NotEmpty(t, refusalOf(func() { srv.Teams.Add(tourney.Team{Name: "lost"}) }))
	require.EqualValues(t, 5, srv.Writes.Newest(), "a refused write has no number")
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	require.True(t, strings.HasSuffix(string(data), "}\n"), "no half line is left")

	d.full.Store(false)
	srv.Teams.Add(tourney.Team{Name: "after"})
	srv.Close()
	again := kept(t, path)
	require.EqualValues(t, 6, again.Writes.Newest())
	require.Len(t, again.Teams.All(), 2)
	same(t, srv, again)
}

// TestCompactionThatFails: a file that cannot be replaced still takes writes.
func TestCompactionThatFails(t *testing.T) {
	path := dataPath(t)
	require.NoError(t, os.Mkdir(path+".new", 0o700)) // where the new file would be
	_, err := mockserver.New(tourney.Soccer, mockserver.DataFile(path))
	require.Error(t, err, "there is no file yet")
	require.NoError(t, os.Remove(path+".new"))

	var notes []string
	srv := kept(t, path, mockserver.DataCompactAt(1), mockserver.DataNotes(func(note string) { notes = append(notes, note) }))
	require.NoError(t, os.Mkdir(path+".new", 0o700))
	for range 50 {
		srv.Teams.Add(tourney.Team{Name: "Otters"})
	}
	require.NotEmpty(t, notes)
	require.Less(t, len(notes), 10, "each try waits for twice as many writes")
	require.Contains(t, notes[0], "the writes in it could not be removed: ")
	srv.Close()
	require.Len(t, kept(t, path).Teams.All(), 50)
}

// TestCompactionBoundsTheFile: the writes in a file do not grow beyond the bound.
func TestCompactionBoundsTheFile(t *testing.T) {
	path := dataPath(t)
	srv := kept(t, path, mockserver.DataCompactAt(2000))
	id := srv.Teams.Add(tourney.Team{Name: "Otters"})
	for range 300 {
		srv.Teams.Edit(id, func(t *tourney.Team) { t.Name += "!" })
		info, err := os.Stat(path)
		require.NoError(t, err)
		require.Less(t, info.Size(), int64(len(saved(t, srv))+4000))
	}
}

// TestDataFileKeepsNoSecrets: the file has neither accounts nor what was planted in the places of secrets.
func TestDataFileKeepsNoSecrets(t *testing.T) {
	path := dataPath(t)
	srv := kept(t, path)
	srv.Accounts.Add("canary", "canary-password", tourney.Account{})
	srv.Accounts.RotateKeys("canary")
	plantSecrets(t, srv)
	payments, teams := len(srv.Payments.All()), len(srv.Teams.All())
	srv.Close()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	requireNoSecrets(t, string(data))
	require.NotContains(t, string(data), "canary")
	again := kept(t, path)
	require.Len(t, again.Payments.All(), payments)
	require.Len(t, again.Teams.All(), teams)
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
			path := dataPath(t)
			var notes []string
			srv := kept(t, path, mockserver.DataNotes(func(note string) { notes = append(notes, note) }))
			srv.Teams.Add(tourney.Team{Name: "Otters"})
			require.NoError(t, deed(path))
			before, _ := os.ReadFile(path)
			a := send(t, srv, "POST", "/api/v1/teams", `{"Name":"Voles"}`)
			require.Equal(t, http.StatusServiceUnavailable, a.status)
			require.Contains(t, a.body, "the data file cannot be written: "+says)
			require.Contains(t, refusalOf(func() { srv.Teams.Add(tourney.Team{}) }), says)
			require.Contains(t, refusalOf(srv.Reset), says)
			require.Len(t, srv.Teams.All(), 1)
			srv.Close()
			after, _ := os.ReadFile(path)
			require.Equal(t, string(before), string(after))
			require.Len(t, notes, 1)
			require.Contains(t, notes[0], path+": "+says)
		})
	}
}

// TestAFullDiskIsNoMistakeOfTheRequest: the admin API answers as the interface does, and neither rows nor time change.
func TestAFullDiskIsNoMistakeOfTheRequest(t *testing.T) {
	d := &disk{}
	srv := empty(t, tourney.Soccer, admin.Serve(), mockserver.DataFile(dataPath(t), mockserver.DataDisk(d)))
	team := srv.Teams.Add(tourney.Team{Name: "Otters"})
	file := saved(t, srv)
	srv.Clock.Advance(5 * time.Hour)
	before, now := srv.Writes.Newest(), srv.Clock.Now()
	d.full.Store(true)
	for _, c := range []struct{ method, path, body string }{
		{"POST", "/reset", ""},
		{"POST", "/scenarios/finished/reset", "{}"},
		{"POST", "/rewind/0", ""},
		{"POST", "/import", file},
		{"POST", "/fixtures", `{"teams":[{"Name":"Voles"}]}`},
		{"POST", "/rows/teams", `{"Name":"Voles"}`},
		{"PATCH", fmt.Sprint("/rows/teams/", team), `{"Name":"Voles"}`},
		{"DELETE", fmt.Sprint("/rows/teams/", team), ""},
	} {
		a := send(t, srv, c.method, "/_mock"+c.path, c.body)
		require.Equal(t, http.StatusServiceUnavailable, a.status, "%s %s: %s", c.method, c.path, a.body)
		require.EqualValues(t, tourney.CodeUnavailable, at(t, a.body, "Errors.0.Code"), "%s %s", c.method, c.path)
		require.Contains(t, at(t, a.body, "Errors.0.Message"), "the data file cannot be written: ", "%s %s", c.method, c.path)
		require.Equal(t, now, srv.Clock.Now(), "%s %s", c.method, c.path)
		require.Equal(t, before, srv.Writes.Newest(), "%s %s", c.method, c.path)
	}
	d.full.Store(false)
	require.Equal(t, http.StatusOK, send(t, srv, "POST", "/_mock/reset", "").status)
	require.NotEqual(t, now, srv.Clock.Now())
}
