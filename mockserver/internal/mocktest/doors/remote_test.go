package doors

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/admin"
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
	"github.com/tourney-go/tourney/mockserver/journal"
)

// TestStatesThroughBothDoors: snapshots, rewind, reset, files and the clock.
func TestStatesThroughBothDoors(t *testing.T) {
	mocktest.EachDoor(t, func(t *testing.T, through mocktest.Opener) {
		srv := through(mocktest.World(t, tourney.Soccer))
		before, start := mocktest.Dump(srv.World), srv.Writes.Newest()
		snapshot := srv.Snapshots.Take()
		require.Equal(t, start, snapshot.Write())
		named, err := srv.Snapshots.Keep("before")
		require.NoError(t, err)
		require.Equal(t, "before", named.Name())
		_, err = srv.Snapshots.Keep("before")
		require.EqualError(t, err, `mockserver: Snapshots.Keep: a snapshot "before" is kept already`)

		srv.Teams.Remove(mocktest.Otters)
		require.Equal(t, start+1, srv.Writes.Newest())
		saved := &bytes.Buffer{}
		require.NoError(t, srv.Save(saved))
		srv.Snapshots.Restore(snapshot)
		mocktest.Unchanged(t, before, srv.World)
		require.NoError(t, srv.Load(saved))
		require.False(t, mocktest.Found(srv.Teams.Get(mocktest.Otters)))
		srv.Snapshots.Restore(named)
		mocktest.Unchanged(t, before, srv.World)
		srv.Writes.Rewind(start + 1)
		require.False(t, mocktest.Found(srv.Teams.Get(mocktest.Otters)))
		says := "mockserver: Writes.Rewind: there is no write 900: expected 0 to " + mocktest.Text(t, srv.Writes.Newest())
		require.PanicsWithError(t, says, func() { srv.Writes.Rewind(900) })
		require.True(t, srv.Snapshots.Forget("before"))
		require.False(t, srv.Snapshots.Forget("before"))
		require.ErrorContains(t, srv.Load(strings.NewReader("x")), "mockserver: Load: ")

		now := srv.Clock.Now()
		srv.Clock.Advance(90 * time.Minute)
		require.Equal(t, now.Add(90*time.Minute), srv.Clock.Now())
		srv.Clock.Set(now.AddDate(1, 0, 0))
		require.True(t, now.AddDate(1, 0, 0).Equal(srv.Clock.Now()))
		srv.Reset()
		require.Equal(t, now, srv.Clock.Now())
		require.Empty(t, srv.Teams.All())
	})
}

// TestResetAllThroughBothDoors: rules, requests and what a fault has put off are gone. Sessions and snapshots stay.
func TestResetAllThroughBothDoors(t *testing.T) {
	mocktest.EachDoor(t, func(t *testing.T, through mocktest.Opener) {
		srv := through(mockserver.Start(t, tourney.Soccer, admin.Serve()))
		session, now, before := srv.StartSession(t), srv.Clock.Now(), mocktest.Dump(srv.World)
		late := fault.On("Teams.Create").CommitAfter(30 * time.Second).Drop()
		session.Faults.Add(late)
		srv.Faults.Add(late)
		newts := tourney.TeamCreateInput{DivisionID: 2001, Name: new("Late Newts")}
		require.Error(t, clienttest.Err(srv.Client().Teams.Create(t.Context(), newts)))
		require.NoError(t, clienttest.Err(srv.Snapshots.Keep("kept")))
		srv.Teams.Remove(4001)
		srv.Clock.Advance(time.Second)
		srv.ResetAll()
		require.Empty(t, srv.Faults.All())
		require.Empty(t, srv.Calls.All(""))
		require.True(t, now.Equal(srv.Clock.Now()))
		srv.Clock.Advance(time.Hour)
		mocktest.Unchanged(t, before, srv.World)
		require.Equal(t, []string{session.SessionName()}, srv.Sessions())
		require.Len(t, session.Faults.All(), 1)
		require.Len(t, srv.Snapshots.All(), 1)
	})
}

// TestFaultsThroughBothDoors: rules are listed in order with their hits, and end.
func TestFaultsThroughBothDoors(t *testing.T) {
	mocktest.EachDoor(t, func(t *testing.T, through mocktest.Opener) {
		srv := through(mocktest.World(t, tourney.Soccer))
		first := srv.Faults.Add(fault.On("Teams.Get").Where("Id", "101").First(2).Status(503))
		second := srv.Faults.Add(fault.OnAny().Delay(time.Millisecond))
		client := srv.Client(tourney.WithRetry(tourney.Retry{}))
		require.Error(t, clienttest.Err(client.Teams.Get(t.Context(), mocktest.Otters)))
		require.Equal(t, 1, first.Hits())
		require.Equal(t, []string{"f1", "f2"}, []string{first.ID(), second.ID()})
		require.Equal(t, `On("Teams.Get").Where("Id", "101").First(2).Before().Status(503)`, first.Rule().String())
		require.Len(t, srv.Faults.All(), 2)
		require.Equal(t, first.String(), srv.Faults.All()[0].String())
		require.Equal(t, first.Rule().String(), srv.Faults.All()[0].Rule().String())
		first.Remove()
		first.Remove()
		require.Equal(t, 1, first.Hits())
		require.Len(t, srv.Faults.All(), 1)
		srv.Faults.Clear()
		require.Empty(t, srv.Faults.All())

		_, err := mocktest.AddFault(srv.World, fault.On("Teams.Lst").Status(500))
		require.ErrorContains(t, err, `mockserver: Faults.Add: operation: there is no "Teams.Lst": the nearest is Teams.List`)
		require.PanicsWithError(t, `mockserver: Faults.Add: operation: there is no "Teams.Lst": the nearest is Teams.List`,
			func() { srv.Faults.Add(fault.On("Teams.Lst").Status(500)) })
	})
}

// TestCallsThroughBothDoors: the journal, what is found in it and the wait for calls.
func TestCallsThroughBothDoors(t *testing.T) {
	mocktest.EachDoor(t, func(t *testing.T, through mocktest.Opener) {
		srv := through(mocktest.World(t, tourney.Soccer))
		done := make(chan error, 1)
		go func() {
			_, err := srv.Calls.Wait(t.Context(), "Teams.Update", 1, journal.Where("Name", "x"))
			done <- err
		}()
		mocktest.Get(t, srv, "/api/v1/teams?id=101")
		require.Equal(t, 404, mocktest.Send(t, srv, "GET", "/api/v1/tems", "").Status)
		require.NoError(t, srv.Client().Teams.Update(t.Context(), tourney.TeamUpdateInput{ID: mocktest.Otters, Name: new("x")}))
		require.NoError(t, <-done)
		require.Len(t, srv.Calls.All(""), 3)
		require.Len(t, srv.Calls.All("Teams.Get", journal.Where("id", "101")), 1)
		require.Equal(t, "GET /api/v1/teams", srv.Calls.All("", journal.Unmatched())[0].Nearest)
		require.Len(t, srv.Calls.All("", journal.Since(2), journal.WithStatus(200)), 1)
		require.False(t, srv.Calls.Dropped())
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, err := srv.Calls.Wait(ctx, "Games.List", 1)
		require.ErrorIs(t, err, context.Canceled)
		require.ErrorContains(t, err, "mockserver: Calls.Wait: 0 of 1 calls of Games.List came, and other calls: ")
		srv.Calls.Clear()
		srv.Calls.Want(t)
		require.PanicsWithError(t, `mockserver: Calls.All: no operation is called "Teams.Lst": the nearest is "Teams.List"`,
			func() { srv.Calls.All("Teams.Lst") })

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
	mocktest.EachDoor(t, func(t *testing.T, through mocktest.Opener) {
		srv := through(mocktest.Empty(t, tourney.Soccer))
		require.NoError(t, srv.LoadFixtures(files, "a.json", "b.json"))
		team, ok := srv.Teams.Get(srv.ID("hawks"))
		require.True(t, ok)
		require.Equal(t, "Gold", team.Division.Name)
		require.EqualValues(t, 1, srv.Writes.Newest())
		require.EqualError(t, srv.LoadFixtures(files, "bad.json"),
			"mockserver: LoadFixtures: bad.json:2: teams[0].Nam: unknown, the nearest is Name")
		require.PanicsWithError(t, `mockserver: ID: there is no ref "hawk": the nearest is "hawks"`,
			func() { srv.ID("hawk") })
	})
}

// TestRemoteEditTriesAgain: a row that another client changed meanwhile keeps both changes.
func TestRemoteEditTriesAgain(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	far := mocktest.RemoteOf(t, srv)
	tries := 0
	far.Teams.Edit(mocktest.Otters, func(team *tourney.Team) {
		if tries++; tries < 3 {
			srv.Teams.Edit(mocktest.Otters, func(row *tourney.Team) { row.Name += "!" })
		}
		team.Name += "?"
	})
	team, _ := srv.Teams.Get(mocktest.Otters)
	require.Equal(t, 3, tries)
	require.Equal(t, "Otters!!?", team.Name)
	require.Panics(t, func() {
		far.Teams.Edit(mocktest.Otters, func(*tourney.Team) { srv.Teams.Edit(mocktest.Otters, func(row *tourney.Team) { row.Name += "!" }) })
	}, "a function that changes the row each time")
}

// TestRemoteSaysWhatIsWrong: the errors of a World that cannot reach its server.
func TestRemoteSaysWhatIsWrong(t *testing.T) {
	for target, want := range map[string]string{
		"":                     "mockserver: Remote: expected a URL such as http://127.0.0.1:8080",
		"127.0.0.1:80":         "mockserver: Remote: expected a URL such as http://127.0.0.1:8080",
		"http://u:p@localhost": "mockserver: Remote: expected a URL such as http://127.0.0.1:8080",
		"http://localhost?a=b": "mockserver: Remote: expected a URL such as http://127.0.0.1:8080",
		"ftp://localhost":      "mockserver: Remote: expected a URL such as http://127.0.0.1:8080",
	} {
		srv := mocktest.Empty(t, tourney.Soccer)
		_, err := mockserver.Remote(target, mockserver.RemoteHTTPClient(&http.Client{Transport: srv}))
		require.ErrorContains(t, err, want, target)
	}
	without := mocktest.New(t, tourney.Soccer)
	_, err := mockserver.Remote(without.URL(), mockserver.RemoteHTTPClient(&http.Client{Transport: without}))
	require.ErrorContains(t, err, "the admin API begins with /_mock/, and is off: in Go the option admin.Serve turns it on")

	srv := mocktest.Empty(t, tourney.Soccer)
	far := mocktest.RemoteOf(t, srv)
	srv.Close()
	require.PanicsWithError(t, "mockserver: Reset: Post https://mock.invalid: dial tcp: mockserver: the server is closed",
		func() { far.Reset() })
	require.ErrorContains(t, clienttest.Err(far.Snapshots.Keep("x")), "mockserver: Snapshots.Keep: ")
}

func TestRemoteSendsNoFunction(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	require.PanicsWithError(t,
		"mockserver: Faults.AddWhen: a function cannot be sent to another process: use Where of the rule",
		func() {
			mocktest.RemoteOf(t, srv).Faults.AddWhen(fault.OnAny().Drop(), func(journal.Call) bool { return true })
		})
	require.Empty(t, srv.Faults.All())
}

// urls notes the URLs of requests on their way to a server.
type urls struct {
	to   http.RoundTripper
	seen []string
}

func (u *urls) RoundTrip(req *http.Request) (*http.Response, error) {
	u.seen = append(u.seen, req.URL.String())
	return u.to.RoundTrip(req)
}

// TestRemoteShowsNoToken: a server can repeat the token anywhere in its answer.
func TestRemoteShowsNoToken(t *testing.T) {
	const token = "to\"ken-of-the-admin"
	for _, say := range []func(string) string{
		func(s string) string { return s }, strings.ToUpper, url.QueryEscape,
		func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) },
	} {
		for _, answer := range []string{
			`{"api":1,"variant":%q}`, `{"api":1,"variant":"soccer","profile":%q}`, `{"api":%q}`, `{"errors":[{"message":%q}]}`,
		} {
			_, err := mockserver.Remote("http://127.0.0.1", mockserver.RemoteToken(token),
				mockserver.RemoteHTTPClient(&http.Client{Transport: answering(fmt.Sprintf(answer, say(token)))}))
			if err != nil {
				require.NotContains(t, strings.ToLower(fmt.Sprintf("%v %+v", err, err)), strings.ToLower(say(token)), answer)
				require.NotContains(t, strings.ToLower(err.Error()), strings.ToLower(strconv.Quote(say(token))), answer)
			}
		}
	}
}

// answering is a transport to a server that answers everything with one text.
type answering string

func (a answering) RoundTrip(*http.Request) (*http.Response, error) {
	return clienttest.JSON(http.StatusOK, string(a)), nil
}

// TestRemoteFiltersSecretsItself: what a filter looks for travels in a URL, which programs on the way log, unless it is
// a secret.
func TestRemoteFiltersSecretsItself(t *testing.T) {
	srv := mockserver.Start(t, tourney.Soccer, admin.Serve())
	way := &urls{to: srv}
	far := mocktest.RemoteOf(t, srv, mockserver.RemoteHTTPClient(&http.Client{Transport: way}))
	for filter, travels := range map[[2]string]bool{
		{"divisionid", "2001"}: true, {"password", "let-me-in-1"}: false, {"payment.creditcardcvv2", "73915"}: false,
		{"payment.creditcardnumber", "411199887766"}: false, {"name", "4111111111111111"}: false,
	} {
		way.seen = nil
		require.Empty(t, far.Calls.All("", journal.Where(filter[0], filter[1])))
		require.Len(t, way.seen, 1)
		require.Equal(t, travels, strings.Contains(way.seen[0], filter[1]), "%s: %s", filter[0], way.seen[0])
	}
}
