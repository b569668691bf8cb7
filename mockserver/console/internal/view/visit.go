// Package view has what the pages of the console share: the request of a browser, the row of a page in the table of
// pages, and the parts of HTML that more than one area needs. A part of one area stays in its package.
//
// A page is a row of the Pages of its area. Its Load returns a value, whose method Main in a file .templ is the page's
// own part. Every link begins with Base of the Sheet. An element with data-region, an id and data-live="write" is
// replaced when that number of the mock changes: request, write, faults or clock. With data-pause it stays while a
// person reads it. A row of a table has a data-key, and its link a data-row. Values from outside go through
// prose.Readable or prose.Whole. make generate writes the code of the parts, xxx_templ.go.
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
	Base string // the way back to the first page
	Path string // behind wire.ConsolePath, escaped

	Page  *Page
	Pages Table             // of the console
	Named map[string]string // the parts of the path that have names
	Query url.Values

	Refused url.Values // the form that was just refused, nil without one
	Upload  io.Reader  // the file of a form, which can be read once; nil for none

	Pasts *Pasts // of the console
}

// Body is what a page loaded. Its Main is the part of the page that is its own.
type Body interface {
	Main(s *Sheet) templ.Component
}

// Sheet is a page that is being made.
type Sheet struct {
	Visit *Visit
	Title string
	World *World // nil on the page for the token, and on that of an error where the admin API does not tell it
}

// Base returns the way to the first page. Every link begins with it.
func (s *Sheet) Base() string { return s.Visit.Base }

// From returns the page as the forms name it, to come back to.
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

// Again returns the value of a field of a form that was just refused, else the value that the page gives it.
func (s *Sheet) Again(name, value string) string {
	if s.Visit.Refused.Has(name) {
		return s.Visit.Refused.Get(name)
	}
	return value
}
