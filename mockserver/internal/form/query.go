package form

import (
	"net/url"
	"strconv"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// QueryOf returns a query as parameters of the admin API.
func QueryOf(q *stored.Query) url.Values {
	values := url.Values{"limit": {strconv.Itoa(q.Limit)}} // with this parameter the server answers with a page
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
