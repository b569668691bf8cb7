package mockserver_test

import (
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
)

// keptNames returns the names of the snapshots that a mock keeps.
func keptNames(srv mockserver.SideDoor) (names []string) {
	for _, kept := range srv.Snapshots() {
		names = append(names, kept.Name())
	}
	return names
}

// TestRememberSnapshot: the snapshot that was forgotten last comes back under its name, at its place, with its rows.
func TestRememberSnapshot(t *testing.T) {
	eachDoor(t, func(t *testing.T, through opener) {
		srv := through(world(t, tourney.Soccer))
		refuses := func(name, message string) {
			t.Helper()
			got, err := srv.RememberSnapshot(name)
			require.EqualError(t, err, "mockserver: RememberSnapshot: "+message)
			require.Nil(t, got)
		}
		refuses("first", `there is no snapshot "first", and none to remember`)
		for _, name := range []string{"first", "second", "third"} {
			_, err := srv.KeepSnapshot(name)
			require.NoError(t, err)
		}
		before := dump(srv)
		refuses("first", `the snapshot "first" is not forgotten`)

		require.True(t, srv.ForgetSnapshot("second"))
		require.False(t, srv.ForgetSnapshot("second"), "this forgets nothing, and so gives up nothing")
		require.Empty(t, cmp.Diff([]string{"first", "third"}, keptNames(srv)))
		srv.RemoveTeam(otters)
		back, err := srv.RememberSnapshot("second")
		require.NoError(t, err)
		require.Equal(t, "second", back.Name())
		require.Empty(t, cmp.Diff([]string{"first", "second", "third"}, keptNames(srv)))
		refuses("second", `the snapshot "second" is not forgotten`)
		srv.Restore(back)
		unchanged(t, before, srv)

		require.True(t, srv.ForgetSnapshot("first"))
		require.True(t, srv.ForgetSnapshot("third"))
		refuses("first", `there is no snapshot "first": the one that was forgotten last is "third"`)
		_, err = srv.KeepSnapshot("third")
		require.NoError(t, err)
		refuses("third", `a snapshot "third" is kept already`)
		require.Empty(t, cmp.Diff([]string{"second", "third"}, keptNames(srv)))
	})
}

// TestRememberSnapshotWithinTheLimit: a snapshot comes back only where another one can be kept.
func TestRememberSnapshotWithinTheLimit(t *testing.T) {
	srv, err := mockserver.New(tourney.Soccer, mockserver.Scenario("empty"))
	require.NoError(t, err)
	for i := range 1000 {
		_, err := srv.KeepSnapshot("n" + strconv.Itoa(i))
		require.NoError(t, err)
	}
	require.True(t, srv.ForgetSnapshot("n500"))
	_, err = srv.KeepSnapshot("")
	require.NoError(t, err)
	_, err = srv.RememberSnapshot("n500")
	require.EqualError(t, err, "mockserver: RememberSnapshot: 1000 snapshots are kept already: ForgetSnapshot forgets one")
	require.NotContains(t, keptNames(srv), "n500")
}
