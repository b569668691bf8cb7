package tourney_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/fault"
)

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
