package doors

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/admin"
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
	"github.com/tourney-go/tourney/mockserver/journal"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// remoteReads are the methods that read, each with what it returns for ids that rows have and for those that none has.
var remoteReads = map[string]func(door *mockserver.World) any{
	"Events":    func(w *mockserver.World) any { return rowsOf(w.Events.Rows, 1001, 11) },
	"Divisions": func(w *mockserver.World) any { return rowsOf(w.Divisions.Rows, 2001, 21) },
	"Pools":     func(w *mockserver.World) any { return rowsOf(w.Pools.Rows, 3001, 31) },
	"Teams":     func(w *mockserver.World) any { return rowsOf(w.Teams.Rows, 4001, mocktest.Otters) },
	"Players":   func(w *mockserver.World) any { return rowsOf(w.Players, 5001) },
	"Venues":    func(w *mockserver.World) any { return rowsOf(w.Venues.Rows, 6001) },
	"Games":     func(w *mockserver.World) any { return rowsOf(w.Games.Rows, 7001) },

	"Events.Details":    func(w *mockserver.World) any { return eachID(w.Events.Details, 1001, 11) },
	"Divisions.Details": func(w *mockserver.World) any { return eachID(w.Divisions.Details, 2001, 21) },
	"Teams.Details":     func(w *mockserver.World) any { return eachID(w.Teams.Details, 4001, mocktest.Otters) },
	"Venues.Details":    func(w *mockserver.World) any { return eachID(w.Venues.Details, 6001) },
	"Games.Details":     func(w *mockserver.World) any { return eachID(w.Games.Details, 7001) },
	"Pools.Positions": func(w *mockserver.World) any {
		return [][]stored.Position{w.Pools.Positions(3001), w.Pools.Positions(31), w.Pools.Positions(999_999)}
	},

	"Statistics": func(w *mockserver.World) any {
		value, ok := w.Statistics.Get(7001, 5001, "Goals")
		return []any{value, ok, w.Statistics.OfGame(7001), w.Statistics.OfGame(999_999), w.Statistics.Order()}
	},
	"Calls.Get":  func(w *mockserver.World) any { return eachID(w.Calls.Get, 1, 2) },
	"Writes.Get": func(w *mockserver.World) any { return eachID(w.Writes.Get, 1, 2) },

	"Payments":      func(door *mockserver.World) any { return door.Payments.All() },
	"Registrations": func(door *mockserver.World) any { return door.Registrations.All() },
	"Accounts":      func(door *mockserver.World) any { return door.Accounts.All() },
	"Accounts.Keys": func(door *mockserver.World) any {
		named, ok := door.Accounts.Keys(mockserver.DefaultUsername)
		_, known := door.Accounts.Keys("nobody")
		return []any{mocktest.KeysOf(door).APIKey, named.APIKey, ok, known}
	},

	"Profile": func(door *mockserver.World) any { return door.Profile().Name },
	"Info":    func(door *mockserver.World) any { return door.Info() },
	"Special": func(door *mockserver.World) any {
		ids := map[mockserver.Special][]any{}
		for _, special := range mockserver.Specials() {
			id, ok := door.Special(special)
			ids[special] = []any{id, ok}
		}
		return ids
	},
	"Now":         func(door *mockserver.World) any { return door.Clock.Now() },
	"OpenAPI":     func(door *mockserver.World) any { return string(door.Schema(mockserver.SchemaOpenAPIJSON)) },
	"OpenAPIYAML": func(door *mockserver.World) any { return string(door.Schema(mockserver.SchemaOpenAPIYAML)) },
	"XSD":         func(door *mockserver.World) any { return string(door.Schema(mockserver.SchemaXSD)) },
	"View": func(door *mockserver.World) any {
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
	"Save": func(door *mockserver.World) any {
		var file strings.Builder
		if err := door.Save(&file, mockserver.SaveKeys()); err != nil {
			return err.Error()
		}
		return file.String()
	},

	"Writes":      func(door *mockserver.World) any { return door.Writes.Newest() },
	"Writes.Last": func(door *mockserver.World) any { return []any{door.Writes.Last(5, 0), door.Writes.Last(0, 0)} },
	"Snapshots": func(door *mockserver.World) any {
		texts := []string{}
		for _, s := range door.Snapshots.All() {
			texts = append(texts, s.Name()+s.Time().String())
		}
		return []any{texts, door.Snapshots.All() == nil}
	},
	"SessionName": func(door *mockserver.World) any { return door.SessionName() },
	"Sessions":    func(door *mockserver.World) any { return door.Sessions() },

	"Faults": func(door *mockserver.World) any {
		texts := []string{}
		for _, f := range door.Faults.All() {
			texts = append(texts, f.ID()+f.String()+f.Rule().String())
		}
		return []any{texts, door.Faults.All() == nil}
	},
	"Calls": func(door *mockserver.World) any { return []any{door.Calls.All(""), door.Calls.All("Games.List")} },
	"Calls.Last": func(door *mockserver.World) any {
		return []any{door.Calls.Last(2, ""), door.Calls.Last(2, "Games.List")}
	},
	"Unmatched":     func(door *mockserver.World) any { return door.Calls.All("", journal.Unmatched()) },
	"Calls.Dropped": func(door *mockserver.World) any { return door.Calls.Dropped() },
	"Assumptions":   func(door *mockserver.World) any { return door.Assumptions() },
}

// found is what a method returns for an id.
type found[T any] struct {
	Value T
	OK    bool
}

// eachID returns what a method returns for ids, and for ids that no row has.
func eachID[T any](method func(int64) (T, bool), ids ...int64) (all []found[T]) {
	for _, id := range append(ids, 0, 999_999) {
		value, ok := method(id)
		all = append(all, found[T]{value, ok})
	}
	return all
}

// rowsOf returns what the methods that read rows return.
func rowsOf[T any](rows mockserver.Rows[T], ids ...int64) any {
	return []any{
		rows.All(), eachID(rows.Get, ids...),
		rows.Page(stored.Query{}), rows.Page(stored.Query{Limit: 1}),
		rows.Page(stored.Query{Text: "no such name"}),
	}
}

// TestRemoteReadsTheSame: a method that reads returns through the admin API what it returns in the process, an empty
// list in the place of none, and the same bytes.
func TestRemoteReadsTheSame(t *testing.T) {
	busy, err := mockserver.New(tourney.Soccer, admin.Serve())
	require.NoError(t, err)
	busy.Faults.Add(fault.On("Teams.Get").Where("Id", "9").Nth(1).Status(503))
	_, err = busy.Snapshots.Keep("before")
	require.NoError(t, err)
	const odd = "A&B <c> \u2028 \"é\""
	busy.Teams.Edit(4001, func(team *tourney.Team) { team.Name = odd })
	busy.Teams.Edit(4001, func(*tourney.Team) {}) // a change of nothing
	busy.Venues.Add(tourney.Venue{Name: odd})
	mocktest.Get(t, busy, "/api/v1/teams?id=4001&nothing=%26%3C")
	mocktest.Send(t, busy, "GET", "/api/v1/tems", "")
	mocktest.Send(t, busy, "POST", "/api/v1/teams", `{"Name":"A&B <c>"}`)
	_, err = busy.NewSession("anna")
	require.NoError(t, err)
	payments, err := mockserver.New(tourney.Baseball, mockserver.Scenario("payments-mixed"), admin.Serve())
	require.NoError(t, err)
	for name, srv := range map[string]*mockserver.Server{
		"empty": mocktest.Empty(t, tourney.Soccer), "world": mocktest.World(t, tourney.Soccer), "busy": busy, "payments": payments,
	} {
		far := mocktest.RemoteOf(t, srv)
		for method, read := range remoteReads {
			t.Run(name+" "+method, func(t *testing.T) { require.Empty(t, cmp.Diff(read(srv.World), read(far))) })
		}
		require.Empty(t, cmp.Diff(mocktest.Dump(srv.World), mocktest.Dump(far)), name)
	}
}
