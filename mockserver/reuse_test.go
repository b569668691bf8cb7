package mockserver_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
)

// named returns a team with a roster, in which all names hold one text.
func named(text string, players int) tourney.TeamCreateInput {
	in := tourney.TeamCreateInput{Name: new("Terns " + text)}
	for n := range players {
		first, last := fmt.Sprintf("Ada %d", n), "Loft "+text
		in.Players = append(in.Players, tourney.PlayerInput{FirstName: &first, LastName: &last})
	}
	return in
}

// TestRequestsShareNoParameters: an answer uses the memory of an earlier one for body and parameters. Creates with
// rosters of many sizes, four at a time, each add what they said, and the journal has their own bodies.
func TestRequestsShareNoParameters(t *testing.T) {
	s := mockserver.Start(t, tourney.Soccer, mockserver.Scenario("empty"))
	const workers, each = 4, 30
	errs, ids := make([]error, workers*each), make([]int64, workers*each)
	var all sync.WaitGroup
	for w := range workers {
		client := s.Client()
		all.Go(func() {
			for i := w * each; i < (w+1)*each; i++ {
				ids[i], errs[i] = client.Teams.Create(t.Context(), named(fmt.Sprint(i), i%17))
			}
		})
	}
	all.Wait()
	for i, id := range ids {
		require.NoError(t, errs[i])
		team, found := s.Team(id)
		require.True(t, found)
		require.Equal(t, fmt.Sprintf("Terns %d", i), team.Name)
		require.Len(t, team.Players, i%17)
		for n, p := range team.Players {
			require.Equal(t, fmt.Sprintf("Ada %d Loft %d", n, i), p.FirstName+" "+p.LastName)
		}
	}
	bodies := map[string]bool{}
	for _, call := range s.Calls("Teams.Create") {
		require.Len(t, call.Body, call.BodySize)
		bodies[call.Body] = true
	}
	require.Len(t, bodies, workers*each)
}
