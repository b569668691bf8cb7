package node

import (
	"net/url"
	"slices"
	"strings"
)

// FromQuery sees the parameters of a query as an Object of Text members, sorted by name. A parameter that
// is repeated becomes one member, its values joined by commas in the order of the query.
func FromQuery(q url.Values) Node {
	n := Node{Kind: Object, Members: make([]Member, 0, len(q))}
	for name, values := range q {
		n.Members = append(n.Members, Member{name, Node{Kind: Text, Text: strings.Join(values, ",")}})
	}
	slices.SortFunc(n.Members, func(a, b Member) int { return strings.Compare(a.Name, b.Name) })
	return n
}

// Find returns the member of an Object with that name, in any letter case if none matches exactly, and
// nil if there is none or n is no Object. Of several that match alike it is the last.
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
