package mockserver

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/sidedoor"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// farKeep makes the admin API keep members that a type has no field for: those in Extra.
var farKeep = url.Values{"unknown": {"keep"}}

// farRecords are the rows or records of one kind at a server in another process.
type farRecords[K comparable, T any] struct {
	r     *remote
	part  string // of a World, such as "Teams"
	form  *adminForm[T]
	plain func(T) T // without what is not sent; nil for everything
}

// name returns the name of the kind in paths.
func (n farRecords[K, T]) name() string { return strings.ToLower(n.part) }

func (n farRecords[K, T]) path(key K) string { return farPath("rows", n.name(), key) }

func (n farRecords[K, T]) Add(row T) K {
	method := n.part + ".Add"
	if n.plain != nil {
		row = n.plain(row)
	}
	data, err := n.form.encode(row)
	n.r.panicFar(method, err)
	var made adminKey[K]
	n.r.must(method, http.MethodPost, "rows/"+n.name(), farKeep, data, &made)
	return made.ID
}

func (n farRecords[K, T]) Get(key K) (row T, ok bool) {
	method := n.part + ".Get"
	var data json.RawMessage
	if !n.r.found(method, http.MethodGet, n.path(key), nil, &data) {
		return row, false
	}
	n.r.panicFar(method, n.form.decode(data, &row))
	return row, true
}

func (n farRecords[K, T]) All() []T {
	return farList(n.r, n.part+".All", "rows/"+n.name(), nil, n.form)
}

func (n farRecords[K, T]) Edit(key K, f func(*T)) {
	changed := f
	if f != nil && n.plain != nil {
		changed = func(row *T) {
			f(row)
			*row = n.plain(*row)
		}
	}
	farEdit(n.r, n.part+".Edit", n.path(key), url.Values{"form": {"edit"}}, n.form, changed)
}

func (n farRecords[K, T]) Remove(key K) {
	n.r.must(n.part+".Remove", http.MethodDelete, n.path(key), nil, nil, nil)
}

// farRows are rows with ids.
type farRows[T any] struct {
	farRecords[int64, T]

	takes []string // the filters of pages
}

// page returns a page of rows. The server checks the query, but for filters that its parameters do not have.
func (n farRows[T]) Page(q stored.Query) stored.Page[T] {
	method := n.part + ".Page"
	if problem := sidedoor.QueryProblem(&q, n.takes); problem != "" {
		panic(refusal.Errorf(method, "%s", problem))
	}
	var shown pageJSON
	n.r.must(method, http.MethodGet, "rows/"+n.name(), valuesOfQuery(&q), nil, &shown)
	page := stored.Page[T]{Next: shown.Next, Total: -1}
	page.Rows = values.Mapped(shown.Rows, func(data json.RawMessage) (row T) {
		n.r.panicFar(method, n.form.decode(data, &row))
		return row
	})
	if shown.Total != nil {
		page.Total = *shown.Total
	}
	return page
}

// farDetails are the details of rows.
type farDetails[D any] struct {
	r    *remote
	part string
}

func (n farDetails[D]) path(id int64) string {
	return farPath("rows", strings.ToLower(n.part), id, "details")
}

func (n farDetails[D]) Details(id int64) (details D, ok bool) {
	var data json.RawMessage
	method := n.part + ".Details"
	if !n.r.found(method, http.MethodGet, n.path(id), nil, &data) {
		return details, false
	}
	n.r.panicFar(method, plainForm[D]().decode(data, &details))
	return details, true
}

func (n farDetails[D]) EditDetails(id int64, f func(*D)) {
	farEdit(n.r, n.part+".EditDetails", n.path(id), nil, plainForm[D](), f)
}

// asWorld returns the World of the server.
func (r *remote) asWorld() *World {
	return &World{
		Events: farDetailed[tourney.Event, stored.EventDetails](r, sidedoor.EventNoun.Name, sidedoor.EventNoun.Takes),
		Divisions: farDetailed[tourney.Division, stored.DivisionDetails](
			r, sidedoor.DivisionNoun.Name, sidedoor.DivisionNoun.Takes),
		Pools:   PoolRows{farRowsOf[tourney.Pool](r, sidedoor.PoolNoun.Name, sidedoor.PoolNoun.Takes), r},
		Teams:   farDetailed[tourney.Team, stored.TeamDetails](r, sidedoor.TeamNoun.Name, sidedoor.TeamNoun.Takes),
		Players: farRowsOf[tourney.Player](r, sidedoor.PlayerNoun.Name, sidedoor.PlayerNoun.Takes),
		Venues:  farDetailed[tourney.Venue, stored.VenueDetails](r, sidedoor.VenueNoun.Name, sidedoor.VenueNoun.Takes),
		Games:   farDetailed[tourney.Game, stored.GameDetails](r, sidedoor.GameNoun.Name, sidedoor.GameNoun.Takes),
		Payments: Records[string, stored.Payment]{farRecords[string, stored.Payment]{
			r, sidedoor.PaymentNoun.Name, plainForm[stored.Payment](), sidedoor.PaymentNoun.Plain,
		}},
		Registrations: Records[int64, stored.Registration]{farRecords[int64, stored.Registration]{
			r, sidedoor.RegistrationNoun.Name, plainForm[stored.Registration](), sidedoor.RegistrationNoun.Plain,
		}},
		Statistics: Statistics{r}, Accounts: Accounts{r}, Faults: Faults{r}, Calls: Calls{r}, Writes: History{r},
		Snapshots: Snapshots{r}, Clock: &Clock{(*remoteClock)(r)},
		in: r,
	}
}

func farRowsOf[T any](r *remote, part string, takes []string) Rows[T] {
	return Rows[T]{farRows[T]{farRecords[int64, T]{r, part, rowForm[T](), nil}, takes}}
}

func farDetailed[T, D any](r *remote, part string, takes []string) DetailedRows[T, D] {
	return DetailedRows[T, D]{farRowsOf[T](r, part, takes), farDetails[D]{r, part}}
}

// farList returns the values of a list.
func farList[T any](r *remote, method, path string, query url.Values, form *adminForm[T]) []T {
	var list struct {
		Rows []json.RawMessage `json:"rows"`
	}
	r.must(method, http.MethodGet, path, query, nil, &list)
	return values.Mapped(list.Rows, func(data json.RawMessage) (row T) {
		r.panicFar(method, form.decode(data, &row))
		return row
	})
}

// mostEdits bounds how often an Edit method tries to change a row that others change.
const mostEdits = 100

// farEdit changes a value. It sends what the function changed, on the condition that nobody has changed the value
// since.
func farEdit[T any](r *remote, method, path string, query url.Values, form *adminForm[T], f func(*T)) {
	for range mostEdits {
		resp, err := r.send(context.Background(), http.MethodGet, path, query, nil, nil)
		r.panicFar(method, err)
		tag := strings.TrimPrefix(resp.Header.Get("ETag"), "W/") // a proxy that compresses makes it weak
		if tag == "" {
			_ = resp.Body.Close()
			panic(refusal.Errorf(method, "%s", notAdmin(r.url, "a row without an ETag")))
		}
		var before json.RawMessage
		r.panicFar(method, readFar(resp, &before))
		var row T
		r.panicFar(method, form.decode(before, &row))
		if f == nil {
			panic(refusal.Errorf(method, "the function is nil"))
		}
		f(&row)
		after, err := form.encode(row)
		r.panicFar(method, err)
		patch, err := patchBetween(before, after)
		r.panicFar(method, err)
		condition := http.Header{"If-Match": {tag}}
		resp, err = r.send(context.Background(), http.MethodPatch, path, farKeep, condition, bytes.NewReader(patch))
		if isFarStatus(err, http.StatusPreconditionFailed) {
			continue
		}
		r.panicFar(method, err)
		_ = resp.Body.Close()
		return
	}
	panic(refusal.Errorf(method, "others changed the row each time: the function must not change it"))
}

// patchBetween returns the patch in JSON that makes one object in JSON of another.
func patchBetween(before, after []byte) ([]byte, error) {
	was, err := jsoncodec.ParseNode(before, jsoncodec.Limits{})
	if err != nil {
		return nil, err
	}
	is, err := jsoncodec.ParseNode(after, jsoncodec.Limits{})
	if err != nil {
		return nil, err
	}
	return jsoncodec.AppendNode(nil, patchOf(was, is)), nil
}

// numbersQuery returns a list of numbers as a parameter.
func numbersQuery(list []int64) []string {
	return []string{strings.Join(values.Mapped(list, func(n int64) string { return strconv.FormatInt(n, 10) }), ",")}
}

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
