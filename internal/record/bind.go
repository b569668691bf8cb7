package record

import (
	"reflect"
	"strings"
)

// Bind reads a node into the struct that v points to, which it replaces: an Object through the struct's
// plan, with the tolerance of Shape.Set. Members that the plan does not know are ignored, or kept in
// Extra. Where a slice is expected,
//   - a Text is split at commas, blank parts left out: "" gives an empty slice
//   - any other scalar is a slice of one
//   - neither is accepted if the items are structs
//
// Types with both text and JSON methods read a Text with the former and any other node with the latter.
// Errors are of type *Error, with the offset of the node.
func Bind(n Node, v any) error {
	target := reflect.ValueOf(v)
	if target.Kind() != reflect.Pointer || target.IsNil() || target.Elem().Kind() != reflect.Struct {
		return &Error{Found: goType(v), Expected: "a pointer to a struct"}
	}
	b := binder{arena: Arena{Memory: NewMemory(0)}}
	if err := b.value(&n, target.Elem(), ShapeOf(target.Type().Elem())); err != nil {
		return err
	}
	return nil
}

type binder struct{ arena Arena }

func (b *binder) value(n *Node, v reflect.Value, s *Shape) *Error {
	if n.Kind == Null || n.Kind == Text && s.Blankable && strings.TrimSpace(n.Text) == "" {
		v.SetZero()
		return nil
	}
	switch n.form(s) {
	case AsPointer:
		return b.pointer(n, v, s)
	case AsSlice:
		return b.slice(n, v, s)
	case AsStruct:
		return b.object(n, v, s)
	case AsRaw:
		v.SetBytes(appendJSON(nil, n))
		return nil
	case AsJSON:
		return n.located(s.SetJSON(v, n.Kind, appendJSON(nil, n), &b.arena))
	}
	return b.scalar(n, v, s)
}

// form is the way to read n: the text methods of a type that has both kinds are for a Text.
func (n *Node) form(s *Shape) Form {
	if n.Kind == Text && s.Text.Read == AsText {
		return AsText
	}
	return s.JSON.Read
}

func (b *binder) pointer(n *Node, v reflect.Value, s *Shape) *Error {
	target := reflect.New(s.Elem.Type)
	if err := b.value(n, target.Elem(), s.Elem); err != nil {
		return err
	}
	v.Set(target)
	return nil
}

func (b *binder) slice(n *Node, v reflect.Value, s *Shape) *Error {
	items, ok := n.itemsFor(s)
	if !ok {
		return n.located(s.mismatch(n.Kind, []byte(n.Text), nil))
	}
	v.Set(reflect.MakeSlice(s.Type, len(items), len(items)))
	for i := range items {
		if err := b.value(&items[i], v.Index(i), s.Elem); err != nil {
			return err.At(i)
		}
	}
	return nil
}

func (n *Node) itemsFor(s *Shape) (items []Node, ok bool) {
	switch {
	case n.Kind == List:
		return n.Items, true
	case n.Kind == Object || s.Elem.isNested():
		return nil, false
	case n.Kind == Text:
		return n.split(), true
	}
	return []Node{*n}, true
}

// isNested reports whether values of the shape are no scalars.
func (s *Shape) isNested() bool {
	switch s.JSON.Read {
	case AsPointer:
		return s.Elem.isNested()
	case AsStruct, AsSlice, Unsupported:
		return true
	}
	return false
}

func (n *Node) split() (items []Node) {
	for part := range strings.SplitSeq(n.Text, ",") {
		if part = strings.TrimSpace(part); part != "" {
			items = append(items, Node{Kind: Text, Text: part, Secret: n.Secret, Offset: n.Offset})
		}
	}
	return items
}

func (b *binder) object(n *Node, v reflect.Value, s *Shape) *Error {
	if n.Kind != Object {
		return n.located(s.mismatch(n.Kind, []byte(n.Text), nil))
	}
	v.SetZero()
	p, last := s.Plan, -1
	for i := range n.Members {
		m := &n.Members[i]
		at := p.LookupString(m.Name, last+1)
		if at < 0 {
			b.keep(p, v, m)
			continue
		}
		last = at
		f := &p.Fields[at]
		if err := b.value(&m.Node, f.Into(v, &b.arena.Memory), f.Shape); err != nil {
			return err.Under(f)
		}
	}
	return nil
}

func (b *binder) keep(p *Plan, v reflect.Value, m *Member) {
	if p.HasExtra() {
		p.KeepExtra(v, m.Name, appendJSON(nil, &m.Node), &b.arena.Memory)
	}
}

func (b *binder) scalar(n *Node, v reflect.Value, s *Shape) *Error {
	switch {
	case n.Kind == List || n.Kind == Object || s.JSON.Read == Unsupported:
		return n.located(s.mismatch(n.Kind, []byte(n.Text), nil))
	case s.JSON.Read == AsString:
		v.SetString(n.Text)
		return nil
	}
	return n.located(s.Set(v, n.Kind, []byte(n.Text), &b.arena))
}

// located adds to an error of Set what the node knows.
func (n *Node) located(err *Error) *Error {
	if err == nil {
		return nil
	}
	err.Offset = n.Offset
	if n.Secret {
		err.hide()
	}
	return err
}
