package tourneyotel_test

import (
	"fmt"

	"github.com/tourney-go/tourney"
	tourneyotel "github.com/tourney-go/tourney/otel"
)

// The use of the package with the global providers.

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
