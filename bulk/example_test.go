package bulk_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/bulk"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/fault"
)

// The answer to the second create is lost, and the fourth row has the external id of the first.
func ExampleEnsureTeams() {
	srv, err := mockserver.New(tourney.Soccer)
	if err != nil {
		fmt.Println(err)
		return
	}
	srv.Faults.Add(fault.On("Teams.Create").Nth(2).AfterCommit().Drop())
	var teams []tourney.TeamCreateInput
	for i, name := range []string{"Otters", "Herons", "Badgers", "Otters again"} {
		teams = append(teams, tourney.TeamCreateInput{
			DivisionID: 2001, Name: &name, ExternalTeamID: new("T-" + strconv.Itoa(i%3)),
		})
	}
	options := bulk.TeamOptions{Settle: time.Minute} // a program that may be killed gives a File too
	for team, err := range bulk.EnsureTeams(context.Background(), srv.Client(), slices.Values(teams), options) {
		fmt.Println(*team.Input.Name, team.ID != 0, team.Created, err)
	}
	// Output:
	// Otters true true <nil>
	// Herons true true <nil>
	// Badgers true true <nil>
	// Otters again true false <nil>
}

func ExampleUpdateGames() {
	srv, err := mockserver.New(tourney.Soccer)
	if err != nil {
		fmt.Println(err)
		return
	}
	client := srv.Client()
	scores := []tourney.GameUpdateInput{
		{ID: srv.Games.All()[0].ID, AwayScore: tourney.Score(2), HomeScore: tourney.Score(1)},
		{ID: 99, AwayScore: tourney.Score(0)},
	}
	for score, err := range bulk.UpdateGames(context.Background(), client.Games, slices.Values(scores), 4) {
		fmt.Println(score.ID, err == nil, errors.Is(err, tourney.ErrNotFound))
	}
	// Output:
	// 7001 true false
	// 99 false true
}
