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

// IDsInDivision yields the id of a division and the ids of the rows in it.
func IDsInDivision(d *tourney.Division) iter.Seq[RowID] {
	return func(yield func(RowID) bool) {
		_ = yield(RowID{Kind: DivisionIDs, ID: d.ID, field: "Id"}) &&
			listIDs("Prices", d.Prices, PriceIDs, "Id", func(p *tourney.Price) int64 { return p.ID }, yield) &&
			listIDs("Brackets", d.Brackets, BracketIDs, "Id", func(b *tourney.Bracket) int64 { return b.ID }, yield) &&
			listIDs("Assets", d.Assets, assetIDs, "Id", func(a *tourney.Asset) int64 { return a.ID }, yield)
	}
}

// IDsInTeam yields the id of a team and the ids of the rows in it.
func IDsInTeam(t *tourney.Team) iter.Seq[RowID] {
	return func(yield func(RowID) bool) {
		_ = yield(RowID{Kind: TeamIDs, ID: t.ID, field: "Id"}) &&
			listIDs("Players", t.Players, RosterIDs, "Id", func(p *tourney.TeamPlayer) int64 { return p.ID }, yield) &&
			listIDs("Players", t.Players, PersonIDs, "PlayerId",
				func(p *tourney.TeamPlayer) int64 { return p.PlayerID }, yield) &&
			listIDs("Coaches", t.Coaches, CoachIDs, "Id", func(c *tourney.Coach) int64 { return c.ID }, yield) &&
			listIDs("Coaches", t.Coaches, CoachPersonIDs, "CoachId",
				func(c *tourney.Coach) int64 { return c.CoachID }, yield) &&
			(t.Season == nil || yield(RowID{Kind: SeasonIDs, ID: t.Season.ID, field: "Season.Id"}))
	}
}

// IDsInVenue yields the ids of a venue and of its courts.
func IDsInVenue(v *tourney.Venue) iter.Seq[RowID] {
	return func(yield func(RowID) bool) {
		_ = yield(RowID{Kind: VenueIDs, ID: v.ID, field: "Id"}) &&
			listIDs("Locations", v.Locations, CourtIDs, "Id", func(l *tourney.Location) int64 { return l.ID }, yield)
	}
}

// IDsInGame yields the id of a game and the id of its VenueCourt.
func IDsInGame(g *tourney.Game) iter.Seq[RowID] {
	return func(yield func(RowID) bool) {
		_ = yield(RowID{Kind: GameIDs, ID: g.ID, field: "Id"}) &&
			(g.VenueCourt == nil || yield(RowID{Kind: venueCourtIDs, ID: g.VenueCourt.ID, field: "VenueCourt.Id"}))
	}
}

// PositionsIn yields the ids of the positions in pools that the sides of a game name. A game adds no position to a
// pool.
func PositionsIn(g *tourney.Game) iter.Seq[RowID] {
	return func(yield func(RowID) bool) {
		_ = yieldPosition("AwayTeam.TeamPoolId", g.AwayTeam, yield) && yieldPosition("HomeTeam.TeamPoolId", g.HomeTeam, yield)
	}
}

func yieldPosition(field string, side *tourney.GameSide, yield func(RowID) bool) bool {
	if side == nil || side.TeamPoolID == nil || *side.TeamPoolID == 0 {
		return true
	}
	return yield(RowID{Kind: TeamPoolIDs, ID: *side.TeamPoolID, field: field})
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
