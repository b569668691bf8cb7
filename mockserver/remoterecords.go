package mockserver

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// farValue returns the single value of an answer.
func farValue[T any](r *remote, method, path string) T {
	var body valueJSON[T]
	r.must(method, http.MethodGet, path, nil, nil, &body)
	return body.Value
}

func (r *remote) Positions(poolID int64) []stored.Position {
	return farList(r, "Pools.Positions", farPath("rows", "pools", poolID, "positions"), nil, plainForm[stored.Position]())
}

func (r *remote) AddPositions(poolID int64, n int, ids []int64) []int64 {
	var made positionsJSON
	query := url.Values{"positions": {strconv.Itoa(n)}, "ids": numbersQuery(ids)}
	r.must("Pools.AddPositions", http.MethodPost, farPath("rows", "pools", poolID, "positions"), query, nil, &made)
	return made.TeamPoolIDs
}

// farRow returns a row in JSON, null for none.
func farRow[T any](r *remote, method string, row T, none bool) json.RawMessage {
	if none {
		return json.RawMessage("null")
	}
	data, err := rowForm[T]().encode(row)
	r.panicFar(method, err)
	return data
}

// farStatistic returns the place of a statistic.
func farStatistic(gameID, teamPlayerID int64, name string) (path string, query url.Values) {
	return farPath("rows", "games", gameID, "statistics"),
		url.Values{"player": {strconv.FormatInt(teamPlayerID, 10)}, "name": {name}}
}

func (r *remote) Statistic(gameID, teamPlayerID int64, name string) (tourney.Decimal, bool) {
	var body valueJSON[tourney.Decimal]
	path, query := farStatistic(gameID, teamPlayerID, name)
	ok := r.found("Statistics.Get", http.MethodGet, path, query, &body)
	return body.Value, ok
}

func (r *remote) Statistics(gameID int64) []stored.Statistic {
	path := farPath("rows", "games", gameID, "statistics")
	return farList(r, "Statistics.OfGame", path, nil, plainForm[stored.Statistic]())
}

func (r *remote) SetStatistic(gameID, teamPlayerID int64, name string, value tourney.Decimal) {
	path, query := farStatistic(gameID, teamPlayerID, name)
	r.must("Statistics.Set", http.MethodPut, path, query, valueJSON[tourney.Decimal]{value}, nil)
}

func (r *remote) RemoveStatistic(gameID, teamPlayerID int64, name string) {
	path, query := farStatistic(gameID, teamPlayerID, name)
	r.must("Statistics.Remove", http.MethodDelete, path, query, nil, nil)
}
