package tourney_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/watch"
)

// The code of docs/start.md. A test compares the page with this file.

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

// The code of docs/start.md that needs no database. A test compares the page with this file.

func ExampleMarshalRow() {
	client := canned{
		"GET /api/v1/games?id=5": `{"Game":{"Id":5,"AwayTeam":{"Name":"Otters","Weather":"fog"},"Referees":2}}`,
	}.client()
	game, err := client.Games.Get(context.Background(), 5)
	if err == nil {
		err = keep(game)
	}
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// {"Id":5,"AwayTeam":{"Name":"Otters","Weather":"fog"},"Referees":2}
	// {"Referees":2} {"Weather":"fog"}
}

func keep(game tourney.Game) error {
	row, err := tourney.MarshalRow(game)
	if err != nil {
		return err
	}
	fmt.Println(string(row)) // {"Id":5,"AwayTeam":{"Name":"Otters","Weather":"fog"},"Referees":2}
	var again tourney.Game
	if err := tourney.UnmarshalRow(row, &again); err != nil {
		return err
	}
	fmt.Println(again.Extra, again.AwayTeam.Extra) // {"Referees":2} {"Weather":"fog"}
	return nil
}

func ExampleGame_Winner() {
	for _, body := range []string{
		`{"AwayTeam":{"Name":"Otters","Score":2},"HomeTeam":{"Name":"Herons","Score":1}}`,
		`{"AwayTeam":{"Name":"Otters","Score":2},"HomeTeam":{"Name":"Herons"}}`,
		`{"AwayTeam":{"Name":"Otters","Score":0},"HomeTeam":{"Name":"Herons","Score":0,"WonBy":7}}`,
		`{"AwayTeam":{"Name":"Otters","Score":4},"HomeTeam":{"Name":"Herons","Score":4}}`,
	} {
		client := canned{"GET /api/v1/games?id=5": `{"Game":` + strings.Replace(body, "{", `{"Id":5,`, 1) + `}`}.client()
		game, err := client.Games.Get(context.Background(), 5)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(headline(game))
	}
	// Output:
	// Otters won
	// no result yet
	// Herons won
	// a tie
}

func headline(game tourney.Game) string {
	switch game.Winner() {
	case tourney.WinnerAway:
		return game.AwayTeam.Name + " won"
	case tourney.WinnerHome:
		return game.HomeTeam.Name + " won"
	case tourney.WinnerTie:
		return "a tie"
	case tourney.WinnerNobody:
		return "both sides forfeited"
	}
	return "no result yet"
}

// A date without a zone: the day of a game, as the host wrote it.
func ExampleDate() {
	day, err := tourney.ParseDate("06/02/2026")
	fmt.Println(day, day.AddDays(30), day.ISO(), err)
	_, err = tourney.ParseDate("2/30/2026")
	fmt.Println(err)
	// Output:
	// 6/2/2026 7/2/2026 2026-06-02 <nil>
	// "2/30/2026" is not a day of the calendar
}

func ExampleDateTime_In() {
	at, err := tourney.ParseDateTime("6/12/2026 6:15 PM")
	fmt.Println(at.In(time.FixedZone("CDT", -5*60*60)).UTC().Format(time.RFC3339), err)
	// Output:
	// 2026-06-12T23:15:00Z <nil>
}

// Start needs a date and a time, and the zone of the venue.
func ExampleGame_Start() {
	game, err := mock().Client().Games.Get(context.Background(), 7036) // a game that is not scheduled yet
	_, ok := game.Start(time.UTC)
	fmt.Println(ok, err)
	game.Date, game.Time = tourney.Date{Year: 2026, Month: time.June, Day: 14}, &tourney.TimeOfDay{Hour: 18, Minute: 15}
	start, ok := game.Start(time.FixedZone("CDT", -5*60*60))
	fmt.Println(start.Format(time.RFC1123), ok)
	// Output:
	// false <nil>
	// Sun, 14 Jun 2026 18:15:00 CDT true
}

func ExampleDecimal() {
	fee := tourney.MustDecimal("89.90")
	fmt.Println(fee, fee.Add(tourney.NewDecimal(10, 2)), fee.Equal(tourney.MustDecimal("89.9")))
	fmt.Println(tourney.MustDecimal("0.1").Add(tourney.MustDecimal("0.2")))
	// Output:
	// 89.90 90.00 true
	// 0.3
}

// Enumerations are open: a number without a name is kept.
func ExampleParseEnum() {
	gender, err := tourney.ParseEnum[tourney.Gender]("female")
	fmt.Println(gender, int(gender), err)
	status, err := tourney.ParseEnum[tourney.TeamStatus]("42")
	fmt.Println(status, err)
	// Output:
	// Female 2 <nil>
	// TeamStatus(42) <nil>
}

// A score that was not entered is not 0.
func ExampleScore() {
	srv := mock()
	before, _ := srv.Games.Get(7030)
	err := srv.Client().Games.Update(context.Background(), tourney.GameUpdateInput{ID: 7030, AwayScore: tourney.Score(0)})
	after, _ := srv.Games.Get(7030)
	fmt.Println(before.AwayTeam.Score == nil, after.AwayTeam.Score, after.HomeTeam.Score == nil, err)
	// Output:
	// true 0 true <nil>
}

// The code of docs/reading.md. A test compares the page with this file.

func teamNames(ctx context.Context, client *tourney.Client) error {
	var names []string
	for team, err := range client.Teams.All(ctx, tourney.TeamListOptions{EventID: 1001}) {
		if err != nil {
			return err // once and last: rows may be missing
		}
		names = append(names, team.Name)
	}
	fmt.Println(len(names), "teams, the first is", names[0])
	return nil
}

func countTeams(ctx context.Context, client *tourney.Client) error {
	teams, err := tourney.Collect(client.Teams.All(ctx, tourney.TeamListOptions{EventID: 1001}))
	if err != nil {
		return err // teams has the rows before the error
	}
	fmt.Println(len(teams), "teams in a slice")
	return nil
}

// mirrorTeams makes a copy equal to the teams of an event.
func mirrorTeams(ctx context.Context, client *tourney.Client, saved map[int64]tourney.Team) error {
	teams, err := client.Teams.ReadAll(ctx, tourney.TeamListOptions{EventID: 1001})
	if err != nil {
		return err // the list is whole, or there is an error
	}
	if len(teams.Rows) == 0 && len(saved) > 0 {
		return errors.New("the host suddenly has no teams") // more likely broken than empty
	}
	for _, team := range teams.Rows {
		saved[team.ID] = team
	}
	for id := range saved {
		if teams.Lacks(id) { // not for a team that could not be read
			delete(saved, id)
		}
	}
	if teams.Unread != nil {
		fmt.Println(teams.Unread)
	}
	return nil
}

func ExampleWholeList() {
	srv, saved := mock(), map[int64]tourney.Team{}
	ctx := context.Background()
	listed, err := tourney.Collect(srv.Client().Teams.All(ctx, tourney.TeamListOptions{EventID: 1001}))
	fmt.Println(len(listed), "teams in the list", err)
	err = mirrorTeams(ctx, srv.Client(), saved)
	fmt.Println(len(saved), "teams in the copy", err)

	srv.Teams.Remove(4001)
	err = mirrorTeams(ctx, srv.Client(), saved)
	fmt.Println(len(saved), "teams in the copy", err)

	srv.Faults.Add(fault.On("Teams.List").StatusBody(200, "application/json", `{}`))
	err = mirrorTeams(ctx, srv.Client(), saved)
	fmt.Println(len(saved), errors.Is(err, tourney.ErrNotStated))
	// Output:
	// 24 teams in the list <nil>
	// 25 teams in the copy <nil>
	// 24 teams in the copy <nil>
	// 24 true
}

// readableGames returns the games that can be read.
func readableGames(ctx context.Context, client *tourney.Client) ([]tourney.Game, error) {
	options := tourney.GameListOptions{EventID: 1001}
	games, err := tourney.Collect(client.Games.All(ctx, options, tourney.SkipBadRows()))
	var bad *tourney.BadRowsError
	if errors.As(err, &bad) && bad.Err == nil { // the list is whole but for these rows
		for _, row := range bad.Rows {
			fmt.Println("left out:", row.ID, row.Path)
		}
		err = nil
	}
	return games, err
}

func Example_lists() {
	srv, err := mockserver.New(tourney.Soccer)
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	if err := teamNames(ctx, srv.Client()); err != nil {
		fmt.Println(err)
	}
	if err := countTeams(ctx, srv.Client()); err != nil {
		fmt.Println(err)
	}
	everywhere, err := tourney.Collect(srv.Client().Games.All(ctx, tourney.GameListOptions{EventID: 0}))
	fmt.Println(len(everywhere) > 0, err)
	host := canned{
		"GET /api/v1/games?eventid=1001&page=1": `{"Games":{"Results":[{"Id":7001},{"Id":7002,"Time":"TBD"}],"Total":2}}`,
	}
	games, err := readableGames(ctx, host.client())
	fmt.Println(len(games), err)
	// Output:
	// 24 teams, the first is Granite Badgers
	// 24 teams in a slice
	// true <nil>
	// left out: 7002 /Games/Results[1]/Time
	// 1 <nil>
}

// MaxRows ends a list that is longer than the program expects.
func ExampleMaxRows() {
	options := tourney.TeamListOptions{EventID: 1001, PageSize: 5}
	teams, err := tourney.Collect(mock().Client().Teams.All(context.Background(), options, tourney.MaxRows(10)))
	fmt.Println(len(teams), errors.Is(err, tourney.ErrTooManyRows), errors.Is(err, tourney.ErrListChanged))
	// Output:
	// 10 true false
}

func ExampleCollect() {
	teams, options := mock().Client().Teams, tourney.TeamListOptions{EventID: 1001, PageSize: 10}
	rows, err := tourney.Collect(teams.All(context.Background(), options))
	fmt.Println(len(rows), "teams", err)
	pages, err := tourney.Collect(teams.Pages(context.Background(), options))
	fmt.Println(len(pages), "pages", err)
	// Output:
	// 24 teams <nil>
	// 3 pages <nil>
}

func ExampleTeamsService_ReadAll() {
	srv, options := mock(), tourney.TeamListOptions{EventID: 1001, PageSize: 10, Paid: new(true)}
	teams, err := srv.Client().Teams.ReadAll(context.Background(), options)
	fmt.Println(len(teams.Rows), "paid teams in", len(srv.Calls.All("Teams.List")), "requests", err)
	// Output:
	// 21 paid teams in 6 requests <nil>
}

func ExamplePrefetch() {
	srv, options := mock(), tourney.PlayerListOptions{EventID: 1001, PageSize: 25}
	players, err := tourney.Collect(srv.Client().Players.All(context.Background(), options, tourney.Prefetch(8)))
	fmt.Println(len(players), "players in", len(srv.Calls.All("Players.List")), "requests", err)
	// Output:
	// 223 players in 9 requests <nil>
}

// A value that does not fit its field fails the page, unless the list leaves its row out.
func ExampleSkipBadRows() {
	srv := mock()
	srv.Faults.Add(fault.On("Games.List").StatusBody(200, "application/json",
		`{"Games":{"Results":[{"Id":1,"Time":"8:00 AM"},{"Id":2,"Time":"TBD"}],"Total":2}}`))
	page, err := srv.Client().Games.List(context.Background(), tourney.GameListOptions{EventID: 1001}, tourney.SkipBadRows())
	var bad *tourney.BadRowsError
	if errors.As(err, &bad) {
		for _, row := range bad.Rows {
			fmt.Println("left out:", row.ID, row.Path, row.Excerpt())
		}
	}
	fmt.Println(len(page.Results), "game")
	// Output:
	// left out: 2 /Games/Results[1]/Time {"Id":2,"Time":"TBD"}
	// 1 game
}

// The list loses a team between its pages.
func ExampleListChangedError() {
	srv := mock()
	for page, err := range srv.Client().Teams.Pages(context.Background(), tourney.TeamListOptions{EventID: 1001, PageSize: 20}) {
		var changed *tourney.ListChangedError
		if errors.As(err, &changed) {
			fmt.Println(err)
			break
		}
		fmt.Println(len(page.Results), "of", page.Total)
		if page.Page == 1 {
			srv.Teams.Remove(4001) // the rows behind it move up
		}
	}
	// Output:
	// 20 of 24
	// 3 of 23
	// tourney: Teams.List: list changed while it was read: total was 24 at first and 23 at last, 23 read
}

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
