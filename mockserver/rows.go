package mockserver

import (
	"cmp"
	"slices"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/store"
)

type eventKey struct{}

type eventRow struct {
	event tourney.Event
	owner EventOwner
}

func (*eventRow) keys(to []eventKey) []eventKey { return append(to, eventKey{}) }

// divisionKey selects divisions. The zero key selects all.
type divisionKey struct {
	event  int64
	active bool // select only active divisions
}

// divisionRow is a division. Its teams are rows of their own.
type divisionRow struct {
	division   tourney.Division
	eventID    int64
	active     bool
	externalID string
}

func (r *divisionRow) keys(to []divisionKey) []divisionKey {
	for _, sc := range appendScopes(make([]scope, 0, mostScopes), r.eventID, 0) {
		to = append(to, divisionKey{event: sc.id})
		if r.active {
			to = append(to, divisionKey{event: sc.id, active: true})
		}
	}
	return to
}

// mayBelongTo returns false if the division belongs to another event. A missing division, a division without an event
// and an event of 0 match everything.
func (r *divisionRow) mayBelongTo(eventID int64) bool {
	return r == nil || eventID == 0 || r.eventID == 0 || r.eventID == eventID
}

// shows reports whether lists show a team, by the division's setting RegistrationStatus.
func (r *divisionRow) shows(t *tourney.Team) bool {
	if r == nil || r.division.Settings == nil {
		return true
	}
	active := t.Status == nil || *t.Status == tourney.TeamActive
	paid := t.Paid == nil || *t.Paid
	switch r.division.Settings.RegistrationStatus {
	case tourney.ShowActiveTeams:
		return active
	case tourney.ShowActivePaidTeams, tourney.ShowActivePaidAndTravelTeams:
		return active && paid
	}
	return true
}

// takesRegistrations reports whether teams can register, by the division's setting EnableRegistration.
func (r *divisionRow) takesRegistrations() bool {
	return r.division.Settings == nil || trueByDefault(r.division.Settings.EnableRegistration)
}

type poolRow struct {
	id         int64
	divisionID int64
	name       string
	label      string
}

func (r *poolRow) keys(to []int64) []int64 { return append(to, r.divisionID) }

// teamPoolKey selects the positions of a pool, or those of a team.
type teamPoolKey struct{ pool, team int64 }

// teamPoolRow is a position of a pool, which the interface calls a team pool.
type teamPoolRow struct {
	id     int64
	poolID int64
	number int
	teamID int64 // 0 while the position is empty
}

func (r *teamPoolRow) keys(to []teamPoolKey) []teamPoolKey {
	to = append(to, teamPoolKey{pool: r.poolID})
	if r.teamID != 0 {
		to = append(to, teamPoolKey{team: r.teamID})
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
	team       tourney.Team // without Division and Pools
	details    TeamDetails
	eventID    int64
	divisionID int64
	shown      bool // lists show it, by the division's setting
}

func (r *teamRow) keys(to []teamKey) []teamKey {
	for _, scope := range appendScopes(make([]scope, 0, mostScopes), r.eventID, r.divisionID) {
		to = r.keysIn(teamKey{scope: scope, status: anyStatus}, to)
		if r.team.Status != nil {
			to = r.keysIn(teamKey{scope: scope, status: *r.team.Status}, to)
		}
	}
	return to
}

// keysIn appends a key with each value of paid that selects the team.
func (r *teamRow) keysIn(k teamKey, to []teamKey) []teamKey {
	paid := onlyPaid
	if r.team.Paid != nil && !*r.team.Paid {
		paid = onlyUnpaid
	}
	to = append(to, teamKey{k.scope, k.status, paidOrNot}, teamKey{k.scope, k.status, paid})
	if r.shown {
		to = append(to, teamKey{k.scope, k.status, paidAsShown})
	}
	return to
}

// coachIndex returns the index of a coach in team.Coaches, -1 when the team has no coach with the id.
func (r *teamRow) coachIndex(id int64) int {
	return slices.IndexFunc(r.team.Coaches, func(c tourney.Coach) bool { return c.ID == id })
}

// lineIndex returns the index of a line of the roster in team.Players, -1 when there is none with the id.
func (r *teamRow) lineIndex(id int64) int {
	return slices.IndexFunc(r.team.Players, func(p tourney.TeamPlayer) bool { return p.ID == id })
}

// lineOf returns the line of a person on the roster, nil when there is none.
func (r *teamRow) lineOf(personID int64) *tourney.TeamPlayer {
	if r == nil {
		return nil
	}
	for i := range r.team.Players {
		if r.team.Players[i].PlayerID == personID {
			return &r.team.Players[i]
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
	player tourney.Player // without Teams
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
	venue    tourney.Venue
	eventIDs []int64
}

// location returns the index of a court in venue.Locations, -1 when the venue does not have it.
func (r *venueRow) location(c *tourney.Court) int {
	if c == nil || c.ID == 0 { // football's courts have no id
		return -1
	}
	return slices.IndexFunc(r.venue.Locations, func(l tourney.Location) bool { return l.ID == c.ID })
}

func (r *venueRow) keys(to []int64) []int64 { return append(append(to, 0), r.eventIDs...) }

type gameKey struct {
	scope scope
	team  int64 // 0 for every team
	date  tourney.Date
}

type gameRow struct {
	game       tourney.Game // its Division has an Event only if that is not the event of the division
	eventID    int64
	result     gameResult // as settle sets it
	externalID string
}

// settle sets the result, which follows from the game.
func (r *gameRow) settle() { r.result = resultOf(&r.game) }

func (r *gameRow) divisionID() int64 { return divisionOf(&r.game) }

// countedIn returns the scopes in which the statistics of the game count for leaders: none for one that counts nowhere.
func (r *gameRow) countedIn() []scope {
	if !counts(&r.game) {
		return nil
	}
	return scopes(r.eventID, r.divisionID())
}

// bracketPlay reports whether the game belongs to a bracket, by its Type (observed values). Other games are pool play.
func (r *gameRow) bracketPlay() bool {
	return r.game.Type == tourney.GameBracket || r.game.Type == tourney.GameBracketAlt
}

// sides returns the sides of the game that are known.
func (r *gameRow) sides() []*tourney.GameSide {
	var sides []*tourney.GameSide
	for _, side := range []*tourney.GameSide{r.game.AwayTeam, r.game.HomeTeam} {
		if side != nil {
			sides = append(sides, side)
		}
	}
	return sides
}

func (r *gameRow) keys(to []gameKey) []gameKey {
	teams := [3]int64{0, teamOf(r.game.AwayTeam), teamOf(r.game.HomeTeam)}
	for _, scope := range appendScopes(make([]scope, 0, mostScopes), r.eventID, r.divisionID()) {
		for i, team := range teams {
			if i > 0 && (team == 0 || i == 2 && team == teams[1]) {
				continue // no team on this side, or that of the other side
			}
			to = append(to, gameKey{scope: scope, team: team})
			if !r.game.Date.IsZero() {
				to = append(to, gameKey{scope, team, r.game.Date})
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
	id       int64
	gameID   int64
	playerID int64 // of the roster
	personID int64
	name     string
	value    tourney.Decimal
	cleared  bool
	scopes   []scope // of the game
}

func (r *statisticRow) keys(to []statisticKey) []statisticKey {
	to = append(to, statisticKey{game: r.gameID, player: r.playerID})
	if r.cleared {
		return to
	}
	for _, sc := range r.scopes {
		to = append(to, statisticKey{scope: sc})
	}
	return to
}

// paymentRow is the record of a payment. Payments can have the same transaction id, so rows have numbers.
type paymentRow struct {
	number int64
	record PaymentRecord
}

func (r *paymentRow) keys(to []string) []string { return append(to, r.record.TransactionID) }

// registrationRow is the record of a registration.
type registrationRow struct {
	number int64
	record RegistrationRecord
}

func (r *registrationRow) keys(to []int64) []int64 { return append(to, r.record.TeamID) }
