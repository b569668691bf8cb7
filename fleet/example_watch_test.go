package fleet_test

import (
	"context"
	"fmt"
	"iter"

	"github.com/redis/go-redis/v9"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/fleet"
	"github.com/tourney-go/tourney/watch"
)

// Every process runs this. One of them polls, and hands the changes to its loop and to the stream.
func ExampleWatch() {
	client, err := tourney.New("https://soccer.example.com", tourney.Soccer)
	if err != nil {
		fmt.Println(err)
		return
	}
	store := redis.NewClient(&redis.Options{Addr: "localhost:6379", ContextTimeoutEnabled: true})
	shared, err := fleet.New(store, "https://soccer.example.com", "director", fleet.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	games := func(ctx context.Context, state watch.State) iter.Seq2[watch.Change, error] {
		list := tourney.GameListOptions{EventID: 1001}
		return watch.Games(ctx, client.Games, list, watch.Options{Existing: true, State: state})
	}
	options := fleet.WatchOptions{Stream: 10_000}
	for handed, err := range fleet.Watch(context.Background(), shared, "games of 1001", games, options) {
		if err != nil {
			fmt.Println(err) // the loop ends by itself
			continue
		}
		fmt.Println(handed.Token, handed.Change.Kind, handed.Change.Game().ID)
	}
}

// A service of its own, on as many machines as it needs, reads what the watcher published.
func ExampleRead() {
	store := redis.NewClient(&redis.Options{Addr: "localhost:6379", ContextTimeoutEnabled: true})
	shared, err := fleet.New(store, "https://soccer.example.com", "director", fleet.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	options := fleet.ReadOptions{Group: "notices", Consumer: "machine 1"}
	for entry, err := range fleet.Read[tourney.Game](context.Background(), shared, "games of 1001", options) {
		if err != nil {
			fmt.Println(err)
			continue // the entry is handled
		}
		if entry.Kind == watch.KindScore {
			fmt.Println(entry.ID, entry.After.AwayTeam.Score, entry.After.HomeTeam.Score)
		}
	}
}
