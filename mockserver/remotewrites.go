package mockserver

import (
	"math"
	"net/http"
	"net/url"
	"strconv"

	"github.com/tourney-go/tourney/mockserver/journal"
)

func (r *remote) LastWrites(n int, before int64) []journal.Write {
	checkWrites(n, before)
	if n == 0 {
		return []journal.Write{}
	}
	query := url.Values{"limit": {strconv.Itoa(min(n, math.MaxInt32))}, "before": {strconv.FormatInt(before, 10)}}
	var body writesJSON
	r.must("Writes.Last", http.MethodGet, "writes", query, nil, &body)
	return body.Writes
}

func (r *remote) WriteDetails(number int64) (details journal.WriteDetails, ok bool) {
	ok = r.found("Writes.Get", http.MethodGet, farPath("writes", number), nil, &details)
	return details, ok
}
