package rows

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
)

// TestServersOfAScenarioShareNoWrite: servers of one scenario start with the same rows, and a write to one, also to the
// first, shows in no other.
func TestServersOfAScenarioShareNoWrite(t *testing.T) {
	picked := mocktest.Sample(t, 3)
	for _, info := range mockserver.Scenarios() {
		if !picked() {
			continue
		}
		t.Run(info.Name, func(t *testing.T) {
			start := func() *mockserver.Server {
				srv, err := mockserver.New(tourney.Lacrosse, append(mocktest.SmallScenario(info), mockserver.Seed(77))...)
				require.NoError(t, err)
				return srv
			}
			first := start()
			shown := mocktest.Dump(first.World)
			require.NoError(t, mocktest.Together(func(worker int) error {
				srv := start()
				srv.Events.Add(tourney.Event{Name: "mine"})
				for _, team := range srv.Teams.All() {
					srv.Teams.Edit(team.ID, func(team *tourney.Team) { team.Name, team.Players = fmt.Sprint(worker), nil })
				}
				return nil
			}))
			require.Empty(t, cmp.Diff(shown, mocktest.Dump(first.World)))
			require.Empty(t, cmp.Diff(shown, mocktest.Dump(start().World)))
			first.Teams.Add(tourney.Team{Name: "mine"})
			first.Reset()
			require.Empty(t, cmp.Diff(shown, mocktest.Dump(first.World)))
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
