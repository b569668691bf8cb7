package mockserver_test

import (
	"bytes"
	"context"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
)

// TestStatesThroughBothDoors: snapshots, rewind, reset, files and the clock.
func TestStatesThroughBothDoors(t *testing.T) {
	eachDoor(t, func(t *testing.T, through opener) {
		srv := through(world(t, tourney.Soccer))
		before, start := dump(srv), srv.Writes()
		snapshot := srv.Snapshot()
		require.Equal(t, start, snapshot.Write())
		named, err := srv.KeepSnapshot("before")
		require.NoError(t, err)
		require.Equal(t, "before", named.Name())
		_, err = srv.KeepSnapshot("before")
		require.EqualError(t, err, `mockserver: KeepSnapshot: a snapshot "before" is kept already`)

		srv.RemoveTeam(otters)
		require.Equal(t, start+1, srv.Writes())
		saved := &bytes.Buffer{}
		require.NoError(t, srv.Save(saved))
		srv.Restore(snapshot)
		unchanged(t, before, srv)
		require.NoError(t, srv.Load(saved))
		require.False(t, second(srv.Team(otters)))
		srv.Restore(named)
		unchanged(t, before, srv)
		srv.Rewind(start + 1)
		require.False(t, second(srv.Team(otters)))
		require.PanicsWithValue(t, "mockserver: Rewind: there is no write 900: expected 0 to "+text(t, srv.Writes()), func() { srv.Rewind(900) })
		require.True(t, srv.ForgetSnapshot("before"))
		require.False(t, srv.ForgetSnapshot("before"))
		require.ErrorContains(t, srv.Load(strings.NewReader("x")), "mockserver: Load: ")

		now := srv.Clock().Now()
		srv.Clock().Advance(90 * time.Minute)
		require.Equal(t, now.Add(90*time.Minute), srv.Clock().Now())
		srv.Clock().Set(now.AddDate(1, 0, 0))
		require.True(t, now.AddDate(1, 0, 0).Equal(srv.Clock().Now()))
		srv.Reset()
		require.Equal(t, now, srv.Clock().Now())
		require.Empty(t, srv.Teams())
	})
}

// TestSessionsThroughBothDoors: a session has rows, faults and calls of its own, and ends.
func TestSessionsThroughBothDoors(t *testing.T) {
	eachDoor(t, func(t *testing.T, through opener) {
		srv := through(world(t, tourney.Soccer))
		anna, err := srv.OpenSession("anna")
		require.NoError(t, err)
		require.Equal(t, "anna", anna.SessionName())
		require.Equal(t, "anna", anna.Info().Session)
		require.Equal(t, []string{"anna"}, srv.Sessions())
		_, err = srv.OpenSession("anna")
		require.EqualError(t, err, `mockserver: NewSession: a session "anna" is open already`)
		anna.RemoveTeam(otters)
		anna.Fault(mockserver.OnAny().Status(500))
		require.True(t, second(srv.Team(otters)))
		require.Empty(t, srv.Faults())
		_, err = anna.Client(tourney.WithRetry(tourney.Retry{})).Teams.Get(t.Context(), otters)
		require.Error(t, err)
		require.Len(t, anna.Calls("Teams.Get"), 1)
		require.Empty(t, srv.Calls(""))
		require.EqualError(t, anna.EndSession("anna"), "mockserver: EndSession: the session anna cannot end itself: Close ends it")
		require.NoError(t, srv.EndSession("anna"))
		require.EqualError(t, srv.EndSession("anna"), `mockserver: EndSession: there is no session "anna"`)
		require.Empty(t, srv.Sessions())

		_, err = srv.Session(t).Teams.Get(t.Context(), otters)
		require.NoError(t, err)
		require.Len(t, srv.Sessions(), 1)
	})
}

// TestFaultsThroughBothDoors: rules are listed in order with their hits, and end.
func TestFaultsThroughBothDoors(t *testing.T) {
	eachDoor(t, func(t *testing.T, through opener) {
		srv := through(world(t, tourney.Soccer))
		first := srv.Fault(mockserver.On("Teams.Get").Where("Id", "101").First(2).Status(503))
		second := srv.Fault(mockserver.OnAny().Delay(time.Millisecond))
		client := srv.Client(tourney.WithRetry(tourney.Retry{}))
		_, err := client.Teams.Get(t.Context(), otters)
		require.Error(t, err)
		require.Equal(t, 1, first.Hits())
		require.Equal(t, []string{"f1", "f2"}, []string{first.ID(), second.ID()})
		require.Equal(t, `On("Teams.Get").Where("Id", "101").First(2).Before().Status(503)`, first.Rule().String())
		require.Len(t, srv.Faults(), 2)
		require.Equal(t, first.String(), srv.Faults()[0].String())
		require.Equal(t, first.Rule().String(), srv.Faults()[0].Rule().String())
		first.Remove()
		first.Remove()
		require.Equal(t, 1, first.Hits())
		require.Len(t, srv.Faults(), 1)
		srv.ClearFaults()
		require.Empty(t, srv.Faults())

		_, err = srv.AddFault(mockserver.On("Teams.Lst").Status(500))
		require.ErrorContains(t, err, `mockserver: AddFault: operation: there is no "Teams.Lst": the nearest is Teams.List`)
		require.PanicsWithValue(t, `mockserver: Fault: operation: there is no "Teams.Lst": the nearest is Teams.List`,
			func() { srv.Fault(mockserver.On("Teams.Lst").Status(500)) })
	})
}

// TestCallsThroughBothDoors: the journal, what is found in it and the wait for calls.
func TestCallsThroughBothDoors(t *testing.T) {
	eachDoor(t, func(t *testing.T, through opener) {
		srv := through(world(t, tourney.Soccer))
		done := make(chan error, 1)
		go func() {
			_, err := srv.WaitCalls(t.Context(), "Teams.Update", 1, mockserver.Where("Name", "x"))
			done <- err
		}()
		get(t, srv, "/api/v1/teams?id=101")
		require.Equal(t, 404, send(t, srv, "GET", "/api/v1/tems", "").status)
		require.NoError(t, srv.Client().Teams.Update(t.Context(), tourney.TeamUpdateInput{ID: otters, Name: new("x")}))
		require.NoError(t, <-done)
		require.Len(t, srv.Calls(""), 3)
		require.Len(t, srv.Calls("Teams.Get", mockserver.Where("id", "101")), 1)
		require.Equal(t, "GET /api/v1/teams", srv.Unmatched()[0].Nearest)
		require.Len(t, srv.Calls("", mockserver.Since(2), mockserver.WithStatus(200)), 1)
		require.False(t, srv.CallsDropped())
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, err := srv.WaitCalls(ctx, "Games.List", 1)
		require.ErrorIs(t, err, context.Canceled)
		require.ErrorContains(t, err, "mockserver: WaitCalls: 0 of 1 calls of Games.List came, and other calls: ")
		srv.ClearCalls()
		srv.WantCalls(t)
		require.PanicsWithValue(t, `mockserver: Calls: no operation is called "Teams.Lst": the nearest is "Teams.List"`,
			func() { srv.Calls("Teams.Lst") })

		relied := map[string]int64{}
		for _, a := range srv.Assumptions() {
			relied[a.ID] = a.Calls
			require.NotEmpty(t, a.Does, a.ID)
		}
		require.EqualValues(t, 1, relied["update-answer"])
		require.Zero(t, relied["cards"])
	})
}

// TestFixturesThroughBothDoors: several files are one write, and an error names the file and the line.
func TestFixturesThroughBothDoors(t *testing.T) {
	files := fstest.MapFS{
		"a.json":   {Data: []byte(`{"teams": [{"ref": "hawks", "Name": "Hawks", "Division": "$gold"}]}`)},
		"b.json":   {Data: []byte(`{"divisions": [{"ref": "gold", "Name": "Gold"}]}`)},
		"bad.json": {Data: []byte("{\"teams\": [\n{\"Nam\": \"Owls\"}]}")},
	}
	eachDoor(t, func(t *testing.T, through opener) {
		srv := through(empty(t, tourney.Soccer))
		require.NoError(t, srv.LoadFixtures(files, "a.json", "b.json"))
		team, ok := srv.Team(srv.ID("hawks"))
		require.True(t, ok)
		require.Equal(t, "Gold", team.Division.Name)
		require.EqualValues(t, 1, srv.Writes())
		require.EqualError(t, srv.LoadFixtures(files, "bad.json"),
			"mockserver: LoadFixtures: bad.json:2: teams[0].Nam: unknown, the nearest is Name")
		require.PanicsWithValue(t, `mockserver: ID: no row of the fixtures has the ref "hawk": the nearest is "hawks"`,
			func() { srv.ID("hawk") })
	})
}

// TestRemoteEditTriesAgain: a row that another client changed meanwhile keeps both changes.
func TestRemoteEditTriesAgain(t *testing.T) {
	srv := world(t, tourney.Soccer)
	far := remoteOf(t, srv)
	tries := 0
	far.EditTeam(otters, func(team *tourney.Team) {
		if tries++; tries < 3 {
			srv.EditTeam(otters, func(row *tourney.Team) { row.Name += "!" })
		}
		team.Name += "?"
	})
	team, _ := srv.Team(otters)
	require.Equal(t, 3, tries)
	require.Equal(t, "Otters!!?", team.Name)
	require.Panics(t, func() {
		far.EditTeam(otters, func(*tourney.Team) { srv.EditTeam(otters, func(row *tourney.Team) { row.Name += "!" }) })
	}, "a function that changes the row each time")
}

// TestRemoteSaysWhatIsWrong: the errors of a side door that cannot reach its server.
func TestRemoteSaysWhatIsWrong(t *testing.T) {
	for target, want := range map[string]string{
		"":                     "mockserver: Remote: expected a URL such as http://127.0.0.1:8080",
		"127.0.0.1:80":         "mockserver: Remote: expected a URL such as http://127.0.0.1:8080",
		"http://u:p@localhost": "mockserver: Remote: expected a URL such as http://127.0.0.1:8080",
		"http://localhost?a=b": "mockserver: Remote: expected a URL such as http://127.0.0.1:8080",
		"ftp://localhost":      "mockserver: Remote: expected a URL such as http://127.0.0.1:8080",
	} {
		srv := empty(t, tourney.Soccer)
		_, err := mockserver.Remote(target, mockserver.RemoteHTTPClient(&http.Client{Transport: srv}))
		require.ErrorContains(t, err, want, target)
	}
	without, err := mockserver.New(tourney.Soccer)
	require.NoError(t, err)
	_, err = mockserver.Remote(without.URL(), mockserver.RemoteHTTPClient(&http.Client{Transport: without}))
	require.ErrorContains(t, err, "the admin API begins with /_mock/, and is off: in Go the option AdminAPI turns it on")

	srv := empty(t, tourney.Soccer)
	far := remoteOf(t, srv)
	srv.Close()
	require.PanicsWithValue(t, `mockserver: Reset: Post "https://mock.invalid/_mock/reset": dial tcp: mockserver: the server is closed`, func() { far.Reset() })
	_, err = far.KeepSnapshot("x")
	require.ErrorContains(t, err, "mockserver: KeepSnapshot: ")
}

// TestRemoteWithKeys: the client of a server that checks signatures signs, with the keys that are the newest.
func TestRemoteWithKeys(t *testing.T) {
	eachDoor(t, func(t *testing.T, through opener) {
		srv := through(world(t, tourney.Soccer, mockserver.RequireAuth(tourney.HMACSigner{})))
		_, err := srv.Client().Teams.Get(t.Context(), otters)
		require.NoError(t, err)
		old := srv.Client()
		keys, ok := srv.RotateKeys(mockserver.DefaultUsername)
		require.True(t, ok)
		require.Equal(t, keys, srv.Credentials())
		_, err = old.Teams.Get(t.Context(), otters)
		require.ErrorIs(t, err, tourney.ErrUnauthorized)
		require.True(t, srv.ExpireKeys(mockserver.DefaultUsername))
		require.True(t, srv.Accounts()[0].Expired)
		require.False(t, srv.ExpireKeys("nobody"))
		_, ok = srv.RotateKeys("nobody")
		require.False(t, ok)
	})
}
