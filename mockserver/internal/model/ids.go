package model

import (
	"fmt"
	"iter"
	"slices"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
)

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

// RowID is an id that a row contains: the id of the row itself, or the id of something in the row, such as a court.
type RowID struct {
	Kind  Kind
	ID    int64
	list  string // the name of the list in the row that contains the id, "" for an id outside lists
	index int
	field string // the name that the interface gives to the field with the id
}

// Path returns the path of the id in the row, for error texts.
func (r RowID) Path() string {
	if r.list == "" {
		return r.field
	}
	return refusal.Indexed(r.list, r.index, r.field)
}

// notGiven are the kinds of ids that rows may lack. The mock stores such ids as callers set them, and gives out no id
// of these kinds.
var notGiven = []Kind{venueCourtIDs, SeasonIDs, BracketIDs, assetIDs, AccountIDs}

// OnlyID yields the id of a row that contains no ids of other things.
func OnlyID(k Kind, id int64) iter.Seq[RowID] {
	return func(yield func(RowID) bool) { yield(RowID{Kind: k, ID: id, field: "Id"}) }
}

// listIDs yields an id of each element of a list, and reports whether yield wants more ids.
func listIDs[T any](list string, rows []T, k Kind, field string, id func(*T) int64, yield func(RowID) bool) bool {
	for i := range rows {
		if !yield(RowID{k, id(&rows[i]), list, i, field}) {
			return false
		}
	}
	return true
}

// Take marks an id as used. Callers use Take for kinds of ids that the mock does not give out. The next ids in a saved
// file are therefore larger than all ids of the file's rows.
func (s *Version) Take(k Kind, id int64) {
	if id != 0 {
		s.IDs.Assign(k, id)
	}
}

// Claim marks the ids of a row of a file as used. The server never gives out these ids again, even if the next ids in
// the file are smaller. The error names an id that no row can have.
func (s *Version) Claim(prefix string, ids iter.Seq[RowID]) error {
	for r := range ids {
		switch {
		case r.ID == 0 && slices.Contains(notGiven, r.Kind):
		case r.ID < 1 || r.ID > MostSavedID:
			return fmt.Errorf("%s%s: expected an id from 1 to 2^62 + 2^61", prefix, r.Path())
		default:
			s.IDs.Assign(r.Kind, r.ID)
		}
	}
	return nil
}

// ClaimRow marks the ids in a row of a file as used. The row is a pointer to a row of a table.
func (s *Version) ClaimRow(row any) error { return row.(interface{ claim(s *Version) error }).claim(s) }

// CountError returns an error if a number of a file is less than least, or larger than any number that a server saves.
func CountError(field string, least, n int64) error {
	if n < least || n > MostSavedID {
		return fmt.Errorf("%s: expected a number from %d to 2^62 + 2^61", field, least)
	}
	return nil
}

// CheckIDs returns an error if the write that made the version used an id or a number above MostSavedID, the largest
// that a file can have.
func (s *Version) CheckIDs() error {
	given := s.Given()
	for k, id := range given.IDs.Next {
		if id > MostNextID {
			return endedError("ids of " + KindNames[k])
		}
	}
	switch {
	case s.Number > MostSavedID:
		return endedError("numbers of writes")
	case given.Booked > MostSavedID:
		return endedError("numbers of payments and registrations")
	case given.Paid > MostSavedID:
		return endedError("numbers of payments")
	case given.Keys > MostSavedID:
		return endedError("numbers of keys")
	}
	return nil
}

func endedError(what string) error {
	text := "there are no more " + what + ": the last one is 2^62 + 2^61, and the rows came from a file that has it"
	return refusal.Because(0, tourney.CodeUnavailable, text)
}
