// Package extension holds what mockserver and the packages beside it give each other, so that mockserver need not
// import them: a test without the admin API and the console compiles neither. Server is what the admin API gets, and
// Console what the console gives.
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

// Server is what the admin API needs of a server or a session beside its World.
type Server struct {
	Token secret.Text // that requests must have; zero for none
	// Ending is closed when the server closes.
	Ending <-chan struct{}
	// BeginWait begins a wait of a request, for whose answer the server waits when it closes.
	BeginWait func() (end func())
	// TellRefused tells of a request without the token.
	TellRefused func(req *http.Request, why *refusal.Refusal)
	// Unreachable is the method of World, and keeps a connection.
	Unreachable func(kept net.Conn, d time.Duration)
	// Schema is the method of World for clients that find the interface at a path.
	Schema func(form, path string) []byte
	// Follow is the method Feed of World, which also yields nil each time that nothing happened for the time idle.
	Follow func(ctx context.Context, o *feed.Options, idle time.Duration, yield func(n *feed.News, more bool) bool) error
}

// Console is the console of mockserver/console.
type Console struct {
	// Handler returns the handler of the admin API and of the pages, for that of the API.
	Handler func(api http.HandlerFunc) http.HandlerFunc
	// Refusal returns the page for a browser that the server does not let in, and its Content-Security-Policy. home is
	// the path of a console that the browser may open, "" for none.
	Refusal func(status int, texts []string, home string) (page []byte, policy string)
}
