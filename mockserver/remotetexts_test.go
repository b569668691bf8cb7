package mockserver_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
)

// saidBy returns the text with which a method refuses: that of its error or of its panic.
func saidBy(t *testing.T, door sideDoor, method func(door sideDoor) error) (text string) {
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
func faultOf(rule mockserver.FaultRule) func(sideDoor) error {
	return func(door sideDoor) error { door.Fault(rule); return nil }
}

// addFaultOf returns a method that adds a rule, and returns what is wrong with it.
func addFaultOf(rule mockserver.FaultRule) func(sideDoor) error {
	return func(door sideDoor) error { _, err := door.AddFault(rule); return err }
}

// TestBothDoorsSayTheSame: a RemoteServer refuses with the text of Server, also where a text is empty, and where a rule
// is so wrong that it cannot be sent.
func TestBothDoorsSayTheSame(t *testing.T) {
	rename := func(p *mockserver.PaymentRecord) { p.TeamID = otters }
	for name, c := range map[string]struct {
		says   string
		method func(door sideDoor) error
	}{
		"no ref": {
			"panic: mockserver: ID: the server has no fixtures with refs", func(door sideDoor) error { door.ID(""); return nil },
		},
		"no session": {"error: mockserver: EndSession: there is no session ", func(door sideDoor) error { return door.EndSession("") }},
		"no scenario": {
			"error: mockserver: ResetTo: there is no scenario ",
			func(door sideDoor) error { return door.ResetTo(mockserver.ScenarioChoice{}) },
		},
		"no payment to edit": {
			"panic: mockserver: EditPayment: there is no payment ", func(door sideDoor) error { door.EditPayment("", rename); return nil },
		},
		"no payment to remove": {
			"panic: mockserver: RemovePayment: there is no payment ", func(door sideDoor) error { door.RemovePayment(""); return nil },
		},
		"no snapshot": {
			"error: mockserver: RememberSnapshot: there is no snapshot ",
			func(door sideDoor) error { _, err := door.RememberSnapshot(""); return err },
		},
		"no target": {"error: mockserver: View: the target has no path", func(door sideDoor) error { _, err := door.View(""); return err }},
		"a slash":   {"error: mockserver: EndSession: there is no session ", func(door sideDoor) error { return door.EndSession("a/b") }},
		"two dots":  {"error: mockserver: EndSession: there is no session ", func(door sideDoor) error { return door.EndSession("..") }},

		"path": {"panic: mockserver: Fault: path: expected a path that begins with /", faultOf(mockserver.OnPath("x").Status(503))},
		"path, returned": {
			"error: mockserver: AddFault: path: expected a path that begins with /", addFaultOf(mockserver.OnPath("x").Status(503)),
		},
		"no action":       {"error: mockserver: AddFault: action: is required", addFaultOf(mockserver.On("Teams.List"))},
		"two actions":     {"error: mockserver: AddFault: action: a rule has one", addFaultOf(mockserver.OnAny().Drop().Status(500))},
		"no such name":    {"panic: mockserver: Fault: operation: there is no ", faultOf(mockserver.On("Teams.Lst").Status(500))},
		"wrong in itself": {"error: mockserver: AddFault: status: ", addFaultOf(mockserver.On("Teams.Lst").Status(9999))},
		"no parameter": {
			"error: mockserver: AddFault: n: expected 1 or more, found 0; where[0].name: Teams.Get has no parameter ",
			addFaultOf(mockserver.On("Teams.Get").Where("Idd", "1").Nth(0).Status(500)),
		},
		"no keys":     {"error: mockserver: AddFault: action: ExpireKeys needs a server", addFaultOf(mockserver.OnAny().ExpireKeys())},
		"card number": {"error: mockserver: AddFault: path: expected", addFaultOf(mockserver.OnPath("4111111111111111").Status(500))},
	} {
		t.Run(name, func(t *testing.T) {
			srv := world(t, tourney.Soccer)
			before := srv.Writes()
			here, far := sideDoor{srv, srv}, sideDoor{remoteOf(t, srv), srv}
			said := saidBy(t, here, c.method)
			require.Contains(t, said, c.says)
			require.Empty(t, cmp.Diff(said, saidBy(t, far, c.method)))
			require.Equal(t, before, srv.Writes())
			require.Empty(t, srv.Faults())
		})
	}
	eachDoor(t, func(t *testing.T, open opener) {
		door := open(world(t, tourney.Soccer))
		require.False(t, door.ForgetSnapshot(""))
		require.False(t, door.ExpireKeys(""))
		require.False(t, second(door.RotateKeys("")))
	})
}

// TestASlashTooMany: the router names the nearest path for it, unless a name could stand there.
func TestASlashTooMany(t *testing.T) {
	srv := world(t, tourney.Soccer)
	for target, nearest := range map[string]string{
		"GET /_mock/rows/teams/": "rows/teams", "GET /_mock/faults/": "faults", "GET /_mock/requests/": "requests",
		"POST /_mock/snapshots/": "snapshots", "POST /_mock/sessions/": "sessions",
	} {
		var method, path string
		_, err := fmt.Sscan(target, &method, &path)
		require.NoError(t, err)
		answer := send(t, srv, method, path, "")
		require.Equal(t, 404, answer.status, target)
		require.Contains(t, answer.body, "the admin API has no path "+path+": the nearest is /_mock/"+nearest, target)
	}
}
