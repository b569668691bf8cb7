// Package view has what the pages of the console share: the request of a browser, the row of a page in the table of
// pages, and the parts of HTML that more than one area needs. A part that only one area needs stays in the package of
// the area.
//
// A page is a row of the Pages of its area. The function Load of the row returns a value whose method Main, in a
// .templ file, renders the page's own part. Every link begins with Base of the Sheet. When a number of the mock
// changes, which is request, write, faults or clock, the console replaces each element that has data-region, an id,
// and the number's name in data-live, such as data-live="write". It does not replace an element with data-pause while
// a person reads it. A row of a table has a data-key, and the link of the row has a data-row. A page shows values
// from outside only through prose.Readable or prose.Whole. The command make generate writes the code of the parts,
// xxx_templ.go.
package view

import (
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/a-h/templ"

	"github.com/tourney-go/tourney/mockserver/console/internal/ask"
)

// Visit is a request of a browser for a page, or a request that sends a form.
type Visit struct {
	*http.Request

	API  *ask.Client
	Base string // the relative path to the first page
	Path string // after wire.ConsolePath, escaped

	Page  *Page
	Pages Table             // of the console
	Named map[string]string // the parts of the path that match braces in the path of the page, by their names
	Query url.Values

	Refused url.Values // the values of the form that was just refused; nil if none was refused
	Upload  io.Reader  // the file of a form, which can be read once; nil if there is no file

	Pasts *Pasts // of the console
}

// Body is the loaded content of a page. Its method Main renders the part of the page that no other page has.
type Body interface {
	Main(s *Sheet) templ.Component
}

// Sheet is a page that is being rendered.
type Sheet struct {
	Visit *Visit
	Title string
	World *World // nil on the page that asks for the token, and on an error page if it could not be loaded
}

// Base returns the relative path to the first page. Every link begins with this path.
func (s *Sheet) Base() string { return s.Visit.Base }

// From returns the path and the query of this page. A form sends them, so that the console returns to this page.
func (s *Sheet) From() string {
	if query := s.Visit.Query.Encode(); query != "" {
		return s.Visit.Path + "?" + query
	}
	return s.Visit.Path
}

// Text returns a field of the form without the space around it.
func (v *Visit) Text(name string) string { return strings.TrimSpace(v.PostForm.Get(name)) }

// Again returns the value for a field of a form: the value in the form if it was just refused, else value.
func (s *Sheet) Again(name, value string) string {
	if s.Visit.Refused.Has(name) {
		return s.Visit.Refused.Get(name)
	}
	return value
}
