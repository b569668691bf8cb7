package mockserver

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/rowjson"
	"github.com/tourney-go/tourney/mockserver/internal/store"
)

// The forms of the rows in a file. The names of their fields are names of the format (docs/data.md), so another name
// or meaning needs another savedVersion.

type savedEvent struct {
	Event tourney.Event
	Owner EventOwner
}

type savedDivision struct {
	Division   tourney.Division
	EventID    int64
	Active     bool
	ExternalID string
}

type savedPool struct {
	ID         int64
	DivisionID int64
	Name       string
	Label      string
}

type savedTeamPool struct {
	ID     int64
	PoolID int64
	Number int
	TeamID int64
}

type savedTeam struct {
	Team       tourney.Team
	Details    TeamDetails
	EventID    int64
	DivisionID int64
	Shown      bool
}

type savedPerson struct {
	Player  tourney.Player
	Listed  bool
	TeamIDs []int64
	Scopes  []savedScope
}

// savedScope is the level and the id of a scope.
type savedScope [2]int64

type savedVenue struct {
	Venue    tourney.Venue
	EventIDs []int64
}

type savedGame struct {
	Game       tourney.Game
	EventID    int64
	ExternalID string
}

type savedStatistic struct {
	ID       int64
	GameID   int64
	PlayerID int64
	PersonID int64
	Name     string
	Value    tourney.Decimal
	Cleared  bool
	Scopes   []savedScope
}

type savedPayment struct {
	Number int64
	Record PaymentRecord
}

type savedRegistration struct {
	Number int64
	Record RegistrationRecord
}

type savedAccount struct {
	ID       int64
	Username string
	Password string
	Email    string
	Made     int
	Keys     []savedKeys
}

type savedKeys struct {
	Key    string
	Secret string
	Until  time.Time
}

// savedState holds what a version has beside its rows and ids.
type savedState struct {
	Booked          int64
	Paid            int
	StatNames       []string
	Standings       *tourney.Standings
	Leaders         []tourney.StatisticCategory
	NextID          int64
	NextTransaction string
}

func init() { //nolint:gochecknoinits // the codecs of a type are the same for the whole process
	rowjson.Never[tourney.Secret]() // numbers and security codes of cards
	rowjson.Change(func(m tourney.MetaInput) tourney.MetaInput {
		m.Value = savedValue(m.Key, m.Value)
		return m
	})
	rowjson.Change(func(m tourney.MetaItem) tourney.MetaItem {
		m.Value = savedValue(m.Name, m.Value)
		return m
	})
	rowjson.Change(savedExtra)
	rowjson.Leaf(tourney.Decimal.String, tourney.ParseDecimal)
	rowjson.Leaf(func(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) },
		func(text string) (time.Time, error) { return time.Parse(time.RFC3339Nano, text) })
}

// savedValue returns the value of a named value as files have it. Key is the name of a secret here alone.
func savedValue(name, value string) string {
	if value != "" && (savesSecret(name) || string(appendLetters(nil, name)) == "key") {
		return redacted
	}
	return value
}

// savedExtra returns the members that the interface does not have as files have them. Those with the name of a secret
// keep no value.
func savedExtra(members tourney.Extra) tourney.Extra {
	kept, copied := members, false
	for name, value := range members {
		if text := string(value); !savesSecret(name) || text == "null" || text == `""` {
			continue
		}
		if !copied {
			kept, copied = maps.Clone(members), true // rows keep the value
		}
		kept[name] = json.RawMessage(`"` + redacted + `"`)
	}
	return kept
}

func saveEvent(r *eventRow) savedEvent { return savedEvent{r.event, r.owner} }
func loadEvent(s savedEvent) eventRow  { return eventRow{s.Event, s.Owner} }

func saveDivision(r *divisionRow) savedDivision {
	return savedDivision{r.division, r.eventID, r.active, r.externalID}
}

func loadDivision(s savedDivision) divisionRow {
	return divisionRow{s.Division, s.EventID, s.Active, s.ExternalID}
}

func savePool(r *poolRow) savedPool { return savedPool{r.id, r.divisionID, r.name, r.label} }
func loadPool(s savedPool) poolRow  { return poolRow{s.ID, s.DivisionID, s.Name, s.Label} }

func saveTeamPool(r *teamPoolRow) savedTeamPool {
	return savedTeamPool{r.id, r.poolID, r.number, r.teamID}
}

func loadTeamPool(s savedTeamPool) teamPoolRow {
	return teamPoolRow{s.ID, s.PoolID, s.Number, s.TeamID}
}

func saveTeam(r *teamRow) savedTeam {
	return savedTeam{r.team, r.details, r.eventID, r.divisionID, r.shown}
}

func loadTeam(s savedTeam) teamRow {
	return teamRow{s.Team, s.Details, s.EventID, s.DivisionID, s.Shown}
}

func savePerson(r *personRow) savedPerson {
	return savedPerson{r.player, r.listed, r.teamIDs.All(), saveScopes(r.scopes.All())}
}

func loadPerson(s savedPerson) personRow {
	return personRow{s.Player, &membership{s.Listed, store.ItemsOf(s.TeamIDs), store.ItemsOf(loadScopes(s.Scopes))}}
}

func saveScopes(list []scope) []savedScope {
	if list == nil {
		return nil
	}
	return mapped(list, func(sc scope) savedScope { return savedScope{int64(sc.level), sc.id} })
}

func loadScopes(list []savedScope) []scope {
	if list == nil {
		return nil
	}
	return mapped(list, func(sc savedScope) scope { return scope{scopeLevel(sc[0]), sc[1]} }) //nolint:gosec // checked
}

// scopesProblem returns what is wrong with the scopes of a row. They are searched by halves.
func scopesProblem(list []savedScope) error {
	for i, sc := range list {
		if sc[0] < int64(everywhere) || sc[0] > int64(inTeam) {
			return fmt.Errorf("%s: expected a level from %d to %d", indexed("Scopes", i, ""), everywhere, inTeam)
		}
		if i > 0 && compareScopes(loadScopes(list[i-1 : i])[0], loadScopes(list[i : i+1])[0]) >= 0 {
			return fmt.Errorf("%s: expected each scope once, in ascending order", indexed("Scopes", i, ""))
		}
	}
	return nil
}

func saveVenue(r *venueRow) savedVenue { return savedVenue{r.venue, r.eventIDs} }
func loadVenue(s savedVenue) venueRow  { return venueRow{s.Venue, s.EventIDs} }

func saveGame(r *gameRow) savedGame { return savedGame{r.game, r.eventID, r.externalID} }
func loadGame(s savedGame) gameRow {
	return gameRow{game: s.Game, eventID: s.EventID, externalID: s.ExternalID}
}

func saveStatistic(r *statisticRow) savedStatistic {
	return savedStatistic{r.id, r.gameID, r.playerID, r.personID, r.name, r.value, r.cleared, saveScopes(r.scopes)}
}

func loadStatistic(s savedStatistic) statisticRow {
	return statisticRow{s.ID, s.GameID, s.PlayerID, s.PersonID, s.Name, s.Value, s.Cleared, loadScopes(s.Scopes)}
}

func savePayment(r *paymentRow) savedPayment { return savedPayment{r.number, r.record} }
func loadPayment(s savedPayment) paymentRow  { return paymentRow{s.Number, s.Record} }

func saveRegistration(r *registrationRow) savedRegistration {
	return savedRegistration{r.number, r.record}
}

func loadRegistration(s savedRegistration) registrationRow {
	return registrationRow{s.Number, s.Record}
}

func saveAccount(a account) savedAccount {
	return savedAccount{
		a.id, a.username, a.password.Reveal(), a.email, a.made, mapped(a.keys, saveKeys),
	}
}

func saveKeys(k timedKeys) savedKeys {
	return savedKeys{k.APIKey, k.APISecret.Reveal(), k.until}
}

func loadAccount(s savedAccount) account {
	password := tourney.NewSecret(s.Password)
	return account{s.ID, s.Username, password, s.Email, mapped(s.Keys, loadKeys), s.Made}
}

func loadKeys(s savedKeys) timedKeys {
	return timedKeys{tourney.Credentials{APIKey: s.Key, APISecret: tourney.NewSecret(s.Secret)}, s.Until}
}

// savedStateOf returns what a version has beside its rows and ids.
func savedStateOf(s *version) savedState {
	return savedState{
		Booked: s.booked, Paid: s.paid, StatNames: s.statNames, Standings: s.standings, Leaders: s.leaders,
		NextID: s.nextID, NextTransaction: s.nextTransaction,
	}
}

// check refuses numbers that no server has.
func (s savedState) check() error {
	return cmp.Or(
		countError("Booked", 0, s.Booked), countError("Paid", 0, int64(s.Paid)), countError("NextID", 0, s.NextID),
	)
}

// countError returns an error if a number of a file is too small, or so large that no server saves it.
func countError(field string, least, n int64) error {
	if n < least || n > mostSavedID {
		return fmt.Errorf("%s: expected a number from %d to 2^62 + 2^61", field, least)
	}
	return nil
}

// restore puts the state into a version.
func (s savedState) restore(st *version) error {
	if err := cmp.Or(textProblem(unwritableText("", &s)), s.check()); err != nil {
		return err
	}
	st.booked, st.paid, st.statNames = max(s.Booked, st.booked), s.Paid, s.StatNames
	st.standings, st.leaders = s.Standings, s.Leaders
	st.nextID, st.nextTransaction = s.NextID, s.NextTransaction
	return nil
}

// saveRefs returns refs as a file has them, never nil.
func saveRefs(r *refs) map[string]int64 { return maps.Collect(maps.All(r.of())) }

func loadRefs(ids map[string]int64) (*refs, error) {
	for _, id := range ids {
		if id < 1 || id > mostSavedID {
			return nil, errors.New("expected ids from 1 to 2^62 + 2^61")
		}
	}
	return (*refs)(nil).with(ids), nil
}

// kindNames are the names of the kinds of ids in a file.
var kindNames = [kinds]string{
	eventIDs: "events", divisionIDs: "divisions", poolIDs: "pools", teamPoolIDs: "teamPools", teamIDs: "teams",
	rosterIDs: "rosters", personIDs: "people", coachIDs: "coaches", coachPersonIDs: "coachPersons", venueIDs: "venues",
	courtIDs: "courts", venueCourtIDs: "venueCourts", gameIDs: "games", statisticIDs: "statistics", priceIDs: "prices",
	seasonIDs: "seasons", bracketIDs: "brackets", assetIDs: "assets", registrationIDs: "registrations",
	accountIDs: "accounts",
}

// since returns the next ids of the kinds that differ from those of another sequence.
func (q *sequence) since(before *sequence) map[string]int64 {
	changed := map[string]int64{}
	for k, id := range q.next {
		if id != before.next[k] {
			changed[kindNames[k]] = id
		}
	}
	return changed
}

// below reports whether the sequence gives out an id that another one gave out.
func (q *sequence) below(other *sequence) bool {
	for k, id := range q.next {
		if id < other.next[k] {
			return true
		}
	}
	return false
}

// raise makes the sequence give out no id that another one gave out.
func (q *sequence) raise(next map[string]int64) error {
	for name, id := range next {
		k := slices.Index(kindNames[:], name)
		switch {
		case k < 0:
			return fmt.Errorf("%q is no kind of ids: %s", safe(name), quotedHintAt(kindNames[:], name))
		case id < 1 || id > mostNextID:
			return fmt.Errorf("%s: expected an id from 1 to 2^62 + 2^61 + 1, which stands for no more ids", name)
		}
		q.next[k] = max(q.next[k], id)
	}
	return nil
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
