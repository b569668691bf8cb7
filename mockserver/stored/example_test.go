package stored_test

import (
	"fmt"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/stored"
)

func Example() {
	srv, err := mockserver.New(tourney.Soccer)
	if err != nil {
		fmt.Println(err)
		return
	}
	srv.Games.EditDetails(7001, func(d *stored.GameDetails) { d.ExternalID = "final" })
	details, ok := srv.Games.Details(7001)
	fmt.Println(details.ExternalID, ok)

	page := srv.Teams.Page(stored.Query{DivisionID: 2001, Limit: 2})
	for _, team := range page.Rows {
		fmt.Println(team.ID)
	}
	fmt.Println("of", page.Total)
	// Output:
	// final true
	// 4001
	// 4002
	// of 8
}
