// Package extension holds the types that mockserver exchanges with the packages admin and console, so that mockserver
// need not import these packages: a test without the admin API and the console compiles neither. Server is what the
// admin API gets from mockserver, and Console is what the console gives to mockserver.
package extension

import (
	"context"
	"net"
	"net/http"
	"time"

	"github.com/tourney-go/tourney/mockserver/feed"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/secret"
)

// Server is what the admin API needs from a server or a session in addition to its World.
type Server struct {
	Token secret.Text // that requests must have; zero for none
	// Ending is closed when the server closes.
	Ending <-chan struct{}
	// BeginWait begins a wait of a request. When the server closes, it waits for the answer to the request.
	BeginWait func() (end func())
	// TellRefused reports a request without the token.
	TellRefused func(req *http.Request, why *refusal.Refusal)
	// Unreachable is the method of World, but keeps one connection open.
	Unreachable func(kept net.Conn, d time.Duration)
	// Schema is the method of World for clients that find the interface at a path.
	Schema func(form, path string) []byte
	// Follow is the method Feed of World, which also yields nil each time that nothing happened for the time idle.
	Follow func(ctx context.Context, o *feed.Options, idle time.Duration, yield func(n *feed.News, more bool) bool) error
}

// Extension is what an option of mockserver/admin or mockserver/console adds to a server.
type Extension struct {
	// Serve returns the handler of the admin API of a server. The world is its *mockserver.World. Nil leaves that of an
	// earlier option, as it does for the other fields.
	Serve   func(world any, of Server) http.HandlerFunc
	Token   *secret.Text
	Console *Console
}

// Console is the console of mockserver/console.
type Console struct {
	// Handler returns a handler of the admin API and of the pages. It gets the handler of the admin API alone.
	Handler func(api http.HandlerFunc) http.HandlerFunc
	// Refusal returns the page for a browser that the server does not let in, and its Content-Security-Policy. home is
	// the path of a console that the browser may open, "" for none.
	Refusal func(status int, texts []string, home string) (page []byte, policy string)
}
