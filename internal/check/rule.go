package check

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/plaintext"
)

// rule checks a rule in every object to which it applies.
func (c *checker) rule(r *contract.Rule) {
	if !c.applies(r) {
		return
	}
	c.assumed = r.Assumed
	defer func() { c.assumed = "" }()
	if r.Kind == contract.ExactlyOne {
		c.exactlyOne(r)
		return
	}
	seen := false
	visitObjects(c.root, r.Each, func(at place, object *node.Node) {
		seen = true
		c.demand(r, at, object)
	})
	if each := c.op.Param(r.Each); !seen && each != nil && each.Type == contract.Object {
		c.demand(r, place{name: r.Each}, &node.Node{Kind: node.Object})
	}
}

// applies reports whether the rule is switched on for this variant and this request.
func (c *checker) applies(r *contract.Rule) bool {
	return r.Only.Has(c.v) &&
		(r.When == "" || c.has(c.root, "", r.When)) &&
		(r.Present == "" || c.has(c.root, "", r.Present)) &&
		!switchedOff(c.root, r.Unless)
}

// switchedOff reports whether a request sets a boolean parameter to false. The name "" means no parameter.
func switchedOff(root *node.Node, name string) bool {
	if name == "" {
		return false
	}
	n := find(root, name)
	if n == nil {
		return false
	}
	value, ok := boolean(n)
	return ok && !value
}

// MayLackResult reports whether the answer to a request may lack its operation's Result.
func MayLackResult(op *contract.Operation, n node.Node) bool {
	return switchedOff(&n, op.ResultUnless)
}

// has reports whether an object has a value for a name, under any of its spellings.
func (c *checker) has(object *node.Node, scope, name string) bool {
	p := c.op.Param(join(scope, name))
	if p.Type == contract.Name { // white space alone names nothing
		n := find(object, name)
		return n != nil && !absent(n) && (n.Kind != node.Text || strings.TrimSpace(n.Text) != "")
	}
	return hasValue(object, name) || hasValue(object, relative(p.NameIn(c.v), scope)) ||
		p.Also != "" && hasValue(object, relative(p.Also, scope))
}

func hasValue(object *node.Node, name string) bool {
	n := find(object, name)
	return n != nil && !absent(n)
}

// demand checks a rule in one object.
func (c *checker) demand(r *contract.Rule, at place, object *node.Node) {
	switch r.Kind {
	case contract.Required:
		c.required(r, at, object)
		return
	case contract.CardFits:
		c.card(at, object)
		return
	case contract.Pitching:
		c.pitching(at, object)
		return
	case contract.OneOf, contract.ExactlyOne:
	}
	for _, names := range r.Names {
		if c.complete(r, object, names) {
			return
		}
	}
	if !c.full() {
		c.report(contract.CodeRequired, at.join(r.Names[0][0]), alternatives(r, at)+" is required")
	}
}

func (c *checker) complete(r *contract.Rule, object *node.Node, names []string) bool {
	for _, name := range names {
		if !c.has(object, r.Each, name) {
			return false
		}
	}
	return true
}

// required reports every missing name as a separate violation.
func (c *checker) required(r *contract.Rule, at place, object *node.Node) {
	for _, name := range r.Names[0] {
		if c.has(object, r.Each, name) || c.full() {
			continue
		}
		path := at.join(name)
		c.report(contract.CodeRequired, path, path+" is required"+condition(r))
	}
}

// condition returns the words for a rule's condition in a message, "" when it has none.
func condition(r *contract.Rule) string {
	switch {
	case r.When != "":
		return " when " + r.When + " is given"
	case r.Unless != "":
		return " unless " + r.Unless + " is false"
	}
	return ""
}

// alternatives lists the parameters that satisfy a rule, as in "a or b with c and d".
func alternatives(r *contract.Rule, at place) string {
	phrases := make([]string, len(r.Names))
	for i, names := range r.Names {
		phrases[i] = at.join(names[0])
		for j, name := range names[1:] {
			phrases[i] += [...]string{" with ", " and "}[min(j, 1)] + at.join(name)
		}
	}
	return plaintext.Choice(phrases)
}

// exactlyOne checks that exactly one item of a list sets a boolean to true.
func (c *checker) exactlyOne(r *contract.Rule) {
	name, count := r.Names[0][0], 0
	visit(c.root, join(r.Each, name), func(_ place, n *node.Node) {
		if value, _ := boolean(n); value {
			count++
		}
	})
	if count == 1 {
		return
	}
	code := contract.CodeRequired
	if count > 1 {
		code = contract.CodeInvalid
	}
	c.report(code, r.Each, fmt.Sprintf("%s must have exactly one with %s true, found %d", r.Each, name, count))
}

// maxDepth is the number of names in the longest dotted name of the contract.
const maxDepth = 4

// place is the position of a value in a request. It becomes text only for a message.
type place struct {
	name string        // dotted
	at   [maxDepth]int // for each part of name: the item's index, counted from 1; 0 when the part is no list
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
		case !node.SameName(m.Name, head):
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
// means n itself.
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
