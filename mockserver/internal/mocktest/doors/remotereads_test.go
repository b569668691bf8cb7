package doors

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
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
	busy := mocktest.New(t, tourney.Soccer, admin.Serve())
	busy.Faults.Add(fault.On("Teams.Get").Where("Id", "9").Nth(1).Status(503))
	require.NoError(t, clienttest.Err(busy.Snapshots.Keep("before")))
	const odd = "A&B <c> \u2028 \"é\""
	busy.Teams.Edit(4001, func(team *tourney.Team) { team.Name = odd })
	busy.Teams.Edit(4001, func(*tourney.Team) {}) // a change of nothing
	busy.Venues.Add(tourney.Venue{Name: odd})
	mocktest.Get(t, busy, "/api/v1/teams?id=4001&nothing=%26%3C")
	mocktest.Send(t, busy, "GET", "/api/v1/tems", "")
	mocktest.Send(t, busy, "POST", "/api/v1/teams", `{"Name":"A&B <c>"}`)
	require.NoError(t, clienttest.Err(busy.NewSession("anna")))
	payments := mocktest.New(t, tourney.Baseball, mockserver.Scenario("payments-mixed"), admin.Serve())
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

// saidBy returns the text with which a method refuses: that of its error or of its panic.
func saidBy(w *mockserver.World, method func(w *mockserver.World) error) string {
	var err error
	if refused := mockserver.Try(func() { err = method(w) }); refused != nil {
		return "panic: " + refused.Error()
	}
	return "error: " + err.Error()
}

// adding returns a method that adds a rule, and panics with what is wrong with it.
func adding(rule fault.Rule) func(*mockserver.World) error {
	return func(w *mockserver.World) error { w.Faults.Add(rule); return nil }
}

// TestBothDoorsSayTheSame: a Remote refuses with the text of Server, also where a text is empty, and where a rule
// is so wrong that it cannot be sent.
func TestBothDoorsSayTheSame(t *testing.T) {
	rename := func(p *stored.Payment) { p.TeamID = mocktest.Otters }
	expire := func(username string) func(*mockserver.World) error {
		return func(w *mockserver.World) error { w.Accounts.ExpireKeys(username); return nil }
	}
	for _, c := range []struct {
		says   string
		method func(w *mockserver.World) error
	}{
		{`panic: mockserver: ID: there is no ref "": no name is like it`, func(w *mockserver.World) error { w.ID(""); return nil }},
		{"panic: mockserver: Accounts.RotateKeys: there is no account ", func(w *mockserver.World) error {
			w.Accounts.RotateKeys("nobody")
			return nil
		}},
		{"panic: mockserver: Accounts.ExpireKeys: there is no account ", expire("")},
		{"panic: mockserver: Accounts.ExpireKeys: there is no account ", expire("a/b")},
		{"panic: mockserver: Accounts.ExpireKeys: there is no account ", expire("..")},
		{"panic: mockserver: Payments.Edit: there is no payment ", func(w *mockserver.World) error {
			w.Payments.Edit("", rename)
			return nil
		}},
		{"panic: mockserver: Payments.Remove: there is no payment ", func(w *mockserver.World) error {
			w.Payments.Remove("")
			return nil
		}},
		{"panic: mockserver: Special: there is no special row \"Clubb\": the nearest is \"Club\"", func(w *mockserver.World) error {
			w.Special("Clubb")
			return nil
		}},
		{"error: mockserver: ResetTo: there is no scenario ", func(w *mockserver.World) error {
			return w.ResetTo(mockserver.ScenarioChoice{})
		}},
		{"error: mockserver: View: the target has no path", func(w *mockserver.World) error { _, err := w.View(""); return err }},

		{"panic: mockserver: Faults.Add: path: expected a path that begins with /", adding(fault.OnPath("x").Status(503))},
		{"panic: mockserver: Faults.Add: action: is required", adding(fault.On("Teams.List"))},
		{"panic: mockserver: Faults.Add: action: a rule has one", adding(fault.OnAny().Drop().Status(500))},
		{"panic: mockserver: Faults.Add: operation: there is no ", adding(fault.On("Teams.Lst").Status(500))},
		{"panic: mockserver: Faults.Add: status: ", adding(fault.On("Teams.Lst").Status(9999))},
		{"panic: mockserver: Faults.Add: n: expected 1 or more, found 0; where[0].name: Teams.Get has no parameter ",
			adding(fault.On("Teams.Get").Where("Idd", "1").Nth(0).Status(500))},
		{"panic: mockserver: Faults.Add: action: ExpireKeys needs a server", adding(fault.OnAny().ExpireKeys())},
		{"panic: mockserver: Faults.Add: path: expected", adding(fault.OnPath("4111111111111111").Status(500))},
	} {
		t.Run(c.says, func(t *testing.T) {
			srv := mocktest.World(t, tourney.Soccer)
			before := srv.Writes.Newest()
			said := saidBy(srv.World, c.method)
			require.Contains(t, said, c.says)
			require.Equal(t, said, saidBy(mocktest.RemoteOf(t, srv), c.method))
			require.Equal(t, before, srv.Writes.Newest())
			require.Empty(t, srv.Faults.All())
		})
	}
	mocktest.EachDoor(t, func(t *testing.T, open mocktest.Opener) {
		require.False(t, open(mocktest.World(t, tourney.Soccer)).Snapshots.Forget(""))
	})
}

// TestASlashTooMany: the router names the nearest path for it, unless a name could stand there.
func TestASlashTooMany(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	for target, nearest := range map[string]string{
		"GET /_mock/rows/teams/": "rows/teams", "GET /_mock/faults/": "faults", "GET /_mock/requests/": "requests",
		"POST /_mock/snapshots/": "snapshots", "POST /_mock/sessions/": "sessions",
	} {
		var method, path string
		require.NoError(t, clienttest.Err(fmt.Sscan(target, &method, &path)))
		answer := mocktest.Send(t, srv, method, path, "")
		require.Equal(t, 404, answer.Status, target)
		require.Contains(t, answer.Body, "the admin API has no path "+path+": the nearest is /_mock/"+nearest, target)
	}
}
