package mockserver

import (
	"net/http"
	"strings"

	"github.com/tourney-go/tourney/mockserver/internal/console"
	"github.com/tourney-go/tourney/mockserver/internal/wire"
)

// withConsole returns a handler for the console and the admin API. A browser that opens the list of the requests of the
// admin API is sent to the console.
func withConsole(api http.HandlerFunc) http.HandlerFunc {
	pages := console.New(api)
	return func(w http.ResponseWriter, req *http.Request) {
		path := req.URL.EscapedPath()
		switch {
		case strings.HasPrefix(path, console.Path):
			pages.ServeHTTP(w, req)
		case path+"/" == console.Path, path == adminPath && wire.Method(req) == http.MethodGet && wire.WantsPage(req):
			w.Header().Add("Vary", "Accept")
			w.Header().Set("Location", wire.WithinSession(req, console.Path))
			w.WriteHeader(http.StatusFound)
		default:
			api(w, req)
		}
	}
}
