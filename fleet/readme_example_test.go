package fleet_test

import (
	"fmt"
	"log/slog"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/fleet"
)

// The code of docs/fleet.md. A test of the core compares the page with this file.

func Example_readme() {
	shared := redis.NewClient(&redis.Options{
		Addr:                  "redis.example.com:6379",
		ContextTimeoutEnabled: true, // so that a network that hangs costs at most the Timeout of the fleet
	})
	defer shared.Close()
	client, err := readmeClient(shared)
	fmt.Println(client != nil, err)
	// Output: true <nil>
}

func readmeClient(shared redis.UniversalClient) (*tourney.Client, error) {
	f, err := fleet.New(shared, "https://soccer.example.com", "director", fleet.Options{Logger: slog.Default()})
	if err != nil {
		return nil, err
	}
	limit, err := f.Limit(100, time.Minute, fleet.LimitOptions{Processes: 8})
	if err != nil {
		return nil, err
	}
	return tourney.New("https://soccer.example.com", tourney.Soccer,
		tourney.WithRateLimit(limit),
		tourney.WithObserver(limit.Observer()), // a 429 that one process gets holds all of them back
	)
}
