package mockserver

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/nearest"
	"github.com/tourney-go/tourney/internal/plaintext"
	"github.com/tourney-go/tourney/mockserver/internal/redact"
)

// route is an operation at one of its paths.
type route struct {
	op    *contract.Operation
	shown bool // the interface document shows it for the variant, or the operation is observed
	alias bool // the path is another name of the operation's own
	path  string

	pathID string // the id behind the path; "" for a path without one
}

// router finds the operation of a request.
type router struct {
	paths map[string][]route
	ids   map[string][]route // the routes of paths that end with an id, by the path before it
	admin bool               // the server has the admin API, whose paths are no routes
	all   *router            // of a server that is not strict; nil for that one
}

func newRouter(v *contract.Variant, strict, admin bool) *router {
	r := &router{paths: map[string][]route{}, ids: map[string][]route{}, admin: admin}
	if strict {
		r.all = newRouter(v, false, admin)
	}
	add := func(path string, shown contract.Set, op *contract.Operation) {
		if !strict || shown.Has(v) && !op.Observed {
			path = contract.BasePath + path
			r.paths[path] = append(r.paths[path], route{
				op: op, shown: shown.Has(v), alias: path != contract.BasePath+op.Path, path: path,
			})
		}
	}
	for _, op := range contract.Operations() {
		add(op.Path, op.Shown, op)
		if path := contract.BasePath + op.Path; op.PathID && !strict {
			r.ids[path] = append(r.ids[path], route{op: op, shown: true, path: path})
		}
		for _, alias := range op.Aliases {
			add(alias.Path, alias.Shown, op)
		}
	}
	return r
}

// serves reports whether an operation has a route.
func (r *router) serves(op *contract.Operation) bool {
	return slices.ContainsFunc(r.paths[contract.BasePath+op.Path], func(found route) bool { return found.op == op })
}

// methodOf returns the method by which a request is understood. HEAD asks for the header of the answer to a GET.
func methodOf(req *http.Request) string {
	if req.Method == http.MethodHead {
		return http.MethodGet
	}
	return req.Method
}

// find returns the operation of a request, or a refusal that names the nearest path or the methods of the path.
func (r *router) find(method, path string, q *query) (route, *refusal) {
	path = strings.TrimSuffix(path, "/")
	routes, id := r.at(path)
	if routes == nil {
		message := "no operation at this path: " + r.advice(method, path, q)
		return route{}, &refusal{status: http.StatusNotFound, items: []item{{codeNotFound, message}}}
	}
	found := detailOrList(routes, method, q.has("id"))
	if found == nil {
		refused := wrongMethod(method, path, routes)
		if id != "" {
			refused.items[0].message += ", or " + strings.TrimSuffix(path, "/"+id) + " with the parameter id"
		}
		return route{}, refused
	}
	to := *found
	to.pathID = id
	return to, nil
}

// at returns the routes of a path, and the id at its end for those of r.ids.
func (r *router) at(path string) (routes []route, id string) {
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
func (r *router) advice(method, path string, q *query) string {
	if r.all != nil {
		if found, refused := r.all.find(method, path, q); refused == nil {
			why := "the interface document shows it for other variants alone"
			if found.op.Observed || found.pathID != "" {
				why = "clients were seen to use it, and the interface document does not show it"
			}
			return why + ". The server has the option Strict, and serves it without that option"
		}
	}
	if path == "" || strings.HasPrefix(strings.ToLower(path)+"/", ownPath) {
		text := "it begins with " + contract.BasePath + ", in a session with " + sessionPath + "NAME" + contract.BasePath +
			"; the admin API begins with " + ownPath
		if !r.admin {
			text += ", and is off: in Go the option AdminAPI turns it on, and in the program --no-admin turns it off"
		}
		return text
	}
	if like := r.nearest(path); like != "" {
		return "the nearest is " + like
	}
	return "none is like it; the paths are " + strings.Join(slices.Sorted(maps.Keys(r.paths)), ", ")
}

// wrongMethod returns the refusal of a method that no route of the path has.
func wrongMethod(method, path string, routes []route) *refusal {
	methods := mapped(routes, func(r route) string { return r.op.Method })
	if slices.Contains(methods, http.MethodGet) {
		methods = append(methods, http.MethodHead)
	}
	slices.Sort(methods)
	allow := strings.Join(slices.Compact(methods), ", ")
	method = plaintext.Excerpt(method, redact.MaxShown)
	message := fmt.Sprintf("the method %s is not known at %s: use %s", method, path, allow)
	return &refusal{status: http.StatusMethodNotAllowed, allow: allow, items: []item{{codeInvalid, message}}}
}

// detailOrList returns the detail operation for a request by id, and else the list. Both can have the same path. It
// returns the first route with the method where there is only one of the two, and nil where there is none.
func detailOrList(routes []route, method string, byID bool) (found *route) {
	for i := range routes {
		if r := &routes[i]; r.op.Method == method && (found == nil || found.op.ByID != byID && r.op.ByID == byID) {
			found = r
		}
	}
	return found
}

// nearest returns the known path that is most like a mistyped one, "" where none is. What every path begins with does
// not make a path like another.
func (r *router) nearest(path string) string {
	paths := slices.Sorted(maps.Keys(r.paths))
	rest, below := strings.CutPrefix(path, contract.BasePath+"/")
	if !below {
		return nearest.Of(paths, path)
	}
	names := mapped(paths, func(p string) string { return strings.TrimPrefix(p, contract.BasePath+"/") })
	if name := nearest.Of(names, rest); name != "" {
		return contract.BasePath + "/" + name
	}
	return ""
}

// nearestRoute returns the route that is most like a request that is no operation, "" where none is like it. The
// operation is the least different one then.
func (r *router) nearestRoute(method, path string) (like string, op *contract.Operation) {
	path = strings.TrimSuffix(path, "/")
	like = r.nearest(path)
	known := cmp.Or(like, nearest.OfAll(slices.Sorted(maps.Keys(r.paths)), path))
	routes := r.paths[known]
	i := slices.IndexFunc(routes, func(r route) bool { return r.op.Method == method })
	op = routes[max(i, 0)].op
	if like == "" {
		return "", op
	}
	return op.Method + " " + like, op
}
