package mockserver_test

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/admin"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
	"github.com/tourney-go/tourney/mockserver/internal/savefile"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/journal"
)

// TestATornTailIsCut: the last write was written in part, in each of its bytes.
func TestATornTailIsCut(t *testing.T) {
	path := mocktest.DataPath(t)
	srv := mocktest.Kept(t, path)
	srv.Teams.Add(tourney.Team{Name: "first"})
	before := mocktest.FileText(t, path)
	srv.Teams.Add(tourney.Team{Name: "second"})
	srv.Close()
	after := mocktest.FileText(t, path)
	for size := len(before); size <= len(after); size++ {
		require.NoError(t, os.WriteFile(path, []byte(after[:size]), 0o600))
		var notes []string
		again := mocktest.Kept(t, path, mockserver.DataNotes(func(note string) { notes = append(notes, note) }))
		require.Len(t, again.Teams.All(), values.IfElse(size < len(after), 1, 2))
		if size == len(before) || size == len(after) {
			require.Empty(t, notes)
		} else {
			require.Len(t, notes, 1)
			require.Regexp(t, `: cut \d+ bytes at the end, a write behind write 1 that was written in part$`, notes[0])
		}
		again.Teams.Add(tourney.Team{Name: "third"})
		again.Close()
		last := mocktest.Kept(t, path)
		same(t, again, last)
		last.Close()
	}
	require.NoError(t, os.WriteFile(path, []byte(after[:len(after)-9]+"garbled}\n"), 0o600))
	last := mocktest.Kept(t, path)
	require.Len(t, last.Teams.All(), 1, "a last line with a wrong checksum is torn too")
}

// disk is a disk that counts, and fails if it is told to.
type disk struct {
	savefile.Real

	full     atomic.Bool
	mu       sync.Mutex
	unsynced int // bytes that were written and are not synced
}

type handle struct {
	savefile.Handle

	disk *disk
}

func (d *disk) Create(name string) (savefile.Handle, error) {
	h, err := d.Real.Create(name)
	return handle{h, d}, err
}

func (d *disk) Append(name string) (savefile.Handle, error) {
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
				mockserver.DataFile(mocktest.DataPath(t), append(opts, mockserver.DataDisk(d))...),
				mockserver.OnCall(func(journal.Call) { pending += d.pending() }))
			require.NoError(t, err)
			t.Cleanup(srv.Close)
			for range 5 {
				mocktest.Accept(t, srv, http.MethodPost, "/api/v1/teams", `{"Name":"Otters"}`)
				srv.Teams.Add(tourney.Team{Name: "without HTTP"})
				pending += d.pending()
			}
			require.Equal(t, opts == nil, pending > 0)
		})
	}
}

// TestAFullDiskRefusesWrites: neither rows nor time change while the disk is full, and all goes on afterwards.
func TestAFullDiskRefusesWrites(t *testing.T) {
	path, d := mocktest.DataPath(t), &disk{}
	srv := mocktest.Empty(t, tourney.Soccer, admin.Serve(), mockserver.DataFile(path, mockserver.DataDisk(d)))
	team := srv.Teams.Add(tourney.Team{Name: "before"})
	srv.Clock.Advance(5 * time.Hour)
	file := mocktest.Saved(t, srv)
	before, writes, now := mockserver.Everything(mockserver.Newest(srv)), srv.Writes.Newest(), srv.Clock.Now()
	const says = "the data file cannot be written: no space left on device"
	d.full.Store(true)
	for _, c := range []struct{ method, path, body string }{
		{"POST", "/api/v1/teams", `{"Name":"lost"}`},
		{"POST", "/_mock/reset", ""},
		{"POST", "/_mock/scenarios/finished/reset", "{}"},
		{"POST", "/_mock/rewind/0", ""},
		{"POST", "/_mock/import", file},
		{"POST", "/_mock/fixtures", `{"teams":[{"Name":"lost"}]}`},
		{"POST", "/_mock/rows/teams", `{"Name":"lost"}`},
		{"PATCH", fmt.Sprint("/_mock/rows/teams/", team), `{"Name":"lost"}`},
		{"DELETE", fmt.Sprint("/_mock/rows/teams/", team), ""},
	} {
		a := mocktest.Send(t, srv, c.method, c.path, c.body)
		require.GreaterOrEqual(t, a.Status, 500, "%s %s", c.method, c.path)
		require.EqualValues(t, tourney.CodeUnavailable, mocktest.At(t, a.Body, "Errors.0.Code"), "%s %s", c.method, c.path)
		require.Contains(t, a.Body, says, "%s %s", c.method, c.path)
		require.NotContains(t, a.Body, path)
	}
	for method, write := range map[string]func() error{
		"Teams.Add": func() error { return mockserver.Try(func() { srv.Teams.Add(tourney.Team{Name: "lost"}) }) },
		"Reset":     func() error { return mockserver.Try(srv.Reset) },
		"Load":      func() error { return srv.Load(strings.NewReader(file)) },
		"LoadFixtures": func() error {
			return srv.LoadFixtures(mocktest.OneFile(teamsNamed("owls")), "rows.json")
		},
	} {
		require.EqualError(t, write(), "mockserver: "+method+": "+says)
	}
	_, err := srv.Client(tourney.WithRetry(tourney.Retry{})).Teams.Create(t.Context(), tourney.TeamCreateInput{Name: new("lost")})
	require.ErrorIs(t, err, tourney.CodeUnavailable)
	mocktest.Get(t, srv, "/api/v1/teams")
	require.Equal(t, before, mockserver.Everything(mockserver.Newest(srv)))
	require.Equal(t, writes, srv.Writes.Newest())
	require.Equal(t, now, srv.Clock.Now())

	d.full.Store(false)
	srv.Teams.Edit(team, func(t *tourney.Team) { t.Name = "after" })
	srv.Close()
	require.Contains(t, mocktest.RefusalOf(func() { srv.Teams.Add(tourney.Team{}) }), "the data file is closed")
	require.Equal(t, "after", mocktest.Kept(t, path).Teams.All()[0].Name)
}

// TestAFullDiskTakesKeys: keys are in no file, so a full disk does not refuse them. Rows that come later are behind
// them.
func TestAFullDiskTakesKeys(t *testing.T) {
	path, d := mocktest.DataPath(t), &disk{}
	var notes []string
	srv := mocktest.Kept(t, path, mockserver.DataDisk(d), mockserver.DataNotes(func(note string) { notes = append(notes, note) }))
	srv.Teams.Add(tourney.Team{Name: "before"})
	before := mocktest.KeysOf(srv.World)
	d.full.Store(true)
	keys := srv.Accounts.RotateKeys(mockserver.DefaultUsername)
	require.NotEqual(t, before, keys)
	require.Equal(t, keys, mocktest.KeysOf(srv.World))
	srv.Accounts.ExpireKeys(mockserver.DefaultUsername)
	account, err := srv.Client().Authenticate(t.Context(), mockserver.DefaultUsername, mockserver.DefaultPassword)
	require.NoError(t, err)
	require.NotEqual(t, keys, account.Credentials, "a login issues new keys")
	srv.Accounts.Add("ann", "secret", tourney.Account{})
	require.EqualValues(t, 5, srv.Writes.Newest())
	require.Len(t, notes, 4)
	require.Equal(t, path+": the number of write 2, which changed no row, is not in the file: no space left on device", notes[0])
	require.NotEmpty(t, mocktest.RefusalOf(func() { srv.Teams.Add(tourney.Team{Name: "lost"}) }))
	require.EqualValues(t, 5, srv.Writes.Newest(), "a refused write has no number")
	require.True(t, strings.HasSuffix(mocktest.FileText(t, path), "}\n"), "no half line is left")

	d.full.Store(false)
	srv.Teams.Add(tourney.Team{Name: "after"})
	srv.Close()
	again := mocktest.Kept(t, path)
	require.EqualValues(t, 6, again.Writes.Newest())
	require.Len(t, again.Teams.All(), 2)
	same(t, srv, again)
}

// TestCompactionBoundsTheFile: the writes in a file do not grow beyond the bound.
func TestCompactionBoundsTheFile(t *testing.T) {
	path := mocktest.DataPath(t)
	srv := mocktest.Kept(t, path, mockserver.DataCompactAt(2000))
	id := srv.Teams.Add(tourney.Team{Name: "Otters"})
	for range 300 {
		srv.Teams.Edit(id, func(t *tourney.Team) { t.Name += "!" })
		info, err := os.Stat(path)
		require.NoError(t, err)
		require.Less(t, info.Size(), int64(len(mocktest.Saved(t, srv))+4000))
	}
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
	path, d := mocktest.DataPath(t), &unsyncable{}
	var notes []string
	srv := mocktest.Kept(t, path, mockserver.DataDisk(d), mockserver.DataNotes(func(note string) { notes = append(notes, note) }))
	srv.Teams.Add(tourney.Team{Name: "Otters"})
	d.fails = true
	srv.Reset()
	require.Empty(t, srv.Teams.All())
	require.Equal(t, []string{path + ": the new file is in place, but the name of the new file could not be written: " +
		"input/output error"}, notes)
	require.Contains(t, mocktest.RefusalOf(func() { srv.Teams.Add(tourney.Team{Name: "lost"}) }), "the name of the new file")
	srv.Close()
	require.Empty(t, mocktest.Kept(t, path).Teams.All())
}
