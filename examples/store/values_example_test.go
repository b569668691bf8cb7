package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
)

// The code of docs/start.md that needs a database. A test of the core compares the page with this file.

func Example_values() {
	ctx := context.Background()
	srv, err := mockserver.New(tourney.Soccer)
	if err != nil {
		fmt.Println(err)
		return
	}
	game, err := srv.Client().Games.Get(ctx, 7001)
	if err != nil {
		fmt.Println(err)
		return
	}
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = db.Close() }()
	if _, err := db.ExecContext(ctx, `CREATE TABLE games (date TEXT, time TEXT, row TEXT)`); err != nil {
		fmt.Println(err)
		return
	}
	if err := five(ctx, db, game); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 2026-06-12 Fri Jun 12 08:00 CDT true away
	// 2026-06-12 08:00
	// true
}

func five(ctx context.Context, db *sql.DB, game tourney.Game) error {
	zone := time.FixedZone("CDT", -5*60*60)

	day := game.Date.ISO()               // "2026-06-12": in the order of the days, as text too
	start, ok := game.Start(zone)        // the instant; false without a date or a time
	winner := game.Winner()              // away, home, tie, nobody or undecided
	row, err := tourney.MarshalRow(game) // JSON with all that came, Extra included
	_, stored := db.ExecContext(ctx, `INSERT INTO games VALUES (?, ?, ?)`, game.Date, game.Time, string(row))

	if err := errors.Join(err, stored); err != nil {
		return err
	}
	fmt.Println(day, start.Format("Mon Jan 2 15:04 MST"), ok, winner)
	return readBack(ctx, db, game)
}

func readBack(ctx context.Context, db *sql.DB, game tourney.Game) error {
	var (
		date tourney.Date
		at   *tourney.TimeOfDay // nil for NULL
		row  []byte
	)
	err := db.QueryRowContext(ctx, `SELECT date, time, row FROM games ORDER BY date, time`).Scan(&date, &at, &row)
	if err != nil {
		return err
	}
	fmt.Println(date.ISO(), at.ISO())
	var again tourney.Game
	err = tourney.UnmarshalRow(row, &again)
	fmt.Println(again.Date == game.Date && again.AwayTeam.Score.Equal(*game.AwayTeam.Score))
	return err
}
