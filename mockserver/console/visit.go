package console

import (
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/a-h/templ"
)

// visit is a request of a browser.
type visit struct {
	*http.Request
	console *console
	w       http.ResponseWriter
	base    string // the way back to Path
	path    string // behind Path, escaped
	token   string // of the admin API; "" for none

	page  *page
	named map[string]string // the parts of the path that have names
	query url.Values
	note  *note // what the last form did; nil for nothing

	upload io.Reader // the file of a form, which can be read once; nil for none
}

// body is what a page loaded. Its main is the part of the page that is its own.
type body interface {
	main(s *sheet) templ.Component
}

// sheet is a page that is being made.
type sheet struct {
	visit *visit

	Title string
	World *world // nil on the page for the token, and on that of an error where the admin API does not tell it
	Live  bool   // the page looks for changes
	body  body
}

// Base returns the way to the first page. Every link begins with it.
func (s *sheet) Base() string { return s.visit.base }

// Note returns what the last form did, nil for nothing.
func (s *sheet) Note() *note { return s.visit.note }

// From returns the page as the forms name it, to come back to.
func (s *sheet) From() string {
	if query := s.visit.query.Encode(); query != "" {
		return s.visit.path + "?" + query
	}
	return s.visit.path
}

// WindowTitle returns what a browser calls the page.
func (s *sheet) WindowTitle() string {
	parts := []string{s.Title}
	if s.World != nil {
		parts = append(parts, readable(s.World.Profile), readable(s.World.Session))
	}
	return joined(" · ", append(parts, "mock")...)
}

// asset returns the link to a file of the console.
func (s *sheet) asset(file string) (string, error) {
	name, err := assetName(file)
	return s.Base() + name, err
}

// Rail returns the pages of the rail.
func (s *sheet) Rail() []railItem { return railFor(s.visit.page) }

// LoggedIn reports whether the browser has given a token.
func (s *sheet) LoggedIn() bool { return s.visit.token != "" }

// problem is what a page of an error says.
type problem struct {
	Status int
	Texts  []string
	Again  *railItem // the page without its parameters; nil for one that has none
}

// refuse answers an error: the form for the token if the admin API wants one, else the page of an error.
func (v *visit) refuse(err error) {
	refused := failureOf(err)
	if refused.status == http.StatusUnauthorized {
		v.askToken("")
		return
	}
	p := problem{Status: refused.status, Texts: refused.texts}
	ofOne := v.named["id"] != "" || v.named["number"] != "" // such a page says what is wrong with its path
	if v.page != nil && len(v.query) > 0 && !ofOne {
		p.Again = &railItem{Path: v.path, Title: v.page.title}
	}
	v.render(refused.status, http.StatusText(refused.status), p)
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

// Again returns a field of the form that was just refused, "" without one.
func (s *sheet) Again(name string) string { return s.visit.again(name, "") }
