package cassette_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/cassette"
	"github.com/tourney-go/tourney/mockserver"
)

// A program records what it does, and does it again without the host. The mock stands for the host here.
func Example() {
	folder, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	file := filepath.Join(folder, "day.json")
	host, err := mockserver.New(tourney.Soccer)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer host.Close()
	name := func(transport http.RoundTripper) (string, error) {
		client, err := tourney.New("https://soccer.example.com", tourney.Soccer,
			tourney.WithHTTPClient(&http.Client{Transport: transport}))
		if err != nil {
			return "", err
		}
		team, err := client.Teams.Get(context.Background(), 4001)
		return team.Name, err
	}

	recorder, err := cassette.Record(file, host, cassette.Options{}) // in a program, http.DefaultTransport is the host
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(name(recorder))
	if err := recorder.Close(); err != nil {
		fmt.Println(err)
		return
	}
	player, err := cassette.Open(file)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(name(player))
	// Output:
	// Granite Badgers <nil>
	// Granite Badgers <nil>
}
