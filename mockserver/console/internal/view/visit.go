// Package view has what the pages of the console share: the request of a browser, the row of a page in the table of
// pages, and the parts of HTML that more than one area needs. A part that only one area needs stays in the package of
// the area.
//
// A page is a row of the Pages of its area. Its Load returns a value, whose method Main in a file .templ is the page's
// own part. Every link begins with Base of the Sheet. The console replaces an element with data-region, an id and
// data-live="write" when that number of the mock changes: request, write, faults or clock. With data-pause the element
// stays while a person reads it. A row of a table has a data-key, and the link of the row has a data-row. A page shows
// values from outside only through prose.Readable or prose.Whole. The command make generate writes the code of the
// parts, xxx_templ.go.
package view

import (
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/a-h/templ"

	"github.com/tourney-go/tourney/mockserver/console/internal/ask"
)

// Visit is a request of a browser for a page, or with a form.
type Visit struct {
	*http.Request

	API  *ask.Client
	Base string // the relative path to the first page
	Path string // after wire.ConsolePath, escaped

	Page  *Page
	Pages Table             // of the console
	Named map[string]string // the parts of the path that have names
	Query url.Values

	Refused url.Values // the form that was just refused, nil for none
	Upload  io.Reader  // the file of a form, which can be read once; nil for none

	Pasts *Pasts // of the console
}

// Body is the loaded content of a page. Its method Main renders the part of the page that no other page has.
type Body interface {
	Main(s *Sheet) templ.Component
}

// Sheet is a page that is being made.
type Sheet struct {
	Visit *Visit
	Title string
	World *World // nil on the page for the token, and on a page of an error when it is not known
}

// Base returns the relative path to the first page. Every link begins with this path.
func (s *Sheet) Base() string { return s.Visit.Base }

// From returns the page in the form in which forms name the page to come back to.
func (s *Sheet) From() string {
	if query := s.Visit.Query.Encode(); query != "" {
		return s.Visit.Path + "?" + query
	}
	return s.Visit.Path
}

// origin returns scheme and host with which the browser reached the mock.
func (v *Visit) origin() string {
	if v.TLS != nil {
		return "https://" + v.Host
	}
	return "http://" + v.Host
}

// Text returns a field of the form without the space around it.
func (v *Visit) Text(name string) string { return strings.TrimSpace(v.PostForm.Get(name)) }

// Again returns the value of a field in the form that was just refused, else the value that the page gives the field.
func (s *Sheet) Again(name, value string) string {
	if s.Visit.Refused.Has(name) {
		return s.Visit.Refused.Get(name)
	}
	return value
}
