package mockserver

import (
	"sync/atomic"

	"github.com/tourney-go/tourney/mockserver/internal/store"
)

// The tables that views read, by their indexes among the tables of a version.
const (
	eventTable uint8 = iota
	divisionTable
	poolTable
	teamPoolTable
	teamTable
	venueTable
	gameTable
	statisticTable
	personTable
)

// seal makes a version one that nothing changes any more. Encoded rows are kept only for such a version.
func (s *version) seal() {
	if s.sealed == nil {
		s.serial = versionSerials.Add(1)
		s.sealed = store.Seal(s.stamp, // in the order of the indexes
			&s.events, &s.divisions, &s.pools, &s.teamPools, &s.teams, &s.venues, &s.games, &s.statistics,
			&s.people)
	}
}

// versionSerials counts the versions of the process.
var versionSerials atomic.Uint64

// reader is how views reach rows. A view has no other way to them, so the reader can note all that the view depends on.
type reader struct {
	events     store.Reading[eventKey, eventRow]
	divisions  store.Reading[divisionKey, divisionRow]
	pools      store.Reading[int64, poolRow]
	teamPools  store.Reading[teamPoolKey, teamPoolRow]
	teams      store.Reading[teamKey, teamRow]
	venues     store.Reading[int64, venueRow]
	games      store.Reading[gameKey, gameRow]
	statistics store.Reading[statisticKey, statisticRow]

	assumed *assumed
	passing bool // what the view shows can change without a write
}

// reader returns a reader that notes no rows.
func (s *version) reader() *reader { return s.noting(nil) }

// noting returns a reader that notes the rows and lists that it reads.
func (s *version) noting(reads *store.Reads) *reader {
	return &reader{
		events: s.events.Reading(eventTable, reads), divisions: s.divisions.Reading(divisionTable, reads),
		pools: s.pools.Reading(poolTable, reads), teamPools: s.teamPools.Reading(teamPoolTable, reads),
		teams: s.teams.Reading(teamTable, reads), venues: s.venues.Reading(venueTable, reads),
		games: s.games.Reading(gameTable, reads), statistics: s.statistics.Reading(statisticTable, reads),
	}
}

// assume notes behaviour that the interface document does not show.
func (r *reader) assume(id assumption) { r.assumed = r.assumed.with(id) }
