package mockserver

import (
	"cmp"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/nearest"
	"github.com/tourney-go/tourney/mockserver/internal/extension"
	"github.com/tourney-go/tourney/mockserver/internal/listen"
	"github.com/tourney-go/tourney/mockserver/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/internal/wire"
	"github.com/tourney-go/tourney/secret"
)

// AdminAPI makes the server serve the admin API under /_mock/: the methods of [World] over HTTP, for programs in other
// languages and for [Remote]. https://github.com/tourney-go/tourney/blob/main/docs/admin.md lists its requests. No
// journal has them, and no fault, signature or rate limit is applied to them. [OnCall] gets those that the server does
// not let in. A session has the admin API behind its own prefix, and with its header.
//
// Whoever can send requests to the admin API can change everything in the server, and read the keys of its accounts.
// The server refuses requests of web pages of other origins and under unknown host names: see [AllowOrigins] and
// [AllowHosts]. With [AdminToken] it wants a token.
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

// WithConsole makes the server serve a console, and turns [AdminAPI] on. Its argument comes from a package of this
// module alone: a program uses [github.com/tourney-go/tourney/mockserver/console.Serve].
func WithConsole(c extension.Console) Option {
	return Option{func(o *options) error {
		o.admin.console = &c
		return AdminAPI().set(o)
	}}
}

// AdminToken makes the admin API refuse a request without the header "Authorization: Bearer TOKEN", except for the
// paths health and ready. It needs [AdminAPI]. A token has visible characters of ASCII alone.
func AdminToken(token string) Option {
	return Option{func(o *options) error {
		if token == "" || !wire.IsPrintable(token) || strings.Contains(token, " ") {
			return errors.New("mockserver: AdminToken: expected a text of visible characters without spaces")
		}
		o.admin.token = secret.New(token)
		return nil
	}}
}

// adminAccess are the options of the admin API.
type adminAccess struct {
	// api returns the handler of the API of a server. It is nil without the API, which stands on the server.
	api     func(of adminServer, a *adminAccess) http.HandlerFunc
	token   secret.Text        // zero for none
	console *extension.Console // nil without the console
}

// adminServer is what the admin API needs of its server.
type adminServer struct {
	server  inside          // a *server, hidden for the users of Option
	running *listen.Running // whose waits end when the server closes
	// tellRefused tells of a request without the token.
	tellRefused func(req *http.Request, why *refusal.Refusal)
}

// handler returns the handler of the admin API of a server, nil without the API.
func (a *adminAccess) handler(of adminServer) http.HandlerFunc {
	if a.api == nil {
		return nil
	}
	api := a.api(of, a)
	if a.console == nil {
		return api
	}
	return a.console.Handler(api)
}

// lets reports whether a request has the token.
func (a *adminAccess) lets(req *http.Request) bool {
	if a.token.IsZero() {
		return true
	}
	want := sha256.Sum256([]byte(a.token.Reveal()))
	for _, line := range req.Header["Authorization"] { // a proxy may add one
		scheme, given, _ := strings.Cut(line, " ")
		ok := strings.EqualFold(scheme, "Bearer") // RFC 9110, section 11.1
		have := sha256.Sum256([]byte(strings.TrimLeft(given, " ")))
		if ok && subtle.ConstantTimeCompare(want[:], have[:]) == 1 {
			return true
		}
	}
	return false
}

// adminAPI serves the admin API. It has no logic of its own: each request is a call of a method of a World.
type adminAPI struct {
	adminServer

	server  *server
	access  *adminAccess
	undoing sync.Mutex // see undoable
}

// adminRoutes are all routes of the admin API.
var adminRoutes = sync.OnceValue(func() []adminRoute {
	routes := slices.Concat(
		worldRoutes(), snapshotRoutes(), settingRoutes(), callRoutes(), viewRoutes(), writeRoutes(), feedRoutes(),
		openAPIRoutes(), rowRoutes(), subRoutes())
	list := values.Mapped(routes, func(r adminRoute) routeJSON {
		return routeJSON{r.method, adminPath + r.path, r.query, r.body, r.about}
	})
	return append(routes, adminRoute{http.MethodGet, "", nil, noBody, "this list",
		func(*adminCall) (any, error) { return map[string]any{"routes": list}, nil }})
})

// routeJSON is a request of the admin API in the list of all.
type routeJSON struct {
	Method string   `json:"method"`
	Path   string   `json:"path"`
	Query  []string `json:"query,omitempty"`
	Body   bool     `json:"body,omitempty"`
	About  string   `json:"about"`
}

// adminOpen are the paths that need no token.
var adminOpen = []string{"health", "ready"}

// noToken refuses a request without the token.
const noToken = "the admin API needs its token, in the header Authorization: Bearer TOKEN"

// serve answers a request of the admin API.
func (a *adminAPI) serve(w http.ResponseWriter, req *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	call := &adminCall{
		Request: req, world: a.server.public, server: a.server, w: w, running: a.running, undoing: &a.undoing,
	}
	defer call.endWait()
	value, err := a.answer(call)
	if err != nil {
		refuseAdmin(w, req, err)
		return
	}
	switch made := value.(type) {
	case adminWritten:
	case adminDocument:
		made.serve(w, req)
	case adminStream:
		if err := made.serve(w, req, a.running.Ending); err != nil {
			refuseAdmin(w, req, err)
		}
	case nil:
		w.WriteHeader(http.StatusNoContent)
	case adminCreated:
		writeAdmin(w, req, http.StatusCreated, made.value)
	default:
		writeAdmin(w, req, http.StatusOK, value)
	}
}

// answer calls the handler of a request.
func (a *adminAPI) answer(call *adminCall) (value any, err error) {
	req := call.Request
	route, named, err := adminRouteOf(wire.Method(req), strings.TrimPrefix(req.URL.EscapedPath(), adminPath))
	if err != nil {
		return nil, err
	}
	if !a.access.lets(req) && !slices.Contains(adminOpen, route.path) {
		refused := &adminRefusal{http.StatusUnauthorized, tourney.CodeInvalidCredentials, noToken, ""}
		a.tellRefused(req, refusal.Because(refused.status, refused.code, refused.message))
		return nil, refused
	}
	query, err := adminQueryOf(req.URL.RawQuery, route.query)
	if err != nil {
		return nil, err
	}
	call.named, call.query = named, query
	if err := call.decodeBody(); err != nil {
		return nil, err
	}
	if err := call.refuseBody(route); err != nil {
		return nil, err
	}
	refused := Try(func() { value, err = route.handle(call) })
	return value, cmp.Or(refused, err)
}

// adminRefusalOf returns an error as the admin API answers it.
func adminRefusalOf(err error) *adminRefusal {
	var refused *adminRefusal
	if errors.As(err, &refused) {
		return refused
	}
	switch message, code := refusal.WithoutPackage(err), refusal.CodeOf(err); code {
	case tourney.CodeNotFound:
		return &adminRefusal{http.StatusNotFound, code, message, ""}
	case tourney.CodeUnavailable:
		return &adminRefusal{http.StatusServiceUnavailable, code, message, ""}
	default:
		return &adminRefusal{http.StatusBadRequest, tourney.CodeInvalid, message, ""}
	}
}

// refuseAdmin answers an error, in the form that errors of the interface have.
func refuseAdmin(w http.ResponseWriter, req *http.Request, err error) {
	refused := adminRefusalOf(err)
	if refused.allow != "" {
		w.Header().Set("Allow", refused.allow)
	}
	if refused.status == http.StatusUnauthorized {
		w.Header().Set("WWW-Authenticate", "Bearer")
	}
	var body errorsJSON
	for line := range strings.SplitSeq(refused.message, "\n") {
		body.Errors = append(body.Errors, errorJSON{int(refused.code), line})
	}
	writeAdmin(w, req, refused.status, body)
}

// errorsJSON is the body of a refusal.
type errorsJSON struct{ Errors []errorJSON }

type errorJSON struct {
	Code    int
	Message string
}

// adminRouteOf returns the route of a request, and the named parts of its path.
func adminRouteOf(method, path string) (*adminRoute, map[string]string, error) {
	parts := strings.Split(path, "/")
	for i, part := range parts {
		text, err := url.PathUnescape(part)
		if err != nil {
			return nil, nil, adminInvalid("the path cannot be read: %s", redact.Safe(path))
		}
		parts[i] = text
	}
	var allowed []string
	routes := adminRoutes()
	for i := range routes {
		named, ok := routes[i].matches(parts)
		switch {
		case !ok:
		case routes[i].method == method:
			return &routes[i], named, nil
		case slices.Contains(slices.Collect(maps.Values(named)), ""): // more likely a slash too many than a name
		case routes[i].method == http.MethodGet:
			allowed = append(allowed, http.MethodGet, http.MethodHead)
		default:
			allowed = append(allowed, routes[i].method)
		}
	}
	if allowed != nil {
		list := strings.Join(allowed, ", ")
		message := fmt.Sprintf("%s%s takes %s, not %s", adminPath, redact.Safe(path), list, redact.Safe(method))
		return nil, nil, &adminRefusal{http.StatusMethodNotAllowed, tourney.CodeInvalid, message, list}
	}
	if parts[0] == "console" {
		return nil, nil, adminNoPath("the server has no console: in Go the option Console turns it on, and in the " +
			"program --no-console turns it off")
	}
	paths := values.Mapped(routes, func(r adminRoute) string { return r.path })
	return nil, nil, adminNoPath("the admin API has no path %s%s: the nearest is %s%s",
		adminPath, redact.Safe(path), adminPath, nearest.OfAll(paths, path))
}
