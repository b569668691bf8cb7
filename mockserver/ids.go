package mockserver

import (
	"fmt"
	"iter"
	"slices"

	"github.com/tourney-go/tourney"
)

// The bounds of ids. People choose ids up to mostID. The mock gives out one more than the largest, so its ids come
// behind that bound, and a file may have them up to mostSavedID. No server gives out as many as are between the two
// bounds. Only a file that somebody changed can begin near the second one, and then the ids end there: the next id is
// mostNextID, which stands for none, and a write that needs one is refused. So what a server saves can always be read.
const (
	mostID      = 1 << 62
	mostSavedID = mostID + 1<<61
	mostNextID  = mostSavedID + 1
)

// rowID is an id in a row: that of the row, or that of something in it.
type rowID struct {
	kind  kind
	id    int64
	list  string // the list of the row that the id is in, "" for none
	index int
	field string // as the interface has it
}

// path returns where the id is in the row.
func (r rowID) path() string {
	if r.list == "" {
		return r.field
	}
	return indexed(r.list, r.index, r.field)
}

// notGiven are the kinds of ids that rows may lack. The mock takes them as they are, and gives out none.
var notGiven = []kind{venueCourtIDs, seasonIDs, bracketIDs, assetIDs, accountIDs}

// noKind is the kind of ids of things that the mock does not have.
const noKind kind = -1

// only returns the ids of a row that has no other id than its own.
func only(k kind, id int64) iter.Seq[rowID] {
	return func(yield func(rowID) bool) { yield(rowID{kind: k, id: id, field: "Id"}) }
}

// listIDs yields the ids of a list.
func listIDs[T any](list string, rows []T, k kind, field string, id func(*T) int64, yield func(rowID) bool) bool {
	for i := range rows {
		if !yield(rowID{k, id(&rows[i]), list, i, field}) {
			return false
		}
	}
	return true
}

func idsOfDivision(d *tourney.Division) iter.Seq[rowID] {
	return func(yield func(rowID) bool) {
		_ = yield(rowID{kind: divisionIDs, id: d.ID, field: "Id"}) &&
			listIDs("Prices", d.Prices, priceIDs, "Id", func(p *tourney.Price) int64 { return p.ID }, yield) &&
			listIDs("Brackets", d.Brackets, bracketIDs, "Id", func(b *tourney.Bracket) int64 { return b.ID }, yield) &&
			listIDs("Assets", d.Assets, assetIDs, "Id", func(a *tourney.Asset) int64 { return a.ID }, yield)
	}
}

func idsOfTeam(t *tourney.Team) iter.Seq[rowID] {
	return func(yield func(rowID) bool) {
		_ = yield(rowID{kind: teamIDs, id: t.ID, field: "Id"}) &&
			listIDs("Players", t.Players, rosterIDs, "Id", func(p *tourney.TeamPlayer) int64 { return p.ID }, yield) &&
			listIDs("Players", t.Players, personIDs, "PlayerId",
				func(p *tourney.TeamPlayer) int64 { return p.PlayerID }, yield) &&
			listIDs("Coaches", t.Coaches, coachIDs, "Id", func(c *tourney.Coach) int64 { return c.ID }, yield) &&
			listIDs("Coaches", t.Coaches, coachPersonIDs, "CoachId",
				func(c *tourney.Coach) int64 { return c.CoachID }, yield) &&
			(t.Season == nil || yield(rowID{kind: seasonIDs, id: t.Season.ID, field: "Season.Id"}))
	}
}

func idsOfVenue(v *tourney.Venue) iter.Seq[rowID] {
	return func(yield func(rowID) bool) {
		_ = yield(rowID{kind: venueIDs, id: v.ID, field: "Id"}) &&
			listIDs("Locations", v.Locations, courtIDs, "Id", func(l *tourney.Location) int64 { return l.ID }, yield)
	}
}

func idsOfGame(g *tourney.Game) iter.Seq[rowID] {
	return func(yield func(rowID) bool) {
		_ = yield(rowID{kind: gameIDs, id: g.ID, field: "Id"}) &&
			(g.VenueCourt == nil || yield(rowID{kind: venueCourtIDs, id: g.VenueCourt.ID, field: "VenueCourt.Id"}))
	}
}

// positionsOf yields the positions in pools of a game's sides. No pool gets one that is not there yet.
func positionsOf(g *tourney.Game) iter.Seq[rowID] {
	return func(yield func(rowID) bool) {
		_ = yieldPosition("AwayTeam.TeamPoolId", g.AwayTeam, yield) && yieldPosition("HomeTeam.TeamPoolId", g.HomeTeam, yield)
	}
}

func yieldPosition(field string, side *tourney.GameSide, yield func(rowID) bool) bool {
	if side == nil || side.TeamPoolID == nil || *side.TeamPoolID == 0 {
		return true
	}
	return yield(rowID{kind: teamPoolIDs, id: *side.TeamPoolID, field: field})
}

// idProblem returns what is wrong with an id that a person chose, "" when nothing is. An id of 0 is none.
func idProblem(id int64) string {
	if id < 0 || id > mostID {
		return fmt.Sprintf("%d: expected an id from 1 to 2^62", id)
	}
	return ""
}

// take takes an id of a kind that the mock does not give out, so that the ids of a file tell all.
func (s *version) take(k kind, id int64) {
	if id != 0 {
		s.ids.assign(k, id)
	}
}

// claim takes the ids of a row of a file, which are never given out again, also if the file says so. The error names an
// id that no row can have.
func (s *version) claim(prefix string, ids iter.Seq[rowID]) error {
	for r := range ids {
		switch {
		case r.id == 0 && slices.Contains(notGiven, r.kind):
		case r.id < 1 || r.id > mostSavedID:
			return fmt.Errorf("%s%s: expected an id from 1 to 2^62 + 2^61", prefix, r.path())
		default:
			s.ids.assign(r.kind, r.id)
		}
	}
	return nil
}

// kindNames are the names of the kinds of ids in a file.
var kindNames = [kinds]string{
	eventIDs: "events", divisionIDs: "divisions", poolIDs: "pools", teamPoolIDs: "teamPools", teamIDs: "teams",
	rosterIDs: "rosters", personIDs: "people", coachIDs: "coaches", coachPersonIDs: "coachPersons", venueIDs: "venues",
	courtIDs: "courts", venueCourtIDs: "venueCourts", gameIDs: "games", statisticIDs: "statistics", priceIDs: "prices",
	seasonIDs: "seasons", bracketIDs: "brackets", assetIDs: "assets", registrationIDs: "registrations",
	accountIDs: "accounts",
}

// ended refuses a write that took an id or a number behind the last one that a file can have.
func (s *version) ended() error {
	given := s.given()
	for k, id := range given.ids.next {
		if id > mostNextID {
			return endedError("ids of " + kindNames[k])
		}
	}
	switch {
	case s.number > mostSavedID:
		return endedError("numbers of writes")
	case given.booked > mostSavedID:
		return endedError("numbers of payments and registrations")
	case int64(given.paid) > mostSavedID:
		return endedError("numbers of payments")
	case int64(given.keys) > mostSavedID:
		return endedError("numbers of keys")
	}
	return nil
}

func endedError(what string) error {
	text := "there are no more " + what + ": the last one is 2^62 + 2^61, and the rows came from a file that has it"
	return &refusal{items: []item{{codeUnavailable, text}}}
}
