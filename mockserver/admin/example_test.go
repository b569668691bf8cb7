package admin_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/admin"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A test in another language sends such requests to a mock that runs as a program.
func ExampleServe() {
	srv, err := mockserver.New(tourney.Soccer, admin.Serve())
	if err != nil {
		fmt.Println(err)
		return
	}
	body := strings.NewReader(`{"HomeTeam":{"Score":3}}`)
	req, err := http.NewRequestWithContext(context.Background(), http.MethodPatch, srv.URL()+"/_mock/rows/games/7001", body)
	if err != nil {
		fmt.Println(err)
		return
	}
	client := http.Client{Transport: srv}
	res, err := client.Do(req)
	if err != nil {
		fmt.Println(err)
		return
	}
	game, _ := srv.Games.Get(7001)
	fmt.Println(res.Status, game.HomeTeam.Score, res.Body.Close())
	// Output:
	// 204 No Content 3 <nil>
}
