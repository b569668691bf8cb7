package mockserver

import (
	"encoding/json"
	"net/http"

	"github.com/tourney-go/tourney"
)

// page returns a page of rows. The server checks the query, but for filters that its parameters do not have.
func (n *farNoun[T]) page(r *RemoteServer, method string, takes []string, q RowQuery) RowPage[T] {
	if problem := q.problem(takes); problem != "" {
		panic("mockserver: " + method + ": " + problem)
	}
	var shown pageJSON
	r.must(method, http.MethodGet, "rows/"+n.name, q.values(), nil, &shown)
	page := RowPage[T]{Next: shown.Next, Total: -1}
	page.Rows = mapped(shown.Rows, func(data json.RawMessage) (row T) {
		r.panicFar(method, n.form.decode(data, &row))
		return row
	})
	if shown.Total != nil {
		page.Total = *shown.Total
	}
	return page
}

// EventsPage is that of Server.
//
//go:noinline
func (r *RemoteServer) EventsPage(q RowQuery) RowPage[tourney.Event] {
	return farEvents.page(r, eventPages.method, eventPages.takes, q)
}

// DivisionsPage is that of Server.
//
//go:noinline
func (r *RemoteServer) DivisionsPage(q RowQuery) RowPage[tourney.Division] {
	return farDivisions.page(r, divisionPages.method, divisionPages.takes, q)
}

// TeamsPage is that of Server.
//
//go:noinline
func (r *RemoteServer) TeamsPage(q RowQuery) RowPage[tourney.Team] {
	return farTeams.page(r, teamPages.method, teamPages.takes, q)
}

// PlayersPage is that of Server.
//
//go:noinline
func (r *RemoteServer) PlayersPage(q RowQuery) RowPage[tourney.Player] {
	return farPlayers.page(r, playerPages.method, playerPages.takes, q)
}

// VenuesPage is that of Server.
//
//go:noinline
func (r *RemoteServer) VenuesPage(q RowQuery) RowPage[tourney.Venue] {
	return farVenues.page(r, venuePages.method, venuePages.takes, q)
}

// GamesPage is that of Server.
//
//go:noinline
func (r *RemoteServer) GamesPage(q RowQuery) RowPage[tourney.Game] {
	return farGames.page(r, gamePages.method, gamePages.takes, q)
}
