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
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/watch"
)

// The code of README.md, docs/start.md and docs/watching.md. A test compares the pages with this file.

func TestReadmeClient(t *testing.T) {
	srv := mockserver.Start(t, tourney.Soccer, mockserver.RequireAuth(auth.HMAC{}))
	require.NoError(t, readmeClient(t.Context(), srv.URL(), mockserver.DefaultPassword))
	game, _ := srv.Games.Get(7030)
	require.Equal(t, "2", game.HomeTeam.Score.String())
}

func readmeClient(ctx context.Context, host, password string) error {
	client, err := tourney.New(host, tourney.Soccer, // such as https://soccer.example.com
		tourney.WithLogin("director", password), tourney.WithSigner(auth.HMAC{}))
	if err != nil {
		return err
	}
	for team, err := range client.Teams.All(ctx, tourney.TeamListOptions{EventID: 1001}) {
		if err != nil {
			return err // it comes once, and last
		}
		fmt.Println(team.ID, team.Name)
	}
	return client.Games.Update(ctx, tourney.GameUpdateInput{ID: 7030, HomeScore: tourney.Score(2)})
}

func TestLostAnswer(t *testing.T) {
	srv := mockserver.Start(t, tourney.Soccer)                           // a tournament in memory, until the test ends
	srv.Faults.Add(fault.On("Payments.Pay").Nth(1).AfterCommit().Drop()) // the host takes it, and no answer comes
	_, err := srv.Client().Payments.Pay(t.Context(), entryFee(goodCard))
	require.ErrorIs(t, err, tourney.ErrOutcomeUnknown)
	require.Len(t, srv.Payments.All(), 1)
	srv.Calls.Want(t, "Payments.Pay") // it was sent once
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
	for _, step := range []func(context.Context, *tourney.Client) error{readmeWatch, readmeScore, readmeDates} {
		if err := step(ctx, client); err != nil {
			fmt.Println(err)
		}
	}
	_ = eachPoll(ctx, client, nil, func(changes []watch.Change[tourney.Game], state []byte) error {
		fmt.Println(len(changes), "games of the first poll, and the state:", len(state) > 0)
		return errors.New("the database is down")
	})
	// Output:
	// added 7001
	// score set
	// Fri Jun 12 08:00 CDT
	// 16 games of the first poll, and the state: true
}

func readmeWatch(ctx context.Context, client *tourney.Client) error {
	options := watch.Options{Interval: 30 * time.Second, Existing: true}
	for change, err := range watch.Games(ctx, client.Games, tourney.GameListOptions{EventID: 1001}, options) {
		if err != nil {
			fmt.Println(err) // the loop ends by itself when it is final
			continue
		}
		fmt.Println(change.Kind, change.Row().ID)
		break
	}
	return nil
}

func eachPoll(
	ctx context.Context, client *tourney.Client, stored []byte, commit func([]watch.Change[tourney.Game], []byte) error,
) error {
	options := watch.Options{From: stored} // nil the first time
	for poll, err := range watch.PollRows(ctx, client.Games, tourney.GameListOptions{DivisionID: 2001}, options) {
		var failed *watch.Error
		switch {
		case errors.As(err, &failed) && !failed.Final:
			fmt.Println(err)
			continue
		case err != nil:
			return err
		}
		state, err := poll.State()
		if err != nil {
			return err
		}
		if err := commit(poll.Changes, state); err != nil { // in one transaction
			return err // what was not committed comes again, from the stored state
		}
	}
	return nil
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
