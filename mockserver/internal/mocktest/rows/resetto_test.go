package rows

import (
	"path/filepath"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/admin"
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
)

// sameAs compares the rows, the ids that come next and the special rows of a mock with those of a new server.
func sameAs(t *testing.T, srv *mockserver.World, opts ...mockserver.Option) {
	t.Helper()
	fresh, err := mockserver.New(srv.Profile().Variant, opts...)
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(mocktest.Saved(t, fresh.World), mocktest.Saved(t, srv)))
	want, info := fresh.Info(), srv.Info()
	require.Equal(t, []any{want.Scenario, want.Seed, want.Rows, want.Specials}, []any{info.Scenario, info.Seed, info.Rows, info.Specials})
}

// TestResetTo: the rows are those of a server that started with the scenario, and all that Reset leaves stays.
func TestResetTo(t *testing.T) {
	mocktest.EachDoor(t, func(t *testing.T, through mocktest.Opener) {
		for _, test := range []struct {
			to   mockserver.ScenarioChoice
			same []mockserver.Option
		}{
			{mockserver.ScenarioChoice{Name: "finished"}, []mockserver.Option{mockserver.Scenario("finished"), mockserver.Seed(3)}},
			{
				mockserver.ScenarioChoice{Name: "payments-mixed", Seed: new(uint64(0))},
				[]mockserver.Option{mockserver.Scenario("payments-mixed"), mockserver.Seed(0)},
			},
			{
				mockserver.ScenarioChoice{Name: "huge", Teams: 40},
				[]mockserver.Option{mockserver.Scenario("huge"), mockserver.ScenarioSize(40), mockserver.Seed(3)},
			},
			{mockserver.ScenarioChoice{Name: "empty"}, []mockserver.Option{mockserver.Scenario("empty"), mockserver.Seed(3)}},
		} {
			own, err := mockserver.New(tourney.Soccer, mockserver.Seed(3), admin.Serve())
			require.NoError(t, err)
			srv := through(own)
			start := mocktest.Saved(t, srv.World)
			srv.Accounts.Add("ada", "secret word", tourney.Account{ID: 7})
			srv.Clock.Advance(time.Hour)
			kept, err := srv.Snapshots.Keep("before")
			require.NoError(t, err)
			srv.Faults.Add(fault.On("Teams.Get").Nth(1).Status(503))
			_, err = srv.Client(tourney.WithRetry(tourney.Retry{})).Teams.Get(t.Context(), 4005)
			require.ErrorIs(t, err, tourney.ErrUnavailable)
			before, write := mocktest.Dump(srv.World), srv.Writes.Newest()

			require.NoError(t, srv.ResetTo(test.to))
			require.Equal(t, write+1, srv.Writes.Newest())
			require.Equal(t, "Reset to "+test.to.Name, srv.Writes.Last(1, 0)[0].Method)
			fresh, err := mockserver.New(tourney.Soccer, test.same...)
			require.NoError(t, err)
			require.Equal(t, fresh.Clock.Now(), srv.Clock.Now())
			require.Len(t, srv.Accounts.All(), 1)
			require.Len(t, srv.Faults.All(), 1)
			require.Len(t, srv.Calls.All("Teams.Get"), 1)
			require.Equal(t, []string{"before"}, keptNames(srv.World))
			sameAs(t, srv.World, test.same...)

			srv.Writes.Rewind(write)
			mocktest.Unchanged(t, before, srv.World)
			require.Equal(t, "mid-tournament", srv.Info().Scenario)
			require.NoError(t, srv.ResetTo(test.to))
			srv.Snapshots.Restore(kept)
			require.Equal(t, "mid-tournament", srv.Info().Scenario)
			require.NoError(t, srv.ResetTo(test.to))
			srv.Reset()
			require.Equal(t, start, mocktest.Saved(t, srv.World), "a reset goes back to the start")
			require.Equal(t, "mid-tournament", srv.Info().Scenario)
		}
	})
}

// TestResetToRefuses: what no option takes changes nothing.
func TestResetToRefuses(t *testing.T) {
	mocktest.EachDoor(t, func(t *testing.T, through mocktest.Opener) {
		srv := through(mocktest.World(t, tourney.Soccer))
		before, write := mocktest.Dump(srv.World), srv.Writes.Newest()
		srv.Clock.Advance(time.Hour)
		now := srv.Clock.Now()
		for message, to := range map[string]mockserver.ScenarioChoice{
			`there is no scenario "finishd": the nearest is finished: choose one of mid-tournament, not-started, ` +
				"registration-open, payments-mixed, finished, empty, huge": {Name: "finishd"},
			"the scenario empty has no number of teams to set: choose the scenario huge": {Name: "empty", Teams: 5},
			"-1 teams: give a number of teams from 1 to 100000":                          {Name: "huge", Teams: -1},
			"100001 teams: give a number of teams from 1 to 100000":                      {Name: "huge", Teams: 100_001},
		} {
			require.EqualError(t, srv.ResetTo(to), "mockserver: ResetTo: "+message)
		}
		require.Equal(t, write, srv.Writes.Newest())
		require.Equal(t, now, srv.Clock.Now())
		mocktest.Unchanged(t, before, srv.World)
	})
}

// TestResetToOfASession: a session takes the rows of a scenario with its own accounts, and its Reset goes back to what
// it began with. The server keeps its rows.
func TestResetToOfASession(t *testing.T) {
	srv, err := mockserver.New(tourney.Soccer, mockserver.Scenario("huge"), mockserver.ScenarioSize(30))
	require.NoError(t, err)
	srv.Accounts.Add("ada", "secret word", tourney.Account{ID: 7})
	srv.Teams.Remove(4002)
	session, err := srv.NewSession("anna")
	require.NoError(t, err)
	defer session.Close()
	start, accounts := mocktest.Saved(t, session), session.Accounts.All()

	require.NoError(t, session.ResetTo(mockserver.ScenarioChoice{Name: "finished"}))
	require.Empty(t, cmp.Diff(accounts, session.Accounts.All()))
	require.Equal(t, 27, session.Info().Rows.Teams)
	require.Equal(t, "huge", srv.Info().Scenario)
	require.Equal(t, 29, srv.Info().Rows.Teams)
	require.NoError(t, session.ResetTo(mockserver.ScenarioChoice{Name: "huge"}))
	require.Equal(t, 30, session.Info().Rows.Teams, "the size is that of the options")
	session.Reset()
	require.Equal(t, start, mocktest.Saved(t, session))

	require.NoError(t, srv.ResetTo(mockserver.ScenarioChoice{Name: "finished"}))
	later, err := srv.NewSession("ben")
	require.NoError(t, err)
	defer later.Close()
	require.Equal(t, "finished", later.Info().Scenario)
}

// TestResetToWithFixturesAndAFile: the rows of fixtures are those of the start alone, and a data file keeps the rows.
func TestResetToWithFixturesAndAFile(t *testing.T) {
	files := fstest.MapFS{"kites.json": {Data: []byte(`{"events":[{"ref":"cup","name":"Kite Cup"}]}`)}}
	path := filepath.Join(t.TempDir(), "rows.jsonl")
	opts := []mockserver.Option{mockserver.Fixtures(files, "kites.json"), mockserver.DataFile(path)}
	srv, err := mockserver.New(tourney.Soccer, opts...)
	require.NoError(t, err)
	require.NotZero(t, srv.ID("cup"))
	require.NoError(t, srv.ResetTo(mockserver.ScenarioChoice{Name: "mid-tournament"}))
	require.Panics(t, func() { srv.ID("cup") })
	sameAs(t, srv.World)
	require.NoError(t, srv.ResetTo(mockserver.ScenarioChoice{Name: "finished"}))
	text, write := mocktest.Saved(t, srv.World), srv.Writes.Newest()
	srv.Close()

	again, err := mockserver.New(tourney.Soccer, opts...)
	require.NoError(t, err)
	defer again.Close()
	require.Equal(t, text, mocktest.Saved(t, again.World))
	require.Equal(t, write, again.Writes.Newest())
	again.Reset()
	require.NotZero(t, again.ID("cup"))
}

func TestReset(t *testing.T) {
	srv, err := mockserver.New(tourney.Soccer)
	require.NoError(t, err)
	before := mocktest.Dump(srv.World)
	id := srv.Teams.Add(tourney.Team{Name: "x"})
	srv.SetStandings(&tourney.Standings{})
	srv.SetLeaders([]tourney.StatisticCategory{})
	srv.SetNextID(5)
	require.NoError(t, srv.Client().Teams.Update(t.Context(), tourney.TeamUpdateInput{ID: 4001, Name: new("x")}))
	srv.Reset()
	mocktest.Unchanged(t, before, srv.World)
	require.Len(t, srv.Calls.All(""), 1, "the journal is apart")
	require.Equal(t, id, srv.Teams.Add(tourney.Team{Name: "x"}), "ids are given out anew")
	require.Contains(t, mocktest.Get(t, srv, "/api/v1/standings"), "Pool A", "no table is pinned")
	require.NotContains(t, mocktest.Get(t, srv, "/api/v1/statistics"), `"Statistics":[]`)
}
