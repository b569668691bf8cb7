package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	_ "modernc.org/sqlite" // the driver

	"github.com/tourney-go/tourney"
)

// schema has columns to search and sort by, and the whole row beside them. The columns are of type TEXT: dates and
// times sort as text, and a column of type NUMERIC would round scores of more than 15 digits.
const schema = `
CREATE TABLE IF NOT EXISTS teams (id INTEGER PRIMARY KEY, name TEXT NOT NULL, status INTEGER, row TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS games (
	id INTEGER PRIMARY KEY, date TEXT, time TEXT,
	away TEXT, away_score TEXT, away_won_by TEXT, home TEXT, home_score TEXT, home_won_by TEXT,
	winner TEXT NOT NULL, row TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS games_by_time ON games (date, time);`

// Store is a copy of an event in a database.
type Store struct{ db *sql.DB }

// Open opens the database, and makes its tables where they are missing.
func Open(ctx context.Context, path string) (*Store, error) {
	db, err := sql.Open("sqlite", path)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1) // each connection to ":memory:" would have a database of its own
	if _, err := db.ExecContext(ctx, schema); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return &Store{db: db}, nil
}

// Close closes the database.
func (s *Store) Close() error { return s.db.Close() }

// Mirror makes the tables equal to the lists of the host, with the teams that the host hides from its lists. It deletes
// the rows that the host certainly does not have, and leaves a row alone that it could not read. It changes all or
// nothing: when a list cannot be read to the end, the tables stay as they were.
func (s *Store) Mirror(ctx context.Context, client *tourney.Client, eventID int64) error {
	teams, err := client.Teams.ReadAll(ctx, tourney.TeamListOptions{EventID: eventID})
	if err != nil {
		return err
	}
	games, err := client.Games.ReadAll(ctx, tourney.GameListOptions{EventID: eventID})
	if err != nil {
		return err
	}
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err = replace(ctx, tx, "teams", teams, insertTeam); err == nil {
		err = replace(ctx, tx, "games", games, insertGame)
	}
	if err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

// replace makes a table equal to a list. A host that suddenly has no rows is more likely to be broken than empty.
func replace[T any](ctx context.Context, tx *sql.Tx, table string, list tourney.WholeList[T],
	insert func(context.Context, *sql.Tx, T) error) error {
	ids, err := query(ctx, tx, func(rows *sql.Rows, id *int64) error { return rows.Scan(id) }, "SELECT id FROM "+table)
	if err == nil && len(list.Rows) == 0 && len(ids) > 0 {
		err = fmt.Errorf("the host has none, and there were %d", len(ids))
	}
	for _, id := range ids {
		if err == nil && list.Lacks(id) {
			_, err = tx.ExecContext(ctx, "DELETE FROM "+table+" WHERE id = ?", id) //nolint:gosec // the names are constants
		}
	}
	for _, row := range list.Rows {
		if err == nil {
			err = insert(ctx, tx, row)
		}
	}
	if err != nil {
		return fmt.Errorf("mirroring %s: %w", table, err)
	}
	return nil
}

func insertTeam(ctx context.Context, tx *sql.Tx, team tourney.Team) error {
	row, err := tourney.MarshalRow(team)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT OR REPLACE INTO teams (id, name, status, row) VALUES (?, ?, ?, ?)`,
		team.ID, team.Name, team.Status, string(row))
	return err
}

func insertGame(ctx context.Context, tx *sql.Tx, game tourney.Game) error {
	row, err := tourney.MarshalRow(game)
	if err != nil {
		return err
	}
	away, home := orNone(game.AwayTeam), orNone(game.HomeTeam)
	_, err = tx.ExecContext(ctx, `INSERT OR REPLACE INTO games
		(id, date, time, away, away_score, away_won_by, home, home_score, home_won_by, winner, row)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		game.ID, game.Date, game.Time, away.Name, away.Score, away.WonBy, home.Name, home.Score, home.WonBy,
		game.Winner(), string(row))
	return err
}

func orNone(side *tourney.GameSide) tourney.GameSide {
	if side == nil {
		return tourney.GameSide{}
	}
	return *side
}

// Line is a line of a schedule.
type Line struct {
	Date       tourney.Date       // zero when the game has none
	Time       *tourney.TimeOfDay // nil when the game has none
	Away, Home string
	AwayScore  *tourney.Decimal // nil when the side has none
	HomeScore  *tourney.Decimal
	HomeWonBy  sql.Null[tourney.WonBy]
	Winner     tourney.Winner
}

func (l Line) result() string {
	if l.AwayScore == nil || l.HomeScore == nil {
		return string(l.Winner)
	}
	return fmt.Sprintf("%s:%s %s", l.AwayScore, l.HomeScore, l.Winner)
}

// clock returns the time on a clock of 24 hours.
func (l Line) clock() string {
	if l.Time == nil {
		return "open"
	}
	return l.Time.ISO()
}

// Schedule returns the games of some days from a time on, in the order of date and time. Games without a time come at
// the end of their day.
func (s *Store) Schedule(ctx context.Context, from, to tourney.Date, since tourney.TimeOfDay) ([]Line, error) {
	return query(ctx, s.db, func(rows *sql.Rows, l *Line) error {
		return rows.Scan(&l.Date, &l.Time, &l.Away, &l.Home, &l.AwayScore, &l.HomeScore, &l.HomeWonBy, &l.Winner)
	}, `SELECT date, time, away, home, away_score, home_score, home_won_by, winner FROM games
		WHERE date BETWEEN ? AND ? AND (time >= ? OR time IS NULL) ORDER BY date, time IS NULL, time, id`, from, to, since)
}

// HighestScores returns the highest scores of all games. The text of a number does not sort like the number.
func (s *Store) HighestScores(ctx context.Context, n int) ([]tourney.Decimal, error) {
	return query(ctx, s.db, func(rows *sql.Rows, score *tourney.Decimal) error { return rows.Scan(score) },
		`SELECT score FROM (SELECT away_score AS score FROM games UNION ALL SELECT home_score FROM games)
		WHERE score IS NOT NULL ORDER BY CAST(score AS NUMERIC) DESC LIMIT ?`, n)
}

// Games returns the games as the host sent them.
func (s *Store) Games(ctx context.Context) ([]tourney.Game, error) {
	return query(ctx, s.db, scanRow[tourney.Game], `SELECT row FROM games ORDER BY id`)
}

// Teams returns the teams as the host sent them.
func (s *Store) Teams(ctx context.Context) ([]tourney.Team, error) {
	return query(ctx, s.db, scanRow[tourney.Team], `SELECT row FROM teams ORDER BY id`)
}

func scanRow[T any](rows *sql.Rows, v *T) error {
	var row []byte
	if err := rows.Scan(&row); err != nil {
		return err
	}
	return tourney.UnmarshalRow(row, v)
}

// querier is a database or a transaction.
type querier interface {
	QueryContext(ctx context.Context, statement string, args ...any) (*sql.Rows, error)
}

// query returns the rows of a statement.
func query[T any](ctx context.Context, db querier, scan func(*sql.Rows, *T) error,
	statement string, args ...any) (all []T, err error) {
	rows, err := db.QueryContext(ctx, statement, args...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var v T
		if err := scan(rows, &v); err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, rows.Err()
}
