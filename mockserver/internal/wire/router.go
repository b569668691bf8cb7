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
	"github.com/tourney-go/tourney/internal/nearest"
	"github.com/tourney-go/tourney/internal/plaintext"
	"github.com/tourney-go/tourney/mockserver/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/values"
)

// Route is an operation at one of its paths.
type Route struct {
	Op    *contract.Operation
	Shown bool // the interface document shows it for the variant, or the operation is observed
	Alias bool // the path is another name of the operation's own
	Path  string

	PathID string // the id behind the path; "" for a path without one
}

// Router finds the operation of a request.
type Router struct {
	paths map[string][]Route
	ids   map[string][]Route // the routes of paths that end with an id, by the path before it
	admin bool               // the server has the admin API, whose paths are no routes
	all   *Router            // of a server that is not strict; nil for that one
}

// NewRouter returns the router of a server for a variant. A strict one serves what the interface document shows. admin
// says that the server has the admin API.
func NewRouter(v *contract.Variant, strict, admin bool) *Router {
	r := &Router{paths: map[string][]Route{}, ids: map[string][]Route{}, admin: admin}
	if strict {
		r.all = NewRouter(v, false, admin)
	}
	add := func(path string, shown contract.Set, op *contract.Operation) {
		if !strict || shown.Has(v) && !op.Observed {
			path = contract.BasePath + path
			r.paths[path] = append(r.paths[path], Route{
				Op: op, Shown: shown.Has(v), Alias: path != contract.BasePath+op.Path, Path: path,
			})
		}
	}
	for _, op := range contract.Operations() {
		add(op.Path, op.Shown, op)
		if path := contract.BasePath + op.Path; op.PathID && !strict {
			r.ids[path] = append(r.ids[path], Route{Op: op, Shown: true, Path: path})
		}
		for _, alias := range op.Aliases {
			add(alias.Path, alias.Shown, op)
		}
	}
	return r
}

// Serves reports whether an operation has a route.
func (r *Router) Serves(op *contract.Operation) bool {
	return slices.ContainsFunc(r.paths[contract.BasePath+op.Path], func(found Route) bool { return found.Op == op })
}

// Method returns the method by which a request is understood. HEAD asks for the header of the answer to a GET.
func Method(req *http.Request) string {
	if req.Method == http.MethodHead {
		return http.MethodGet
	}
	return req.Method
}

// Find returns the operation of a request, or a refusal that names the nearest path or the methods of the path.
func (r *Router) Find(method, path string, q *Query) (Route, *refusal.Refusal) {
	path = strings.TrimSuffix(path, "/")
	routes, id := r.at(path)
	if routes == nil {
		message := "no operation at this path: " + r.advice(method, path, q)
		return Route{}, refusal.Because(http.StatusNotFound, tourney.CodeNotFound, message)
	}
	found := detailOrList(routes, method, q.has("id"))
	if found == nil {
		refused := wrongMethod(method, path, routes)
		if id != "" {
			refused.Items[0].Message += ", or " + strings.TrimSuffix(path, "/"+id) + " with the parameter id"
		}
		return Route{}, refused
	}
	to := *found
	to.PathID = id
	return to, nil
}

// at returns the routes of a path, and the id at its end for those of r.ids.
func (r *Router) at(path string) (routes []Route, id string) {
	if routes = r.paths[path]; routes != nil {
		return routes, ""
	}
	i := strings.LastIndexByte(path, '/') + 1
	if id = path[i:]; id == "" || id[0] == '0' || strings.Trim(id, "0123456789") != "" {
		return nil, ""
	}
	return r.ids[path[:max(i-1, 0)]], id
}

// advice returns what to write in the place of a path that is no operation. A path that is little more than the prefix
// of a session is like no operation, so that the nearest would tell nothing.
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

// wrongMethod returns the refusal of a method that no route of the path has.
func wrongMethod(method, path string, routes []Route) *refusal.Refusal {
	methods := values.Mapped(routes, func(r Route) string { return r.Op.Method })
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

// detailOrList returns the detail operation for a request by id, and else the list. Both can have the same path. It
// returns the first route with the method where there is only one of the two, and nil where there is none.
func detailOrList(routes []Route, method string, byID bool) (found *Route) {
	for i := range routes {
		if r := &routes[i]; r.Op.Method == method && (found == nil || found.Op.ByID != byID && r.Op.ByID == byID) {
			found = r
		}
	}
	return found
}

// nearest returns the known path that is most like a mistyped one, "" where none is. What every path begins with does
// not make a path like another.
func (r *Router) nearestPath(path string) string {
	paths := slices.Sorted(maps.Keys(r.paths))
	rest, below := strings.CutPrefix(path, contract.BasePath+"/")
	if !below {
		return nearest.Of(paths, path)
	}
	names := values.Mapped(paths, func(p string) string { return strings.TrimPrefix(p, contract.BasePath+"/") })
	if name := nearest.Of(names, rest); name != "" {
		return contract.BasePath + "/" + name
	}
	return ""
}

// Nearest returns the route that is most like a request that is no operation, "" where none is like it. The
// operation is the least different one then.
func (r *Router) Nearest(method, path string) (like string, op *contract.Operation) {
	path = strings.TrimSuffix(path, "/")
	like = r.nearestPath(path)
	known := cmp.Or(like, nearest.OfAll(slices.Sorted(maps.Keys(r.paths)), path))
	routes := r.paths[known]
	i := slices.IndexFunc(routes, func(r Route) bool { return r.Op.Method == method })
	op = routes[max(i, 0)].Op
	if like == "" {
		return "", op
	}
	return op.Method + " " + like, op
}
