package node

import (
	"net/url"
	"slices"
	"strings"
)

// FromQuery returns the parameters of a query as an Object of Text members, sorted by name. A repeated parameter
// becomes one member: its values in the order of the query, joined by commas.
func FromQuery(q url.Values) Node {
	n := Node{Kind: Object, Members: make([]Member, 0, len(q))}
	for name, values := range q {
		n.Members = append(n.Members, Member{name, Node{Kind: Text, Text: strings.Join(values, ",")}})
	}
	slices.SortFunc(n.Members, func(a, b Member) int { return strings.Compare(a.Name, b.Name) })
	return n
}

// Find returns the member of an Object with this name. If no name matches exactly, it ignores letter case. Of several
// equal matches it returns the last. It returns nil if there is no match or n is no Object.
func (n *Node) Find(name string) *Node {
	var folded *Node
	for i := len(n.Members) - 1; i >= 0; i-- {
		m := &n.Members[i]
		if m.Name == name {
			return &m.Node
		}
		if folded == nil && SameName(m.Name, name) {
			folded = &m.Node
		}
	}
	return folded
}
