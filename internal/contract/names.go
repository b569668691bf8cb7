package contract

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/tourney-go/tourney/internal/plaintext"
)

// HostNames are a host's own names for paths and for parameters of queries. The zero HostNames change none.
type HostNames struct {
	Paths      map[string]string // by a path of the document or its beginning, such as /api/v1/teams or /api/v1
	Parameters map[string]string // by the name that the document has
}

// Path returns the host's path for a path that begins with BasePath. The longest beginning counts.
func (n *HostNames) Path(path string) string {
	for i := len(path); i > 0; i = strings.LastIndexByte(path[:i], '/') {
		if own, renamed := n.Paths[path[:i]]; renamed {
			return own + path[i:]
		}
	}
	return path
}

// Check returns the path of the wrong entry in a profile, and why it is wrong; "" when there is none.
func (n *HostNames) Check() (field, why string) {
	if len(n.Paths)+len(n.Parameters) == 0 { // as of nearly every host, each time that a program makes a client
		return "", ""
	}
	var begins []string
	for path := range allRoutes {
		for i := len(path); i >= len(BasePath); i = strings.LastIndexByte(path[:i], '/') {
			begins = append(begins, path[:i])
		}
	}
	for _, path := range slices.Sorted(maps.Keys(n.Paths)) {
		own := n.Paths[path]
		switch field = fmt.Sprintf("Paths[%q]", path); {
		case !slices.Contains(begins, path):
			return field, "no operation has such a path: the nearest is " + plaintext.AllNearest(begins, path)
		case len(own) < 2 || own[0] != '/' || strings.HasSuffix(own, "/") ||
			strings.ContainsFunc(own, notInPath) || slices.ContainsFunc(strings.Split(own[1:], "/"), isNoPart):
			return field, fmt.Sprintf("%q is no path: expected letters, digits and -._~ in parts that begin with /",
				plaintext.Clip(own, maxShown))
		}
	}
	used := map[string]string{}
	for _, path := range slices.Sorted(maps.Keys(allRoutes)) {
		own := n.Path(path)
		if other, twice := used[own]; twice {
			return "Paths", fmt.Sprintf("%s and %s would both be %s", other, path, own)
		}
		used[own] = path
	}
	return n.checkParameters()
}

// maxShown bounds the characters of a name that an error shows.
const maxShown = 40

func notInPath(r rune) bool {
	return r > '~' || r <= ' ' || strings.ContainsRune("\"#%<>?[\\]^`{|}!$&'()*+,;=:@", r)
}

// isNoPart reports whether a part of a path would vanish when the path is cleaned.
func isNoPart(part string) bool { return part == "" || part == "." || part == ".." }

func notInName(r rune) bool { return r <= ' ' || r > '~' }

func (n *HostNames) checkParameters() (field, why string) {
	var known []string
	for _, op := range operations {
		for i := range op.Params {
			if op.Method == http.MethodGet {
				known = append(known, op.Params[i].Name)
			}
		}
	}
	used := map[string]string{}
	for _, name := range known {
		own := strings.ToLower(n.Parameter(name)) // hosts compare names in any letter case
		if other, twice := used[own]; twice && other != name {
			return "Parameters", fmt.Sprintf("%s and %s would both be %s", other, name, own)
		}
		used[own] = name
	}
	for _, name := range slices.Sorted(maps.Keys(n.Parameters)) {
		switch field = fmt.Sprintf("Parameters[%q]", name); {
		case !slices.Contains(known, name):
			return field, "no query has such a parameter: the nearest is " + plaintext.AllNearest(known, name)
		case n.Parameters[name] == "" || strings.ContainsFunc(n.Parameters[name], notInName):
			return field, "expected printable characters without a space"
		}
	}
	return "", ""
}

// Parameter returns the host's name of a parameter.
func (n *HostNames) Parameter(name string) string {
	if own, renamed := n.Parameters[name]; renamed {
		return own
	}
	return name
}

// Rename gives the parameters of a query the host's names.
func (n *HostNames) Rename(values url.Values) url.Values {
	if len(n.Parameters) == 0 {
		return values
	}
	own := make(url.Values, len(values))
	for name, value := range values {
		own[n.Parameter(name)] = value
	}
	return own
}

// Document returns the document's name of a parameter that a host got, in any letter case. instead is the host's name,
// if the request has the document's name and the host has another.
func (n *HostNames) Document(got string) (name, instead string) {
	for name, own := range n.Parameters {
		if strings.EqualFold(own, got) {
			return name, ""
		}
	}
	for name, own := range n.Parameters {
		if strings.EqualFold(name, got) {
			return name, own
		}
	}
	return got, ""
}
