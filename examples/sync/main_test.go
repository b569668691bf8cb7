package main

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/fault"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestOutput(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, run(&out))
	want := `RUN             CREATED  UPDATED  UNCHANGED  PLAYERS WRITTEN
first           25       0        0          224
again           0        0        25         0
after a change  0        1        24         1
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Error(diff)
	}
}

func newMirror(t *testing.T, opts ...tourney.Option) (m Mirror, source, target *mockserver.Server) {
	t.Helper()
	source, target, err := hosts()
	require.NoError(t, err)
	return Mirror{
		Source: source.Client(), SourceEvent: source.Events.All()[0].ID,
		Target: target.Client(opts...), TargetEvent: target.Events.All()[0].ID, Prefix: "x-",
	}, source, target
}

// roster has the parts of a team that the mirror copies.
func roster(team tourney.Team) []string {
	lines := []string{fmt.Sprint(team.Name, *team.Paid, *team.Status, *team.Gender, team.Division.Name)}
	for _, p := range team.Players {
		lines = append(lines, fmt.Sprint(p.FirstName, p.LastName, p.Position, *p.Number))
	}
	return lines
}

// rosters returns the rosters of an event, in the order of their text. It goes by the summaries of divisions, which show
// every team.
func rosters(t *testing.T, c *tourney.Client, eventID int64) [][]string {
	t.Helper()
	var all [][]string
	for division, err := range c.Divisions.All(
		t.Context(), tourney.DivisionListOptions{EventID: eventID}, tourney.IncludeTeams,
	) {
		require.NoError(t, err)
		for _, summary := range division.Teams {
			team, err := c.Teams.Get(t.Context(), summary.ID, tourney.IncludePlayers)
			require.NoError(t, err)
			all = append(all, roster(team))
		}
	}
	slices.SortFunc(all, slices.Compare)
	return all
}

func TestCopiesEverything(t *testing.T) {
	m, _, target := newMirror(t)
	_, err := m.Sync(t.Context())
	require.NoError(t, err)
	want := rosters(t, m.Source, m.SourceEvent)
	require.Len(t, want, 25, "with the team on the waiting list")
	if diff := cmp.Diff(want, rosters(t, m.Target, m.TargetEvent)); diff != "" {
		t.Errorf("the copy differs, - is the source:\n%s", diff)
	}
	for _, call := range target.Calls.All("") {
		assert.Equal(t, http.StatusOK, call.Status, call.String())
	}
}

func TestRunAfterALostAnswerCreatesNothingTwice(t *testing.T) {
	m, _, target := newMirror(t)
	target.Faults.Add(fault.On("Teams.Create").Nth(5).AfterCommit().Drop())
	r, err := m.Sync(t.Context())
	require.NoError(t, err, "the mirror finds the team")
	assert.Equal(t, Report{Created: 25, Players: r.Players}, r)
	r, err = m.Sync(t.Context())
	require.NoError(t, err)
	assert.Equal(t, Report{Unchanged: 25}, r)
	if diff := cmp.Diff(rosters(t, m.Source, m.SourceEvent), rosters(t, m.Target, m.TargetEvent)); diff != "" {
		t.Errorf("the copy differs, - is the source:\n%s", diff)
	}
}

func TestManyPlayersTakeSeveralRequests(t *testing.T) {
	m, source, target := newMirror(t)
	crowd := tourney.Team{Name: "Crowd", Division: &tourney.TeamDivision{ID: 2001}, Paid: new(true), Status: new(tourney.TeamActive)}
	for i := range 45 {
		crowd.Players = append(crowd.Players, tourney.TeamPlayer{FirstName: "Kip", LastName: fmt.Sprint("the ", i), Number: &i})
	}
	source.Teams.Add(crowd)
	r, err := m.Sync(t.Context())
	require.NoError(t, err)
	assert.Equal(t, 26, r.Created)
	assert.Equal(t, 224+45, r.Players)
	assert.Len(t, target.Calls.All("Teams.Update"), 25+3)
}

func TestMissingDivisionIsAnError(t *testing.T) {
	m, source, _ := newMirror(t)
	nowhere := source.Divisions.Add(tourney.Division{Name: "9U Nowhere"})
	source.Teams.Add(tourney.Team{Name: "Strays", Division: &tourney.TeamDivision{ID: nowhere}})
	_, err := m.Sync(t.Context())
	require.ErrorContains(t, err, "9U Nowhere")
}
