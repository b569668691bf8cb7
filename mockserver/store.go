package mockserver

import (
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/mockserver/internal/store"
)

// table holds the rows of a noun.
type table[K comparable, R any] = store.Table[K, R]

// version holds the rows of a server at a moment. Nothing changes a version that requests can see: a write changes a
// fork of the newest version, which takes its place.
//
// Rows refer to each other by id, and a view joins them for a response. Versions share rows, so slices, maps and
// pointers in a row are replaced and never changed in place.
type version struct {
	variant *contract.Variant
	number  int64 // of the write that made it
	by      origin
	counters

	accounts      []account // replaced by each change
	events        table[eventKey, eventRow]
	divisions     table[divisionKey, divisionRow]
	pools         table[int64, poolRow] // the keys are the division, and everyPool
	teamPools     table[teamPoolKey, teamPoolRow]
	teams         table[teamKey, teamRow]
	people        table[personKey, personRow]
	venues        table[int64, venueRow] // the keys are the events, and 0
	games         table[gameKey, gameRow]
	statistics    table[statisticKey, statisticRow]
	payments      table[string, paymentRow]     // the key is the transaction id
	registrations table[int64, registrationRow] // the key is the team
	rosters       store.Map[int64, int64]       // teams by the ids of the lines of their rosters
	external      store.Map[string, []int64]    // teams by external id
	statNames     []string                      // set by Statistics.SetOrder
	refs          *refs                         // of the rows of fixtures; nil without one
	source        *source                       // the last file that brought rows; nil for none
	began         *beginning                    // whose rows these were before all writes

	hands map[int]string // names of hands that differ from the mock's

	standings *tourney.Standings          // set by SetStandings
	leaders   []tourney.StatisticCategory // set by SetLeaders

	nextID          int64  // set by SetNextID
	nextTransaction string // set by SetNextTransactionID

	sealed *store.Stamp // nil while the version changes
	stamp  *store.Stamp // of the version that this one is a fork of
}

func (*version) inside() {}

// beginning names the scenario that the rows of a version come from.
type beginning struct {
	scenario string
	seed     uint64
}

// origin says what made a version. The first version of a server has none.
type origin struct {
	time   time.Time           // of the world's clock, from before the write
	made   int64               // in nanoseconds of Unix, in real time
	op     *contract.Operation // of a request; nil for a World
	method string              // of a World, and what it was called for; "" for a request
}

func newVersion(v *contract.Variant) *version {
	s := &version{variant: v, counters: counters{ids: newSequence()}, began: new(beginning)}
	s.events = store.New(func(r *eventRow) int64 { return r.Event.ID }, (*eventRow).keys)
	s.divisions = store.New(func(r *divisionRow) int64 { return r.Division.ID }, (*divisionRow).keys)
	s.pools = store.New(func(r *poolRow) int64 { return r.ID }, (*poolRow).keys)
	s.teamPools = store.New(func(r *teamPoolRow) int64 { return r.ID }, (*teamPoolRow).keys)
	s.teams = store.New(func(r *teamRow) int64 { return r.Team.ID }, (*teamRow).keys)
	s.people = store.New(func(r *personRow) int64 { return r.Player.ID }, (*personRow).keys)
	s.venues = store.New(func(r *venueRow) int64 { return r.Venue.ID }, (*venueRow).keys)
	s.games = store.NewDeriving(func(r *gameRow) int64 { return r.Game.ID }, (*gameRow).keys, (*gameRow).settle)
	s.statistics = store.New(func(r *statisticRow) int64 { return r.ID }, (*statisticRow).keys)
	s.payments = store.New(func(r *paymentRow) int64 { return r.Number }, (*paymentRow).keys)
	s.registrations = store.New(func(r *registrationRow) int64 { return r.Number }, (*registrationRow).keys)
	return s
}

// fork returns a copy that shares all rows. A change of either is not seen in the other. Several goroutines can fork a
// version that was forked before and has not changed since.
func (s *version) fork() *version {
	next := *s
	next.events, next.divisions = s.events.Fork(), s.divisions.Fork()
	next.pools, next.teamPools = s.pools.Fork(), s.teamPools.Fork()
	next.teams, next.people = s.teams.Fork(), s.people.Fork()
	next.venues, next.games = s.venues.Fork(), s.games.Fork()
	next.statistics = s.statistics.Fork()
	next.payments, next.registrations = s.payments.Fork(), s.registrations.Fork()
	next.rosters, next.external = s.rosters.Fork(), s.external.Fork()
	if s.sealed != nil {
		next.sealed, next.stamp = nil, s.sealed
	}
	return &next
}

// counters say which ids and numbers a world gave out.
type counters struct {
	ids    sequence
	booked int64 // payments and registrations ever made
	paid   int   // payments ever made
	keys   int   // at least as many keys as the server made for any account that is gone
}

// goOn makes the counters go on behind others, so that nothing is given out twice.
func (c *counters) goOn(from counters) {
	for k := range c.ids.next {
		c.ids.next[k] = max(c.ids.next[k], from.ids.next[k])
	}
	c.booked, c.paid, c.keys = max(c.booked, from.booked), max(c.paid, from.paid), max(c.keys, from.keys)
}

// given returns the counters, with the keys of the present accounts.
func (s *version) given() counters {
	all := s.counters
	for i := range s.accounts {
		all.keys = max(all.keys, s.accounts[i].made)
	}
	return all
}

// kind is a kind of rows that have ids.
type kind int

// The kinds of rows.
const (
	eventIDs kind = iota
	divisionIDs
	poolIDs
	teamPoolIDs
	teamIDs
	rosterIDs
	personIDs
	coachIDs
	coachPersonIDs
	venueIDs
	courtIDs
	venueCourtIDs
	gameIDs
	statisticIDs
	priceIDs
	seasonIDs
	bracketIDs
	assetIDs
	registrationIDs
	accountIDs
	kinds
)

// sequence gives out ids. Each kind has a range of its own, so that an id shows its kind.
type sequence struct{ next [kinds]int64 }

// idStep is the distance between the first ids of two kinds.
const idStep = 10_000_000

func newSequence() (q sequence) {
	for k := range q.next {
		q.next[k] = int64(k+1)*idStep + 1
	}
	return q
}

// reserve gives out the next n ids of a kind, and returns the first.
func (q *sequence) reserve(k kind, n int) int64 {
	first := q.next[k]
	q.next[k] += int64(n)
	return first
}

// assign returns an id that is not 0, and else gives out the next id of the kind. It never gives out an id that it
// returned before. Ids that others chose are at most mostSavedID, and advance refuses a write that takes one behind it.
func (q *sequence) assign(k kind, id int64) int64 {
	if id == 0 {
		id = q.next[k]
	}
	q.next[k] = max(q.next[k], id+1)
	return id
}
