package check

import (
	"strconv"
	"strings"

	"github.com/tourney-go/tourney/internal/node"
)

// maxDepth is the number of names in the longest dotted name of the contract.
const maxDepth = 4

// place is the position of a value in a request. It becomes text only for a message.
type place struct {
	name string        // dotted
	at   [maxDepth]int // for each name in it: index in its list, counted from 1; 0 when it is no list
}

// String returns the dotted name with its indexes.
func (p place) String() string {
	var b strings.Builder
	for i, rest, more := 0, p.name, p.name != ""; more; i++ {
		var head string
		head, rest, more = strings.Cut(rest, ".")
		if i > 0 {
			b.WriteByte('.')
		}
		b.WriteString(head)
		if p.at[i] > 0 {
			b.WriteString("[" + strconv.Itoa(p.at[i]-1) + "]")
		}
	}
	return b.String()
}

// join returns the path of a name inside the place.
func (p place) join(name string) string {
	if p.name == "" {
		return name
	}
	return p.String() + "." + name
}

// item returns the place of an item of the list at the place.
func (p place) item(i int) place {
	p.at[strings.Count(p.name, ".")] = i + 1
	return p
}

// visit calls f for every value at a dotted name below n, inside objects and items of lists. It compares names in any
// letter case. It visits all members whose names differ only in letter case, because a decoder may keep any of them.
func visit(n *node.Node, name string, f func(place, *node.Node)) {
	walk(n, name, 0, place{name: name}, f)
}

func walk(n *node.Node, name string, depth int, at place, f func(place, *node.Node)) {
	head, rest, more := strings.Cut(name, ".")
	for i := range n.Members {
		m := &n.Members[i]
		switch {
		case !same(m.Name, head):
		case !more:
			f(at, &m.Node)
		case m.Kind == node.List:
			for j := range m.Items {
				at.at[depth] = j + 1
				walk(&m.Items[j], rest, depth+1, at, f)
			}
			at.at[depth] = 0
		default:
			walk(&m.Node, rest, depth+1, at, f)
		}
	}
}

// visitObjects calls f for every object at a dotted name below n, and for every object in a list there. The name ""
// stands for n itself.
func visitObjects(n *node.Node, name string, f func(place, *node.Node)) {
	if name == "" {
		f(place{}, n)
		return
	}
	visit(n, name, func(at place, n *node.Node) {
		if n.Kind == node.Object {
			f(at, n)
		}
		for i := range n.Items {
			if n.Items[i].Kind == node.Object {
				f(at.item(i), &n.Items[i])
			}
		}
	})
}

// find returns the first value at a dotted name below an object. It prefers values that are not absent.
func find(n *node.Node, name string) *node.Node {
	var first *node.Node
	visit(n, name, func(_ place, n *node.Node) {
		if first == nil || absent(first) {
			first = n
		}
	})
	return first
}

// absent reports whether a value counts as absent where the contract requires one.
func absent(n *node.Node) bool {
	return n.Kind == node.Null || n.Kind == node.Text && n.Text == ""
}

// same compares a name on the wire with a name of the contract, in any letter case of ASCII.
func same(wire, name string) bool {
	if len(wire) != len(name) {
		return false
	}
	for i := range len(wire) {
		if lower(wire[i]) != lower(name[i]) {
			return false
		}
	}
	return true
}

func lower(b byte) byte {
	if 'A' <= b && b <= 'Z' {
		return b + 'a' - 'A'
	}
	return b
}

// lowerName returns a name of the wire in the lower case of the contract.
func lowerName(name string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, name)
}

// parentOf returns the part of a name before the last dot; "" when there is no dot.
func parentOf(name string) string {
	return name[:max(strings.LastIndexByte(name, '.'), 0)]
}

// lastOf returns the part of a name after the last dot.
func lastOf(name string) string {
	return name[strings.LastIndexByte(name, '.')+1:]
}

// relative returns a dotted name relative to an enclosing object.
func relative(name, scope string) string {
	return strings.TrimPrefix(strings.TrimPrefix(name, scope), ".")
}

func join(scope, name string) string {
	if scope == "" {
		return name
	}
	return scope + "." + name
}
