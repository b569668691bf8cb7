package watch_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/stored"
	"github.com/tourney-go/tourney/watch"
)

func Example() {
	srv, err := mockserver.New(tourney.Soccer)
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx, client := context.Background(), srv.Client()
	options := watch.Options{
		Interval: time.Millisecond, // the mock does not mind; for a host, think of half a minute
		Existing: true,             // so the first poll yields the games that are there
	}
	for change, err := range watch.Games(ctx, client.Games, tourney.GameListOptions{TeamID: 4005}, options) {
		if err != nil {
			fmt.Println(err) // after an Error that is not Final the loop goes on
			continue
		}
		game := change.Row()
		switch change.Kind {
		case watch.KindAdded:
			if !game.Played() { // somebody else posts its score
				_ = client.Games.Update(ctx, tourney.GameUpdateInput{ID: game.ID, AwayScore: tourney.Score(2), HomeScore: tourney.Score(0)})
			}
		case watch.KindScore:
			fmt.Println(game.AwayTeam.Name, game.AwayTeam.Score, "-", game.HomeTeam.Score, game.HomeTeam.Name)
			fmt.Println("scored before:", change.Before.Played())
			return
		}
	}
	// Output:
	// Copper Puffins 2 - 0 Pepper Kazoos
	// scored before: false
}

// A program that starts again gets only what changed while it was away.
func ExampleFile() {
	srv, err := mockserver.New(tourney.Soccer)
	if err != nil {
		fmt.Println(err)
		return
	}
	folder, err := os.MkdirTemp("", "watch")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = os.RemoveAll(folder) }()
	list := tourney.GameListOptions{DivisionID: 2001}
	options := watch.Options{Interval: time.Millisecond, Existing: true, State: watch.File(filepath.Join(folder, "games.json"))}

	seen := 0
	for _, err := range watch.Games(context.Background(), srv.Client().Games, list, options) {
		if err != nil {
			fmt.Println(err)
			return
		}
		if seen++; seen == len(srv.Games.Page(stored.Query{DivisionID: 2001}).Rows) {
			break
		}
	}
	srv.Games.Edit(7001, func(g *tourney.Game) { g.HomeTeam.Score = tourney.Score(9) }) // while nobody watches

	for change, err := range watch.Games(context.Background(), srv.Client().Games, list, options) {
		fmt.Println(change.Kind, change.Row().ID, change.After.HomeTeam.Score, err)
		break
	}
	// Output:
	// score 7001 9 <nil>
}

// Teams, divisions, players, venues and events have changes, too.
func ExampleRows() {
	srv, err := mockserver.New(tourney.Soccer)
	if err != nil {
		fmt.Println(err)
		return
	}
	list, options := tourney.TeamListOptions{EventID: 1001}, watch.Options{Interval: time.Millisecond, Existing: true}
	teams := 0
	for change, err := range watch.Rows(context.Background(), srv.Client().Teams, list, options) {
		switch {
		case err != nil:
			fmt.Println(err)
		case change.Kind == watch.KindAdded:
			if teams++; teams == 25 { // also the team on the waiting list
				srv.Teams.Edit(4001, func(t *tourney.Team) { t.Name = "Granite Otters" })
			}
		default:
			fmt.Println(change.Kind, change.Before.Name, "->", change.After.Name)
			return
		}
	}
	// Output:
	// changed Granite Badgers -> Granite Otters
}
