package model

import "fmt"

// The bounds of ids. People choose ids up to MostID. The mock gives out one more than the largest id so far. The ids
// that the mock gives out can therefore be above MostID, and a file may have ids up to MostSavedID. No server gives out
// as many ids as lie between MostID and MostSavedID. The next id can be near MostSavedID only in a file that somebody
// changed. When no id is left, the next id is MostNextID, which means "none", and the server refuses a write that needs
// an id. Because of these bounds the server can always read a file that it saved.
const (
	MostID      = 1 << 62
	MostSavedID = MostID + 1<<61
	MostNextID  = MostSavedID + 1
)

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

// Sequence gives out ids. The ids of each kind start at another number, so that a reader can tell the kind from the id.
type Sequence struct{ Next [Kinds]int64 }

// idStep is the distance between the first ids of two kinds.
const idStep = 10_000_000

// NewSequence returns a sequence that has not given out any id.
func NewSequence() (q Sequence) {
	for k := range q.Next {
		q.Next[k] = int64(k+1)*idStep + 1
	}
	return q
}

// Reserve gives out the next n ids of a kind, and returns the first.
func (q *Sequence) Reserve(k Kind, n int) int64 {
	first := q.Next[k]
	q.Next[k] += int64(n)
	return first
}

// Assign returns the given id if it is not 0. For 0 it gives out the next id of the kind. Assign never gives out an id
// that it returned before. Ids that people or files chose are at most MostSavedID, and CheckIDs refuses a write that
// needs a larger id.
func (q *Sequence) Assign(k Kind, id int64) int64 {
	if id == 0 {
		id = q.Next[k]
	}
	q.Next[k] = max(q.Next[k], id+1)
	return id
}

// IDProblem returns what is wrong with an id that a person chose, "" when nothing is. The id 0 means that the person
// chose no id.
func IDProblem(id int64) string {
	if id < 0 || id > MostID {
		return fmt.Sprintf("%d: expected an id from 1 to 2^62", id)
	}
	return ""
}
