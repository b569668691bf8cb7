package remote

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/adminclient"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/mockserver/internal/direct"
	"github.com/tourney-go/tourney/mockserver/internal/form"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// keepUnknown is the query with which the admin API also stores unknown members. These are the members in Extra, for
// which the type of the row has no field.
var keepUnknown = url.Values{"unknown": {"keep"}}

// Records are the rows or records of one kind at a server in another process.
type Records[K comparable, T any] struct {
	r     *Server
	part  string // the name of the rows in a World, such as "Teams"
	form  *form.Form[T]
	plain func(T) T // returns a record without the parts that must not be sent; nil to send the whole record
}

func (n *Records[K, T]) name() string { return strings.ToLower(n.part) }

func (n *Records[K, T]) path(key K) string { return Path("rows", n.name(), key) }

// Add implements the method Add of the rows in a World.
func (n *Records[K, T]) Add(row T) K {
	method := n.part + ".Add"
	if n.plain != nil {
		row = n.plain(row)
	}
	data, err := n.form.Encode(row)
	n.r.Panic(method, err)
	var made form.Key[K]
	n.r.Must(method, http.MethodPost, "rows/"+n.name(), keepUnknown, data, &made)
	return made.ID
}

// Get implements the method Get of the rows in a World.
func (n *Records[K, T]) Get(key K) (row T, ok bool) {
	method := n.part + ".Get"
	data, ok := find[json.RawMessage](n.r, method, n.path(key), nil)
	if !ok {
		return row, false
	}
	n.r.Panic(method, n.form.Decode(data, &row))
	return row, true
}

// All implements the method All of the rows in a World.
func (n *Records[K, T]) All() []T {
	return list(n.r, n.part+".All", "rows/"+n.name(), n.form)
}

// Edit implements the method Edit of the rows in a World.
func (n *Records[K, T]) Edit(key K, f func(*T)) {
	changed := f
	if f != nil && n.plain != nil {
		changed = func(row *T) {
			f(row)
			*row = n.plain(*row)
		}
	}
	edit(n.r, n.part+".Edit", n.path(key), url.Values{"form": {"edit"}}, editing(n.form, changed))
}

// Remove implements the method Remove of the rows in a World.
func (n *Records[K, T]) Remove(key K) {
	n.r.Must(n.part+".Remove", http.MethodDelete, n.path(key), nil, nil, nil)
}

// RecordsOf returns the records of one kind. The function plain returns a record without the parts that must not be
// sent. If plain is nil, whole records are sent.
func RecordsOf[K comparable, T any](r *Server, part string, plain func(T) T) *Records[K, T] {
	return &Records[K, T]{r, part, form.Plain[T](), plain}
}

// Rows are the rows of one kind, if these rows have ids.
type Rows[T any] struct {
	Records[int64, T]

	takes []string // the names of the filters that Page accepts
}

// RowsOf returns the rows of one kind. The argument takes has the names of the filters that Page accepts.
func RowsOf[T any](r *Server, part string, takes []string) *Rows[T] {
	return &Rows[T]{Records[int64, T]{r, part, form.Row[T](), nil}, takes}
}

// Page returns a page of rows. Page first refuses a query with mistakes, such as a filter that these rows do not have,
// without a request to the server.
func (n *Rows[T]) Page(q stored.Query) stored.Page[T] {
	method := n.part + ".Page"
	if problem := direct.QueryProblem(&q, n.takes); problem != "" {
		panic(refusal.Errorf(method, "%s", problem))
	}
	shown := get[form.Page](n.r, method, "rows/"+n.name(), form.QueryOf(&q))
	page := stored.Page[T]{Rows: rowsIn(n.r, method, shown, n.form), Next: shown.Next, Total: -1}
	if shown.Total != nil {
		page.Total = *shown.Total
	}
	return page
}

// DetailsOf returns the details of the rows of one kind.
func DetailsOf[D any](r *Server, part string) *Details[D] { return &Details[D]{r, part} }

// Details are the details of the rows of one kind at a server in another process.
type Details[D any] struct {
	r    *Server
	part string
}

func (n *Details[D]) path(id int64) string {
	return Path("rows", strings.ToLower(n.part), id, "details")
}

// Details implements the method Details of the rows in a World.
func (n *Details[D]) Details(id int64) (details D, ok bool) {
	method := n.part + ".Details"
	data, ok := find[json.RawMessage](n.r, method, n.path(id), nil)
	if !ok {
		return details, false
	}
	n.r.Panic(method, form.Plain[D]().Decode(data, &details))
	return details, true
}

// EditDetails implements the method EditDetails of the rows in a World.
func (n *Details[D]) EditDetails(id int64, f func(*D)) {
	edit(n.r, n.part+".EditDetails", n.path(id), nil, editing(form.Plain[D](), f))
}

func list[T any](r *Server, method, path string, as *form.Form[T]) []T {
	return rowsIn(r, method, get[form.Page](r, method, path, nil), as)
}

func rowsIn[T any](r *Server, method string, in form.Page, as *form.Form[T]) []T {
	return values.Mapped(in.Rows, func(data json.RawMessage) (row T) {
		r.Panic(method, as.Decode(data, &row))
		return row
	})
}

// maxEdits is how often an Edit method tries to change a row. An attempt fails if another client changes the row at
// the same time.
const maxEdits = 100

// editing returns a function that decodes a value, calls f on it, and encodes what f has changed.
func editing[T any](as *form.Form[T], f func(*T)) func(before json.RawMessage) (after json.RawMessage, err error) {
	return func(before json.RawMessage) (json.RawMessage, error) {
		var row T
		if err := as.Decode(before, &row); err != nil {
			return nil, err
		}
		if f == nil {
			return nil, errors.New("the function is nil")
		}
		f(&row)
		return as.Encode(row)
	}
}

// edit reads a value, calls change with it, and sends the differences. The server accepts them only if nobody has
// changed the value since edit read it. Otherwise edit tries again.
func edit(
	r *Server, method, path string, query url.Values, change func(before json.RawMessage) (json.RawMessage, error),
) {
	for range maxEdits {
		resp, err := r.Send(context.Background(), http.MethodGet, path, query, nil, nil)
		r.Panic(method, err)
		tag := strings.TrimPrefix(resp.Header.Get("ETag"), "W/") // a proxy that compresses makes the tag weak
		if tag == "" {
			_ = resp.Body.Close()
			panic(refusal.Errorf(method, "%s", r.NotAdmin("a row without an ETag")))
		}
		var before json.RawMessage
		r.Panic(method, adminclient.Read(resp, &before))
		after, err := change(before)
		r.Panic(method, err)
		patch, err := patchBetween(before, after)
		r.Panic(method, err)
		condition := http.Header{"If-Match": {tag}}
		resp, err = r.Send(context.Background(), http.MethodPatch, path, keepUnknown, condition, bytes.NewReader(patch))
		if adminclient.HasStatus(err, http.StatusPreconditionFailed) {
			continue
		}
		r.Panic(method, err)
		_ = resp.Body.Close()
		return
	}
	panic(refusal.Errorf(method, "others changed the row each time: the function must not change it"))
}

// patchBetween returns the JSON patch that turns the JSON object before into the JSON object after.
func patchBetween(before, after []byte) ([]byte, error) {
	was, err := jsoncodec.ParseNode(before, jsoncodec.Limits{})
	if err != nil {
		return nil, err
	}
	is, err := jsoncodec.ParseNode(after, jsoncodec.Limits{})
	if err != nil {
		return nil, err
	}
	return jsoncodec.AppendNode(nil, form.PatchOf(was, is)), nil
}

func numbersQuery(list []int64) []string {
	return []string{strings.Join(values.Mapped(list, func(n int64) string { return strconv.FormatInt(n, 10) }), ",")}
}

func value[T any](r *Server, method, path string) T {
	return get[form.Value[T]](r, method, path, nil).Value
}

// Positions implements the method Pools.Positions of a World.
func (r *Server) Positions(poolID int64) []stored.Position {
	return list(r, "Pools.Positions", Path("rows", "pools", poolID, "positions"), form.Plain[stored.Position]())
}

// AddPositions implements the method Pools.AddPositions of a World.
func (r *Server) AddPositions(poolID int64, n int, ids []int64) []int64 {
	var made form.Positions
	query := url.Values{"positions": {strconv.Itoa(n)}, "ids": numbersQuery(ids)}
	r.Must("Pools.AddPositions", http.MethodPost, Path("rows", "pools", poolID, "positions"), query, nil, &made)
	return made.TeamPoolIDs
}

func rowOf[T any](r *Server, method string, row T, none bool) json.RawMessage {
	if none {
		return json.RawMessage("null")
	}
	data, err := form.Row[T]().Encode(row)
	r.Panic(method, err)
	return data
}

// statistic returns the path and the query with which the admin API addresses a statistic.
func statistic(gameID, teamPlayerID int64, name string) (path string, query url.Values) {
	return Path("rows", "games", gameID, "statistics"),
		url.Values{"player": {strconv.FormatInt(teamPlayerID, 10)}, "name": {name}}
}

// Statistic implements the method Statistics.Get of a World.
func (r *Server) Statistic(gameID, teamPlayerID int64, name string) (tourney.Decimal, bool) {
	path, query := statistic(gameID, teamPlayerID, name)
	body, ok := find[form.Value[tourney.Decimal]](r, "Statistics.Get", path, query)
	return body.Value, ok
}

// Statistics implements the method Statistics.OfGame of a World.
func (r *Server) Statistics(gameID int64) []stored.Statistic {
	return list(r, "Statistics.OfGame", Path("rows", "games", gameID, "statistics"), form.Plain[stored.Statistic]())
}

// SetStatistic implements the method Statistics.Set of a World.
func (r *Server) SetStatistic(gameID, teamPlayerID int64, name string, value tourney.Decimal) {
	path, query := statistic(gameID, teamPlayerID, name)
	r.Must("Statistics.Set", http.MethodPut, path, query, form.Value[tourney.Decimal]{Value: value}, nil)
}

// RemoveStatistic implements the method Statistics.Remove of a World.
func (r *Server) RemoveStatistic(gameID, teamPlayerID int64, name string) {
	path, query := statistic(gameID, teamPlayerID, name)
	r.Must("Statistics.Remove", http.MethodDelete, path, query, nil, nil)
}
