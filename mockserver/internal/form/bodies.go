package form

import (
	"encoding/json"
	"errors"
	"reflect"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/mockserver/journal"
	"github.com/tourney-go/tourney/mockserver/stored"
	"github.com/tourney-go/tourney/secret"
)

// Single is implemented by Value, for a value of any type.
type Single interface{ Refuses(n node.Node) error }

// Value is a body that contains a single value.
type Value[T any] struct {
	Value T `json:"value"`
}

// Refuses returns an error for a body without the value. Null is allowed only if the value is a list, and means that
// there is no list.
func (Value[T]) Refuses(n node.Node) error {
	value := n.Find("value")
	switch kind := reflect.TypeFor[T]().Kind(); {
	case value == nil:
		return errors.New(`value: is missing: expected {"value": …}`)
	case value.Kind == node.Null && kind != reflect.Slice:
		return errors.New("value: expected a value, found null")
	}
	return nil
}

// Key is the answer to a request that adds a row: the id of the new row.
type Key[K comparable] struct {
	ID K `json:"id"`
}

// Page is the answer with a page of rows, or with all rows.
type Page struct {
	Rows  []json.RawMessage `json:"rows"`
	Next  int64             `json:"next,omitempty"`  // absent on the last page
	Total *int              `json:"total,omitempty"` // absent if the server does not know the total
}

// Positions is the answer to a request that adds positions to a pool: the ids of the new positions.
type Positions struct {
	TeamPoolIDs []int64 `json:"teamPoolIds"`
}

// Requests is the answer to GET requests.
type Requests struct {
	Requests []journal.Call `json:"requests"`
	Dropped  bool           `json:"dropped"` // the journal has dropped requests: see Calls.Dropped
}

// Unreachable is the body of POST unreachable.
type Unreachable struct {
	For string `json:"for"`
}

// Writes is the answer to GET writes.
type Writes struct {
	Writes []journal.Write `json:"writes"`
}

// Snapshot is a snapshot in an answer.
type Snapshot struct {
	Name  string    `json:"name"`
	Write int64     `json:"write"`
	Time  time.Time `json:"time"`
}

// Snapshots is the answer to GET snapshots.
type Snapshots struct {
	Snapshots []Snapshot `json:"snapshots"`
}

// Reset is the body of POST reset.
type Reset struct {
	All bool `json:"all,omitempty"` // removes the faults and forgets the requests, too
}

// Choice is the body of a request that resets the world to a scenario.
type Choice struct {
	Seed  *uint64 `json:"seed,omitempty"`
	Teams int     `json:"teams,omitempty"`

	StartDate tourney.Date `json:"startDate,omitzero"` // the first day of the scenario
}

// Name is a body with a name.
type Name struct {
	Name string `json:"name"`
}

// Fixtures is the body of POST fixtures for several files, which the server loads in one write.
type Fixtures struct {
	Files []Fixture `json:"files"`
}

// Fixture is a fixture file.
type Fixture struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// Clock is the clock in an answer.
type Clock struct {
	Now time.Time `json:"now"`
}

// Play is the body of POST play.
type Play struct {
	Seed  uint64  `json:"seed"`
	Until *string `json:"until,omitempty"` // a time in RFC 3339; nil for no limit
}

// Played is the answer to POST play.
type Played struct {
	Game json.RawMessage `json:"game,omitempty"` // the game that has got a result; absent for none
}

// Session is a session in an answer. A client of the session either puts Path in front of the path of each request, or
// sends the header X-Mock-Session.
type Session struct {
	Name string `json:"name"`
	Path string `json:"path"`
}

// Sessions is the answer to GET sessions.
type Sessions struct {
	Sessions []string `json:"sessions"`
}

// Accounts is the answer to GET accounts.
type Accounts struct {
	Accounts []stored.Account `json:"accounts"`
}

// Account is the body of POST accounts.
type Account struct {
	ID        int64  `json:"id,omitempty"`
	Username  string `json:"username"`
	Password  string `json:"password"`
	Email     string `json:"email,omitempty"`
	APIKey    string `json:"apiKey,omitempty"`
	APISecret []byte `json:"apiSecret,omitempty"` // base64, because a secret can be any bytes

	Events []int64 `json:"events,omitempty"` // that the account sees; none for all
}

// Keys are keys in an answer.
type Keys struct {
	APIKey    string `json:"apiKey"`
	APISecret []byte `json:"apiSecret"` // base64, because a secret can be any bytes
}

// Credentials returns the keys as clients use them.
func (k Keys) Credentials() auth.Credentials {
	return auth.Credentials{APIKey: k.APIKey, APISecret: secret.New(string(k.APISecret))}
}

// KeysOf returns keys in the form of an answer.
func KeysOf(keys auth.Credentials) Keys {
	return Keys{keys.APIKey, []byte(keys.APISecret.Reveal())}
}

// Errors is the body of a refusal.
type Errors struct{ Errors []Error }

// Error is an item of Errors.
type Error struct {
	Code    int
	Message string
}
