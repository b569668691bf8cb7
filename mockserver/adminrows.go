package mockserver

import (
	"net/http"
	"slices"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/header"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
)

// adminNoun is a list of rows of the admin API. K is the type of a key, and T that of a row.
type adminNoun[K comparable, T any] struct {
	name string
	form *adminForm[T]
	key  func(c *adminCall) (K, error)
	// add adds a row with the parameters of addQuery, and returns the members that name it.
	add      func(c *adminCall, row T) (any, error)
	addQuery []string
	// all returns the rows that the parameters of allQuery select.
	all      func(c *adminCall) ([]T, error)
	allQuery []string
	get      func(door SideDoor, key K) (T, bool)       // nil for a noun without one
	page     func(door SideDoor, q RowQuery) RowPage[T] // nil for a noun without one
	edit     func(door SideDoor, key K, f func(*T))
	remove   func(door SideDoor, key K)
}

// numberedNoun is a noun whose rows have ids.
func numberedNoun[T any](
	name string, add func(SideDoor, T) int64, all func(SideDoor) []T, get func(SideDoor, int64) (T, bool),
	edit func(SideDoor, int64, func(*T)), remove func(SideDoor, int64),
) adminNoun[int64, T] {
	return adminNoun[int64, T]{
		name: name, form: rowForm[T](), key: idKey, get: get, edit: edit, remove: remove,
		add: func(c *adminCall, row T) (any, error) { return adminID{ID: add(c.door, row)}, nil },
		all: func(c *adminCall) ([]T, error) { return all(c.door), nil },
	}
}

func idKey(c *adminCall) (int64, error)    { return c.id("id") }
func textKey(c *adminCall) (string, error) { return c.named["id"], nil }

// adminID is the answer to a new row.
type adminID struct {
	ID          int64   `json:"id"`
	TeamPoolIDs []int64 `json:"teamPoolIds,omitempty"` // of the positions of a pool
}

// inPages gives a noun the pages of a method. The parameters of the query are filters.
func (n adminNoun[K, T]) inPages(page func(SideDoor, RowQuery) RowPage[T], filters ...string) adminNoun[K, T] {
	n.page, n.allQuery = page, append([]string{"limit", "after", "q"}, filters...)
	return n
}

// rowRoutes are the routes of rows.
func rowRoutes() []adminRoute {
	venues := numberedNoun("venues", nil, SideDoor.Venues, SideDoor.Venue, SideDoor.EditVenue, SideDoor.RemoveVenue)
	venues.addQuery, venues.add = []string{"events"}, addVenue
	return slices.Concat(
		numberedNoun("events", SideDoor.AddEvent, SideDoor.Events, SideDoor.Event, SideDoor.EditEvent,
			SideDoor.RemoveEvent).inPages(SideDoor.EventsPage).routes(),
		numberedNoun("divisions", SideDoor.AddDivision, SideDoor.Divisions, SideDoor.Division, SideDoor.EditDivision,
			SideDoor.RemoveDivision).inPages(SideDoor.DivisionsPage, "event").routes(),
		adminNoun[int64, tourney.Pool]{
			name: "pools", form: rowForm[tourney.Pool](), key: idKey, edit: SideDoor.EditPool, remove: SideDoor.RemovePool,
			add: addPool, addQuery: []string{"positions", "ids"}, all: poolsOf, allQuery: []string{"division"},
		}.routes(),
		numberedNoun("teams", SideDoor.AddTeam, SideDoor.Teams, SideDoor.Team, SideDoor.EditTeam,
			SideDoor.RemoveTeam).inPages(SideDoor.TeamsPage, "event", "division").routes(),
		numberedNoun("players", SideDoor.AddPlayer, SideDoor.Players, SideDoor.Player, SideDoor.EditPlayer,
			SideDoor.RemovePlayer).inPages(SideDoor.PlayersPage, "event", "division", "team").routes(),
		venues.inPages(SideDoor.VenuesPage, "event").routes(),
		numberedNoun("games", SideDoor.AddGame, SideDoor.Games, SideDoor.Game, SideDoor.EditGame,
			SideDoor.RemoveGame).inPages(SideDoor.GamesPage, "event", "division", "team", "day", "from", "to").routes(),
		adminNoun[string, PaymentRecord]{
			name: "payments", form: plainForm[PaymentRecord](), key: textKey, edit: SideDoor.EditPayment,
			remove: SideDoor.RemovePayment,
			add: func(c *adminCall, row PaymentRecord) (any, error) {
				return map[string]string{"id": c.door.AddPayment(row)}, nil
			},
			all: func(c *adminCall) ([]PaymentRecord, error) { return c.door.Payments(), nil },
		}.routes(),
		adminNoun[int64, RegistrationRecord]{
			name: "registrations", form: plainForm[RegistrationRecord](), key: idKey, edit: SideDoor.EditRegistration,
			remove: SideDoor.RemoveRegistration,
			add: func(c *adminCall, row RegistrationRecord) (any, error) {
				c.door.AddRegistration(row)
				return adminID{ID: row.TeamID}, nil
			},
			all: func(c *adminCall) ([]RegistrationRecord, error) { return c.door.Registrations(), nil },
		}.routes(),
	)
}

func addVenue(c *adminCall, row tourney.Venue) (any, error) {
	events, err := c.numbers("events")
	if err != nil {
		return nil, err
	}
	return adminID{ID: c.door.AddVenue(row, events...)}, nil
}

func addPool(c *adminCall, row tourney.Pool) (any, error) {
	positions, ids, err := newPositions(c)
	if err != nil {
		return nil, err
	}
	id, made := c.door.AddPool(row, positions, ids...)
	return adminID{id, made}, nil
}

// newPositions returns the number of new positions of a pool, and the ids of the first of them.
func newPositions(c *adminCall) (positions int, ids []int64, err error) {
	n, err := c.number("positions")
	if err == nil && n > mostPositions {
		err = adminInvalid("positions is %d: expected 0 to %d", n, mostPositions)
	}
	if err == nil {
		ids, err = c.numbers("ids")
	}
	return int(n), ids, err
}

func poolsOf(c *adminCall) ([]tourney.Pool, error) {
	division, err := c.number("division")
	if err != nil {
		return nil, err
	}
	return c.door.Pools(division), nil
}

// routes returns the routes of a noun.
func (n adminNoun[K, T]) routes() []adminRoute {
	list, one := "rows/"+n.name, "rows/"+n.name+"/{id}"
	about := "all " + n.name
	if n.page != nil {
		about += ", or a page of them"
	}
	return []adminRoute{
		{http.MethodGet, list, n.allQuery, noBody, about, n.handleAll},
		{http.MethodPost, list, append([]string{"unknown"}, n.addQuery...), hasBody,
			"adds a row to " + n.name, n.handleAdd},
		{http.MethodGet, one, []string{"form"}, noBody, "a row; with form=edit as PATCH changes it", n.handleGet},
		{http.MethodPatch, one, []string{"unknown"}, hasBody,
			"changes the members of a row that the body has", n.handleEdit},
		{http.MethodDelete, one, nil, noBody, "removes a row", n.handleRemove},
	}
}

func (n *adminNoun[K, T]) handleAll(c *adminCall) (any, error) {
	if n.page != nil && len(c.query) > 0 {
		return showPage(c, n.form, n.page)
	}
	rows, err := n.all(c)
	if err != nil {
		return nil, err
	}
	return n.form.list(rows)
}

func (n *adminNoun[K, T]) handleAdd(c *adminCall) (any, error) {
	row, err := adminBody(c, n.form)
	if err != nil {
		return nil, err
	}
	made, err := n.add(c, row)
	return adminCreated{made}, err
}

func (n *adminNoun[K, T]) handleGet(c *adminCall) (any, error) {
	key, err := n.key(c)
	if err != nil {
		return nil, err
	}
	if form := c.query.Get("form"); form == "edit" || form == "" && n.get == nil {
		return showEditable(c, n.form, key, n.edit)
	} else if form != "" {
		return nil, adminInvalid("form: expected edit, found %q", safe(form))
	}
	row, ok := n.get(c.door, key)
	if !ok {
		return nil, adminNotFound("there is no row %v of %s", c.named["id"], n.name)
	}
	return n.form.encode(row)
}

func (n *adminNoun[K, T]) handleEdit(c *adminCall) (any, error) {
	key, err := n.key(c)
	if err != nil {
		return nil, err
	}
	return editWithPatch(c, n.form, key, n.edit)
}

func (n *adminNoun[K, T]) handleRemove(c *adminCall) (any, error) {
	key, err := n.key(c)
	if err != nil {
		return nil, err
	}
	return undoable(c, "Remove", func() error { n.remove(c.door, key); return nil })
}

// stopEdit is the panic of the function of an Edit method that changes nothing.
type stopEdit struct{ err error }

// stopped calls f, and returns the error with which the function of an Edit method stopped it.
func stopped(f func()) (err error) {
	defer func() {
		switch cause := recover().(type) {
		case nil:
		case stopEdit:
			err = cause.err
		default:
			panic(cause)
		}
	}()
	f()
	return nil
}

// showEditable returns a row as an Edit method hands it to its function. Without the row its error names no method,
// because a request that reads called none.
func showEditable[K, T any](
	c *adminCall, form *adminForm[T], key K, edit func(SideDoor, K, func(*T)),
) (shown any, err error) {
	defer func() {
		cause := recover()
		text, _ := cause.(string)
		_, what, absent := strings.Cut(text, ": there is no ")
		switch {
		case absent:
			err = adminNotFound("there is no %s", what)
		case cause != nil:
			panic(cause)
		}
	}()
	err = stopped(func() {
		edit(c.door, key, func(row *T) {
			data, err := form.encode(*row)
			c.w.Header().Set("ETag", etagOf(data))
			shown = data
			panic(stopEdit{err})
		})
	})
	return shown, err
}

// editWithPatch changes a row as the patch in the body says. With the header If-Match it does so only if the row is as
// form=edit showed it.
func editWithPatch[K, T any](
	c *adminCall, form *adminForm[T], key K, edit func(SideDoor, K, func(*T)),
) (any, error) {
	data, err := c.data()
	if err != nil {
		return nil, err
	}
	patch, err := parseAdmin[T](c, data)
	switch {
	case err != nil:
		return nil, err
	case patch.Kind != node.Object:
		return nil, adminInvalid("expected an object with the members to change, found %s", patch.Kind)
	}
	return nil, stopped(func() {
		edit(c.door, key, func(row *T) {
			after, err := patched(form, *row, patch, header.Items(c.Header["If-Match"]))
			if err != nil {
				panic(stopEdit{err})
			}
			*row = after
		})
	})
}

// patched returns a row with the changes of a patch. The tags are those that the row may have; none for any.
func patched[T any](form *adminForm[T], row T, patch node.Node, tags []string) (after T, err error) {
	before, err := form.encode(row)
	if err != nil {
		return after, err
	}
	if len(tags) > 0 && !slices.Contains(tags, "*") && !slices.Contains(tags, etagOf(before)) {
		return after, &adminRefusal{http.StatusPreconditionFailed, tourney.CodeInvalid, "the row has changed meanwhile", ""}
	}
	n, err := jsoncodec.ParseNode(before, jsoncodec.Limits{})
	if err != nil {
		return after, err
	}
	return after, form.decode(jsoncodec.AppendNode(nil, withPatch(n, patch)), &after)
}
