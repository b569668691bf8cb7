package view

import (
	"net/url"
	"strings"
)

// Page is a row of the table of pages. A part of a path in braces matches any text.
type Page struct {
	Path  string // after wire.ConsolePath, such as "requests/{number}"
	Title string
	Load  func(v *Visit) (Body, error)
	Posts Posts
}

// Posts are the functions that carry out forms, by the paths of the forms. The path of a form need not be the path of
// a page.
type Posts map[string]func(v *Visit) (Done, error)

// Done is the result of a form that succeeded.
type Done struct {
	Text string // one sentence
	To   string // the page to show; "" for the page with the form
	Undo []Step // the requests to the admin API that undo the change; none if it cannot be undone
}

// Step is a request to the admin API that undoes a change.
type Step struct {
	Method string
	Path   string
	Body   any // nil for none
}

// FirstPage is the page that the console shows first.
const FirstPage = "requests"

// Table has the pages of a console.
type Table []Page

// At returns the page with an escaped path, nil if there is no such page, and the parts of the path that match
// braces, by their names.
func (t Table) At(path string) (*Page, map[string]string) {
	for i := range t {
		if named, ok := match(t[i].Path, path); ok {
			return &t[i], named
		}
	}
	return nil, nil
}

// At returns the function of the form with an escaped path, nil if there is no such form, and the parts of the path
// that match braces, by their names.
func (p Posts) At(path string) (act func(*Visit) (Done, error), named map[string]string) {
	for pattern, act := range p {
		if named, ok := match(pattern, path); ok {
			return act, named
		}
	}
	return nil, nil
}

// match reports whether an escaped path matches a pattern, and returns the parts that match braces, by their names.
func match(pattern, path string) (map[string]string, bool) {
	want, have := strings.Split(pattern, "/"), strings.Split(path, "/")
	if len(want) != len(have) {
		return nil, false
	}
	named := map[string]string{}
	for i, part := range want {
		text, err := url.PathUnescape(have[i])
		if name, isName := strings.CutPrefix(part, "{"); isName && err == nil && text != "" {
			named[strings.TrimSuffix(name, "}")] = text
		} else if err != nil || text != part {
			return nil, false
		}
	}
	return named, true
}
