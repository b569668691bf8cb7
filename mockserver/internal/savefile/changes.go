package savefile

import (
	"bytes"
	"cmp"
	"encoding/json"
	"reflect"
	"slices"

	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/rowjson"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/journal"
)

// Changes returns the count of all changes from the version before to st, and a list of the first ones, at most as many
// as most.
func Changes(st, before *model.Version, most int) (count int, list []journal.RowChange) {
	note := func(table string) func(id int64, was, is []byte) bool {
		return func(id int64, was, is []byte) bool {
			if len(list) < most {
				list = append(list, rowChange(table, id, was, is))
			}
			return len(list) < most
		}
	}
	for t := range tables {
		count += t.changes(st, before, note(t.name()))
	}
	count += accountChanges(st, before, note("accounts"))
	was, is := settingsOfVersion(before), settingsOfVersion(st)
	if !bytes.Equal(was, is) {
		count++
		note("settings")(0, was, is)
	}
	return count, list
}

// settingsOfVersion returns the settings of a version in JSON: everything except rows, accounts and counters.
func settingsOfVersion(s *model.Version) []byte {
	state := stateOf(s)
	state.Booked, state.Paid = 0, 0
	return rowjson.Append(nil, &struct {
		State stateForm        `json:"State"`
		Refs  map[string]int64 `json:"Refs"`
	}{state, saveRefs(s.Refs)})
}

type shownAccount struct {
	Username string `json:"Username"`
	Email    string `json:"Email"`
	Keys     int64  `json:"Keys"`   // the number of keys that the server made
	APIKey   string `json:"ApiKey"` // the newest key
	Ended    bool   `json:"Ended"`  // whether the newest key has ended
}

// accountChanges calls f with each account that differs between the versions, and returns how many accounts differ.
func accountChanges(st, before *model.Version, f func(id int64, was, is []byte) bool) (count int) {
	note := func(was, is *model.Account) {
		count++
		f(cmp.Or(is, was).ID, shown(was), shown(is))
	}
	find := func(in []model.Account, name string) *model.Account {
		i := slices.IndexFunc(in, func(a model.Account) bool { return a.Username == name })
		if i < 0 {
			return nil
		}
		return &in[i]
	}
	for i := range before.Accounts {
		was := &before.Accounts[i]
		if is := find(st.Accounts, was.Username); is == nil || !reflect.DeepEqual(was, is) {
			note(was, is)
		}
	}
	for i := range st.Accounts {
		if find(before.Accounts, st.Accounts[i].Username) == nil {
			note(nil, &st.Accounts[i])
		}
	}
	return count
}

// shown returns an account in JSON without secrets, nil for a nil account.
func shown(a *model.Account) []byte {
	if a == nil {
		return nil
	}
	keys := a.Newest()
	account := shownAccount{a.Username, a.Email, a.Made, keys.APIKey, keys.Until.Equal(model.KeysEnded)}
	data, _ := json.Marshal(account) //nolint:gosec // an API key alone, without its API secret, is no secret
	return data
}

func rowChange(table string, id int64, was, is []byte) journal.RowChange {
	change := journal.RowChange{Table: table, ID: id, Before: was, After: is}
	if was == nil || is == nil {
		return change
	}
	a, errBefore := jsoncodec.ParseNode(was, jsoncodec.Limits{})
	b, errAfter := jsoncodec.ParseNode(is, jsoncodec.Limits{})
	if errBefore == nil && errAfter == nil {
		change.Members = memberChanges(nil, "", &a, &b)
	}
	return change
}

// memberChanges appends a change for each value that differs between two rows. Lists of different lengths count as one
// change of the complete list. Values of different kinds also count as one change.
func memberChanges(list []journal.MemberChange, path string, was, is *node.Node) []journal.MemberChange {
	switch {
	case jsoncodec.SameNode(*was, *is):
		return list
	case was.Kind == node.Object && is.Kind == node.Object:
		return objectChanges(list, path, was, is)
	case was.Kind == node.List && is.Kind == node.List && len(was.Items) == len(is.Items):
		for i := range was.Items {
			list = memberChanges(list, refusal.Indexed(path, i, ""), &was.Items[i], &is.Items[i])
		}
		return list
	}
	return append(list, journal.MemberChange{
		Path: path, Before: jsoncodec.AppendNode(nil, *was), After: jsoncodec.AppendNode(nil, *is),
	})
}

func objectChanges(list []journal.MemberChange, path string, was, is *node.Node) []journal.MemberChange {
	under := func(name string) string {
		if path == "" {
			return name
		}
		return path + "." + name
	}
	for i := range was.Members {
		m := &was.Members[i]
		if after := exactMember(is, m.Name); after != nil {
			list = memberChanges(list, under(m.Name), &m.Node, after)
		} else {
			list = append(list, journal.MemberChange{Path: under(m.Name), Before: jsoncodec.AppendNode(nil, m.Node)})
		}
	}
	for i := range is.Members {
		m := &is.Members[i]
		if exactMember(was, m.Name) == nil {
			list = append(list, journal.MemberChange{Path: under(m.Name), After: jsoncodec.AppendNode(nil, m.Node)})
		}
	}
	return list
}

func exactMember(n *node.Node, name string) *node.Node {
	for i := range n.Members {
		if n.Members[i].Name == name {
			return &n.Members[i].Node
		}
	}
	return nil
}
