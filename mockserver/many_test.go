package mockserver_test

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
)

// manyServers is how many servers the test runs at once. A large test suite with parallel tests has as many.
const manyServers = 500

// TestManyServersAtOnce starts servers that listen, gives each a team of its own by request, and checks that no server
// has the team of another and that no goroutine of them is left.
func TestManyServersAtOnce(t *testing.T) {
	before := goleak.IgnoreCurrent()
	servers := make([]*mockserver.Server, manyServers)
	errs := make([]error, manyServers)
	var started sync.WaitGroup
	for i := range servers {
		started.Go(func() {
			variants := tourney.Variants()
			servers[i], errs[i] = mockserver.New(variants[i%len(variants)], mockserver.Scenario("empty"))
			if errs[i] == nil {
				errs[i] = servers[i].Listen("127.0.0.1:0")
			}
		})
	}
	started.Wait()
	for _, err := range errs {
		require.NoError(t, err)
	}
	var asked sync.WaitGroup
	for i, srv := range servers {
		srv.NextID(int64(i + 1))
		asked.Go(func() {
			_, errs[i] = srv.Client().Teams.Create(t.Context(), tourney.TeamCreateInput{Name: new("Otters")})
		})
	}
	asked.Wait()
	urls := map[string]bool{}
	for i, srv := range servers {
		require.NoError(t, errs[i])
		teams := srv.Teams()
		require.Len(t, teams, 1)
		require.EqualValues(t, i+1, teams[0].ID)
		urls[srv.URL()] = true
		srv.Close()
	}
	require.Len(t, urls, manyServers)
	goleak.VerifyNone(t, before)
}
