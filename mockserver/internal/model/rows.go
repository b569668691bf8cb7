package model

import (
	"slices"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/store"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// EventRow is an event.
type EventRow struct {
	Event   tourney.Event       `json:"Event"`
	Details stored.EventDetails `json:"Details"`
}

func (*EventRow) keys(to []store.Key) []store.Key { return append(to, EventKey{}.Key()) }

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

// PoolRow is a pool without its positions, which are rows of the table TeamPools.
type PoolRow struct {
	ID         int64  `json:"Id"`
	DivisionID int64  `json:"DivisionId"`
	Name       string `json:"Name"`
	Label      string `json:"Label"`
}

func (r *PoolRow) keys(to []store.Key) []store.Key {
	return append(to, PoolKey(r.DivisionID).Key(), EveryPool.Key())
}

// TeamPoolRow is a position of a pool, which the interface calls a team pool.
type TeamPoolRow struct {
	ID     int64 `json:"Id"`
	PoolID int64 `json:"PoolId"`
	Number int   `json:"Number"`
	TeamID int64 `json:"TeamId"` // 0 while the position is empty
}

func (r *TeamPoolRow) keys(to []store.Key) []store.Key {
	to = append(to, TeamPoolKey{Pool: r.PoolID}.Key())
	if r.TeamID != 0 {
		to = append(to, TeamPoolKey{Team: r.TeamID}.Key())
	}
	return to
}

// TeamRow is a team with its roster. Its division, its pools and its players are rows of other tables.
type TeamRow struct {
	Team       tourney.Team       `json:"Team"` // without Division and Pools
	Details    stored.TeamDetails `json:"Details"`
	EventID    int64              `json:"EventId"`
	DivisionID int64              `json:"DivisionId"`
	Shown      bool               `json:"Shown"` // whether lists without the parameter Paid show the team
}

func (r *TeamRow) keys(to []store.Key) []store.Key {
	for _, scope := range appendScopes(make([]Scope, 0, maxScopes), r.EventID, r.DivisionID) {
		to = r.keysIn(TeamKey{Scope: scope, Status: AnyStatus}, to)
		if r.Team.Status != nil {
			to = r.keysIn(TeamKey{Scope: scope, Status: *r.Team.Status}, to)
		}
	}
	return to
}

// keysIn appends copies of the key k, one for each value of Paid that selects the team.
func (r *TeamRow) keysIn(k TeamKey, to []store.Key) []store.Key {
	paid := OnlyPaid
	if r.Team.Paid != nil && !*r.Team.Paid {
		paid = OnlyUnpaid
	}
	to = append(to, TeamKey{k.Scope, k.Status, PaidOrNot}.Key(), TeamKey{k.Scope, k.Status, paid}.Key())
	if r.Shown {
		to = append(to, TeamKey{k.Scope, k.Status, PaidAsShown}.Key())
	}
	return to
}

// CoachIndex returns the index of a coach in team.Coaches, -1 when the team has no coach with the id.
func (r *TeamRow) CoachIndex(id int64) int {
	return slices.IndexFunc(r.Team.Coaches, func(c tourney.Coach) bool { return c.ID == id })
}

// LineIndex returns the index of the roster's line with an id in team.Players, -1 when no line has the id.
func (r *TeamRow) LineIndex(id int64) int { return LineIndex(r.Team.Players, id) }

// LineOf returns the line of a person on the roster, nil when there is none.
func (r *TeamRow) LineOf(personID int64) *tourney.TeamPlayer {
	if r == nil {
		return nil
	}
	for i := range r.Team.Players {
		if r.Team.Players[i].PlayerID == personID {
			return &r.Team.Players[i]
		}
	}
	return nil
}

// PersonRow is a player as the operations for players show it. The same person can be on the rosters of several teams.
// Its keys are scopes.
type PersonRow struct {
	Player tourney.Player // without Teams
	*Membership
}

// Membership lists the teams of a player. The players of a new team share one Membership, because separate ones would
// need a third of the memory of the players' rows. Because rows share it, a Membership never changes: a change of a row
// gives the row a new Membership.
type Membership struct {
	Listed  bool // whether the player shows a list of teams, which may be empty
	TeamIDs store.Items[int64]
	Scopes  store.Items[Scope] // the scopes of the teams, each once, sorted by CompareScopes
}

// join adds a team with these scopes to the player, and returns the keys that the player did not have before. It
// inserts each scope with a binary search instead of sorting all scopes anew, because a player can be on many teams.
func (r *PersonRow) join(teamID int64, scopes []Scope) (added []store.Key) {
	joined := *r.Membership
	joined.Listed = true
	for _, scope := range scopes {
		i, known := slices.BinarySearchFunc(joined.Scopes.All(), scope, CompareScopes)
		if known {
			continue
		}
		joined.Scopes = joined.Scopes.Insert(i, scope)
		added = append(added, scope.Key())
		if scope.Level == InTeam {
			joined.TeamIDs = joined.TeamIDs.Insert(len(joined.TeamIDs.All()), teamID)
		}
	}
	r.Membership = &joined
	return added
}

// keys appends the scopes whose lists contain the player.
func (r *PersonRow) keys(to []store.Key) []store.Key {
	to = append(to, Scope{}.Key())
	for _, scope := range r.Scopes.All() {
		to = append(to, scope.Key())
	}
	return to
}

// VenueRow is a venue with the ids of the events that use it.
type VenueRow struct {
	Venue    tourney.Venue `json:"Venue"`
	EventIDs []int64       `json:"EventIds"`
}

// Location returns the index of a court in venue.Locations, -1 when the venue does not have it.
func (r *VenueRow) Location(c *tourney.Court) int {
	if c == nil || c.ID == 0 { // football's courts have no id
		return -1
	}
	return slices.IndexFunc(r.Venue.Locations, func(l tourney.Location) bool { return l.ID == c.ID })
}

func (r *VenueRow) keys(to []store.Key) []store.Key {
	to = append(to, VenueKey(0).Key())
	for _, id := range r.EventIDs {
		to = append(to, VenueKey(id).Key())
	}
	return to
}

// GameRow is a game.
type GameRow struct {
	Game       tourney.Game `json:"Game"` // Division.Event is set only if it differs from the event of the division
	EventID    int64        `json:"EventId"`
	result     GameResult   // computed by Settle
	ExternalID string       `json:"ExternalId"`

	// A side before a result put its team there, while the side has that team; else nil.
	AwayWaiting *tourney.GameSide `json:"AwayWaiting"`
	HomeWaiting *tourney.GameSide `json:"HomeWaiting"`
}

// Open reports whether the game counts in standings and has no result yet.
func (r *GameRow) Open() bool { return counts(&r.Game) && !r.result.Decided }

// Settle computes the result from the game and stores it in the row.
func (r *GameRow) Settle() { r.result = resultOf(&r.Game) }

// Settled returns the result. Files do not contain it, because it is computed from the game.
func (r *GameRow) Settled() *GameResult { return &r.result }

// DivisionID returns the id of the division, 0 for a game without a division.
func (r *GameRow) DivisionID() int64 { return divisionOf(&r.Game) }

// countedIn returns the scopes in which the statistics of the game count for leaders. It returns nil for a game that
// does not count.
func (r *GameRow) countedIn() []Scope {
	if !counts(&r.Game) {
		return nil
	}
	return Scopes(r.EventID, r.DivisionID())
}

// BracketPlay reports whether the Type of the game is one of the two observed values for bracket games. Other games are
// pool play.
func (r *GameRow) BracketPlay() bool {
	return r.Game.Type == tourney.GameBracket || r.Game.Type == tourney.GameBracketAlt
}

// Sides returns the sides of the game that are known.
func (r *GameRow) Sides() []*tourney.GameSide {
	var sides []*tourney.GameSide
	for _, side := range []*tourney.GameSide{r.Game.AwayTeam, r.Game.HomeTeam} {
		if side != nil {
			sides = append(sides, side)
		}
	}
	return sides
}

func (r *GameRow) keys(to []store.Key) []store.Key {
	teams := [3]int64{0, TeamOf(r.Game.AwayTeam), TeamOf(r.Game.HomeTeam)}
	for _, scope := range appendScopes(make([]Scope, 0, maxScopes), r.EventID, r.DivisionID()) {
		for i, team := range teams {
			if i > 0 && (team == 0 || i == 2 && team == teams[1]) {
				continue // the side has no team, or both sides have the same team
			}
			to = append(to, GameKey{Scope: scope, Team: team}.Key())
			if !r.Game.Date.IsZero() {
				to = append(to, GameKey{scope, team, r.Game.Date}.Key())
			}
		}
	}
	return to
}

// StatisticRow is one statistic of a player in a game.
type StatisticRow struct {
	ID       int64           `json:"Id"`
	GameID   int64           `json:"GameId"`
	PlayerID int64           `json:"PlayerId"` // id of a line of a roster
	PersonID int64           `json:"PersonId"`
	Name     string          `json:"Name"`
	Value    tourney.Decimal `json:"Value"`
	Cleared  bool            `json:"Cleared"`
	Scopes   []Scope         `json:"Scopes"` // the scopes in which the game counts
}

func (r *StatisticRow) keys(to []store.Key) []store.Key {
	to = append(to, StatisticKey{game: r.GameID, player: r.PlayerID}.Key())
	if r.Cleared {
		return to
	}
	for _, sc := range r.Scopes {
		to = append(to, StatisticKey{Scope: sc}.Key())
	}
	return to
}

// PaymentRow is the record of a payment. Several payments can have the same transaction id, so a number identifies the
// row.
type PaymentRow struct {
	Number int64          `json:"Number"`
	Record stored.Payment `json:"Record"`
}

func (r *PaymentRow) keys(to []store.Key) []store.Key {
	return append(to, PaymentKey(r.Record.TransactionID).Key())
}

// RegistrationRow is the record of a registration. A team can have several, so a number identifies the row.
type RegistrationRow struct {
	Number int64               `json:"Number"`
	Record stored.Registration `json:"Record"`
}

func (r *RegistrationRow) keys(to []store.Key) []store.Key {
	return append(to, RegistrationKey(r.Record.TeamID).Key())
}
