package mockserver

import (
	"errors"
	"net/http"
	"strings"

	"github.com/tourney-go/tourney/mockserver/internal/extension"
	"github.com/tourney-go/tourney/mockserver/internal/wire"
	"github.com/tourney-go/tourney/secret"
)

// AdminAPI makes the server serve the admin API under /_mock/: the methods of World over HTTP, for programs in other
// languages and for Remote. docs/admin.md lists its requests. No journal has them, and no fault, signature or rate
// limit is applied to them. OnCall gets those that the server does not let in. A session has the admin API behind its
// own prefix, and with its header.
//
// Whoever can send requests to the admin API can change everything in the server, and read the keys of its accounts.
// The server refuses requests of web pages of other origins and under unknown host names: see AllowOrigins and
// AllowHosts. With AdminToken it wants a token.
func AdminAPI() Option {
	return Option{func(o *options) error {
		o.admin.api = serveAdmin
		return nil
	}}
}

// serveAdmin returns the handler of the admin API. As a function with a name it is not inlined into users.
func serveAdmin(of adminServer, access *adminAccess) http.HandlerFunc {
	return (&adminAPI{adminServer: of, server: of.server.(*server), access: access}).serve
}

// WithConsole makes the server serve a console, and turns AdminAPI on. Its argument comes from a package of this module
// alone: a program uses [github.com/tourney-go/tourney/mockserver/console.Serve].
func WithConsole(c extension.Console) Option {
	return Option{func(o *options) error {
		o.admin.console = &c
		return AdminAPI().set(o)
	}}
}

// AdminToken makes the admin API refuse a request without the header "Authorization: Bearer TOKEN", except for the
// paths health and ready. It needs AdminAPI. A token has visible characters of ASCII alone.
func AdminToken(token string) Option {
	return Option{func(o *options) error {
		if token == "" || !wire.IsPrintable(token) || strings.Contains(token, " ") {
			return errors.New("mockserver: AdminToken: expected a text of visible characters without spaces")
		}
		o.admin.token = secret.New(token)
		return nil
	}}
}
