package mockserver

import (
	"encoding/json"
	"net/url"
	"strconv"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/redact"
	"github.com/tourney-go/tourney/mockserver/stored"
)

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
