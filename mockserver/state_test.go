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

// TestReadersDoNotWaitForAWriter reads while the function of an Edit method runs, and sees the rows before the edit.
func TestReadersDoNotWaitForAWriter(t *testing.T) {
	s, err := New(tourney.Soccer)
	require.NoError(t, err)
	before, _ := s.Teams.Get(4001)
	var seen tourney.Team
	var status int
	s.Teams.Edit(4001, func(team *tourney.Team) {
		team.Name = "Otters"
		read := make(chan struct{})
		go func() {
			defer close(read)
			seen, _ = s.Teams.Get(4001)
			status = send(s, "GET", "standings", "")
		}()
		<-read
	})
	require.Equal(t, http.StatusOK, status)
	require.Equal(t, before.Name, seen.Name)
	after, _ := s.Teams.Get(4001)
	require.Equal(t, "Otters", after.Name)
}

// TestExternalIDsOfNoTeamAreForgotten: the index has the ids that teams have now, and none that they had.
func TestExternalIDsOfNoTeamAreForgotten(t *testing.T) {
	s, err := New(tourney.Soccer, Scenario("empty"))
	require.NoError(t, err)
	defer s.Close()
	first := s.Teams.Add(tourney.Team{Name: "Owls", ExternalTeamID: "A"})
	second := s.Teams.Add(tourney.Team{Name: "Terns", ExternalTeamID: "A"})
	teams := func(id string) []int64 {
		list, known := inner(s).State.Newest().External.Get(id)
		require.Equal(t, len(list) > 0, known)
		return list
	}
	s.Teams.Edit(first, func(team *tourney.Team) { team.ExternalTeamID = "B" })
	require.Equal(t, []int64{second}, teams("A"))
	require.Equal(t, []int64{first}, teams("B"))
	s.Teams.Remove(second)
	s.Teams.Edit(first, func(team *tourney.Team) { team.ExternalTeamID = "" })
	require.Empty(t, teams("A"))
	require.Empty(t, teams("B"))
}
