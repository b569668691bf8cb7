package mockserver_test

import (
	"fmt"
	"maps"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// maxID is the largest id that people choose.
const maxID int64 = 1 << 62

// otherChoices choose an id at the places of methods that are in no row of inputs, by what a refusal calls them.
var otherChoices = map[string]func(srv *mockserver.Server, id int64){
	"Pools.AddPositions: ids[1]": func(s *mockserver.Server, id int64) { s.Pools.AddPositions(21, 2, 0, id) },
	"Pools.AddPositions: ids[0]": func(s *mockserver.Server, id int64) { s.Pools.AddPositions(21, 1, id) },
	"Teams.Edit: Players[2].Id": func(s *mockserver.Server, id int64) {
		s.Teams.Edit(31, func(t *tourney.Team) { t.Players = append(t.Players, tourney.TeamPlayer{ID: id}) })
	},
	"Teams.Edit: Season.Id": func(s *mockserver.Server, id int64) {
		s.Teams.Edit(31, func(t *tourney.Team) { t.Season = &tourney.Season{ID: id} })
	},
	"SetNextID: the id": func(s *mockserver.Server, id int64) { s.SetNextID(id) },
}

// choices choose an id at each place of a method.
func choices() map[string]func(srv *mockserver.Server, id int64) {
	all := maps.Clone(otherChoices)
	for method, in := range inputs {
		for _, f := range idFields(in.form) {
			all[method+": "+f.path()] = func(s *mockserver.Server, id int64) { in.add(s, f.row(in.form, id)) }
		}
	}
	return all
}

// loose returns a server with rows that takes references to nothing.
func loose(t *testing.T, opts ...mockserver.Option) *mockserver.Server {
	t.Helper()
	srv := mocktest.Empty(t, tourney.Soccer, append(opts, mockserver.AllowDanglingReferences())...)
	require.NoError(t, srv.Load(strings.NewReader(mocktest.Saved(t, populated(t)))))
	return srv
}

// grow adds a row of each kind without ids, which must be new ones, and returns how many there are then.
func grow(srv *mockserver.Server) []string {
	srv.Divisions.Add(tourney.Division{Event: &tourney.Event{}, Prices: []tourney.Price{{}}})
	mocktest.AddPool(srv.World, tourney.Pool{}, 1)
	srv.Teams.Add(tourney.Team{Players: []tourney.TeamPlayer{{}}, Coaches: []tourney.Coach{{}}})
	srv.Players.Add(tourney.Player{})
	srv.Venues.Add(tourney.Venue{Locations: []tourney.Location{{}}})
	srv.Games.Add(tourney.Game{})
	return mockserver.Everything(mockserver.Newest(srv))
}

// requireIDsGoOn requires that rows can be added to a server with chosen ids, also after a file of its rows was read. A
// file that could not be read again once had such an id.
func requireIDsGoOn(t require.TestingT, srv *mockserver.Server) {
	again, err := mockserver.New(tourney.Soccer, mockserver.Scenario("empty"), mockserver.AllowDanglingReferences())
	require.NoError(t, err)
	require.NoError(t, again.Load(strings.NewReader(mocktest.Saved(t, srv))))
	same(t, srv, again)
	rows := len(mockserver.Everything(mockserver.Newest(srv)))
	require.Equal(t, grow(srv), grow(again))
	require.Greater(t, len(mockserver.Everything(mockserver.Newest(srv))), rows)
}

// TestIDsAdvance: behind the largest id there are others, and none is given twice.
func TestIDsAdvance(t *testing.T) {
	srv := mocktest.Empty(t, tourney.Soccer)
	srv.Teams.Add(tourney.Team{ID: maxID})
	require.Equal(t, maxID+1, srv.Teams.Add(tourney.Team{}))
	require.Equal(t, maxID+2, srv.Teams.Add(tourney.Team{}))
	again := mocktest.Empty(t, tourney.Soccer)
	require.NoError(t, again.Load(strings.NewReader(mocktest.Saved(t, srv))))
	require.Equal(t, maxID+3, again.Teams.Add(tourney.Team{}))
	require.PanicsWithError(t, "mockserver: Teams.Add: Id 4611686018427387914: expected an id from 1 to 2^62",
		func() { again.Teams.Add(tourney.Team{ID: maxID + 10}) })
	again.Teams.Edit(maxID+3, func(t *tourney.Team) { t.Name = "edited" })
	require.Contains(t, mocktest.RefusalOf(func() { again.Teams.Add(tourney.Team{ID: maxID + 1}) }), "the team exists already")
	require.NoError(t, mocktest.Empty(t, tourney.Soccer).Load(strings.NewReader(mocktest.Saved(t, again))))
}

// TestChosenIDsComeFirst: a row without an id does not get the id that a later row of the call has.
func TestChosenIDsComeFirst(t *testing.T) {
	srv := mocktest.Empty(t, tourney.Soccer)
	next := srv.Teams.Add(tourney.Team{Players: []tourney.TeamPlayer{{}}})
	first, _ := srv.Teams.Get(next)
	line := first.Players[0].ID
	id := srv.Teams.Add(tourney.Team{Players: []tourney.TeamPlayer{{}, {ID: line + 1}}})
	team, _ := srv.Teams.Get(id)
	require.Equal(t, []int64{line + 2, line + 1}, []int64{team.Players[0].ID, team.Players[1].ID})

	file := fmt.Sprintf(`{"teams":[{"Name":"a"},{"Name":"b","Id":%d}]}`, id+1)
	require.NoError(t, srv.LoadFixtures(mocktest.OneFile(file), "rows.json"))
	require.Len(t, srv.Teams.All(), 4)
	require.Equal(t, "b", srv.Teams.All()[3].Name)
	require.Equal(t, id+1, srv.Teams.All()[3].ID)
}

// TestAnyChosenIDsComeBack chooses ids at random places, and compares servers that read each other's files.
func TestAnyChosenIDsComeBack(t *testing.T) {
	all := choices()
	names := slices.Sorted(maps.Keys(all))
	rapid.Check(t, func(rt *rapid.T) {
		srv := loose(t)
		for range rapid.IntRange(1, 6).Draw(rt, "ids") {
			id := rapid.OneOf(rapid.Int64Range(-2, 80), rapid.Int64Range(maxID-2, maxID+2), rapid.Int64(),
				rapid.Int64Range(10_000_000, 200_000_010)).Draw(rt, "id")
			writes := srv.Writes.Newest()
			refused := mocktest.RefusalOf(func() { all[rapid.SampledFrom(names).Draw(rt, "place")](srv, id) })
			require.Equal(rt, refused == "", srv.Writes.Newest() > writes)
			if id < 0 {
				require.Contains(rt, refused, "expected an id from 1 to 2^62")
			}
			grow(srv)
		}
		requireIDsGoOn(rt, srv)
	})
}

// withNumber returns a file with another number at the end of a text in it.
func withNumber(t *testing.T, text, before, number string) string {
	t.Helper()
	at := strings.Index(text, before)
	require.GreaterOrEqual(t, at, 0, before)
	at += len(strings.TrimRight(before, "0123456789"))
	return resealed(text[:at] + number + strings.TrimLeft(text[at:], "0123456789"))
}

// TestNumbersOfFiles changes each kind of id and number in a file. A file with one behind which no others come is
// refused. A file with the last one loads, and what is saved after it loads again, however often: once the mock gave out
// an id behind the last one, and nothing could read what it saved then.
func TestNumbersOfFiles(t *testing.T) {
	srv := populated(t)
	srv.Teams.Add(tourney.Team{ID: 90, Coaches: []tourney.Coach{{ID: 7}}, Season: &tourney.Season{ID: 5}})
	srv.Registrations.Add(stored.Registration{TeamID: 90})
	srv.Payments.Add(stored.Payment{TeamID: 90})
	srv.Accounts.RotateKeys(mockserver.DefaultUsername)
	text := mocktest.Saved(t, srv, mockserver.SaveKeys())
	team := func(s *mockserver.Server) { s.Teams.Add(tourney.Team{}) }
	person := func(s *mockserver.Server) { s.Teams.Add(tourney.Team{Coaches: []tourney.Coach{{}}}) }
	line := func(s *mockserver.Server) { s.Teams.Add(tourney.Team{Players: []tourney.TeamPlayer{{}}}) }
	payment := func(s *mockserver.Server) { s.Payments.Add(stored.Payment{}) }
	event := func(s *mockserver.Server) { s.Events.Add(tourney.Event{}) }
	keys := func(s *mockserver.Server) { s.Accounts.RotateKeys(mockserver.DefaultUsername) }
	const last, behind, bookings = "6917529027641081856", "6917529027641081857", "numbers of payments and registrations"
	for name, c := range map[string]struct {
		before, says, last string
		needs              func(*mockserver.Server) // needs a next number; nil for a kind that has a number left
		ended              string
	}{
		"a team":   {`"Team":{"Id":90`, "teams: Team.Id: expected an id from 1 to 2^62 + 2^61", last, team, "ids of teams"},
		"a line":   {`"Players":[{"Id":51`, "teams: Team.Players[0].Id: expected an id", last, line, "ids of rosters"},
		"a coach":  {`"Coaches":[{"Id":7`, "teams: Team.Coaches[0].Id: expected an id", last, person, "ids of coaches"},
		"a season": {`"Season":{"Id":5`, "teams: Team.Season.Id: expected an id", last, nil, ""},
		"an event": {`"Event":{"Id":1`, "events: Event.Id: expected an id", last, event, "ids of events"},
		"booking": {
			`{"registrations":{"Number":1`, "registrations: Number: expected a number from 1 to 2^62 + 2^61", last, payment, bookings,
		},
		"count":    {`"state":{"Booked":2`, "state: Booked: expected a number from 0 to 2^62 + 2^61", last, payment, bookings},
		"payments": {`"Paid":1`, "state: Paid: expected a number from 0 to 2^62 + 2^61", last, payment, "numbers of payments"},
		"next ids": {`"teams":50000001`, "ids: teams: expected an id", behind, team, "ids of teams"},
		"account":  {`"accounts":{"Id":90001`, "accounts: Id: expected an id", last, nil, ""},
		"keys":     {`"Made":1`, "accounts: Made: expected a number from 0 to 2^62 + 2^61", last, keys, "numbers of keys"},
	} {
		t.Run(name, func(t *testing.T) {
			at := mocktest.Empty(t, tourney.Soccer)
			for _, number := range []string{"-1", "9223372036854775807", "6917529027641081858"} {
				require.ErrorContains(t, at.Load(strings.NewReader(withNumber(t, text, c.before, number))), c.says)
			}
			require.NoError(t, at.Load(strings.NewReader(withNumber(t, text, c.before, c.last))))
			for range 3 {
				if c.needs != nil {
					before := mockserver.Everything(mockserver.Newest(at))
					require.ErrorContains(t, mockserver.Try(func() { c.needs(at) }), "there are no more "+c.ended+
						": the last one is 2^62 + 2^61, and the rows came from a file that has it")
					require.Equal(t, before, mockserver.Everything(mockserver.Newest(at)), "nothing changes")
				}
				at.Venues.Add(tourney.Venue{})
				again := mocktest.Empty(t, tourney.Soccer)
				require.NoError(t, again.Load(strings.NewReader(mocktest.Saved(t, at, mockserver.SaveKeys()))))
				same(t, at, again)
				at = again
			}
		})
	}
	writes := `{"header":{"Format":"tourney-mock","Version":1,"Variant":"soccer","Write":9223372036854775807}}` + "\n"
	require.ErrorContains(t, srv.Load(strings.NewReader(writes)), "line 1: header: Write: expected a number from 0 to")
}

// TestWritesEndAtTheLastOne: a data file with the number of the last write opens, and every write is refused.
func TestWritesEndAtTheLastOne(t *testing.T) {
	path := mocktest.DataPath(t)
	header := `{"header":{"Format":"tourney-mock","Version":1,"Variant":"soccer","Write":6917529027641081855}}` + "\n"
	require.NoError(t, os.WriteFile(path, []byte(resealed(header+`{"end":{"Lines":1}}`+"\n")), 0o600))
	srv := mocktest.Kept(t, path)
	srv.Venues.Add(tourney.Venue{})
	for range 3 {
		const says = "there are no more numbers of writes: the last one is 2^62 + 2^61"
		require.Contains(t, mocktest.RefusalOf(func() { srv.Teams.Add(tourney.Team{}) }), says)
		require.Contains(t, mocktest.RefusalOf(srv.Reset), says)
		a := mocktest.Send(t, srv, http.MethodPost, "/api/v1/teams", `{"Name":"x"}`)
		require.GreaterOrEqual(t, a.Status, 500)
		require.Contains(t, a.Body, "there are no more numbers of writes")
		require.Equal(t, int64(6917529027641081856), srv.Writes.Newest())
		require.Len(t, srv.Venues.All(), 1)
		srv.Close()
		srv = mocktest.Kept(t, path)
	}
}

// TestTheLastIDOfAFixture: an id that is null or 0 counts as none.
func TestTheLastIDOfAFixture(t *testing.T) {
	srv := mocktest.Empty(t, tourney.Soccer)
	mocktest.Load(t, srv, `{"teams":[{"Id":4611686018427387904},{"Id":null},{"Id":0}]}`)
	require.NoError(t, mocktest.Empty(t, tourney.Soccer).Load(strings.NewReader(mocktest.Saved(t, srv))))
	_, err := mockserver.New(tourney.Soccer, mockserver.Account("ann", "secret", tourney.Account{ID: -4}))
	require.EqualError(t, err, "mockserver: Account: Id -4: expected an id from 1 to 2^62")
}
