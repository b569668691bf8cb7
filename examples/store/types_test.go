package main

import (
	"database/sql"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/secret"
)

var march = tourney.Date{Year: 2026, Month: 3, Day: 7}

// through stores a value in a column and reads it into a new one.
func through[T any](t *testing.T, column string, value any) (got T, err error) {
	t.Helper()
	db := open(t, ":memory:").db
	_, err = db.ExecContext(t.Context(), `CREATE TABLE one (v `+column+`)`)
	require.NoError(t, err)
	_, err = db.ExecContext(t.Context(), `INSERT INTO one VALUES (?)`, value)
	require.NoError(t, err)
	err = db.QueryRowContext(t.Context(), `SELECT v FROM one`).Scan(&got)
	return got, err
}

// same requires that a value, a pointer to it and a sql.Null of it come back from each type of column, and that NULL
// comes back where it is told from the zero value.
func same[T any](t *testing.T, value T, columns ...string) {
	t.Helper()
	for _, column := range columns {
		name := fmt.Sprintf("%T %v in %s", value, value, column)
		got, err := through[T](t, column, value)
		require.NoError(t, err, name)
		require.Empty(t, cmp.Diff(value, got), name)
		pointer, err := through[*T](t, column, &value)
		require.NoError(t, err, name)
		require.Empty(t, cmp.Diff(&value, pointer), name)
		null, err := through[sql.Null[T]](t, column, sql.Null[T]{V: value, Valid: true})
		require.NoError(t, err, name)
		require.Empty(t, cmp.Diff(sql.Null[T]{V: value, Valid: true}, null), name)

		pointer, err = through[*T](t, column, (*T)(nil))
		require.NoError(t, err, name)
		require.Nil(t, pointer, name)
		null, err = through[sql.Null[T]](t, column, sql.Null[T]{})
		require.NoError(t, err, name)
		require.False(t, null.Valid, name)
	}
}

func TestEveryTypeComesBack(t *testing.T) {
	for _, day := range []tourney.Date{march, {Year: 1, Month: 1, Day: 2}, {Year: 9999, Month: 12, Day: 31}} {
		same(t, day, "TEXT", "DATE", "DATETIME", "NUMERIC", "")
		same(t, tourney.DateTime{Date: day, Time: tourney.TimeOfDay{Hour: 15, Minute: 4}}, "TEXT", "DATETIME", "TIMESTAMP", "")
		same(t, tourney.DateTime{Date: day}, "TEXT", "DATETIME", "TIMESTAMP", "NUMERIC")
	}
	for _, clock := range []tourney.TimeOfDay{{}, {Hour: 9, Minute: 5}, {Hour: 23, Minute: 59}} {
		same(t, clock, "TEXT", "TIME", "")
	}
	for _, number := range []string{"0", "57.50", "-0.125", "100", "9007199254740993", "1e20", "+.5"} {
		same(t, tourney.MustDecimal(number), "TEXT", "")
		if number != "9007199254740993" { // an integer column holds it, and the driver may give a float64 elsewhere
			same(t, tourney.MustDecimal(number), "NUMERIC", "DECIMAL(10,2)", "REAL")
		}
	}
	for _, by := range []tourney.WonBy{{}, tourney.WonByForfeit, {Code: 7}, {Name: "Golden Goal"}, {Code: -9, Name: " ö "}} {
		same(t, by, "TEXT", "", "NUMERIC")
	}
	same(t, tourney.TeamStatus(99), "INTEGER", "TEXT", "")
	same(t, tourney.GenderFemale, "INTEGER")
	same(t, tourney.TextOrNumber("Archived"), "TEXT")
	same(t, tourney.WinnerTie, "TEXT")
}

// TestNullIsNoDate: a zero date is stored as NULL, and a value that is 0 or midnight is not.
func TestNullIsNoDate(t *testing.T) {
	for _, zero := range []any{tourney.Date{}, tourney.DateTime{}} {
		null, err := through[sql.Null[string]](t, "TEXT", zero)
		require.NoError(t, err)
		require.False(t, null.Valid, "%T", zero)
	}
	day, err := through[tourney.Date](t, "DATE", tourney.Date{})
	require.NoError(t, err)
	require.Zero(t, day)
	moment, err := through[tourney.DateTime](t, "TEXT", nil)
	require.NoError(t, err)
	require.Zero(t, moment)
	for _, failed := range []error{
		last(through[tourney.TimeOfDay](t, "TEXT", nil)), last(through[tourney.Decimal](t, "TEXT", nil)),
		last(through[tourney.WonBy](t, "TEXT", nil)),
	} {
		require.ErrorContains(t, failed, `name "v": tourney: cannot scan NULL into a `)
		require.ErrorContains(t, failed, "or sql.Null[")
	}
}

func last[T any](_ T, err error) error { return err }

// TestWhatDoesNotFitIsAnError: nothing is rounded, cut or guessed.
func TestWhatDoesNotFitIsAnError(t *testing.T) {
	noon := time.Date(2026, 3, 7, 12, 0, 0, 0, time.UTC)
	for want, err := range map[string]error{
		`"3/7/2026" into a Date`:                            last(through[tourney.Date](t, "TEXT", "3/7/2026")),
		`the time 2026-03-07T12:00:00Z into a Date`:         last(through[tourney.Date](t, "DATE", noon)),
		`the int64 20260307 into a Date`:                    last(through[tourney.Date](t, "INTEGER", 20260307)),
		`"09:05:30" into a TimeOfDay`:                       last(through[tourney.TimeOfDay](t, "TIME", "09:05:30")),
		`the float64 1.2345678901234568e+29 into a Decimal`: last(through[tourney.Decimal](t, "NUMERIC", "123456789012345678901234567890")),
		`"Forfeit" into a WonBy`:                            last(through[tourney.WonBy](t, "TEXT", "Forfeit")),
	} {
		require.ErrorContains(t, err, "tourney: cannot scan "+want)
	}
}

// TestDatesCompareWithThoseOfSQL: the stored texts stand in the order of the timestamps that SQLite writes.
func TestDatesCompareWithThoseOfSQL(t *testing.T) {
	db := open(t, ":memory:").db
	for clock, want := range map[tourney.TimeOfDay]bool{{Hour: 9}: true, {Hour: 21}: false} {
		var before, onTheDay bool
		moment := tourney.DateTime{Date: march, Time: clock}
		require.NoError(t, db.QueryRowContext(t.Context(),
			`SELECT ? < datetime('2026-03-07 12:00:00'), ? = date('2026-03-07 12:00:00')`, moment, march).Scan(&before, &onTheDay))
		require.Equal(t, want, before, clock)
		require.True(t, onTheDay)
	}
}

func TestSecretsDoNotReachTheDatabase(t *testing.T) {
	db := open(t, ":memory:").db
	secret := secret.New("hunter22")
	for _, value := range []any{secret, &secret, auth.Credentials{APIKey: "key", APISecret: secret}} {
		_, err := db.ExecContext(t.Context(), `INSERT INTO teams (id, name, row) VALUES (1, ?, '')`, value)
		require.Error(t, err)
		require.NotContains(t, err.Error(), secret.Reveal())
	}
	var count int
	require.NoError(t, db.QueryRowContext(t.Context(), `SELECT count(*) FROM teams`).Scan(&count))
	require.Zero(t, count)
}
