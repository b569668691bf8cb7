package mockserver

import (
	"cmp"
	"slices"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/store"
	"github.com/tourney-go/tourney/mockserver/stored"
)

type eventKey struct{}

type eventRow struct {
	Event   tourney.Event       `json:"Event"`
	Details stored.EventDetails `json:"Details"`
}

func (*eventRow) keys(to []eventKey) []eventKey { return append(to, eventKey{}) }

// divisionKey selects divisions. The zero key selects all.
type divisionKey struct {
	event  int64
	active bool // select only active divisions
}

// divisionRow is a division. Its teams are rows of their own.
type divisionRow struct {
	Division   tourney.Division `json:"Division"`
	EventID    int64            `json:"EventId"`
	Active     bool             `json:"Active"`
	ExternalID string           `json:"ExternalId"`
}

func (r *divisionRow) keys(to []divisionKey) []divisionKey {
	for _, sc := range appendScopes(make([]scope, 0, mostScopes), r.EventID, 0) {
		to = append(to, divisionKey{event: sc.id})
		if r.Active {
			to = append(to, divisionKey{event: sc.id, active: true})
		}
	}
	return to
}

// mayBelongTo returns false if the division belongs to another event. A missing division, a division without an event
// and an event of 0 match everything.
func (r *divisionRow) mayBelongTo(eventID int64) bool {
	return r == nil || eventID == 0 || r.EventID == 0 || r.EventID == eventID
}

// shows reports whether lists show a team, by the division's setting RegistrationStatus.
func (r *divisionRow) shows(t *tourney.Team) bool {
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

// takesRegistrations reports whether teams can register, by the division's setting EnableRegistration.
func (r *divisionRow) takesRegistrations() bool {
	return r.Division.Settings == nil || trueByDefault(r.Division.Settings.EnableRegistration)
}

type poolRow struct {
	ID         int64  `json:"Id"`
	DivisionID int64  `json:"DivisionId"`
	Name       string `json:"Name"`
	Label      string `json:"Label"`
}

// everyPool is the key of all pools.
const everyPool = -1

func (r *poolRow) keys(to []int64) []int64 { return append(to, r.DivisionID, everyPool) }

// teamPoolKey selects the positions of a pool, or those of a team.
type teamPoolKey struct{ pool, team int64 }

// teamPoolRow is a position of a pool, which the interface calls a team pool.
type teamPoolRow struct {
	ID     int64 `json:"Id"`
	PoolID int64 `json:"PoolId"`
	Number int   `json:"Number"`
	TeamID int64 `json:"TeamId"` // 0 while the position is empty
}

func (r *teamPoolRow) keys(to []teamPoolKey) []teamPoolKey {
	to = append(to, teamPoolKey{pool: r.PoolID})
	if r.TeamID != 0 {
		to = append(to, teamPoolKey{team: r.TeamID})
	}
	return to
}

// scope bounds a list of teams, players, games or statistics to an event, a division or a team.
type scope struct {
	level scopeLevel
	id    int64
}

type scopeLevel uint8

const (
	everywhere scopeLevel = iota
	inEvent
	inDivision
	inTeam
)

// scopes returns the scopes of a row in an event and a division, either of which may be 0.
func scopes(eventID, divisionID int64) []scope { return appendScopes(nil, eventID, divisionID) }

// mostScopes is the largest number of scopes of a row in an event and a division.
const mostScopes = 3

func appendScopes(to []scope, eventID, divisionID int64) []scope {
	to = append(to, scope{})
	if eventID != 0 {
		to = append(to, scope{inEvent, eventID})
	}
	if divisionID != 0 {
		to = append(to, scope{inDivision, divisionID})
	}
	return to
}

// paidFilter is the parameter Paid of the list of teams.
type paidFilter uint8

const (
	paidAsShown paidFilter = iota // absent: the division's setting decides
	onlyPaid                      //
	onlyUnpaid                    //
	paidOrNot                     // not a value of the parameter: the mock selects all teams with it
)

// anyStatus is the status of a teamKey that selects teams of all statuses.
const anyStatus = -1 << 31

type teamKey struct {
	scope  scope
	status tourney.TeamStatus
	paid   paidFilter
}

// teamRow is a team with its roster. Its division and its pools are rows of their own, and so are the players.
type teamRow struct {
	Team       tourney.Team       `json:"Team"` // without Division and Pools
	Details    stored.TeamDetails `json:"Details"`
	EventID    int64              `json:"EventId"`
	DivisionID int64              `json:"DivisionId"`
	Shown      bool               `json:"Shown"` // lists show it, by the division's setting
}

func (r *teamRow) keys(to []teamKey) []teamKey {
	for _, scope := range appendScopes(make([]scope, 0, mostScopes), r.EventID, r.DivisionID) {
		to = r.keysIn(teamKey{scope: scope, status: anyStatus}, to)
		if r.Team.Status != nil {
			to = r.keysIn(teamKey{scope: scope, status: *r.Team.Status}, to)
		}
	}
	return to
}

// keysIn appends a key with each value of paid that selects the team.
func (r *teamRow) keysIn(k teamKey, to []teamKey) []teamKey {
	paid := onlyPaid
	if r.Team.Paid != nil && !*r.Team.Paid {
		paid = onlyUnpaid
	}
	to = append(to, teamKey{k.scope, k.status, paidOrNot}, teamKey{k.scope, k.status, paid})
	if r.Shown {
		to = append(to, teamKey{k.scope, k.status, paidAsShown})
	}
	return to
}

// coachIndex returns the index of a coach in team.Coaches, -1 when the team has no coach with the id.
func (r *teamRow) coachIndex(id int64) int {
	return slices.IndexFunc(r.Team.Coaches, func(c tourney.Coach) bool { return c.ID == id })
}

// lineIndex returns the index of a line of the roster in team.Players, -1 when there is none with the id.
func (r *teamRow) lineIndex(id int64) int {
	return slices.IndexFunc(r.Team.Players, func(p tourney.TeamPlayer) bool { return p.ID == id })
}

// lineOf returns the line of a person on the roster, nil when there is none.
func (r *teamRow) lineOf(personID int64) *tourney.TeamPlayer {
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

func compareScopes(a, b scope) int {
	return cmp.Or(cmp.Compare(a.level, b.level), cmp.Compare(a.id, b.id))
}

type personKey = scope

// personRow is a player of the player operations. The same person can be on the rosters of several teams.
type personRow struct {
	Player tourney.Player // without Teams
	*membership
}

// membership says on which teams a player is. The players of a new team share one, because it would be a third of their
// rows. So a row gets another one, and nothing changes it.
type membership struct {
	listed  bool // the player shows a list of teams, which may be empty
	teamIDs store.Items[int64]
	scopes  store.Items[scope] // of the teams and their divisions and events, each once, sorted by compareScopes
}

// join adds a team with these scopes to the player, and returns the scopes that the player did not have. It searches
// the scopes instead of sorting them anew, because a player can be on many teams.
func (r *personRow) join(teamID int64, scopes []scope) (added []scope) {
	joined := *r.membership
	joined.listed = true
	for _, scope := range scopes {
		i, known := slices.BinarySearchFunc(joined.scopes.All(), scope, compareScopes)
		if known {
			continue
		}
		joined.scopes = joined.scopes.Insert(i, scope)
		added = append(added, scope)
		if scope.level == inTeam {
			joined.teamIDs = joined.teamIDs.Insert(len(joined.teamIDs.All()), teamID)
		}
	}
	r.membership = &joined
	return added
}

func (r *personRow) keys(to []personKey) []personKey {
	return append(append(to, personKey{}), r.scopes.All()...)
}

type venueRow struct {
	Venue    tourney.Venue `json:"Venue"`
	EventIDs []int64       `json:"EventIds"`
}

// location returns the index of a court in venue.Locations, -1 when the venue does not have it.
func (r *venueRow) location(c *tourney.Court) int {
	if c == nil || c.ID == 0 { // football's courts have no id
		return -1
	}
	return slices.IndexFunc(r.Venue.Locations, func(l tourney.Location) bool { return l.ID == c.ID })
}

func (r *venueRow) keys(to []int64) []int64 { return append(append(to, 0), r.EventIDs...) }

type gameKey struct {
	scope scope
	team  int64 // 0 for every team
	date  tourney.Date
}

type gameRow struct {
	Game       tourney.Game `json:"Game"` // its Division has an Event only if that is not the event of the division
	EventID    int64        `json:"EventId"`
	result     gameResult   // as settle sets it
	ExternalID string       `json:"ExternalId"`
}

// settle sets the result, which follows from the game.
func (r *gameRow) settle() { r.result = resultOf(&r.Game) }

// settled returns the result. No file has it, because it follows from the game.
func (r *gameRow) settled() *gameResult { return &r.result }

func (r *gameRow) divisionID() int64 { return divisionOf(&r.Game) }

// countedIn returns the scopes in which the statistics of the game count for leaders: none for one that counts nowhere.
func (r *gameRow) countedIn() []scope {
	if !counts(&r.Game) {
		return nil
	}
	return scopes(r.EventID, r.divisionID())
}

// bracketPlay reports whether the game belongs to a bracket, by its Type (observed values). Other games are pool play.
func (r *gameRow) bracketPlay() bool {
	return r.Game.Type == tourney.GameBracket || r.Game.Type == tourney.GameBracketAlt
}

// sides returns the sides of the game that are known.
func (r *gameRow) sides() []*tourney.GameSide {
	var sides []*tourney.GameSide
	for _, side := range []*tourney.GameSide{r.Game.AwayTeam, r.Game.HomeTeam} {
		if side != nil {
			sides = append(sides, side)
		}
	}
	return sides
}

func (r *gameRow) keys(to []gameKey) []gameKey {
	teams := [3]int64{0, teamOf(r.Game.AwayTeam), teamOf(r.Game.HomeTeam)}
	for _, scope := range appendScopes(make([]scope, 0, mostScopes), r.EventID, r.divisionID()) {
		for i, team := range teams {
			if i > 0 && (team == 0 || i == 2 && team == teams[1]) {
				continue // no team on this side, or that of the other side
			}
			to = append(to, gameKey{scope: scope, team: team})
			if !r.Game.Date.IsZero() {
				to = append(to, gameKey{scope, team, r.Game.Date})
			}
		}
	}
	return to
}

// statisticKey selects the statistics of a scope, or those of a player in a game.
type statisticKey struct {
	scope  scope
	game   int64
	player int64 // of the roster
}

// statisticRow is one statistic of a player in a game.
type statisticRow struct {
	ID       int64           `json:"Id"`
	GameID   int64           `json:"GameId"`
	PlayerID int64           `json:"PlayerId"` // of the roster
	PersonID int64           `json:"PersonId"`
	Name     string          `json:"Name"`
	Value    tourney.Decimal `json:"Value"`
	Cleared  bool            `json:"Cleared"`
	Scopes   []scope         `json:"Scopes"` // of the game
}

func (r *statisticRow) keys(to []statisticKey) []statisticKey {
	to = append(to, statisticKey{game: r.GameID, player: r.PlayerID})
	if r.Cleared {
		return to
	}
	for _, sc := range r.Scopes {
		to = append(to, statisticKey{scope: sc})
	}
	return to
}

// paymentRow is the record of a payment. Payments can have the same transaction id, so rows have numbers.
type paymentRow struct {
	Number int64          `json:"Number"`
	Record stored.Payment `json:"Record"`
}

func (r *paymentRow) keys(to []string) []string { return append(to, r.Record.TransactionID) }

// registrationRow is the record of a registration.
type registrationRow struct {
	Number int64               `json:"Number"`
	Record stored.Registration `json:"Record"`
}

func (r *registrationRow) keys(to []int64) []int64 { return append(to, r.Record.TeamID) }
