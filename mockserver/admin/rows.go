package admin

import (
	"cmp"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/httptext"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/redact"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/internal/direct"
	"github.com/tourney-go/tourney/mockserver/internal/form"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// anyRecords are Rows or Records of a World.
type anyRecords[K comparable, T any] interface {
	Add(row T) K
	Get(key K) (T, bool)
	All() []T
	Edit(key K, f func(*T))
	Remove(key K)
}

// anyDetails are DetailedRows of a World.
type anyDetails[D any] interface {
	Details(id int64) (D, bool)
	EditDetails(id int64, f func(*D))
}

// noun is a list of rows or records of the admin API. K is the type of a key, and T is the type of a row.
type noun[K comparable, T any] struct {
	name    string // in paths, such as "teams"
	one     string // for errors, such as "team"
	form    *form.Form[T]
	key     func(c *call) (K, error)
	rows    func(w *world) anyRecords[K, T]
	page    func(w *world, q stored.Query) stored.Page[T] // nil for a noun without pages
	filters []string                                      // of pages
}

func idKey(c *call) (int64, error)    { return c.id("id") }
func textKey(c *call) (string, error) { return c.named["id"], nil }

// rowRoutes returns the routes of rows, then the routes of their details and of their other parts.
func rowRoutes() []route {
	var all nounRoutes
	addDetailed(&all, &direct.Events, func(w *world) detailed[tourney.Event, stored.EventDetails] { return w.Events })
	addDetailed(&all, &direct.Divisions,
		func(w *world) detailed[tourney.Division, stored.DivisionDetails] { return w.Divisions })
	addRows(&all, &direct.Pools, func(w *world) mockserver.Rows[tourney.Pool] { return w.Pools.Rows })
	addDetailed(&all, &direct.Teams, func(w *world) detailed[tourney.Team, stored.TeamDetails] { return w.Teams })
	addRows(&all, &direct.Players, func(w *world) mockserver.Rows[tourney.Player] { return w.Players })
	addDetailed(&all, &direct.Venues, func(w *world) detailed[tourney.Venue, stored.VenueDetails] { return w.Venues })
	addDetailed(&all, &direct.Games, func(w *world) detailed[tourney.Game, stored.GameDetails] { return w.Games })
	addRecords(&all, &direct.Payments, textKey,
		func(w *world) mockserver.Records[string, stored.Payment] { return w.Payments })
	addRecords(&all, &direct.Registrations, idKey,
		func(w *world) mockserver.Records[int64, stored.Registration] { return w.Registrations })
	return slices.Concat(all.rows, all.details, partRoutes())
}

type nounRoutes struct{ rows, details []route }

type detailed[T, D any] = mockserver.DetailedRows[T, D]

// addRows adds the routes of rows with ids. Their pages have filters.
func addRows[R, T any](to *nounRoutes, n *direct.Noun[R, T], rows func(*world) mockserver.Rows[T]) {
	filters := []string{"limit", "after", "q"}
	for _, field := range n.Takes {
		filters = append(filters, strings.ToLower(strings.TrimSuffix(field, "ID")))
	}
	to.rows = append(to.rows, noun[int64, T]{
		name: strings.ToLower(n.Name), one: n.One, form: form.Row[T](), key: idKey, filters: filters,
		rows: func(w *world) anyRecords[int64, T] { return rows(w) },
		page: func(w *world, q stored.Query) stored.Page[T] { return rows(w).Page(q) },
	}.routes()...)
}

func addDetailed[R, T, D any](to *nounRoutes, n *direct.Noun[R, T], rows func(*world) detailed[T, D]) {
	addRows(to, n, func(w *world) mockserver.Rows[T] { return rows(w).Rows })
	of := func(w *world) anyDetails[D] { return rows(w) }
	to.details = append(to.details, detailRoutes(strings.ToLower(n.Name), n.One, of)...)
}

func addRecords[K comparable, T any](
	to *nounRoutes, n *direct.RecordNoun[K, T], key func(*call) (K, error), records func(*world) mockserver.Records[K, T],
) {
	to.rows = append(to.rows, noun[K, T]{
		name: strings.ToLower(n.Name), one: n.One, form: form.Plain[T](), key: key,
		rows: func(w *world) anyRecords[K, T] { return records(w) },
	}.routes()...)
}

func (n noun[K, T]) routes() []route {
	list, one := "rows/"+n.name, "rows/"+n.name+"/{id}"
	about := "all " + n.name
	if n.page != nil {
		about += ", or a page of them"
	}
	return []route{
		{http.MethodGet, list, n.filters, noBody, about, n.handleAll},
		{http.MethodPost, list, []string{"unknown"}, hasBody, "adds a row to " + n.name, n.handleAdd},
		{http.MethodGet, one, []string{"form"}, noBody, "a row; with form=edit as PATCH changes it", n.handleGet},
		{http.MethodPatch, one, []string{"unknown"}, hasBody,
			"changes the members of a row that the body has", n.handleEdit},
		{http.MethodDelete, one, nil, noBody, "removes a row", n.handleRemove},
	}
}

func (n *noun[K, T]) handleAll(c *call) (any, error) {
	if n.page != nil && len(c.query) > 0 {
		return showPage(c, n.form, n.page)
	}
	return n.form.List(n.rows(c.world).All())
}

func (n *noun[K, T]) handleAdd(c *call) (any, error) {
	row, err := bodyAs(c, n.form)
	if err != nil {
		return nil, err
	}
	return created{form.Key[K]{ID: n.rows(c.world).Add(row)}}, nil
}

func (n *noun[K, T]) handleGet(c *call) (any, error) {
	key, err := n.key(c)
	if err != nil {
		return nil, err
	}
	editable, err := c.form("edit")
	switch {
	case err != nil:
		return nil, err
	case editable:
		return showEditable(c, n.form, func(f func(*T)) { n.rows(c.world).Edit(key, f) })
	}
	row, ok := n.rows(c.world).Get(key)
	if !ok {
		return nil, notFound("there is no %s %v", n.one, redact.Safe(c.named["id"], c.named["id"]))
	}
	return n.form.Encode(row)
}

func (n *noun[K, T]) handleEdit(c *call) (any, error) {
	key, err := n.key(c)
	if err != nil {
		return nil, err
	}
	return editWithPatch(c, n.form, func(f func(*T)) { n.rows(c.world).Edit(key, f) })
}

func (n *noun[K, T]) handleRemove(c *call) (any, error) {
	key, err := n.key(c)
	if err != nil {
		return nil, err
	}
	part := strings.ToUpper(n.name[:1]) + n.name[1:]
	return undoable(c, part+".Remove", func() error { n.rows(c.world).Remove(key); return nil })
}

func detailRoutes[D any](name, one string, of func(*world) anyDetails[D]) []route {
	path, as := "rows/"+name+"/{id}/details", form.Plain[D]()
	edit := func(c *call, id int64) func(func(*D)) {
		return func(f func(*D)) { of(c.world).EditDetails(id, f) }
	}
	return []route{
		{http.MethodGet, path, nil, noBody, "what writes set and no answer shows",
			withID(func(c *call, id int64) (any, error) {
				details, ok := of(c.world).Details(id)
				if !ok {
					return nil, notFound("there is no %s %d", one, id)
				}
				data, err := as.Encode(details)
				c.w.Header().Set("ETag", etagOf(data))
				return data, err
			})},
		{http.MethodPatch, path, []string{"unknown"}, hasBody, "changes it",
			withID(func(c *call, id int64) (any, error) { return editWithPatch(c, as, edit(c, id)) })},
	}
}

// stopEdit is the value with which the function of an Edit method panics, so that Edit changes nothing.
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

// showEditable returns a row as an Edit method gives it to a function. When there is no such row, the error names no
// method, because a request that reads called no method.
func showEditable[T any](c *call, as *form.Form[T], edit func(func(*T))) (shown any, err error) {
	var stop error
	err = mockserver.Try(func() {
		stop = stopped(func() {
			edit(func(row *T) {
				data, err := as.Encode(*row)
				c.w.Header().Set("ETag", etagOf(data))
				shown = data
				panic(stopEdit{err})
			})
		})
	})
	var refused *refusal.Error
	if errors.As(err, &refused) && refused.Code == tourney.CodeNotFound {
		err = notFound("%s", refused.Err)
	}
	return shown, cmp.Or(err, stop)
}

// editWithPatch applies the patch in the body to a row. With the header If-Match it does so only if the row is still as
// the answer to form=edit showed it.
func editWithPatch[T any](c *call, as *form.Form[T], edit func(func(*T))) (any, error) {
	data, err := c.data()
	if err != nil {
		return nil, err
	}
	patch, err := parseAs[T](c, data)
	switch {
	case err != nil:
		return nil, err
	case patch.Kind != node.Object:
		return nil, invalid("expected an object with the members to change, found %s", patch.Kind)
	}
	return nil, stopped(func() {
		edit(func(row *T) {
			after, err := patched(as, *row, patch, httptext.Items(c.Header["If-Match"]))
			if err != nil {
				panic(stopEdit{err})
			}
			*row = after
		})
	})
}

// patched returns a row with the changes of a patch. The tags are the tags that the row may have; without tags the row
// may have any.
func patched[T any](as *form.Form[T], row T, patch node.Node, tags []string) (after T, err error) {
	before, err := as.Encode(row)
	if err != nil {
		return after, err
	}
	if len(tags) > 0 && !slices.Contains(tags, "*") && !slices.Contains(tags, etagOf(before)) {
		return after, &failure{http.StatusPreconditionFailed, tourney.CodeInvalid, "the row has changed meanwhile", ""}
	}
	n, err := jsoncodec.ParseNode(before, jsoncodec.Limits{})
	if err != nil {
		return after, err
	}
	return after, as.Decode(jsoncodec.AppendNode(nil, form.WithPatch(n, patch)), &after)
}

func showPage[T any](c *call, as *form.Form[T], page func(*world, stored.Query) stored.Page[T]) (any, error) {
	q, err := rowQueryOf(c)
	if err != nil {
		return nil, err
	}
	rows := page(c.world, q)
	shown, err := as.List(rows.Rows)
	if shown.Next = rows.Next; rows.Total >= 0 {
		shown.Total = &rows.Total
	}
	return shown, err
}

func rowQueryOf(c *call) (q stored.Query, err error) {
	var limit int64
	numbers := []*int64{&limit, &q.After, &q.EventID, &q.DivisionID, &q.TeamID}
	for i, name := range []string{"limit", "after", "event", "division", "team"} {
		if *numbers[i], err = c.number(name); err != nil {
			return q, err
		}
		if *numbers[i] < 0 {
			return q, invalid("%s: expected 0 or more, found %d", name, *numbers[i])
		}
	}
	days := []*tourney.Date{&q.Day, &q.From, &q.To}
	for i, name := range []string{"day", "from", "to"} {
		if *days[i], err = c.date(name); err != nil {
			return q, err
		}
	}
	q.Limit, q.Text = clamped(limit), c.query.Get("q")
	return q, nil
}
