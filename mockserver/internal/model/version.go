// Package model contains the rows of the mock. A Version is all rows of a world at one moment, with their ids and
// indexes.
//
// It uses the types of package tourney and the tables of package store. It does not know requests, files or history. To
// add a new kind of rows, write a file with the types of the row and its key, and with the methods that add, edit and
// remove rows. Then name the kind in this file, which has all lists of kinds. A value that is computed from other rows
// belongs in this package too. Code that decides how an answer shows the value does not belong here.
package model

import (
	"slices"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/mockserver/internal/assumption"
	"github.com/tourney-go/tourney/mockserver/internal/store"
)

// Table contains the rows of one kind, such as teams. P is the type of pointers to them.
type Table[P any] = store.Table[P]

// Version contains the rows of a server at one moment. Nothing changes a version that requests can see: a write changes
// a fork of the newest version, and the fork then becomes the newest version.
//
// Rows refer to each other by id, and package views joins rows for a response. Versions share rows, so code replaces
// the slices, maps and pointers in a row, and never changes in place what they refer to.
type Version struct {
	Variant *contract.Variant
	Number  int64 // number of the write that made the version
	By      Origin
	Counters

	Accounts      []Account // replaced by each change
	Events        Table[*EventRow]
	Divisions     Table[*DivisionRow]
	Pools         Table[*PoolRow]
	TeamPools     Table[*TeamPoolRow]
	Teams         Table[*TeamRow]
	People        Table[*PersonRow]
	Venues        Table[*VenueRow]
	Games         Table[*GameRow]
	Statistics    Table[*StatisticRow]
	Payments      Table[*PaymentRow]
	Registrations Table[*RegistrationRow]
	Rosters       store.Map[int64, int64]    // ids of teams by the ids of their rosters' lines
	External      store.Map[string, []int64] // ids of teams by external id
	StatNames     []string                   // set by Statistics.SetOrder
	Refs          *Refs                      // the ids of the rows of fixtures by name; nil without fixtures
	Source        *Source                    // the last file with rows in this version; nil for none
	Began         *Beginning                 // the scenario that made the first rows

	Hands map[int]string // the names of hands that differ from the mock's default names

	Standings *tourney.Standings          // set by SetStandings
	Leaders   []tourney.StatisticCategory // set by SetLeaders

	NextID          int64  // set by SetNextID
	NextTransaction string // set by SetNextTransactionID

	Sealed *store.Stamp // nil while the version changes
	stamp  *store.Stamp // the stamp of the version that this one is a fork of
}

// NewVersion returns a version without rows.
func NewVersion(v *contract.Variant) *Version {
	s := &Version{Variant: v, Counters: Counters{IDs: NewSequence()}, Began: new(Beginning)}
	s.Events = store.New(func(r *EventRow) int64 { return r.Event.ID }, (*EventRow).keys)
	s.Divisions = store.New(func(r *DivisionRow) int64 { return r.Division.ID }, (*DivisionRow).keys)
	s.Pools = store.New(func(r *PoolRow) int64 { return r.ID }, (*PoolRow).keys)
	s.TeamPools = store.New(func(r *TeamPoolRow) int64 { return r.ID }, (*TeamPoolRow).keys)
	s.Teams = store.New(func(r *TeamRow) int64 { return r.Team.ID }, (*TeamRow).keys)
	s.People = store.New(func(r *PersonRow) int64 { return r.Player.ID }, (*PersonRow).keys)
	s.Venues = store.New(func(r *VenueRow) int64 { return r.Venue.ID }, (*VenueRow).keys)
	s.Games = store.NewDeriving(func(r *GameRow) int64 { return r.Game.ID }, (*GameRow).keys, (*GameRow).Settle)
	s.Statistics = store.New(func(r *StatisticRow) int64 { return r.ID }, (*StatisticRow).keys)
	s.Payments = store.New(func(r *PaymentRow) int64 { return r.Number }, (*PaymentRow).keys)
	s.Registrations = store.New(func(r *RegistrationRow) int64 { return r.Number }, (*RegistrationRow).keys)
	s.Rosters, s.External = store.NewMap[int64, int64](), store.NewMap[string, []int64]()
	for i, t := range s.tables() {
		t.SetIndex(i)
	}
	return s
}

// Tables describes the tables of a version, in the order in which a file contains them. If ClaimRow needs other rows
// for a row, the other rows come first.
var Tables = [...]Described{
	{"events", "event", EventIDs, "Event.Id"},
	{"venues", "venue", VenueIDs, "Venue.Id"},
	{"divisions", "division", DivisionIDs, "Division.Id"},
	{"pools", "pool", PoolIDs, "Id"},
	{"teamPools", "position of a pool", TeamPoolIDs, "Id"},
	{"teams", "team", TeamIDs, "Team.Id"},
	{"people", "player", PersonIDs, "Player.Id"},
	{"games", "game", GameIDs, "Game.Id"},
	{"statistics", "statistic", StatisticIDs, "Id"},
	{"payments", "payment", NoKind, "Number"},
	{"registrations", "registration", RegistrationIDs, "Number"},
}

// A store.TableSet has a bit for each table.
var _ [16 - len(Tables)]struct{}

// Described describes a table.
type Described struct {
	Name   string // the name of the table's lines in files, and of its field in Version
	One    string // the word for a row, for errors
	Kind   Kind   // the kind of the rows' ids
	PathID string // the path of the id within a row
}

// tables returns the tables in the order of Tables. It is an array, because each write calls it.
func (s *Version) tables() [len(Tables)]*store.Untyped {
	return [...]*store.Untyped{
		s.Events.Untyped(), s.Venues.Untyped(), s.Divisions.Untyped(), s.Pools.Untyped(), s.TeamPools.Untyped(),
		s.Teams.Untyped(), s.People.Untyped(), s.Games.Untyped(), s.Statistics.Untyped(), s.Payments.Untyped(),
		s.Registrations.Untyped(),
	}
}

// TableAt returns the table with an index in Tables.
func (s *Version) TableAt(index int) *store.Untyped { return s.tables()[index] }

// Known reports whether there is a row of a kind with an id. The id 0 means that no row is named, and counts as known.
func (s *Version) Known(k Kind, id int64) bool {
	table := TableOf(k)
	return table >= 0 && s.TableAt(table).Known(id)
}

// RowOf returns a pointer to the row of a kind with an id, nil when there is none.
func (s *Version) RowOf(k Kind, id int64) any {
	if table := TableOf(k); table >= 0 {
		return s.TableAt(table).Get(id)
	}
	return nil
}

// TableOf returns the index in Tables of the table whose rows have ids of a kind, -1 when there is none.
func TableOf(k Kind) int {
	return slices.IndexFunc(Tables[:], func(t Described) bool { return t.Kind == k })
}

// Fork returns a copy that shares all rows. A change of the copy does not affect the original, and a change of the
// original does not affect the copy. Several goroutines can fork a version at once if it was forked before and has not
// changed since.
func (s *Version) Fork() *Version {
	for _, t := range s.tables() {
		t.Share()
	}
	next := *s
	next.Rosters, next.External = s.Rosters.Fork(), s.External.Fork()
	if s.Sealed != nil {
		next.Sealed, next.stamp = nil, s.Sealed
	}
	return &next
}

// Counters say which ids and numbers a world already gave out.
type Counters struct {
	IDs    Sequence
	Booked int64 // how many payments and registrations were ever made
	Paid   int64 // how many payments were ever made
	Keys   int64 // at least as large as the field Made of every removed account
}

// GoOn raises each counter to the value in from if that is larger, so that the world gives out no id or number twice.
func (c *Counters) GoOn(from Counters) {
	for k := range c.IDs.Next {
		c.IDs.Next[k] = max(c.IDs.Next[k], from.IDs.Next[k])
	}
	c.Booked, c.Paid, c.Keys = max(c.Booked, from.Booked), max(c.Paid, from.Paid), max(c.Keys, from.Keys)
}

// Given returns the counters. In the result, Keys is at least as large as the field Made of every account.
func (s *Version) Given() Counters {
	all := s.Counters
	for i := range s.Accounts {
		all.Keys = max(all.Keys, s.Accounts[i].Made)
	}
	return all
}

// Kind is a kind of rows that have ids.
type Kind int

// The kinds of rows.
const (
	EventIDs Kind = iota
	DivisionIDs
	PoolIDs
	TeamPoolIDs
	TeamIDs
	RosterIDs
	PersonIDs
	CoachIDs
	CoachPersonIDs
	VenueIDs
	CourtIDs
	venueCourtIDs
	GameIDs
	StatisticIDs
	PriceIDs
	SeasonIDs
	BracketIDs
	assetIDs
	RegistrationIDs
	AccountIDs
	Kinds
)

// NoKind is the kind of an id that belongs to no row of the mock.
const NoKind Kind = -1

// KindNames are the names that files use for the kinds of ids.
var KindNames = [Kinds]string{
	EventIDs: "events", DivisionIDs: "divisions", PoolIDs: "pools", TeamPoolIDs: "teamPools", TeamIDs: "teams",
	RosterIDs: "rosters", PersonIDs: "people", CoachIDs: "coaches", CoachPersonIDs: "coachPersons", VenueIDs: "venues",
	CourtIDs: "courts", venueCourtIDs: "venueCourts", GameIDs: "games", StatisticIDs: "statistics", PriceIDs: "prices",
	SeasonIDs: "seasons", BracketIDs: "brackets", assetIDs: "assets", RegistrationIDs: "registrations",
	AccountIDs: "accounts",
}

// KindNamed returns the kind of rows for which errors have this word, NoKind when there is none.
func KindNamed(one string) Kind {
	if i := slices.IndexFunc(Tables[:], func(t Described) bool { return t.One == one }); i >= 0 {
		return Tables[i].Kind
	}
	return NoKind
}

// One returns the word for a row of a kind that has a table, for errors.
func (k Kind) One() string { return Tables[TableOf(k)].One }

// Reader gives views the rows. A view reads rows only through a Reader, and the Reader notes in Read which tables the
// view read.
type Reader struct {
	Events     store.Reading[*EventRow]
	Divisions  store.Reading[*DivisionRow]
	Pools      store.Reading[*PoolRow]
	TeamPools  store.Reading[*TeamPoolRow]
	Teams      store.Reading[*TeamRow]
	Venues     store.Reading[*VenueRow]
	Games      store.Reading[*GameRow]
	statistics store.Reading[*StatisticRow]

	Read    store.TableSet
	Assumed *assumption.Set
}

// Reader returns a reader of the version's rows.
func (s *Version) Reader() *Reader {
	r := new(Reader)
	r.Events, r.Divisions = s.Events.Reading(&r.Read), s.Divisions.Reading(&r.Read)
	r.Pools, r.TeamPools = s.Pools.Reading(&r.Read), s.TeamPools.Reading(&r.Read)
	r.Teams, r.Venues = s.Teams.Reading(&r.Read), s.Venues.Reading(&r.Read)
	r.Games, r.statistics = s.Games.Reading(&r.Read), s.Statistics.Reading(&r.Read)
	return r
}

// Assume notes that an answer depends on behaviour that the interface document does not show.
func (r *Reader) Assume(id assumption.ID) { r.Assumed = r.Assumed.With(id) }

// Seal marks a version as one that nothing changes any more. Only the tables of such a version store encoded rows.
func (s *Version) Seal() {
	if s.Sealed == nil {
		generations := make([]store.Generation, 0, len(Tables))
		for _, t := range s.tables() {
			generations = append(generations, t.Generation())
		}
		s.Sealed = store.Seal(s.stamp, generations)
	}
}
