package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/tourney-go/tourney"
)

// postScore posts a surprising result: the lower side in the table wins.
func (t *tour) postScore(ctx context.Context) error {
	game, err := t.unplayedGame(ctx)
	if err != nil {
		return err
	}
	t.game = game
	pool, columns, err := t.poolOf(ctx, game)
	if err != nil {
		return err
	}
	t.printStandings(pool, columns)

	update := tourney.GameUpdateInput{ID: game.ID, AwayScore: tourney.Score(0), HomeScore: tourney.Score(7)}
	if standsLower(pool, *game.AwayTeam.TeamID, *game.HomeTeam.TeamID) {
		update.AwayScore, update.HomeScore = update.HomeScore, update.AwayScore
	}
	// The client sends only members that are set, so the update leaves the rest alone.
	if err := t.client.Games.Update(ctx, update); err != nil {
		return err
	}
	t.printf("\n%s  %s : %s  %s\n\n", game.AwayTeam.Name, update.AwayScore, update.HomeScore, game.HomeTeam.Name)

	pool, columns, err = t.poolOf(ctx, game)
	if err != nil {
		return err
	}
	t.printStandings(pool, columns)
	return nil
}

// unplayedGame finds the division's first pool game with two teams and no result.
func (t *tour) unplayedGame(ctx context.Context) (tourney.Game, error) {
	for game, err := range t.client.Games.All(ctx, tourney.GameListOptions{DivisionID: t.division.ID}) {
		if err != nil {
			return tourney.Game{}, err
		}
		if game.Type == tourney.GamePool && !game.Played() && hasTeams(game) {
			return game, nil // leaving the loop fetches no further page
		}
	}
	return tourney.Game{}, fmt.Errorf("every pool game of %s is played", t.division.Name)
}

// hasTeams reports whether both teams are known: a side that waits for another game has a name and no team.
func hasTeams(g tourney.Game) bool {
	return g.AwayTeam != nil && g.HomeTeam != nil && g.AwayTeam.TeamID != nil && g.HomeTeam.TeamID != nil
}

// poolOf reads the table of a game's pool.
func (t *tour) poolOf(ctx context.Context,
	game tourney.Game) (tourney.StandingsList, []tourney.StandingsColumn, error) {
	standings, err := t.client.Standings.Get(ctx, tourney.StandingsOptions{DivisionID: t.division.ID})
	if err != nil {
		return tourney.StandingsList{}, nil, err
	}
	for _, group := range standings.Groups {
		for _, pool := range group.List {
			if position(pool, *game.AwayTeam.TeamID) >= 0 {
				return pool, standings.Columns, nil
			}
		}
	}
	return tourney.StandingsList{}, nil, errors.New("the game's teams are in no pool")
}

// position returns a team's line in a table, from 0, and -1 when it has none.
func position(pool tourney.StandingsList, teamID int64) int {
	return slices.IndexFunc(pool.Participants, func(p tourney.Participant) bool { return p.ID == teamID })
}

func standsLower(pool tourney.StandingsList, teamID, otherID int64) bool {
	return position(pool, teamID) > position(pool, otherID)
}

// printStandings prints a table. Columns differ between sports, so the answer names them.
func (t *tour) printStandings(pool tourney.StandingsList, columns []tourney.StandingsColumn) {
	head := []any{"PLACE", t.division.Name + ", " + pool.Name}
	for _, c := range columns {
		head = append(head, c.Abbr)
	}
	table := t.table(head...)
	for _, p := range pool.Participants {
		cells := []any{p.Place, p.Name}
		for _, text := range p.Columns {
			cells = append(cells, text)
		}
		table.row(cells...)
	}
	table.flush()
}

// postStatistics credits the goals to a player of the side that won.
func (t *tour) postStatistics(ctx context.Context) error {
	game, err := t.client.Games.Get(ctx, t.game.ID)
	if err != nil {
		return err
	}
	winner, update := game.HomeTeam, tourney.StatisticsUpdateInput{GameID: game.ID}
	if game.AwayTeam.Score.Cmp(*game.HomeTeam.Score) > 0 {
		winner = game.AwayTeam
	}
	// The answer has the roster only when the request asks for it.
	team, err := t.client.Teams.Get(ctx, *winner.TeamID, tourney.IncludePlayers)
	if err != nil {
		return err
	}
	if len(team.Players) < 2 {
		return fmt.Errorf("%s has %d players", team.Name, len(team.Players))
	}
	side := &tourney.SideStatisticsInput{ID: team.ID, Players: []tourney.PlayerStatisticsInput{
		statistics(team.Players[0], "Goals", "7"),
		statistics(team.Players[1], "Assists", "7"),
	}}
	if winner == game.AwayTeam {
		update.Away = side
	} else {
		update.Home = side
	}
	if err := t.client.Statistics.Update(ctx, update); err != nil {
		return err
	}
	t.printf("%s scored all 7, %s set up every one.\n\n", fullName(team.Players[0]), fullName(team.Players[1]))
	return t.printLeaders(ctx)
}

// statistics returns the statistics of a player. Names and values are texts; an empty value clears a statistic.
func statistics(p tourney.TeamPlayer, name, amount string) tourney.PlayerStatisticsInput {
	return tourney.PlayerStatisticsInput{
		TeamPlayerID: p.ID, // a place on the roster; TeamPlayer.PlayerID is the person
		Statistics:   []tourney.StatisticInput{{Name: name, Value: &amount}},
	}
}

func fullName(p tourney.TeamPlayer) string { return p.FirstName + " " + p.LastName }

func (t *tour) printLeaders(ctx context.Context) error {
	categories, err := t.client.Statistics.Leaders(ctx, tourney.LeadersOptions{
		DivisionID: t.division.ID, Categories: []string{"Goals", "Assists"}, PageSize: 3,
	})
	if err != nil {
		return err
	}
	table := t.table("CATEGORY", "PLAYER", "TOTAL")
	for _, c := range categories {
		for _, leader := range c.Participants {
			table.row(c.Name, leader.FirstName+" "+leader.LastName, leader.Value)
		}
	}
	table.flush()
	return nil
}
