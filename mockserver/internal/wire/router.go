package wire

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/plaintext"
	"github.com/tourney-go/tourney/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/values"
)

// Route is an operation at one of its paths.
type Route struct {
	contract.Route
	Shown bool // the interface document shows it for the variant, or it is observed
}

// Router finds the operation of a request.
type Router struct {
	paths   contract.Routes
	variant *contract.Variant
	admin   bool    // whether the server has the admin API; the paths of the admin API are no routes
	all     *Router // the router of the same variant that is not strict; nil in that router itself
}

// NewRouter returns the router of a server for a variant. A strict router serves only what the interface document
// shows. If admin is true, the server has the admin API.
func NewRouter(v *contract.Variant, strict, admin bool) *Router {
	r := &Router{variant: v, admin: admin}
	if strict {
		r.all = NewRouter(v, false, admin)
	}
	r.paths = contract.NewRoutes(&v.Names, func(to contract.Route) bool {
		return !strict || to.In.Has(v) && !to.Op.Observed
	})
	return r
}

// Serves reports whether an operation has a route.
func (r *Router) Serves(op *contract.Operation) bool {
	return slices.ContainsFunc(r.paths[r.Path(op)], func(to contract.Route) bool { return to.Op == op })
}

// Names returns the host's own names.
func (r *Router) Names() *contract.HostNames { return &r.variant.Names }

// Path returns the path of an operation at this host.
func (r *Router) Path(op *contract.Operation) string {
	return r.Names().Path(contract.BasePath + op.Path)
}

// Method returns the method that the mock uses to find the operation of a request. For HEAD this is GET, because HEAD
// asks for the header of the answer to a GET.
func Method(req *http.Request) string {
	if req.Method == http.MethodHead {
		return http.MethodGet
	}
	return req.Method
}

// Find returns the operation of a request, or a refusal that names the most similar path, or the methods of the path.
func (r *Router) Find(method, path string, q *Query) (Route, *refusal.Refusal) {
	path = strings.TrimSuffix(path, "/")
	routes, id := r.at(path)
	if routes == nil {
		message := "no operation at this path: " + r.advice(method, path, q)
		i := strings.LastIndex(path, contract.BasePath+"/")
		if i > 0 && r.paths[path[i:]] != nil && !strings.HasPrefix(strings.ToLower(path), AdminPath) {
			message = "no operation at " + redact.Safe(path) + ": the nearest is " + path[i:]
		}
		return Route{}, refusal.Because(http.StatusNotFound, tourney.CodeNotFound, message)
	}
	found := contract.Choose(routes, method, q.has("id"))
	if found == nil {
		refused := wrongMethod(method, path, routes)
		if id != "" {
			refused.Items[0].Message += ", or " + strings.TrimSuffix(path, "/"+id) + " with the parameter id"
		}
		return Route{}, refused
	}
	return Route{*found, id != "" || found.In.Has(r.variant)}, nil
}

// at returns the routes of a path, and the id at its end. A strict router has no routes with an id.
func (r *Router) at(path string) (routes []contract.Route, id string) {
	if routes, id = r.paths.At(path); id != "" && r.all != nil {
		return nil, ""
	}
	return routes, id
}

// advice returns what to write instead of a path that is no operation. For a path that is hardly longer than the prefix
// of a session it does not suggest the most similar path, because no operation is similar.
func (r *Router) advice(method, path string, q *Query) string {
	if r.all != nil {
		if found, refused := r.all.Find(method, path, q); refused == nil {
			why := "the interface document shows it for other variants alone"
			if found.Op.Observed || found.PathID != "" {
				why = "clients were seen to use it, and the interface document does not show it"
			}
			return why + ". The server has the option Strict, and serves it without that option"
		}
	}
	if path == "" || strings.HasPrefix(strings.ToLower(path)+"/", AdminPath) {
		text := "it begins with " + contract.BasePath + ", in a session with " + SessionPath + "NAME" + contract.BasePath +
			"; the admin API begins with " + AdminPath
		if !r.admin {
			text += ", and is off: in Go the option admin.Serve turns it on, and in the program --no-admin turns it off"
		}
		return text
	}
	if like := r.nearestPath(path); like != "" {
		return "the nearest is " + like
	}
	return "none is like it; the paths are " + strings.Join(slices.Sorted(maps.Keys(r.paths)), ", ")
}

func wrongMethod(method, path string, routes []contract.Route) *refusal.Refusal {
	methods := values.Mapped(routes, func(r contract.Route) string { return r.Op.Method })
	if slices.Contains(methods, http.MethodGet) {
		methods = append(methods, http.MethodHead)
	}
	slices.Sort(methods)
	allow := strings.Join(slices.Compact(methods), ", ")
	method = plaintext.Excerpt(method, redact.MaxShown)
	message := fmt.Sprintf("the method %s is not known at %s: use %s", method, path, allow)
	refused := refusal.Because(http.StatusMethodNotAllowed, tourney.CodeInvalid, message)
	refused.Allow = allow
	return refused
}

// nearestPath returns the known path that is most similar to a mistyped path, or "" if none is similar. The beginning
// that all paths share does not count as similar.
func (r *Router) nearestPath(path string) string {
	paths := slices.Sorted(maps.Keys(r.paths))
	rest, below := strings.CutPrefix(path, contract.BasePath+"/")
	if !below {
		return plaintext.Nearest(paths, path)
	}
	names := values.Mapped(paths, func(p string) string { return strings.TrimPrefix(p, contract.BasePath+"/") })
	if name := plaintext.Nearest(names, rest); name != "" {
		return contract.BasePath + "/" + name
	}
	return ""
}

// Nearest returns the route that is most similar to a request that is no operation, or "" if none is similar. Even if
// like is "", op is the operation that differs least from the request.
func (r *Router) Nearest(method, path string) (like string, op *contract.Operation) {
	path = strings.TrimSuffix(path, "/")
	like = r.nearestPath(path)
	known := cmp.Or(like, plaintext.AllNearest(slices.Sorted(maps.Keys(r.paths)), path))
	routes := r.paths[known]
	i := slices.IndexFunc(routes, func(to contract.Route) bool { return to.Op.Method == method })
	op = routes[max(i, 0)].Op
	if like == "" {
		return "", op
	}
	return op.Method + " " + like, op
}
