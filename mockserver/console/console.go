// Package console serves pages on which people see what a mock holds and what it was asked, and on which they change
// it. [Serve] turns them on, below /_mock/console/:
//
//	srv := mockserver.Start(t, tourney.Soccer, console.Serve())
//
// The program has them. [docs/console] says what each page shows, and who may open it.
//
// The console is a client of the admin API: it sends requests to it and decodes the JSON of its answers. It uses
// nothing else of the mock, so the mock could run in another process.
//
// [docs/console]: https://github.com/tourney-go/tourney/blob/main/docs/console.md
package console

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/tourney-go/tourney/mockserver/internal/wire"
)

// A page is a row of the table of pages. The init of its file page_xxx.go adds the row with list. Its load returns a
// value, whose method main in xxx.templ is the page's own part. Every link begins with Base of the *sheet. An element
// with data-region, an id and data-live="write" is replaced when that number of the mock changes: request, write,
// faults or clock. With data-pause it stays while a person reads it. A row of a table has a data-key, and its link a
// data-row. Values from outside go through readable or whole. The tests open all pages of the table. make generate
// writes the code of the pages, xxx_templ.go.

// console serves the console of one mock or session. It is safe for concurrent use.
type console struct {
	api     http.Handler
	origins *http.CrossOriginProtection
	notes   notes
	pasts   pasts
	off     offRules
}

// newConsole returns the console of a mock. The handler answers the requests of the admin API, below /_mock/. The
// console passes on the token that a person gave it, and has no rights of its own.
func newConsole(api http.Handler) *console {
	return &console{api: api, origins: http.NewCrossOriginProtection()}
}

// policy lets the browser use what this server sends and nothing else. No script and no style stands in a page.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// ServeHTTP answers a request below wire.ConsolePath. It refuses a post of a page of another origin, whatever the mock
// allows for its interface.
func (c *console) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
	path := strings.TrimPrefix(req.URL.EscapedPath(), wire.ConsolePath)
	v := &visit{Request: req, console: c, w: w, base: baseOf(path), path: path, token: tokenOf(req)}
	if err := c.origins.Check(req); err != nil {
		v.refuse(&failure{http.StatusForbidden, []string{"the request comes from a page of another origin"}})
		return
	}
	v.serve()
}

// baseOf returns the way from a page back to wire.ConsolePath. All links begin with it, so they hold behind any prefix.
func baseOf(path string) string {
	if up := strings.Count(path, "/"); up > 0 {
		return strings.Repeat("../", up)
	}
	return "./"
}

// serve answers the request.
func (v *visit) serve() {
	switch {
	case v.path == "":
		v.redirect(firstPage, nil)
	case strings.HasPrefix(v.path, assetPath):
		v.serveAsset()
	case v.path == "events":
		v.serveEvents()
	case v.Method == http.MethodPost:
		v.servePost()
	case v.Method != http.MethodGet && v.Method != http.MethodHead:
		v.w.Header().Set("Allow", "GET, HEAD, POST")
		v.refuse(&failure{http.StatusMethodNotAllowed, []string{"expected GET, HEAD or POST"}})
	case fileOf(v.path) != nil:
		v.serveFile(fileOf(v.path))
	default:
		v.servePage()
	}
}

// servePage answers a page.
func (v *visit) servePage() {
	p, named := pageOf(v.path)
	if p == nil {
		v.refuse(&failure{http.StatusNotFound, []string{"the console has no page " + excerpt(v.path)}})
		return
	}
	v.page, v.named, v.query = p, named, v.URL.Query()
	v.note = v.console.notes.find(v.query.Get(noteParameter))
	v.query.Del(noteParameter)
	loaded, err := p.load(v)
	if err != nil {
		v.refuse(err)
		return
	}
	v.render(http.StatusOK, p.title, loaded)
}

// servePost answers a form. It sends the browser to a page that says what was done, so that a reload repeats nothing.
func (v *visit) servePost() {
	if err := v.readForm(); err != nil {
		v.refuse(&failure{http.StatusBadRequest, []string{"the form cannot be read: " + excerpt(err.Error())}})
		return
	}
	act, named := postOf(v.path)
	if act == nil {
		v.refuse(&failure{http.StatusNotFound, []string{"the console has no form " + excerpt(v.path)}})
		return
	}
	v.named = named
	done, err := act(v)
	switch refused := failureOf(err); {
	case err == nil:
		v.redirect(v.back(done.To), v.console.notes.add(&note{Text: done.Text, undo: done.Undo}))
	case refused.status == http.StatusUnauthorized:
		v.refuse(err)
	default:
		texts := strings.Join(refused.texts, "\n")
		v.redirect(v.back(""), v.console.notes.add(&note{Text: texts, Failed: true, form: keptForm(v.PostForm)}))
	}
}

// back returns the page to show after a form: to, or the page that the form was on, or the first page.
func (v *visit) back(to string) string {
	if to == "" {
		to = v.PostForm.Get("from")
	}
	path, query, _ := strings.Cut(to, "?")
	if p, _ := pageOf(path); p == nil {
		return firstPage
	}
	values, err := url.ParseQuery(query)
	if err != nil || len(values) == 0 {
		return path
	}
	values.Del(noteParameter)
	return path + "?" + values.Encode()
}

// redirect sends the browser to a page, which shows a note. The place is relative to the request.
func (v *visit) redirect(to string, shown *note) {
	if shown != nil {
		separator := "?"
		if strings.Contains(to, "?") {
			separator = "&"
		}
		to += separator + noteParameter + "=" + shown.ID
	}
	v.w.Header().Set("Location", v.base+to)
	v.w.WriteHeader(http.StatusSeeOther)
}

// render writes a page.
func (v *visit) render(status int, title string, loaded body) {
	s := &sheet{visit: v, Title: title, body: loaded}
	if _, asksToken := loaded.(login); !asksToken {
		world, err := v.world()
		switch {
		case err == nil:
			s.World = world
		case status == http.StatusOK:
			v.refuse(err)
			return
		}
	}
	s.Live = s.World != nil && status == http.StatusOK
	made, err := written(layout(s))
	if err != nil {
		http.Error(v.w, "the page cannot be made: "+err.Error(), http.StatusInternalServerError)
		return
	}
	v.w.Header().Set("Content-Type", "text/html; charset=utf-8")
	v.w.WriteHeader(status)
	if v.Method != http.MethodHead {
		_, _ = v.w.Write(made)
	}
}
