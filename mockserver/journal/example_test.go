package journal_test

import (
	"context"
	"fmt"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/journal"
)

func Example() {
	srv, err := mockserver.New(tourney.Soccer)
	if err != nil {
		fmt.Println(err)
		return
	}
	teams := srv.Client().Teams
	for _, division := range []int64{2001, 9} {
		_, _ = teams.List(context.Background(), tourney.TeamListOptions{DivisionID: division, PageSize: 1})
	}
	for _, call := range srv.Calls.All("Teams.List", journal.Where("DivisionId", "9")) {
		fmt.Println(call.Number, call, call.Param("PageSize"))
	}
	second := journal.Func(func(c journal.Call) bool { return c.Number > 1 })
	fmt.Println(len(srv.Calls.All("", second)), len(srv.Calls.All("", journal.Failed())))
	// Output:
	// 2 200 GET /api/v1/teams?divisionid=9&pagesize=1 (Teams.List) 1
	// 1 0
}
