package mockserver

import (
	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
)

// store is the state of a server. Rows refer to each other by id; what a response shows nested is put together
// when it is asked for. Slices and pointers inside a row are never changed in place, so that what was read
// under the lock can be written out after it.
type store struct {
	variant *contract.Variant
	ids     *sequence

	accounts      []account
	events        *table[eventKey, eventRow]
	divisions     *table[divisionKey, divisionRow]
	pools         *table[int64, poolRow] // found under their division
	teamPools     *table[teamPoolKey, teamPoolRow]
	teams         *table[teamKey, teamRow]
	people        *table[personKey, personRow]
	venues        *table[int64, venueRow] // found under their events, and under 0
	games         *table[gameKey, gameRow]
	statistics    *table[statisticKey, statisticRow]
	rosters       map[int64]int64    // team of a roster's line
	external      map[string][]int64 // teams by their external id
	payments      chunks[PaymentRecord]
	registrations chunks[RegistrationRecord]

	standings *tourney.Standings          // pinned by SetStandings
	leaders   []tourney.StatisticCategory // pinned by SetLeaders

	nextID          int64  // given by NextID
	nextTransaction string // given by NextTransactionID
}

func newStore(v *contract.Variant) *store {
	s := &store{variant: v, ids: newSequence(), rosters: map[int64]int64{}, external: map[string][]int64{}}
	s.events = newTable(func(r *eventRow) int64 { return r.event.ID }, func(*eventRow) []eventKey { return []eventKey{{}} })
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

// kind names what ids are given to.
type kind int

// The kinds of ids.
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

// sequence gives out ids: one row of numbers for each kind, so that an id tells what it names.
type sequence struct{ next [kinds]int64 }

// idStep is how far apart the first ids of two kinds are.
const idStep = 10_000_000

func newSequence() *sequence {
	q := &sequence{}
	for k := range q.next {
		q.next[k] = int64(k+1)*idStep + 1
	}
	return q
}

// take returns id when it is given, else the next one of its kind. Ids that were given are not given out again.
func (q *sequence) take(k kind, id int64) int64 {
	if id == 0 {
		id = q.next[k]
	}
	if id >= q.next[k] {
		q.next[k] = id + 1
	}
	return id
}
