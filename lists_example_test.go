package tourney_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
)

// The code of docs/pagination.md. A test compares the page with this file.

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

// consistentTeams returns the teams once two passes over the list agree.
func consistentTeams(ctx context.Context, client *tourney.Client) ([]tourney.Team, error) {
	options := tourney.TeamListOptions{EventID: 1001}
	teams, err := tourney.Collect(client.Teams.All(ctx, options, tourney.ConsistentRead{}))
	if errors.Is(err, tourney.ErrListChanged) {
		return nil, errors.New("the list of teams does not stand still: try again later")
	}
	return teams, err
}

// allTeams returns the teams of an event, also those that its divisions hide from a list.
func allTeams(ctx context.Context, client *tourney.Client, eventID int64) (teams []tourney.Team, err error) {
	if eventID < 1 {
		return nil, fmt.Errorf("no event: %d", eventID) // 0 would list every event
	}
	for _, paid := range []bool{true, false} {
		options := tourney.TeamListOptions{EventID: eventID, Paid: &paid}
		some, err := tourney.Collect(client.Teams.All(ctx, options))
		if err != nil {
			return nil, err
		}
		teams = append(teams, some...)
	}
	return teams, nil
}

func Example_hiddenTeams() {
	srv, err := mockserver.New(tourney.Soccer)
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx, client := context.Background(), srv.Client()
	listed, err := tourney.Collect(client.Teams.All(ctx, tourney.TeamListOptions{EventID: 1001}))
	fmt.Println(len(listed), "teams in the list", err)
	teams, err := allTeams(ctx, client, 1001)
	fmt.Println(len(teams), "teams in all", err)
	everywhere, err := tourney.Collect(client.Games.All(ctx, tourney.GameListOptions{EventID: 0}))
	fmt.Println(len(everywhere) > 0, err)
	_, err = allTeams(ctx, client, 0)
	fmt.Println(err)
	// Output:
	// 24 teams in the list <nil>
	// 25 teams in all <nil>
	// true <nil>
	// no event: 0
}

// mirroredTeams returns the teams for a program that deletes what the host does not have.
func mirroredTeams(ctx context.Context, client *tourney.Client) (teams []tourney.Team, err error) {
	for page, err := range client.Teams.Pages(ctx, tourney.TeamListOptions{EventID: 1001}) {
		switch {
		case err != nil:
			return nil, err
		case page.NotStated:
			return nil, errors.New("the host did not state the list of teams")
		}
		teams = append(teams, page.Results...)
	}
	return teams, nil
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
	teams, err := consistentTeams(ctx, srv.Client())
	fmt.Println(len(teams), "teams in", len(srv.Calls.All("Teams.List")), "requests", err)
	for _, body := range []string{`{"Message":"maintenance"}`, `{}`, `{"Teams":{"Results":[]}}`} {
		host := canned{"GET /api/v1/teams?eventid=1001&page=1": body}
		teams, err := mirroredTeams(ctx, host.client())
		fmt.Println(len(teams), err)
	}
	host := canned{
		"GET /api/v1/games?eventid=1001&page=1": `{"Games":{"Results":[{"Id":7001},{"Id":7002,"Time":"TBD"}],"Total":2}}`,
	}
	games, err := readableGames(ctx, host.client())
	fmt.Println(len(games), err)
	// Output:
	// 24 teams, the first is Granite Badgers
	// 24 teams in a slice
	// 24 teams in 4 requests <nil>
	// 0 tourney: Teams.List: cannot read the answer (status 200, application/json): /Teams: found the members "Message", expected Teams
	// 0 the host did not state the list of teams
	// 0 <nil>
	// left out: 7002 /Games/Results[1]/Time
	// 1 <nil>
}
