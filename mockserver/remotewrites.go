package mockserver

import (
	"net/http"
	"net/url"
	"strconv"
)

// LastWrites is that of Server.
func (r *RemoteServer) LastWrites(n int, before int64) []Write {
	checkWrites(n, before)
	if n == 0 {
		return []Write{}
	}
	query := url.Values{"limit": {strconv.Itoa(n)}, "before": {strconv.FormatInt(before, 10)}}
	var body writesJSON
	r.must("LastWrites", http.MethodGet, "writes", query, nil, &body)
	return body.Writes
}

// WriteDetails is that of Server.
func (r *RemoteServer) WriteDetails(number int64) (details WriteDetails, ok bool) {
	ok = r.found("WriteDetails", http.MethodGet, farPath("writes", number), nil, nil, &details)
	return details, ok
}
