package mockserver_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
)

// sendWrites sends requests that write. Some are refused, because a World has removed their rows.
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

// TestServersOfAScenarioShareNoWrite: servers of one scenario start with the same rows, and a write to one, also to the
// first, shows in no other.
func TestServersOfAScenarioShareNoWrite(t *testing.T) {
	picked := sample(t, 3)
	for _, info := range mockserver.Scenarios() {
		if !picked() {
			continue
		}
		t.Run(info.Name, func(t *testing.T) {
			start := func() *mockserver.Server {
				srv, err := mockserver.New(tourney.Lacrosse, append(smallScenario(info), mockserver.Seed(77))...)
				require.NoError(t, err)
				return srv
			}
			first := start()
			shown := dump(first.World)
			require.NoError(t, together(func(worker int) error {
				srv := start()
				srv.Events.Add(tourney.Event{Name: "mine"})
				for _, team := range srv.Teams.All() {
					srv.Teams.Edit(team.ID, func(team *tourney.Team) { team.Name, team.Players = fmt.Sprint(worker), nil })
				}
				return nil
			}))
			require.Empty(t, cmp.Diff(shown, dump(first.World)))
			require.Empty(t, cmp.Diff(shown, dump(start().World)))
			first.Teams.Add(tourney.Team{Name: "mine"})
			first.Reset()
			require.Empty(t, cmp.Diff(shown, dump(first.World)))
		})
	}
}

// TestAScenarioFollowsItsHost: a profile changes the rows of its variant's scenarios, whatever was built before.
func TestAScenarioFollowsItsHost(t *testing.T) {
	title := func(h tourney.Host, opts ...mockserver.Option) string {
		srv, err := mockserver.New(h, opts...)
		require.NoError(t, err)
		events := srv.Events.All()
		require.Len(t, events, 1)
		return events[0].Name
	}
	profile := tourney.Profile{Variant: tourney.Soccer, Name: "futsal"}
	require.Equal(t, "Soccer Firefly Classic", title(tourney.Soccer))
	require.Equal(t, "futsal Firefly Classic", title(profile))
	require.Equal(t, "Soccer Firefly Classic", title(tourney.Soccer))
	require.Equal(t, "Rugby Firefly Classic", title(tourney.Rugby))
}
