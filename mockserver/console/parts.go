package console

import (
	"bytes"
	"context"

	"github.com/a-h/templ"
)

// choice is an option of a list.
type choice struct{ Value, Text string }

// pager has the links to other pages of a table, "" for none.
type pager struct{ Newer, Older, Shown string }

// style is a style that stands in a page. Nothing escapes it, so it has no value from outside.
func style(css string) templ.Component { return templ.Raw("<style>" + css + "</style>") }

// written returns a page. No part of a page waits for anything, so a request that ends meanwhile ends no page. A
// character of zero has no place in HTML, and texts from outside can have one.
func written(page templ.Component) ([]byte, error) {
	var b bytes.Buffer
	if err := page.Render(context.Background(), &b); err != nil {
		return nil, err
	}
	return bytes.ReplaceAll(b.Bytes(), []byte{0}, []byte("\uFFFD")), nil
}
