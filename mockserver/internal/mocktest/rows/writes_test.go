package rows

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
	"github.com/tourney-go/tourney/mockserver/journal"
	"github.com/tourney-go/tourney/mockserver/stored"
	"github.com/tourney-go/tourney/secret"
)

const login = `{"Username":"director","Password":"let-me-in"}`

// TestWrites: whatever changes rows or keys has the next number, and nothing else has one.
func TestWrites(t *testing.T) {
	call := func(method, target, body string) func(*testing.T, *mockserver.Server) {
		return func(t *testing.T, srv *mockserver.Server) {
			t.Helper()
			mocktest.Send(t, srv, method, "/api/v1/"+target, body)
		}
	}
	door := func(f func(*mockserver.Server)) func(*testing.T, *mockserver.Server) {
		return func(_ *testing.T, srv *mockserver.Server) { f(srv) }
	}
	for name, c := range map[string]struct {
		do     func(*testing.T, *mockserver.Server)
		writes int64
		called int64 // Write of the newest call after the world, if it is a write
	}{
		"a read":                      {call("GET", "teams?eventid=1", ""), 0, 0},
		"a create":                    {call("POST", "teams", `{"DivisionId":11,"Name":"Swans"}`), 1, 1},
		"an update":                   {call("PUT", "games", `{"Id":82,"HomeScore":1}`), 1, 1},
		"an update in XML":            {asXML("PUT", "games", "<Request><Id>82</Id><HomeScore>1</HomeScore></Request>"), 1, 1},
		"a refused create":            {call("POST", "teams", `{"DivisionId":7,"Name":"Swans"}`), 0, 0},
		"an update of nothing":        {call("PUT", "teams", `{"Id":101,"Nam":"x"}`), 0, 0},
		"an update of an unknown row": {call("PUT", "teams", `{"Id":7,"Name":"x"}`), 0, 0},
		"no operation":                {call("PUT", "temas", `{"Id":101,"Name":"x"}`), 0, 0},
		"a login":                     {call("POST", "authenticate", login), 0, 0},
		"a wrong login":               {call("POST", "authenticate", `{"Username":"director","Password":"x"}`), 0, 0},
		"a payment that is declined":  {call("POST", "payments", `{"TeamId":101}`), 0, 0},
		"a row":                       {door(func(s *mockserver.Server) { s.Teams.Add(tourney.Team{Name: "x"}) }), 1, 0},
		"an edit":                     {door(func(s *mockserver.Server) { s.Teams.Edit(mocktest.Otters, func(*tourney.Team) {}) }), 1, 0},
		"a removal":                   {door(func(s *mockserver.Server) { s.Games.Remove(mocktest.Played) }), 1, 0},
		"a call that panics":          {door(func(s *mockserver.Server) { mocktest.RefusalOf(func() { s.Games.Remove(7) }) }), 0, 0},
		"a set": {door(func(s *mockserver.Server) {
			s.Teams.EditDetails(mocktest.Club, func(d *stored.TeamDetails) { d.EventID = mocktest.Cup })
		}), 1, 0},
		"details of an unknown row": {door(func(s *mockserver.Server) {
			mocktest.RefusalOf(func() { s.Teams.EditDetails(7, func(d *stored.TeamDetails) { d.EventID = mocktest.Cup }) })
		}), 0, 0},
		"standings": {door(func(s *mockserver.Server) { s.SetStandings(&tourney.Standings{}) }), 1, 0},
		"a next id": {door(func(s *mockserver.Server) { s.SetNextID(7) }), 1, 0},
		"new keys":  {door(func(s *mockserver.Server) { s.Accounts.RotateKeys("director") }), 1, 0},
		"new keys for nobody": {door(func(s *mockserver.Server) {
			mocktest.RefusalOf(func() { s.Accounts.RotateKeys("nobody") })
		}), 0, 0},
		"ended keys": {door(func(s *mockserver.Server) { s.Accounts.ExpireKeys("director") }), 1, 0},
		"ended keys of nobody": {door(func(s *mockserver.Server) {
			mocktest.RefusalOf(func() { s.Accounts.ExpireKeys("nobody") })
		}), 0, 0},
		"a reset":                      {door((*mockserver.Server).Reset), 1, 0},
		"the clock":                    {door(func(s *mockserver.Server) { s.Clock.Advance(time.Hour) }), 0, 0},
		"a fault":                      {door(func(s *mockserver.Server) { s.Faults.Add(fault.OnAny().Delay(1)) }), 0, 0},
		"a write whose answer is lost": {loseAnswer, 1, 1},
	} {
		t.Run(name, func(t *testing.T) {
			srv := mocktest.World(t, tourney.Soccer)
			before := srv.Writes.Newest()
			c.do(t, srv)
			require.Equal(t, c.writes, srv.Writes.Newest()-before)
			for _, made := range srv.Calls.All("") {
				require.Equal(t, c.called > 0, made.Write == before+1, "%v", made)
				require.Equal(t, c.called == 0, made.Write == 0, "%v", made)
			}
		})
	}
}

// asXML returns a step that sends a write in XML.
func asXML(method, target, body string) func(*testing.T, *mockserver.Server) {
	return func(t *testing.T, srv *mockserver.Server) {
		t.Helper()
		require.Equal(t, http.StatusOK, mocktest.Send(t, srv, method, "/api/v1/"+target, body, "Content-Type", "application/xml").Status)
	}
}

// loseAnswer sends a write whose answer a fault loses.
func loseAnswer(t *testing.T, srv *mockserver.Server) {
	t.Helper()
	srv.Faults.Add(fault.On("Games.Update").AfterCommit().Drop())
	require.Error(t, mocktest.Quick(srv, "PUT", "games", `{"Id":82,"HomeScore":1}`))
}

// TestALoginThatIssuesKeysIsAWrite: the keys of the account have changed.
func TestALoginThatIssuesKeysIsAWrite(t *testing.T) {
	srv := mocktest.Empty(t, mocktest.HostOf(tourney.Soccer, mockserver.Profile{KeyLifetime: time.Hour}))
	srv.Clock.Advance(time.Hour)
	mocktest.Accept(t, srv, "POST", "/api/v1/authenticate", login)
	mocktest.Accept(t, srv, "POST", "/api/v1/authenticate", login)
	calls := srv.Calls.All("")
	require.EqualValues(t, 1, calls[0].Write)
	require.Zero(t, calls[1].Write)
	require.EqualValues(t, 1, srv.Writes.Newest())
}

// TestWritesAtTheSameTime: every write has a number of its own, without a gap.
func TestWritesAtTheSameTime(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	before := srv.Writes.Newest()
	require.NoError(t, mocktest.Together(func(worker int) error {
		for n := range 20 {
			if err := mocktest.Quick(srv, "PUT", "games", fmt.Sprintf(`{"Id":82,"HomeScore":%d}`, worker*20+n)); err != nil {
				return err
			}
		}
		return nil
	}))
	numbers := map[int64]bool{}
	for _, c := range srv.Calls.All("Games.Update") {
		numbers[c.Write] = true
	}
	require.Len(t, numbers, mocktest.Workers*20)
	require.Equal(t, before+mocktest.Workers*20, srv.Writes.Newest())
	for n := before + 1; n <= srv.Writes.Newest(); n++ {
		require.True(t, numbers[n], "write %d", n)
	}
}

// TestLastWrites: each write says what made it, when, and what it changed.
func TestLastWrites(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	srv.Calls.Clear()
	start, began := srv.Writes.Newest(), srv.Clock.Now()
	kept, err := srv.Snapshots.Keep("before")
	require.NoError(t, err)
	var file bytes.Buffer
	require.NoError(t, srv.Save(&file))
	mocktest.Send(t, srv, "GET", "/api/v1/teams?id=101", "")
	mocktest.Accept(t, srv, "PUT", "/api/v1/teams", `{"Id":101,"Name":"Swans"}`)
	srv.Clock.Advance(time.Hour)
	srv.Teams.Edit(101, func(team *tourney.Team) { team.Name = "Geese" })
	srv.Teams.Edit(101, func(*tourney.Team) {})
	srv.Accounts.RotateKeys("director")
	srv.Statistics.SetOrder("Goals")
	srv.Reset()
	srv.Snapshots.Restore(kept)
	srv.Writes.Rewind(start)
	require.NoError(t, srv.Load(&file))

	mocktest.EachDoor(t, func(t *testing.T, open mocktest.Opener) {
		door := open(srv)
		writes := door.Writes.Last(9, 0)
		type row struct {
			op, method string
			after      time.Duration
		}
		var got []row
		for i, w := range writes {
			require.Equal(t, srv.Writes.Newest()-int64(i), w.Number)
			got = append(got, row{w.Op, w.Method, w.Time.Sub(began)})
		}
		require.Equal(t, []row{
			{"", "Load", 0}, {"", "Rewind to " + mocktest.Text(t, start), 0}, {"", `Restore of "before"`, 0}, {"", "Reset", time.Hour},
			{"", "Statistics.SetOrder", time.Hour}, {"", "Accounts.RotateKeys", time.Hour}, {"", "Teams.Edit", time.Hour},
			{"", "Teams.Edit", time.Hour}, {"Teams.Update", "", 0},
		}, got)
		require.EqualValues(t, 2, writes[8].Request)
		require.Zero(t, writes[7].Request)
		require.Equal(t, []int{1, 1, 3, 3, 1}, []int{ // Teams.Edit writes the persons on the roster as well
			writes[4].Changes, writes[5].Changes, writes[6].Changes, writes[7].Changes, writes[8].Changes,
		})
		require.Equal(t, writes[3:5], door.Writes.Last(2, writes[2].Number))
		require.Len(t, door.Writes.Last(10_000, 0), int(srv.Writes.Newest()), "nothing is before the first version")
		require.Empty(t, door.Writes.Last(0, 0))
		require.PanicsWithError(t, "mockserver: Writes.Last: n is -1: expected 0 or more", func() { door.Writes.Last(-1, 0) })
		require.Panics(t, func() { door.Writes.Last(1, -1) })

		renamed, ok := door.Writes.Get(writes[7].Number)
		require.True(t, ok)
		require.Equal(t, writes[7], renamed.Write)
		require.Equal(t, "teams", renamed.Rows[0].Table)
		require.EqualValues(t, 101, renamed.Rows[0].ID)
		require.Equal(t, "Swans", mocktest.At(t, string(renamed.Rows[0].Before), "Team.Name"))
		require.Equal(t, "Geese", mocktest.At(t, string(renamed.Rows[0].After), "Team.Name"))
		require.Equal(t, []journal.MemberChange{
			{Path: "Team.Name", Before: []byte(`"Swans"`), After: []byte(`"Geese"`)},
		}, renamed.Rows[0].Members)
		same, _ := door.Writes.Get(writes[6].Number)
		require.Empty(t, same.Rows[0].Members, "the row was written as it was")
		keys, _ := door.Writes.Get(writes[5].Number)
		require.Equal(t, "accounts", keys.Rows[0].Table)
		order, _ := door.Writes.Get(writes[4].Number)
		require.Equal(t, "settings", order.Rows[0].Table)
		for _, number := range []int64{-1, 0, srv.Writes.Newest() + 1} {
			_, ok := door.Writes.Get(number)
			require.False(t, ok, number)
		}
	})
}

// TestLastWritesWithinTheLimit: a write whose version before is no longer kept is not among them.
func TestLastWritesWithinTheLimit(t *testing.T) {
	for limit, want := range map[int]int{-1: 0, 1: 1, 3: 3, 100: 5} {
		srv := mocktest.Empty(t, tourney.Soccer, mockserver.WithLimits(mockserver.Limits{Rewind: limit}))
		for range 5 {
			srv.Teams.Add(tourney.Team{})
		}
		writes := srv.Writes.Last(100, 0)
		require.Len(t, writes, want)
		_, ok := srv.Writes.Get(5)
		require.Equal(t, limit > 0, ok)
		_, ok = srv.Writes.Get(1)
		require.Equal(t, limit >= 5, ok)
	}
}

// TestWritesHideSecrets: no detail of a write has a password, a key's secret or the number of a card.
func TestWritesHideSecrets(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	mocktest.Accept(t, srv, "POST", "/api/v1/payments", mocktest.PayBody)
	srv.Accounts.Add("eve", "pass-of-eve", tourney.Account{Credentials: auth.Credentials{
		APIKey: "key-of-eve", APISecret: secret.New("secret-of-eve"),
	}})
	srv.Teams.Edit(101, func(team *tourney.Team) {
		team.Players[0].Meta = []tourney.MetaItem{{Name: "Card number", Value: "4111 1111 1111 1111"}}
	})
	for _, w := range srv.Writes.Last(99, 0) {
		body := mocktest.Get(t, srv, "/_mock/writes/"+mocktest.Text(t, w.Number))
		for _, secret := range []string{"pass-of-eve", "secret-of-eve", "let-me-in", "4111111111111111", "4111 1111"} {
			require.NotContains(t, body, secret)
		}
	}
	require.Contains(t, mocktest.Get(t, srv, "/_mock/writes/"+mocktest.Text(t, srv.Writes.Newest()-1)), "eve")
}

// TestUndo: what the admin API answers to an action that destroys is the way back, rows and time.
func TestUndo(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	_, err := srv.Snapshots.Keep("before")
	require.NoError(t, err)
	file := mocktest.Get(t, srv, "/_mock/export")
	srv.Teams.Edit(101, func(team *tourney.Team) { team.Name = "Geese" })
	srv.Clock.Advance(90 * time.Minute)
	for _, action := range []struct{ method, path, body string }{
		{"POST", "reset", ""}, {"POST", "rewind/0", ""}, {"POST", "snapshots/before/restore", ""}, {"POST", "import", file},
		{"DELETE", "rows/teams/101", ""}, {"POST", "fixtures", `{"teams":[{"Name":"New"}]}`},
	} {
		t.Run(action.path, func(t *testing.T) {
			rows, write, now := mocktest.SavedRows(t, srv), srv.Writes.Newest(), srv.Clock.Now()
			answer := mocktest.Accept(t, srv, action.method, "/_mock/"+action.path, action.body)
			require.NotEmpty(t, cmp.Diff(rows, mocktest.SavedRows(t, srv)))
			require.EqualValues(t, write, mocktest.At(t, answer, "before.write"))
			back := mocktest.At(t, answer, "before.time")
			mocktest.Accept(t, srv, "POST", "/_mock/rewind/"+mocktest.Text(t, write), "")
			mocktest.Accept(t, srv, "PUT", "/_mock/clock", `{"set":"`+strings.TrimSpace(back.(string))+`"}`)
			require.Empty(t, cmp.Diff(rows, mocktest.SavedRows(t, srv)))
			require.Equal(t, now, srv.Clock.Now())
		})
	}
	unlimited := mocktest.Empty(t, tourney.Soccer, mockserver.WithLimits(mockserver.Limits{Rewind: -1}))
	require.Equal(t, 204, mocktest.Send(t, unlimited, "POST", "/_mock/reset", "").Status, "there is no way back")
}

// TestUndoOfRequestsAtOnce: each of many resets at the same time answers the way back from itself.
func TestUndoOfRequestsAtOnce(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	answers := make(chan *http.Response, 16)
	for range cap(answers) {
		req, err := http.NewRequestWithContext(t.Context(), "POST", "http://host.example.com/_mock/reset", nil)
		require.NoError(t, err)
		go func() {
			res, _ := srv.RoundTrip(req) // the mock answers in every case
			answers <- res
		}()
	}
	var ways []any
	for range cap(answers) {
		res := <-answers
		body, err := io.ReadAll(res.Body)
		require.NoError(t, errors.Join(err, res.Body.Close()))
		ways = append(ways, mocktest.At(t, string(body), "before.write"))
	}
	for i, way := range ways {
		require.NotContains(t, ways[:i], way, "two resets have one way back")
	}
}

// TestRemovedFaultsAreAnswered: a rule that was removed can be added again.
func TestRemovedFaultsAreAnswered(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	srv.Faults.Add(fault.On("Teams.List").Nth(1).Status(503))
	id := srv.Faults.All()[0].ID()
	rule := mocktest.At(t, mocktest.Accept(t, srv, "DELETE", "/_mock/faults/"+id, ""), "rule")
	require.NotNil(t, rule)
	srv.Faults.Add(fault.On("Teams.List").Nth(1).Status(503))
	require.Equal(t, rule, mocktest.At(t, mocktest.Accept(t, srv, "DELETE", "/_mock/faults", ""), "faults.0.rule"))
	require.Empty(t, srv.Faults.All())
}
