package rows

import (
	"fmt"
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
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
)

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
		fixed, err := mockserver.New(tourney.Soccer, opts...)
		require.NoError(t, err)
		moved, err := mockserver.New(tourney.Soccer, append(opts, mockserver.StartDate(first))...)
		require.NoError(t, err)
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
	early, err := mockserver.New(tourney.Soccer, first, mockserver.Fixtures(files, "kites.json"))
	require.NoError(t, err)
	late, err := mockserver.New(tourney.Soccer, first)
	require.NoError(t, err)
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
	srv, err := mockserver.New(tourney.Soccer, mockserver.StartDate(firstDays[0]), mockserver.Now(func() time.Time { return now }))
	require.NoError(t, err)
	require.Equal(t, now, srv.Clock.Now(), "a clock that runs is not moved")
}
