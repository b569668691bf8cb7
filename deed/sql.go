package deed

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Dialect is how a database speaks SQL: [PostgreSQL], [MySQL] or [SQLite].
type Dialect struct {
	id, data  string // types of columns
	now       string // the time in milliseconds, which no zone changes
	orNothing string // ends an insert that does nothing when the row is there
	numbered  bool   // the arguments are $1 and $2
}

// The dialects. That of MySQL is also that of MariaDB.
var (
	PostgreSQL = Dialect{"BYTEA", "BYTEA", "CAST(FLOOR(EXTRACT(EPOCH FROM clock_timestamp()) * 1000) AS BIGINT)",
		"ON CONFLICT (id) DO NOTHING", true}
	MySQL = Dialect{"VARBINARY(200)", "LONGBLOB", "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) DIV 1000",
		"ON DUPLICATE KEY UPDATE id = id", false}
	SQLite = Dialect{"BLOB", "BLOB", "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)",
		"ON CONFLICT (id) DO NOTHING", false}
)

// Schema returns the statement that makes the table of [SQL], unless it is there.
func (d Dialect) Schema() string {
	return fmt.Sprintf("CREATE TABLE IF NOT EXISTS tourney_deeds (id %s NOT NULL PRIMARY KEY, "+
		"version VARCHAR(32) NOT NULL, data %s NOT NULL, ends BIGINT NOT NULL)", d.id, d.data)
}

// SQL returns a store in a database, which stays the caller's. Its driver is the caller's choice. The records are in
// the table tourney_deeds, which SQL makes by [Dialect.Schema] unless it is there. The clock is that of the database.
// A connection to SQLite needs a busy_timeout if several have the file open, and the file must be on a disk of the
// machine.
func SQL(ctx context.Context, db *sql.DB, d Dialect) (Store, error) {
	if d == (Dialect{}) {
		return nil, errors.New("deed: SQL: the dialect is empty: expected PostgreSQL, MySQL or SQLite")
	}
	s := &database{d, db}
	_, _, missing := s.Load(ctx, "")
	if missing != nil {
		_, err := db.ExecContext(ctx, d.Schema())
		if _, _, missing = s.Load(ctx, ""); missing != nil { // else another process made it at the same time
			return nil, fmt.Errorf("deed: SQL: the table tourney_deeds: %w", errors.Join(missing, err))
		}
	}
	return s, nil
}

type database struct {
	Dialect
	db *sql.DB
}

// statement writes a statement in the dialect. The time is called now() in it.
func (s *database) statement(text string) string {
	text = strings.ReplaceAll(text, "now()", s.now)
	for n := 1; s.numbered && strings.Contains(text, "?"); n++ {
		text = strings.Replace(text, "?", "$"+strconv.Itoa(n), 1)
	}
	return text
}

func (s *database) Load(ctx context.Context, key string) (r Record, now time.Time, err error) {
	var version sql.NullString
	var clock int64
	err = s.transaction(ctx, func(tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, s.statement("SELECT d.version, d.data, t.clock FROM (SELECT now() AS clock) t "+
			"LEFT JOIN tourney_deeds d ON d.id = ? AND d.ends > t.clock"), []byte(key)).Scan(&version, &r.Data, &clock)
	})
	r.Version = version.String
	return r, time.UnixMilli(clock), err
}

func (s *database) Create(ctx context.Context, key string, r Record, keep time.Duration) (bool, error) {
	if err := s.deleteEnded(ctx, key); err != nil {
		return false, err
	}
	return s.change(ctx, key, r, "INSERT INTO tourney_deeds (version, data, ends, id) VALUES (?, ?, now() + ?, ?) "+
		s.orNothing, r.Version, r.Data, keep.Milliseconds(), []byte(key))
}

// deleteEnded deletes some rows whose time is over, first that of the key. It finds them before, because a DELETE that
// searches the table locks rows of others in MySQL, which then take each other for deadlocked.
func (s *database) deleteEnded(ctx context.Context, key string) error {
	const first = "SELECT id, version FROM tourney_deeds WHERE ends <= now() " +
		"ORDER BY CASE WHEN id = ? THEN 0 ELSE 1 END LIMIT 1"
	for range 10 {
		var ended, version string
		err := s.transaction(ctx, func(tx *sql.Tx) error {
			return tx.QueryRowContext(ctx, s.statement(first), []byte(key)).Scan(&ended, &version)
		})
		if errors.Is(err, sql.ErrNoRows) {
			break
		}
		if err == nil {
			err = s.Delete(ctx, ended, version)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *database) Replace(ctx context.Context, key, version string, r Record, keep time.Duration) (bool, error) {
	return s.change(ctx, key, r, "UPDATE tourney_deeds SET version = ?, data = ?, ends = now() + ? "+
		"WHERE id = ? AND version = ?", r.Version, r.Data, keep.Milliseconds(), []byte(key), version)
}

func (s *database) Delete(ctx context.Context, key, version string) error {
	_, err := s.change(ctx, key, Record{}, "DELETE FROM tourney_deeds WHERE id = ? AND version = ?", []byte(key), version)
	return err
}

// change does a statement, and reports whether the key has the record then. The number of rows would not tell, because
// some settings of MySQL count rows that are found and not changed.
func (s *database) change(ctx context.Context, key string, r Record, statement string, args ...any) (bool, error) {
	var version string
	err := s.transaction(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, s.statement(statement), args...)
		if err == nil {
			row := tx.QueryRowContext(ctx, s.statement("SELECT version FROM tourney_deeds WHERE id = ?"), []byte(key))
			err = row.Scan(&version)
		}
		if errors.Is(err, sql.ErrNoRows) {
			err = nil
		}
		return err
	})
	return err == nil && version == r.Version, err
}

// transaction does something in a transaction, also when it only reads: a database that is set up to commit nothing by
// itself would go on to show an old state.
func (s *database) transaction(ctx context.Context, do func(*sql.Tx) error) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err = do(tx); err != nil {
		_ = tx.Rollback() // the first error says more
		return err
	}
	return tx.Commit()
}
