package mockserver

import (
	"cmp"
	"slices"

	"github.com/tourney-go/tourney"
)

type eventKey struct{}

type eventRow struct{ event tourney.Event }

// divisionKey finds divisions: all of them under the zero key.
type divisionKey struct {
	event  int64
	active bool // only active ones
}

// divisionRow is a division without its teams.
type divisionRow struct {
	division   tourney.Division
	eventID    int64
	active     bool
	externalID string
}

func (r *divisionRow) keys() []divisionKey {
	keys := []divisionKey{{}}
	if r.eventID != 0 {
		keys = append(keys, divisionKey{event: r.eventID})
	}
	if r.active {
		for _, k := range keys {
			keys = append(keys, divisionKey{event: k.event, active: true})
		}
	}
	return keys
}

// mayBelongTo reports whether the division can be one of the event's: that of another event cannot. There may be no division.
func (r *divisionRow) mayBelongTo(eventID int64) bool {
	return r == nil || eventID == 0 || r.eventID == 0 || r.eventID == eventID
}

// shows reports whether the division's setting lets a team appear in lists (RegistrationStatus).
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

// takesRegistrations reports whether the division's setting lets teams register (EnableRegistration).
func (r *divisionRow) takesRegistrations() bool {
	return r.division.Settings == nil || trueByDefault(r.division.Settings.EnableRegistration)
}

type poolRow struct {
	id         int64
	divisionID int64
	name       string
	label      string
}

// teamPoolKey finds positions of pools by pool and by team.
type teamPoolKey struct{ pool, team int64 }

// teamPoolRow is a position of a pool: what the interface calls a team pool.
type teamPoolRow struct {
	id     int64
	poolID int64
	number int
	teamID int64 // 0 while it is empty
}

func (r *teamPoolRow) keys() []teamPoolKey {
	keys := []teamPoolKey{{pool: r.poolID}}
	if r.teamID != 0 {
		keys = append(keys, teamPoolKey{team: r.teamID})
	}
	return keys
}

// scope is what a list of teams, players, games or statistics is taken from.
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

// scopes returns the scopes that something in an event and a division belongs to.
func scopes(eventID, divisionID int64) []scope {
	list := []scope{{}}
	if eventID != 0 {
		list = append(list, scope{inEvent, eventID})
	}
	if divisionID != 0 {
		list = append(list, scope{inDivision, divisionID})
	}
	return list
}

// paidFilter is the paid parameter of the list of teams.
type paidFilter uint8

const (
	paidAsShown paidFilter = iota // not given: what the division's setting shows
	onlyPaid                      //
	onlyUnpaid                    //
	paidOrNot                     // of the mock's own: every team
)

// anyStatus is the status of a teamKey that finds teams of every status.
const anyStatus = -1 << 31

type teamKey struct {
	scope  scope
	status tourney.TeamStatus
	paid   paidFilter
}

// teamRow is a team without what other rows hold: its division, pools and the persons behind its roster.
type teamRow struct {
	team       tourney.Team // with Players, Coaches and Season; without Division and Pools
	details    TeamDetails
	eventID    int64
	divisionID int64
	shown      bool // the division's setting lets it appear in lists
}

func (r *teamRow) keys() []teamKey {
	paids := []paidFilter{paidOrNot, onlyPaid}
	if r.team.Paid != nil && !*r.team.Paid {
		paids[1] = onlyUnpaid
	}
	if r.shown {
		paids = append(paids, paidAsShown)
	}
	statuses := []tourney.TeamStatus{anyStatus}
	if r.team.Status != nil {
		statuses = append(statuses, *r.team.Status)
	}
	var keys []teamKey
	for _, scope := range scopes(r.eventID, r.divisionID) {
		for _, status := range statuses {
			for _, paid := range paids {
				keys = append(keys, teamKey{scope, status, paid})
			}
		}
	}
	return keys
}

// coachIndex returns the place of a coach in team.Coaches, -1 when the team has no coach with the id.
func (r *teamRow) coachIndex(id int64) int {
	return slices.IndexFunc(r.team.Coaches, func(c tourney.Coach) bool { return c.ID == id })
}

// lineIndex returns the place of a line of the roster in team.Players, -1 when there is none with the id.
func (r *teamRow) lineIndex(id int64) int {
	return slices.IndexFunc(r.team.Players, func(p tourney.TeamPlayer) bool { return p.ID == id })
}

func compareScopes(a, b scope) int {
	return cmp.Or(cmp.Compare(a.level, b.level), cmp.Compare(a.id, b.id))
}

type personKey = scope

// personRow is a player as the player operations show one.
type personRow struct {
	player  tourney.Player // without Teams
	teamIDs []int64        // nil while the player is on no team's roster
	scopes  []scope        // the teams and their divisions and events, each once, in the order of compareScopes
}

// join puts the player on a team with these places, and returns those that are new. It takes no longer for a player who
// is on many teams.
func (r *personRow) join(teamID int64, places []scope) (added []scope) {
	for _, place := range places {
		i, known := slices.BinarySearchFunc(r.scopes, place, compareScopes)
		if known {
			continue
		}
		r.scopes = slices.Insert(r.scopes, i, place)
		added = append(added, place)
		if place.level == inTeam {
			r.teamIDs = append(r.teamIDs, teamID)
		}
	}
	return added
}

func (r *personRow) keys() []personKey { return append([]personKey{{}}, r.scopes...) }

type venueRow struct {
	venue    tourney.Venue
	eventIDs []int64
}

func (r *venueRow) keys() []int64 { return append([]int64{0}, r.eventIDs...) }

type gameKey struct {
	scope scope
	team  int64 // 0 for every team
	date  tourney.Date
}

type gameRow struct {
	game       tourney.Game
	externalID string
}

func (r *gameRow) divisionID() int64 {
	if r.game.Division == nil {
		return 0
	}
	return r.game.Division.ID
}

func (r *gameRow) eventID() int64 {
	if r.game.Division == nil || r.game.Division.Event == nil {
		return 0
	}
	return r.game.Division.Event.ID
}

// bracketPlay reports whether the game belongs to a bracket and not to pool play (observed values of Type).
func (r *gameRow) bracketPlay() bool {
	return r.game.Type == tourney.GameBracket || r.game.Type == tourney.GameBracketAlt
}

// sides returns the sides that the game has.
func (r *gameRow) sides() []*tourney.GameSide {
	var sides []*tourney.GameSide
	for _, side := range []*tourney.GameSide{r.game.AwayTeam, r.game.HomeTeam} {
		if side != nil {
			sides = append(sides, side)
		}
	}
	return sides
}

// decided reports whether the game has a result.
func (r *gameRow) decided() bool {
	if r.game.AwayTeam == nil || r.game.HomeTeam == nil {
		return false
	}
	_, _, decided := result(r.game.AwayTeam, r.game.HomeTeam)
	return decided
}

func (r *gameRow) keys() []gameKey {
	teams := []int64{0}
	for _, side := range r.sides() {
		if side.TeamID != nil && !slices.Contains(teams, *side.TeamID) {
			teams = append(teams, *side.TeamID)
		}
	}
	dates := []tourney.Date{{}}
	if !r.game.Date.IsZero() {
		dates = append(dates, r.game.Date)
	}
	var keys []gameKey
	for _, scope := range scopes(r.eventID(), r.divisionID()) {
		for _, team := range teams {
			for _, date := range dates {
				keys = append(keys, gameKey{scope, team, date})
			}
		}
	}
	return keys
}

// statisticKey finds statistics by scope, and those of one player in one game.
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

func (r *statisticRow) keys() []statisticKey {
	keys := []statisticKey{{game: r.gameID, player: r.playerID}}
	if r.cleared {
		return keys
	}
	for _, sc := range r.scopes {
		keys = append(keys, statisticKey{scope: sc})
	}
	return keys
}

// result returns for each side 1 when it won, -1 when it lost and 0 for a tie, and false while the game is not decided.
// A forfeit or a won-by decides a game whatever the scores are; when both sides forfeited, both have lost.
func result(away, home *tourney.GameSide) (forAway, forHome int, decided bool) {
	awayLost, homeLost := isTrue(away.Forfeited), isTrue(home.Forfeited)
	awayWon, homeWon := won(away.WonBy), won(home.WonBy)
	switch {
	case awayLost && homeLost:
		return -1, -1, true
	case awayLost != homeLost:
		forAway = ifElse(homeLost, 1, -1)
	case awayWon != homeWon:
		forAway = ifElse(awayWon, 1, -1)
	case away.Score == nil || home.Score == nil:
		return 0, 0, false
	default:
		forAway = away.Score.Cmp(*home.Score)
	}
	return forAway, -forAway, true
}

// won reports whether a side was declared the winner; a code of 0 is taken for "it was not".
func won(by *tourney.WonBy) bool { return by != nil && *by != (tourney.WonBy{}) }
