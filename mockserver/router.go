package mockserver

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/nearest"
	"github.com/tourney-go/tourney/internal/plaintext"
)

// route is an operation at one of its paths.
type route struct {
	op    *contract.Operation
	shown bool // the interface document shows it for the variant, or the operation is observed
	alias bool // the path is another name of the operation's own
	path  string
}

// router finds the operation of a request.
type router struct {
	paths map[string][]route
	admin bool // the server has the admin API, whose paths are no routes
}

func newRouter(v *contract.Variant, strict, admin bool) *router {
	r := &router{paths: map[string][]route{}, admin: admin}
	add := func(path string, shown contract.Set, op *contract.Operation) {
		if !strict || shown.Has(v) && !op.Observed {
			path = contract.BasePath + path
			r.paths[path] = append(r.paths[path], route{op, shown.Has(v), path != contract.BasePath+op.Path, path})
		}
	}
	for _, op := range contract.Operations() {
		add(op.Path, op.Shown, op)
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
	routes, known := r.paths[path]
	if !known {
		message := "no operation at this path: " + r.advice(path)
		return route{}, &refusal{status: http.StatusNotFound, items: []item{{codeNotFound, message}}}
	}
	found := detailOrList(routes, method, q.has("id"))
	if found == nil {
		return route{}, wrongMethod(method, path, routes)
	}
	return *found, nil
}

// advice returns what to write in the place of a path that is no operation. A path that is little more than the prefix
// of a session is like no operation, so that the nearest would tell nothing.
func (r *router) advice(path string) string {
	if path == "" || strings.HasPrefix(strings.ToLower(path)+"/", ownPath) {
		text := "it begins with " + contract.BasePath + ", in a session with " + sessionPath + "NAME" + contract.BasePath +
			"; the admin API begins with " + ownPath
		if !r.admin {
			text += ", and is off: in Go the option AdminAPI turns it on, and in the program --no-admin turns it off"
		}
		return text
	}
	return "the nearest is " + r.nearest(path)
}

// wrongMethod returns the refusal of a method that no route of the path has.
func wrongMethod(method, path string, routes []route) *refusal {
	methods := mapped(routes, func(r route) string { return r.op.Method })
	if slices.Contains(methods, http.MethodGet) {
		methods = append(methods, http.MethodHead)
	}
	slices.Sort(methods)
	allow := strings.Join(slices.Compact(methods), ", ")
	method = plaintext.Excerpt(method, maxShown)
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

// nearest returns the known path that is most like a mistyped one.
func (r *router) nearest(path string) string {
	paths := make([]string, 0, len(r.paths))
	for p := range r.paths {
		paths = append(paths, p)
	}
	slices.Sort(paths)
	return nearest.OfAll(paths, path)
}

// nearestRoute returns the route that is most like a request that is no operation.
func (r *router) nearestRoute(method, path string) (known string, op *contract.Operation) {
	known = r.nearest(strings.TrimSuffix(path, "/"))
	routes := r.paths[known]
	i := slices.IndexFunc(routes, func(r route) bool { return r.op.Method == method })
	op = routes[max(i, 0)].op
	return op.Method + " " + known, op
}
