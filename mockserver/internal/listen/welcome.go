package listen

import (
	"fmt"
	"html"
	"net/http"
	"slices"
	"strings"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/respond"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/internal/wire"
)

// Guide makes the page at / about the server.
type Guide struct {
	Host    string
	Session string
	Console bool
	Admin   bool
	*respond.Responder
}

type page struct {
	title string
	parts []paragraph
}

type paragraph struct {
	text   string
	paths  []string
	linked bool // a browser can open the paths
}

func (g *Guide) page(req *http.Request) page {
	const about = "This is a mock of the Sports Event Management Interface. It answers from memory, and everything in " +
		"it is made up."
	admin := wire.WithinSession(req, wire.AdminPath)
	begin := g.Router.Names().Path(contract.BasePath)
	p := page{"Mock for " + g.Host, []paragraph{
		{about, nil, false},
		{"The interface begins at", []string{wire.WithinSession(req, begin)}, false},
		{"Begin with these:", g.suggested(req), true},
		{"A session is a world of its own:", []string{wire.SessionPath + "NAME" + begin}, false},
	}}
	if g.Session != "" {
		p.title += ", session " + g.Session
	}
	if g.Console {
		console := []string{wire.WithinSession(req, wire.ConsolePath)}
		p.parts = append(p.parts, paragraph{"The console, for a browser:", console, true})
	}
	if g.Admin {
		p.parts = append(p.parts, paragraph{"The admin API, for tests:", []string{admin}, false},
			paragraph{"The OpenAPI document:", []string{admin + "openapi.json"}, true})
	}
	return p
}

// suggested returns paths of operations whose answers show rows of the world.
func (g *Guide) suggested(req *http.Request) (paths []string) {
	st, query := g.State.Newest(), ""
	if r := st.Events.First(model.EventKey{}.Key()); r != nil {
		query = fmt.Sprint("?eventid=", r.Event.ID)
	}
	for _, op := range contract.Operations() {
		switch {
		case op.Method != http.MethodGet || !op.Paged || !g.Router.Serves(op):
		case op.Param("eventid") != nil:
			paths = append(paths, wire.WithinSession(req, g.Router.Path(op))+query)
		default:
			paths = append(paths, wire.WithinSession(req, g.Router.Path(op)))
		}
	}
	slices.Sort(paths)
	return paths
}

func (p *page) inText() []byte {
	text := p.title + "\n"
	for _, part := range p.parts {
		text += "\n" + part.text
		if len(part.paths) == 1 {
			text += " " + part.paths[0] + "\n"
			continue
		}
		text += "\n"
		for _, path := range part.paths {
			text += "  " + path + "\n"
		}
	}
	return []byte(text)
}

func (p *page) inHTML() []byte {
	const head = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"/>` +
		`<meta name="viewport" content="width=device-width"/><title>%[1]s</title><style>:root{color-scheme:light dark}` +
		`body{font:15px/1.5 system-ui;max-width:40em;margin:2em auto;padding:0 1em}</style></head><body><main><h1>%[1]s</h1>`
	text := fmt.Sprintf(head, html.EscapeString(p.title))
	for _, part := range p.parts {
		text += "<p>" + html.EscapeString(part.text)
		for _, path := range part.paths {
			shown := "<code>" + html.EscapeString(path) + "</code>"
			if part.linked {
				shown = `<a href="` + html.EscapeString(path) + `">` + shown + "</a>"
			}
			if len(part.paths) > 1 {
				shown = "<br/>" + shown
			}
			text += " " + shown
		}
		text += "</p>"
	}
	return []byte(text + "</main></body></html>")
}

// favicon is the icon of the server in a browser: a cup.
const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#1769aa" ` +
	`d="M4 1h8v1h3v2a4 4 0 0 1-4 4 4 4 0 0 1-2 1.6V12h2v3H5v-3h2V9.6A4 4 0 0 1 5 8 4 4 0 0 1 1 4V2h3zm0 2.5H2.5` +
	`A2.5 2.5 0 0 0 4 6.200zm8 0v2.700A2.5 2.5 0 0 0 13.500 3.500z"/></svg>`

// Answers answers a request for the page at / or for the icon, and returns true. No fault acts on these requests, and
// the journal does not keep them. For any other request, Answers does nothing and returns false.
func (g *Guide) Answers(w http.ResponseWriter, req *http.Request) bool {
	if wire.Method(req) != http.MethodGet {
		return false
	}
	switch path := req.URL.Path; {
	case path == "/":
		page := g.page(req)
		if wire.WantsPage(req) {
			wire.WritePage(w, req, http.StatusOK, wire.MediaHTML+wire.CharsetUTF8, page.inHTML())
		} else {
			wire.WritePage(w, req, http.StatusOK, "text/plain"+wire.CharsetUTF8, page.inText())
		}
	case path+"/" == wire.AdminPath && g.Admin:
		w.Header().Set("Location", wire.WithinSession(req, wire.AdminPath))
		w.WriteHeader(http.StatusFound)
	case path == "/favicon.ico":
		wire.WritePage(w, req, http.StatusOK, "image/svg+xml", []byte(favicon))
	default:
		return false
	}
	return true
}

// ShowRefusal turns a refusal into a page for a browser that opens the console. If the name of the host is known, the
// page has a link to the console of the main world.
func ShowRefusal(a *respond.Answer, refused *refusal.Refusal, known bool, c *Console) {
	within := wire.WithoutPrefix(a.Request)
	if !wire.WantsPage(within) || !strings.HasPrefix(within.URL.EscapedPath(), wire.ConsolePath) {
		return
	}
	home := ""
	if known {
		home = wire.ConsolePath
	}
	texts := values.Mapped(refused.Items, func(i refusal.Item) string { return i.Message })
	body, policy := c.Refusal(a.Status, texts, home)
	a.Encoded = body
	a.SetContentType(wire.MediaHTML + wire.CharsetUTF8)
	a.SetHeader("Content-Security-Policy", policy)
	a.SetHeader("Cache-Control", "no-store")
}
