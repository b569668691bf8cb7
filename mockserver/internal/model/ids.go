package model

import (
	"fmt"
	"iter"
	"slices"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
)

// RowID is an id in a row: the id of the row, or of something in the row.
type RowID struct {
	Kind  Kind
	ID    int64
	list  string // the list of the row that the id is in, "" for none
	index int
	field string // the name of the field in the interface
}

// Path returns where the id is in the row.
func (r RowID) Path() string {
	if r.list == "" {
		return r.field
	}
	return refusal.Indexed(r.list, r.index, r.field)
}

// notGiven are the kinds of ids that rows may lack. The mock keeps such ids as callers set them, and gives out none.
var notGiven = []Kind{venueCourtIDs, SeasonIDs, BracketIDs, assetIDs, AccountIDs}

// OnlyID returns the ids of a row that has no other id than its own.
func OnlyID(k Kind, id int64) iter.Seq[RowID] {
	return func(yield func(RowID) bool) { yield(RowID{Kind: k, ID: id, field: "Id"}) }
}

// listIDs yields the ids of a list.
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

// IDsInGame yields the ids of a game and of its venue and court.
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

// Take marks an id of a kind that the mock does not give out as used. So the next ids in a saved file are above all ids
// of its rows.
func (s *Version) Take(k Kind, id int64) {
	if id != 0 {
		s.IDs.Assign(k, id)
	}
}

// Claim marks the ids of a row of a file as used. The server never gives them out again, even if the next ids in the
// file are lower. The error names an id that no row can have.
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

// CheckIDs refuses a write that took an id or a number behind the last one that a file can have.
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
