package rows

import (
	"fmt"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// keptNames returns the names of the snapshots that a mock keeps.
func keptNames(srv *mockserver.World) (names []string) {
	for _, kept := range srv.Snapshots.All() {
		names = append(names, kept.Name())
	}
	return names
}

// TestKeptSnapshots: snapshots are kept in their order, up to a limit, and a name that was forgotten is free again.
func TestKeptSnapshots(t *testing.T) {
	srv := mocktest.New(t, tourney.Soccer, mockserver.Scenario("empty"))
	for i := range 1000 {
		require.NoError(t, clienttest.Err(srv.Snapshots.Keep("n"+strconv.Itoa(i))))
	}
	require.True(t, srv.Snapshots.Forget("n500"))
	require.False(t, srv.Snapshots.Forget("n500"))
	require.EqualError(t, clienttest.Err(srv.Snapshots.Keep("n501")), `mockserver: Snapshots.Keep: a snapshot "n501" is kept already`)
	require.NoError(t, clienttest.Err(srv.Snapshots.Keep("n500")))
	_, err := srv.Snapshots.Keep("")
	require.EqualError(t, err, "mockserver: Snapshots.Keep: 1000 snapshots are kept already: Snapshots.Forget forgets one")
	all := keptNames(srv.World)
	require.Equal(t, []string{"n499", "n501", "n500"}, []string{all[499], all[500], all[999]})
}

// TestBackToBefore: Restore and Rewind bring all rows back, and are writes. What is no row stays as it is.
func TestBackToBefore(t *testing.T) {
	for name, back := range map[string]func(srv *mockserver.Server, snap *mockserver.Snapshot, write int64){
		"restore": func(srv *mockserver.Server, snap *mockserver.Snapshot, _ int64) { srv.Snapshots.Restore(snap) },
		"rewind":  func(srv *mockserver.Server, _ *mockserver.Snapshot, write int64) { srv.Writes.Rewind(write) },
	} {
		t.Run(name, func(t *testing.T) {
			srv := mocktest.World(t, tourney.Soccer)
			srv.SetStandings(&tourney.Standings{})
			srv.Payments.Add(stored.Payment{TeamID: mocktest.Otters})
			before, shown := mocktest.Dump(srv.World), mocktest.Get(t, srv, "/api/v1/standings?divisionid=11")
			snap, write := srv.Snapshots.Take(), srv.Writes.Newest()

			after := mocktest.Change(t, srv)
			srv.SetStandings(nil)
			armed := srv.Faults.Add(fault.On("Venues.List").Delay(1))
			srv.Clock.Advance(time.Hour)
			now, calls, writes := srv.Clock.Now(), len(srv.Calls.All("")), srv.Writes.Newest()

			back(srv, snap, write)
			mocktest.Unchanged(t, before, srv.World)
			require.Equal(t, writes+1, srv.Writes.Newest(), "it is a write")
			require.Equal(t, shown, mocktest.Get(t, srv, "/api/v1/standings?divisionid=11"))
			require.Len(t, srv.Calls.All(""), calls+1, "the journal is no row")
			require.Equal(t, []*fault.Armed{armed}, srv.Faults.All())
			require.Equal(t, now, srv.Clock.Now())

			srv.Writes.Rewind(writes)
			require.Equal(t, after, mocktest.Text(t, srv.Teams.All()), "going back can be undone")
			require.Equal(t, writes+2, srv.Writes.Newest())
		})
	}
}

// TestNoKeysAreGivenTwice: keys that were given after the version that comes back are not given again, also when a
// Reset lies between, or the account comes anew. TestWorldsAgainstCopies looks at ids.
func TestNoKeysAreGivenTwice(t *testing.T) {
	srv := mocktest.Empty(t, tourney.Soccer)
	given := map[string]bool{}
	rotate := func(username string) {
		t.Helper()
		keys := srv.Accounts.RotateKeys(username)
		require.False(t, given[keys.APIKey], "%s was given before", keys.APIKey)
		given[keys.APIKey] = true
	}
	start, snap := srv.Writes.Newest(), srv.Snapshots.Take()
	for range 3 {
		rotate(mockserver.DefaultUsername)
		srv.Snapshots.Restore(snap)
		rotate(mockserver.DefaultUsername)
		srv.Accounts.Add("bob", "secret-of-bob", tourney.Account{})
		rotate("bob")
		srv.Writes.Rewind(start)
	}
	division := srv.Divisions.Add(tourney.Division{})
	srv.Reset()
	require.Equal(t, division, srv.Divisions.Add(tourney.Division{}), "Reset gives the ids again")
	srv.Writes.Rewind(start)
	rotate(mockserver.DefaultUsername)
}

// TestChosenIdsStay: what SetNextID and SetNextTransactionID chose is for the next row, whatever was restored.
func TestChosenIdsStay(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	const create = `{"DivisionId":11,"Name":"x"}`
	const pay = `{"TeamId":102,"EnableCreditCard":false,"Payment":{"Amount":1,"Title":"t","Description":"d"}}`
	srv.SetNextID(777)
	srv.SetNextTransactionID("T-7")
	snap := srv.Snapshots.Take()
	require.EqualValues(t, 777, mocktest.At(t, mocktest.Accept(t, srv, "POST", "/api/v1/teams", create), "Id"))
	mocktest.Accept(t, srv, "POST", "/api/v1/payments", pay)
	paid := srv.Snapshots.Take()
	srv.Snapshots.Restore(snap)
	require.NotEqualValues(t, 777, mocktest.At(t, mocktest.Accept(t, srv, "POST", "/api/v1/teams", create), "Id"), "it was given")
	mocktest.Accept(t, srv, "POST", "/api/v1/payments", pay)
	require.NotEqual(t, "T-7", srv.Payments.All()[0].TransactionID)

	srv.SetNextID(778)
	srv.SetNextTransactionID("T-7")
	srv.Snapshots.Restore(paid)
	mocktest.Accept(t, srv, "POST", "/api/v1/payments", pay)
	require.Len(t, srv.Payments.All(), 2)
	require.NotEqual(t, "T-7", srv.Payments.All()[1].TransactionID, "a payment that came back has the id")
	require.EqualValues(t, 778, mocktest.At(t, mocktest.Accept(t, srv, "POST", "/api/v1/teams", create), "Id"))
}

// TestSnapshotsOfOtherServers: a snapshot fits servers of the same host and no others.
func TestSnapshotsOfOtherServers(t *testing.T) {
	from := mocktest.World(t, tourney.Soccer)
	snap := from.Snapshots.Take()
	require.Equal(t, fmt.Sprintf("snapshot of soccer after write %d", from.Writes.Newest()), snap.String())
	require.Equal(t, "mockserver.Snapshot{"+snap.String()+"}", fmt.Sprintf("%#v", snap))
	to := mocktest.Empty(t, tourney.Soccer)
	to.Snapshots.Restore(snap)
	require.Equal(t, mocktest.Text(t, from.Teams.All()), mocktest.Text(t, to.Teams.All()))
	to.Teams.Remove(mocktest.Otters)
	require.NotEqual(t, mocktest.Text(t, from.Teams.All()), mocktest.Text(t, to.Teams.All()))

	futsal := mocktest.New(t, tourney.Profile{Variant: tourney.Soccer, Name: "futsal"})
	const missing = "there is no snapshot: Snapshots.Take makes one"
	for _, c := range []struct {
		srv  *mockserver.Server
		snap *mockserver.Snapshot
		want string
	}{
		{mocktest.Empty(t, tourney.Rugby), snap, "the snapshot is one of soccer, and the server serves rugby"},
		{futsal, snap, "the snapshot is one of a server with another profile of soccer"},
		{to, nil, missing},
		{to, &mockserver.Snapshot{}, missing},
	} {
		writes := c.srv.Writes.Newest()
		require.Equal(t, "mockserver: Snapshots.Restore: "+c.want, mocktest.RefusalOf(func() { c.srv.Snapshots.Restore(c.snap) }))
		require.Equal(t, writes, c.srv.Writes.Newest())
	}
	require.Equal(t, "no snapshot", (&mockserver.Snapshot{}).String())
	mocktest.EachDoor(t, func(t *testing.T, open mocktest.Opener) {
		w := open(mocktest.World(t, tourney.Soccer))
		require.Equal(t, "mockserver: Snapshots.Restore: "+missing, mocktest.RefusalOf(func() { w.Snapshots.Restore(nil) }))
	})
}

// TestRewindLimit: the last writes can be shown again, and the panic names their numbers.
func TestRewindLimit(t *testing.T) {
	rename := func(srv *mockserver.Server, writes int) {
		for n := range writes {
			srv.Teams.Edit(1, func(team *tourney.Team) { team.Name = fmt.Sprint(n) })
		}
	}
	for _, c := range []struct {
		limit          int
		oldest, newest int64
	}{
		{-1, 31, 31},
		{1, 30, 31},
		{7, 24, 31},
		{31, 0, 31},
		{0, 0, 31},
	} {
		started := func() *mockserver.Server {
			srv := mocktest.Empty(t, tourney.Soccer, mockserver.WithLimits(mockserver.Limits{Rewind: c.limit}))
			srv.Teams.Add(tourney.Team{ID: 1, Name: "first"})
			rename(srv, 30)
			return srv
		}
		for n := c.oldest; n <= c.newest; n++ {
			srv := started()
			srv.Writes.Rewind(n)
			team, ok := srv.Teams.Get(1)
			require.Equal(t, n > 0, ok)
			if n > 1 {
				require.Equal(t, fmt.Sprint(n-2), team.Name)
			}
		}
		srv := started()
		panics := func(n int64, want string) {
			t.Helper()
			require.Equal(t, want, mocktest.RefusalOf(func() { srv.Writes.Rewind(n) }))
			require.Equal(t, c.newest, srv.Writes.Newest())
		}
		between := fmt.Sprintf("expected %d to %d", c.oldest, c.newest)
		panics(32, "mockserver: Writes.Rewind: there is no write 32: "+between)
		panics(-1, "mockserver: Writes.Rewind: there is no write -1: "+between)
		if c.oldest > 0 {
			panics(c.oldest-1, fmt.Sprintf("mockserver: Writes.Rewind: write %d is no longer kept: %s: the server keeps the last %d",
				c.oldest-1, between, c.newest-c.oldest))
		}
	}
	srv := mocktest.Empty(t, tourney.Soccer)
	srv.Teams.Add(tourney.Team{ID: 1})
	rename(srv, 1500)
	require.Equal(t, "mockserver: Writes.Rewind: write 500 is no longer kept: expected 501 to 1501: the server keeps the last 1000",
		mocktest.RefusalOf(func() { srv.Writes.Rewind(500) }))
}

// TestBackWhileRequestsRun restores and rewinds beside readers and writers. Every read sees one state, and every write
// has a number.
func TestBackWhileRequestsRun(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	snap, start := srv.Snapshots.Take(), srv.Writes.Newest()
	require.NoError(t, mocktest.Together(func(worker int) error {
		for n := range 20 {
			switch {
			case worker == 0:
				srv.Snapshots.Restore(snap)
			case worker == 1:
				srv.Writes.Rewind(start)
			case worker%2 == 0:
				if err := mocktest.Quick(srv, "POST", "teams", `{"DivisionId":11,"Name":"x"}`); err != nil {
					return err
				}
			default:
				if err := mocktest.Quick(srv, "GET", fmt.Sprintf("teams?divisionid=11&page=%d", n+1), ""); err != nil {
					return err
				}
			}
		}
		return nil
	}))
	made, ids := 0, map[any]bool{}
	for _, c := range srv.Calls.All("Teams.Create") {
		require.NotZero(t, c.Write)
		made++
		srv.Writes.Rewind(c.Write)
		for _, team := range srv.Teams.All() {
			if team.Name == "x" {
				ids[team.ID] = true
			}
		}
	}
	require.Len(t, ids, made, "no id was given twice")
}
