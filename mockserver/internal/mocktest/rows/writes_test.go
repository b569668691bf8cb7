package rows

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
	"github.com/tourney-go/tourney/mockserver/stored"
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
		"a call that panics":          {door(func(s *mockserver.Server) { panicOf(func() { s.Games.Remove(7) }) }), 0, 0},
		"a set": {door(func(s *mockserver.Server) {
			s.Teams.EditDetails(mocktest.Club, func(d *stored.TeamDetails) { d.EventID = mocktest.Cup })
		}), 1, 0},
		"details of an unknown row": {door(func(s *mockserver.Server) {
			panicOf(func() { s.Teams.EditDetails(7, func(d *stored.TeamDetails) { d.EventID = mocktest.Cup }) })
		}), 0, 0},
		"standings":                    {door(func(s *mockserver.Server) { s.SetStandings(&tourney.Standings{}) }), 1, 0},
		"a next id":                    {door(func(s *mockserver.Server) { s.SetNextID(7) }), 1, 0},
		"new keys":                     {door(func(s *mockserver.Server) { s.Accounts.RotateKeys("director") }), 1, 0},
		"new keys for nobody":          {door(func(s *mockserver.Server) { panicOf(func() { s.Accounts.RotateKeys("nobody") }) }), 0, 0},
		"ended keys":                   {door(func(s *mockserver.Server) { s.Accounts.ExpireKeys("director") }), 1, 0},
		"ended keys of nobody":         {door(func(s *mockserver.Server) { panicOf(func() { s.Accounts.ExpireKeys("nobody") }) }), 0, 0},
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

// panicOf returns what a function panics with, of an *Error its text; nil if it does not.
func panicOf(f func()) (cause any) {
	defer func() {
		cause = recover()
		if refused, ok := cause.(*mockserver.Error); ok {
			cause = refused.Error()
		}
	}()
	f()
	return nil
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
