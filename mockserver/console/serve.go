package console

import (
	"net/http"
	"strings"

	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/admin"
	"github.com/tourney-go/tourney/mockserver/internal/listen"
	"github.com/tourney-go/tourney/mockserver/internal/wire"
)

// Serve makes a server serve the console under /_mock/console/. It also turns the admin API on, as [admin.Serve] does.
// The console has the rights of the admin API: whoever can open the console can change everything in the server. With
// [admin.Token] the console asks for the token. A session has its own console, behind the prefix of the session's URL.
func Serve() mockserver.Option {
	return mockserver.WithExtension(listen.Extension{Console: &listen.Console{
		Handler: handler, Refusal: refusal,
	}}, admin.Serve())
}

// handler returns the handler of the admin API and of the console. A browser that opens /_mock/, where the admin API
// lists its requests, is redirected to the console.
func handler(api http.HandlerFunc) http.HandlerFunc {
	pages := newConsole(api)
	return func(w http.ResponseWriter, req *http.Request) {
		path := req.URL.EscapedPath()
		switch {
		case strings.HasPrefix(path, wire.ConsolePath):
			pages.ServeHTTP(w, req)
		case path+"/" == wire.ConsolePath,
			path == wire.AdminPath && wire.Method(req) == http.MethodGet && wire.WantsPage(req):
			wire.Vary(w.Header())
			w.Header().Set("Location", wire.WithinSession(req, wire.ConsolePath))
			w.WriteHeader(http.StatusFound)
		default:
			api(w, req)
		}
	}
}
