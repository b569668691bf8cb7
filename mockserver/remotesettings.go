package mockserver

import (
	"net/http"

	"github.com/tourney-go/tourney"
)

// AddAccount is that of Server.
func (r *RemoteServer) AddAccount(username, password string, a tourney.Account) {
	body := accountJSON{
		ID: a.ID, Username: username, Password: password, Email: a.Email,
		APIKey: a.Credentials.APIKey, APISecret: []byte(a.Credentials.APISecret.Reveal()),
	}
	r.must("AddAccount", http.MethodPost, "accounts", nil, body, nil)
}

// Accounts is that of Server.
func (r *RemoteServer) Accounts() []AccountInfo {
	var list accountsJSON
	r.must("Accounts", http.MethodGet, "accounts", nil, nil, &list)
	return list.Accounts
}

// Credentials is that of Server.
func (r *RemoteServer) Credentials() tourney.Credentials {
	var keys keysJSON
	r.must("Credentials", http.MethodGet, "credentials", nil, nil, &keys)
	return keys.credentials()
}

// RotateKeys is that of Server.
func (r *RemoteServer) RotateKeys(username string) (tourney.Credentials, bool) {
	var keys keysJSON
	ok := r.found("RotateKeys", http.MethodPost, farPath("accounts", username, "rotate"), nil, nil, &keys)
	return keys.credentials(), ok
}

// ExpireKeys is that of Server.
func (r *RemoteServer) ExpireKeys(username string) bool {
	return r.found("ExpireKeys", http.MethodPost, farPath("accounts", username, "expire"), nil, nil, nil)
}

// StatisticOrder is that of Server.
func (r *RemoteServer) StatisticOrder() []string {
	return farValue[[]string](r, "StatisticOrder", "statisticOrder")
}

// SetStatisticOrder is that of Server.
func (r *RemoteServer) SetStatisticOrder(names ...string) {
	r.must("SetStatisticOrder", http.MethodPut, "statisticOrder", nil, valueJSON[[]string]{names}, nil)
}

// SetStandings is that of Server.
func (r *RemoteServer) SetStandings(table *tourney.Standings) {
	data := farRow(r, "SetStandings", table, table == nil)
	r.must("SetStandings", http.MethodPut, "standings", farKeep, data, nil)
}

// SetLeaders is that of Server.
func (r *RemoteServer) SetLeaders(categories []tourney.StatisticCategory) {
	data := farRow(r, "SetLeaders", categories, categories == nil)
	r.must("SetLeaders", http.MethodPut, "leaders", farKeep, data, nil)
}

// NextID is that of Server.
func (r *RemoteServer) NextID(id int64) {
	r.must("NextID", http.MethodPut, "nextId", nil, valueJSON[int64]{id}, nil)
}

// NextTransactionID is that of Server.
func (r *RemoteServer) NextTransactionID(id string) {
	r.must("NextTransactionID", http.MethodPut, "nextTransactionId", nil, valueJSON[string]{id}, nil)
}
