package mockserver

import (
	"math"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
)

// store holds the rows of a server. Rows refer to each other by id, and a view joins them for a response. Slices and
// pointers in a row are replaced and never changed in place, so that a view can be written after the lock is released.
type store struct {
	variant *contract.Variant
	ids     *sequence

	accounts      []account
	events        *table[eventKey, eventRow]
	divisions     *table[divisionKey, divisionRow]
	pools         *table[int64, poolRow] // the key is the division
	teamPools     *table[teamPoolKey, teamPoolRow]
	teams         *table[teamKey, teamRow]
	people        *table[personKey, personRow]
	venues        *table[int64, venueRow] // the keys are the events, and 0
	games         *table[gameKey, gameRow]
	statistics    *table[statisticKey, statisticRow]
	rosters       map[int64]int64    // teams by the ids of the lines of their rosters
	external      map[string][]int64 // teams by external id
	payments      chunks[PaymentRecord]
	registrations chunks[RegistrationRecord]
	paid          int            // payments ever made
	transactions  map[string]int // the number of payments by transaction id
	registered    map[int64]int  // the number of registrations by team
	statNames     []string       // set by SetStatisticOrder

	hands map[tourney.Hand]string // names of hands that differ from the mock's

	standings *tourney.Standings          // set by SetStandings
	leaders   []tourney.StatisticCategory // set by SetLeaders

	nextID          int64  // set by NextID
	nextTransaction string // set by NextTransactionID
}

func newStore(v *contract.Variant) *store {
	s := &store{variant: v, ids: newSequence(), rosters: map[int64]int64{}, external: map[string][]int64{}}
	s.transactions, s.registered = map[string]int{}, map[int64]int{}
	s.events = newTable(func(r *eventRow) int64 { return r.event.ID }, (*eventRow).keys)
	s.divisions = newTable(func(r *divisionRow) int64 { return r.division.ID }, (*divisionRow).keys)
	s.pools = newTable(func(r *poolRow) int64 { return r.id }, func(r *poolRow) []int64 { return []int64{r.divisionID} })
	s.teamPools = newTable(func(r *teamPoolRow) int64 { return r.id }, (*teamPoolRow).keys)
	s.teams = newTable(func(r *teamRow) int64 { return r.team.ID }, (*teamRow).keys)
	s.people = newTable(func(r *personRow) int64 { return r.player.ID }, (*personRow).keys)
	s.venues = newTable(func(r *venueRow) int64 { return r.venue.ID }, (*venueRow).keys)
	s.games = newTable(func(r *gameRow) int64 { return r.game.ID }, (*gameRow).keys)
	s.statistics = newTable(func(r *statisticRow) int64 { return r.id }, (*statisticRow).keys)
	return s
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

func newSequence() *sequence {
	q := &sequence{}
	for k := range q.next {
		q.next[k] = int64(k+1)*idStep + 1
	}
	return q
}

// assign returns an id that is not 0, and else gives out the next id of the kind. It never gives out an id that it
// returned before.
func (q *sequence) assign(k kind, id int64) int64 {
	if id == 0 {
		id = q.next[k]
	}
	if id >= q.next[k] && id < math.MaxInt64 {
		q.next[k] = id + 1
	}
	return id
}
