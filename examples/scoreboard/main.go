// Command scoreboard prints the games of a division on a day: final scores, games to come, and sides that wait for a
// team. Then it watches the games of the first day.
//
//	go run ./examples/scoreboard
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
	_ "time/tzdata" // for machines without a time zone database

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/watch"
)

func main() {
	if err := run(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "scoreboard:", err)
		os.Exit(1)
	}
}

// run prints two days of the mock's tournament. All games of the first day but one are played, and the last day has no
// teams yet. It then watches the first day, while somebody at the courts posts the missing score.
func run(out io.Writer) error {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	// The interface carries dates and times without a zone. Only the program knows where the courts are.
	zone, err := time.LoadLocation("America/Chicago")
	if err != nil {
		return err
	}
	srv, err := mockserver.New(tourney.Volleyball)
	if err != nil {
		return err
	}
	client := srv.Client()

	divisions, err := client.Divisions.List(ctx, tourney.DivisionListOptions{PageSize: 1})
	if err != nil {
		return err
	}
	for _, division := range divisions.Results {
		if division.Event == nil {
			continue
		}
		for _, day := range []tourney.Date{division.Event.StartDate, division.Event.EndDate} {
			if err := scoreboard(ctx, out, client, division, day, zone); err != nil {
				return err
			}
		}
		if err := follow(ctx, out, client, division, division.Event.StartDate, zone, desk(ctx, client)); err != nil {
			return err
		}
	}
	return nil
}

// desk plays the people at the courts: it posts the missing score of a game, and stops when the watch has seen the
// score.
func desk(ctx context.Context, client *tourney.Client) func(watch.Change[tourney.Game]) (more bool, err error) {
	return func(change watch.Change[tourney.Game]) (more bool, err error) {
		if change.Kind == watch.KindAdded && !change.After.Played() {
			result := tourney.GameUpdateInput{ID: change.After.ID, AwayScore: tourney.Score(1), HomeScore: tourney.Score(2)}
			err = client.Games.Update(ctx, result)
		}
		return change.Kind != watch.KindScore, err
	}
}

// scoreboard prints the games of a division on a day, once. follow watches them. For today's games day is
// tourney.DateOf(time.Now().In(zone)): at midnight in London it is still yesterday at the courts.
func scoreboard(ctx context.Context, out io.Writer, client *tourney.Client, division tourney.Division, day tourney.Date,
	zone *time.Location) error {
	var games []tourney.Game
	for game, err := range client.Games.All(ctx, tourney.GameListOptions{DivisionID: division.ID, Date: day}) {
		if err != nil {
			return fmt.Errorf("games of %s on %s: %w", division.Name, day, err)
		}
		games = append(games, game)
	}
	slices.SortStableFunc(games, func(a, b tourney.Game) int { return byStart(a, b, zone) })

	fmt.Fprintf(out, "%s, %s\n\n", division.Name, day.At(tourney.TimeOfDay{}, zone).Format("Monday, January 2"))
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, game := range games {
		fmt.Fprintln(table, strings.Join(cells(game, zone), "\t"))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintln(out)
	return err
}

func cells(game tourney.Game, zone *time.Location) []string {
	return []string{start(game, zone), court(game), name(game.AwayTeam), score(game), name(game.HomeTeam), note(game)}
}

// interval is short because the host is a mock. For a real host leave Options.Interval out, to poll twice a
// minute.
const interval = 5 * time.Millisecond

// follow prints the changes of the games of a day until tell returns false. It calls tell also for the games of the
// first poll. With a State in the options a restarted scoreboard would print the changes that it missed.
func follow(ctx context.Context, out io.Writer, client *tourney.Client, division tourney.Division, day tourney.Date,
	zone *time.Location,
	tell func(watch.Change[tourney.Game]) (more bool, err error),
) error {
	games := tourney.GameListOptions{DivisionID: division.ID, Date: day}
	for change, err := range watch.Games(ctx, client.Games, games, watch.Options{Interval: interval, Existing: true}) {
		var failed *watch.Error
		switch {
		case errors.As(err, &failed) && !failed.Final: // the watch continues
			fmt.Fprintln(os.Stderr, "scoreboard:", err)
			continue
		case err != nil:
			return err
		}
		if change.Kind != watch.KindAdded {
			fmt.Fprintf(out, "%v: %s\n", change.Kind, strings.Join(cells(change.Row(), zone), "  "))
		}
		if more, err := tell(change); !more || err != nil {
			return err
		}
	}
	return nil // the context ended the watch
}

// byStart puts games without a time last.
func byStart(a, b tourney.Game, zone *time.Location) int {
	startA, okA := a.Start(zone)
	startB, okB := b.Start(zone)
	switch {
	case okA && okB:
		return startA.Compare(startB)
	case okA:
		return -1
	case okB:
		return 1
	}
	return 0
}

// start formats the start of a game in the zone of the courts and in UTC.
func start(game tourney.Game, zone *time.Location) string {
	at, ok := game.Start(zone)
	if !ok {
		return "time to come"
	}
	return at.Format("3:04 PM MST") + " (" + at.UTC().Format("15:04Z") + ")"
}

// court returns the abbreviations of the venue and of its court.
func court(game tourney.Game) string {
	if game.VenueCourt == nil || game.VenueCourt.Court == nil {
		return "-"
	}
	if game.VenueCourt.Venue == nil {
		return game.VenueCourt.Court.Abbr
	}
	return game.VenueCourt.Venue.Abbr + " " + game.VenueCourt.Court.Abbr
}

// name returns the name of a team, or in brackets the name of a side without a team, such as the winner of a semifinal.
func name(side *tourney.GameSide) string {
	switch {
	case side == nil:
		return "-"
	case side.TeamID == nil:
		return "[" + side.Name + "]"
	}
	return side.Name
}

// score formats the score of a game that has one. A score of 0 is a score, and nil is none.
func score(game tourney.Game) string {
	if !game.Played() {
		return "vs"
	}
	return game.AwayTeam.Score.String() + " : " + game.HomeTeam.Score.String()
}

func note(game tourney.Game) string {
	for _, side := range []*tourney.GameSide{game.AwayTeam, game.HomeTeam} {
		switch {
		case side == nil:
		case side.WonBy != nil:
			return side.WonBy.String()
		case side.Forfeited != nil && *side.Forfeited: // the football variant has it instead of WonBy
			return tourney.WonByForfeit.String()
		}
	}
	switch {
	case game.Played():
		return "final"
	case game.Type == tourney.GamePool:
		return "pool game"
	case game.Round != nil && *game.Round != tourney.RoundNone:
		return game.Round.String()
	}
	return game.BracketName
}
