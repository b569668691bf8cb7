package model

import (
	"iter"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/store"
	"github.com/tourney-go/tourney/mockserver/internal/values"
)

// DivisionRow is a division without its teams, which are rows of the table Teams.
type DivisionRow struct {
	Division   tourney.Division `json:"Division"`
	EventID    int64            `json:"EventId"`
	Active     bool             `json:"Active"`
	ExternalID string           `json:"ExternalId"`
}

func (r *DivisionRow) keys(to []store.Key) []store.Key {
	for _, sc := range appendScopes(make([]Scope, 0, maxScopes), r.EventID, 0) {
		to = append(to, DivisionKey{Event: sc.ID}.Key())
		if r.Active {
			to = append(to, DivisionKey{Event: sc.ID, Active: true}.Key())
		}
	}
	return to
}

func (r *DivisionRow) claim(s *Version) error {
	return s.Claim("Division.", IDsInDivision(&r.Division))
}

// BelongsTo reports whether the division is in one of the events.
func (r *DivisionRow) BelongsTo(events []int64) bool { return r == nil || inOne(events, r.EventID) }

// MayBelongTo returns false if the division belongs to another event. It returns true for a missing division, for a
// division without an event, and for an event of 0.
func (r *DivisionRow) MayBelongTo(eventID int64) bool {
	return r == nil || eventID == 0 || r.EventID == 0 || r.EventID == eventID
}

// shows reports whether lists show a team. The division's setting RegistrationStatus decides.
func (r *DivisionRow) shows(t *tourney.Team) bool {
	if r == nil || r.Division.Settings == nil {
		return true
	}
	active := t.Status == nil || *t.Status == tourney.TeamActive
	paid := t.Paid == nil || *t.Paid
	switch r.Division.Settings.RegistrationStatus {
	case tourney.RegistrationActive:
		return active
	case tourney.RegistrationActivePaid, tourney.RegistrationActivePaidAndTravel:
		return active && paid
	}
	return true
}

// TakesRegistrations reports whether teams can register in the division. The division's setting EnableRegistration
// decides.
func (r *DivisionRow) TakesRegistrations() bool {
	return r.Division.Settings == nil || values.TrueByDefault(r.Division.Settings.EnableRegistration)
}

// DivisionKey selects divisions. The zero key selects all.
type DivisionKey struct {
	Event  int64
	Active bool // select only active divisions
}

// Key returns the key for the table.
func (k DivisionKey) Key() store.Key {
	if k.Active {
		return store.Key{k.Event, 1}
	}
	return store.Key{k.Event}
}

// AddDivision adds a division with the teams in its field Teams.
func (s *Version) AddDivision(d tourney.Division) int64 {
	row := s.newDivisionRow(d)
	store.Add(&s.Divisions, row)
	s.refileGames(row.Division.ID)
	for _, t := range d.Teams {
		s.AddToDivision(row.Division, t)
	}
	return row.Division.ID
}

// AddToDivision adds a team to a division. A team that exists already moves to the division, and no other value of the
// team changes, because a division contains only summaries of teams.
func (s *Version) AddToDivision(d tourney.Division, t tourney.Team) {
	if s.Teams.Get(t.ID) == nil {
		t.Division = &tourney.TeamDivision{ID: d.ID, Name: d.Name}
		s.AddTeam(t)
		return
	}
	s.ChangeTeam(t.ID, func(r *TeamRow) { r.DivisionID, r.EventID = d.ID, s.Divisions.Get(d.ID).EventID })
}

// EditDivision gives a division other values. If the event of the division changes, its teams move to the new event.
// Its games move too, unless a game names an event itself.
func (s *Version) EditDivision(d tourney.Division) {
	row, moved := s.divisionRowOf(d), false
	s.Divisions.Change(d.ID, func(r *DivisionRow) {
		moved, row.ExternalID = r.EventID != row.EventID, r.ExternalID
		*r = row
	})
	for _, r := range s.Teams.Under(EveryTeamIn(Scope{InDivision, d.ID})) {
		s.ChangeTeam(r.Team.ID, func(r *TeamRow) { r.EventID = values.IfElse(moved, row.EventID, r.EventID) })
	}
	s.refileGames(d.ID)
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
