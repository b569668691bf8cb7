package console

import (
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/a-h/templ"
)

// visit is a request of a browser for a page, or with a form.
type visit struct {
	*http.Request

	API  *client
	Base string // the way back to the first page
	Path string // behind wire.ConsolePath, escaped

	Page  *page
	Pages table             // of the console
	Named map[string]string // the parts of the path that have names
	Query url.Values

	Refused url.Values // the form that was just refused, nil without one
	Upload  io.Reader  // the file of a form, which can be read once; nil for none

	Pasts *pasts // of the console
}

// body is what a page loaded. Its main is the part of the page that is its own.
type body interface {
	main(s *sheet) templ.Component
}

// sheet is a page that is being made.
type sheet struct {
	Visit *visit
	Title string
	World *world // nil on the page for the token, and on that of an error where the admin API does not tell it
}

// Base returns the way to the first page. Every link begins with it.
func (s *sheet) Base() string { return s.Visit.Base }

// From returns the page as the forms name it, to come back to.
func (s *sheet) From() string {
	if query := s.Visit.Query.Encode(); query != "" {
		return s.Visit.Path + "?" + query
	}
	return s.Visit.Path
}

// origin returns scheme and host with which the browser reached the mock.
func (v *visit) origin() string {
	if v.TLS != nil {
		return "https://" + v.Host
	}
	return "http://" + v.Host
}

// text returns a field of the form without the space around it.
func (v *visit) text(name string) string { return strings.TrimSpace(v.PostForm.Get(name)) }

// Again returns the value of a field of a form that was just refused, else the value that the page gives it.
func (s *sheet) Again(name, value string) string {
	if s.Visit.Refused.Has(name) {
		return s.Visit.Refused.Get(name)
	}
	return value
}
