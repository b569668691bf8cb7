package mockserver_test

import (
	"context"
	"fmt"

	"github.com/tourney-go/tourney"
)

// A snapshot brings the rows back any number of times. Ids go on.
func ExampleSnapshots_Restore() {
	srv := must(tourney.Soccer)
	srv.Teams.Add(tourney.Team{Name: "Otters"})
	before := srv.Snapshots.Take()
	for range 2 {
		id := srv.Teams.Add(tourney.Team{Name: "Puffins"})
		fmt.Println(len(srv.Teams.All()), id)
		srv.Snapshots.Restore(before)
	}
	fmt.Println(len(srv.Teams.All()), before)
	// Output:
	// 2 50000002
	// 2 50000003
	// 1 snapshot of soccer after write 1
}

// The journal says which write a request made.
func ExampleHistory_Rewind() {
	srv := must(tourney.Soccer)
	id := srv.Teams.Add(tourney.Team{Name: "Otters"})
	client := srv.Client()
	for _, name := range []string{"Herons", "Puffins"} {
		if err := client.Teams.Update(context.Background(), tourney.TeamUpdateInput{ID: id, Name: new(name)}); err != nil {
			panic(err)
		}
	}
	first := srv.Calls.All("Teams.Update")[0].Write
	srv.Writes.Rewind(first)
	team, _ := srv.Teams.Get(id)
	fmt.Printf("%s: as after write %d, shown by write %d\n", team.Name, first, srv.Writes.Newest())
	// Output: Herons: as after write 2, shown by write 4
}
