package console

import (
	"bytes"
	"context"
	"net/http"
	"strings"

	"github.com/a-h/templ"

	"github.com/tourney-go/tourney/mockserver/console/internal/ask"
	"github.com/tourney-go/tourney/mockserver/console/internal/prose"
	"github.com/tourney-go/tourney/mockserver/console/internal/view"
)

// frame is a page: its own part, and the parts that all pages have.
type frame struct {
	*view.Sheet

	exchange *exchange
	Live     bool // the page updates itself when the mock changes
	body     view.Body
}

// WindowTitle returns the title of the browser's window.
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

// railItem is a page in the rail, the list of pages at the side.
type railItem struct {
	Path, Title string
	Here        bool
}

// rail has the paths of the pages of the rail, in their order.
var rail = []string{
	view.FirstPage, "overview", "tournament", "schedule", "standings", "bracket", "leaders", "faults", "timeline",
	"snapshots", "assumptions", "api",
}

// Rail returns the pages of the rail. A page whose path begins with that of a page of the rail belongs to it.
func (f *frame) Rail() (items []railItem) {
	here := ""
	if f.exchange.Page != nil {
		here, _, _ = strings.Cut(f.exchange.Page.Path, "/")
	}
	for _, path := range rail {
		p, _ := f.exchange.Pages.At(path)
		items = append(items, railItem{path, p.Title, path == here})
	}
	return items
}

// problem is the content of a page of an error.
type problem struct {
	Status int
	Texts  []string
	Again  *railItem // a link to the page without its parameters; nil if it has no parameters
}

// refuse answers with an error: with the form for the token if the admin API requires a token, else with a page about
// the error.
func (v *exchange) refuse(err error) {
	refused := ask.FailureOf(err)
	if refused.Status == http.StatusUnauthorized {
		v.askToken("")
		return
	}
	p := problem{Status: refused.Status, Texts: refused.Texts}
	ofOne := v.Named["id"] != "" || v.Named["number"] != "" // then the error is about the path
	if v.Page != nil && len(v.Query) > 0 && !ofOne {
		p.Again = &railItem{Path: v.Path, Title: v.Page.Title}
	}
	v.render(refused.Status, http.StatusText(refused.Status), p)
}

// written returns the HTML of a page. It takes no context, because no part of a page waits. It replaces zero bytes,
// which texts from outside can contain and HTML does not allow.
func written(page templ.Component) ([]byte, error) {
	var b bytes.Buffer
	if err := page.Render(context.Background(), &b); err != nil {
		return nil, err
	}
	return bytes.ReplaceAll(b.Bytes(), []byte{0}, []byte("\uFFFD")), nil
}
