// Package console serves pages on which people look at the rows of a mock and at the requests to it, and change the
// mock. [Serve] turns the pages on, below /_mock/console/:
//
//	srv := mockserver.Start(t, tourney.Soccer, console.Serve())
//
// The program mockserver serves these pages. [docs/mockserver] says what each page shows, and who may open it.
//
// The console is a client of the admin API: it sends requests to the admin API and decodes the JSON of the answers.
// Of the mock it uses only the types of the answers, so the mock could run in another process.
//
// [docs/mockserver]: https://github.com/tourney-go/tourney/blob/main/docs/mockserver.md#the-console
package console

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/tourney-go/tourney/mockserver/console/internal/ask"
	"github.com/tourney-go/tourney/mockserver/console/internal/prose"
	"github.com/tourney-go/tourney/mockserver/console/internal/state"
	"github.com/tourney-go/tourney/mockserver/console/internal/tournament"
	"github.com/tourney-go/tourney/mockserver/console/internal/traffic"
	"github.com/tourney-go/tourney/mockserver/console/internal/view"
	"github.com/tourney-go/tourney/mockserver/internal/wire"
)

// The pages are in packages below, by area: internal/traffic, internal/tournament and internal/state. The documentation
// of package internal/view describes how to make a page. The tests open all pages.

// console serves the console of one mock or session. It is safe for concurrent use.
type console struct {
	api     http.Handler
	origins *http.CrossOriginProtection
	notes   notes
	pasts   view.Pasts
	pages   view.Table
}

// newConsole returns the console of a mock. The handler answers the requests of the admin API, below /_mock/. The
// console sends them with the token that a person typed in, and has no rights of its own.
func newConsole(api http.Handler) *console {
	return &console{
		api: api, origins: http.NewCrossOriginProtection(),
		pages: slices.Concat(traffic.Pages(), tournament.Pages(), state.Pages()),
	}
}

// policy lets the browser use only scripts, styles and data from this server. Pages contain no scripts and no styles.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// ServeHTTP answers a request below wire.ConsolePath. It refuses a POST from a page of another origin, even if
// AllowOrigins of the mock contains the origin.
func (c *console) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
	path := strings.TrimPrefix(req.URL.EscapedPath(), wire.ConsolePath)
	v := &exchange{Visit: &view.Visit{
		Request: req, API: &ask.Client{Handler: c.api, Browser: req, Token: tokenOf(req)},
		Base: baseOf(path), Path: path, Pages: c.pages, Pasts: &c.pasts,
	}, console: c, w: w}
	if err := c.origins.Check(req); err != nil {
		v.refuse(ask.FailureWith(http.StatusForbidden, "the request comes from a page of another origin"))
		return
	}
	v.serve()
}

// exchange is a request of a browser to the console, with the writer of the answer.
type exchange struct {
	*view.Visit

	console *console
	w       http.ResponseWriter
	note    *note // the result of the last form; nil for none
}

// baseOf returns the relative path from a page back to wire.ConsolePath. All links begin with this path, so they work
// behind any prefix.
func baseOf(path string) string {
	if up := strings.Count(path, "/"); up > 0 {
		return strings.Repeat("../", up)
	}
	return "./"
}

// serve answers the request.
func (v *exchange) serve() {
	switch {
	case v.Path == "":
		v.redirect(view.FirstPage, nil)
	case strings.HasPrefix(v.Path, assetPath):
		v.serveAsset()
	case v.Path == "events":
		v.serveEvents()
	case v.Method == http.MethodPost:
		v.servePost()
	case v.Method != http.MethodGet && v.Method != http.MethodHead:
		v.w.Header().Set("Allow", "GET, HEAD, POST")
		v.refuse(ask.FailureWith(http.StatusMethodNotAllowed, "expected GET, HEAD or POST"))
	case fileOf(v.Path) != nil:
		v.serveFile(fileOf(v.Path))
	default:
		v.servePage()
	}
}

// servePage answers a request for a page.
func (v *exchange) servePage() {
	p, named := v.Pages.At(v.Path)
	if p == nil {
		v.refuse(ask.FailureWith(http.StatusNotFound, "the console has no page "+prose.Excerpt(v.Path)))
		return
	}
	v.Page, v.Named, v.Query = p, named, v.URL.Query()
	if v.note = v.console.notes.find(v.Query.Get(noteParameter)); v.note != nil {
		v.Refused = v.note.form
	}
	v.Query.Del(noteParameter)
	loaded, err := p.Load(v.Visit)
	if err != nil {
		v.refuse(err)
		return
	}
	v.render(http.StatusOK, p.Title, loaded)
}

// servePost carries out a form and redirects the browser to a page that shows the result, so that a reload does not
// send the form again.
func (v *exchange) servePost() {
	if v.Path != "login" && v.Path != "logout" { // nothing of a form counts without the token
		if _, err := ask.Get[any](v.API, "clock"); ask.FailureOf(err).Status == http.StatusUnauthorized {
			v.refuse(err)
			return
		}
	}
	if err := v.readForm(); err != nil {
		v.refuse(ask.FailureWith(http.StatusBadRequest, "the form cannot be read: "+prose.Excerpt(err.Error())))
		return
	}
	act, named := v.post()
	if act == nil {
		v.refuse(ask.FailureWith(http.StatusNotFound, "the console has no form "+prose.Excerpt(v.Path)))
		return
	}
	v.Named = named
	done, err := act(v.Visit)
	switch refused := ask.FailureOf(err); {
	case err == nil:
		v.redirect(v.back(done.To), v.console.notes.add(&note{Text: done.Text, undo: done.Undo}))
	case refused.Status == http.StatusUnauthorized:
		v.refuse(err)
	default:
		texts := strings.Join(refused.Texts, "\n")
		v.redirect(v.back(""), v.console.notes.add(&note{Text: texts, Failed: true, form: keptForm(v.PostForm)}))
	}
}

// post returns the function that carries out the form of the request, nil if there is no such form, and the named
// parts of the path. It looks in the forms that every page has and in the forms of the areas.
func (v *exchange) post() (act func(*view.Visit) (view.Done, error), named map[string]string) {
	shared := view.Posts{
		"login": v.logIn, "logout": v.logOut, "undo/{id}": v.undo,
	}
	if act, named = shared.At(v.Path); act != nil {
		return act, named
	}
	for i := range v.Pages {
		if act, named = v.Pages[i].Posts.At(v.Path); act != nil {
			return act, named
		}
	}
	return nil, nil
}

// back returns the page to show after a form: to, else the page with the form, else the first page.
func (v *exchange) back(to string) string {
	if to == "" {
		to = v.PostForm.Get("from")
	}
	path, query, _ := strings.Cut(to, "?")
	if p, _ := v.Pages.At(path); p == nil {
		return view.FirstPage
	}
	values, err := url.ParseQuery(query)
	if err != nil || len(values) == 0 {
		return path
	}
	values.Del(noteParameter)
	return path + "?" + values.Encode()
}

// redirect sends the browser to a page, which then shows a note. The path is relative to the request.
func (v *exchange) redirect(to string, shown *note) {
	if shown != nil {
		separator := "?"
		if strings.Contains(to, "?") {
			separator = "&"
		}
		to += separator + noteParameter + "=" + shown.ID
	}
	v.w.Header().Set("Location", v.Base+to)
	v.w.WriteHeader(http.StatusSeeOther)
}

// render answers with a page.
func (v *exchange) render(status int, title string, loaded view.Body) {
	s := &frame{Sheet: &view.Sheet{Visit: v.Visit, Title: title}, exchange: v, body: loaded}
	if _, asksToken := loaded.(login); !asksToken {
		world, err := v.World()
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
