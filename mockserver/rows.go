package mockserver

import (
	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// Rows are the rows of one kind. Nobody sends a request, and no operation checks anything.
//
// Ids are from 1 to 2^62, also those anywhere in a row, such as the bracket of a side; 0 stands for a new one, or for
// none. A row that is referred to without an id is new, and is added: the event of a division, the division of a team
// or a pool.
type Rows[T any] struct{ in anyRows[T] }

type anyRows[T any] interface {
	Add(row T) int64
	Get(id int64) (T, bool)
	All() []T
	Page(q stored.Query) stored.Page[T]
	Edit(id int64, f func(*T))
	Remove(id int64)
}

// Add adds a new row, gives it an id unless it has one, and returns the id. It also adds what a row consists of: the
// players and coaches of a team, the teams of a division, the statistics of a player. It panics if a row has the id, or
// if the row refers to a row that is not there (see [AllowDanglingReferences]).
//
// A team of a division that exists moves there and else stays as it is, because a division has only summaries of its
// teams. A division without an Event belongs to the first event, if there is one, and a game whose Division has no
// Event to that of its division.
func (r Rows[T]) Add(row T) int64 { return r.in.Add(row) }

// Get returns a row with all its data, and false if there is none with the id.
func (r Rows[T]) Get(id int64) (T, bool) { return r.in.Get(id) }

// All returns all rows in the order in which they were added, also those that lists of the interface do not show.
func (r Rows[T]) All() []T { return r.in.All() }

// Page returns the rows that a query selects. It panics for a field of the query by which these rows are not found.
// Divisions come without their Teams.
func (r Rows[T]) Page(q stored.Query) stored.Page[T] { return r.in.Page(q) }

// Edit hands a copy of a row to f, and stores what f makes of it. It panics if there is no row with the id, if f
// changes the id, or if the row then refers to a row that is not there.
//
// Names and other members of rows that the row refers to are changed at those rows, and refused here: Divisions.Edit
// gets a division without its Teams, and Players.Edit a player without them. What changes of a line of a roster also
// changes in the player's own row. A team that leaves its division leaves its pools and its event.
//
// f runs while no other write can. It must not call the server. A method that reads or writes rows panics in it. A
// request of a client, as any call from another goroutine, waits for ever if it writes, and else sees the rows before
// the edit. With [Remote] f may call the server. It runs again when the row was changed meanwhile, up to 100 times.
func (r Rows[T]) Edit(id int64, f func(*T)) { r.in.Edit(id, f) }

// Remove removes a row with what hangs on it: the roster of a team, the positions of a pool, the statistics of a game
// or a player. It panics if there is no row with the id, or if others are in it: what belongs to an event, the teams,
// pools and games of a division, the games at a venue. Sides of games keep the name of a team that is gone.
func (r Rows[T]) Remove(id int64) { r.in.Remove(id) }

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
func (r DetailedRows[T, D]) Details(id int64) (D, bool) { return r.more.Details(id) }

// EditDetails hands a copy of the details to f, and stores what f makes of them. It panics when Edit does.
func (r DetailedRows[T, D]) EditDetails(id int64, f func(*D)) { r.more.EditDetails(id, f) }

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
func (r PoolRows) Positions(poolID int64) []stored.Position { return r.more.Positions(poolID) }

// AddPositions adds n empty positions to a pool, behind those that it has, and returns their ids. The first
// len(ids) new positions get these ids, and the server chooses the others. It panics if there is no such pool.
func (r PoolRows) AddPositions(poolID int64, n int, ids ...int64) []int64 {
	return r.more.AddPositions(poolID, n, ids)
}

// Records are what requests for payments and registrations left. They outlive the rows that they name. The number and
// the security code of a card are not kept.
type Records[K comparable, T any] struct{ in anyRecords[K, T] }

type anyRecords[K comparable, T any] interface {
	Add(record T) K
	Get(key K) (T, bool)
	All() []T
	Edit(key K, f func(*T))
	Remove(key K)
}

// Add adds a record that no request made, and returns its key. It adds no team, and marks none as paid. It panics if a
// record has the key, or if the record refers to a row that is not there. A team has one registration.
func (r Records[K, T]) Add(record T) K { return r.in.Add(record) }

// Get returns the record with a key, and false if there is none.
func (r Records[K, T]) Get(key K) (T, bool) { return r.in.Get(key) }

// All returns all records, oldest first; payments also those of registrations.
func (r Records[K, T]) All() []T { return r.in.All() }

// Edit hands a copy of a record to f, and stores what f makes of it, as [Rows.Edit] does. References that stay may name
// rows that were removed meanwhile.
func (r Records[K, T]) Edit(key K, f func(*T)) { r.in.Edit(key, f) }

// Remove removes a record. It panics if there is none with the key. A registration whose payment is gone has none, and
// a team whose registration is gone stays.
func (r Records[K, T]) Remove(key K) { r.in.Remove(key) }

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

// Get returns a statistic, and false if it is not set.
func (s Statistics) Get(gameID, teamPlayerID int64, name string) (tourney.Decimal, bool) {
	return s.in.Statistic(gameID, teamPlayerID, name)
}

// OfGame returns the statistics of a game that are set, in the order in which they were set.
func (s Statistics) OfGame(gameID int64) []stored.Statistic { return s.in.Statistics(gameID) }

// Set sets a statistic. It panics if there is no such game or line.
func (s Statistics) Set(gameID, teamPlayerID int64, name string, value tourney.Decimal) {
	s.in.SetStatistic(gameID, teamPlayerID, name, value)
}

// Remove removes a statistic. It panics if it is not set.
func (s Statistics) Remove(gameID, teamPlayerID int64, name string) {
	s.in.RemoveStatistic(gameID, teamPlayerID, name)
}

// Order returns the order of SetOrder.
func (s Statistics) Order() []string { return s.in.StatisticOrder() }

// SetOrder sets the order of the categories of leaders, by the names of their statistics in any letter case. Other
// statistics come behind them in the usual order, which is that of all of them without names.
func (s Statistics) SetOrder(names ...string) { s.in.SetStatisticOrder(names) }

// Accounts are the accounts that can log in.
type Accounts struct{ in anyAccounts }

type anyAccounts interface {
	AddAccount(username, password string, a tourney.Account) int64
	Accounts() []stored.Account
	Keys(username string) (auth.Credentials, bool)
	RotateKeys(username string) auth.Credentials
	ExpireKeys(username string)
}

// Add adds an account, or replaces the account that has its user name, and returns the id. Without ID and Credentials
// the account keeps those of the replaced account. A new account gets a free id, and keys that follow from the seed. It
// panics if the user name or the password is empty, or if one of the two keys is. Client still signs with the keys of
// the first account.
func (a Accounts) Add(username, password string, account tourney.Account) int64 {
	return a.in.AddAccount(username, password, account)
}

// All returns the accounts, without their secrets.
func (a Accounts) All() []stored.Account { return a.in.Accounts() }

// Keys returns the newest keys of the account with a user name, and false if there is none; of "", those of the first
// account, with which a Client signs if the server requires that. The server refuses them when they have expired: see
// Profile.KeyLifetime and ExpireKeys.
func (a Accounts) Keys(username string) (auth.Credentials, bool) { return a.in.Keys(username) }

// RotateKeys gives the account with a user name new keys, and returns them. The server refuses the old keys at once, or
// after the time of Profile.KeyOverlap. A client that logs in by itself then logs in once more
// ([tourney.WithLogin]). The keys follow from the server's seed, so the same rotations give the same keys. Reset
// restores the first keys. It panics if there is no such account.
func (a Accounts) RotateKeys(username string) auth.Credentials { return a.in.RotateKeys(username) }

// ExpireKeys makes the server refuse all keys of the account with a user name, until a login issues new ones. Clients
// without a login stay refused. It panics if there is no such account.
func (a Accounts) ExpireKeys(username string) { a.in.ExpireKeys(username) }
