package check

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/record"
)

// Unknown returns the paths of members that no row of the operation knows on the wire of the variant, in
// the order of the request. A parameter that the variant has under another name is unknown under its own,
// so it is for requests as they arrive, before Unspell.
func Unknown(op *contract.Operation, v *contract.Variant, n record.Node) []string {
	return unknown(nil, op, v, &n, "", "")
}

// unknown appends to paths the unknown members of an object, whose dotted name is scope.
func unknown(paths []string, op *contract.Operation, v *contract.Variant, n *record.Node, scope, path string) []string {
	for i := range n.Members {
		m := &n.Members[i]
		name := lowerName(m.Name)
		inner := join(path, name)
		if !knows(op, v, join(scope, name)) {
			paths = append(paths, inner)
			continue
		}
		paths = unknown(paths, op, v, &m.Node, join(scope, name), inner)
		for j := range m.Items {
			paths = unknown(paths, op, v, &m.Items[j], join(scope, name), inner+"["+strconv.Itoa(j)+"]")
		}
	}
	return paths
}

func knows(op *contract.Operation, v *contract.Variant, name string) bool {
	return slices.ContainsFunc(op.Params, func(p contract.Param) bool {
		return p.NameIn(v) == name || p.Also == name
	})
}

// Empty reports whether a partial update names nothing beyond its target, so that it would change nothing.
// Nulls name nothing; empty text and empty lists do.
func Empty(op *contract.Operation, n record.Node) bool {
	return op.Partial && !changes(op, &n, &n, "")
}

// changes reports whether an object, whose dotted name is scope, has a member that is to be changed.
func changes(op *contract.Operation, root, n *record.Node, scope string) bool {
	for i := range n.Members {
		m := &n.Members[i]
		name := join(scope, lowerName(m.Name))
		switch {
		case m.Kind == record.Null || targets(op, root, name):
		case m.Kind != record.Object || changes(op, root, &m.Node, name):
			return true
		}
	}
	return false
}

// targets reports whether a parameter says which row the update is about.
func targets(op *contract.Operation, root *record.Node, name string) bool {
	return slices.Contains(op.Target, name) || name == op.Instead && !hasValue(root, op.Target[0])
}

// ClassOf returns what sending a request twice would do: an update that adds rows makes them twice.
func ClassOf(op *contract.Operation, n record.Node) contract.Class {
	for _, name := range op.Adds {
		if list := n.Find(name); list != nil && slices.ContainsFunc(list.Items, isNew) {
			return contract.Create
		}
	}
	return op.Class
}

// isNew reports whether an item of a list names no row that is there.
func isNew(item record.Node) bool { return item.Kind == record.Object && !hasValue(&item, "id") }

// Shape gives a request that was read from XML the lists and objects that the table says it has: in XML a
// list looks like an object with a member for each item, and one without items like empty text. It changes
// n in place.
func Shape(op *contract.Operation, n *record.Node) {
	blankObject(n)
	for i := range op.Params {
		switch p := &op.Params[i]; p.Type {
		case contract.Object:
			visit(n, p.Name, func(_ place, n *record.Node) { blankObject(n) })
		case contract.List:
			visit(n, p.Name, func(_ place, n *record.Node) { shapeList(n) })
		default:
		}
	}
}

func shapeList(n *record.Node) {
	if blank(n) {
		n.Kind, n.Text = record.List, ""
	}
	if n.Kind == record.Object {
		items := make([]record.Node, len(n.Members))
		for i := range n.Members {
			items[i] = n.Members[i].Node
		}
		n.Kind, n.Items, n.Members = record.List, items, nil
	}
	for i := range n.Items {
		blankObject(&n.Items[i])
	}
}

func blankObject(n *record.Node) {
	if blank(n) {
		n.Kind, n.Text = record.Object, ""
	}
}

func blank(n *record.Node) bool {
	return n.Kind == record.Text && strings.TrimSpace(n.Text) == ""
}
