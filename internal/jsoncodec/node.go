package jsoncodec

import (
	"bytes"
	"reflect"

	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/record"
)

// ParseNode reads a body as a Node. If an object has two members with exactly the same name, the node has the value
// of the last one at the position of the first. With Limits.Doubles the node has both members. Errors are of type
// *record.Error.
func ParseNode(data []byte, lim Limits) (node.Node, error) {
	memory := record.NewMemory(lim.MaxMemory)
	p := parser{scanner: newScanner(data, lim, &memory), doubles: lim.Doubles}
	n, err := p.node()
	if err == nil {
		err = p.end()
	}
	if err != nil {
		return node.Node{}, p.locate(err)
	}
	return n, nil
}

type parser struct {
	scanner
	doubles bool // Limits.Doubles
	names   [keptNames]string
}

// keptNames is how many names of members a parser keeps for reuse, because the objects of a list have the same names.
const keptNames = 16

func (p *parser) node() (node.Node, *record.Error) {
	switch p.peek() {
	case '{':
		return p.object()
	case '[':
		return p.list()
	}
	offset := int64(p.pos)
	k, text, err := p.scalar("a value")
	n := node.Node{Kind: k, Offset: offset}
	if err == nil && k != node.Null {
		n.Text, err = p.string(text)
	}
	return n, err
}

// string returns a copy of a text that was just read.
func (p *parser) string(text []byte) (string, *record.Error) {
	if !p.memory.Reserve(len(text)) {
		return "", p.memory.Check(p.pos)
	}
	return string(text), nil
}

// nameAsText returns a copy of a member's name. If an equal name came before, it returns the earlier copy and
// allocates nothing.
func (p *parser) nameAsText(name []byte) (text string, err *record.Error) {
	if len(name) == 0 {
		return "", nil
	}
	last := &p.names[(len(name)+int(name[0]))%keptNames]
	if string(name) != *last {
		text, err = p.string(name)
		*last = text
	}
	return *last, err
}

func (p *parser) list() (node.Node, *record.Error) {
	n := node.Node{Kind: node.List, Offset: int64(p.pos)}
	more, err := p.open(']')
	for more && err == nil {
		item, err := p.node()
		if err != nil {
			return n, err.At(len(n.Items))
		}
		n.Items = record.Append(p.memory, n.Items, item)
		if err := p.memory.Check(p.pos); err != nil {
			return n, err.At(len(n.Items))
		}
		if more, err = p.more(']'); err != nil {
			return n, err
		}
	}
	return n, err
}

func (p *parser) object() (node.Node, *record.Error) {
	n := node.Node{Kind: node.Object, Offset: int64(p.pos)}
	more, err := p.open('}')
	var seen positions
	for more && err == nil {
		m, err := p.member()
		if err != nil {
			return n, err
		}
		if i, ok := p.before(&seen, n.Members, m.Name); ok {
			n.Members[i] = m
		} else {
			n.Members = record.Append(p.memory, n.Members, m)
		}
		if err := p.memory.Check(p.pos); err != nil {
			return n, err
		}
		if more, err = p.more('}'); err != nil {
			return n, err
		}
	}
	return n, err
}

// before returns the position of the member that has this name already, if there is one.
func (p *parser) before(seen *positions, members []node.Member, name string) (int, bool) {
	if p.doubles {
		return 0, false
	}
	return seen.of(members, name, p.memory)
}

func (p *parser) member() (m node.Member, err *record.Error) {
	name, err := p.name()
	if err != nil {
		return m, err
	}
	if m.Name, err = p.nameAsText(name); err != nil {
		return m, err
	}
	if m.Node, err = p.node(); err != nil {
		return m, err.UnderName(m.Name)
	}
	return m, nil
}

// positions finds members by name. It compares the names one by one while they are few, and uses a map when they are
// many. So the time for a body does not grow with the square of its size.
type positions map[string]int

const fewMembers = 32

func (p *positions) of(members []node.Member, name string, m *record.Memory) (int, bool) {
	if len(members) < fewMembers {
		for i := range members {
			if members[i].Name == name {
				return i, true
			}
		}
		return 0, false
	}
	if *p == nil {
		*p = make(positions)
		for i := range members {
			p.put(members[i].Name, i, m)
		}
	}
	i, ok := (*p)[name]
	if !ok {
		p.put(name, len(members), m)
	}
	return i, ok
}

func (p *positions) put(name string, at int, m *record.Memory) {
	if m.ReserveForMap(len(*p), int(reflect.TypeFor[string]().Size()+reflect.TypeFor[int]().Size())) {
		(*p)[name] = at
	}
}

// AppendNode appends a node as JSON, in the form that Append writes. It does not change the text of a Number.
func AppendNode(dst []byte, n node.Node) []byte { return appendNode(dst, &n) }

func appendNode(dst []byte, n *node.Node) []byte {
	switch n.Kind {
	case node.Bool, node.Number:
		return append(dst, n.Text...)
	case node.Text:
		return AppendString(dst, n.Text)
	case node.List:
		return appendItems(dst, n.Items)
	case node.Object:
		return appendMembers(dst, n.Members)
	}
	return append(dst, "null"...)
}

func appendItems(dst []byte, items []node.Node) []byte {
	dst = append(dst, '[')
	for i := range items {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendNode(dst, &items[i])
	}
	return append(dst, ']')
}

func appendMembers(dst []byte, members []node.Member) []byte {
	dst = append(dst, '{')
	for i := range members {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(AppendString(dst, members[i].Name), ':')
		dst = appendNode(dst, &members[i].Node)
	}
	return append(dst, '}')
}

// SameNode reports whether two values have the same JSON.
func SameNode(a, b node.Node) bool {
	return bytes.Equal(AppendNode(nil, a), AppendNode(nil, b))
}
