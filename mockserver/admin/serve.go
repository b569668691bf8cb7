package admin

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
	"github.com/tourney-go/tourney/internal/plaintext"
	"github.com/tourney-go/tourney/internal/redact"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/internal/form"
	"github.com/tourney-go/tourney/mockserver/internal/listen"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/internal/wire"
	"github.com/tourney-go/tourney/secret"
)

// Serve makes a server serve the admin API under /_mock/: the methods of [mockserver.World] over HTTP, for programs in
// other languages and for [mockserver.Remote]. https://github.com/tourney-go/tourney/blob/main/docs/mockserver.md lists
// the requests of the API. The journal does not have these requests, and no fault, signature or rate limit applies to
// them. [mockserver.OnCall] gets only the requests of the API that the server does not let in. A session has its own
// admin API, behind the prefix of the session's URL or with the session's header.
//
// Whoever can send requests to the admin API can change everything in the server, and read the keys of its accounts.
// The server refuses requests of web pages of other origins and under unknown host names: see
// [mockserver.AllowOrigins] and [mockserver.AllowHosts]. With [Token] the server also requires a token.
func Serve() mockserver.Option {
	return mockserver.WithExtension(listen.Extension{Serve: newHandler})
}

// Token is [Serve] with a token: the admin API refuses a request without the header "Authorization: Bearer TOKEN",
// except for the paths health and ready. A token consists of visible ASCII characters.
func Token(token string) mockserver.Option {
	return mockserver.WithExtension(listen.Extension{Serve: newHandler, Token: new(secret.New(token))})
}

func newHandler(w any, of listen.Server) http.HandlerFunc {
	return (&api{Server: of, world: w.(*world)}).serve //nolint:forcetypeassert // see listen.Extension
}

// world is a short name, because each route uses the type.
type world = mockserver.World

// api serves the admin API. It has no logic of its own: each request is a call of a method of a World.
type api struct {
	listen.Server

	world   *world
	undoing sync.Mutex // see undoable
}

// lets reports whether a request may use the API because it has the token.
func (a *api) lets(req *http.Request) bool {
	if a.Token.IsZero() {
		return true
	}
	want := sha256.Sum256([]byte(a.Token.Reveal()))
	for _, line := range req.Header["Authorization"] { // a proxy may add a header line
		scheme, given, _ := strings.Cut(line, " ")
		ok := strings.EqualFold(scheme, "Bearer") // RFC 9110, section 11.1
		have := sha256.Sum256([]byte(strings.TrimLeft(given, " ")))
		if ok && subtle.ConstantTimeCompare(want[:], have[:]) == 1 {
			return true
		}
	}
	return false
}

var routes = sync.OnceValue(func() []route {
	routes := slices.Concat(
		worldRoutes(), snapshotRoutes(), settingRoutes(), callRoutes(), viewRoutes(), writeRoutes(), feedRoutes(),
		openAPIRoutes(), rowRoutes())
	var list []routeJSON
	routes = append(routes, route{http.MethodGet, "", nil, noBody, "this list",
		func(*call) (any, error) { return map[string]any{"routes": list}, nil }})
	list = values.Mapped(routes, func(r route) routeJSON {
		return routeJSON{r.method, wire.AdminPath + r.path, r.query, r.body, r.about}
	})
	return routes
})

type routeJSON struct {
	Method string   `json:"method"`
	Path   string   `json:"path"`
	Query  []string `json:"query,omitempty"`
	Body   bool     `json:"body,omitempty"`
	About  string   `json:"about"`
}

var openPaths = []string{"health", "ready"}

const noToken = "the admin API needs its token, in the header Authorization: Bearer TOKEN"

func (a *api) serve(w http.ResponseWriter, req *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	call := &call{Request: req, api: a, w: w}
	defer call.endWait()
	value, err := a.answer(call)
	if err != nil {
		refuse(w, req, err)
		return
	}
	switch made := value.(type) {
	case written:
	case document:
		made.serve(w, req)
	case stream:
		if err := made.serve(w, req, a.Ending); err != nil {
			refuse(w, req, err)
		}
	case nil:
		w.WriteHeader(http.StatusNoContent)
	case created:
		write(w, req, http.StatusCreated, made.value)
	default:
		write(w, req, http.StatusOK, value)
	}
}

func (a *api) answer(call *call) (value any, err error) {
	req := call.Request
	route, named, err := routeOf(wire.Method(req), strings.TrimPrefix(req.URL.EscapedPath(), wire.AdminPath))
	if err != nil {
		return nil, err
	}
	if !a.lets(req) && !slices.Contains(openPaths, route.path) {
		refused := &failure{http.StatusUnauthorized, tourney.CodeInvalidCredentials, noToken, ""}
		a.TellRefused(req, refusal.Because(refused.status, refused.code, refused.message))
		return nil, refused
	}
	query, err := queryOf(req.URL.RawQuery, route.query)
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
	refused := mockserver.Try(func() { value, err = route.handle(call) })
	return value, cmp.Or(refused, err)
}

func failureOf(err error) *failure {
	var refused *failure
	if errors.As(err, &refused) {
		return refused
	}
	switch message, code := refusal.WithoutPackage(err), refusal.CodeOf(err); code {
	case tourney.CodeNotFound:
		return &failure{http.StatusNotFound, code, message, ""}
	case tourney.CodeUnavailable:
		return &failure{http.StatusServiceUnavailable, code, message, ""}
	default:
		return &failure{http.StatusBadRequest, tourney.CodeInvalid, message, ""}
	}
}

func refuse(w http.ResponseWriter, req *http.Request, err error) {
	refused := failureOf(err)
	if refused.allow != "" {
		w.Header().Set("Allow", refused.allow)
	}
	if refused.status == http.StatusUnauthorized {
		w.Header().Set("WWW-Authenticate", "Bearer")
	}
	var body form.Errors
	for line := range strings.SplitSeq(refused.message, "\n") {
		body.Errors = append(body.Errors, form.Error{Code: int(refused.code), Message: line})
	}
	write(w, req, refused.status, body)
}

// routeOf returns the route of a request, and the named parts of its path.
func routeOf(method, path string) (*route, map[string]string, error) {
	parts := strings.Split(path, "/")
	for i, part := range parts {
		text, err := url.PathUnescape(part)
		if err != nil {
			return nil, nil, invalid("the path cannot be read: %s", redact.Safe(path))
		}
		parts[i] = text
	}
	var allowed []string
	routes := routes()
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
		message := fmt.Sprintf("%s%s takes %s, not %s", wire.AdminPath, redact.Safe(path), list, redact.Safe(method))
		return nil, nil, &failure{http.StatusMethodNotAllowed, tourney.CodeInvalid, message, list}
	}
	if parts[0] == "console" {
		return nil, nil, noPath("the server has no console: in Go the option console.Serve turns it on, and in the " +
			"program --no-console turns it off")
	}
	paths := append(values.Mapped(routes, func(r route) string { return r.path }), "console/")
	return nil, nil, noPath("the admin API has no path %s%s: the nearest is %s%s",
		wire.AdminPath, redact.Safe(path), wire.AdminPath, plaintext.AllNearest(paths, path))
}
