package savefile

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/plaintext"
	"github.com/tourney-go/tourney/internal/redact"
	"github.com/tourney-go/tourney/internal/rowjson"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/store"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/secret"
)

// The JSON tags of rows are the names that files contain (docs/data.md). Therefore a change of a tag or of its meaning
// needs another formatVersion. The types below are for the few values that look different in a file than in memory.

// personForm is a player in a file. Instead of the Membership, which rows share in memory, it contains the values of
// the Membership.
type personForm struct {
	Player  tourney.Player `json:"Player"`
	Listed  bool           `json:"Listed"`
	TeamIDs []int64        `json:"TeamIds"`
	Scopes  []model.Scope  `json:"Scopes"`
}

type accountForm struct {
	ID       int64      `json:"Id"`
	Username string     `json:"Username"`
	Password string     `json:"Password"`
	Email    string     `json:"Email"`
	Made     int64      `json:"Made"`
	Keys     []keysForm `json:"Keys"`
	Events   []int64    `json:"Events,omitempty"`
}

type keysForm struct {
	Key    string    `json:"Key"`
	Secret string    `json:"Secret"`
	Until  time.Time `json:"Until"`
}

// stateForm holds the settings of a version: everything except rows and ids.
type stateForm struct {
	Booked          int64                       `json:"Booked"`
	Paid            int64                       `json:"Paid"`
	StatNames       []string                    `json:"StatNames"`
	Standings       *tourney.Standings          `json:"Standings"`
	Leaders         []tourney.StatisticCategory `json:"Leaders"`
	NextID          int64                       `json:"NextId"`
	NextTransaction string                      `json:"NextTransaction"`
}

func init() { //nolint:gochecknoinits // the codecs of a type are the same for the whole process
	rowjson.Never[secret.Text]() // the type of numbers and security codes of cards
	rowjson.Change(func(m tourney.MetaInput) tourney.MetaInput {
		m.Value = withoutSecret(m.Key, m.Value)
		return m
	})
	rowjson.Change(func(m tourney.MetaItem) tourney.MetaItem {
		m.Value = withoutSecret(m.Name, m.Value)
		return m
	})
	rowjson.Change(withoutSecrets)
	rowjson.Never[model.GameResult]() // computed from the game
	rowjson.As("a Decimal", tourney.Decimal.String, tourney.ParseDecimal)
	rowjson.As("a Time", func(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) },
		func(text string) (time.Time, error) { return time.Parse(time.RFC3339Nano, text) })
	rowjson.As("a level from 0 to 3 and an id", saveScope, loadScope)
	rowjson.As("a player", savePerson, loadPerson)
}

// withoutSecret returns the value that a file stores for a name: a mark instead of the value if the name is the name of
// a secret, or if the value holds a secret.
func withoutSecret(name, value string) string {
	if value != "" && (redact.Saved.Named(name) || redact.Saved.Holds(value)) {
		return redact.Mark
	}
	return value
}

// withoutSecrets returns members that the interface does not define, in the form in which files store them: without the
// secrets in them, at any depth.
func withoutSecrets(members tourney.Extra) tourney.Extra {
	row := node.Node{Kind: node.Object}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		value, err := jsoncodec.ParseNode(members[name], jsoncodec.Limits{})
		if err != nil { // a program made it
			value = node.Node{Kind: node.Text, Text: redact.Mark}
		}
		row.Members = append(row.Members, node.Member{Name: name, Node: value})
	}
	if !redact.Saved.Withhold(&row) {
		return members
	}
	kept := tourney.Extra{} // because rows in memory keep the values
	for _, m := range row.Members {
		kept[m.Name] = jsoncodec.AppendNode(nil, m.Node)
	}
	return kept
}

func saveScope(sc model.Scope) []int64 { return []int64{int64(sc.Level), sc.ID} }

func loadScope(s []int64) (model.Scope, error) {
	if len(s) != 2 || s[0] < int64(model.Everywhere) || s[0] > int64(model.InTeam) {
		return model.Scope{}, errors.New("no level")
	}
	return model.Scope{Level: model.ScopeLevel(s[0]), ID: s[1]}, nil //nolint:gosec // checked
}

func savePerson(r model.PersonRow) personForm {
	return personForm{r.Player, r.Listed, r.TeamIDs.All(), r.Scopes.All()}
}

func loadPerson(s personForm) (model.PersonRow, error) {
	teams, scopes := store.ItemsOf(s.TeamIDs), store.ItemsOf(s.Scopes)
	return model.PersonRow{Player: s.Player, Membership: &model.Membership{
		Listed: s.Listed, TeamIDs: teams, Scopes: scopes,
	}}, nil
}

func saveAccount(a model.Account) accountForm {
	return accountForm{
		a.ID, a.Username, a.Password.Reveal(), a.Email, a.Made, values.Mapped(a.Keys, saveKeys), a.Events,
	}
}

func saveKeys(k model.TimedKeys) keysForm {
	return keysForm{k.APIKey, k.APISecret.Reveal(), k.Until}
}

func loadAccount(s accountForm) model.Account {
	return model.Account{
		ID: s.ID, Username: s.Username, Password: secret.New(s.Password), Email: s.Email,
		Keys: values.Mapped(s.Keys, loadKeys), Made: s.Made, Events: s.Events,
	}
}

func loadKeys(s keysForm) model.TimedKeys {
	return model.TimedKeys{Credentials: auth.Credentials{APIKey: s.Key, APISecret: secret.New(s.Secret)}, Until: s.Until}
}

func stateOf(s *model.Version) stateForm {
	return stateForm{
		Booked: s.Booked, Paid: s.Paid, StatNames: s.StatNames, Standings: s.Standings, Leaders: s.Leaders,
		NextID: s.NextID, NextTransaction: s.NextTransaction,
	}
}

// check refuses a state with numbers that no server can have.
func (s stateForm) check() error {
	return cmp.Or(
		model.CountError("Booked", 0, s.Booked), model.CountError("Paid", 0, s.Paid),
		model.CountError("NextId", 0, s.NextID),
	)
}

func (s stateForm) restore(st *model.Version) error {
	if err := cmp.Or(refusal.CheckWritable("", &s), s.check()); err != nil {
		return err
	}
	st.Booked, st.Paid, st.StatNames = max(s.Booked, st.Booked), s.Paid, s.StatNames
	st.Standings, st.Leaders = s.Standings, s.Leaders
	st.NextID, st.NextTransaction = s.NextID, s.NextTransaction
	return nil
}

// saveRefs returns the refs as a file stores them. The result is never nil.
func saveRefs(r *model.Refs) map[string]int64 { return maps.Collect(maps.All(r.IDs())) }

func loadRefs(ids map[string]int64) (*model.Refs, error) {
	for _, id := range ids {
		if id < 1 || id > model.MostSavedID {
			return nil, errors.New("expected ids from 1 to 2^62 + 2^61")
		}
	}
	return (*model.Refs)(nil).With(ids), nil
}

// since returns the next ids in q that differ from the next ids in before, by the names of their kinds.
func since(q *model.Sequence, before *model.Sequence) map[string]int64 {
	changed := map[string]int64{}
	for k, id := range q.Next {
		if id != before.Next[k] {
			changed[model.KindNames[k]] = id
		}
	}
	return changed
}

// below reports whether the sequence q could give out an id that the sequence other has already given out.
func below(q *model.Sequence, other *model.Sequence) bool {
	for k, id := range q.Next {
		if id < other.Next[k] {
			return true
		}
	}
	return false
}

// raise raises the next ids of the sequence q to the given ids, so that q does not give out ids that are already in
// use.
func raise(q *model.Sequence, next map[string]int64) error {
	for name, id := range next {
		k := slices.Index(model.KindNames[:], name)
		switch {
		case k < 0:
			return fmt.Errorf("%q is no kind of ids: %s", redact.Safe(name), plaintext.QuotedHint(model.KindNames[:], name))
		case id < 1 || id > model.MostNextID:
			return fmt.Errorf("%s: expected an id from 1 to 2^62 + 2^61 + 1, which stands for no more ids", name)
		}
		q.Next[k] = max(q.Next[k], id)
	}
	return nil
}
