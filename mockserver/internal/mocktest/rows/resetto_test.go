package rows

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
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
	fresh := mocktest.New(t, srv.Profile().Variant, opts...)
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
			own := mocktest.New(t, tourney.Soccer, mockserver.Seed(3), admin.Serve())
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
			fresh := mocktest.New(t, tourney.Soccer, test.same...)
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
	srv := mocktest.New(t, tourney.Soccer, mockserver.Scenario("huge"), mockserver.ScenarioSize(30))
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
	srv := mocktest.New(t, tourney.Soccer, opts...)
	require.NotZero(t, srv.ID("cup"))
	require.NoError(t, srv.ResetTo(mockserver.ScenarioChoice{Name: "mid-tournament"}))
	require.Panics(t, func() { srv.ID("cup") })
	sameAs(t, srv.World)
	require.NoError(t, srv.ResetTo(mockserver.ScenarioChoice{Name: "finished"}))
	text, write := mocktest.Saved(t, srv.World), srv.Writes.Newest()
	srv.Close()

	again := mocktest.New(t, tourney.Soccer, opts...)
	defer again.Close()
	require.Equal(t, text, mocktest.Saved(t, again.World))
	require.Equal(t, write, again.Writes.Newest())
	again.Reset()
	require.NotZero(t, again.ID("cup"))
}

func TestReset(t *testing.T) {
	srv := mocktest.New(t, tourney.Soccer)
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

// dated matches the members of a file that have a date or a year of the calendar.
var dated = regexp.MustCompile(
	`"(\w+)":(?:"(\d+/\d+/\d{4})|\{"Year":(\d+),"Month":(\d+),"Day":(\d+)\})|"(Year|StartYear|EndYear)":(\d{4})`)

// builtIn is the first day of the scenarios without StartDate.
var builtIn = tourney.Date{Year: 2026, Month: 6, Day: 12}

var firstDays = []tourney.Date{{Year: 2026, Month: 12, Day: 31}, {Year: 2028, Month: 2, Day: 27}, {Year: 1999, Month: 3, Day: 1}}

// movedBack returns the rows of a mock in a file, with all dates but birthdates as many days earlier, and the years of
// the tournament as much earlier as the years of the first days differ.
func movedBack(t *testing.T, srv *mockserver.World, first tourney.Date) string {
	t.Helper()
	days := int(first.At(tourney.TimeOfDay{}, time.UTC).Sub(builtIn.At(tourney.TimeOfDay{}, time.UTC)).Hours() / 24)
	number := func(text string) (n int) {
		_, err := fmt.Sscan(text, &n)
		require.NoError(t, err)
		return n
	}
	text, _, _ := strings.Cut(mocktest.Saved(t, srv), `{"end":`) // the checksum differs
	return dated.ReplaceAllStringFunc(text, func(member string) string {
		m := dated.FindStringSubmatch(member)
		switch {
		case m[1] == "Birthdate":
			return member
		case m[2] != "":
			day, err := tourney.ParseDate(m[2])
			require.NoError(t, err)
			return `"` + m[1] + `":"` + day.AddDays(-days).String()
		case m[1] != "":
			day := tourney.Date{Year: number(m[3]), Month: time.Month(number(m[4])), Day: number(m[5])}.AddDays(-days)
			return fmt.Sprintf(`%q:{"Year":%d,"Month":%d,"Day":%d}`, m[1], day.Year, day.Month, day.Day)
		}
		return fmt.Sprintf(`%q:%d`, m[6], number(m[7])-first.Year+builtIn.Year)
	})
}

// TestStartDateMovesEverything: a scenario of another day differs by whole days alone, across leap days and ends of
// years. ResetTo makes the same rows, over the admin API and in sessions too.
func TestStartDateMovesEverything(t *testing.T) {
	for i, info := range mockserver.Scenarios() {
		first := firstDays[i%len(firstDays)]
		opts := append(mocktest.SmallScenario(info), admin.Serve())
		fixed := mocktest.New(t, tourney.Soccer, opts...)
		moved := mocktest.New(t, tourney.Soccer, append(opts, mockserver.StartDate(first))...)
		require.Empty(t, cmp.Diff(movedBack(t, fixed.World, builtIn), movedBack(t, moved.World, first)), info.Name)
		event, ok := moved.Events.Get(1001)
		require.Equal(t, info.Name != "empty", ok)
		if info.Name != "empty" && info.Name != "registration-open" {
			require.Equal(t, first, event.StartDate)
		}
		past := fixed.Clock.Now().Sub(time.Date(2026, 6, 12, 0, 0, 0, 0, time.UTC))
		require.Equal(t, first.At(tourney.TimeOfDay{}, time.UTC).Add(past), moved.Clock.Now(), info.Name)

		session, err := fixed.NewSession("")
		require.NoError(t, err)
		t.Cleanup(session.Close)
		far, err := mocktest.RemoteOf(t, fixed).NewSession("")
		require.NoError(t, err)
		t.Cleanup(far.Close)
		to := mockserver.ScenarioChoice{Name: info.Name, StartDate: first, Teams: moved.Info().Rows.Teams}
		if info.Teams == 0 {
			to.Teams = 0
		}
		for _, w := range []*mockserver.World{session, far} {
			w.Reset()
			require.NoError(t, w.ResetTo(to))
			require.Equal(t, mocktest.Saved(t, moved.World), mocktest.Saved(t, w))
			require.Equal(t, moved.Clock.Now(), w.Clock.Now())
		}
		before := mocktest.Saved(t, moved.World)
		to.StartDate = tourney.Date{}
		require.NoError(t, moved.ResetTo(to))
		require.Equal(t, before, mocktest.Saved(t, moved.World), "without a date that of the server stays")
	}
}

const datedFixture = `{"events":[{"ref":"cup","name":"Kite Cup","startDate":"6/13/2026","settings":{
	"RegistrationEndDate":"2026-06-01","RegistrationEndTime":"11:59 PM"}}],
	"divisions":[{"ref":"open","event":"$cup","assets":[{"name":"Map","dateCreated":"5/31/2026 9:00 AM"}],
	"prices":[{"name":"Entry","amount":"12.50"}]}],
	"players":[{"ref":"ada","firstName":"Ada","profile":{"birthdate":"6/13/2026"}}],
	"games":[{"ref":"final","division":"$open","date":"6/14/2026"},{"ref":"tbd","division":"$open"}]}`

// TestStartDateMovesFixtures: the files at the start and later ones are moved alike, and no birthdate is.
func TestStartDateMovesFixtures(t *testing.T) {
	files := fstest.MapFS{"kites.json": {Data: []byte(datedFixture)}}
	first := mockserver.StartDate(tourney.Date{Year: 2027, Month: 6, Day: 12})
	early := mocktest.New(t, tourney.Soccer, first, mockserver.Fixtures(files, "kites.json"))
	late := mocktest.New(t, tourney.Soccer, first)
	require.NoError(t, late.LoadFixtures(files, "kites.json"))
	for _, srv := range []*mockserver.Server{early, late} {
		event, _ := srv.Events.Get(srv.ID("cup"))
		require.Equal(t, "6/13/2027", event.StartDate.String())
		require.Equal(t, tourney.EventSettings{RegistrationEndDate: "6/1/2027", RegistrationEndTime: "11:59 PM"}, *event.Settings)
		division, _ := srv.Divisions.Get(srv.ID("open"))
		require.Equal(t, "5/31/2027 9:00 AM", division.Assets[0].DateCreated.String())
		player, _ := srv.Players.Get(srv.ID("ada"))
		require.Equal(t, "6/13/2026", player.Profile.Birthdate.String())
		game, _ := srv.Games.Get(srv.ID("final"))
		require.Equal(t, "6/14/2027", game.Date.String())
		game, _ = srv.Games.Get(srv.ID("tbd"))
		require.True(t, game.Date.IsZero())
	}
}

func TestStartDateIsChecked(t *testing.T) {
	for _, day := range []tourney.Date{{}, {Year: 2027, Month: 2, Day: 29}, {Year: 1815, Month: 6, Day: 18}, {Year: 2101, Month: 1, Day: 1}} {
		_, err := mockserver.New(tourney.Soccer, mockserver.StartDate(day))
		require.EqualError(t, err, fmt.Sprintf("mockserver: StartDate: %q is no start: expected a day of the years 1900 to 2100", day))
	}
	now := time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
	srv := mocktest.New(t, tourney.Soccer, mockserver.StartDate(firstDays[0]), mockserver.Now(func() time.Time { return now }))
	require.Equal(t, now, srv.Clock.Now(), "a clock that runs is not moved")
}
