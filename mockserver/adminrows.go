package mockserver

import (
	"cmp"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/header"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/mockserver/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/sidedoor"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// adminNoun is a list of rows or records of the admin API. K is the type of a key, and T that of a row.
type adminNoun[K comparable, T any] struct {
	name    string // in paths, such as "teams"
	one     string // for errors, such as "team"
	form    *adminForm[T]
	key     func(c *adminCall) (K, error)
	rows    func(w *World) anyRecords[K, T]
	page    func(w *World, q stored.Query) stored.Page[T] // nil for a noun without pages
	filters []string                                      // of pages
}

// adminKey is the answer to a new row.
type adminKey[K comparable] struct {
	ID K `json:"id"`
}

func idKey(c *adminCall) (int64, error)    { return c.id("id") }
func textKey(c *adminCall) (string, error) { return c.named["id"], nil }

// rowRoutes are the routes of rows.
func rowRoutes() []adminRoute {
	payments := adminNoun[string, stored.Payment]{
		name: "payments", one: sidedoor.PaymentNoun.One, form: plainForm[stored.Payment](), key: textKey,
		rows: func(w *World) anyRecords[string, stored.Payment] { return w.Payments.in },
	}
	registrations := adminNoun[int64, stored.Registration]{
		name: "registrations", one: sidedoor.RegistrationNoun.One, form: plainForm[stored.Registration](), key: idKey,
		rows: func(w *World) anyRecords[int64, stored.Registration] { return w.Registrations.in },
	}
	return slices.Concat(
		nounRoutes("events", "event", func(w *World) Rows[tourney.Event] { return w.Events.Rows }),
		nounRoutes("divisions", "division", func(w *World) Rows[tourney.Division] { return w.Divisions.Rows }, "event"),
		nounRoutes("pools", "pool", func(w *World) Rows[tourney.Pool] { return w.Pools.Rows }, "division"),
		nounRoutes("teams", "team", func(w *World) Rows[tourney.Team] { return w.Teams.Rows }, "event", "division"),
		nounRoutes("players", "player", func(w *World) Rows[tourney.Player] { return w.Players },
			"event", "division", "team"),
		nounRoutes("venues", "venue", func(w *World) Rows[tourney.Venue] { return w.Venues.Rows }, "event"),
		nounRoutes("games", "game", func(w *World) Rows[tourney.Game] { return w.Games.Rows },
			"event", "division", "team", "day", "from", "to"),
		payments.routes(), registrations.routes(),
	)
}

// nounRoutes are the routes of rows with ids. Their pages have filters.
func nounRoutes[T any](name, one string, rows func(*World) Rows[T], filters ...string) []adminRoute {
	n := adminNoun[int64, T]{
		name: name, one: one, form: rowForm[T](), key: idKey, filters: append([]string{"limit", "after", "q"}, filters...),
		rows: func(w *World) anyRecords[int64, T] { return rows(w).in },
		page: func(w *World, q stored.Query) stored.Page[T] { return rows(w).Page(q) },
	}
	return n.routes()
}

// routes returns the routes of a noun.
func (n adminNoun[K, T]) routes() []adminRoute {
	list, one := "rows/"+n.name, "rows/"+n.name+"/{id}"
	about := "all " + n.name
	if n.page != nil {
		about += ", or a page of them"
	}
	return []adminRoute{
		{http.MethodGet, list, n.filters, noBody, about, n.handleAll},
		{http.MethodPost, list, []string{"unknown"}, hasBody, "adds a row to " + n.name, n.handleAdd},
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
	return n.form.list(n.rows(c.world).All())
}

func (n *adminNoun[K, T]) handleAdd(c *adminCall) (any, error) {
	row, err := adminBody(c, n.form)
	if err != nil {
		return nil, err
	}
	return adminCreated{adminKey[K]{n.rows(c.world).Add(row)}}, nil
}

func (n *adminNoun[K, T]) handleGet(c *adminCall) (any, error) {
	key, err := n.key(c)
	if err != nil {
		return nil, err
	}
	if form := c.query.Get("form"); form == "edit" {
		return showEditable(c, n.form, func(f func(*T)) { n.rows(c.world).Edit(key, f) })
	} else if form != "" {
		return nil, adminInvalid("form: expected edit, found %q", redact.Safe(form))
	}
	row, ok := n.rows(c.world).Get(key)
	if !ok {
		return nil, adminNotFound("there is no %s %v", n.one, redact.Safe(c.named["id"]))
	}
	return n.form.encode(row)
}

func (n *adminNoun[K, T]) handleEdit(c *adminCall) (any, error) {
	key, err := n.key(c)
	if err != nil {
		return nil, err
	}
	return editWithPatch(c, n.form, func(f func(*T)) { n.rows(c.world).Edit(key, f) })
}

func (n *adminNoun[K, T]) handleRemove(c *adminCall) (any, error) {
	key, err := n.key(c)
	if err != nil {
		return nil, err
	}
	part := strings.ToUpper(n.name[:1]) + n.name[1:]
	return undoable(c, part+".Remove", func() error { n.rows(c.world).Remove(key); return nil })
}

// detailRoutes are the routes of the details of rows.
func detailRoutes[D any](name string, of func(*World) anyDetails[D]) []adminRoute {
	path, form := "rows/"+name+"/{id}/details", plainForm[D]()
	edit := func(c *adminCall, id int64) func(func(*D)) {
		return func(f func(*D)) { of(c.world).EditDetails(id, f) }
	}
	return []adminRoute{
		{http.MethodGet, path, nil, noBody, "what writes set and no answer shows",
			withID(func(c *adminCall, id int64) (any, error) {
				details, ok := of(c.world).Details(id)
				if !ok {
					return nil, adminNotFound("there is no %s %d", strings.TrimSuffix(name, "s"), id)
				}
				data, err := form.encode(details)
				c.w.Header().Set("ETag", etagOf(data))
				return data, err
			})},
		{http.MethodPatch, path, []string{"unknown"}, hasBody, "changes it",
			withID(func(c *adminCall, id int64) (any, error) { return editWithPatch(c, form, edit(c, id)) })},
	}
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
func showEditable[T any](c *adminCall, form *adminForm[T], edit func(func(*T))) (shown any, err error) {
	var stop error
	err = Try(func() {
		stop = stopped(func() {
			edit(func(row *T) {
				data, err := form.encode(*row)
				c.w.Header().Set("ETag", etagOf(data))
				shown = data
				panic(stopEdit{err})
			})
		})
	})
	var refused *refusal.Error
	if errors.As(err, &refused) && refused.Code == tourney.CodeNotFound {
		err = adminNotFound("%s", refused.Err)
	}
	return shown, cmp.Or(err, stop)
}

// editWithPatch changes a row as the patch in the body says. With the header If-Match it does so only if the row is as
// form=edit showed it.
func editWithPatch[T any](c *adminCall, form *adminForm[T], edit func(func(*T))) (any, error) {
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
		edit(func(row *T) {
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

// pageJSON is the answer with a page of rows.
type pageJSON struct {
	Rows  []json.RawMessage `json:"rows"`
	Next  int64             `json:"next,omitempty"`  // absent on the last page
	Total *int              `json:"total,omitempty"` // absent where it is not known
}

// showPage returns the page of rows that a request asks for.
func showPage[T any](c *adminCall, form *adminForm[T], page func(*World, stored.Query) stored.Page[T]) (any, error) {
	q, err := rowQueryOf(c)
	if err != nil {
		return nil, err
	}
	rows := page(c.world, q)
	shown := pageJSON{Rows: make([]json.RawMessage, len(rows.Rows)), Next: rows.Next}
	for i, row := range rows.Rows {
		if shown.Rows[i], err = form.encode(row); err != nil {
			return nil, err
		}
	}
	if rows.Total >= 0 {
		shown.Total = &rows.Total
	}
	return shown, nil
}

// rowQueryOf returns the query for a page of rows.
func rowQueryOf(c *adminCall) (q stored.Query, err error) {
	var limit int64
	numbers := []*int64{&limit, &q.After, &q.EventID, &q.DivisionID, &q.TeamID}
	for i, name := range []string{"limit", "after", "event", "division", "team"} {
		if *numbers[i], err = c.number(name); err != nil {
			return q, err
		}
		if *numbers[i] < 0 {
			return q, adminInvalid("%s: expected 0 or more, found %d", name, *numbers[i])
		}
	}
	days := []*tourney.Date{&q.Day, &q.From, &q.To}
	for i, name := range []string{"day", "from", "to"} {
		if *days[i], err = c.date(name); err != nil {
			return q, err
		}
	}
	q.Limit, q.Text = int(limit), c.query.Get("q")
	return q, nil
}

// date returns a parameter of the query that is a day, the zero date without one.
func (c *adminCall) date(name string) (day tourney.Date, err error) {
	if !c.query.Has(name) {
		return day, nil
	}
	if err = day.Scan(c.query.Get(name)); err != nil || day.IsZero() {
		return day, adminInvalid("%s: expected a day such as 2026-06-12, found %q", name, redact.Safe(c.query.Get(name)))
	}
	return day, nil
}

// valuesOfQuery returns a query as parameters of the admin API.
func valuesOfQuery(q *stored.Query) url.Values {
	values := url.Values{"limit": {strconv.Itoa(q.Limit)}} // so that the server answers a page
	for name, n := range map[string]int64{
		"after": q.After, "event": q.EventID, "division": q.DivisionID, "team": q.TeamID,
	} {
		if n != 0 {
			values.Set(name, strconv.FormatInt(n, 10))
		}
	}
	for name, day := range map[string]tourney.Date{"day": q.Day, "from": q.From, "to": q.To} {
		if !day.IsZero() {
			values.Set(name, day.ISO())
		}
	}
	if q.Text != "" {
		values.Set("q", q.Text)
	}
	return values
}
