package model

import "fmt"

// The bounds of ids. People choose ids up to MostID. The mock gives out one more than the largest id, so the ids that
// it gives out can be above MostID, and a file may have ids up to MostSavedID. No server gives out as many ids as lie
// between the two bounds. Only in a file that somebody changed can the next id be near MostSavedID. When no id is left,
// the next id is MostNextID, which means "none", and the server refuses a write that needs an id. So the server can
// always read what it saved.
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

// NoKind is the kind of ids of things that the mock does not have.
const NoKind Kind = -1

// KindNames are the names of the kinds of ids in a file.
var KindNames = [Kinds]string{
	EventIDs: "events", DivisionIDs: "divisions", PoolIDs: "pools", TeamPoolIDs: "teamPools", TeamIDs: "teams",
	RosterIDs: "rosters", PersonIDs: "people", CoachIDs: "coaches", CoachPersonIDs: "coachPersons", VenueIDs: "venues",
	CourtIDs: "courts", venueCourtIDs: "venueCourts", GameIDs: "games", StatisticIDs: "statistics", PriceIDs: "prices",
	SeasonIDs: "seasons", BracketIDs: "brackets", assetIDs: "assets", RegistrationIDs: "registrations",
	AccountIDs: "accounts",
}

// Sequence gives out ids. Each kind has a range of its own, so that an id shows its kind.
type Sequence struct{ Next [Kinds]int64 }

// idStep is the distance between the first ids of two kinds.
const idStep = 10_000_000

// NewSequence returns a sequence that gave out nothing.
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

// Assign returns an id that is not 0, and else gives out the next id of the kind. It never gives out an id that it
// returned before. Ids that people or files chose are at most MostSavedID, and CheckIDs refuses a write that needs a
// larger id.
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
