package mockserver

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
)

// send sends a request in process and returns the status.
func send(s *Server, method, target, body string) int {
	w := httptest.NewRecorder()
	req := httptest.NewRequest(method, "/api/v1/"+target, strings.NewReader(body))
	req.Header.Set("Content-Type", "application/json")
	s.ServeHTTP(w, req)
	return w.Code
}

// TestOnlyASuccessMakesAVersion: a refused request and a call of the side door that panics leave the newest version.
func TestOnlyASuccessMakesAVersion(t *testing.T) {
	s, err := New(tourney.Soccer)
	require.NoError(t, err)
	before := inner(s).state.newest.Load()
	require.Equal(t, http.StatusOK, send(s, "GET", "teams?eventid=1001", ""))
	require.NotEqual(t, http.StatusOK, send(s, "PUT", "teams", `{"Id":1,"Name":"x"}`))
	require.NotEqual(t, http.StatusOK, send(s, "POST", "register", `{"DivisionId":1,"Name":"x"}`))
	require.NotEqual(t, http.StatusOK, send(s, "POST", "authenticate", `{"Username":"x","Password":"y"}`))
	require.Panics(t, func() { s.AddTeam(tourney.Team{ID: firstTeam}) })
	require.Panics(t, func() { s.EditTeam(firstTeam, func(*tourney.Team) { panic("the test") }) })
	require.Same(t, before, inner(s).state.newest.Load())

	require.Equal(t, http.StatusOK, send(s, "PUT", "teams", `{"Id":4001,"Name":"x"}`))
	require.NotSame(t, before, inner(s).state.newest.Load(), "the panics have released the writers")
	require.NotEqual(t, "x", before.teams.Get(firstTeam).Team.Name)
}

// TestReadersDoNotWaitForAWriter reads while the function of an Edit method runs, and sees the rows before the edit.
func TestReadersDoNotWaitForAWriter(t *testing.T) {
	s, err := New(tourney.Soccer)
	require.NoError(t, err)
	before, _ := s.Team(firstTeam)
	var seen tourney.Team
	var status int
	s.EditTeam(firstTeam, func(team *tourney.Team) {
		team.Name = "Otters"
		read := make(chan struct{})
		go func() {
			defer close(read)
			seen, _ = s.Team(firstTeam)
			status = send(s, "GET", "standings", "")
		}()
		<-read
	})
	require.Equal(t, http.StatusOK, status)
	require.Equal(t, before.Name, seen.Name)
	after, _ := s.Team(firstTeam)
	require.Equal(t, "Otters", after.Name)
}

// TestExternalIDsOfNoTeamAreForgotten: the index has the ids that teams have now, and none that they had.
func TestExternalIDsOfNoTeamAreForgotten(t *testing.T) {
	s, err := New(tourney.Soccer, Scenario("empty"))
	require.NoError(t, err)
	defer s.Close()
	first := s.AddTeam(tourney.Team{Name: "Owls", ExternalTeamID: "A"})
	second := s.AddTeam(tourney.Team{Name: "Terns", ExternalTeamID: "A"})
	teams := func(id string) []int64 {
		list, known := inner(s).state.newest.Load().external.Get(id)
		require.Equal(t, len(list) > 0, known)
		return list
	}
	s.EditTeam(first, func(team *tourney.Team) { team.ExternalTeamID = "B" })
	require.Equal(t, []int64{second}, teams("A"))
	require.Equal(t, []int64{first}, teams("B"))
	s.RemoveTeam(second)
	s.EditTeam(first, func(team *tourney.Team) { team.ExternalTeamID = "" })
	require.Empty(t, teams("A"))
	require.Empty(t, teams("B"))
}
