package model

import (
	"hash/fnv"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/store"
)

// The keys of the tables. A key stands for a filter of a list: its table has a list of the rows that the filter selects.

// EventKey selects all events.
type EventKey struct{}

// Key returns the key for the table.
func (EventKey) Key() store.Key { return store.Key{} }

// DivisionKey selects divisions. The zero key selects all.
type DivisionKey struct {
	Event  int64
	Active bool // select only active divisions
}

// Key returns the key for the table.
func (k DivisionKey) Key() store.Key {
	if k.Active {
		return store.Key{k.Event, 1}
	}
	return store.Key{k.Event}
}

// PoolKey selects the pools of the division with this id.
type PoolKey int64

// EveryPool is the key of all pools.
const EveryPool PoolKey = -1

// Key returns the key for the table.
func (k PoolKey) Key() store.Key { return store.Key{int64(k)} }

// TeamPoolKey selects the positions of a pool, or the positions of a team.
type TeamPoolKey struct{ Pool, Team int64 }

// Key returns the key for the table.
func (k TeamPoolKey) Key() store.Key { return store.Key{k.Pool, k.Team} }

// PaidFilter is the value of the parameter Paid of the list of teams.
type PaidFilter uint8

// The values of the filter.
const (
	PaidAsShown PaidFilter = iota // no parameter: the division's setting decides
	OnlyPaid
	OnlyUnpaid
	PaidOrNot // selects all teams; clients cannot send it
)

// AnyStatus is the status of a TeamKey that selects teams of all statuses.
const AnyStatus = -1 << 31

// TeamKey selects the teams of a scope that have the status and that the filter Paid selects.
type TeamKey struct {
	Scope  Scope
	Status tourney.TeamStatus
	Paid   PaidFilter
}

// Key returns the key for the table.
func (k TeamKey) Key() store.Key {
	return store.Key{int64(k.Scope.Level), k.Scope.ID, int64(k.Status), int64(k.Paid)}
}

// VenueKey selects the venues of the event with this id. The key 0 selects all.
type VenueKey int64

// Key returns the key for the table.
func (k VenueKey) Key() store.Key { return store.Key{int64(k)} }

// GameKey selects the games of a scope. The zero date selects all days.
type GameKey struct {
	Scope Scope
	Team  int64 // 0 for every team
	Date  tourney.Date
}

// Key returns the key for the table.
func (k GameKey) Key() store.Key {
	day := int64(k.Date.Year)<<32 | int64(k.Date.Month)<<16 | int64(k.Date.Day)
	return store.Key{int64(k.Scope.Level), k.Scope.ID, k.Team, day}
}

// StatisticKey selects the statistics of a scope, or the statistics of a player in a game.
type StatisticKey struct {
	Scope  Scope
	game   int64
	player int64 // id of a line of a roster
}

// Key returns the key for the table.
func (k StatisticKey) Key() store.Key {
	return store.Key{int64(k.Scope.Level), k.Scope.ID, k.game, k.player}
}

// PaymentKey selects the payments with this transaction id, and those whose transaction ids have the same hash.
type PaymentKey string

// Key returns the key for the table.
func (k PaymentKey) Key() store.Key {
	hash := fnv.New64a()
	_, _ = hash.Write([]byte(k))
	return store.Key{int64(hash.Sum64())} //nolint:gosec // the bits matter, not the number
}

// RegistrationKey selects the registrations of the team with this id.
type RegistrationKey int64

// Key returns the key for the table.
func (k RegistrationKey) Key() store.Key { return store.Key{int64(k)} }
