package console

import (
	"bytes"
	"cmp"
	"context"
	"net/http"
	"slices"

	"github.com/a-h/templ"

	"github.com/tourney-go/tourney/mockserver/console/internal/ask"
	"github.com/tourney-go/tourney/mockserver/console/internal/prose"
	"github.com/tourney-go/tourney/mockserver/console/internal/view"
)

// frame is a page with what all pages have around their own part.
type frame struct {
	*view.Sheet

	exchange *exchange
	Live     bool // the page looks for changes
	body     view.Body
}

// Note returns what the last form did, nil for nothing.
func (f *frame) Note() *note { return f.exchange.note }

// WindowTitle returns what a browser calls the page.
func (f *frame) WindowTitle() string {
	parts := []string{f.Title}
	if f.World != nil {
		parts = append(parts, prose.Readable(f.World.Profile), prose.Readable(f.World.Session))
	}
	return prose.Joined(" · ", append(parts, "mock")...)
}

// asset returns the link to a file of the console.
func (f *frame) asset(file string) (string, error) {
	name, err := assetName(file)
	return f.Base() + name, err
}

// railItem is a page in the rail.
type railItem struct {
	Path, Title string
	Here        bool
}

// Rail returns the pages of the rail.
func (f *frame) Rail() (items []railItem) {
	here := f.exchange.Page
	shown := slices.DeleteFunc(slices.Clone(f.exchange.Pages), func(p view.Page) bool { return p.Rail == 0 })
	slices.SortFunc(shown, func(a, b view.Page) int { return cmp.Compare(a.Rail, b.Rail) })
	for _, p := range shown {
		on := here != nil && (here.Path == p.Path || here.Under == p.Path)
		items = append(items, railItem{p.Path, p.Title, on})
	}
	return items
}

// LoggedIn reports whether the browser has given a token.
func (f *frame) LoggedIn() bool { return f.exchange.API.Token != "" }

// problem is what a page of an error says.
type problem struct {
	Status int
	Texts  []string
	Again  *railItem // the page without its parameters; nil for one that has none
}

// refuse answers an error: the form for the token if the admin API wants one, else the page of an error.
func (v *exchange) refuse(err error) {
	refused := ask.FailureOf(err)
	if refused.Status == http.StatusUnauthorized {
		v.askToken("")
		return
	}
	p := problem{Status: refused.Status, Texts: refused.Texts}
	ofOne := v.Named["id"] != "" || v.Named["number"] != "" // such a page says what is wrong with its path
	if v.Page != nil && len(v.Query) > 0 && !ofOne {
		p.Again = &railItem{Path: v.Path, Title: v.Page.Title}
	}
	v.render(refused.Status, http.StatusText(refused.Status), p)
}

// written returns a page. No part of a page waits for anything, so a request that ends meanwhile ends no page. A
// character of zero has no place in HTML, and texts from outside can have one.
func written(page templ.Component) ([]byte, error) {
	var b bytes.Buffer
	if err := page.Render(context.Background(), &b); err != nil {
		return nil, err
	}
	return bytes.ReplaceAll(b.Bytes(), []byte{0}, []byte("\uFFFD")), nil
}
