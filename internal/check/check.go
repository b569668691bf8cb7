// Package check checks a request against the rows and rules of the contract. The client calls it before it sends a
// request, and the mock when a request arrives. The package works on names and values, never on Go types or bytes, so
// the same rows hold for the client and the mock, and for JSON and XML. The files value.go, check.go and rule.go make
// the messages. The file asked.go reads the parameters of a request that the journal keeps, with the names of the
// contract; filters of calls and conditions of faults use it.
package check

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/xmlwire"
)

// Violation is one breach of a row or a rule of the contract.
type Violation struct {
	Path    string // dotted name in lower case, with indexes, as in "coaches[0].email"
	Code    int    // one of the error codes of the contract
	Message string // names the path, the expected form, and the value unless it is secret
	Assumed string // id of the assumption that the rule is; "" for a rule of the document
}

// MostViolations is how many violations Request describes. It counts the rest in one more.
const MostViolations = 100

// Request returns the violations of the operation's rows, in the order of the rows, and then the violations of the
// operation's rules.
//
// A null counts as absent and is allowed everywhere, because in a partial update it means "leave alone". Empty text
// counts as absent where a value is required. Elsewhere empty text is a value, and clears the member. A request may use
// either spelling of a parameter that has two, or both with equal values.
func Request(op *contract.Operation, v *contract.Variant, n node.Node) []Violation {
	c := checker{op: op, v: v, root: &n}
	if n.Kind != node.Object && !absent(&n) {
		c.report(contract.CodeInvalid, "", "the request must be an object"+found(&n, false))
		return c.violations()
	}
	c.object(wordsOf(op, v), &n, 0, new([maxDepth]int))
	for i := range op.Params {
		c.row(i)
	}
	slices.SortStableFunc(c.found, func(a, b ordered) int { return cmp.Compare(a.order, b.order) })
	c.order = len(op.Params) * ordersOfRow
	for i := range op.Rules {
		c.rule(&op.Rules[i])
	}
	return c.violations()
}

// checker checks one request.
type checker struct {
	op      *contract.Operation
	v       *contract.Variant
	root    *node.Node
	order   int    // order of the violations that are reported now
	assumed string // the assumption by which violations are reported now
	found   []ordered
	more    int // violations that found has no room for
}

// ordered is a violation with its place in the order of the rows and the rules.
type ordered struct {
	Violation
	order int
}

// full reports whether found has no room for a violation. It then counts the violation, whose texts nobody needs.
func (c *checker) full() bool {
	if len(c.found) < MostViolations {
		return false
	}
	c.more++
	return true
}

func (c *checker) report(code int, path, message string) {
	if c.full() {
		return
	}
	c.found = append(c.found, ordered{Violation{Path: path, Code: code, Message: message, Assumed: c.assumed}, c.order})
}

// violations returns what was reported.
func (c *checker) violations() []Violation {
	if len(c.found) == 0 {
		return nil
	}
	all := make([]Violation, len(c.found))
	for i := range c.found {
		all[i] = c.found[i].Violation
	}
	if c.more > 0 {
		all = append(all, Violation{Code: all[0].Code, Message: fmt.Sprintf("%d more problems", c.more)})
	}
	return all
}

// object checks the values in an object against the rows with their names. It looks at each member once, because the
// lists of a request can be long, and an operation can have a hundred rows. For each list on the way to the object, at
// holds the index of the item, counted from 1.
func (c *checker) object(w *words, n *node.Node, depth int, at *[maxDepth]int) {
	for i := range n.Members {
		m := &n.Members[i]
		found := w.find(m.Name)
		if found == nil {
			continue
		}
		for _, s := range found.rows {
			c.order = s.order
			c.value(s.row, place{name: s.name, at: *at}, &m.Node)
		}
		if found.inside == nil {
			continue
		}
		c.object(found.inside, &m.Node, depth+1, at)
		for j := range m.Items {
			at[depth] = j + 1
			c.object(found.inside, &m.Items[j], depth+1, at)
		}
		at[depth] = 0
	}
}

// row checks what object does not check: that the variant has the parameter when the request has it, and that the
// values are equal when the request has the parameter under two names.
func (c *checker) row(i int) {
	p := &c.op.Params[i]
	c.order = i * ordersOfRow
	if !p.In(c.v) {
		c.reportNotInVariant(p)
		return
	}
	if name := p.NameIn(c.v); name != p.Name {
		c.order = i*ordersOfRow + underVariantName
		c.agree(p, name)
	}
	if p.Also != "" {
		c.order = i*ordersOfRow + underOtherName
		c.agree(p, p.Also)
	}
}

// reportNotInVariant reports a parameter that the variant does not have, once, however many items of a list have it.
// When the variant does not have an object, the report about the object covers the object's members.
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

// Unwritable calls f for every name and every text at or below n that one of the formats cannot carry. The format of
// the request does not matter, because answers in either format repeat its texts (assumption text-characters).
func Unwritable(n *node.Node, f func(at *node.Node, v Violation)) { unwritable(n, "", f) }

func unwritable(n *node.Node, path string, f func(*node.Node, Violation)) {
	if what := cmp.Or(Obstacle(n.Text), Obstacle(n.XMLText)); what != "" {
		if n.Secret {
			what = "a character, which XML cannot carry"
		}
		f(n, Violation{Path: path, Code: contract.CodeInvalid, Message: cmp.Or(path, "the request") + " holds " + what})
	}
	for i := range n.Items {
		unwritable(&n.Items[i], path+"["+strconv.Itoa(i)+"]", f)
	}
	for i := range n.Members {
		m := &n.Members[i]
		if what := Obstacle(m.Name); what != "" {
			message := "a name in " + cmp.Or(path, "the request") + " holds " + what
			f(&m.Node, Violation{Path: path, Code: contract.CodeInvalid, Message: message})
			continue
		}
		unwritable(&m.Node, strings.TrimPrefix(path+"."+strings.ToLower(m.Name), "."), f)
	}
}

// Obstacle describes the first part of a text that one of the formats cannot carry: XML allows no control characters,
// and both formats must be UTF-8. Obstacle returns "" for a text that both formats can carry.
func Obstacle(text string) string {
	r, at, found := xmlwire.Illegal(text)
	switch {
	case !found:
		return ""
	case r == '\uFFFD':
		return "bytes that are not UTF-8, which neither JSON nor XML can carry"
	}
	return fmt.Sprintf("the character %U (byte %d), which XML cannot carry", r, at)
}
