package mockserver

import (
	"errors"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/mockserver/internal/direct"
	"github.com/tourney-go/tourney/mockserver/internal/remote"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// Rows are the rows of one kind. Their methods send no request to the server, and do without the checks of operations.
//
// All ids in a row are from 1 to 2^62, also an id deep inside it, such as the bracket of a side; 0 means a new id, or
// no id. A row can contain another row without an id, such as the event of a division, or the division of a team or a
// pool. The server then adds that row as a new one.
type Rows[T any] struct{ in anyRows[T] }

type anyRows[T any] interface {
	anyRecords[int64, T]
	Page(q stored.Query) stored.Page[T]
}

// Add adds a new row, gives it an id unless it has one, and returns the id. It also adds the parts of a row: the
// players and coaches of a team, the teams of a division, the statistics of a player. Add panics if another row has the
// id, or if the row refers to a row that is not there (see [AllowDanglingReferences]).
//
// When a new division contains a team that already exists, the team moves into the division and keeps its other data,
// because a division has only summaries of its teams. A division without an Event belongs to the first event, if there
// is one. A game whose Division has no Event belongs to the event of its division.
func (r Rows[T]) Add(row T) int64 { return made(r.in).Add(row) }

// Get returns a row with all its data, and false if no row has the id.
func (r Rows[T]) Get(id int64) (T, bool) { return made(r.in).Get(id) }

// All returns all rows in the order in which they were added, also rows that lists of the interface do not show.
func (r Rows[T]) All() []T { return made(r.in).All() }

// Page returns the rows that a query selects. It panics when the query has a field that does not select rows of this
// kind. Divisions come without their Teams.
func (r Rows[T]) Page(q stored.Query) stored.Page[T] { return made(r.in).Page(q) }

// Edit calls f with a copy of a row, and stores the copy as f changed it. Edit panics if there is no row with the id,
// if f changes the id, or if the changed row refers to a row that is not there.
//
// Edit refuses changes of the other rows that the row refers to, such as their names: edit these rows instead. So
// Divisions.Edit gets a division without its Teams, and Players.Edit a player without its Teams. A change of a line of
// a roster also changes the player's own row. A team that leaves its division leaves its pools and its event too.
//
// No other write can run while f runs, and f must not call the server: a method that reads or writes rows panics in f.
// A request that f sends and waits for, or a call that it makes from another goroutine, waits for ever if it writes,
// and else sees the rows before the edit. With [Remote] f may call the server. With Remote, Edit calls f again when the
// row was changed meanwhile, up to 100 times.
func (r Rows[T]) Edit(id int64, f func(*T)) { made(r.in).Edit(id, f) }

// Remove removes a row and its parts: the roster of a team, the positions of a pool, the statistics of a game or a
// player. It panics if there is no row with the id, or if other rows belong to the row: the rows of an event, the
// teams, pools and games of a division, the games at a venue. Sides of games keep the name of a removed team.
func (r Rows[T]) Remove(id int64) { made(r.in).Remove(id) }

// DetailedRows are Rows with details that no answer shows.
type DetailedRows[T, D any] struct {
	Rows[T]

	more anyDetails[D]
}

type anyDetails[D any] interface {
	Details(id int64) (D, bool)
	EditDetails(id int64, f func(*D))
}

// Details returns the details of a row, and false if there is no row with the id.
func (r DetailedRows[T, D]) Details(id int64) (D, bool) { return made(r.more).Details(id) }

// EditDetails calls f with a copy of the details, and stores the copy as f changed it. It panics when Edit does.
func (r DetailedRows[T, D]) EditDetails(id int64, f func(*D)) { made(r.more).EditDetails(id, f) }

// PoolRows are the pools, with their positions.
type PoolRows struct {
	Rows[tourney.Pool]

	more anyPositions
}

type anyPositions interface {
	Positions(poolID int64) []stored.Position
	AddPositions(poolID int64, n int, ids []int64) []int64
}

// Positions returns the positions of a pool.
func (r PoolRows) Positions(poolID int64) []stored.Position { return made(r.more).Positions(poolID) }

// AddPositions adds n empty positions to a pool, after the positions that the pool has, and returns the new ids. The
// first len(ids) new positions get these ids, and the server chooses the others. It panics if there is no such pool.
func (r PoolRows) AddPositions(poolID int64, n int, ids ...int64) []int64 {
	return made(r.more).AddPositions(poolID, n, ids)
}

// Records are the payments and registrations that requests made. A record stays when a row that it names is removed. A
// record does not keep the number and the security code of a card.
type Records[K comparable, T any] struct{ in anyRecords[K, T] }

type anyRecords[K comparable, T any] interface {
	Add(record T) K
	Get(key K) (T, bool)
	All() []T
	Edit(key K, f func(*T))
	Remove(key K)
}

// Add adds a record that no request made, and returns its key. Add adds no team, and marks no team as paid. It panics
// if another record has the key, or if the record refers to a row that is not there. A team has at most one
// registration.
func (r Records[K, T]) Add(record T) K { return made(r.in).Add(record) }

// Get returns the record with a key, and false if there is no such record.
func (r Records[K, T]) Get(key K) (T, bool) { return made(r.in).Get(key) }

// All returns all records, oldest first. The payments include payments that a registration made.
func (r Records[K, T]) All() []T { return made(r.in).All() }

// Edit calls f with a copy of a record, and stores the copy as f changed it, as [Rows.Edit] does. References that f
// does not change may name rows that were removed.
func (r Records[K, T]) Edit(key K, f func(*T)) { made(r.in).Edit(key, f) }

// Remove removes a record. It panics if there is no record with the key. When a payment is removed, its registration
// stays without a payment. When a registration is removed, its team stays.
func (r Records[K, T]) Remove(key K) { made(r.in).Remove(key) }

// Statistics are the statistics of players in games. A line of a roster names the player.
type Statistics struct{ in anyStatistics }

type anyStatistics interface {
	Statistic(gameID, teamPlayerID int64, name string) (tourney.Decimal, bool)
	Statistics(gameID int64) []stored.Statistic
	SetStatistic(gameID, teamPlayerID int64, name string, value tourney.Decimal)
	RemoveStatistic(gameID, teamPlayerID int64, name string)
	StatisticOrder() []string
	SetStatisticOrder(names []string)
}

// Get returns a statistic, and false if the statistic is not set.
func (s Statistics) Get(gameID, teamPlayerID int64, name string) (tourney.Decimal, bool) {
	return made(s.in).Statistic(gameID, teamPlayerID, name)
}

// OfGame returns the statistics of a game that are set, in the order in which they were set.
func (s Statistics) OfGame(gameID int64) []stored.Statistic { return made(s.in).Statistics(gameID) }

// Set sets a statistic. It panics if there is no such game or line.
func (s Statistics) Set(gameID, teamPlayerID int64, name string, value tourney.Decimal) {
	made(s.in).SetStatistic(gameID, teamPlayerID, name, value)
}

// Remove removes a statistic. It panics if the statistic is not set.
func (s Statistics) Remove(gameID, teamPlayerID int64, name string) {
	made(s.in).RemoveStatistic(gameID, teamPlayerID, name)
}

// Order returns the names that SetOrder set.
func (s Statistics) Order() []string { return made(s.in).StatisticOrder() }

// SetOrder sets the order of the categories of leaders, by the names of their statistics in any letter case. Other
// statistics come after these, in the usual order. Without names, all statistics come in the usual order.
func (s Statistics) SetOrder(names ...string) { made(s.in).SetStatisticOrder(names) }

// Accounts are the accounts that can log in.
type Accounts struct{ in anyAccounts }

type anyAccounts interface {
	AddAccount(username, password string, a tourney.Account, events []int64) int64
	Accounts() []stored.Account
	Keys(username string) (auth.Credentials, bool)
	RotateKeys(username string) auth.Credentials
	ExpireKeys(username string)
}

// Add adds an account, or replaces the account that has its user name, and returns the id. Without ID and Credentials
// the account keeps the id and the keys of the replaced account. A new account gets a free id, and keys that the server
// makes from its seed. Add panics if the user name or the password is empty, or if only one of the two keys is.
// [World.Client] still signs with the keys of the first account.
//
// With ids of events the account sees only rows of these events, if the server requires signatures. Lists leave out
// rows of other events, a list by such a row is empty, and a request for such a row, or a write that names it, gets
// code 1. With Profile.RefuseOtherEvents all requests that name such a row get code 6. Every account sees the rows of
// no event, and a player of several events whole.
func (a Accounts) Add(username, password string, account tourney.Account, events ...int64) int64 {
	return made(a.in).AddAccount(username, password, account, events)
}

// All returns the accounts, without their secrets.
func (a Accounts) All() []stored.Account { return made(a.in).Accounts() }

// Keys returns the newest keys of the account with a user name, and false if there is no such account. For "" it
// returns the keys of the first account, with which a Client signs if the server requires signatures. The server
// refuses keys that have expired: see Profile.KeyLifetime and ExpireKeys.
func (a Accounts) Keys(username string) (auth.Credentials, bool) { return made(a.in).Keys(username) }

// RotateKeys gives the account with a user name new keys, and returns them. The server refuses the old keys at once, or
// after the time of Profile.KeyOverlap. A client that logs in by itself then logs in once more ([tourney.WithLogin]).
// The server makes the keys from its seed, so the same rotations give the same keys. Reset restores the first keys. It
// panics if there is no such account.
func (a Accounts) RotateKeys(username string) auth.Credentials {
	return made(a.in).RotateKeys(username)
}

// ExpireKeys makes the server refuse all keys of the account with a user name, until a login issues new ones. The
// server refuses clients without a login until then. It panics if there is no such account.
func (a Accounts) ExpireKeys(username string) { made(a.in).ExpireKeys(username) }

// made returns a part of a World or a Server. It panics for a part of the zero value. It is not inlined, so that
// packages of users compile no instance of it.
//
//go:noinline
func made[T any](part T) T {
	if any(part) == nil {
		panic(errors.New("mockserver: this World or Server is the zero value: make one with mockserver.New, Start or Remote"))
	}
	return part
}

// place is where the rows of a World are: a *direct.Access in this process, or a *remote.Server in another one.
type place interface {
	anyPositions
	anyStatistics
	anyAccounts
}

func rowsAt[R, T any](at place, n *direct.Noun[R, T]) Rows[T] {
	if there, ok := at.(*remote.Server); ok {
		return Rows[T]{remote.RowsOf[T](there, n.Name, n.Takes)}
	}
	return Rows[T]{&direct.Rows[R, T]{Noun: n, W: at.(*direct.Access)}} //nolint:forcetypeassert // the only other place
}

func detailedRowsAt[R, T, D any](at place, n *direct.Noun[R, T], d *direct.Detailed[R, D]) DetailedRows[T, D] {
	if there, ok := at.(*remote.Server); ok {
		return DetailedRows[T, D]{rowsAt(at, n), remote.DetailsOf[D](there, n.Name)}
	}
	here := at.(*direct.Access) //nolint:forcetypeassert // the only other place
	return DetailedRows[T, D]{rowsAt(at, n), &direct.Details[R, T, D]{Noun: n, Of: d, W: here}}
}

func recordsAt[K comparable, T any](at place, n *direct.RecordNoun[K, T]) Records[K, T] {
	if there, ok := at.(*remote.Server); ok {
		return Records[K, T]{remote.RecordsOf[K](there, n.Name, n.Plain)}
	}
	here := at.(*direct.Access) //nolint:forcetypeassert // the only other place
	return Records[K, T]{&direct.Records[K, T]{Of: n, W: here}}
}
