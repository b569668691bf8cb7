package mockserver

import (
	"fmt"
	"strings"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/plaintext"
)

// ambiguousNames refuses a name that an object has twice, in different letter case, and a name that the parameter has
// only on other hosts.
func ambiguousNames(op *contract.Operation, v *contract.Variant, n *node.Node) error {
	var problems refusal
	if path := repeatedName(n, ""); path != "" {
		problems.add(invalid(path, "is given twice, in different letter case"))
	}
	for i := range op.Params {
		p := &op.Params[i]
		if s := p.SpelledIn(v); s != nil && n.Find(p.Name) != nil {
			problems.add(invalid(p.Name, "is called "+s.Name+" on this host"))
		}
	}
	return problems.orNil()
}

// emptyIDLists refuses lists of ids that hold commas or spaces alone. They do not tell whether the client wants no rows
// or all rows.
func emptyIDLists(op *contract.Operation, n *node.Node) error {
	var problems refusal
	for i := range op.Params {
		p := &op.Params[i]
		if p.Type != contract.Integers {
			continue
		}
		if list := n.Find(p.Name); list != nil && list.Text != "" && strings.Trim(list.Text, ", ") == "" {
			found := plaintext.Excerpt(list.Text, maxShown)
			problems.add(invalid(p.Name, fmt.Sprintf("must be a list of integers, found %q", found)))
		}
	}
	return problems.orNil()
}

// repeatedName returns the path of a name that an object has twice, in different letter case; "" when there is none.
func repeatedName(n *node.Node, path string) string {
	seen := make(map[string]bool, len(n.Members))
	for i := range n.Members {
		m := &n.Members[i]
		name := strings.ToLower(m.Name)
		inner := strings.TrimPrefix(path+"."+name, ".")
		if seen[name] {
			return inner
		}
		seen[name] = true
		if found := repeatedName(&m.Node, inner); found != "" {
			return found
		}
	}
	for i := range n.Items {
		if found := repeatedName(&n.Items[i], indexed(path, i, "")); found != "" {
			return found
		}
	}
	return ""
}
