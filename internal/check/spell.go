package check

import (
	"slices"
	"strings"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/node"
)

// Spell translates the names of the document's tables into the names that hosts of the variant use. When a parameter
// has two names, Spell adds the second name with an equal value. When the variant spells a parameter differently, Spell
// renames the parameter. It changes n in place. Call it after Request.
func Spell(op *contract.Operation, v *contract.Variant, n *node.Node) {
	for i := range op.Params {
		p := &op.Params[i]
		if p.Also != "" {
			visitObjects(n, parentOf(p.Also), func(_ place, object *node.Node) { repeat(p, object) })
		}
		if s := p.SpelledIn(v); s != nil {
			visitObjects(n, parentOf(p.Name), func(_ place, object *node.Node) {
				rename(object, lastOf(p.Name), s.As)
			})
		}
	}
}

// Form gives values the form that their parameters have on the wire: it turns a number into text when the host expects
// text, and adds leading zeros to birthdates. It changes n in place. Call it before Spell.
func Form(op *contract.Operation, n *node.Node) {
	for i := range op.Params {
		switch p := &op.Params[i]; {
		case p.AsText:
			visit(n, p.Name, func(_ place, n *node.Node) { n.Kind = node.Text })
		case p.Type == contract.BirthDate:
			visit(n, p.Name, func(_ place, n *node.Node) { n.Text = withZeros(n.Text) })
		}
	}
}

// withZeros returns the date m/d/yyyy as mm/dd/yyyy.
func withZeros(date string) string {
	parts := strings.Split(date, "/")
	for i, part := range parts {
		if len(part) == 1 {
			parts[i] = "0" + part
		}
	}
	return strings.Join(parts, "/")
}

// repeat adds the second spelling of a parameter beside the first.
func repeat(p *contract.Param, object *node.Node) {
	first := find(object, relative(p.Name, parentOf(p.Also)))
	if first != nil && member(object, p.AlsoAs) < 0 {
		put(object, p.AlsoAs, *first)
	}
}

// rename renames a member, unless the new name is taken.
func rename(object *node.Node, from, to string) {
	if i := member(object, from); i >= 0 && member(object, to) < 0 {
		object.Members[i].Name = to
	}
}

// Unspell reverses Spell: afterwards every value has its name in the document's tables. It leaves two spellings with
// different values unchanged, so that Request reports them. It changes n in place.
func Unspell(op *contract.Operation, v *contract.Variant, n *node.Node) {
	for i := range op.Params {
		p := &op.Params[i]
		if p.Also != "" {
			gather(op, p, p.Also, n)
		}
		if s := p.SpelledIn(v); s != nil {
			gather(op, p, s.Name, n)
		}
	}
}

// gather moves the values of another spelling to the parameter's own name.
func gather(op *contract.Operation, p *contract.Param, other string, n *node.Node) {
	scope := parentOf(other)
	visitObjects(n, scope, func(_ place, object *node.Node) {
		i := member(object, lastOf(other))
		if i < 0 {
			return
		}
		if home := homeOf(op, p, scope, object); home != nil && move(object, i, home, p.Wire) {
			object.Members = slices.Delete(object.Members, i, i+1)
		}
	})
}

// move copies a member's value to the name in home, unless the name has a different value there. It reports whether the
// caller can delete the member.
func move(object *node.Node, i int, home *node.Node, name string) bool {
	value := object.Members[i].Node
	own := member(home, name)
	if own < 0 {
		put(home, name, value)
		return true
	}
	there := &home.Members[own].Node
	if absent(there) && value.Kind != node.Null {
		*there = value
	}
	return absent(&value) || equal(there, &value)
}

// homeOf returns the object that holds the parameter's own name. It adds the object when it is absent. It returns nil
// when the request has another kind of value there.
func homeOf(op *contract.Operation, p *contract.Param, scope string, object *node.Node) *node.Node {
	parent := relative(parentOf(p.Name), scope)
	if parent == "" {
		return object
	}
	i := member(object, parent)
	if i < 0 {
		put(object, op.Param(join(scope, parent)).Wire, node.Node{Kind: node.Object})
		i = len(object.Members) - 1
	}
	home := &object.Members[i].Node
	if absent(home) {
		*home = node.Node{Kind: node.Object}
	}
	if home.Kind != node.Object {
		return nil
	}
	return home
}

// member returns the index of a member by its exact name, else by its name in any letter case; -1 when there is none.
func member(object *node.Node, name string) int {
	exact := func(m node.Member) bool { return m.Name == name }
	if i := slices.IndexFunc(object.Members, exact); i >= 0 {
		return i
	}
	return slices.IndexFunc(object.Members, func(m node.Member) bool { return node.SameName(m.Name, name) })
}

// put adds a member. It never writes to memory that another slice shares.
func put(object *node.Node, name string, value node.Node) {
	object.Members = append(slices.Clip(object.Members), node.Member{Name: name, Node: value})
}
