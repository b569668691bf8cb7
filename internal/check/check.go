// Package check applies the rows of the contract to a request. The client calls it before sending, and the mock on
// arrival. It sees names and values, never Go types or bytes, so both ends and both formats obey the same rows.
package check

import (
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/node"
)

// Violation is one breach of a row or a rule of the contract.
type Violation struct {
	Path    string // dotted name in lower case, with indexes, as in "coaches[0].email"
	Code    int    // one of the error codes of the contract
	Message string // names the path, the expected form, and the value unless it is secret
}

// Request returns every violation of the operation's rows, in their order, and then of its rules.
//
// A null counts as absent and is allowed everywhere, because in a partial update it means "leave alone". Empty text
// counts as absent where a value is required. Elsewhere it is content, and clears the member. A request may use either
// spelling of a parameter that has two, or both with equal values.
func Request(op *contract.Operation, v *contract.Variant, n node.Node) []Violation {
	c := checker{op: op, v: v, root: &n}
	if n.Kind != node.Object && !absent(&n) {
		c.report(contract.CodeInvalid, "", "the request must be an object"+found(&n, false))
		return c.violations
	}
	for i := range op.Params {
		c.param(&op.Params[i])
	}
	for i := range op.Rules {
		c.rule(&op.Rules[i])
	}
	return c.violations
}

// checker checks one request.
type checker struct {
	op         *contract.Operation
	v          *contract.Variant
	root       *node.Node
	violations []Violation
}

func (c *checker) report(code int, path, message string) {
	c.violations = append(c.violations, Violation{Path: path, Code: code, Message: message})
}

// param checks every value that the request has for a row.
func (c *checker) param(p *contract.Param) {
	if !p.In(c.v) {
		c.reportNotInVariant(p)
		return
	}
	each := func(at place, n *node.Node) { c.value(p, at, n) }
	visit(c.root, p.Name, each)
	if name := p.NameIn(c.v); name != p.Name {
		visit(c.root, name, each)
		c.agree(p, name)
	}
	if p.Also != "" {
		visit(c.root, p.Also, each)
		c.agree(p, p.Also)
	}
}

// reportNotInVariant reports a parameter that the variant does not have, once for all items. The report of an object
// covers its members.
func (c *checker) reportNotInVariant(p *contract.Param) {
	if parent := c.op.Param(parentOf(p.Name)); parent != nil && !parent.In(c.v) {
		return
	}
	present := false
	visit(c.root, p.Name, func(_ place, n *node.Node) { present = present || n.Kind != node.Null })
	if present {
		c.report(contract.CodeInvalid, p.Name, p.Name+" is not a parameter of the "+c.v.Name+" variant")
	}
}

// agree reports objects that have both spellings of a parameter with different values.
func (c *checker) agree(p *contract.Param, other string) {
	scope := parentOf(other)
	visitObjects(c.root, scope, func(at place, object *node.Node) {
		a := find(object, relative(p.Name, scope))
		b := find(object, relative(other, scope))
		if a == nil || b == nil || absent(a) || absent(b) || equal(a, b) {
			return
		}
		path := at.join(relative(p.Name, scope))
		c.report(contract.CodeInvalid, path, path+" and "+at.join(relative(other, scope))+" must be equal")
	})
}
