package xmlwire

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/record"
)

// ParseNode reads a body, and returns the name of its root element and a Node. An element with elements inside
// becomes an Object, in which names can repeat. An element that is nil becomes Null, and any other element a Text.
// XML does not tell which Objects are lists, and which empty Texts are empty lists or objects. Errors are of type
// *record.Error.
func ParseNode(data []byte, lim Limits) (root string, n node.Node, err error) {
	d := newDecoder(data, lim)
	defer d.free()
	t, e := d.root(lim.Root)
	if e == nil {
		n, e = d.node(&t)
	}
	if e == nil {
		e = d.memory.Check(d.pos)
	}
	if e == nil {
		e = d.epilog()
	}
	if e != nil {
		return "", node.Node{}, d.locate(e)
	}
	if lim.Concealed != nil {
		*lim.Concealed = d.concealed
	}
	return string(t.local()), n, nil
}

// node reads the content of an element and its end tag.
func (d *decoder) node(t *tag) (node.Node, *record.Error) {
	start := d.pos
	n := node.Node{Kind: node.Text, Offset: int64(start)}
	d.concealed = d.concealed || !t.bare && d.conceals(t)
	if t.null {
		n.Kind = node.Null
		return n, d.skip(t)
	}
	text, more, err := d.text(t)
	if !more {
		if err == nil {
			n.Text = d.arena.String(text)
			err = d.memory.Check(d.pos)
		}
		return n, err
	}
	if !blank(text) {
		return n, d.stray(start, onlyElements)
	}
	n.Kind = node.Object
	for more && err == nil {
		m, err := d.nodeMember()
		if err != nil {
			return n, err
		}
		n.Members = record.Append(d.memory, n.Members, m)
		if err := d.memory.Check(d.pos); err != nil {
			return n, err
		}
		if more, err = d.child(t, onlyElements); err != nil {
			return n, err
		}
	}
	return n, err
}

func (d *decoder) nodeMember() (m node.Member, err *record.Error) {
	t, err := d.start()
	if err != nil {
		return m, err
	}
	m.Name = d.arena.String(t.member())
	if err = d.memory.Check(d.pos); err != nil {
		return m, err
	}
	if m.Node, err = d.node(&t); err != nil {
		return m, err.UnderName(m.Name)
	}
	return m, nil
}

// AppendNode appends a node as a body. Members are in the order of their names, and members with equal names in the
// order of the node. Items have the name that the list gives them. A character that XML does not allow in a name
// becomes _xHHHH_. A character that XML does not allow in a text becomes U+FFFD: to find such a character, call
// Illegal first.
func AppendNode(dst []byte, root string, n node.Node) []byte {
	return appendNode(dst, elementName(root), instance, &n)
}

// noItemName is the name of the items of a list that has no name for them.
const noItemName = "Item"

// appendNode appends an element with attributes in its start tag.
func appendNode(dst []byte, name, attributes string, n *node.Node) []byte {
	dst = append(append(dst, '<'), name...)
	dst = append(append(dst, attributes...), '>')
	dst, open := appendNodeContent(dst, n)
	if !open {
		return dst
	}
	dst = append(append(dst, "</"...), name...)
	return append(dst, '>')
}

// appendNodeContent appends the content of an element, whose start tag dst ends with, and reports whether the element
// remains open.
func appendNodeContent(dst []byte, n *node.Node) ([]byte, bool) {
	switch n.Kind {
	case node.Null:
		return appendNull(dst), false
	case node.List:
		if len(n.Items) == 0 {
			return appendEmpty(dst), false
		}
		item := noItemName
		if n.Item != "" {
			item = elementName(n.Item)
		}
		for i := range n.Items {
			dst = appendNode(dst, item, "", &n.Items[i])
		}
	case node.Object:
		if len(n.Members) == 0 {
			return appendEmpty(dst), false
		}
		members := alphabetical(n.Members)
		for i := range members {
			dst = appendNode(dst, elementName(members[i].Name), "", &members[i].Node)
		}
	default:
		dst, _ = appendString(dst, cmp.Or(n.XMLText, n.Text))
	}
	return dst, true
}

func alphabetical(members []node.Member) []node.Member {
	byName := func(a, b node.Member) int { return strings.Compare(a.Name, b.Name) }
	if slices.IsSortedFunc(members, byName) {
		return members
	}
	members = slices.Clone(members)
	slices.SortStableFunc(members, byName)
	return members
}

// elementName returns a name in which every edition of XML allows every character.
func elementName(name string) string {
	isNew := func(r rune) bool { return !node.IsOldNameRune(r) }
	if node.IsName(name) && !strings.ContainsFunc(name, isNew) {
		return name
	}
	var b strings.Builder
	for i, r := range name {
		if node.IsOldNameRune(r) && (node.IsNameStart(r) || i > 0) {
			b.WriteRune(r)
			continue
		}
		b.WriteString(escapedRune(r))
	}
	if b.Len() == 0 {
		return "_"
	}
	return b.String()
}

// escapedRune returns the spelling of a character that XML does not allow in a name.
func escapedRune(r rune) string { return fmt.Sprintf("_x%04X_", r) }
