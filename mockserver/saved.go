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
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/internal/nearest"
	"github.com/tourney-go/tourney/mockserver/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/rowjson"
	"github.com/tourney-go/tourney/mockserver/internal/store"
	"github.com/tourney-go/tourney/secret"
)

// The tags of rows are the names of the format (docs/data.md), so another tag or meaning needs another savedVersion. A
// few values have another form in a file, for which they stand here.

// savedPerson is the form of a player, without the sharing of its membership.
type savedPerson struct {
	Player  tourney.Player `json:"Player"`
	Listed  bool           `json:"Listed"`
	TeamIDs []int64        `json:"TeamIds"`
	Scopes  []scope        `json:"Scopes"`
}

// savedAccount is the form of an account, with its secrets.
type savedAccount struct {
	ID       int64       `json:"Id"`
	Username string      `json:"Username"`
	Password string      `json:"Password"`
	Email    string      `json:"Email"`
	Made     int         `json:"Made"`
	Keys     []savedKeys `json:"Keys"`
}

type savedKeys struct {
	Key    string    `json:"Key"`
	Secret string    `json:"Secret"`
	Until  time.Time `json:"Until"`
}

// savedState holds what a version has beside its rows and ids.
type savedState struct {
	Booked          int64                       `json:"Booked"`
	Paid            int                         `json:"Paid"`
	StatNames       []string                    `json:"StatNames"`
	Standings       *tourney.Standings          `json:"Standings"`
	Leaders         []tourney.StatisticCategory `json:"Leaders"`
	NextID          int64                       `json:"NextId"`
	NextTransaction string                      `json:"NextTransaction"`
}

func init() { //nolint:gochecknoinits // the codecs of a type are the same for the whole process
	rowjson.Never[secret.Text]() // numbers and security codes of cards
	rowjson.Change(func(m tourney.MetaInput) tourney.MetaInput {
		m.Value = savedValue(m.Key, m.Value)
		return m
	})
	rowjson.Change(func(m tourney.MetaItem) tourney.MetaItem {
		m.Value = savedValue(m.Name, m.Value)
		return m
	})
	rowjson.Change(savedExtra)
	rowjson.Never[gameResult]() // which follows from the game
	rowjson.As("a Decimal", tourney.Decimal.String, tourney.ParseDecimal)
	rowjson.As("a Time", func(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) },
		func(text string) (time.Time, error) { return time.Parse(time.RFC3339Nano, text) })
	rowjson.As("a level from 0 to 3 and an id", saveScope, loadScope)
	rowjson.As("a player", savePerson, loadPerson)
}

// savedValue returns the value of a named value as files have it. Key is the name of a secret here alone.
func savedValue(name, value string) string {
	if value != "" && (redact.SavesSecret(name) || string(redact.AppendLetters(nil, name)) == "key") {
		return redact.Mark
	}
	return value
}

// savedExtra returns the members that the interface does not have as files have them. Those with the name of a secret
// keep no value.
func savedExtra(members tourney.Extra) tourney.Extra {
	kept, copied := members, false
	for name, value := range members {
		if text := string(value); !redact.SavesSecret(name) || text == "null" || text == `""` {
			continue
		}
		if !copied {
			kept, copied = maps.Clone(members), true // rows keep the value
		}
		kept[name] = json.RawMessage(`"` + redact.Mark + `"`)
	}
	return kept
}

func saveScope(sc scope) []int64 { return []int64{int64(sc.level), sc.id} }

func loadScope(s []int64) (scope, error) {
	if len(s) != 2 || s[0] < int64(everywhere) || s[0] > int64(inTeam) {
		return scope{}, errors.New("no level")
	}
	return scope{scopeLevel(s[0]), s[1]}, nil //nolint:gosec // checked
}

func savePerson(r personRow) savedPerson {
	return savedPerson{r.Player, r.listed, r.teamIDs.All(), r.scopes.All()}
}

func loadPerson(s savedPerson) (personRow, error) {
	return personRow{s.Player, &membership{s.Listed, store.ItemsOf(s.TeamIDs), store.ItemsOf(s.Scopes)}}, nil
}

// scopesProblem returns what is wrong with the scopes of a row. They are searched by halves.
func scopesProblem(list []scope) error {
	for i := 1; i < len(list); i++ {
		if compareScopes(list[i-1], list[i]) >= 0 {
			return fmt.Errorf("%s: expected each scope once, in ascending order", indexed("Scopes", i, ""))
		}
	}
	return nil
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
	password := secret.New(s.Password)
	return account{s.ID, s.Username, password, s.Email, mapped(s.Keys, loadKeys), s.Made}
}

func loadKeys(s savedKeys) timedKeys {
	return timedKeys{auth.Credentials{APIKey: s.Key, APISecret: secret.New(s.Secret)}, s.Until}
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
		countError("Booked", 0, s.Booked), countError("Paid", 0, int64(s.Paid)), countError("NextId", 0, s.NextID),
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
			return fmt.Errorf("%q is no kind of ids: %s", redact.Safe(name), nearest.QuotedHint(kindNames[:], name))
		case id < 1 || id > mostNextID:
			return fmt.Errorf("%s: expected an id from 1 to 2^62 + 2^61 + 1, which stands for no more ids", name)
		}
		q.next[k] = max(q.next[k], id)
	}
	return nil
}
