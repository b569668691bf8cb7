package tourney_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/watch"
)

// The code of README.md, docs/values.md and docs/watching.md. A test compares the pages with this file.

func TestReadmeMock(t *testing.T) {
	srv := mockserver.Start(t, tourney.Baseball)
	client := srv.Client()
	_, err := client.Teams.Get(t.Context(), 4001)
	require.NoError(t, err)
}

// TestReadmeOfTheMock has the code of mockserver/README.md.
func TestReadmeOfTheMock(t *testing.T) {
	srv := mockserver.Start(t, tourney.Soccer) // the first evening of a tournament, until the test ends
	client := srv.Client()                     // another program uses srv.URL()

	require.NoError(t, client.Games.Update(t.Context(), tourney.GameUpdateInput{ID: 7001, HomeScore: tourney.Score(9)}))
	game, _ := srv.Games.Get(7001)
	require.Equal(t, "9", game.HomeTeam.Score.String())
	srv.Calls.Want(t, "Games.Update")
}

func Example_readme() {
	srv, err := mockserver.New(tourney.Soccer)
	if err != nil {
		fmt.Println(err)
		return
	}
	client, ctx := srv.Client(), context.Background()
	for _, step := range []func(context.Context, *tourney.Client) error{readmeTeams, readmeWatch, readmeScore, readmeErrors, readmeDates} {
		if err := step(ctx, client); err != nil {
			fmt.Println(err)
		}
	}
	currentGames(ctx, client)
	if _, err := readmeClient(); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 24 teams
	// added 7001
	// score set
	// not sent: website must start with http://, found "teacups.example.com"
	// no such team
	// Fri Jun 12 08:00 CDT
	// added 7001 of 16 games
}

func readmeClient() (*tourney.Client, error) {
	client, err := tourney.New("https://soccer.example.com", tourney.Soccer,
		tourney.WithSigner(auth.HMAC{}),
		tourney.WithLogin("director", "password"),
	)
	if err != nil {
		return nil, err
	}
	return client, nil
}

func readmeTeams(ctx context.Context, client *tourney.Client) error {
	count := 0
	for team, err := range client.Teams.All(ctx, tourney.TeamListOptions{EventID: 1001, PageSize: 10}) {
		if err != nil {
			return err // it comes once, and last
		}
		_ = team.Name
		count++
	}
	fmt.Println(count, "teams")
	return nil
}

func readmeWatch(ctx context.Context, client *tourney.Client) error {
	options := watch.Options{Interval: 30 * time.Second, Existing: true}
	for change, err := range watch.Games(ctx, client.Games, tourney.GameListOptions{EventID: 1001}, options) {
		if err != nil {
			fmt.Println(err) // the loop ends by itself when it is final
			continue
		}
		fmt.Println(change.Kind, change.Game().ID)
		break
	}
	return nil
}

func currentGames(ctx context.Context, client *tourney.Client) {
	var games []tourney.Game
	options := watch.Options{Existing: true, Games: &games}
	for change, err := range watch.Games(ctx, client.Games, tourney.GameListOptions{DivisionID: 2001}, options) {
		if err != nil {
			fmt.Println(err) // games has what the last good poll had
			continue
		}
		fmt.Println(change.Kind, change.Game().ID, "of", len(games), "games")
		break
	}
}

func readmeScore(ctx context.Context, client *tourney.Client) error {
	err := client.Games.Update(ctx, tourney.GameUpdateInput{
		ID:        7030,
		AwayScore: tourney.Score(0), // sent: a zero is a score
		HomeScore: tourney.Score(2),
		// AwayWonBy and HomeWonBy are nil: they stay as they are
	})
	if err != nil {
		return err
	}
	fmt.Println("score set")
	return nil
}

func readmeErrors(ctx context.Context, client *tourney.Client) error {
	_, err := client.Teams.Create(ctx, tourney.TeamCreateInput{
		DivisionID: 2001, Name: new("Teacups"), Website: new("teacups.example.com"),
	})
	var invalid *tourney.ValidationError
	if errors.As(err, &invalid) {
		for _, field := range invalid.Fields {
			fmt.Println("not sent:", field.Message)
		}
	}

	_, err = client.Teams.Get(ctx, 99)
	if errors.Is(err, tourney.ErrNotFound) {
		fmt.Println("no such team")
	}
	return nil
}

func readmeDates(ctx context.Context, client *tourney.Client) error {
	zone := time.FixedZone("CDT", -5*60*60)
	game, err := client.Games.Get(ctx, 7001)
	if err != nil {
		return err
	}
	if start, ok := game.Start(zone); ok {
		fmt.Println(start.Format("Mon Jan 2 15:04 MST"))
	}
	return nil
}
