package check

import (
	"fmt"
	"strings"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/node"
)

// rule checks a rule in every object to which it applies.
func (c *checker) rule(r *contract.Rule) {
	if !c.applies(r) {
		return
	}
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

// switchedOff reports whether a request sets a boolean parameter to false. The name "" stands for no parameter.
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

// ResultIsOpen reports whether the answer to a request may lack its operation's Result.
func ResultIsOpen(op *contract.Operation, n node.Node) bool {
	return switchedOff(&n, op.ResultUnless)
}

// has reports whether an object has a value for a name, under any of its spellings.
func (c *checker) has(object *node.Node, scope, name string) bool {
	if hasValue(object, name) {
		return true
	}
	p := c.op.Param(join(scope, name))
	return hasValue(object, relative(p.NameIn(c.v), scope)) ||
		p.Also != "" && hasValue(object, relative(p.Also, scope))
}

func hasValue(object *node.Node, name string) bool {
	n := find(object, name)
	return n != nil && !absent(n)
}

// demand checks a rule in one object.
func (c *checker) demand(r *contract.Rule, at place, object *node.Node) {
	if r.Kind == contract.Required {
		c.required(r, at, object)
		return
	}
	for _, names := range r.Names {
		if c.complete(r, object, names) {
			return
		}
	}
	c.report(contract.CodeRequired, at.join(r.Names[0][0]), alternatives(r, at)+" is required")
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
		if c.has(object, r.Each, name) {
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
	last := len(phrases) - 1
	if last == 0 {
		return phrases[0]
	}
	return strings.Join(phrases[:last], ", ") + " or " + phrases[last]
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
