package contract

import "strings"

// Route is an operation at one of its paths.
type Route struct {
	Op     *Operation
	Path   string // as the host has it, and without an id behind it
	Alias  bool   // the path is not the operation's own path, but another name for it
	In     Set    // variants whose documentation shows the operation at this path
	PathID string // the id behind the path; "" for a path without one
}

// Routes are the routes by their paths.
type Routes map[string][]Route

// NewRoutes returns the routes for which serves returns true, at the paths that a host has.
func NewRoutes(names *HostNames, serves func(Route) bool) Routes {
	routes := Routes{}
	add := func(r Route) {
		if r.Path = names.Path(BasePath + r.Path); serves(r) {
			routes[r.Path] = append(routes[r.Path], r)
		}
	}
	for _, op := range operations {
		add(Route{Op: op, Path: op.Path, In: op.Shown})
		for _, alias := range op.Aliases {
			add(Route{Op: op, Path: alias.Path, Alias: true, In: alias.Shown})
		}
	}
	return routes
}

// At returns the routes of a path, and the id at its end. Operations with PathID have such paths.
func (r Routes) At(path string) (found []Route, id string) {
	path = strings.TrimSuffix(path, "/")
	if found = r[path]; found != nil {
		return found, ""
	}
	i := strings.LastIndexByte(path, '/') + 1
	if id = path[i:]; id == "" || id[0] == '0' || strings.Trim(id, "0123456789") != "" {
		return nil, ""
	}
	for _, route := range r[path[:max(i-1, 0)]] {
		if route.PathID = id; route.Op.PathID && !route.Alias {
			found = append(found, route)
		}
	}
	return found, id
}

// Choose chooses between a detail operation and a list, which can have the same path: it returns the detail operation
// for a request by id, and otherwise the list. If only one route has the method, it returns that route. If no route has
// the method, it returns nil.
func Choose(routes []Route, method string, byID bool) (found *Route) {
	for i := range routes {
		if r := &routes[i]; r.Op.Method == method && (found == nil || found.Op.ByID != byID && r.Op.ByID == byID) {
			found = r
		}
	}
	return found
}

// allRoutes are the routes of all operations.
var allRoutes = NewRoutes(&HostNames{}, func(Route) bool { return true })

// FindOperation returns the operation of a request, nil when there is none, and the id behind its path. The path begins
// with BasePath; byID says that the request has the parameter id.
func FindOperation(method, path string, byID bool) (op *Operation, id string) {
	routes, id := allRoutes.At(path)
	if found := Choose(routes, method, byID); found != nil {
		return found.Op, id
	}
	return nil, ""
}
