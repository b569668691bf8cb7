package model

import (
	"fmt"
	"iter"
	"slices"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
)

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
	case int64(given.Paid) > MostSavedID:
		return endedError("numbers of payments")
	case int64(given.Keys) > MostSavedID:
		return endedError("numbers of keys")
	}
	return nil
}

func endedError(what string) error {
	text := "there are no more " + what + ": the last one is 2^62 + 2^61, and the rows came from a file that has it"
	return refusal.Because(0, tourney.CodeUnavailable, text)
}
