package listen

import (
	"context"
	"iter"
	"net"
	"net/http"
	"time"

	"github.com/tourney-go/tourney/mockserver/feed"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/secret"
)

// Server is what the admin API needs from a server or a session in addition to its World.
type Server struct {
	Token secret.Text // the token that requests must have; zero if they need none
	// Ending is closed when the server closes.
	Ending <-chan struct{}
	// BeginWait says that a request starts to wait. A server that closes waits until the request is answered and end
	// is called.
	BeginWait func() (end func())
	// TellRefused reports a request that was refused because it does not have the token.
	TellRefused func(req *http.Request, why *refusal.Refusal)
	// Unreachable does what the method Unreachable of World does, but keeps one connection open.
	Unreachable func(kept net.Conn, d time.Duration)
	// Schema does what the method Schema of World does, for clients that reach the interface at a URL.
	Schema func(form, url string) []byte
	// Follow yields the news of the method Feed of World, those of one look at a time. It also yields nil each time that
	// nothing has happened for the time idle.
	Follow func(ctx context.Context, o feed.Options, idle time.Duration) iter.Seq[[]feed.News]
}

// Extension is what an option of mockserver/admin or mockserver/console adds to a server.
type Extension struct {
	// Serve returns the handler of the admin API of a server. The argument world is the server's *mockserver.World. If
	// Serve is nil, the Serve of an earlier option stays in effect. The same is true of the other fields.
	Serve   func(world any, of Server) http.HandlerFunc
	Token   *secret.Text
	Console *Console
}

// Console is the console of mockserver/console.
type Console struct {
	// Handler returns a handler for the console's pages and for the admin API. The argument api handles only the admin
	// API.
	Handler func(api http.HandlerFunc) http.HandlerFunc
	// Refusal returns the page for a browser whose request the server refuses, and the Content-Security-Policy of the
	// page. The argument home is the path of a console that the browser may open, or "" if there is none.
	Refusal func(status int, texts []string, home string) (page []byte, policy string)
}
