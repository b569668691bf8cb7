package doors

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// saidBy returns the text with which a method refuses: that of its error or of its panic.
func saidBy(t *testing.T, door mocktest.SideDoor, method func(door mocktest.SideDoor) error) (text string) {
	t.Helper()
	defer func() {
		if cause := recover(); cause != nil {
			text = fmt.Sprintf("panic: %v", cause)
		}
	}()
	err := method(door)
	require.Error(t, err)
	return "error: " + err.Error()
}

// faultOf returns a method that adds a rule, and panics with what is wrong with it.
func faultOf(rule fault.Rule) func(mocktest.SideDoor) error {
	return func(door mocktest.SideDoor) error { door.Faults.Add(rule); return nil }
}

// addFaultOf returns a method that adds a rule, and returns what is wrong with it.
func addFaultOf(rule fault.Rule) func(mocktest.SideDoor) error {
	return func(door mocktest.SideDoor) error { _, err := mocktest.AddFault(door.World, rule); return err }
}

// TestBothDoorsSayTheSame: a Remote refuses with the text of Server, also where a text is empty, and where a rule
// is so wrong that it cannot be sent.
func TestBothDoorsSayTheSame(t *testing.T) {
	rename := func(p *stored.Payment) { p.TeamID = mocktest.Otters }
	for name, c := range map[string]struct {
		says   string
		method func(door mocktest.SideDoor) error
	}{
		"no ref": {
			`panic: mockserver: ID: there is no ref "": no name is like it`, func(door mocktest.SideDoor) error { door.ID(""); return nil },
		},
		"no account": {
			"panic: mockserver: Accounts.RotateKeys: there is no account ",
			func(door mocktest.SideDoor) error { door.Accounts.RotateKeys("nobody"); return nil },
		},
		"no account, without a name": {
			"panic: mockserver: Accounts.ExpireKeys: there is no account ",
			func(door mocktest.SideDoor) error { door.Accounts.ExpireKeys(""); return nil },
		},
		"no scenario": {
			"error: mockserver: ResetTo: there is no scenario ",
			func(door mocktest.SideDoor) error { return door.ResetTo(mockserver.ScenarioChoice{}) },
		},
		"no payment to edit": {
			"panic: mockserver: Payments.Edit: there is no payment ",
			func(door mocktest.SideDoor) error { door.Payments.Edit("", rename); return nil },
		},
		"no payment to remove": {
			"panic: mockserver: Payments.Remove: there is no payment ", func(door mocktest.SideDoor) error { door.Payments.Remove(""); return nil },
		},
		"no target": {"error: mockserver: View: the target has no path",
			func(door mocktest.SideDoor) error { _, err := door.View(""); return err }},
		"a slash": {
			"panic: mockserver: Accounts.ExpireKeys: there is no account ",
			func(door mocktest.SideDoor) error { door.Accounts.ExpireKeys("a/b"); return nil },
		},
		"two dots": {
			"panic: mockserver: Accounts.ExpireKeys: there is no account ",
			func(door mocktest.SideDoor) error { door.Accounts.ExpireKeys(".."); return nil },
		},

		"path": {"panic: mockserver: Faults.Add: path: expected a path that begins with /", faultOf(fault.OnPath("x").Status(503))},
		"path, returned": {
			"error: mockserver: Faults.Add: path: expected a path that begins with /", addFaultOf(fault.OnPath("x").Status(503)),
		},
		"no action":       {"error: mockserver: Faults.Add: action: is required", addFaultOf(fault.On("Teams.List"))},
		"two actions":     {"error: mockserver: Faults.Add: action: a rule has one", addFaultOf(fault.OnAny().Drop().Status(500))},
		"no such name":    {"panic: mockserver: Faults.Add: operation: there is no ", faultOf(fault.On("Teams.Lst").Status(500))},
		"wrong in itself": {"error: mockserver: Faults.Add: status: ", addFaultOf(fault.On("Teams.Lst").Status(9999))},
		"no parameter": {
			"error: mockserver: Faults.Add: n: expected 1 or more, found 0; where[0].name: Teams.Get has no parameter ",
			addFaultOf(fault.On("Teams.Get").Where("Idd", "1").Nth(0).Status(500)),
		},
		"no keys":     {"error: mockserver: Faults.Add: action: ExpireKeys needs a server", addFaultOf(fault.OnAny().ExpireKeys())},
		"card number": {"error: mockserver: Faults.Add: path: expected", addFaultOf(fault.OnPath("4111111111111111").Status(500))},
	} {
		t.Run(name, func(t *testing.T) {
			srv := mocktest.World(t, tourney.Soccer)
			before := srv.Writes.Newest()
			here := mocktest.SideDoor{World: srv.World, RoundTripper: srv}
			far := mocktest.SideDoor{World: mocktest.RemoteOf(t, srv), RoundTripper: srv}
			said := saidBy(t, here, c.method)
			require.Contains(t, said, c.says)
			require.Empty(t, cmp.Diff(said, saidBy(t, far, c.method)))
			require.Equal(t, before, srv.Writes.Newest())
			require.Empty(t, srv.Faults.All())
		})
	}
	mocktest.EachDoor(t, func(t *testing.T, open mocktest.Opener) {
		door := open(mocktest.World(t, tourney.Soccer))
		require.False(t, door.Snapshots.Forget(""))
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
		_, err := fmt.Sscan(target, &method, &path)
		require.NoError(t, err)
		answer := mocktest.Send(t, srv, method, path, "")
		require.Equal(t, 404, answer.Status, target)
		require.Contains(t, answer.Body, "the admin API has no path "+path+": the nearest is /_mock/"+nearest, target)
	}
}
