package mockserver

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/model"
)

// send sends a request in process and returns the answer.
func send(s *Server, method, target, body string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	req := httptest.NewRequest(method, "/api/v1/"+target, strings.NewReader(body))
	req.Header.Set("Content-Type", "application/json")
	s.ServeHTTP(w, req)
	return w
}

// TestReadersDoNotWaitForAWriter reads while the function of an Edit method runs, and sees the rows before the edit.
func TestReadersDoNotWaitForAWriter(t *testing.T) {
	s := newServer(t, tourney.Soccer)
	before, _ := s.Teams.Get(4001)
	var seen tourney.Team
	var status int
	s.Teams.Edit(4001, func(team *tourney.Team) {
		team.Name = "Otters"
		read := make(chan struct{})
		go func() {
			defer close(read)
			seen, _ = s.Teams.Get(4001)
			status = send(s, "GET", "standings", "").Code
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
	s := newServer(t, tourney.Soccer, Scenario("empty"))
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

// TestRowsOfScenariosCount: rows that ResetTo built count as those of a file, and the server's own do not.
func TestRowsOfScenariosCount(t *testing.T) {
	s := newServer(t, tourney.Soccer, Scenario("huge"), ScenarioSize(20))
	for _, to := range []struct {
		choice ScenarioChoice
		least  int64
	}{
		{ScenarioChoice{Name: "huge", Teams: 5000}, 5000 * model.PerRow}, {ScenarioChoice{Name: "finished"}, 2174 * model.PerRow},
		{ScenarioChoice{Name: "huge"}, 0},
	} {
		require.NoError(t, s.ResetTo(to.choice))
		if newest := inner(s).State.Newest(); to.least > 0 {
			require.GreaterOrEqual(t, newest.Source.Bytes, to.least)
		} else {
			require.Nil(t, newest.Source)
		}
	}
	require.GreaterOrEqual(t, inner(s).State.Past.Bytes, int64((5000+2174)*model.PerRow))
}

// TestWhichFilesEnd: a file ends when a write shows other rows in the place of its own.
func TestWhichFilesEnd(t *testing.T) {
	s := newServer(t, tourney.Soccer, Scenario("empty"))
	defer s.Close()
	fixture := fstest.MapFS{"rows.json": {Data: []byte(`{"teams": [{"Name": "Otters", "Players": [{"FirstName": "Ann"}]}]}`)}}
	of := int64(len(fixture["rows.json"].Data)) + 2*model.PerRow
	add := func() { require.NoError(t, s.LoadFixtures(fixture, "rows.json")) }
	ended := func(want int64, after string) {
		t.Helper()
		require.Equal(t, want, inner(s).State.Past.Bytes, after)
	}
	add()
	add()
	s.Teams.Add(tourney.Team{Name: "Owls"})
	ended(0, "all rows are there")
	s.Writes.Rewind(1)
	ended(of, "the second file is gone")
	s.Reset()
	ended(2*of, "the first file is gone")
	s.Writes.Rewind(2)
	ended(2*of, "nothing of the scenario is a file")

	var saved bytes.Buffer
	require.NoError(t, s.Save(&saved))
	file := saved.Bytes()
	load := func() { require.NoError(t, s.Load(bytes.NewReader(file))) }
	load()
	ended(4*of, "both files are gone")
	snapshot := s.Snapshots.Take()
	load()
	whole := inner(s).State.Past.Bytes - 4*of
	require.GreaterOrEqual(t, whole, int64(len(file)), "the file is gone, although its rows came again")
	s.Teams.Edit(s.Teams.All()[0].ID, func(t *tourney.Team) { t.Name = "Hawks" })
	ended(4*of+whole, "a row is no file")
	s.Snapshots.Restore(snapshot)
	ended(4*of+2*whole, "the second one is gone, and the first is back")
}
