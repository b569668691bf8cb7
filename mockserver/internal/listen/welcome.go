package listen

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/mockserver/internal/console"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/respond"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/internal/wire"
)

// Guide is who says it.
type Guide struct {
	Host    string
	Session string
	Console bool
	Admin   bool
	*respond.Responder
}

// welcome returns what the server says about itself. Its paths stay in the session of the request.
func (g *Guide) welcome(req *http.Request) console.Welcome {
	base := wire.WithinSession(req, contract.BasePath)
	page := console.Welcome{
		Host: g.Host, Session: g.Session, Base: base, Try: g.suggested(base),
		Sessions: wire.SessionPath + "NAME" + contract.BasePath,
	}
	if g.Console {
		page.Console = wire.WithinSession(req, console.Path)
	}
	if g.Admin {
		page.Admin = wire.WithinSession(req, wire.AdminPath)
		page.Document = page.Admin + "openapi.json"
	}
	return page
}

// suggested returns paths with rows.
func (g *Guide) suggested(base string) (paths []string) {
	st, query := g.State.Newest.Load(), ""
	if r := st.Events.First(model.EventKey{}); r != nil {
		query = fmt.Sprint("?eventid=", r.Event.ID)
	}
	for _, op := range contract.Operations() {
		switch {
		case op.Method != http.MethodGet || !op.Paged || !g.Router.Serves(op):
		case op.Param("eventid") != nil:
			paths = append(paths, base+op.Path+query)
		default:
			paths = append(paths, base+op.Path)
		}
	}
	slices.Sort(paths)
	return paths
}

// inText returns the page for a terminal.
func inText(w *console.Welcome) []byte {
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

// favicon is the icon of the server in a browser: a cup.
const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#1769aa" ` +
	`d="M4 1h8v1h3v2a4 4 0 0 1-4 4 4 4 0 0 1-2 1.6V12h2v3H5v-3h2V9.6A4 4 0 0 1 5 8 4 4 0 0 1 1 4V2h3zm0 2.5H2.5` +
	`A2.5 2.5 0 0 0 4 6.200zm8 0v2.700A2.5 2.5 0 0 0 13.500 3.500z"/></svg>`

// Answers answers the requests of people who look at the server: its page at /, and the icon that browsers ask for.
// No fault and no journal sees them. It returns false for others.
func (g *Guide) Answers(w http.ResponseWriter, req *http.Request) bool {
	if wire.Method(req) != http.MethodGet {
		return false
	}
	switch path := req.URL.Path; {
	case path == "/":
		page := g.welcome(req)
		w.Header().Add("Vary", "Accept")
		if wire.WantsPage(req) {
			WritePage(w, req, http.StatusOK, wire.MediaHTML+wire.CharsetUTF8, page.Page())
		} else {
			WritePage(w, req, http.StatusOK, "text/plain"+wire.CharsetUTF8, inText(&page))
		}
	case path+"/" == wire.AdminPath && g.Admin:
		w.Header().Set("Location", wire.WithinSession(req, wire.AdminPath))
		w.WriteHeader(http.StatusFound)
	case path == "/favicon.ico":
		WritePage(w, req, http.StatusOK, "image/svg+xml", []byte(favicon))
	default:
		return false
	}
	return true
}

// WritePage writes an answer that is no answer of the interface.
func WritePage(w http.ResponseWriter, req *http.Request, status int, contentType string, body []byte) {
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	if req.Method != http.MethodHead {
		_, _ = w.Write(body)
	}
}

// ShowRefusal makes a refusal a page for a browser that opens the console. The page leads to the console of the main
// world under a known name of the host.
func ShowRefusal(a *respond.Answer, refused *refusal.Refusal, known bool) {
	within := wire.WithoutPrefix(a.Request)
	if !wire.WantsPage(within) || !strings.HasPrefix(within.URL.EscapedPath(), console.Path) {
		return
	}
	page := console.Stranger{Status: a.Status, Texts: values.Mapped(refused.Items, func(i refusal.Item) string { return i.Message })}
	if known {
		page.Home = console.Path
	}
	body, policy := page.Page()
	a.Encoded = body
	a.SetContentType(wire.MediaHTML + wire.CharsetUTF8)
	a.Delivery.SetHeader("Content-Security-Policy", policy)
	a.Delivery.SetHeader("Cache-Control", "no-store")
}
