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

// Every process runs this. One of them polls, prints the changes and publishes them.
func ExampleWatch() {
	client, err := tourney.New("https://soccer.example.com", tourney.Soccer)
	if err != nil {
		fmt.Println(err)
		return
	}
	shared := redis.NewClient(&redis.Options{Addr: "localhost:6379", ContextTimeoutEnabled: true})
	f, err := fleet.New(shared, "https://soccer.example.com", "director", fleet.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	watchTogether(context.Background(), f, client, tourney.GameListOptions{EventID: 1001})
}

func watchTogether(ctx context.Context, f *fleet.Fleet, client *tourney.Client, list tourney.GameListOptions) {
	games := func(ctx context.Context, state watch.State) iter.Seq2[watch.Change[tourney.Game], error] {
		return watch.Games(ctx, client.Games, list, watch.Options{Existing: true, State: state})
	}
	for handed, err := range fleet.Watch(ctx, f, "games of 1001", games, fleet.WatchOptions{Stream: 10_000}) {
		if err != nil {
			fmt.Println(err) // the loop ends by itself when it is final
			continue
		}
		fmt.Println(handed.Token, handed.Change.Kind, handed.Change.Row().ID)
	}
}

// A service of its own, on as many machines as it needs, reads what the watcher published.
func ExampleRead() {
	shared := redis.NewClient(&redis.Options{Addr: "localhost:6379", ContextTimeoutEnabled: true})
	f, err := fleet.New(shared, "https://soccer.example.com", "director", fleet.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	notify := func(before, after tourney.Game) error {
		_, err := fmt.Println(before.Played(), after.Played())
		return err
	}
	fmt.Println(sendNotices(context.Background(), f, "machine 1", notify))
}

func sendNotices(ctx context.Context, f *fleet.Fleet, machine string, notify func(before, after tourney.Game) error) error {
	o := fleet.ReadOptions{Group: "notices", Consumer: machine}
	for entry, err := range fleet.Read[tourney.Game](ctx, f, "games of 1001", o) {
		if err != nil {
			fmt.Println(err)
			continue
		}
		if err := notify(entry.Before, entry.After); err != nil {
			return err // the entry comes again
		}
	}
	return ctx.Err()
}
