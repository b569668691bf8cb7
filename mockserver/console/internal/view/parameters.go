package view

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/tourney-go/tourney/mockserver/console/internal/ask"
	"github.com/tourney-go/tourney/mockserver/console/internal/prose"
)

// Number returns a parameter of the page that is a whole number, 0 without the parameter. It returns an error for a
// number below least.
func (v *Visit) Number(name string, least int64) (int64, error) {
	text := v.Query.Get(name)
	if text == "" {
		return 0, nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < least {
		return 0, ask.Invalid("%s: expected a whole number from %d on, found %q", name, least, prose.Excerpt(text))
	}
	return n, nil
}

// NamedNumber returns a part of the path that is a whole number. What is the number's name for an error.
func (v *Visit) NamedNumber(name, what string) (int64, error) {
	n, err := strconv.ParseInt(v.Named[name], 10, 64)
	if err != nil {
		return 0, ask.Invalid("%s: expected a whole number, found %q", what, prose.Excerpt(v.Named[name]))
	}
	return n, nil
}

// IDNamed returns the id of the row that a parameter of the page names, such as division=2001. It returns 0 without the
// parameter, and an error if there is no such row.
func (v *Visit) IDNamed(name string) (int64, error) {
	id, err := v.Number(name, 1)
	if id == 0 {
		return 0, err
	}
	_, err = v.API.Send(http.MethodGet, "rows/"+name+"s/"+ask.IDText(id), nil)
	return id, err
}

// OneOfThese returns an error if a parameter of the page has a value that is not among values.
func (v *Visit) OneOfThese(name string, values ...string) error {
	text := v.Query.Get(name)
	if text == "" || slices.Contains(values, text) {
		return nil
	}
	return ask.Invalid("%s: expected one of %s, found %q", name, strings.Join(values, ", "), prose.Excerpt(text))
}
