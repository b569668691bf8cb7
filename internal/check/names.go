package check

import (
	"slices"
	"strings"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/node"
)

// Unknown returns the paths of members that no row of the operation names for the variant, in the order of the request.
// When the variant spells a parameter differently, only that spelling is known. So call it before Unspell.
func Unknown(op *contract.Operation, v *contract.Variant, n node.Node) []string {
	return wordsOf(op, v).unknown(nil, &n, nil)
}

// Doubled returns the paths of known members that an object of the request has twice, in any letter case. Unknown
// members are ignored with all that is inside them, so they cannot be doubled.
func Doubled(op *contract.Operation, v *contract.Variant, n *node.Node) []string {
	return wordsOf(op, v).doubled(nil, n, nil)
}

// Tolerate makes a request one that the document allows, where hosts were seen to take more. It removes the parameters
// that hosts of the variant ignore, and returns their names. It turns numbers into texts where hosts take both, and
// reports whether there were any.
func Tolerate(op *contract.Operation, v *contract.Variant, n *node.Node) (ignored []string, numbers bool) {
	for _, t := range op.Tolerated {
		if t.In.Has(v) && n.Find(t.Param) != nil {
			ignored = append(ignored, t.Param)
			n.Members = slices.DeleteFunc(n.Members, func(m node.Member) bool { return same(m.Name, t.Param) })
		}
	}
	for i := range op.Params {
		if p := &op.Params[i]; p.Numbers {
			visit(n, p.Name, func(_ place, n *node.Node) {
				if n.Kind == node.Number {
					n.Kind, numbers = node.Text, true
				}
			})
		}
	}
	return ignored, numbers
}

// isParameter reports whether a member of the object with the dotted name scope is a parameter of any variant. The
// contract refuses those of other variants for reasons of its own. Dots stand for nesting, so a member with a dot in
// its name is none.
func isParameter(op *contract.Operation, v *contract.Variant, scope, name string) bool {
	found := wordsOf(op, v).at(join(scope, name))
	return !strings.Contains(name, ".") && found != nil && (found.known || found.foreign)
}

// Empty reports whether a partial update changes nothing, because it names only its target and unknown members. Nulls
// do not count as changes. Empty texts and lists do.
func Empty(op *contract.Operation, v *contract.Variant, n node.Node) bool {
	return op.Partial && !changes(op, v, &n, &n, "", func(*node.Node, string) bool { return true })
}

// EmptyInside is like Empty, and also looks into lists: an item that names an existing row and unknown members changes
// nothing. Items that add a row do, and so do empty lists.
func EmptyInside(op *contract.Operation, v *contract.Variant, n node.Node) bool {
	var inside func(list *node.Node, name string) bool
	inside = func(list *node.Node, name string) bool {
		return len(list.Items) == 0 || slices.ContainsFunc(list.Items, func(item node.Node) bool {
			adds := slices.Contains(op.Adds, name) && isNew(item)
			return item.Kind != node.Object || adds || changes(op, v, &n, &item, name, inside)
		})
	}
	return op.Partial && !changes(op, v, &n, &n, "", inside)
}

// changes reports whether the object with the dotted name scope has a member to change. ofList decides about lists.
func changes(
	op *contract.Operation, v *contract.Variant, root, n *node.Node, scope string, ofList func(*node.Node, string) bool,
) bool {
	for i := range n.Members {
		m := &n.Members[i]
		name := join(scope, lowerName(m.Name))
		switch {
		case m.Kind == node.Null || targets(op, root, name) || !isParameter(op, v, scope, lowerName(m.Name)):
		case m.Kind == node.List && !ofList(&m.Node, name):
		case m.Kind != node.Object || changes(op, v, root, &m.Node, name, ofList):
			return true
		}
	}
	return false
}

// targets reports whether a parameter identifies the row to update, or a row within it.
func targets(op *contract.Operation, root *node.Node, name string) bool {
	return slices.Contains(op.Target, name) || name == op.Instead && !hasValue(root, op.Target[0])
}

// ClassOf returns the class of a request. An update that adds rows has the class Create, because a host that gets it
// twice adds the rows twice.
func ClassOf(op *contract.Operation, n node.Node) contract.Class {
	for _, name := range op.Adds {
		if list := n.Find(name); list != nil && slices.ContainsFunc(list.Items, isNew) {
			return contract.Create
		}
	}
	return op.Class
}

// isNew reports whether an item of a list has no id, so that it adds a row.
func isNew(item node.Node) bool { return item.Kind == node.Object && !hasValue(&item, "id") }

// Shape turns nodes of an XML request into lists and objects of the contract. In XML a list appears as an object with a
// member for each item, an empty list as empty text, and a boolean perhaps as 1 or 0. Shape changes n in place.
func Shape(op *contract.Operation, n *node.Node) {
	blankObject(n)
	for i := range op.Params {
		switch p := &op.Params[i]; p.Type {
		case contract.Object:
			visit(n, p.Name, func(_ place, n *node.Node) { blankObject(n) })
		case contract.List:
			visit(n, p.Name, func(_ place, n *node.Node) { shapeList(n) })
		case contract.Boolean:
			visit(n, p.Name, func(_ place, n *node.Node) { shapeBoolean(n) })
		default:
		}
	}
}

// shapeBoolean spells a boolean out (assumption xml-booleans).
func shapeBoolean(n *node.Node) {
	switch text := strings.TrimSpace(n.Text); {
	case n.Kind == node.Text && text == "1":
		n.Text = "true"
	case n.Kind == node.Text && text == "0":
		n.Text = "false"
	}
}

func shapeList(n *node.Node) {
	if blank(n) {
		n.Kind, n.Text = node.List, ""
	}
	if n.Kind == node.Object {
		items := make([]node.Node, len(n.Members))
		for i := range n.Members {
			items[i] = n.Members[i].Node
		}
		n.Kind, n.Items, n.Members = node.List, items, nil
	}
	for i := range n.Items {
		blankObject(&n.Items[i])
	}
}

func blankObject(n *node.Node) {
	if blank(n) {
		n.Kind, n.Text = node.Object, ""
	}
}

func blank(n *node.Node) bool {
	return n.Kind == node.Text && strings.TrimSpace(n.Text) == ""
}
