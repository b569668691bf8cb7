package tourney_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/fault"
)

// The code of "Back to before" in docs/testing.md.
func TestBackToBefore(t *testing.T) {
	srv := mockserver.Start(t, tourney.Soccer)
	client, evening := srv.Client(), srv.Snapshots.Take()
	for _, n := range []int{0, 7} {
		require.NoError(t, client.Games.Update(t.Context(), tourney.GameUpdateInput{ID: 7001, HomeScore: tourney.Score(n)}))
		srv.Snapshots.Restore(evening)
	}
	second := srv.Calls.All("Games.Update")[1].Write
	srv.Writes.Rewind(second) // the rows as they were after the second update
	game, _ := srv.Games.Get(7001)
	require.Equal(t, "7", game.HomeTeam.Score.String())
}

// The code of "One server for parallel tests" in docs/testing.md.
func TestParallelTestsShareAServer(t *testing.T) {
	srv := mockserver.Start(t, tourney.Soccer)
	for n := range 8 {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			t.Parallel()
			session := srv.StartSession(t) // until this subtest ends
			session.Faults.Add(fault.On("Games.Update").Nth(1).Status(400))
			client := session.Client()
			require.Error(t, client.Games.Update(t.Context(), tourney.GameUpdateInput{ID: 7001, HomeScore: tourney.Score(n)}))
			require.NoError(t, client.Games.Update(t.Context(), tourney.GameUpdateInput{ID: 7001, HomeScore: tourney.Score(n)}))
			game, _ := session.Games.Get(7001)
			require.Equal(t, fmt.Sprint(n), game.HomeTeam.Score.String())
			session.Calls.Want(t, "Games.Update", "Games.Update")
		})
	}
}
