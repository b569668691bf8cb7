package respond

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/wire"
)

// ViewTarget splits the target of a view, such as a path with a query, into the path and the query.
func ViewTarget(target string) (path string, query url.Values, err error) {
	path, raw, _ := strings.Cut(target, "?")
	if path == "" {
		return "", nil, errors.New("the target has no path: expected one such as standings?divisionid=2001")
	}
	if query, err = url.ParseQuery(raw); err != nil {
		return "", nil, fmt.Errorf("the query cannot be read: %s", redact.Safe(err.Error()))
	}
	return path, query, nil
}

// View returns the JSON body of the answer to a GET. Faults, signatures and the rate limit do not apply.
func (r *Responder) View(path string, query url.Values) ([]byte, error) {
	path = r.Variant.Names.Path(contract.BasePath + "/" + path)
	target := &url.URL{Scheme: "http", Host: "localhost", Path: path, RawQuery: query.Encode()}
	req := (&http.Request{Method: http.MethodGet, URL: target, Header: http.Header{}}).WithContext(context.Background())
	a := NewAnswer(nil, req)
	a.ways, a.Format = &r.Settings.Ways, wire.JSON
	a.Query = wire.ParseQuery(target.RawQuery)
	if err := r.take(viewing, a, req); err != nil {
		return nil, err
	}
	a.Encode()
	if a.Problem != nil {
		return nil, a.Problem
	}
	return a.Encoded, nil
}
