package ask

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/form"
)

// Rows is a page of rows of the admin API.
type Rows[T any] struct {
	Rows  []T
	Next  int64 // where the next page begins; 0 on the last page
	Total *int  // nil where the admin API does not count
}

// Values returns parameters from pairs of names and values. It leaves out a parameter whose value is empty.
func Values(pairs ...string) url.Values {
	values := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			values.Set(pairs[i], pairs[i+1])
		}
	}
	return values
}

// RowsOf requests a page of rows of a kind, with the parameters that Values makes of the pairs.
func RowsOf[T any](c *Client, noun string, limit int, pairs ...string) (page Rows[T], err error) {
	query := Values(append(pairs, "limit", strconv.Itoa(limit))...)
	found, err := Get[form.Page](c, "rows/"+noun+"?"+query.Encode())
	page.Rows, page.Next, page.Total = make([]T, len(found.Rows)), found.Next, found.Total
	for i, row := range found.Rows {
		if err := tourney.UnmarshalRow(row, &page.Rows[i]); err != nil {
			return page, err
		}
	}
	return page, err
}

// Row requests a row, or a value that contains rows.
func Row[T any](c *Client, path string) (row T, err error) {
	data, err := c.Send(http.MethodGet, path, nil)
	if err == nil {
		err = tourney.UnmarshalRow(data, &row)
	}
	return row, err
}

// IDText returns an id as the value of a parameter, "" for 0.
func IDText(id int64) string {
	if id == 0 {
		return ""
	}
	return strconv.FormatInt(id, 10)
}

// singulars has the singulars of the kinds of rows in the admin API that do not only lack an s.
var singulars = map[string]string{"people": "person", "settings": "settings", "teamPools": "team pool"}

// OneOf returns the singular of a kind of rows, such as team for teams.
func OneOf(kind string) string {
	if one, ok := singulars[kind]; ok {
		return one
	}
	return strings.TrimSuffix(kind, "s")
}
