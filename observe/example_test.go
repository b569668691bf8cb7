package observe_test

import (
	"context"
	"fmt"
	"testing"

	"go.uber.org/goleak"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/observe"
)

func Example() {
	srv, err := mockserver.New(tourney.Soccer)
	if err != nil {
		fmt.Println(err)
		return
	}
	client := srv.Client(tourney.WithObserver(observe.Observer{
		OperationEnd: func(_ context.Context, e observe.OperationEnd) {
			fmt.Printf("%s: %s %s, status %d, attempts %d, error %q\n", e.Op, e.Method, e.Path, e.Status, e.Attempts, e.Error)
		},
	}))
	_, _ = client.Teams.Get(context.Background(), 4001)
	_, _ = client.Teams.Get(context.Background(), 99)
	// Output:
	// Teams.Get: GET /api/v1/teams, status 200, attempts 1, error ""
	// Teams.Get: GET /api/v1/teams, status 404, attempts 1, error "404"
}

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
