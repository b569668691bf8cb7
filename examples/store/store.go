package main

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"strings"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver of PostgreSQL
	_ "modernc.org/sqlite"             // the driver of SQLite

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/watch"
)

// schema has columns to search and sort by, and the whole row beside them. The columns are of type TEXT: dates and
// times sort as text, and a column of type NUMERIC would round scores of more than 15 digits. SQLite and PostgreSQL
// both read these statements, and the parameters $1, $2, ….
const schema = `
CREATE TABLE IF NOT EXISTS teams (id BIGINT PRIMARY KEY, name TEXT NOT NULL, status INTEGER, content TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS games (
	id BIGINT PRIMARY KEY, date TEXT, time TEXT,
	away TEXT, away_score TEXT, away_won_by TEXT, home TEXT, home_score TEXT, home_won_by TEXT,
	winner TEXT NOT NULL, content TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS games_by_time ON games (date, time);
CREATE TABLE IF NOT EXISTS watches (name TEXT PRIMARY KEY, state TEXT NOT NULL);`

// Store is a copy of an event in a database.
type Store struct{ db *sql.DB }

// Open opens the database, and makes its tables where they are missing. The database is the URL of a PostgreSQL, or the
// path of a file of SQLite.
func Open(ctx context.Context, database string) (*Store, error) {
	driver := "sqlite"
	if strings.HasPrefix(database, "postgres://") {
		driver = "pgx"
	}
	db, err := sql.Open(driver, database)
	if err != nil {
		return nil, err
	}
	if driver == "sqlite" {
		db.SetMaxOpenConns(1) // each connection to ":memory:" would have a database of its own
	}
	if _, err := db.ExecContext(ctx, schema); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return &Store{db: db}, nil
}

// Close closes the database.
func (s *Store) Close() error { return s.db.Close() }

// Follow keeps the tables equal to the lists of the host until ctx ends, with the teams that the host hides from its
// lists. It goes on where the last Follow or Poll stopped, and reports polls that failed. It deletes a row that two
// polls missed, and leaves a row alone that it could not read. It ends when a poll would delete many rows, because a
// host that suddenly has no rows is more likely to be broken than empty.
func (s *Store) Follow(
	ctx context.Context, client *tourney.Client, eventID int64, o watch.Options, report func(error),
) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	teams := make(chan error, 1)
	go func() {
		defer cancel() // one list without the other is no copy
		teams <- s.teams(ctx, client, eventID, o, report)
	}()
	err := s.games(ctx, client, eventID, o, report)
	cancel()
	return errors.Join(err, <-teams)
}

// Poll polls both lists once, as Follow does.
func (s *Store) Poll(ctx context.Context, client *tourney.Client, eventID int64) error {
	var o watch.Options
	return errors.Join(s.teams(ctx, client, eventID, o, nil), s.games(ctx, client, eventID, o, nil))
}

func (s *Store) teams(ctx context.Context, c *tourney.Client, event int64, o watch.Options, report func(error)) error {
	begin := func(o watch.Options) iter.Seq2[watch.Poll[tourney.Team], error] {
		return watch.PollRows(ctx, c.Teams, tourney.TeamListOptions{EventID: event}, o)
	}
	return follow(ctx, s, "teams", insertTeam, o, report, begin)
}

func (s *Store) games(ctx context.Context, c *tourney.Client, event int64, o watch.Options, report func(error)) error {
	begin := func(o watch.Options) iter.Seq2[watch.Poll[tourney.Game], error] {
		return watch.PollRows(ctx, c.Games, tourney.GameListOptions{EventID: event}, o)
	}
	return follow(ctx, s, "games", insertGame, o, report, begin)
}

// follow commits the polls of a list. Without a report it commits one.
func follow[T any](
	ctx context.Context, s *Store, table string, insert func(context.Context, *sql.Tx, T) error, o watch.Options,
	report func(error), begin func(watch.Options) iter.Seq2[watch.Poll[T], error],
) error {
	states, err := query(ctx, s.db, func(rows *sql.Rows, state *[]byte) error { return rows.Scan(state) },
		"SELECT state FROM watches WHERE name = $1", table)
	if err != nil {
		return err
	}
	if len(states) > 0 {
		o.From = states[0]
	}
	before := o.From
	for poll, err := range begin(o) {
		var failed *watch.Error
		switch {
		case errors.As(err, &failed) && !failed.Final && report != nil:
			report(err)
			continue
		case err == nil:
			before, err = commit(ctx, s.db, table, poll, before, insert)
		}
		if err != nil {
			return fmt.Errorf("mirroring %s: %w", table, err)
		}
		if report == nil {
			return nil
		}
	}
	return ctx.Err()
}

// errOther says that the state of a list is not the one that this program stored.
var errOther = errors.New("another program follows the list into this database")

// commit applies the changes of a poll, and stores the state after it in place of the one before, all or nothing. What
// it does not commit comes again.
func commit[T any](
	ctx context.Context, db *sql.DB, table string, poll watch.Poll[T], before []byte,
	insert func(context.Context, *sql.Tx, T) error,
) (state []byte, err error) {
	if state, err = poll.State(); err != nil {
		return nil, err
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	for _, change := range poll.Changes {
		switch {
		case err != nil:
		case change.Kind == watch.KindRemoved:
			_, err = tx.ExecContext(ctx, "DELETE FROM "+table+" WHERE id = $1", idOf(change.Before)) //nolint:gosec // constants
		default:
			err = insert(ctx, tx, change.After)
		}
	}
	if err == nil {
		err = replaceState(ctx, tx, table, string(before), string(state))
	}
	if err != nil {
		return nil, errors.Join(err, tx.Rollback())
	}
	return state, tx.Commit()
}

// replaceState replaces the state of a list, unless another program did so.
func replaceState(ctx context.Context, tx *sql.Tx, table, before, state string) error {
	statement, args := `UPDATE watches SET state = $1 WHERE name = $2 AND state = $3`, []any{state, table, before}
	if before == "" {
		statement, args = `INSERT INTO watches (state, name) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING`, args[:2]
	}
	done, err := tx.ExecContext(ctx, statement, args...)
	if err != nil {
		return err
	}
	if n, err := done.RowsAffected(); err != nil || n == 0 {
		return cmp.Or(err, errOther)
	}
	return nil
}

// plain returns a text without the characters U+0000, which PostgreSQL refuses. The whole row has them as escapes.
func plain(text string) string { return strings.ReplaceAll(text, "\x00", "") }

func idOf(row any) int64 {
	switch row := row.(type) {
	case tourney.Team:
		return row.ID
	case tourney.Game:
		return row.ID
	}
	return 0
}

func insertTeam(ctx context.Context, tx *sql.Tx, team tourney.Team) error {
	content, err := tourney.MarshalRow(team)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO teams (id, name, status, content) VALUES ($1, $2, $3, $4)
		ON CONFLICT (id) DO UPDATE SET name = excluded.name, status = excluded.status, content = excluded.content`,
		team.ID, plain(team.Name), team.Status, string(content))
	return err
}

func insertGame(ctx context.Context, tx *sql.Tx, game tourney.Game) error {
	content, err := tourney.MarshalRow(game)
	if err != nil {
		return err
	}
	away, home := orNone(game.AwayTeam), orNone(game.HomeTeam)
	_, err = tx.ExecContext(ctx, `INSERT INTO games
		(id, date, time, away, away_score, away_won_by, home, home_score, home_won_by, winner, content)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
		ON CONFLICT (id) DO UPDATE SET date = excluded.date, time = excluded.time,
			away = excluded.away, away_score = excluded.away_score, away_won_by = excluded.away_won_by,
			home = excluded.home, home_score = excluded.home_score, home_won_by = excluded.home_won_by,
			winner = excluded.winner, content = excluded.content`,
		game.ID, game.Date, game.Time, plain(away.Name), away.Score, away.WonBy, plain(home.Name), home.Score, home.WonBy,
		game.Winner(), string(content))
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
		WHERE date BETWEEN $1 AND $2 AND (time >= $3 OR time IS NULL) ORDER BY date, time IS NULL, time, id`, from, to, since)
}

// HighestScores returns the highest scores of all games. The text of a number does not sort like the number.
func (s *Store) HighestScores(ctx context.Context, n int) ([]tourney.Decimal, error) {
	return query(ctx, s.db, func(rows *sql.Rows, score *tourney.Decimal) error { return rows.Scan(score) },
		`SELECT score FROM (SELECT away_score AS score FROM games UNION ALL SELECT home_score FROM games) AS scores
		WHERE score IS NOT NULL ORDER BY CAST(score AS NUMERIC) DESC LIMIT $1`, n)
}

// Games returns the games as the host sent them.
func (s *Store) Games(ctx context.Context) ([]tourney.Game, error) {
	return query(ctx, s.db, scanRow[tourney.Game], `SELECT content FROM games ORDER BY id`)
}

// Teams returns the teams as the host sent them.
func (s *Store) Teams(ctx context.Context) ([]tourney.Team, error) {
	return query(ctx, s.db, scanRow[tourney.Team], `SELECT content FROM teams ORDER BY id`)
}

func scanRow[T any](rows *sql.Rows, v *T) error {
	var row []byte
	if err := rows.Scan(&row); err != nil {
		return err
	}
	return tourney.UnmarshalRow(row, v)
}

// query returns the rows of a statement.
func query[T any](ctx context.Context, db *sql.DB, scan func(*sql.Rows, *T) error,
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
