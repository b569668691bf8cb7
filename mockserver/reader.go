package mockserver

import "github.com/tourney-go/tourney/mockserver/internal/store"

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
		s.sealed = store.Seal(s.stamp, // in the order of the indexes
			s.events.Generation(), s.divisions.Generation(), s.pools.Generation(), s.teamPools.Generation(),
			s.teams.Generation(), s.venues.Generation(), s.games.Generation(), s.statistics.Generation(),
			s.people.Generation())
	}
}

// reader is how views reach rows. A view has no other way to them, so the reader can note which tables the view read.
type reader struct {
	events     store.Reading[eventKey, eventRow]
	divisions  store.Reading[divisionKey, divisionRow]
	pools      store.Reading[int64, poolRow]
	teamPools  store.Reading[teamPoolKey, teamPoolRow]
	teams      store.Reading[teamKey, teamRow]
	venues     store.Reading[int64, venueRow]
	games      store.Reading[gameKey, gameRow]
	statistics store.Reading[statisticKey, statisticRow]

	read    store.TableSet
	assumed *assumed
}

// reader returns a reader of the version's rows.
func (s *version) reader() *reader {
	r := new(reader)
	r.events, r.divisions = s.events.Reading(eventTable, &r.read), s.divisions.Reading(divisionTable, &r.read)
	r.pools, r.teamPools = s.pools.Reading(poolTable, &r.read), s.teamPools.Reading(teamPoolTable, &r.read)
	r.teams, r.venues = s.teams.Reading(teamTable, &r.read), s.venues.Reading(venueTable, &r.read)
	r.games, r.statistics = s.games.Reading(gameTable, &r.read), s.statistics.Reading(statisticTable, &r.read)
	return r
}

// assume notes behaviour that the interface document does not show.
func (r *reader) assume(id assumption) { r.assumed = r.assumed.with(id) }
