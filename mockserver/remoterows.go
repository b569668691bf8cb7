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
)

// farKeep makes the admin API keep members that a type has no field for: those in Extra.
var farKeep = url.Values{"unknown": {"keep"}}

// farNoun is a list of rows at a RemoteServer.
type farNoun[T any] struct {
	name string // in the path
	one  string // in the names of methods
	form *adminForm[T]
}

var (
	farEvents    = farNoun[tourney.Event]{"events", "Event", rowForm[tourney.Event]()}
	farDivisions = farNoun[tourney.Division]{"divisions", "Division", rowForm[tourney.Division]()}
	farPools     = farNoun[tourney.Pool]{"pools", "Pool", rowForm[tourney.Pool]()}
	farTeams     = farNoun[tourney.Team]{"teams", "Team", rowForm[tourney.Team]()}
	farPlayers   = farNoun[tourney.Player]{"players", "Player", rowForm[tourney.Player]()}
	farVenues    = farNoun[tourney.Venue]{"venues", "Venue", rowForm[tourney.Venue]()}
	farGames     = farNoun[tourney.Game]{"games", "Game", rowForm[tourney.Game]()}

	farPayments      = farNoun[PaymentRecord]{"payments", "Payment", plainForm[PaymentRecord]()}
	farRegistrations = farNoun[RegistrationRecord]{"registrations", "Registration", plainForm[RegistrationRecord]()}
	farDetails       = plainForm[TeamDetails]()
)

// add adds a row, and reads what names it.
func (n *farNoun[T]) add(r *RemoteServer, row T, query url.Values, to any) {
	method := "Add" + n.one
	data, err := n.form.encode(row)
	r.panicFar(method, err)
	all := url.Values{"unknown": {"keep"}}
	for name, values := range query {
		all[name] = values
	}
	r.must(method, http.MethodPost, "rows/"+n.name, all, data, to)
}

// get returns a row.
func (n *farNoun[T]) get(r *RemoteServer, id int64) (row T, ok bool) {
	var data json.RawMessage
	if !r.found(n.one, http.MethodGet, farPath("rows", n.name, id), nil, nil, &data) {
		return row, false
	}
	r.panicFar(n.one, n.form.decode(data, &row))
	return row, true
}

// all returns the rows that a query selects.
func (n *farNoun[T]) all(r *RemoteServer, method string, query url.Values) []T {
	return farList(r, method, "rows/"+n.name, query, n.form)
}

// edit changes the row with a key.
func (n *farNoun[T]) edit(r *RemoteServer, key any, f func(*T)) {
	farEdit(r, "Edit"+n.one, farPath("rows", n.name, key), url.Values{"form": {"edit"}}, n.form, f)
}

// remove removes the row with a key.
func (n *farNoun[T]) remove(r *RemoteServer, key any) {
	r.must("Remove"+n.one, http.MethodDelete, farPath("rows", n.name, key), nil, nil, nil)
}

// farList returns the values of a list.
func farList[T any](r *RemoteServer, method, path string, query url.Values, form *adminForm[T]) []T {
	var list struct {
		Rows []json.RawMessage `json:"rows"`
	}
	r.must(method, http.MethodGet, path, query, nil, &list)
	return mapped(list.Rows, func(data json.RawMessage) (row T) {
		r.panicFar(method, form.decode(data, &row))
		return row
	})
}

// mostEdits bounds how often an Edit method tries to change a row that others change.
const mostEdits = 100

// farEdit changes a value. It sends what the function changed, on the condition that nobody has changed the value
// since.
func farEdit[T any](r *RemoteServer, method, path string, query url.Values, form *adminForm[T], f func(*T)) {
	for range mostEdits {
		resp, err := r.send(context.Background(), http.MethodGet, path, query, nil, nil) //nolint:bodyclose // readFar does it
		r.panicFar(method, err)
		tag := strings.TrimPrefix(resp.Header.Get("ETag"), "W/") // a proxy that compresses makes it weak
		var before json.RawMessage
		r.panicFar(method, readFar(resp, &before))
		var row T
		r.panicFar(method, form.decode(before, &row))
		if f == nil {
			panic("mockserver: " + method + ": the function is nil")
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
	panic("mockserver: " + method + ": others changed the row each time: the function must not change it")
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
	return []string{strings.Join(mapped(list, func(n int64) string { return strconv.FormatInt(n, 10) }), ",")}
}

// addNumbered adds a row, and returns its id.
func addNumbered[T any](n *farNoun[T], r *RemoteServer, row T, query url.Values) int64 {
	var made adminID
	n.add(r, row, query, &made)
	return made.ID
}

// AddEvent is that of Server.
func (r *RemoteServer) AddEvent(e tourney.Event) int64 { return addNumbered(&farEvents, r, e, nil) }

// Event is that of Server.
func (r *RemoteServer) Event(id int64) (tourney.Event, bool) { return farEvents.get(r, id) }

// Events is that of Server.
func (r *RemoteServer) Events() []tourney.Event { return farEvents.all(r, "Events", nil) }

// EditEvent is that of Server.
func (r *RemoteServer) EditEvent(id int64, f func(*tourney.Event)) { farEvents.edit(r, id, f) }

// RemoveEvent is that of Server.
func (r *RemoteServer) RemoveEvent(id int64) { farEvents.remove(r, id) }

// AddDivision is that of Server.
func (r *RemoteServer) AddDivision(division tourney.Division) int64 {
	return addNumbered(&farDivisions, r, division, nil)
}

// Division is that of Server.
func (r *RemoteServer) Division(id int64) (tourney.Division, bool) { return farDivisions.get(r, id) }

// Divisions is that of Server.
func (r *RemoteServer) Divisions() []tourney.Division { return farDivisions.all(r, "Divisions", nil) }

// EditDivision is that of Server.
func (r *RemoteServer) EditDivision(id int64, f func(*tourney.Division)) { farDivisions.edit(r, id, f) }

// RemoveDivision is that of Server.
func (r *RemoteServer) RemoveDivision(id int64) { farDivisions.remove(r, id) }

// AddPool is that of Server.
func (r *RemoteServer) AddPool(p tourney.Pool, positions int, ids ...int64) (id int64, teamPoolIDs []int64) {
	var made adminID
	farPools.add(r, p, url.Values{"positions": {strconv.Itoa(positions)}, "ids": numbersQuery(ids)}, &made)
	return made.ID, made.TeamPoolIDs
}

// Pools is that of Server.
func (r *RemoteServer) Pools(divisionID int64) []tourney.Pool {
	return farPools.all(r, "Pools", url.Values{"division": {strconv.FormatInt(divisionID, 10)}})
}

// EditPool is that of Server.
func (r *RemoteServer) EditPool(id int64, f func(*tourney.Pool)) { farPools.edit(r, id, f) }

// RemovePool is that of Server.
func (r *RemoteServer) RemovePool(id int64) { farPools.remove(r, id) }

// AddTeam is that of Server.
func (r *RemoteServer) AddTeam(t tourney.Team) int64 { return addNumbered(&farTeams, r, t, nil) }

// Team is that of Server.
func (r *RemoteServer) Team(id int64) (tourney.Team, bool) { return farTeams.get(r, id) }

// Teams is that of Server.
func (r *RemoteServer) Teams() []tourney.Team { return farTeams.all(r, "Teams", nil) }

// EditTeam is that of Server.
func (r *RemoteServer) EditTeam(id int64, f func(*tourney.Team)) { farTeams.edit(r, id, f) }

// RemoveTeam is that of Server.
func (r *RemoteServer) RemoveTeam(id int64) { farTeams.remove(r, id) }

// AddPlayer is that of Server.
func (r *RemoteServer) AddPlayer(p tourney.Player) int64 { return addNumbered(&farPlayers, r, p, nil) }

// Player is that of Server.
func (r *RemoteServer) Player(id int64) (tourney.Player, bool) { return farPlayers.get(r, id) }

// Players is that of Server.
func (r *RemoteServer) Players() []tourney.Player { return farPlayers.all(r, "Players", nil) }

// EditPlayer is that of Server.
func (r *RemoteServer) EditPlayer(id int64, f func(*tourney.Player)) { farPlayers.edit(r, id, f) }

// RemovePlayer is that of Server.
func (r *RemoteServer) RemovePlayer(id int64) { farPlayers.remove(r, id) }

// AddVenue is that of Server.
func (r *RemoteServer) AddVenue(v tourney.Venue, eventIDs ...int64) int64 {
	return addNumbered(&farVenues, r, v, url.Values{"events": numbersQuery(eventIDs)})
}

// Venue is that of Server.
func (r *RemoteServer) Venue(id int64) (tourney.Venue, bool) { return farVenues.get(r, id) }

// Venues is that of Server.
func (r *RemoteServer) Venues() []tourney.Venue { return farVenues.all(r, "Venues", nil) }

// EditVenue is that of Server.
func (r *RemoteServer) EditVenue(id int64, f func(*tourney.Venue)) { farVenues.edit(r, id, f) }

// RemoveVenue is that of Server.
func (r *RemoteServer) RemoveVenue(id int64) { farVenues.remove(r, id) }

// AddGame is that of Server.
func (r *RemoteServer) AddGame(g tourney.Game) int64 { return addNumbered(&farGames, r, g, nil) }

// Game is that of Server.
func (r *RemoteServer) Game(id int64) (tourney.Game, bool) { return farGames.get(r, id) }

// Games is that of Server.
func (r *RemoteServer) Games() []tourney.Game { return farGames.all(r, "Games", nil) }

// EditGame is that of Server.
func (r *RemoteServer) EditGame(id int64, f func(*tourney.Game)) { farGames.edit(r, id, f) }

// RemoveGame is that of Server.
func (r *RemoteServer) RemoveGame(id int64) { farGames.remove(r, id) }
