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
func keptNames(srv *mockserver.World) (names []string) {
	for _, kept := range srv.Snapshots.All() {
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
			got, err := srv.Snapshots.Remember(name)
			require.EqualError(t, err, "mockserver: Snapshots.Remember: "+message)
			require.Nil(t, got)
		}
		refuses("first", `there is no snapshot "first", and none to remember`)
		for _, name := range []string{"first", "second", "third"} {
			_, err := srv.Snapshots.Keep(name)
			require.NoError(t, err)
		}
		before := dump(srv.World)
		refuses("first", `the snapshot "first" is not forgotten`)

		require.True(t, srv.Snapshots.Forget("second"))
		require.False(t, srv.Snapshots.Forget("second"), "this forgets nothing, and so gives up nothing")
		require.Empty(t, cmp.Diff([]string{"first", "third"}, keptNames(srv.World)))
		srv.Teams.Remove(otters)
		back, err := srv.Snapshots.Remember("second")
		require.NoError(t, err)
		require.Equal(t, "second", back.Name())
		require.Empty(t, cmp.Diff([]string{"first", "second", "third"}, keptNames(srv.World)))
		refuses("second", `the snapshot "second" is not forgotten`)
		srv.Snapshots.Restore(back)
		unchanged(t, before, srv.World)

		require.True(t, srv.Snapshots.Forget("first"))
		require.True(t, srv.Snapshots.Forget("third"))
		refuses("first", `there is no snapshot "first": the one that was forgotten last is "third"`)
		_, err = srv.Snapshots.Keep("third")
		require.NoError(t, err)
		refuses("third", `a snapshot "third" is kept already`)
		require.Empty(t, cmp.Diff([]string{"second", "third"}, keptNames(srv.World)))
	})
}

// TestRememberSnapshotWithinTheLimit: a snapshot comes back only where another one can be kept.
func TestRememberSnapshotWithinTheLimit(t *testing.T) {
	srv, err := mockserver.New(tourney.Soccer, mockserver.Scenario("empty"))
	require.NoError(t, err)
	for i := range 1000 {
		_, err := srv.Snapshots.Keep("n" + strconv.Itoa(i))
		require.NoError(t, err)
	}
	require.True(t, srv.Snapshots.Forget("n500"))
	_, err = srv.Snapshots.Keep("")
	require.NoError(t, err)
	_, err = srv.Snapshots.Remember("n500")
	require.EqualError(t, err, "mockserver: Snapshots.Remember: 1000 snapshots are kept already: Snapshots.Forget forgets one")
	require.NotContains(t, keptNames(srv.World), "n500")
}
