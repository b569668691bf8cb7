package mockserver

import (
	"bytes"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/mockserver/internal/console"
)

// welcome is what the server says about itself at /, which is what a person opens first.
type welcome struct {
	Host     string // the name of the profile
	Session  string // "" for the main world
	Base     string // of the interface
	Try      []string
	Sessions string
	Console  string // "" without the console
	Admin    string // "" without the admin API
	Document string // the OpenAPI document, "" without the admin API
}

// guide is who says it.
type guide struct {
	host    string
	session string
	console bool
	admin   bool
	*responder
}

// welcome returns what the server says about itself. Its paths stay in the session of the request.
func (g *guide) welcome(req *http.Request) welcome {
	base := withinSession(req, contract.BasePath)
	page := welcome{
		Host: g.host, Session: g.session, Base: base, Try: g.suggested(base),
		Sessions: sessionPath + "NAME" + contract.BasePath,
	}
	if g.console {
		page.Console = withinSession(req, console.Path)
	}
	if g.admin {
		page.Admin = withinSession(req, ownPath)
		page.Document = page.Admin + "openapi.json"
	}
	return page
}

// suggested returns paths with rows.
func (g *guide) suggested(base string) (paths []string) {
	st, query := g.state.newest.Load(), ""
	if r := st.events.First(eventKey{}); r != nil {
		query = fmt.Sprint("?eventid=", r.event.ID)
	}
	for _, op := range contract.Operations() {
		switch {
		case op.Method != http.MethodGet || !op.Paged || !g.router.serves(op):
		case op.Param("eventid") != nil:
			paths = append(paths, base+op.Path+query)
		default:
			paths = append(paths, base+op.Path)
		}
	}
	slices.Sort(paths)
	return paths
}

// text returns the page for a terminal.
func (w *welcome) text() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "This is a mock of the Sports Event Management Interface for %s", w.Host)
	if w.Session != "" {
		fmt.Fprintf(&b, ", session %s", w.Session)
	}
	fmt.Fprintf(&b, ".\nIt answers from memory, and everything in it is made up.\n\n"+
		"The interface begins at %s. Begin with these:\n  %s\n\nA session is a world of its own: %s\n",
		w.Base, strings.Join(w.Try, "\n  "), w.Sessions)
	if w.Console != "" {
		fmt.Fprintf(&b, "The console, for a browser: %s\n", w.Console)
	}
	if w.Admin != "" {
		fmt.Fprintf(&b, "The admin API, for tests: %s\nThe OpenAPI document: %s\n", w.Admin, w.Document)
	}
	return b.Bytes()
}

var welcomePage = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("welcome").Parse(`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Mock for {{.Host}}</title>
<style>:root{color-scheme:light dark}body{font:15px/1.5 system-ui;max-width:40em;margin:2em auto;padding:0 1em}</style>
</head>
<body>
<main>
<h1>Mock for {{.Host}}{{with .Session}}, session {{.}}{{end}}</h1>
<p>This is a mock of the Sports Event Management Interface. It answers from memory, and everything in it is made up.</p>
<p>The interface begins at <code>{{.Base}}</code>. Begin with these:</p>
<ul>
{{range .Try}}<li><a href="{{.}}"><code>{{.}}</code></a></li>
{{end}}</ul>
<p>A session is a world of its own: <code>{{.Sessions}}</code></p>
{{with .Console}}<p><a href="{{.}}">The console</a> shows what the mock was asked and what is in it.</p>
{{end}}{{with .Admin}}<p>The admin API, for tests, begins at <code>{{.}}</code>.</p>
{{end}}{{with .Document}}<p><a href="{{.}}">The OpenAPI document</a> describes the interface to other programs.</p>
{{end}}</main>
</body>
</html>
`))
})

// html returns the page for a browser.
func (w *welcome) html() []byte {
	var b bytes.Buffer
	_ = welcomePage().Execute(&b, w) // a buffer takes all, and the template has no other error
	return b.Bytes()
}

// favicon is the icon of the server in a browser: a cup.
const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#1769aa" ` +
	`d="M4 1h8v1h3v2a4 4 0 0 1-4 4 4 4 0 0 1-2 1.6V12h2v3H5v-3h2V9.6A4 4 0 0 1 5 8 4 4 0 0 1 1 4V2h3zm0 2.5H2.5` +
	`A2.5 2.5 0 0 0 4 6.200zm8 0v2.700A2.5 2.5 0 0 0 13.500 3.500z"/></svg>`

// answers answers the requests of people who look at the server: its page at /, and the icon that browsers ask for.
// No fault and no journal sees them. It returns false for others.
func (g *guide) answers(w http.ResponseWriter, req *http.Request) bool {
	if methodOf(req) != http.MethodGet {
		return false
	}
	switch path := req.URL.Path; {
	case path == "/":
		page := g.welcome(req)
		w.Header().Add("Vary", "Accept")
		if strings.Contains(req.Header.Get("Accept"), mediaHTML) {
			writePage(w, req, http.StatusOK, mediaHTML+inUTF8, page.html())
		} else {
			writePage(w, req, http.StatusOK, "text/plain"+inUTF8, page.text())
		}
	case path+"/" == ownPath && g.admin:
		w.Header().Set("Location", withinSession(req, ownPath))
		w.WriteHeader(http.StatusFound)
	case path == "/favicon.ico":
		writePage(w, req, http.StatusOK, "image/svg+xml", []byte(favicon))
	default:
		return false
	}
	return true
}

// writePage writes an answer that is no answer of the interface.
func writePage(w http.ResponseWriter, req *http.Request, status int, contentType string, body []byte) {
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	if req.Method != http.MethodHead {
		_, _ = w.Write(body)
	}
}

// showRefusal makes a refusal a page for a browser that opens the console. The page leads to the console of the main
// world under a known name of the host.
func showRefusal(a *answer, refused *refusal, known bool) {
	within := a.request
	if _, inside := withoutSession(within); inside != nil {
		within = inside
	}
	asksPage := strings.Contains(within.Header.Get("Accept"), mediaHTML)
	if !asksPage || !strings.HasPrefix(within.URL.EscapedPath(), console.Path) {
		return
	}
	page := console.Stranger{Status: a.status, Texts: mapped(refused.items, func(i item) string { return i.message })}
	if known {
		page.Home = console.Path
	}
	body, policy := page.Page()
	a.encoded = body
	a.setContentType(mediaHTML + inUTF8)
	a.delivery.setHeader("Content-Security-Policy", policy)
	a.delivery.setHeader("Cache-Control", "no-store")
}
