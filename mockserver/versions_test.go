package mockserver_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/tourney-go/tourney/mockserver"
)

// TestVersionsShareNoWrite branches servers off each other and changes them at random, by the side door and by requests.
// A server must show what it showed after its own last change.
func TestVersionsShareNoWrite(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		type branch struct {
			gambler

			shown everything
		}
		first := populated(t)
		alive := []*branch{{gambler{T: rt, srv: first}, dump(first)}}
		for n := range rapid.IntRange(1, 25).Draw(rt, "steps") {
			of := alive[rapid.IntRange(0, len(alive)-1).Draw(rt, "branch")]
			if len(alive) < 4 && rapid.IntRange(0, 3).Draw(rt, "branches") == 0 {
				alive = append(alive, &branch{gambler{T: rt, srv: mockserver.Branch(of.srv)}, of.shown})
			}
			of.step(t)
			sendWrites(of.srv, n)
			of.shown = dump(of.srv)
		}
		for i, b := range alive {
			if diff := cmp.Diff(b.shown, dump(b.srv)); diff != "" {
				rt.Fatalf("server %d shows a change of another (-before +after):\n%s", i, diff)
			}
		}
	})
}

// sendWrites sends requests that write. Some are refused, because the side door has removed their rows.
func sendWrites(srv *mockserver.Server, n int) {
	for _, r := range []struct{ method, target, body string }{
		{"PUT", "teams", `{"Id":31,"Name":"%d","Coaches":[{"FirstName":"%[1]d"}],"Players":[{"FirstName":"%[1]d","Notes":"n"}]}`},
		{"PUT", "teams", `{"Id":32,"Paid":false,"Status":3,"ExternalTeamId":"T%d"}`},
		{"POST", "teams", `{"DivisionId":11,"Name":"%d","ExternalTeamId":"T1","Players":[{"FirstName":"x"}]}`},
		{"PUT", "divisions", `{"Id":12,"Name":"%d"}`},
		{"PUT", "games", `{"Id":71,"AwayScore":%d,"HomeScore":3}`},
		{"POST", "payments", `{"TeamId":33,"EnableCreditCard":false,"Payment":{"Amount":%d,"Title":"t","Description":"d"}}`},
	} {
		_ = quick(srv, r.method, r.target, fmt.Sprintf(r.body, n))
	}
}
