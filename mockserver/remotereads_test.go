package mockserver_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
)

// remoteReads are the methods that read, each with what it returns for ids that rows have and for those that none has.
var remoteReads = map[string]func(door mockserver.SideDoor) any{
	"Events":    func(door mockserver.SideDoor) any { return door.Events() },
	"Divisions": func(door mockserver.SideDoor) any { return door.Divisions() },
	"Teams":     func(door mockserver.SideDoor) any { return door.Teams() },
	"Players":   func(door mockserver.SideDoor) any { return door.Players() },
	"Venues":    func(door mockserver.SideDoor) any { return door.Venues() },
	"Games":     func(door mockserver.SideDoor) any { return door.Games() },

	"Event":              ofID(mockserver.SideDoor.Event, 1001, 11),
	"Division":           ofID(mockserver.SideDoor.Division, 2001, 21),
	"Team":               ofID(mockserver.SideDoor.Team, 4001, otters),
	"Player":             ofID(mockserver.SideDoor.Player, 5001),
	"Venue":              ofID(mockserver.SideDoor.Venue, 6001),
	"Game":               ofID(mockserver.SideDoor.Game, 7001),
	"TeamDetails":        ofID(mockserver.SideDoor.TeamDetails, 4001, otters),
	"EventOwner":         ofID(mockserver.SideDoor.EventOwner, 1001, 11),
	"Call":               ofID(mockserver.SideDoor.Call, 1, 2),
	"WriteDetails":       ofID(mockserver.SideDoor.WriteDetails, 1, 2),
	"EventDivisions":     eachID(mockserver.SideDoor.EventDivisions, 1001, 11),
	"Pools":              eachID(mockserver.SideDoor.Pools, 2001, 21),
	"TeamPools":          eachID(mockserver.SideDoor.TeamPools, 3001, 31),
	"TeamEvent":          eachID(mockserver.SideDoor.TeamEvent, 4001, otters),
	"VenueEvents":        eachID(mockserver.SideDoor.VenueEvents, 6001),
	"Statistics":         eachID(mockserver.SideDoor.Statistics, 7001),
	"DivisionExternalID": eachID(mockserver.SideDoor.DivisionExternalID, 2001, 21),
	"GameExternalID":     eachID(mockserver.SideDoor.GameExternalID, 7001),
	"Statistic": func(door mockserver.SideDoor) any {
		value, ok := door.Statistic(7001, 5001, "Goals")
		return []any{value, ok}
	},

	"EventsPage":    everyPageOf(mockserver.SideDoor.EventsPage),
	"DivisionsPage": everyPageOf(mockserver.SideDoor.DivisionsPage),
	"TeamsPage":     everyPageOf(mockserver.SideDoor.TeamsPage),
	"PlayersPage":   everyPageOf(mockserver.SideDoor.PlayersPage),
	"VenuesPage":    everyPageOf(mockserver.SideDoor.VenuesPage),
	"GamesPage":     everyPageOf(mockserver.SideDoor.GamesPage),

	"Payments":       func(door mockserver.SideDoor) any { return door.Payments() },
	"Registrations":  func(door mockserver.SideDoor) any { return door.Registrations() },
	"Accounts":       func(door mockserver.SideDoor) any { return door.Accounts() },
	"Credentials":    func(door mockserver.SideDoor) any { return door.Credentials().APIKey },
	"StatisticOrder": func(door mockserver.SideDoor) any { return door.StatisticOrder() },

	"Variant": func(door mockserver.SideDoor) any { return door.Variant() },
	"Profile": func(door mockserver.SideDoor) any { return door.Profile().Name },
	"Info":    func(door mockserver.SideDoor) any { return door.Info() },
	"Special": func(door mockserver.SideDoor) any {
		ids := map[mockserver.Special][]any{}
		for _, special := range mockserver.Specials() {
			id, ok := door.Special(special)
			ids[special] = []any{id, ok}
		}
		return ids
	},
	"Now":         func(door mockserver.SideDoor) any { return door.Clock().Now() },
	"OpenAPI":     func(door mockserver.SideDoor) any { return string(door.OpenAPI()) },
	"OpenAPIYAML": func(door mockserver.SideDoor) any { return string(door.OpenAPIYAML()) },
	"XSD":         func(door mockserver.SideDoor) any { return string(door.XSD()) },
	"View": func(door mockserver.SideDoor) any {
		var views []any
		for _, target := range []string{"venues", "teams?eventid=1001", "standings?divisionid=2001", "teams?id=101", "teams?id=9", "x"} {
			body, err := door.View(target)
			if err != nil {
				body = []byte(err.Error())
			}
			views = append(views, string(body))
		}
		return views
	},
	"Save": func(door mockserver.SideDoor) any {
		var file strings.Builder
		if err := door.Save(&file, mockserver.SaveKeys()); err != nil {
			return err.Error()
		}
		return file.String()
	},

	"Writes":     func(door mockserver.SideDoor) any { return door.Writes() },
	"LastWrites": func(door mockserver.SideDoor) any { return []any{door.LastWrites(5, 0), door.LastWrites(0, 0)} },
	"Snapshots": func(door mockserver.SideDoor) any {
		texts := []string{}
		for _, s := range door.Snapshots() {
			texts = append(texts, s.Name()+s.Time().String())
		}
		return []any{texts, door.Snapshots() == nil}
	},
	"SessionName": func(door mockserver.SideDoor) any { return door.SessionName() },
	"Sessions":    func(door mockserver.SideDoor) any { return door.Sessions() },

	"Faults": func(door mockserver.SideDoor) any {
		texts := []string{}
		for _, f := range door.Faults() {
			texts = append(texts, f.ID()+f.String()+f.Rule().String())
		}
		return []any{texts, door.Faults() == nil}
	},
	"Calls": func(door mockserver.SideDoor) any { return []any{door.Calls(""), door.Calls("Games.List")} },
	"LastCalls": func(door mockserver.SideDoor) any {
		return []any{door.LastCalls(2, ""), door.LastCalls(2, "Games.List")}
	},
	"Unmatched":    func(door mockserver.SideDoor) any { return door.Unmatched() },
	"CallsDropped": func(door mockserver.SideDoor) any { return door.CallsDropped() },
	"Assumptions":  func(door mockserver.SideDoor) any { return door.Assumptions() },
}

// found is what a method returns for an id.
type found[T any] struct {
	Value T
	OK    bool
}

func ofID[T any](method func(mockserver.SideDoor, int64) (T, bool), ids ...int64) func(mockserver.SideDoor) any {
	return eachID(func(door mockserver.SideDoor, id int64) found[T] {
		value, ok := method(door, id)
		return found[T]{value, ok}
	}, ids...)
}

func eachID[T any](method func(mockserver.SideDoor, int64) T, ids ...int64) func(mockserver.SideDoor) any {
	return func(door mockserver.SideDoor) any {
		var values []T
		for _, id := range append(ids, 0, 999_999) {
			values = append(values, method(door, id))
		}
		return values
	}
}

func everyPageOf[T any](method func(mockserver.SideDoor, mockserver.RowQuery) mockserver.RowPage[T]) func(mockserver.SideDoor) any {
	return func(door mockserver.SideDoor) any {
		return []mockserver.RowPage[T]{
			method(door, mockserver.RowQuery{}), method(door, mockserver.RowQuery{Limit: 1}),
			method(door, mockserver.RowQuery{Text: "no such name"}),
		}
	}
}

// TestRemoteReadsTheSame: a method that reads returns through the admin API what it returns in the process, an empty list
// in the place of none, and the same bytes.
func TestRemoteReadsTheSame(t *testing.T) {
	busy, err := mockserver.New(tourney.Soccer, mockserver.AdminAPI())
	require.NoError(t, err)
	busy.Fault(mockserver.On("Teams.Get").Where("Id", "9").Nth(1).Status(503))
	_, err = busy.KeepSnapshot("before")
	require.NoError(t, err)
	const odd = "A&B <c> \u2028 \"é\""
	busy.EditTeam(4001, func(team *tourney.Team) { team.Name = odd })
	busy.EditTeam(4001, func(*tourney.Team) {}) // a change of nothing
	busy.AddVenue(tourney.Venue{Name: odd})
	get(t, busy, "/api/v1/teams?id=4001&nothing=%26%3C")
	send(t, busy, "GET", "/api/v1/tems", "")
	send(t, busy, "POST", "/api/v1/teams", `{"Name":"A&B <c>"}`)
	_, err = busy.NewSession("anna")
	require.NoError(t, err)
	payments, err := mockserver.New(tourney.Baseball, mockserver.Scenario("payments-mixed"), mockserver.AdminAPI())
	require.NoError(t, err)
	for name, srv := range map[string]*mockserver.Server{
		"empty": empty(t, tourney.Soccer), "world": world(t, tourney.Soccer), "busy": busy, "payments": payments,
	} {
		far := remoteOf(t, srv)
		for method, read := range remoteReads {
			t.Run(name+" "+method, func(t *testing.T) { require.Empty(t, cmp.Diff(read(srv), read(far))) })
		}
		require.Empty(t, cmp.Diff(dump(srv), dump(far)), name)
	}
}

// TestAnAccountHasAnID: an account without an id gets one at both doors, and keeps it when it is replaced.
func TestAnAccountHasAnID(t *testing.T) {
	srv := world(t, tourney.Soccer)
	ids := func() (ids []int64) {
		for _, a := range srv.Accounts() {
			ids = append(ids, a.ID)
		}
		return ids
	}
	require.Equal(t, 204, send(t, srv, "POST", "/_mock/accounts", `{"username":"ada","password":"x"}`).status)
	srv.AddAccount("ben", "x", tourney.Account{})
	given := ids()
	require.Equal(t, []int64{90001, 90002, 90003}, given)
	srv.AddAccount("ada", "y", tourney.Account{})
	require.Equal(t, given, ids())
	srv.AddAccount("ada", "y", tourney.Account{ID: 7})
	require.Equal(t, []int64{90001, 7, 90003}, ids())
}
