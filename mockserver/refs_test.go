package mockserver_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
)

// teamsNamed is a fixture with a team for each ref.
func teamsNamed(refs ...string) string {
	var teams []string
	for _, ref := range refs {
		teams = append(teams, fmt.Sprintf(`{"ref":%q,"Name":%[1]q}`, ref))
	}
	return `{"teams":[` + strings.Join(teams, ",") + `]}`
}

func load(t testing.TB, srv *mockserver.Server, text string) {
	t.Helper()
	require.NoError(t, srv.LoadFixtures(oneFile(text), "rows.json"))
}

// requireRefs requires that a server knows refs with the names of their teams, and not the others.
func requireRefs(t testing.TB, srv *mockserver.Server, known, unknown string) {
	t.Helper()
	for ref := range strings.FieldsSeq(known) {
		team, found := srv.Teams.Get(srv.ID(ref))
		require.True(t, found, ref)
		require.Equal(t, ref, team.Name)
	}
	for ref := range strings.FieldsSeq(unknown) {
		require.Panics(t, func() { srv.ID(ref) }, ref)
	}
}

// TestRefsFollowTheRows: refs come and go with the rows that they name.
func TestRefsFollowTheRows(t *testing.T) {
	srv := empty(t, tourney.Soccer, mockserver.Fixtures(oneFile(teamsNamed("first")), "rows.json"))
	load(t, srv, teamsNamed("second"))
	snap, write := srv.Snapshots.Take(), srv.Writes.Newest()
	load(t, srv, teamsNamed("third"))
	requireRefs(t, srv, "first second third", "fourth")

	srv.Writes.Rewind(write)
	requireRefs(t, srv, "first second", "third")
	srv.Writes.Rewind(0)
	requireRefs(t, srv, "first", "second third")
	srv.Writes.Rewind(write + 1)
	requireRefs(t, srv, "first second third", "")
	srv.Snapshots.Restore(snap)
	requireRefs(t, srv, "first second", "third")

	session := opened(t, srv, "")
	load(t, session, teamsNamed("own"))
	srv.Reset()
	requireRefs(t, srv, "first", "second third own")
	requireRefs(t, session, "first second own", "third")
	session.Reset()
	requireRefs(t, session, "first second", "own")

	other := empty(t, tourney.Soccer)
	other.Snapshots.Restore(snap)
	requireRefs(t, other, "first second", "third")
	require.NoError(t, other.Load(strings.NewReader(saved(t, session))))
	requireRefs(t, other, "first second", "third")
	require.NoError(t, other.Load(strings.NewReader(saved(t, empty(t, tourney.Soccer)))))
	requireRefs(t, other, "", "first second")
}

// TestARefNamedAnew: the name stands for the newest row.
func TestARefNamedAnew(t *testing.T) {
	srv := empty(t, tourney.Soccer)
	load(t, srv, teamsNamed("hawks"))
	first := srv.ID("hawks")
	load(t, srv, teamsNamed("hawks"))
	require.NotEqual(t, first, srv.ID("hawks"))
	srv.Teams.Remove(srv.ID("hawks"))
	require.NotZero(t, srv.ID("hawks"), "a row that was removed has its id still")
	srv.Writes.Rewind(1)
	require.Equal(t, first, srv.ID("hawks"))
	srv.Teams.Edit(first, func(team *tourney.Team) { team.Name = fmt.Sprint(srv.ID("hawks")) })
}

// TestRefsOfARefusedLoad: a load that is refused changes no refs.
func TestRefsOfARefusedLoad(t *testing.T) {
	d := &disk{}
	srv := kept(t, dataPath(t), mockserver.DataDisk(d))
	load(t, srv, teamsNamed("hawks"))
	before := mockserver.Everything(mockserver.Newest(srv))
	const wrong = `{"teams":[{"ref":"owls"},{"ref":"hawks"},{"Nme":"x"}]}`
	require.Error(t, srv.LoadFixtures(oneFile(wrong), "rows.json"))
	d.full.Store(true)
	require.ErrorContains(t, srv.LoadFixtures(oneFile(teamsNamed("owls", "hawks")), "rows.json"), "no space left")
	require.Equal(t, before, mockserver.Everything(mockserver.Newest(srv)))
	requireRefs(t, srv, "hawks", "owls")
}

// TestRefsOutliveTheServer: a data file keeps refs, and a file that Save wrote too.
func TestRefsOutliveTheServer(t *testing.T) {
	path := dataPath(t)
	srv := kept(t, path)
	load(t, srv, teamsNamed("hawks"))
	srv.Close()
	srv = kept(t, path)
	requireRefs(t, srv, "hawks", "owls")
	write := srv.Writes.Newest()
	load(t, srv, teamsNamed("owls", cardNumber))
	srv.Close()
	srv = kept(t, path)
	requireRefs(t, srv, "hawks owls "+cardNumber, "larks")
	load(t, srv, teamsNamed("larks"))
	srv.Writes.Rewind(srv.Writes.Newest() - 1)
	srv.Close()
	srv = kept(t, path)
	requireRefs(t, srv, "hawks owls", "larks")
	require.Less(t, write, srv.Writes.Newest())
	require.Contains(t, saved(t, srv), cardNumber)
	srv.Reset()
	srv.Close()
	requireRefs(t, kept(t, path), "", "hawks owls")
}
