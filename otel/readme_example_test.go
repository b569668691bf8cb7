package tourneyotel_test

import (
	"fmt"

	"github.com/tourney-go/tourney"
	tourneyotel "github.com/tourney-go/tourney/otel"
)

// The code of docs/otel.md. A test of the core compares the page with this file.

func Example_readme() {
	client, err := readmeClient()
	fmt.Println(client != nil, err)
	// Output: true <nil>
}

func readmeClient() (*tourney.Client, error) {
	client, err := tourney.New("https://soccer.example.com", tourney.Soccer,
		tourney.WithObserver(tourneyotel.Observer()), // with the global providers, or those of its options
	)
	if err != nil {
		return nil, err
	}
	return client, nil
}
