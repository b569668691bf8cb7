package model

import (
	"github.com/tourney-go/tourney/mockserver/internal/assumption"
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

// Seal marks a version as one that nothing changes any more. Only the tables of such a version store encoded rows.
func (s *Version) Seal() {
	if s.Sealed == nil {
		s.Sealed = store.Seal(s.stamp, // in the order of the indexes
			s.Events.Generation(), s.Divisions.Generation(), s.Pools.Generation(), s.TeamPools.Generation(),
			s.Teams.Generation(), s.Venues.Generation(), s.Games.Generation(), s.Statistics.Generation(),
			s.People.Generation())
	}
}

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
	r.Events, r.Divisions = s.Events.Reading(eventTable, &r.Read), s.Divisions.Reading(divisionTable, &r.Read)
	r.Pools, r.TeamPools = s.Pools.Reading(poolTable, &r.Read), s.TeamPools.Reading(teamPoolTable, &r.Read)
	r.Teams, r.Venues = s.Teams.Reading(teamTable, &r.Read), s.Venues.Reading(venueTable, &r.Read)
	r.Games, r.statistics = s.Games.Reading(gameTable, &r.Read), s.Statistics.Reading(statisticTable, &r.Read)
	return r
}

// Assume notes that an answer depends on behaviour that the interface document does not show.
func (r *Reader) Assume(id assumption.ID) { r.Assumed = r.Assumed.With(id) }
