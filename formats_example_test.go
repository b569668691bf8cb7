package tourney_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
)

// The code of docs/formats.md. A test compares the page with this file.

func xmlClient() (*tourney.Client, error) {
	client, err := tourney.New("https://soccer.example.com", tourney.Soccer, tourney.WithFormat(tourney.FormatXML))
	if err != nil {
		return nil, err
	}
	return client, nil
}

func uncarried(ctx context.Context, client *tourney.Client) {
	_, err := client.Teams.Create(ctx, tourney.TeamCreateInput{DivisionID: 2001, Name: new("Ot\x07ters")})
	var invalid *tourney.ValidationError
	if errors.As(err, &invalid) {
		fmt.Println(invalid.Fields[0].Message)
	}
}

func Example_formats() {
	if _, err := xmlClient(); err != nil {
		fmt.Println(err)
	}
	srv, err := mockserver.New(tourney.Soccer)
	if err != nil {
		fmt.Println(err)
		return
	}
	uncarried(context.Background(), srv.Client(tourney.WithFormat(tourney.FormatXML)))
	// Output:
	// name holds the character U+0007 (byte 2), which XML cannot carry
}
