package rules

import (
	"strings"

	"github.com/tourney-go/tourney/internal/node"
)

// Request is the part of a request that rules compare.
type Request struct {
	Op      string // "" for a request that is no operation
	Path    string
	Query   bool       // the parameters come from a query
	Params  *node.Node // nil when they cannot be decoded
	Subject any        // the argument for the function of Set.Add
}

func (r *Rule) matches(req *Request) bool {
	if r.Op != "" && r.Op != req.Op || r.Path != "" && !matchesPath(r.Path, req.Path) {
		return false
	}
	for _, c := range r.Where {
		if !c.holds(req) {
			return false
		}
	}
	return true
}

// matchesPath reports whether a path matches a pattern. It ignores a slash at the end of the path, as the mock does.
func matchesPath(pattern, path string) bool {
	if before, all := strings.CutSuffix(pattern, "*"); all {
		return strings.HasPrefix(path, before)
	}
	return strings.TrimSuffix(pattern, "/") == strings.TrimSuffix(path, "/")
}

func (c Condition) holds(req *Request) bool {
	if req.Params == nil {
		return false
	}
	return c.within(req.Params, c.Name, req.Query)
}

// within reports whether a member of n with the dotted name has the value. For a list, one item with the value is
// enough. If several members have the name, one member with the value is enough.
func (c Condition) within(n *node.Node, name string, query bool) bool {
	for i := range n.Items {
		if c.within(&n.Items[i], name, query) {
			return true
		}
	}
	first, rest, _ := strings.Cut(name, ".")
	for i := range n.Members {
		m := &n.Members[i]
		if node.SameName(m.Name, name) && c.equals(&m.Node, query) {
			return true
		}
		if rest != "" && node.SameName(m.Name, first) && c.within(&m.Node, rest, query) {
			return true
		}
	}
	return false
}

// equals reports whether a node is the value, or a list that contains the value. In queries, commas separate the items
// of a list.
func (c Condition) equals(n *node.Node, query bool) bool {
	switch n.Kind {
	case node.List:
		for i := range n.Items {
			if c.equals(&n.Items[i], query) {
				return true
			}
		}
	case node.Bool, node.Number, node.Text:
		return n.Text == c.Value || query && listed(n.Text, c.Value)
	default:
	}
	return false
}

func listed(list, value string) bool {
	for item := range strings.SplitSeq(list, ",") {
		if strings.TrimSpace(item) == value {
			return true
		}
	}
	return false
}
