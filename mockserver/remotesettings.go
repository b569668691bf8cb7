package mockserver

import (
	"context"
	"net/http"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/mockserver/stored"
)

func (r *remote) AddAccount(username, password string, a tourney.Account) (id int64) {
	body := accountJSON{
		ID: a.ID, Username: username, Password: password, Email: a.Email,
		APIKey: a.Credentials.APIKey, APISecret: []byte(a.Credentials.APISecret.Reveal()),
	}
	made := valueJSON[*int64]{&id}
	r.must("Accounts.Add", http.MethodPost, "accounts", nil, body, &made)
	return id
}

func (r *remote) Accounts() []stored.Account {
	var list accountsJSON
	r.must("Accounts.All", http.MethodGet, "accounts", nil, nil, &list)
	return list.Accounts
}

func (r *remote) Keys(username string) (auth.Credentials, bool) {
	keys, ok, err := r.keysOf(username)
	r.panicFar("Accounts.Keys", err)
	return keys, ok
}

// keysOf returns the newest keys of an account; of "", those of the first account.
func (r *remote) keysOf(username string) (keys auth.Credentials, ok bool, err error) {
	path := "credentials"
	if username != "" {
		path = farPath("accounts", username, "credentials")
	}
	var shown keysJSON
	err = r.call(context.Background(), http.MethodGet, path, nil, nil, &shown)
	if isAbsent(err) {
		return keys, false, nil
	}
	return shown.credentials(), err == nil, err
}

func (r *remote) RotateKeys(username string) auth.Credentials {
	var keys keysJSON
	r.must("Accounts.RotateKeys", http.MethodPost, farPath("accounts", username, "rotate"), nil, nil, &keys)
	return keys.credentials()
}

func (r *remote) ExpireKeys(username string) {
	r.must("Accounts.ExpireKeys", http.MethodPost, farPath("accounts", username, "expire"), nil, nil, nil)
}

func (r *remote) StatisticOrder() []string {
	return farValue[[]string](r, "Statistics.Order", "statisticOrder")
}

func (r *remote) SetStatisticOrder(names []string) {
	r.must("Statistics.SetOrder", http.MethodPut, "statisticOrder", nil, valueJSON[[]string]{names}, nil)
}

func (r *remote) SetStandings(table *tourney.Standings) {
	data := farRow(r, "SetStandings", table, table == nil)
	r.must("SetStandings", http.MethodPut, "standings", farKeep, data, nil)
}

func (r *remote) SetLeaders(categories []tourney.StatisticCategory) {
	data := farRow(r, "SetLeaders", categories, categories == nil)
	r.must("SetLeaders", http.MethodPut, "leaders", farKeep, data, nil)
}

func (r *remote) SetNextID(id int64) {
	r.must("SetNextID", http.MethodPut, "nextId", nil, valueJSON[int64]{id}, nil)
}

func (r *remote) SetNextTransactionID(id string) {
	r.must("SetNextTransactionID", http.MethodPut, "nextTransactionId", nil, valueJSON[string]{id}, nil)
}
