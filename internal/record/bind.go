package record

import (
	"reflect"
	"strings"

	"github.com/tourney-go/tourney/internal/node"
)

// Bind reads a node into the struct that v points to, and replaces all fields of the struct. It finds the
// members of an Object by the struct's plan, and accepts the same scalars as Shape.Set. It ignores members
// that the plan does not know, or puts them into Extra. If a slice is expected,
//   - a Text is split at commas, without blank parts, so "" gives an empty slice
//   - any other scalar is a slice of one
//   - neither a Text nor another scalar is accepted if the items are structs
//
// Types with both text and JSON methods read a Text with the text methods and any other node with the JSON
// methods. Errors are of type *Error, with the offset of the node.
func Bind(n node.Node, v any) error {
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

type binder struct {
	arena Arena
	text  []byte   // of the scalar that is being read
	texts []string // targets of pointers, with room for more
}

// maxTexts is how many strings share an allocation at most. A pointer to one of the strings keeps the
// memory of all.
const maxTexts = 16

// textType is the type to which most pointers of inputs point.
var textType = reflect.TypeFor[string]()

// target returns a pointer to a zero value. Strings share allocations: the first has room for one string,
// and each further one for twice as many. Bind does not use the arena for this, because a body with one
// string would then need two more allocations.
func (b *binder) target(t reflect.Type) reflect.Value {
	if t != textType {
		return reflect.New(t)
	}
	if len(b.texts) == cap(b.texts) {
		b.texts = make([]string, 0, min(max(2*cap(b.texts), 1), maxTexts))
	}
	b.texts = append(b.texts, "")
	return reflect.ValueOf(&b.texts[len(b.texts)-1])
}

// roomForText is the first size of the buffer for the text of a scalar. Most texts fit into it.
const roomForText = 64

func (b *binder) value(n *node.Node, v reflect.Value, s *Shape) *Error {
	if n.Kind == node.Null || n.Kind == node.Text && s.Blankable && strings.TrimSpace(n.Text) == "" {
		v.SetZero()
		return nil
	}
	switch formOf(n, s) {
	case AsPointer:
		return b.pointer(n, v, s)
	case AsSlice:
		return b.slice(n, v, s)
	case AsStruct:
		v.SetZero()
		return b.object(n, v, s)
	case AsRaw:
		v.SetBytes(appendJSON(nil, n))
		return nil
	case AsJSON:
		return locate(n, s.SetJSON(v, n.Kind, appendJSON(nil, n), &b.arena))
	}
	return b.scalar(n, v, s)
}

// fresh does what value does, for a v that is zero. It does not clear a struct first, because clearing
// writes all memory of the struct.
func (b *binder) fresh(n *node.Node, v reflect.Value, s *Shape) *Error {
	if n.Kind == node.Object && formOf(n, s) == AsStruct {
		return b.object(n, v, s)
	}
	return b.value(n, v, s)
}

// formOf returns the form in which to read n. A type with text methods and JSON methods reads a Text by its
// text methods.
func formOf(n *node.Node, s *Shape) Form {
	if n.Kind == node.Text && s.Text.Read == AsText {
		return AsText
	}
	return s.JSON.Read
}

func (b *binder) pointer(n *node.Node, v reflect.Value, s *Shape) *Error {
	target := b.target(s.Elem.Type)
	if err := b.fresh(n, target.Elem(), s.Elem); err != nil {
		return err
	}
	v.Set(target)
	return nil
}

func (b *binder) slice(n *node.Node, v reflect.Value, s *Shape) *Error {
	items, ok := itemsFor(n, s)
	if !ok {
		return locate(n, s.mismatch(n.Kind, []byte(n.Text), nil))
	}
	v.Set(reflect.MakeSlice(s.Type, len(items), len(items)))
	for i := range items {
		if err := b.fresh(&items[i], v.Index(i), s.Elem); err != nil {
			return err.At(i)
		}
	}
	return nil
}

func itemsFor(n *node.Node, s *Shape) (items []node.Node, ok bool) {
	switch {
	case n.Kind == node.List:
		return n.Items, true
	case n.Kind == node.Object || s.Elem.isNested():
		return nil, false
	case n.Kind == node.Text:
		return split(n), true
	}
	return []node.Node{*n}, true
}

// isNested reports whether values of the shape are not scalars.
func (s *Shape) isNested() bool {
	switch s.JSON.Read {
	case AsPointer:
		return s.Elem.isNested()
	case AsStruct, AsSlice, Unsupported:
		return true
	}
	return false
}

func split(n *node.Node) (items []node.Node) {
	for part := range strings.SplitSeq(n.Text, ",") {
		if part = strings.TrimSpace(part); part != "" {
			items = append(items, node.Node{Kind: node.Text, Text: part, Secret: n.Secret, Offset: n.Offset})
		}
	}
	return items
}

// object reads a node into a struct that is zero.
func (b *binder) object(n *node.Node, v reflect.Value, s *Shape) *Error {
	if n.Kind != node.Object {
		return locate(n, s.mismatch(n.Kind, []byte(n.Text), nil))
	}
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

func (b *binder) keep(p *Plan, v reflect.Value, m *node.Member) {
	if p.HasExtra() {
		p.KeepExtra(v, m.Name, appendJSON(nil, &m.Node), &b.arena.Memory)
	}
}

func (b *binder) scalar(n *node.Node, v reflect.Value, s *Shape) *Error {
	switch {
	case n.Kind == node.List || n.Kind == node.Object || s.JSON.Read == Unsupported:
		return locate(n, s.mismatch(n.Kind, []byte(n.Text), nil))
	case s.JSON.Read == AsString:
		v.SetString(n.Text)
		return nil
	}
	return locate(n, s.Set(v, n.Kind, b.bytes(n.Text), &b.arena))
}

// bytes returns a text as bytes, which are valid until the next call. That is enough for Set, which copies
// the bytes that it stores.
func (b *binder) bytes(text string) []byte {
	if b.text == nil {
		b.text = make([]byte, 0, max(len(text), roomForText))
	}
	b.text = append(b.text[:0], text...)
	return b.text
}

// locate adds the offset of n to an error of Set, and withholds the content of a secret.
func locate(n *node.Node, err *Error) *Error {
	if err == nil {
		return nil
	}
	err.Offset = n.Offset
	if n.Secret {
		err.hide()
	}
	return err
}
