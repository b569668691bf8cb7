package mockserver

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/plaintext"
)

// route is an operation at one of its paths.
type route struct {
	op    *contract.Operation
	shown bool // the interface document shows it for the variant
}

// router finds the operation of a request.
type router struct {
	paths map[string][]route
}

func newRouter(v *contract.Variant, strict bool) *router {
	r := &router{paths: map[string][]route{}}
	add := func(path string, shown contract.Set, op *contract.Operation) {
		if !strict || shown.Has(v) {
			r.paths[contract.BasePath+path] = append(r.paths[contract.BasePath+path], route{op, shown.Has(v)})
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

// find returns the operation, or a refusal that says what would have been found.
func (r *router) find(req *http.Request) (route, *refusal) {
	path := strings.TrimSuffix(req.URL.Path, "/")
	routes, known := r.paths[path]
	if !known {
		return route{}, &refusal{status: http.StatusNotFound, items: []item{{
			code: codeNotFound, message: fmt.Sprintf("no operation at this path: the nearest is %s", r.nearest(path)),
		}}}
	}
	var methods []string
	var found []route
	for _, at := range routes {
		methods = append(methods, at.op.Method)
		if at.op.Method == req.Method {
			found = append(found, at)
		}
	}
	if len(found) > 0 {
		return detailOrList(found, hasParameter(req, "id")), nil
	}
	slices.Sort(methods)
	allow := strings.Join(slices.Compact(methods), ", ")
	return route{}, &refusal{status: http.StatusMethodNotAllowed, allow: allow, items: []item{{
		code: codeInvalid, message: fmt.Sprintf("the method %s is not known at %s: use %s", plaintext.Excerpt(req.Method, maxShown), path, allow),
	}}}
}

// detailOrList tells a detail request from the list on the same path, which differ by the id parameter alone.
func detailOrList(routes []route, byID bool) route {
	i := slices.IndexFunc(routes, func(r route) bool { return r.op.ByID == byID })
	return routes[max(i, 0)]
}

func hasParameter(req *http.Request, name string) bool {
	for key := range req.URL.Query() {
		if strings.EqualFold(key, name) {
			return true
		}
	}
	return false
}

// nearest returns the path that a mistyped one was most likely meant to be.
func (r *router) nearest(path string) string {
	paths := make([]string, 0, len(r.paths))
	for p := range r.paths {
		paths = append(paths, p)
	}
	slices.Sort(paths)
	return slices.MinFunc(paths, func(a, b string) int { return editDistance(a, path) - editDistance(b, path) })
}

// maxCompared bounds what distance looks at of a path from outside.
const maxCompared = 80

// editDistance is how many letters have to be added, taken away or changed to turn a into b, in any letter case.
func editDistance(a, b string) int {
	a, b = strings.ToLower(a), strings.ToLower(b[:min(len(b), maxCompared)])
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}
