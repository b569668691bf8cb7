package console

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// number returns a parameter of the page that is a whole number, 0 without one.
func (v *visit) number(name string, least int64) (int64, error) {
	text := v.Query.Get(name)
	if text == "" {
		return 0, nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < least {
		return 0, invalid("%s: expected a whole number from %d on, found %q", name, least, excerpt(text))
	}
	return n, nil
}

// rowNamed returns the row that a parameter of the page names by its id, such as division=2001, and the id: 0 without
// the parameter.
func rowNamed[T any](v *visit, name string) (row T, id int64, err error) {
	if id, err = v.number(name, 1); id == 0 {
		return row, 0, err
	}
	row, err = get[T](v.API, "rows/"+name+"s/"+IDText(id))
	if failureOf(err).status == http.StatusNotFound {
		err = failureWith(http.StatusNotFound, fmt.Sprintf("there is no %s %d", name, id))
	}
	return row, id, err
}

// oneOfThese refuses a parameter of the page that has a value and none of those that it may have.
func (v *visit) oneOfThese(name string, values ...string) error {
	text := v.Query.Get(name)
	if text == "" || slices.Contains(values, text) {
		return nil
	}
	return invalid("%s: expected one of %s, found %q", name, strings.Join(values, ", "), excerpt(text))
}
